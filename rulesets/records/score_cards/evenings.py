"""Evenings from score cards: their chairs, rounds and standings, and what each cure would make of
them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from rulesets.records.played_evenings import (
    ChairResult,
    DealResult,
    Highlight,
    PlayedEvening,
    SeatResult,
    TableRound,
    places,
)
from rulesets.records.score_cards.tables import CardTables, changed, check_tables
from rulesets.records.score_cards.values import (
    CardLine,
    Cells,
    Contradiction,
    Cure,
    Key,
    Place,
    Standing,
    fold,
    sitters_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulesets.records.score_cards.values import CardGame

PAIR = 2


@dataclass(slots=True)
class CardEvening:
    """An evening as its cards have it. `lines` are those that count, `chairs` the names in each
    chair, `standings` by chair; `checked` what was found."""

    key: Key
    name: str
    lines: tuple[CardLine, ...]
    chairs: tuple[tuple[str, ...], ...]
    played: PlayedEvening
    checked: CardTables = field(default_factory=CardTables)

    @property
    def standings(self) -> dict[str, Standing]:
        """The points and the place of each chair."""
        return standings_of(self.played, self.chairs)


def read_evenings(lines: Sequence[CardLine]) -> dict[Key, list[CardLine]]:
    """Return lines by evening, the oldest first."""
    by_evening: dict[Key, list[CardLine]] = defaultdict(list)
    for line in lines:
        by_evening[line.key].append(line)
    return dict(sorted(by_evening.items(), key=lambda item: (item[0].date, item[0])))


def count_evening(
    key: Key,
    lines: Sequence[CardLine],
    game: CardGame,
    cells: Cells | None = None,
    accepted: Collection[int] | None = (),
) -> CardEvening:
    """Count the evening of these lines with what was settled: `cells`, and the lines that are
    `accepted` as on the card (None: all). Each one that is open tells its cures, and what the
    evening comes to with each, without the other open tables."""
    cells = cells or {}
    settled = [line_now for line in lines if (line_now := changed(line, cells)) is not None]
    checked = check_tables(key, settled, game, accepted)
    evening = _count(key, lines, checked, game)
    _check_sums(evening, settled, accepted)
    if checked.as_on_card and not evening.played.as_on_card:
        evening.played = replace(evening.played, as_on_card=True)
    for at, contradiction in enumerate(checked.open):
        cures = []
        for cure in contradiction.cures:
            tried = cells | {(line, column): value for line, column, value in cure.cells}
            totals = _totals_with(key, lines, game, tried, accepted)
            cures.append(replace(cure, totals=totals))
        checked.open[at] = replace(contradiction, cures=tuple(cures))
    return evening


def _totals_with(
    key: Key,
    lines: Sequence[CardLine],
    game: CardGame,
    cells: Cells,
    accepted: Collection[int] | None,
) -> dict[str, Standing]:
    settled = [line_now for line in lines if (line_now := changed(line, cells)) is not None]
    return _count(key, lines, check_tables(key, settled, game, accepted), game).standings


def _count(key: Key, lines: Sequence[CardLine], checked: CardTables, game: CardGame) -> CardEvening:
    chairs = _chairs_of(lines)
    counted = tuple(line for group in checked.tables.values() for line in group)
    if checked.tables:
        played = _Counter(checked, chairs, game).played()
    else:
        played = _of_results(checked.results, chairs, game)
    all_lines = (*counted, *checked.results, *checked.sums)
    return CardEvening(key, lines[0].event, all_lines, chairs, played, checked)


def standings_of(played: PlayedEvening, chairs: Sequence[tuple[str, ...]]) -> dict[str, Standing]:
    """Return the points (None: places alone are known) and the place of each chair."""
    return {
        " + ".join(names): Standing(result.points if result.course else None, result.rank)
        for names, result in zip(chairs, played.chairs, strict=True)
    }


def _chairs_of(lines: Sequence[CardLine]) -> tuple[tuple[str, ...], ...]:
    """Return the names in each chair, in the order in which they appear: people who share one are
    in one, wherever they are named alone."""
    together: dict[str, tuple[str, ...]] = {}
    written: dict[str, str] = {}
    for line in lines:
        for chair in (*line.chairs, *line.opponents):
            names = sitters_of(chair)
            for name in names:
                written.setdefault(fold(name), name)
            if len(names) == PAIR:
                pair = tuple(map(fold, names))
                together |= dict.fromkeys(pair, pair)
    groups: dict[tuple[str, ...], None] = {}
    for who in written:
        groups.setdefault(together.get(who, (who,)))
    taken: set[str] = set()
    chairs = []
    for people in groups:
        free = tuple(who for who in people if who not in taken)
        taken.update(free)
        if free:
            chairs.append(tuple(written[who] for who in free))
    return tuple(chairs)


def _check_sums(
    evening: CardEvening, settled: Sequence[CardLine], accepted: Collection[int] | None
) -> None:
    """Find the card's own sums that its rounds do not come to."""
    checked = evening.checked
    by_person = {
        fold(name): standing.points
        for chair, standing in evening.standings.items()
        for name in sitters_of(chair)
    }
    for line in checked.sums:
        due = next((by_person.get(who) for who in line.side), None)
        if due is None or line.points in (None, due) or checked.open:
            continue
        if accepted is None or line.number in accepted:
            checked.as_on_card.append(line.number)
            continue
        cures = [Cure(((line.number, "points", due),))]
        missing = (line.points or 0) - due
        cures += [
            Cure(((other.number, "points", other.points + missing),))
            for other in settled
            if other.side & line.side and other.points is not None and not other.is_sum
        ]
        checked.open.append(
            Contradiction(
                f"sum-{line.number}", "sum", evening.key, line.at, (line,), tuple(cures), due
            )
        )


# --- rounds ---------------------------------------------------------------------------------------


class _Counter:
    """Counts the tables of an evening."""

    def __init__(
        self, checked: CardTables, chairs: Sequence[tuple[str, ...]], game: CardGame
    ) -> None:
        self.checked, self.game, self.chairs = checked, game, chairs
        self.chair_of = {fold(name): at for at, names in enumerate(chairs) for name in names}
        self.highlights: list[Highlight] = []

    def played(self) -> PlayedEvening:
        """Return the evening."""
        by_round: dict[tuple[int, str], list[Place]] = defaultdict(list)
        for at in sorted(self.checked.tables):
            by_round[at.round, at.table].append(at)
        tables = [self._round(number, places) for (number, _), places in by_round.items()]
        rounds = max(table.number for table in tables)
        deals = Counter(len(table.deals) for table in tables)
        return PlayedEvening(
            game=self.game.slug,
            format=self.game.format,
            deals=max(deals, key=lambda number: (deals[number], number)),
            rounds=rounds,
            chairs=tuple(self._results(tables, rounds)),
            tables=tuple(tables),
            highlights=tuple(self.highlights),
            low=self.game.low,
            as_on_card=bool(self.checked.as_on_card),
        )

    def _round(self, number: int, places: Sequence[Place]) -> TableRound:
        """Count the deals of a table in a round; who sat in a seat in all of them has the round."""
        seats: list[list[int | None]] = []
        seat_points: list[list[int]] = []
        deals, sides = [], list[int]()
        for at in places:
            lines = self.checked.tables[at]
            chairs = self._seats(lines)
            if not seats:
                seats = [[] for _ in chairs]
                seat_points = [[] for _ in chairs]
                sides = _sides(lines)
            order = _arranged(chairs, [seat[0] for seat in seats if seat] or chairs)
            points = self._points(at, lines)
            brought = dict(zip(chairs, points, strict=True))
            for seat in range(len(seats)):
                chair = order[seat] if seat < len(order) else None
                seats[seat].append(chair)
                seat_points[seat].append(0 if chair is None else brought.get(chair, 0))
            if at.deal:
                trump = next((line.trump for line in lines if line.trump), "")
                here = tuple(row[-1] for row in seats)
                deals.append(DealResult(here, tuple(row[-1] for row in seat_points), trump))
        results = tuple(
            SeatResult(row[0] if len(set(row)) == 1 else None, sum(points), side)
            for row, points, side in zip(seats, seat_points, sides, strict=True)
        )
        return TableRound(number, results, tuple(deals))

    def _seats(self, lines: Sequence[CardLine]) -> list[int]:
        """Return the chairs at a table: those of a side one after the other."""
        return [self._chair(chair) for line in lines for chair in line.chairs]

    def _chair(self, name: str) -> int:
        return self.chair_of[fold(sitters_of(name)[0])]

    def _points(self, at: Place, lines: Sequence[CardLine]) -> list[int]:
        """Return the points of each seat: as written, or of the tricks by the game."""
        if all(line.points is not None for line in lines) or not at.deal:
            return [line.points or 0 for line in lines for _ in line.chairs]
        tricks = [line.tricks or 0 for line in lines for _ in line.chairs]
        chairs = self._seats(lines)
        turn = _seats_round_table(lines)
        around = [tricks[seat] for seat in turn]
        counted = self.game.points(at.round, at.deal, around)
        self.highlights += self.game.highlights(
            at.round, at.deal, around, [chairs[seat] for seat in turn]
        )
        points = dict(zip(turn, counted, strict=True))
        return [points[seat] for seat in range(len(tricks))]

    def _results(self, tables: Sequence[TableRound], rounds: int) -> list[ChairResult]:
        gains: list[dict[int, int]] = [defaultdict(int) for _ in self.chairs]
        partners: list[set[frozenset[int]]] = [set() for _ in self.chairs]
        for table in tables:
            whole = {seat.chair for seat in table.seats}
            parts: Counter[int] = Counter()
            for deal in table.deals:
                for chair, points in zip(deal.chairs, deal.points, strict=True):
                    if chair is not None and chair not in whole:
                        parts[chair] += points
            for chair, points in parts.items():
                gains[chair][table.number] += points
            for seat in table.seats:
                if seat.chair is not None:
                    gains[seat.chair][table.number] += seat.points
                    side = [
                        seat_there.chair
                        for seat_there in table.seats
                        if seat_there.side == seat.side
                    ]
                    partners[seat.chair].add(frozenset(mate for mate in side if mate is not None))
        totals = [sum(gain.values()) for gain in gains]
        ranks = places([-total if self.game.low else total for total in totals])
        sides: dict[frozenset[int], int] = {}
        results = []
        for at, gain in enumerate(gains):
            steady = len(partners[at]) == 1
            mates = next(iter(partners[at])) if steady else frozenset((at,))
            run = accumulate((gain.get(number, 0) for number in range(1, rounds + 1)), initial=0)
            results.append(
                ChairResult(
                    key=at,
                    side=sides.setdefault(mates, len(sides)),
                    rank=ranks[at],
                    total=totals[at],
                    points=totals[at],
                    course=tuple(run),
                )
            )
        return results


def _sides(lines: Sequence[CardLine]) -> list[int]:
    return [side for side, line in enumerate(lines) for _ in line.chairs]


def _seats_round_table(lines: Sequence[CardLine]) -> list[int]:
    """Return the seats as they sit round the table: partners opposite each other."""
    seats = _sides(lines)
    if len(lines) == PAIR and len(seats) == 2 * PAIR:
        return [0, 2, 1, 3]
    return list(range(len(seats)))


def _arranged(chairs: Sequence[int], usual: Sequence[int | None]) -> list[int | None]:
    """Return the chairs of a deal in the seats of the round's first deal; somebody new takes a seat
    that is free."""
    new = [chair for chair in chairs if chair not in usual]
    return [chair if chair in chairs else (new.pop(0) if new else None) for chair in usual]


def _of_results(
    lines: Sequence[CardLine], chairs: Sequence[tuple[str, ...]], game: CardGame
) -> PlayedEvening:
    """Return an evening of which only points or places are known."""
    by_person = {who: line for line in lines for who in line.side}
    rows = [
        next((by_person[fold(who)] for who in names if fold(who) in by_person), None)
        for names in chairs
    ]
    points = [None if row is None else row.points for row in rows]
    if all(row is not None and row.place is not None for row in rows):
        ranks = [row.place or 1 for row in rows if row is not None]
    else:
        good = [None if value is None else (-value if game.low else value) for value in points]
        worst = min((value for value in good if value is not None), default=0) - 1
        ranks = places([worst if value is None else value for value in good])
    sides = dict.fromkeys(
        row.side if row is not None else frozenset((str(at),)) for at, row in enumerate(rows)
    )
    numbers = {side: at for at, side in enumerate(sides)}
    results = []
    for at, (row, value) in enumerate(zip(rows, points, strict=True)):
        side = numbers[row.side if row is not None else frozenset((str(at),))]
        course = () if value is None else (0, value)
        results.append(ChairResult(at, side, ranks[at], value or 0, value or 0, course=course))
    return PlayedEvening(game.slug, game.format, 1, 0, tuple(results), low=game.low)


def people_of(evenings: Mapping[Key, Sequence[CardLine]]) -> dict[str, str]:
    """Return everybody's name as first written, by its folded name."""
    written: dict[str, str] = {}
    for lines in evenings.values():
        for line in lines:
            for chair in (*line.chairs, *line.opponents):
                for name in sitters_of(chair):
                    written.setdefault(fold(name), name)
    return written
