"""How good seats are: how often people meet, and how often they have to with these numbers.

Two people who play together n times in one way (as partners, as opponents, at one table) count as
n(n − 1)/2 repeats: 0 for once, 1 for twice, 3 for three times. `least` is a lower bound for any
seats with the same numbers, that is, who plays in which rounds, at tables of which sizes. It is the
larger of two bounds:

- everybody's own meetings are spread as evenly as possible;
- the k people of one table, seated again at T tables, repeat at least as much as k over T tables
  must (summed over all pairs of rounds; people who sit out meet nobody again).

It is not always attainable, so a gap is not necessarily a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rulesets.engine.text import NOTHING, Phrase, say
from rulesets.movements.seating import Past

PARTNERS = "partners"
OPPONENTS = "opponents"
OTHER_ROLE = "opponents of the other role"
SAME_ROLE = "opponents of the same role"
MEETINGS = "meetings"

Pair = tuple[int, int]
Pairs = Counter[Pair]


@dataclass(frozen=True, slots=True)
class Measure:
    """How often people meet in one way.

    `spread` gives the number of pairs by how often they meet; `repeats` and `least` are the actual
    repeats and the lower bound.
    """

    spread: Mapping[int, int]
    repeats: int
    least: int

    @property
    def fewest(self) -> int:
        """How often the pair meets that meets least."""
        return min(self.spread, default=0)

    @property
    def most(self) -> int:
        """How often the pair meets that meets most."""
        return max(self.spread, default=0)

    @property
    def again(self) -> int:
        """How many pairs meet more than once."""
        return sum(pairs for times, pairs in self.spread.items() if times > 1)

    @property
    def gap(self) -> int:
        """How many repeats there are above the lower bound."""
        return self.repeats - self.least


@dataclass(frozen=True, slots=True)
class Quality:
    """How good the seats of some rounds are.

    `measures` are by name, the most important first; `sit_outs` gives the number of people by how
    often they sit out; `even` says whether sit-outs differ by at most one (among people of a role,
    if partners have different roles). `source` says where the seats come from.
    """

    people: int
    rounds: int
    measures: Mapping[str, Measure] = field(default_factory=dict)
    sit_outs: Mapping[int, int] = field(default_factory=dict)
    even: bool = True
    source: Phrase = NOTHING

    @property
    def is_best(self) -> bool:
        """Whether no seats with these numbers can be better: in partners and opponents, or in
        meetings if nobody has a partner."""
        deciding = [measure for name, measure in self.measures.items() if name != MEETINGS]
        return self.even and all(
            measure.gap == 0 for measure in deciding or [*self.measures.values()]
        )

    @property
    def pairs_again(self) -> int:
        """How many pairs meet more than once, in any way."""
        measure = self.measures.get(MEETINGS) or self.measures.get(OPPONENTS)
        return measure.again if measure else 0

    @property
    def sentence(self) -> Phrase:
        """All about it in one sentence: "Nobody meets anybody twice; each sits out once."."""
        if not self.rounds:
            return NOTHING
        about = _about_meetings(self.measures)
        sitting = _about_sit_outs(self.sit_outs)
        if not sitting:
            return say("{meetings}.", meetings=about)
        return say("{meetings}; {sit_outs}.", meetings=about, sit_outs=sitting)

    @property
    def figures(self) -> tuple[Phrase, ...]:
        """All about it in figures: "Same partner again: nobody", with the sit-outs last, if
        there are any."""
        phrases = [_figures_of(name, measure) for name, measure in self.measures.items()]
        fewest, most = min(self.sit_outs, default=0), max(self.sit_outs, default=0)
        if most:
            phrases.append(say("Sit-outs: {often} each", often=_often(fewest, most)))
        return tuple(phrases) if self.rounds else ()


def measure_seats(
    rounds: Sequence[Past],
    *,
    sides: bool = True,
    fixed_pairs: bool = False,
    source: Phrase = NOTHING,
) -> Quality:
    """How good the seats of the rounds are that have been played or planned so far.

    In: the rounds; whether people opposite each other at a table of four are partners (otherwise
    only sitting at one table counts), and whether they stay together (then only which pairs meet
    counts); where the seats come from. If everybody has one of two roles, partners are assumed to
    have different ones, and the bounds reflect that.
    """
    count = _Counts(rounds, sides=sides)
    return Quality(
        people=len(count.people),
        rounds=len(rounds),
        measures=count.pairs() if fixed_pairs else count.measures(),
        sit_outs=dict(sorted(Counter(map(len, count.waits.values())).items())),
        even=all(
            max(several) - min(several) <= 1
            for group in count.groups()
            if (several := [len(count.waits[person]) for person in group])
        ),
        source=source,
    )


class _Counts:
    """How often people met in some rounds, and who sat out when."""

    def __init__(self, rounds: Sequence[Past], *, sides: bool) -> None:
        self.rounds = rounds
        self.sides = sides
        self.partners, self.opponents, self.meetings = Pairs(), Pairs(), Pairs()
        self.roles: dict[int, str] = {}
        self.waits: dict[int, list[int]] = {}
        self.plays: Counter[int] = Counter()
        self.met: Counter[int] = Counter()
        for number, played in enumerate(rounds):
            self.roles.update(played.roles)
            for person in played.sitting_out:
                self.waits.setdefault(person, []).append(number)
            for table in played.tables:
                self._count(table)
        self.people = sorted(self.waits)
        self.role_names = sorted(set(self.roles.values()) - {""})

    def _count(self, table: Sequence[int]) -> None:
        for person in table:
            self.waits.setdefault(person, [])
            self.plays[person] += 1
            self.met[person] += len(table) - 1
        for place, sitter in enumerate(table):
            for other in range(place + 1, len(table)):
                pair = (sitter, table[other]) if sitter < table[other] else (table[other], sitter)
                self.meetings[pair] += 1
                if self.sides:
                    (self.partners if other - place == 2 else self.opponents)[pair] += 1

    @property
    def mixed(self) -> bool:
        """Whether partners have different roles."""
        return self.sides and len(self.role_names) == 2 and self.roles.keys() >= {*self.people}

    def groups(self) -> list[list[int]]:
        """The groups of people in which sit-outs should be even."""
        if not self.mixed:
            return [self.people]
        return [
            [person for person in self.people if self.roles[person] == role]
            for role in self.role_names
        ]

    def measures(self) -> dict[str, Measure]:
        """All measures, the most important first."""
        everybody = len(self.people) * (len(self.people) - 1) // 2
        crowded = least_by_crowding(self.rounds, len(self.people))
        if not self.sides:
            least = max(self._least_of(self.met, 1), crowded)
            return {MEETINGS: _measure(self.meetings, everybody, least)}
        measures = self._with_roles() if self.mixed else self._without_roles(everybody)
        return {**measures, MEETINGS: _measure(self.meetings, everybody, crowded)}

    def pairs(self) -> dict[str, Measure]:
        """How often fixed pairs meet, each counted as one."""
        meetings, plays = Pairs(), Counter[int]()
        number: dict[Pair, int] = {}
        for played in self.rounds:
            for table in played.tables:
                ends = (table[::2], table[1::2])
                first, second = (
                    number.setdefault((min(end), max(end)), len(number)) for end in ends
                )
                meetings[min(first, second), max(first, second)] += 1
                plays.update((first, second))
        everybody = len(number) * (len(number) - 1) // 2
        least = least_if_even(list(plays.values()), len(number) - 1) if number else 0
        return {OPPONENTS: _measure(meetings, everybody, least)}

    def _least_of(self, totals: Mapping[int, int], times: int) -> int:
        several = [times * totals[person] for person in self.people]
        return least_if_even(several, len(self.people) - 1)

    def _without_roles(self, everybody: int) -> dict[str, Measure]:
        return {
            PARTNERS: _measure(self.partners, everybody, self._least_of(self.plays, 1)),
            OPPONENTS: _measure(self.opponents, everybody, self._least_of(self.plays, 2)),
        }

    def _with_roles(self) -> dict[str, Measure]:
        groups = self.groups()
        sizes = [len(group) for group in groups]
        unlike = sizes[0] * sizes[1]
        alike = sum(size * (size - 1) // 2 for size in sizes)
        across = max(
            sum(least_repeats(self.plays[person], sizes[1 - side]) for person in group)
            for side, group in enumerate(groups)
        )
        within = sum(
            (sum(least_repeats(self.plays[person], len(group) - 1) for person in group) + 1) // 2
            for group in groups
        )
        cross, same = Pairs(), Pairs()
        for (person, other), times in self.opponents.items():
            (cross if self.roles[person] != self.roles[other] else same)[person, other] = times
        return {
            PARTNERS: _measure(self.partners, unlike, across),
            OTHER_ROLE: _measure(cross, unlike, across),
            SAME_ROLE: _measure(same, alike, within),
        }


def _measure(pairs: Pairs, possible: int, least: int) -> Measure:
    spread = Counter(pairs.values())
    if never := possible - len(pairs):
        spread[0] = never
    return Measure(dict(sorted(spread.items())), repeats(pairs.values()), least)


def repeats(times: Iterable[int]) -> int:
    """The repeats in this many meetings per pair."""
    return sum(number * (number - 1) // 2 for number in times)


# --- what must be ---------------------------------------------------------------------------------


def least_repeats(total: int, cells: int) -> int:
    """The fewest repeats with this many meetings with this many people."""
    if cells <= 0:
        return 0
    each, more = divmod(total, cells)
    return more * (each + 1) * each // 2 + (cells - more) * each * (each - 1) // 2


def least_if_even(totals: Sequence[int], others: int) -> int:
    """The fewest repeats if everybody meets this many times, spread over this many others."""
    people = len(totals)
    own = (sum(least_repeats(total, others) for total in totals) + 1) // 2
    return max(own, least_repeats(sum(totals) // 2, people * (people - 1) // 2))


def least_by_crowding(rounds: Sequence[Past], people: int) -> int:
    """The fewest repeats because the people of one table cannot all be parted at the next."""
    shapes = Counter(tuple(map(len, played.tables)) for played in rounds)
    total = 0
    for sizes, times in shapes.items():
        total += times * (times - 1) // 2 * _crowding(sizes, sizes, people)
    for (shape, first), (other_shape, second) in combinations(shapes.items(), 2):
        crowding = max(_crowding(shape, other_shape, people), _crowding(other_shape, shape, people))
        total += first * second * crowding
    return total


def _crowding(before: Sequence[int], after: Sequence[int], people: int) -> int:
    """The repeats between two rounds; people who sit out the second are taken where that saves
    most."""
    tables = len(after)
    if not tables:
        return 0
    sizes = list(before)
    for _ in range(min(people - sum(after), sum(sizes))):
        dearest = max(
            range(len(sizes)),
            key=lambda place: (sizes[place] - 1) // tables if sizes[place] else -1,
        )
        sizes[dearest] -= 1
    return sum(least_repeats(size, tables) for size in sizes)


# --- in words -------------------------------------------------------------------------------------


def _about_meetings(measures: Mapping[str, Measure]) -> Phrase:
    if MEETINGS not in measures:
        return _about_pairs(measures[OPPONENTS])
    meetings = measures[MEETINGS]
    if meetings.most <= 1:
        return say("Nobody meets anybody twice")
    if PARTNERS not in measures:
        return _about_repeats(meetings)
    partners = measures[PARTNERS]
    if partners.most > 1:
        return _about_partners(partners)
    most = max(
        measure.most for name, measure in measures.items() if name not in (PARTNERS, MEETINGS)
    )
    if most <= 1:
        return say("Nobody has the same partner or opponent twice")
    if most == 2:
        return say("Nobody has the same partner twice, or the same opponent more than twice")
    return say(
        "Nobody has the same partner twice, or the same opponent more than {most} times", most=most
    )


def _about_pairs(pairs: Measure) -> Phrase:
    if pairs.most <= 1:
        return say("Nobody plays anybody twice")
    if not pairs.gap:
        return _unavoidable(pairs, _PLAYED_AGAIN)
    if pairs.most > 2:
        return say("Nobody plays anybody more than {most} times", most=pairs.most)
    if pairs.spread[2] == 1:
        return say("Nobody plays anybody twice, except in one match")
    return say("Nobody plays anybody twice, except in {count} matches", count=pairs.spread[2])


def _about_partners(partners: Measure) -> Phrase:
    if not partners.gap:
        return _unavoidable(partners, _PARTNERS_AGAIN)
    if partners.most > 2:
        return say("Nobody has the same partner more than {most} times", most=partners.most)
    if partners.spread[2] == 1:
        return say("Nobody has the same partner twice, except one pair")
    return say("Nobody has the same partner twice, except {pairs} pairs", pairs=partners.spread[2])


def _about_repeats(meetings: Measure) -> Phrase:
    if not meetings.gap:
        return _unavoidable(meetings, _MET_AGAIN)
    if meetings.most > 2:
        return say("Nobody meets anybody more than {most} times", most=meetings.most)
    if meetings.spread[2] == 1:
        return say("Nobody meets anybody twice, except one pair")
    return say("Nobody meets anybody twice, except {pairs} pairs", pairs=meetings.spread[2])


# Of repeats that cannot be fewer: one pair, several, and where a pair meets more than twice.
_MET_AGAIN = (
    say("One pair meets again; it cannot be avoided"),
    "{pairs} pairs meet again; fewer repeats are impossible",
    "{pairs} pairs meet again, up to {most} times in all; fewer repeats are impossible",
)
_PLAYED_AGAIN = (
    say("One match is played a second time; it cannot be avoided"),
    "{pairs} matches are played a second time; fewer repeats are impossible",
    "{pairs} matches are played again, up to {most} times in all; fewer repeats are impossible",
)
_PARTNERS_AGAIN = (
    say("One pair are partners again; it cannot be avoided"),
    "{pairs} pairs are partners again; fewer repeats are impossible",
    "{pairs} pairs are partners again, up to {most} times in all; fewer repeats are impossible",
)


def _unavoidable(measure: Measure, words: tuple[Phrase, str, str]) -> Phrase:
    """How many pairs meet again, where the lower bound is reached."""
    single, several, many = words
    if measure.most > 2:
        return say(many, pairs=measure.again, most=measure.most)
    return single if measure.again == 1 else say(several, pairs=measure.again)


_TITLES = {
    PARTNERS: say("Same partner again"),
    OPPONENTS: say("Same opponent again"),
    OTHER_ROLE: say("Same opponent of the other role again"),
    SAME_ROLE: say("Same opponent of the same role again"),
    MEETINGS: say("At one table again"),
}


def _figures_of(name: str, measure: Measure) -> Phrase:
    """How many pairs meet again in one way, and how often at most."""
    pairs = say("{count} pairs", count=measure.again)
    if measure.again <= 1:
        pairs = say("one pair") if measure.again else say("nobody")
    text = "{title}: {pairs}, up to {most} times" if measure.most > 2 else "{title}: {pairs}"
    return say(text, title=_TITLES[name], pairs=pairs, most=measure.most)


def _often(fewest: int, most: int) -> Phrase:
    if fewest < most:
        return say("{fewest}–{most} times", fewest=fewest, most=most)
    return say("once") if most == 1 else say("{count} times", count=most)


_SO_OFTEN = {1: say("each sits out once"), 2: say("each sits out twice")}


def _about_sit_outs(sit_outs: Mapping[int, int]) -> Phrase:
    """How often people sit out; empty if nobody does."""
    fewest, most = min(sit_outs, default=0), max(sit_outs, default=0)
    if not most:
        return NOTHING
    if fewest == most:
        return _SO_OFTEN.get(most) or say("each sits out {count} times", count=most)
    if most == 1:
        return say("nobody sits out more than once")
    if most == 2 and fewest == 1:
        return say("each sits out once or twice")
    return say("each sits out {fewest} to {most} times", fewest=fewest, most=most)
