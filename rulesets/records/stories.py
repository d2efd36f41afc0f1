"""How an evening was won, and what it is remembered for: headline, turns, awards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Literal

from rulesets.records.recorded_evenings import is_level

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.records.house import Fall, House
    from rulesets.records.recorded_evenings import RecordedEvening
    from rulesets.records.summaries import EveningDetails

Headline = Literal["record", "behind", "led", "close", "wins", "shared"]
CLOSE = 3  # points between the first two
STEADY_ROUNDS = 3
AWARD_KINDS = ("climb", "steadiest", "giant_killer", "partners", "moment")


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody is remembered for: `kind` is one of `AWARD_KINDS`; `value` how much of it (of a
    moment: its kind)."""

    kind: str
    value: float | str
    who: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """An evening as it is told: `by` is the figure of the headline (0: none), `fall` the record
    that it tells of; `turns` are [round, before, after]."""

    headline: Headline
    by: int
    fall: Fall | None
    turns: Sequence[Sequence[int]]
    falls: tuple[Fall, ...]


def story_of(house: House, at: int) -> Story:
    """Tell the evening at a place in the house's order."""
    evening, falls = house.evenings[at], house.falls[at]
    summary = evening.summary

    def tell(headline: Headline, by: int = 0, fall: Fall | None = None) -> Story:
        return Story(headline, by, fall, summary.turns, falls)

    if not evening.has_one_winner:
        return tell("shared")
    winners = set(evening.winners)
    own = (fall for fall in falls if fall.bettered and winners.issuperset(fall.after.who))
    if fall := next(own, None):
        return tell("record", summary.margin or 0, fall)
    if summary.behind:
        return tell("behind", summary.behind)
    if summary.led:
        return tell("led", summary.margin or 0)
    if summary.close is not None and summary.close <= CLOSE:
        return tell("close", summary.close)
    return tell("wins", summary.margin or 0)


def awards_of(house: House, at: int, details: EveningDetails) -> tuple[Award, ...]:
    """Return the awards of an evening in their order, from its details. Winners are passed over,
    and so is whoever has a prize or an award already."""
    evening = house.evenings[at]
    passed = {*evening.winners, *evening.holders, *house.out}
    awards = []
    ways = (
        _climbs(evening, details),
        _steadiness(evening, details),
        _giants(evening, details, house.shares_before[at]),
        _partnerships(evening),
        _moments(house, at),
    )
    for kind, candidates in zip(AWARD_KINDS, ways, strict=True):
        free = [(value, who) for value, who in candidates if passed.isdisjoint(who)]
        if not free:
            continue
        best = max(value for value, _who in free)
        level = (who for value, who in free if is_level(value, best))
        who = tuple(dict.fromkeys(person for people in level for person in people))
        passed.update(who)
        awards.append(Award(kind, _value(kind, best, house, at), who))
    return tuple(awards)


Candidate = tuple[float, tuple[int, ...]]
"""How much of it (more is better), and who: a chair, or two partners."""


def _value(kind: str, best: float, house: House, at: int) -> float | str:
    if kind == "moment":
        return _rarest(house, at)
    return -best if kind == "steadiest" else best


def _climbs(evening: RecordedEvening, details: EveningDetails) -> Iterator[Candidate]:
    for climb, who in zip(details.climbs, evening.people, strict=True):
        if climb > 0:
            yield climb, who


def _steadiness(evening: RecordedEvening, details: EveningDetails) -> Iterator[Candidate]:
    """Yield by the standard deviation above the room, over at least half of the rounds."""
    scale, all_rounds = evening.summary.scale, evening.summary.rounds
    for at, chair in enumerate(evening.summary.chairs):
        rounds = chair.rounds
        if rounds >= STEADY_ROUNDS and 2 * rounds >= all_rounds:
            squares = details.squares[at] * rounds - chair.above**2
            yield -sqrt(squares) / rounds / scale, evening.people[at]


def _giants(
    evening: RecordedEvening, details: EveningDetails, before: Mapping[int, float]
) -> Iterator[Candidate]:
    """Yield by rounds won with an opponent who had beaten a greater share of the others before."""
    for opponents_of, people in zip(details.opponents, evening.people, strict=True):
        for who in people:
            if who not in before:
                continue
            own = before[who]
            count = sum(
                times
                for opponents, times in opponents_of
                if any(
                    before.get(other, 0) > own and not is_level(before[other], own)
                    for opponent in opponents
                    for other in evening.people[opponent]
                )
            )
            if count:
                yield count, (who,)


def _partnerships(evening: RecordedEvening) -> Iterator[Candidate]:
    for pair, rounds, above in evening.partnerships():
        if above > 0:
            yield above / rounds, pair


def _moments(house: House, at: int) -> Iterator[Candidate]:
    """Yield who had the rarest moment of the evening, by how rare it was until then."""
    kind = _rarest(house, at)
    for other, _round, _deal, chairs in house.evenings[at].summary.highlights:
        if other == kind:
            yield 1, tuple(who for chair in chairs for who in house.evenings[at].people[chair])


def _rarest(house: House, at: int) -> str:
    """Return the kind of an evening's moments that had come least often up to then; of equal ones
    the first."""
    evening = house.evenings[at]
    earlier: Counter[str] = Counter()
    for place in house.of_game(evening.game):
        if place <= at:
            earlier.update(kind for kind, *_rest in house.evenings[place].summary.highlights)
    kinds = [kind for kind, *_rest in evening.summary.highlights]
    return min(kinds, key=lambda kind: earlier[kind], default="")
