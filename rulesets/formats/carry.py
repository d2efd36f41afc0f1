"""What sets score for the people who play them, and for those who sit out: the fast fold.

`rulesets.standings.carry` says what a table's points are worth to a person; this module adds it up
for the people in the chairs.

**Reading** for substitutes: points of the game are credited hand by hand. Any other score of a
chair is shared between the people who sat in it, by hands, so that the parts add up. A table counts
once all its hands are in.
"""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulesets.formats.deals import sides_at
from rulesets.formats.drive import Drive, SetRecord, TableSet, complete, present, sitters
from rulesets.standings.carry import Carry, bye_of, carry_of, places_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.engine.scoring import Fold
    from rulesets.formats.format import Format
    from rulesets.formats.match import MatchScore

Wait = tuple[int, int]
"""A player, and the position of a set that was sat out, wholly or for some hands."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The result of one set: the points of every player in it, and who had a part; `carries` is
    what else was counted of it."""

    record: SetRecord
    points: tuple[int, ...]
    here: frozenset[int]
    carries: dict[Carry, tuple[int, ...]] = field(default_factory=dict)


Played = tuple[int, int]
"""How many deals a table has played, and how many are usual."""

Column = list[int] | Counter[int]
"""What everybody has, by player."""

# By number of the set: what was counted of a former state of the same drive. Who counts again and
# again hands it in; a set whose record is the same one is not counted anew.
Memory = dict[int, Counted]


def tally(drive: Drive, memory: Memory | None = None, way: Carry | None = None) -> list[list[int]]:
    """What every player scores in every set of the record. `way`: a score other than the agreed
    one, for callers who want to compare.

    Works on stored payloads as they come from JSON; they must be well formed. A set sat out counts
    in full as soon as it is seated. Substitutes and the people they replace are credited hand by
    hand. Somebody who sat out first and came in later keeps the sit-out score for the hands before.
    """
    way = way or drive.format.ranking.carry
    columns = columns_of(drive, memory, way)
    if more := _credits(drive, columns, way):
        credited = [list(column) for column in columns]
        for (player, position), points in more.items():
            credited[position][player] += points
        columns = [tuple(column) for column in credited]
    if not columns:
        return [[] for _ in drive.players]
    return list(map(list, zip(*columns, strict=True)))


def columns_of(drive: Drive, memory: Memory | None, way: Carry) -> list[tuple[int, ...]]:
    """What the tables of each set scored for every player, without sit-outs."""
    return [_column(drive, record, memory, way) for record in drive.sets]


def _column(drive: Drive, record: SetRecord, memory: Memory | None, way: Carry) -> tuple[int, ...]:
    counted = count(drive, record, memory)
    if way == "points":
        return counted.points
    column = counted.carries.get(way)
    if column is None:
        column = counted.carries[way] = tuple(_carries(drive, record, way))
    return column


def count(drive: Drive, record: SetRecord, memory: Memory | None) -> Counted:
    """The result of a set, from memory if it has not changed."""
    former = memory.get(record.number) if memory is not None else None
    if former is not None and former.record is record and len(former.points) == len(drive.players):
        return former
    counted = Counted(record, tuple(_points(drive, record)), frozenset(present(record)))
    if memory is not None:
        memory[record.number] = counted
    return counted


def _points(drive: Drive, record: SetRecord) -> list[int]:
    """Every player's points of the game in one set."""
    format = drive.format
    column = [0] * len(drive.players)
    for table in record.tables:
        _count_table(format, record.number, table, column, deals_played(format, table))
    for player, hands in hands_sat_out(format, record).items():
        column[player] += format.ranking.sit_out.each_deal * hands
    return column


def _count_table(
    format: Format, number: int, table: TableSet, column: Column, played: Played | None
) -> None:
    """Add what a table scored for each player in a set, adjusted to the usual number of deals."""
    if table.board is not None:
        _credit(column, table.chairs, for_usual(table.board.points, played))
        return
    score = format.hands.fold(number)
    if table.subs or None in table.chairs:
        _credit_by_hand(column, table, score, played)
        return
    for player, points in zip(table.chairs, for_usual(score(table.hands), played), strict=True):
        column[player] += points  # type: ignore[index]  # None was ruled out above


def _credit(column: Column, players: Sequence[int | None], points: Sequence[int]) -> None:
    for player, brought in zip(players, points, strict=True):
        if player is not None:
            column[player] += brought


def _credit_by_hand(column: Column, table: TableSet, score: Fold, played: Played | None) -> None:
    before = tuple(score(()))
    for hand in range(1, len(table.hands) + 1):
        # Rounded as it adds up, so that the parts of a chair are what the whole of it is.
        points = for_usual(score(table.hands[:hand]), played)
        parts = tuple(map(operator.sub, points, before))
        _credit(column, sitters(table, hand), parts)
        before = points


# --- more or fewer deals than usual ---------------------------------------------------------------


def deals_played(format: Format, table: TableSet) -> Played | None:
    """How many deals a table played in a set that ended with a bell, and how many are usual; None
    if these are equal, or if the table is still playing."""
    if not format.length.deals.bell or not complete(format, table):
        return None
    board = table.board
    played = len(table.hands) if board is None else sum(deal is not None for deal in board.deals)
    usual = format.length.deals.at(len(table.chairs))
    return (played, usual) if usual and played and played != usual else None


def for_usual(points: Sequence[int], played: Played | None) -> tuple[int, ...]:
    """Points per deal times the usual number of deals, rounded half up."""
    if played is None:
        return tuple(points)
    deals, usual = played
    return tuple((2 * each * usual + deals) // (2 * deals) for each in points)


def points_at(format: Format, record: SetRecord, table: TableSet, player: int) -> tuple[int, int]:
    """The points of the game that a player made at a table of a set, and what they count after
    adjustment."""
    points = []
    for here in (None, deals_played(format, table)):
        sums: Counter[int] = Counter()
        _count_table(format, record.number, table, sums, here)
        points.append(sums[player])
    return points[0], points[1]


def turns_of(format: Format, table: TableSet) -> tuple[int, ...]:
    """How many turns each independent deal of a table counts as: one each, unless there are more or
    fewer deals than usual; then they add up to the usual number."""
    played = deals_played(format, table)
    if played is None:
        return (1,) * max(turns_in(format), len(table.hands))
    deals, usual = played
    return tuple(usual * (turn + 1) // deals - usual * turn // deals for turn in range(deals))


# --- carry other than the points of the game ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableResults:
    """How a table ended: its `sides` (chairs; a single player is a side of one), their points
    adjusted to the usual number of deals, and their places."""

    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]

    def side_of(self, chair: int) -> int:
        """The number of the side of a chair."""
        return next(at for at, side in enumerate(self.sides) if chair in side)


def table_results(format: Format, number: int, table: TableSet) -> TableResults:
    """How a table of a set ended, or stands now."""
    sides = sides_at(format, number, len(table.chairs))
    board = table.board
    by_chair = board.points if board is not None else format.hands.fold(number)(table.hands)
    sums = tuple(by_chair[side[0]] for side in sides)
    totals = for_usual(sums, deals_played(format, table))
    if board is not None and board.places:
        return TableResults(sides, totals, tuple(board.places[side[0]] for side in sides))
    cut = set(table.cut or ()) if format.facts.cuts else set()
    ahead = [at for at, side in enumerate(sides) if cut & set(side)]
    match = match_at(format, number, table)
    if match is not None:
        return TableResults(sides, totals, places_at(match.wins, ahead=ahead))
    low = format.game.plays.wins == "low"
    return TableResults(sides, totals, places_at(sums, low=low, ahead=ahead))


def match_at(format: Format, number: int, table: TableSet) -> MatchScore | None:
    """The score in games at a table of a set, if it plays a match of several."""
    if table.board is not None:
        return table.board.match
    return format.hands.match_score(number, table.hands)


def read_games(format: Format, number: int, table: TableSet) -> tuple[tuple[int, ...], ...]:
    """The points of each side in each game that has begun at a table of a set, if it plays a match
    of several."""
    sides, match = sides_at(format, number, len(table.chairs)), match_at(format, number, table)
    if match is None:
        return ()
    games: dict[int, Sequence[int]] = {}
    if table.board is not None:
        for deal in table.board.deals:
            if deal is not None:
                before = games.get(deal.game, (0,) * len(deal.points))
                games[deal.game] = tuple(map(operator.add, before, deal.points))
    else:
        usual, fold = format.length.of_set(number).usual, format.hands.fold(number)
        for game in range(match.games + (not match.is_over)):
            start = game * usual
            hands = table.hands[start : start + (usual if game < match.best_of else 1)]
            if any(hand is not None for hand in hands):
                games[game] = fold((*(None,) * start, *hands))
    return tuple(tuple(points[side[0]] for side in sides) for points in games.values())


def table_carry(format: Format, results: TableResults, way: Carry) -> tuple[int, ...]:
    """The score of each side of a table."""
    return carry_of(way, results.totals, results.places, low=format.game.plays.wins == "low")


def chair_parts(table: TableSet, chair: int, points: int) -> Iterator[tuple[int | None, int]]:
    """Who has a part in the score of a chair, by hands, and how much."""
    if not table.subs:
        yield table.chairs[chair], points
        return
    turns = len(table.hands)
    for turn in range(turns):
        part = points * (turn + 1) // turns - points * turn // turns
        yield sitters(table, turn + 1)[chair], part


def _carries(drive: Drive, record: SetRecord, way: Carry) -> list[int]:
    """Everybody's score from the tables of one set."""
    format = drive.format
    column = [0] * len(drive.players)
    for table in record.tables:
        if not complete(format, table):
            continue
        results = table_results(format, record.number, table)
        for side, points in zip(results.sides, table_carry(format, results, way), strict=True):
            for chair in side:
                for player, part in chair_parts(table, chair, points):
                    if player is not None:
                        column[player] += part
    return column


# --- sitting out ----------------------------------------------------------------------------------


def _credits(drive: Drive, columns: Sequence[Sequence[int]], way: Carry) -> dict[Wait, int]:
    """What sit-outs score, except points for each deal."""
    format = drive.format
    sit_out = format.ranking.sit_out
    if sit_out.by == "deal":
        return dict.fromkeys(late_sit_outs(drive), sit_out.points * turns_in(format))
    late = dict.fromkeys(late_sit_outs(drive), turns_in(format))
    sit_outs = {
        (player, position): turns
        for position, record in enumerate(drive.sets)
        for player, turns in hands_sat_out(format, record).items()
    }
    if not late and not sit_outs:
        return {}
    played: Counter[int] = Counter()
    points: Counter[int] = Counter()
    means = []
    for record, column in zip(drive.sets, columns, strict=True):
        deals = turns_played(format, record, way)
        played.update(deals)
        points.update({player: column[player] for player, turns in deals.items() if turns})
        means.append(_set_mean(column, deals))
    return {
        (player, position): worth_of_wait(
            format,
            way,
            turns,
            (points[player], played[player]),
            means[position],
            bye=is_drawn and has_bye(format, drive.sets[position], player),
        )
        for waits, is_drawn in ((late, False), (sit_outs, True))
        for (player, position), turns in waits.items()
    }


Mean = tuple[int, int]
"""Points, and in how many turns they were made."""


def worth_of_wait(
    format: Format, way: Carry, turns: int, own: Mean, tables: Mean, *, bye: bool = False
) -> int:
    """The score for sitting out this many turns of a set: the average of the player's own deals or
    of all tables in the set, or the agreed number, rounded half up; 0 if there are none. `bye`: it
    is one."""
    ranking, sit_out = format.ranking, format.ranking.sit_out
    worth = bye_of(way, ranking.bye) if bye and ranking.bye else None
    if worth is not None:
        return _mean(worth, turns_in(format), turns)
    if sit_out.by == "set" and way == ranking.carry:
        return _mean(sit_out.points, turns_in(format), turns)
    if sit_out.by == "nothing":
        return 0
    return _mean(*(tables if sit_out.by == "tables" else own), turns)


def set_means(drive: Drive, memory: Memory | None = None) -> list[Mean]:
    """What each set scored in total for everybody who played it, and in how many turns."""
    way = drive.format.ranking.carry
    columns = columns_of(drive, memory, way)
    return [
        _set_mean(column, turns_played(drive.format, record, way))
        for record, column in zip(drive.sets, columns, strict=True)
    ]


def _set_mean(column: Sequence[int], played: Counter[int]) -> Mean:
    """What one set scored in total for everybody who played it, and in how many turns."""
    return sum(column[player] for player, turns in played.items() if turns), played.total()


def turns_in(format: Format) -> int:
    """How many turns sitting out a set counts as: one for each usual deal, or one in all if tables
    play any number."""
    return format.length.deals.usual or 1


def turns_played(format: Format, record: SetRecord, way: Carry) -> Counter[int]:
    """How many turns everybody played in a set. A board counts as a whole once it is over, and so
    does any table that scores something other than points."""
    played: Counter[int | None] = Counter()
    for table in record.tables:
        if table.board is not None:
            played.update(dict.fromkeys(table.chairs, int(table.board.over)))
        elif way == "points" or complete(format, table):
            for index, turns in enumerate(turns_of(format, table)[: len(table.hands)]):
                if table.hands[index] is not None:
                    for player in sitters(table, index + 1):
                        played[player] += turns
    return Counter({player: turns for player, turns in played.items() if player is not None})


def _mean(points: int, played: int, turns: int) -> int:
    """The average of so many turns, times `turns`, rounded half up."""
    return (2 * points * turns + played) // (2 * played) if played else 0


def has_bye(format: Format, record: SetRecord, player: int) -> bool:
    """Whether sitting this set out is a bye for a player; waiting for a partner is none."""
    return format.ranking.bye is not None and (
        not format.facts.fixed_pairs or player in record.partners
    )


def hands_sat_out(format: Format, record: SetRecord) -> dict[int, int]:
    """Turns of the set that each player sat out who was drawn to do so."""
    hands = dict.fromkeys(record.sitting_out, turns_in(format))
    for table in record.tables:
        if table.subs:
            for hand, turns in enumerate(turns_of(format, table), 1):
                for player in sitters(table, hand):
                    if player in hands:
                        hands[player] = max(0, hands[player] - turns)
    return hands


def late_sit_outs(drive: Drive) -> list[Wait]:
    """Sets missed before arriving that count as sit-outs."""
    waiting = [i for i, player in enumerate(drive.players) if player.late_as_sit_out]
    if not waiting:
        return []
    here = [present(record) for record in drive.sets]
    counted = []
    for player in waiting:
        first = next((s for s, people in enumerate(here) if player in people), 0)
        counted += [(player, position) for position in range(first)]
    return counted
