"""An evening played through before it begins: all seats from the movement, with made-up winners.
Nothing is stored, and the same seed gives the same evening."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING

from rulesets.formats.cuts import SIDES
from rulesets.formats.format import movement_of
from rulesets.movements.quality import Quality, measure_seats
from rulesets.movements.schedule import MOST_ROUNDS
from rulesets.movements.seating import Guest, Past, as_past

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.formats.format import Format
    from rulesets.movements.bracket import Level
    from rulesets.movements.exchanges import Progress
    from rulesets.movements.movement import SeatingRequest


@dataclass(frozen=True)
class Rehearsal:
    """The rounds of a possible evening. `sides`: people opposite each other are partners;
    `fixed_pairs`: and stay together. The last field says which rounds are rated (None: all)."""

    rounds: tuple[Past, ...]
    sides: bool = True
    fixed_pairs: bool = False
    compared: tuple[Past, ...] | None = None

    @cached_property
    def quality(self) -> Quality:
        """How good the seats are."""
        rounds = self.rounds if self.compared is None else self.compared
        return measure_rounds(rounds, sides=self.sides, fixed_pairs=self.fixed_pairs)

    @cached_property
    def sit_outs(self) -> dict[int, int]:
        """How often everybody with a part in it sits out; people who are out of the bracket of a
        second stage have a bye."""
        rounds = self.rounds if self.compared is None else self.compared
        times = Counter(person for past in rounds for person in past.sitting_out)
        here = {person for past in self.rounds for table in past.tables for person in table}
        here.update(person for past in self.rounds for person in past.sitting_out)
        return {person: times[person] for person in sorted(here)}


def measure_rounds(rounds: Sequence[Past], *, sides: bool, fixed_pairs: bool) -> Quality:
    """The quality of the seats of some rounds. `sides`: people opposite each other are partners;
    `fixed_pairs`: and stay together. A single round has none, because nobody can meet again."""
    several = rounds if len(rounds) > 1 else ()
    return measure_seats(several, sides=sides, fixed_pairs=fixed_pairs)


def rehearse(
    format: Format,
    request: SeatingRequest,
    *,
    seed: int,
    late: Sequence[Guest] = (),
    after: int = 0,
    progress: Progress | None = None,
) -> Rehearsal:
    """Seat all rounds of a format in which people move, one after the other.

    In: a request for the first round (of which the chance is not used); the seed of all draws; who
    comes `late`, after how many rounds. Out: the rounds up to the last, or up to the first in which
    nobody can be seated. `progress` is told how many rounds are seated.
    """
    guests = request.guests
    format = format.for_people(len(guests))
    movement = movement_of(format)
    chance = Random(f"winners {seed}")  # noqa: S311 - it is to be repeated
    rounds: list[Past] = []
    winners: list[tuple[int, ...]] = []
    results: list[list[Level]] = []
    wins: list[Counter[int]] = []
    sets = range(format.length.sets or MOST_ROUNDS)
    keeps_results = any(movement.needs(number + 1).results for number in sets)
    for number in sets:
        here = [*guests, *late] if number >= after else guests
        needs = movement.needs(number + 1)
        through = needs.order_after
        won = sum(wins[:through], Counter[int]())
        next_round = replace(
            request,
            guests=here,
            past=rounds,
            # A schedule follows from one seed, whatever the round.
            rng=Random(seed if format.kind.ahead else seed + number),  # noqa: S311
            sets=format.length.sets,
            winners=winners,
            order=() if through is None else _order((guest.id for guest in here), won, seed),
            results=results,
        )
        seated = movement.next_seats(next_round)
        if not seated.tables:
            break
        rounds.append(as_past(seated))
        if progress is not None:
            progress(number + 1, len(sets))
        tables = seated.tables
        winners = [_make_up_winners(table, chance, sides=format.facts.partners) for table in tables]
        if keeps_results:
            several = zip(seated.tables, winners, strict=True)
            results.append([_make_up_level(table, first, chance) for table, first in several])
        wins.append(Counter(person for several in winners for person in several))
    compared = tuple(format.length.rated(rounds))
    return Rehearsal(tuple(rounds), format.facts.partners, format.facts.fixed_pairs, compared)


def _order(people: Iterable[int], wins: Mapping[int, int], seed: int) -> list[list[int]]:
    """The people in groups with the same number of wins, the most first; within a group by a lot
    that stays the same."""

    def lot(person: int) -> float:
        return Random(f"lot {person} {seed}").random()  # noqa: S311

    ranked = sorted(people, key=lambda person: (-wins[person], lot(person)))
    return [list(level) for _wins, level in groupby(ranked, key=wins.__getitem__)]


def late_guests(format: Format, guests: Sequence[Guest], count: int) -> tuple[Guest, ...]:
    """Additional people, of each role in turn, with unused numbers."""
    first = max((guest.id for guest in guests), default=0) + 1
    roles = format.facts.roles.names or ("",)
    return tuple(Guest(first + place, roles[place % len(roles)]) for place in range(count))


def _make_up_level(table: Sequence[int], won: Sequence[int], chance: Random) -> Level:
    """Made-up results: one side ahead of the other, or single players in a random order."""
    others = [who for who in table if who not in won]
    if len(won) > 1:
        return tuple(won), tuple(others)
    return tuple((who,) for who in (*won, *chance.sample(others, len(others))))


def _make_up_winners(table: Sequence[int], chance: Random, *, sides: bool) -> tuple[int, ...]:
    """One of the two sides; if people play singly, one of them."""
    chairs = chance.choice(SIDES) if sides else (chance.randrange(len(table)),)
    return tuple(table[chair] for chair in chairs)
