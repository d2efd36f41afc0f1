"""Scores that people carry from a round: the points of the game, or those compared with the others
at the table.

- `points`: the points of the game; high or low wins, as the game says;
- `wins`: 2 for the only best, 1 each if several share it, otherwise 0;
- `beaten`: 100 × (the number behind + half of those level) / the others at the table;
- `share`: 100 for the best, 0 for the last, the others in proportion, as in an evening of several
  games (`placings`);
- `margin`: own points minus the best opponent's, reversed if the lowest wins.

All are rounded half up, and in all but points more is better. A side counts as one. Whoever wins a
cut is ahead of those with as many points; margin and points ignore cuts.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, get_args

from rulesets.standings.placings import WHOLE, GameStanding, placings, points_of_game

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Carry = Literal["points", "wins", "beaten", "share", "margin"]
CARRIES: tuple[Carry, ...] = get_args(Carry)
WIN, LEVEL, LOSS = 2, 1, 0
Bye = Literal["whole", "half", "nothing"]
BYES: tuple[Bye, ...] = get_args(Bye)


def places_at(
    totals: Sequence[int], *, low: bool = False, ahead: Collection[int] = ()
) -> tuple[int, ...]:
    """Return everybody's place at a table; those in `ahead` have won a cut against people who are
    level with them."""
    sign = -1 if low else 1
    keys = [(sign * total, who in ahead) for who, total in enumerate(totals)]
    order = {key: at for at, key in enumerate(sorted(set(keys)))}
    return tuple(placing.rank for placing in placings([order[key] for key in keys]))


def carry_of(
    way: Carry, totals: Sequence[int], places: Sequence[int], *, low: bool = False
) -> tuple[int, ...]:
    """Return the score that each side of a table (or each player at it) carries from a round, from
    their points and places; `low`: the lowest points win."""
    if way == "points":
        return tuple(totals)
    if way == "wins":
        return wins_of(places)
    if way == "margin":
        return _margins([-total for total in totals] if low else totals)
    if way == "share":
        lines = [
            GameStanding(who, place, total)
            for who, (place, total) in enumerate(zip(places, totals, strict=True))
        ]
        shares = points_of_game(lines, "share")
        return tuple(shares[who] for who in range(len(totals)))
    return _beaten(places)


def wins_of(places: Sequence[int]) -> tuple[int, ...]:
    """Return WIN for the only best, LEVEL for each of several, LOSS for all others."""
    best = min(places, default=0)
    gets = WIN if places.count(best) == 1 else LEVEL
    return tuple(gets if place == best else LOSS for place in places)


def _beaten(places: Sequence[int]) -> tuple[int, ...]:
    others, counts = len(places) - 1, Counter(places)
    if not others:
        return (WHOLE,) * len(places)
    behind = {place: sum(n for other, n in counts.items() if other > place) for place in counts}
    doubled = {place: 2 * behind[place] + counts[place] - 1 for place in counts}
    return tuple((WHOLE * doubled[place] + others) // (2 * others) for place in places)


def _margins(totals: Sequence[int]) -> tuple[int, ...]:
    if len(totals) < 2:
        return (0,) * len(totals)
    *_, second, first = sorted(totals)
    return tuple(own - (second if own == first else first) for own in totals)


def bye_of(way: Carry, bye: Bye) -> int | None:
    """Return the score of a bye; None if it scores like a sit-out."""
    if way not in ("wins", "beaten", "share"):
        return None
    whole = WIN if way == "wins" else WHOLE
    return {"whole": whole, "half": whole // 2, "nothing": 0}[bye]
