"""What somebody's evenings come to."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rulesets.records.house import ALL
from rulesets.records.recorded_evenings import commonest_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.records.house import House
    from rulesets.records.recorded_evenings import Outcome, RecordedEvening
    from rulesets.records.summaries import ChairSplits

FEWEST_MEETINGS, FIFTH = 3, 5
TOLD_ROUNDS, ERRORS = 20, 4  # the square of twice the standard error
LATELY = 3
TOGETHER = 8  # rounds with a partner
PersonHeadline = Literal["holds", "champion", "won", "partner", "since"]


@dataclass(frozen=True, slots=True)
class Against:
    """One person against another: evenings that ended ahead of, behind and level with the other,
    and those on the same side."""

    who: int
    ahead: int = 0
    behind: int = 0
    level: int = 0
    together: int = 0

    @property
    def met(self) -> int:
        """Evenings on different sides."""
        return self.ahead + self.behind + self.level


@dataclass(frozen=True, slots=True)
class Partner:
    """A partner: rounds together, and their mean above the room."""

    who: int
    rounds: int
    above: float


@dataclass(frozen=True, slots=True)
class Split:
    """The rounds (or deals) of one part: how many, and their mean above the room. `even`: no
    further from the others than cards alone would bring."""

    game: str
    by: str
    part: str
    count: int
    mean: float
    even: bool


@dataclass(frozen=True, slots=True)
class YearFigures:
    """A year of somebody's: evenings, and the share of the others beaten."""

    year: int
    evenings: int
    beaten: float


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A game of somebody's: evenings and wins of any kind, the points made in those of the
    commonest kind (None: unknown), the mean of their rounds above the room, and the best evening
    (a place in the house's order)."""

    game: str
    evenings: int
    wins: int
    beaten: float
    points: float | None
    above_room: float | None
    best: int | None


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """What finished evenings come to for somebody; `evenings` are places in the house's order."""

    who: int
    evenings: tuple[int, ...]
    wins: int
    shared_wins: int
    podium: int
    last_places: int
    rounds: int
    rounds_won: int
    deals: int
    beaten: float | None
    wins_in_a_row: int
    attendance: int
    against: tuple[Against, ...]
    partners: tuple[Partner, ...]
    years: tuple[YearFigures, ...]
    games: tuple[GameFigures, ...]
    headline: PersonHeadline

    @property
    def nemesis(self) -> tuple[Against, ...]:
        """Who was ahead in the greatest share of the evenings, and more often than behind."""
        return _strongest(
            [replace(pair, ahead=pair.behind, behind=pair.ahead) for pair in self.against],
            len(self.evenings),
            self.against,
        )

    @property
    def victims(self) -> tuple[Against, ...]:
        """Whom one was ahead of in the greatest share of the evenings."""
        return _strongest(self.against, len(self.evenings), self.against)

    @property
    def usual_partners(self) -> tuple[Partner, ...]:
        """With whom most rounds were played together: all who are level."""
        most = max((partner.rounds for partner in self.partners), default=0)
        return tuple(partner for partner in self.partners if partner.rounds == most)


def _strongest(
    rivals: Sequence[Against], evenings: int, answers: Sequence[Against]
) -> tuple[Against, ...]:
    """Return those of the `answers` whose counterparts among the `rivals` have the greatest share
    of evenings ahead (level: more evenings, then all)."""
    best: list[Against] = []
    key = (0.0, 0)
    for rival, answer in zip(rivals, answers, strict=True):
        if rival.met < FEWEST_MEETINGS or rival.met * FIFTH < evenings:
            continue
        if rival.ahead <= rival.behind:
            continue
        own = (rival.ahead / rival.met, rival.met)
        if own > key:
            key, best = own, []
        if own == key:
            best.append(answer)
    return tuple(best)


def person_record(house: House, who: int, *, alone: bool = False) -> PersonRecord:
    """Return somebody's record; with `alone` without evenings in a shared chair."""
    own = evenings_of(house, who, alone=alone)
    mine = [(evening, evening.chair_of[who]) for _at, evening in own]
    outcomes = [evening.outcomes[chair] for evening, chair in mine]
    chairs = [evening.summary.chairs[chair] for evening, chair in mine]
    partners = tuple(_partners(house, who, mine))
    return PersonRecord(
        who=who,
        evenings=tuple(at for at, _evening in own),
        wins=sum(outcome.is_win for outcome in outcomes),
        shared_wins=sum(outcome.is_win and outcome.level > 0 for outcome in outcomes),
        podium=sum(outcome.is_podium for outcome in outcomes),
        last_places=sum(outcome.is_last for outcome in outcomes),
        rounds=sum(chair.rounds for chair in chairs),
        rounds_won=sum(chair.won for chair in chairs),
        deals=sum(chair.deals for chair in chairs),
        beaten=_beaten(outcomes),
        wins_in_a_row=longest_run(outcome.is_win for outcome in outcomes),
        attendance=_attendance(house, {evening.date for evening, _chair in mine}),
        against=tuple(_against(house, who, mine)),
        partners=partners,
        years=tuple(_years(mine)),
        games=tuple(_games(own, who)),
        headline=_headline(house, who, outcomes, partners),
    )


def evenings_of(house: House, who: int, *, alone: bool = False) -> Own:
    """Return somebody's evenings, each with its place in the house's order."""
    return [
        (at, evening)
        for at, evening in enumerate(house.evenings)
        if who in evening.chair_of and not (alone and evening.is_shared(who))
    ]


def _beaten(outcomes: Sequence[Outcome]) -> float | None:
    return sum(outcome.beaten for outcome in outcomes) / len(outcomes) if outcomes else None


def _attendance(house: House, dates: set[str]) -> int:
    """Return the most dates of the family in a row on which somebody was there."""
    return longest_run(
        date in dates for date in dict.fromkeys(evening.date for evening in house.evenings)
    )


def longest_run(won: Iterable[bool]) -> int:
    """Return the longest run of wins, or of whatever else is so or not."""
    longest = run = 0
    for is_win in won:
        run = run + 1 if is_win else 0
        longest = max(longest, run)
    return longest


Mine = list[tuple["RecordedEvening", int]]


def _against(house: House, who: int, mine: Mine) -> Iterator[Against]:
    """Yield the results with each of the others, those met most often first; nobody left out, and
    nobody for an evening in the same chair."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for evening, chair in mine:
        own = evening.summary.chairs[chair]
        for other, at in evening.chair_of.items():
            if other in house.out or at == chair:
                continue
            result, count = evening.summary.chairs[at], counts[other]
            if result.side == own.side:
                count["together"] += 1
            elif result.rank == own.rank:
                count["level"] += 1
            else:
                count["ahead" if own.rank < result.rank else "behind"] += 1
    rows = [Against(other, **count) for other, count in counts.items()]
    yield from sorted(rows, key=lambda row: (-row.met, -row.together, -row.ahead, row.who))


def _partners(house: House, who: int, mine: Mine) -> Iterator[Partner]:
    """Yield everybody who was a partner for a round, the most rounds first."""
    rounds: Counter[int] = Counter()
    above: dict[int, float] = defaultdict(float)
    for evening, chair in mine:
        if not evening.summary.has_points:
            continue
        for first, second, count, parts, second_parts in zip(
            *evening.summary.partnerships, strict=True
        ):
            if chair not in (first, second):
                continue
            is_first = first == chair
            for partner in evening.people[second if is_first else first]:
                if partner not in house.out:
                    rounds[partner] += count
                    own_parts = parts if is_first else second_parts
                    above[partner] += own_parts / evening.summary.scale
    for partner, many in sorted(rounds.items(), key=lambda row: (-row[1], row[0])):
        yield Partner(partner, many, above[partner] / many)


def partners_in(house: House, record: PersonRecord, game: str) -> tuple[Partner, ...]:
    """Return somebody's partners in a game, from the evenings of its commonest kind."""
    evenings = ((at, house.evenings[at]) for at in record.evenings)
    rows = _of_one_kind([(at, evening) for at, evening in evenings if evening.game == game])
    mine = [(evening, evening.chair_of[record.who]) for _at, evening in rows]
    return tuple(_partners(house, record.who, mine))


def _years(mine: Mine) -> Iterator[YearFigures]:
    years: dict[int, list[Outcome]] = defaultdict(list)
    for evening, chair in mine:
        years[evening.year].append(evening.outcomes[chair])
    for year, outcomes in sorted(years.items()):
        yield YearFigures(year, len(outcomes), _beaten(outcomes) or 0.0)


Own = list[tuple[int, "RecordedEvening"]]


def _by_game(own: Own) -> list[Own]:
    """Return somebody's evenings of each game, the most played first."""
    games: dict[str, Own] = defaultdict(list)
    for at, evening in own:
        games[evening.game].append((at, evening))
    return sorted(games.values(), key=lambda rows: (-len(rows), rows[0][1].game))


def _of_one_kind(own: Own) -> Own:
    """Return the evenings of the commonest kind whose points count."""
    kind = commonest_kind([evening for _at, evening in own])
    return [
        (at, evening)
        for at, evening in own
        if evening.summary.kind == kind and evening.summary.has_points
    ]


def _games(own: Own, who: int) -> Iterator[GameFigures]:
    for rows in _by_game(own):
        outcomes = [evening.outcomes[evening.chair_of[who]] for _at, evening in rows]
        points, above, rounds = 0.0, 0.0, 0
        best: tuple[int, int] | None = None
        comparable = _of_one_kind(rows)
        for at, evening in comparable:
            chair = evening.summary.chairs[evening.chair_of[who]]
            points += chair.points / len(evening.people[evening.chair_of[who]])
            above += chair.above / evening.summary.scale
            rounds += chair.rounds
            worth = -chair.points if evening.summary.low else chair.points
            if not chair.joined and (best is None or worth > best[0]):
                best = worth, at
        yield GameFigures(
            game=rows[0][1].game,
            evenings=len(rows),
            wins=sum(outcome.is_win for outcome in outcomes),
            beaten=_beaten(outcomes) or 0.0,
            points=points if comparable else None,
            above_room=above / rounds if rounds else None,
            best=best[1] if best else None,
        )


# --- splits ---------------------------------------------------------------------------------------

Sums = tuple[int, float, float]
"""How many, their sum, the sum of their squares."""


def splits_of(
    house: House, who: int, by_evening: Mapping[int, ChairSplits], *, alone: bool = False
) -> tuple[Split, ...]:
    """Return the parts of somebody's rounds and deals in each game. `by_evening`: the splits of all
    chairs by key of the evening."""
    games = _by_game(evenings_of(house, who, alone=alone))
    return tuple(split for rows in games for split in _splits(_of_one_kind(rows), who, by_evening))


def _splits(rows: Own, who: int, by_evening: Mapping[int, ChairSplits]) -> Iterator[Split]:
    sums: dict[tuple[str, str], Sums] = {}
    for _at, evening in rows:
        scale = evening.summary.scale
        parts = by_evening[evening.key][evening.chair_of[who]]
        for by, part, count, total, squares in parts:
            old = sums.get((by, part), (0, 0.0, 0.0))
            new = old[0] + count, old[1] + total / scale, old[2] + squares / scale**2
            sums[by, part] = new
    for (by, part), own in sorted(sums.items()):
        rest = (0, 0.0, 0.0)
        for (way, other), more in sums.items():
            if way == by and other != part:
                rest = rest[0] + more[0], rest[1] + more[1], rest[2] + more[2]
        yield Split(rows[0][1].game, by, part, own[0], own[1] / own[0], is_even(own, rest))


def is_even(own: Sums, rest: Sums) -> bool:
    """Whether a part differs from the rest by no more than cards alone would bring: twice its
    standard error, from 20 rounds on each side."""
    n, m = own[0], rest[0]
    if n < TOLD_ROUNDS or m < TOLD_ROUNDS:
        return True
    difference = own[1] / n - rest[1] / m
    return not difference**2 > ERRORS * (_variance(own) / n + _variance(rest) / m) + 1e-12


def _variance(sums: Sums) -> float:
    count, total, squares = sums
    return max(0.0, (squares - total * total / count) / (count - 1))


# --- the first line -------------------------------------------------------------------------------


def _headline(
    house: House, who: int, outcomes: Sequence[Outcome], partners: Sequence[Partner]
) -> PersonHeadline:
    if any(who in held.who for lists in house.lists.values() for held in lists.values()):
        return "holds"
    last = house.evenings[-1].year if house.evenings else 0
    if any(who in here[ALL] for year, here in house.champions.items() if year < last):
        return "champion"
    if any(outcome.is_win for outcome in outcomes[-LATELY:]):
        return "won"
    if any(partner.rounds >= TOGETHER for partner in partners):
        return "partner"
    return "since"
