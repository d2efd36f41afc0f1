"""The score card on which a player writes the points of every set, blank or filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rulesets.engine.rounds import RoundSet
    from rulesets.formats.format import Format

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hand:
    """A box for the points of a hand.

    `label` is its name; `symbol` an icon key ("S" "H" "C" "D", "named-S"..., "turned", "none", or
    "" for no icon); `points` the number filled in (None: blank).
    """

    label: str
    symbol: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SetRow:
    """A set on the card: its name, how it scores, the most that a hand can score, its hands and
    their total. `partners`: whether it is played with partners.

    `rule` is the anchor in the game's rule text.
    """

    name: str
    line: str
    most: str
    hands: tuple[Hand, ...]
    partners: bool = True
    points: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole card: a row for each set, the grand total, the score of a set sat out, and the number
    of hands that a set counts as if a bell ends it (0: there is no bell)."""

    title: str
    source: str
    sets: tuple[SetRow, ...]
    total: int | None = None
    sit_out: int = 0
    usual_hands: int = 0

    @property
    def is_named(self) -> bool:
        """Whether sets have names, not just numbers."""
        return any(row.name != f"Set {number}" for number, row in enumerate(self.sets, 1))

    @property
    def partners(self) -> bool:
        """Whether anybody has a partner in any set."""
        return any(row.partners for row in self.sets)


def layout(
    format: Format,
    hands: Sequence[Sequence[int | None]] = (),
    totals: Sequence[int | None] = (),
) -> Layout:
    """The card of a game in this format, blank or filled in.

    `hands` are one player's points for each hand of each set, in order; whatever is missing or None
    stays blank. `totals` are set totals that are known without hands; otherwise the total is the
    sum of a set whose hands are all there.
    """
    rows = tuple(
        _row(round_set, _at(hands, place, ()), _at(totals, place, None))
        for place, round_set in enumerate(format.sets)
    )
    sums = [row.points for row in rows if row.points is not None]
    total = sum(sums) if len(sums) == len(rows) else None
    game = format.game
    deals = format.length.deals
    usual = deals.usual if deals.bell else 0
    sit_out = format.ranking.sit_out.each_deal * deals.usual
    return Layout(game.name, game.source, rows, total, sit_out, usual)


def blank_layout(format: Format) -> Layout | None:
    """The blank card for everybody, with a row for each set; None where there are no sets."""
    return layout(format) if format.movement is not None else None


def _row(round_set: RoundSet, written: Sequence[int | None], total: int | None) -> SetRow:
    points = [_at(written, place, None) for place in range(len(round_set.labels))]
    hands = tuple(
        Hand(label, _at(round_set.signs, place, ""), points[place])
        for place, label in enumerate(round_set.labels)
    )
    if total is None:
        counted = [value for value in points if value is not None]
        total = sum(counted) if len(counted) == len(points) else None
    return SetRow(
        round_set.name,
        round_set.line,
        round_set.most,
        hands,
        round_set.partners,
        total,
        round_set.rule,
    )


def _at(values: Sequence[T], index: int, missing: T) -> T:
    return values[index] if index < len(values) else missing
