"""The figures of records counted the plain way: a loop over all evenings, rounds and deals for
every figure, in fractions, knowing nothing of summaries. Slow, and read beside the definitions."""
# ruff: noqa: C901, SIM102 - as plain as can be

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesets.records.played_evenings import PlayedEvening, TableRound

F = Fraction


@dataclass(frozen=True)
class Played:
    """An evening, its date, and the people of its chairs."""

    date: str
    evening: PlayedEvening
    people: tuple[tuple[int, ...], ...]

    @property
    def year(self) -> int:
        return int(self.date[:4])

    @property
    def sign(self) -> int:
        return -1 if self.evening.low else 1

    def chair(self, who: int) -> int | None:
        return next((at for at, people in enumerate(self.people) if who in people), None)

    def sides(self) -> dict[int, int]:
        return {chair.side: chair.rank for chair in self.evening.chairs}

    def place(self, chair: int) -> int:
        mine = self.evening.chairs[chair].rank
        return 1 + sum(rank < mine for rank in self.sides().values())

    def beaten(self, chair: int) -> Fraction:
        mine, others = self.evening.chairs[chair], self.sides()
        ranks = [rank for side, rank in others.items() if side != mine.side]
        if not ranks:
            return F(1, 2)
        return sum(
            (
                F(1) if rank > mine.rank else F(1, 2) if rank == mine.rank else F(0)
                for rank in ranks
            ),
            F(0),
        ) / len(ranks)

    def winners(self) -> list[int]:
        return [who for at, people in enumerate(self.people) for who in people
                if self.place(at) == 1]  # fmt: skip

    def above(self, table: TableRound, seat: int) -> Fraction:
        points = [
            seat.points
            for other in self.evening.tables
            if other.number == table.number
            for seat in other.seats
        ]
        return self.sign * (table.seats[seat].points - F(sum(points), len(points)))

    def rounds(self, chair: int) -> list[tuple[TableRound, int]]:
        return [
            (table, at)
            for table in self.evening.tables
            for at, seat in enumerate(table.seats)
            if seat.chair == chair
        ]

    def is_won(self, table: TableRound, seat: int) -> bool:
        points = [self.sign * seat.points for seat in table.seats]
        return points[seat] == max(points) and len(set(points)) > 1

    def kind(self) -> tuple[str, str, int]:
        return self.evening.game, self.evening.format, self.evening.deals


def commonest(values: Sequence[Any]) -> Any:
    """The commonest, of equal ones the last."""
    return max(values, key=lambda value: (values.count(value), max(
        at for at, other in enumerate(values) if other == value)))  # fmt: skip


def run(flags: Iterable[bool]) -> int:
    best = now = 0
    for flag in flags:
        now = now + 1 if flag else 0
        best = max(best, now)
    return best


def mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, F(0)) / len(values) if values else None


# --- people ---------------------------------------------------------------------------------------


def person(evenings: Sequence[Played], who: int) -> dict[str, Any]:
    own = [(evening, evening.chair(who)) for evening in evenings]
    mine = [(one, chair) for one, chair in own if chair is not None]
    won = [one.place(chair) == 1 for one, chair in mine]
    rounds = [(one, table, seat) for one, chair in mine for table, seat in one.rounds(chair)]
    years = defaultdict(list)
    for one, chair in mine:
        years[one.year].append(one.beaten(chair))
    dates = list(dict.fromkeys(evening.date for evening in evenings))
    with_partner: Counter[int] = Counter()
    for one, table, seat in rounds:
        for other in table.seats:
            if other is not table.seats[seat] and other.side == table.seats[seat].side:
                if other.chair is not None:
                    with_partner.update(one.people[other.chair])
    most = max(with_partner.values(), default=0)
    games = defaultdict(list)
    for one, chair in mine:
        games[one.evening.game].append((one, chair))
    points, above = {}, {}
    for game, rows in games.items():
        kind = commonest([one.kind() for one, _ in rows])
        same = [(one, chair) for one, chair in rows if one.kind() == kind]
        points[game] = sum(
            (F(one.evening.chairs[chair].points, len(one.people[chair])) for one, chair in same),
            F(0),
        )
        above[game] = mean([one.above(t, s) for one, chair in same for t, s in one.rounds(chair)])
    return {
        "evenings": len(mine),
        "wins": sum(won),
        "shared_wins": sum(
            one.place(chair) == 1
            and sum(rank == one.evening.chairs[chair].rank for rank in one.sides().values()) > 1
            for one, chair in mine
        ),
        "podium": sum(
            one.place(chair) == 1 or one.place(chair) <= 3 < len(one.sides()) for one, chair in mine
        ),
        "rounds": len(rounds),
        "rounds_won": sum(one.is_won(table, seat) for one, table, seat in rounds),
        "deals": sum(
            deal.chairs.count(chair)
            for one, chair in mine
            for table in one.evening.tables
            for deal in table.deals
        ),
        "beaten": mean([one.beaten(chair) for one, chair in mine]),
        "wins_in_a_row": run(won),
        "attendance": run(
            any(evening.date == date and evening.chair(who) is not None for evening in evenings)
            for date in dates
        ),
        "nemesis": rivals(mine, ahead=False),
        "victim": rivals(mine, ahead=True),
        "partners": sorted(o for o, count in with_partner.items() if count == most and most),
        "years": {
            str(year): {"evenings": len(shares), "beaten": mean(shares)}
            for year, shares in sorted(years.items())
        },
        "points": points,
        "above_room": above,
    }


def rivals(mine: Sequence[tuple[Played, int]], *, ahead: bool) -> list[int]:
    results = defaultdict(list)
    for one, chair in mine:
        for at, people in enumerate(one.people):
            if at != chair and one.evening.chairs[at].side != one.evening.chairs[chair].side:
                mine_rank, rank = one.evening.chairs[chair].rank, one.evening.chairs[at].rank
                for other in people:
                    results[other].append((rank > mine_rank) - (rank < mine_rank))
    wish = 1 if ahead else -1
    best = {
        other: (F(many.count(wish), len(many)), len(many))
        for other, many in results.items()
        if len(many) >= 3 and len(many) * 5 >= len(mine) and many.count(wish) > many.count(-wish)
    }
    return sorted(other for other, key in best.items() if key == max(best.values()))


def splits(evenings: Sequence[Played], who: int) -> list[tuple[Any, ...]]:
    games = defaultdict(list)
    for evening in evenings:
        if (chair := evening.chair(who)) is not None:
            games[evening.evening.game].append((evening, chair))
    found = []
    for game, rows in games.items():
        kind = commonest([one.kind() for one, _ in rows])
        parts = defaultdict(list)
        for evening, chair in rows:
            if evening.kind() != kind:
                continue
            for table, seat in evening.rounds(chair):
                value = evening.above(table, seat)
                if table.seats[seat].role:
                    parts["role", table.seats[seat].role].append(value)
                middle = F(evening.evening.rounds + 1, 2)
                if table.number != middle:
                    parts["half", "first" if table.number < middle else "second"].append(value)
            for table in evening.evening.tables:
                for number, deal in enumerate(table.deals):
                    everybody = [
                        points
                        for other in evening.evening.tables
                        if other.number == table.number
                        for points in other.deals[number].points
                    ]
                    for at, owner in enumerate(deal.chairs):
                        if owner == chair and deal.trump:
                            fair = F(sum(everybody), len(everybody))
                            parts["trump", deal.trump].append(
                                evening.sign * (deal.points[at] - fair)
                            )
        for (by, part), values in sorted(parts.items()):
            rest = [v for (way, other), many in parts.items() if way == by and other != part
                    for v in many]  # fmt: skip
            even = True
            if len(values) >= 20 and len(rest) >= 20:
                d = mean(values) - mean(rest)  # type: ignore[operator]
                even = not d**2 > 4 * (variance(values) / len(values) + variance(rest) / len(rest))
            found.append((game, by, part, len(values), mean(values), even))
    return sorted(found)


def variance(values: Sequence[Fraction]) -> Fraction:
    middle = mean(values) or F(0)
    return sum(((value - middle) ** 2 for value in values), F(0)) / (len(values) - 1)


# --- how an evening ran ---------------------------------------------------------------------------


def lead(one: Played, after: int, since: int) -> int | None:
    """What the last winner has above the best other side, of those there after `since` rounds."""
    first = min(one.sides().values())
    totals = {
        chair.side: (chair.rank, one.sign * (chair.course[after] or 0))
        for chair in one.evening.chairs
        if chair.course[since] is not None
    }
    winners = {chair.side for chair in one.evening.chairs if chair.rank == first}
    if not winners <= totals.keys() or winners == totals.keys():
        return None
    return min(totals[side][1] for side in winners) - max(
        total for side, (_rank, total) in totals.items() if side not in winners
    )


def turns(one: Played) -> list[tuple[int, int, int]]:
    moves = []
    for number in range(1, one.evening.rounds + 1):
        before, after = lead(one, number - 1, number - 1), lead(one, number, number - 1)
        if before is not None and after is not None and before != after:
            moves.append((number, before, after))
    biggest = sorted(moves, key=lambda move: (-abs(move[2] - move[1]), -move[0]))[:3]
    return sorted(biggest)


def winner_is_late(one: Played) -> bool:
    return any(c.joined and one.place(at) == 1 for at, c in enumerate(one.evening.chairs))


def has_one_winner(one: Played) -> bool:
    return list(one.sides().values()).count(1) == 1


def behind(one: Played, part: Fraction) -> int:
    """How far a single winner was behind at most, from that part of the rounds on."""
    if not has_one_winner(one) or winner_is_late(one):
        return 0
    numbers = [n for n in range(1, one.evening.rounds + 1) if n >= part * one.evening.rounds]
    leads = [lead(one, number, number - 1) for number in numbers]
    return max([0, *(-value for value in leads if value is not None)])


def margin(one: Played) -> int | None:
    ranks = one.sides()
    if len(ranks) < 2:
        return None
    totals = {chair.side: one.sign * chair.total for chair in one.evening.chairs}
    if not has_one_winner(one):
        return 0
    first, second, *_ = sorted(totals.values(), reverse=True)
    return first - second


def lead_changes(one: Played) -> int:
    last, changes = None, 0
    for number in range(1, one.evening.rounds + 1):
        totals = {
            chair.side: one.sign * (chair.course[number] or 0)
            for chair in one.evening.chairs
            if chair.course[number - 1] is not None
        }
        best = [side for side, total in totals.items() if total == max(totals.values())]
        if len(best) == 1:
            changes += last is not None and best[0] != last
            last = best[0]
    return changes


# --- the house ------------------------------------------------------------------------------------

Held = tuple[Fraction, frozenset[int], Any]


def lists(evenings: Sequence[Played], out: Iterable[int] = ()) -> dict[str, dict[str, Held]]:
    """Every list: the value, who has it, and the kind (and number of rounds) that it is of."""
    gone = set(out)
    games = list(dict.fromkeys(evening.evening.game for evening in evenings))
    values = {"all": counted(evenings, gone, ("wins", "wins_in_a_row", "rounds_won"))}
    if improved := most_improved(evenings, gone):
        values["all"]["most_improved"] = improved
    for game in games:
        here = [evening for evening in evenings if evening.evening.game == game]
        kind = commonest([guest.kind() for guest in here])
        same = [guest for guest in here if guest.kind() == kind]
        if len(same) >= 5:
            names = ("wins", "wins_in_a_row") if len(games) > 1 else ()
            values[game] = counted(here, gone, names) | by_points(same, gone, kind)
    return {scope: rows for scope, rows in values.items() if rows}


def best(rows: Sequence[tuple[Fraction, Iterable[int]]], kind: Any, *, low: bool = False) -> Held:
    value = (min if low else max)(value for value, _who in rows)
    return value, frozenset(w for own, who in rows if own == value for w in who), kind


def counted(evenings: Sequence[Played], gone: set[int], names: Sequence[str]) -> dict[str, Held]:
    people = {who for evening in evenings for at in evening.people for who in at} - gone
    rows: dict[str, list[tuple[Fraction, list[int]]]] = {name: [] for name in names}
    for who in people:
        told = person(evenings, who)
        for name in names:
            rows[name].append((F(told[name]), [who]))
    found = {name: best(many, None) for name, many in rows.items() if many}
    return {name: held for name, held in found.items() if held[0]}


def most_improved(evenings: Sequence[Played], gone: set[int]) -> Held | None:
    rows = []
    for who in {who for evening in evenings for at in evening.people for who in at} - gone:
        years = person(evenings, who)["years"]
        for year, now in years.items():
            before = years.get(str(int(year) - 1))
            if before and min(now["evenings"], before["evenings"]) >= 5:
                if now["beaten"] > before["beaten"]:
                    rows.append((now["beaten"] - before["beaten"], [who]))
    return best(rows, None) if rows else None


def by_points(evenings: Sequence[Played], gone: set[int], kind: Any) -> dict[str, Held]:
    rows = defaultdict(list)
    usual = commonest([one.evening.rounds for one in evenings])
    for evening in evenings:
        for at, chair in enumerate(evening.evening.chairs):
            who = [w for w in evening.people[at] if w not in gone]
            if who and not chair.joined and evening.evening.rounds == usual:
                rows["best_evening"].append((F(chair.points), who))
            rounds = [evening.above(table, seat) for table, seat in evening.rounds(at)]
            if who and rounds and 2 * len(rounds) >= evening.evening.rounds:
                rows["best_margin"].append((sum(rounds, F(0)) / len(rounds), who))
        winners = [who for who in evening.winners() if who not in gone]
        second = min((r for r in evening.sides().values() if r > 1), default=0)
        late_second = any(c.joined and c.rank == second for c in evening.evening.chairs)
        values = {
            "biggest_win": None if winner_is_late(evening) else margin(evening) or None,
            "closest": None if winner_is_late(evening) or late_second else margin(evening),
            "lead_changes": lead_changes(evening) or None,
            "comeback": behind(evening, F(1, 3)) or None,
        }
        for name, value in values.items():
            if winners and value is not None:
                rows[name].append((F(value), winners))
    low = evenings[0].evening.low
    found = {
        name: best(
            many,
            (kind, usual) if name == "best_evening" else kind,
            low=low if name == "best_evening" else name == "closest",
        )
        for name, many in rows.items()
    }
    if pair := partnership(evenings, gone, kind):
        found["partnership"] = pair
    return found


def partnership(evenings: Sequence[Played], gone: set[int], kind: Any) -> Held | None:
    together = defaultdict(list)  # pair -> (evening, above the room)
    for number, one in enumerate(evenings):
        for table in one.evening.tables:
            for a, first in enumerate(table.seats):
                for b, second in enumerate(table.seats):
                    if a < b and first.side == second.side:
                        if first.chair is None or second.chair is None:
                            continue
                        value = (one.above(table, a) + one.above(table, b)) / 2
                        for who in one.people[first.chair]:
                            for partner in one.people[second.chair]:
                                pair = frozenset((who, partner))
                                together[pair].append((number, value))
    rows = []
    for pair, values in together.items():
        if len(values) < 8 and len({number for number, _ in values}) < 2:
            continue
        usual = []
        for who in pair:
            others = [v for p, many in together.items() if who in p and p != pair
                      for _, v in many]  # fmt: skip
            usual.append(mean(others))
        if not pair & gone and all(one is not None for one in usual):
            own = mean([v for _, v in values])
            rows.append((own - sum(usual) / 2, pair))  # type: ignore[operator,arg-type]
    return best(rows, kind) if rows else None


def fell(before: Any, after: Any) -> set[tuple[str, str]]:
    """The lists that fell between two states of all lists."""
    found = set()
    for scope, rows in after.items():
        for name, (value, who, kind) in rows.items():
            old = before.get(scope, {}).get(name)
            if old is None or old[2] != kind or name in ("most_improved", "partnership"):
                continue
            is_new = bool(who - old[1])
            if value == old[0]:
                if is_new:
                    found.add((scope, name))
            elif is_new or name not in ("wins", "rounds_won"):
                found.add((scope, name))
    return found


def champions(evenings: Sequence[Played]) -> dict[int, dict[str, list[int]]]:
    values: dict[int, dict[str, list[int]]] = {}
    for year in sorted({evening.year for evening in evenings}):
        here = [evening for evening in evenings if evening.year == year]
        values[year] = {}
        for scope in ("all", *dict.fromkeys(guest.evening.game for guest in here)):
            some = [guest for guest in here if scope in ("all", guest.evening.game)]
            keys = {}
            for who in {who for one in some for at in one.people for who in at}:
                told = person(some, who)
                keys[who] = (told["wins"], told["beaten"])
            values[year][scope] = sorted(w for w, key in keys.items() if key == max(keys.values()))
    return values
