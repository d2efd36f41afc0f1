"""What a house's evenings come to: its lists, and which of them fell when; champions; what could
fall next; great moments.

Evenings are added one after the other, the oldest first. After each, the lists that it can have
changed are compared with what they were before: so what fell is known for every evening, as it was
on that day.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from rulesets.records.recorded_evenings import DIGITS, is_level

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from rulesets.records.recorded_evenings import Kind, RecordedEvening

ALL = "all"
ENOUGH = 5  # evenings of its kind, for a game to have lists; of a year, for it to be compared
LISTS_OF_ALL = ("wins", "wins_in_a_row", "rounds_won", "most_improved")
LISTS_OF_POINTS = (
    *("best_evening", "best_margin", "biggest_win", "closest"),
    *("lead_changes", "comeback", "partnership"),
)
LISTS = (*LISTS_OF_ALL, *LISTS_OF_POINTS)
COUNTED = ("wins", "wins_in_a_row", "rounds_won")
BY_OTHERS = ("wins", "rounds_won")  # one's own next win breaks no record
NEVER_FALLS = ("most_improved", "partnership")
ROUNDS_TOGETHER, EVENINGS_TOGETHER = 8, 2
LAST_SIX, COMES = 6, 3  # who was at three of the last six evenings comes to the next
MOST_RIVALS, MOST_TO_FALL = 3, 2
SHORTEST_RUN = 2


@dataclass(frozen=True, slots=True)
class Holding:
    """The head of a list: its value, and who has it, all who are level; the evenings in which they
    reached it (places in the house's order). Values are compared within one `kind` only."""

    value: float
    who: tuple[int, ...]
    evenings: tuple[int, ...] = ()
    kind: object = None


@dataclass(frozen=True, slots=True)
class YearWinner:
    """Somebody who has won evenings of a year: how many, and the mean share of the others whom they
    have `beaten`."""

    who: int
    wins: int
    beaten: float


@dataclass(frozen=True, slots=True)
class Fall:
    """A list that fell: in which game (or "all"), and what it was before. `bettered`: not only
    equalled."""

    game: str
    list: str
    before: Holding
    after: Holding
    bettered: bool


@dataclass(frozen=True, slots=True)
class CouldFall:
    """A list that one win more would equal or pass, and for whom; `counts` are what they have."""

    game: str
    list: str
    who: tuple[int, ...]
    counts: tuple[int, ...]
    holding: Holding


@dataclass(frozen=True, slots=True)
class Least:
    """What it takes to be compared: partners need so many rounds or evenings together, a year so
    many evenings, and so many in the one before."""

    rounds: int = ROUNDS_TOGETHER
    evenings: int = EVENINGS_TOGETHER
    of_year: int = ENOUGH


USUAL = Least()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list: who, and the value; of partners the rounds together, of who improved the
    year, of what one evening brought the place of that evening."""

    who: tuple[int, ...]
    value: float
    rounds: int = 0
    year: int = 0
    evening: int | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """What came nearest to a record on an evening on which none fell: its place in the list then,
    and the record."""

    game: str
    list: str
    place: int
    line: ListLine
    record: ListLine


@dataclass(frozen=True, slots=True)
class MomentCount:
    """How often a rare thing has happened in a game, in how many deals of it."""

    game: str
    kind: str
    times: int
    deals: int

    @property
    def one_in(self) -> int:
        """One in so many deals, rounded half up; 0: never yet."""
        return (2 * self.deals + self.times) // (2 * self.times) if self.times else 0


@dataclass(slots=True)
class _Best:
    """The best value offered so far, with everybody level."""

    low: bool = False
    value: float | None = None
    who: dict[int, None] = field(default_factory=dict)  # in the order of their evenings
    evenings: list[int] = field(default_factory=list)

    def offer(self, value: float, who: tuple[int, ...], evening: int) -> None:
        if self.value is None or not is_level(value, self.value):
            if self.value is not None and (value < self.value) != self.low:
                return
            self.value, self.who, self.evenings = value, {}, []
        self.who.update(dict.fromkeys(who))
        self.evenings.append(evening)

    def holding(self, kind: object) -> Holding | None:
        if self.value is None:
            return None
        return Holding(self.value, tuple(self.who), tuple(self.evenings), kind)


class _Counts:
    """Wins, runs and rounds won in all evenings, or in those of a game; when each was reached."""

    def __init__(self) -> None:
        self.evenings: list[int] = []
        self.wins: Counter[int] = Counter()
        self.runs: Counter[int] = Counter()  # that stand
        self.longest: Counter[int] = Counter()
        self.rounds_won: Counter[int] = Counter()
        self.reached: dict[str, dict[int, int]] = defaultdict(dict)

    def add(self, at: int, evening: RecordedEvening) -> None:
        self.evenings.append(at)
        for chair, (people, outcome) in enumerate(
            zip(evening.people, evening.outcomes, strict=True)
        ):
            won = evening.summary.chairs[chair].won
            for who in people:
                if won:
                    self.rounds_won[who] += won
                    self.reached["rounds_won"][who] = at
                if not outcome.is_win:
                    self.runs[who] = 0
                    continue
                self.wins[who] += 1
                self.reached["wins"][who] = at
                self.runs[who] += 1
                if self.runs[who] > self.longest[who]:
                    self.longest[who] = self.runs[who]
                    self.reached["wins_in_a_row"][who] = at

    def ranking(self, name: str, out: Collection[int]) -> dict[int, int]:
        """Return what everybody has in a list of counts, without those at 0."""
        counts = {"wins": self.wins, "wins_in_a_row": self.longest, "rounds_won": self.rounds_won}
        return {who: count for who, count in counts[name].items() if count and who not in out}

    def holding(self, name: str, out: Collection[int]) -> Holding | None:
        """Return the head of a list of counts; None at 0."""
        here = self.ranking(name, out)
        best = max(here.values(), default=0)
        if not best:
            return None
        who = tuple(sorted(who for who, count in here.items() if count == best))
        return Holding(best, who, tuple(self.reached[name][person] for person in who))


@dataclass(slots=True)
class _KindLists:
    """The lists by points of the evenings of one kind."""

    rounds: Counter[int] = field(default_factory=Counter)
    last: dict[int, int] = field(default_factory=dict)  # by number of rounds: when last played
    best_evening: dict[int, _Best] = field(default_factory=dict)
    others: dict[str, _Best] = field(default_factory=dict)
    count: int = 0

    def add(self, at: int, evening: RecordedEvening, out: Collection[int]) -> None:
        """Add an evening of the kind."""
        self.count += 1
        summary = evening.summary
        if not summary.has_points:
            return
        self.rounds[summary.rounds] += 1
        self.last[summary.rounds] = at
        for name, value, who in _offers(evening, out):
            if name != "best_evening":
                best = self.others.setdefault(name, _Best(name == "closest"))
            else:
                best = self.best_evening.setdefault(summary.rounds, _Best(summary.low))
            best.offer(value, who, at)

    @property
    def usual_rounds(self) -> int:
        """The commonest number of rounds, of equal ones the last played."""
        return max(self.rounds, key=lambda rounds: (self.rounds[rounds], self.last[rounds]))

    def holdings(self, kind: Kind) -> Iterator[tuple[str, Holding]]:
        """Yield the heads of these lists."""
        usual = self.usual_rounds if self.rounds else 0
        if usual in self.best_evening:
            holding = self.best_evening[usual].holding((kind, usual))
            if holding is not None:
                yield "best_evening", holding
        for name, best in self.others.items():
            holding = best.holding(kind)
            if holding is not None:
                yield name, holding


def _offers(
    evening: RecordedEvening, out: Collection[int]
) -> Iterator[tuple[str, float, tuple[int, ...]]]:
    """Yield what an evening brings to the lists by points: the list, the value, and who."""
    summary = evening.summary
    for number, chair in enumerate(summary.chairs):
        who = tuple(person for person in evening.people[number] if person not in out)
        if not who:
            continue
        if not chair.joined:
            yield "best_evening", chair.points, who
        above = evening.above_room(number)
        if above is not None and 2 * chair.rounds >= summary.rounds:
            yield "best_margin", above, who
    winners = tuple(person for person in evening.winners if person not in out)
    for name, value in _values_of(evening) if winners else ():
        yield name, value, winners


def _values_of(evening: RecordedEvening) -> Iterator[tuple[str, int]]:
    """Yield what an evening itself is worth in lists; nothing at 0, but points may be."""
    summary = evening.summary
    if summary.margin:
        yield "biggest_win", summary.margin
    if summary.close is not None:
        yield "closest", summary.close
    if summary.lead_changes:
        yield "lead_changes", summary.lead_changes
    if summary.comeback:
        yield "comeback", summary.comeback


Lists = dict[str, Holding]


class House:
    """The evenings of a house in their order, and all that follows from them. People in `out` are
    left out of lists."""

    def __init__(self, evenings: Sequence[RecordedEvening], out: Collection[int] = ()) -> None:
        self.evenings, self.out = tuple(evenings), frozenset(out)
        self.counts: dict[str, _Counts] = {}
        self.falls: list[tuple[Fall, ...]] = []
        # By evening: what share of the others everybody there had beaten before it.
        self.shares_before: list[dict[int, float]] = []
        self.years: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._kinds: dict[str, Counter[Kind]] = defaultdict(Counter)
        self._last_kind: dict[Kind, int] = {}
        self._by_kind: dict[Kind, _KindLists] = {}
        shares: dict[int, list[float]] = defaultdict(lambda: [0.0, 0])
        before: dict[str, Lists] = {}
        for at, evening in enumerate(self.evenings):
            self.shares_before.append(
                {who: shares[who][0] / shares[who][1] for who in evening.chair_of if who in shares}
            )
            self._add(at, evening)
            for who, chair in evening.chair_of.items():
                beaten = evening.outcomes[chair].beaten
                shares[who][0] += beaten
                shares[who][1] += 1
                self.years[evening.year][who].append(beaten)
            after = {scope: self._holdings(scope) for scope in (ALL, evening.game)}
            self.falls.append(
                tuple(
                    fall
                    for scope, lists in after.items()
                    for fall in _falls(scope, before.get(scope, {}), lists)
                )
            )
            before |= after
            if len(self.counts[evening.game].evenings) == 1:  # a new game: others may get lists
                before |= {game: self._holdings(game) for game in self.games}
        self.lists = self._final_lists()

    @property
    def games(self) -> tuple[str, ...]:
        """The games, the most played first."""
        names = (scope for scope in self.counts if scope != ALL)
        return tuple(sorted(names, key=lambda game: (-len(self.counts[game].evenings), game)))

    def of_game(self, scope: str) -> list[int]:
        """Return the places of the evenings of a game, or of all."""
        return self.counts[scope].evenings if scope in self.counts else []

    def kind_of(self, game: str) -> Kind | None:
        """Return the commonest kind of a game, of equal ones the last played."""
        counts = self._kinds.get(game)
        if not counts:
            return None
        return max(counts, key=lambda kind: (counts[kind], self._last_kind[kind]))

    def _add(self, at: int, evening: RecordedEvening) -> None:
        kind = evening.summary.kind
        for scope in (ALL, evening.game):
            self.counts.setdefault(scope, _Counts()).add(at, evening)
        self._kinds[evening.game][kind] += 1
        self._last_kind[kind] = at
        self._by_kind.setdefault(kind, _KindLists()).add(at, evening, self.out)

    # --- lists ----------------------------------------------------------------------------------

    def _holdings(self, scope: str) -> Lists:
        """Return the lists of a scope that change with each evening."""
        names: tuple[str, ...] = COUNTED
        lists: Lists = {}
        if scope != ALL:
            kind = self.kind_of(scope)
            by_kind = self._by_kind[kind] if kind is not None else None
            if kind is None or by_kind is None or by_kind.count < ENOUGH:
                return {}
            lists = dict(by_kind.holdings(kind))
            names = names[:2] if len(self.games) > 1 else ()
        for name in names:
            holding = self.counts[scope].holding(name, self.out)
            if holding is not None:
                lists[name] = holding
        return lists

    def _final_lists(self) -> dict[str, Lists]:
        """Return all lists, by game and for all games, in their order."""
        lists_by_scope: dict[str, Lists] = {}
        for scope in (ALL, *self.games) if self.counts else ():
            lists = self._holdings(scope)
            late = self._most_improved() if scope == ALL else None
            if scope != ALL and lists:
                late = self._partnership(scope)
            if late is not None:
                lists["most_improved" if scope == ALL else "partnership"] = late
            if lists:
                lists_by_scope[scope] = {name: lists[name] for name in LISTS if name in lists}
        return lists_by_scope

    def _most_improved(self) -> Holding | None:
        """Return who beat so much more of the others in a year than in the one before."""
        best = _Best()
        for line in self._improvements(USUAL):
            best.offer(line.value, line.who, line.year)
        return best.holding(None)

    def _improvements(self, least: Least) -> Iterator[ListLine]:
        """Yield how much more of the others people beat in a year than in the one before."""
        for year, people in sorted(self.years.items()):
            for who, shares in people.items():
                earlier = self.years[year - 1].get(who, ()) if year - 1 in self.years else ()
                if who in self.out or min(len(shares), len(earlier)) < max(least.of_year, 1):
                    continue
                gain = sum(shares) / len(shares) - sum(earlier) / len(earlier)
                if round(gain, DIGITS) > 0:
                    yield ListLine((who,), gain, year=year)

    def partners(self, kind: Kind) -> dict[tuple[int, int], tuple[int, float, int]]:
        """Return for each pair of partners in evenings of a kind, by their numbers: rounds, points
        above the room, evenings."""
        sums: dict[tuple[int, int], tuple[int, float, int]] = {}
        for evening in self.evenings:
            if evening.summary.kind == kind and evening.summary.has_points:
                for seated, rounds, above in evening.partnerships():
                    pair = (min(seated), max(seated))
                    old = sums.get(pair, (0, 0.0, 0))
                    sums[pair] = old[0] + rounds, old[1] + above, old[2] + 1
        return sums

    def _partnership(self, game: str) -> Holding | None:
        """Return the pair that is further above the room than both are with all others."""
        best = _Best()
        for line in self._pairs(game, USUAL):
            best.offer(line.value, line.who, 0)
        return best.holding(self.kind_of(game))

    def _pairs(self, game: str, least: Least) -> Iterator[ListLine]:
        """Yield how much further above the room pairs are than both are with all others."""
        kind = self.kind_of(game)
        sums = self.partners(kind) if kind is not None else {}
        own: dict[int, list[float]] = defaultdict(lambda: [0, 0.0])
        for pair, (rounds, above, _evenings) in sums.items():
            for who in pair:
                own[who][0] += rounds
                own[who][1] += above
        for pair, (rounds, above, evenings) in sums.items():
            if rounds < least.rounds and evenings < least.evenings:
                continue
            others = [(own[who][1] - above, own[who][0] - rounds) for who in pair]
            if self.out.isdisjoint(pair) and all(many for _sum, many in others):
                usual = sum(total / many for total, many in others) / len(others)
                yield ListLine(self._sort_by_chair(pair), above / rounds - usual, rounds)

    def _sort_by_chair(self, people: Collection[int]) -> tuple[int, ...]:
        """Return people in the order in which they were named when they last met."""
        for evening in reversed(self.evenings):
            if evening.chair_of.keys() >= set(people):
                return tuple(who for who in evening.chair_of if who in people)
        return tuple(people)

    # --- one list -------------------------------------------------------------------------------

    def lines_of(self, scope: str, name: str, least: Least = USUAL) -> tuple[ListLine, ...]:
        """Return the lines of a list, the best first: of counts everybody's, of partners all pairs,
        of others what each evening (or year) brought. `least` is what it takes to be compared."""
        low = name == "closest"
        if name in COUNTED:
            counts = self.counts[scope].ranking(name, self.out)
            lines = [ListLine((who,), count) for who, count in counts.items()]
        elif name == "partnership":
            lines = list(self._pairs(scope, least))
        elif name == "most_improved":
            lines = list(self._improvements(least))
        else:
            lines = list(self._evening_lines(scope, name))
            if name == "best_evening" and lines:
                low = self.evenings[lines[0].evening or 0].summary.low
        sign = 1 if low else -1
        return tuple(
            sorted(lines, key=lambda line: (sign * round(line.value, DIGITS), line.year, line.who))
        )

    def _evening_lines(self, scope: str, name: str) -> Iterator[ListLine]:
        """Yield what each evening of a game brought to a list by points, those alone that are
        compared with its record."""
        kind = self.lists[scope][name].kind
        for at in self.of_game(scope):
            evening = self.evenings[at]
            own: object = evening.summary.kind
            if name == "best_evening":
                own = (own, evening.summary.rounds)
            if own != kind or not evening.summary.has_points:
                continue
            for list_name, value, who in _offers(evening, self.out):
                if list_name == name:
                    yield ListLine(who, value, evening=at)

    def nearest_record(self, at: int) -> Nearest | None:
        """Return what came nearest to a record of its game on the evening at a place, as the lists
        were then; None before there were enough evenings, and where nothing is behind a record."""
        evening = self.evenings[at]
        game, kind = evening.game, evening.summary.kind
        earlier = [place for place in self.of_game(game) if place <= at]
        if sum(self.evenings[place].summary.kind == kind for place in earlier) < ENOUGH:
            return None
        rows = []
        for name in LISTS_OF_POINTS:
            if name in NEVER_FALLS or name not in self.lists.get(game, ()):
                continue
            lines = [
                line
                for line in self.lines_of(game, name)
                if line.evening is not None and line.evening <= at
            ]
            own = next((line for line in lines if line.evening == at), None)
            if own is None or is_level(own.value, lines[0].value):
                continue
            better = lines[: lines.index(own)]
            place = 1 + sum(not is_level(line.value, own.value) for line in better)
            rows.append(Nearest(game, name, place, own, lines[0]))
        return min(rows, key=lambda row: row.place, default=None)

    def evenings_behind(self, scope: str, name: str) -> tuple[int, ...]:
        """Return the places of the evenings that a record was reached in, in their order: those won
        of a count, those of a run, those together of partners."""
        holding = self.lists[scope][name]
        places = set(holding.evenings)
        if name in COUNTED:
            places = {at for who in holding.who for at in self._counted(scope, name, who)}
        elif name == "most_improved":
            years = {year - before for year in holding.evenings for before in (0, 1)}
            places = {
                at
                for at, evening in enumerate(self.evenings)
                if evening.year in years and not evening.chair_of.keys().isdisjoint(holding.who)
            }
        elif name == "partnership":
            places = {
                at
                for at in self.of_game(scope)
                if self.evenings[at].summary.kind == holding.kind
                and any(set(pair) <= set(holding.who) for pair, *_ in self._pairs_at(at))
            }
        return tuple(sorted(places))

    def _pairs_at(self, at: int) -> Iterator[tuple[tuple[int, int], int, float]]:
        evening = self.evenings[at]
        return evening.partnerships() if evening.summary.has_points else iter(())

    def _counted(self, scope: str, name: str, who: int) -> list[int]:
        """Return the places of the evenings that count for somebody in a list of counts."""
        counts = self.counts[scope]
        attended = [at for at in counts.evenings if who in self.evenings[at].chair_of]
        if name == "wins_in_a_row":
            last = counts.reached[name][who]
            return [at for at in attended if at <= last][-counts.longest[who] :]
        if name == "wins":
            return [at for at in attended if who in self.evenings[at].winners]
        chairs = (
            (at, self.evenings[at].summary.chairs[self.evenings[at].chair_of[who]])
            for at in attended
        )
        return [at for at, chair in chairs if chair.won]

    # --- champions ------------------------------------------------------------------------------

    @cached_property
    def winners_by_year(self) -> dict[int, dict[str, tuple[YearWinner, ...]]]:
        """Who has won evenings of each year, of all games and of each: first who won most, then who
        beat most of the others."""
        wins: dict[tuple[int, str], Counter[int]] = defaultdict(Counter)
        shares: dict[tuple[int, str], dict[int, list[float]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for evening in self.evenings:
            for scope in (ALL, evening.game):
                wins[evening.year, scope].update(evening.winners)
                for who, chair in evening.chair_of.items():
                    shares[evening.year, scope][who].append(evening.outcomes[chair].beaten)
        winners: dict[int, dict[str, tuple[YearWinner, ...]]] = defaultdict(dict)
        for scope in (ALL, *self.games):
            for year in sorted({year for year, here in wins if here == scope}):
                means = shares[year, scope]
                rows = [
                    YearWinner(who, count, _mean(means[who]))
                    for who, count in wins[year, scope].items()
                ]
                rows.sort(key=lambda row: (-row.wins, -row.beaten, row.who))
                winners[year][scope] = tuple(rows)
        return dict(sorted(winners.items()))

    @cached_property
    def champions(self) -> dict[int, dict[str, tuple[int, ...]]]:
        """Who won most evenings of each year, then beat most of the others: of all games,
        and of each."""
        return {
            year: {scope: _level_with_first(rows) for scope, rows in here.items()}
            for year, here in self.winners_by_year.items()
        }

    # --- what could fall ------------------------------------------------------------------------

    def could_fall(self, most: int = MOST_TO_FALL) -> tuple[CouldFall, ...]:
        """Return the lists that one win more of one to three people who come would equal or pass:
        first the value that a holder reached longest ago."""
        rows = [
            row
            for scope, lists in self.lists.items()
            for name in ("wins", "wins_in_a_row")
            if name in lists
            for row in self._within_reach(scope, name, lists[name])
        ]
        rows.sort(key=lambda row: min(row.holding.evenings))  # stable: then as they stand above
        chosen: list[CouldFall] = []
        for row in rows:
            if all(set(row.who) != set(other.who) for other in chosen):
                chosen.append(row)
        return tuple(chosen[:most])

    def _within_reach(self, scope: str, name: str, holding: Holding) -> Iterator[CouldFall]:
        counts = self.counts[scope]
        if name == "wins_in_a_row" and holding.value < SHORTEST_RUN:
            return
        now = counts.wins if name == "wins" else counts.runs
        attended = Counter(
            who for at in counts.evenings[-LAST_SIX:] for who in self.evenings[at].chair_of
        )
        rivals = tuple(
            sorted(
                who
                for who, evenings in attended.items()
                if evenings >= COMES
                and who not in self.out
                and holding.who != (who,)
                and now[who] + 1 >= holding.value
            )
        )
        if 1 <= len(rivals) <= MOST_RIVALS:
            counts_now = tuple(now[who] for who in rivals)
            yield CouldFall(scope, name, rivals, counts_now, holding)

    # --- great moments --------------------------------------------------------------------------

    def moments(self, kinds: Mapping[str, Collection[str]]) -> tuple[MomentCount, ...]:
        """Return how rare everything worth remembering is, the rarest first, last what never came.
        `kinds` are those that each game knows."""
        deals: Counter[str] = Counter()
        times: Counter[tuple[str, str]] = Counter()
        for evening in self.evenings:
            deals[evening.game] += evening.summary.hands
            times.update((evening.game, kind) for kind, *_rest in evening.summary.highlights)
        every = {(game, kind) for game in deals for kind in kinds.get(game, ())} | set(times)
        rows = [MomentCount(game, kind, times[game, kind], deals[game]) for game, kind in every]

        def order(row: MomentCount) -> tuple[bool, float, str, str]:
            rarity = row.deals / row.times if row.times else row.deals
            return not row.times, -rarity, row.game, row.kind

        return tuple(sorted((row for row in rows if row.deals), key=order))


def _level_with_first(rows: Sequence[YearWinner]) -> tuple[int, ...]:
    """Return who is level with the first of these rows, by number."""
    if not rows:
        return ()
    first = rows[0]
    level = (
        row.who for row in rows if row.wins == first.wins and is_level(row.beaten, first.beaten)
    )
    return tuple(sorted(level))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _falls(scope: str, before: Lists, after: Lists) -> Iterator[Fall]:
    """Yield the lists of a scope that fell between two evenings."""
    for name in LISTS:
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old.kind != new.kind or name in NEVER_FALLS:
            continue
        bettered = not is_level(old.value, new.value)
        if set(new.who) - set(old.who) or (bettered and name not in BY_OTHERS):
            yield Fall(scope, name, old, new, bettered)
