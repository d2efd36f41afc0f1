"""A drive: many tables, seats that rotate, and a personal score that everyone carries
along."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import BANK, Account, Movement
from rulesets.engine.text import NOTHING, Words, say
from rulesets.movements.seating import Past
from rulesets.standings.placings import placings

if TYPE_CHECKING:
    from rulesets.engine.scoring import Fold
    from rulesets.formats.board import BoardPoints
    from rulesets.formats.sets import Known, SetFormat

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. `late_as_sit_out`: sets before the first appearance count as sit-outs, not 0.
    `deducted`: points that the host has taken away."""

    name: str
    role: str
    late_as_sit_out: bool = False
    deducted: int = 0


@dataclass(frozen=True, slots=True)
class TableSet:
    """One table in one set.

    `chairs` are indexes into the drive's players (None: empty), clockwise. `hands` are the
    reports, positional by side or chair (None: not reported). `cut` are the chairs that won the
    cut. `subs` are (hand 1-based, chair, player): from that hand on, that player sits there and
    is credited. `board` is what the reports came to, where they do not stand by themselves.
    """

    table: int
    chairs: tuple[int | None, ...]
    hands: tuple[Payload | None, ...]
    cut: tuple[int, ...] | None = None
    subs: tuple[tuple[int, int, int], ...] = ()
    board: BoardPoints | None = None


@dataclass(frozen=True, slots=True)
class SetRecord:
    """One set of a drive, as seated.

    `number` is the stage, `sitting_out` are player indexes, `roles` are the roles played in
    this set by those who play another than their own.
    """

    number: int
    tables: tuple[TableSet, ...]
    sitting_out: tuple[int, ...] = ()
    roles: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drive:
    """A whole drive as far as it was played: a game in its format, and what was reported."""

    format: SetFormat
    players: tuple[Player, ...]
    sets: tuple[SetRecord, ...]
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a set came to: the points of every player in it, and who had a part."""

    record: SetRecord
    points: tuple[int, ...]
    here: frozenset[int]


# By number of the set: what was counted of a former state of the same drive. Who counts again and
# again hands it in; a set whose record is the same one is not counted anew.
Memory = dict[int, Counted]


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A place in the standings. `sets` has an entry for each set of the drive's record; None
    where the player was not there (it counts 0). `sit_outs` are sets sat out. `lost`: how a
    deduction has changed the total, which is otherwise that of the sets."""

    player: int
    total: int
    rank: int
    shared: bool
    sets: tuple[int | None, ...]
    sit_outs: int
    lost: int = 0


@dataclass(frozen=True, slots=True)
class HandExplanation:
    """A player's part in one hand. `table` is None where the hand was sat out or missed;
    `points` None where nothing is reported; `summary` the report in short."""

    hand: int
    table: int | None
    chair: int | None
    points: int | None
    summary: Words
    lines: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class SetExplanation:
    """A player's part in one set.

    `status`: "played", "sat out", "absent", or "counted as sat out" (late, by the host's leave).
    """

    number: int
    name: str
    status: str
    points: int
    hands: tuple[HandExplanation, ...]


def sitters(table: TableSet, hand: int) -> tuple[int | None, ...]:
    """Who sits at each chair in that hand (1-based), substitutes included."""
    seated = list(table.chairs)
    for first, chair, player in sorted(table.subs, key=lambda sub: sub[0]):
        if first <= hand:
            seated[chair] = player
    return tuple(seated)


def present(record: SetRecord) -> set[int]:
    """Everyone who had a part in the set: seated, substituting or sitting out."""
    here: set[int | None] = set(record.sitting_out)
    here.update(*(table.chairs for table in record.tables))
    here.update(sub[2] for table in record.tables for sub in table.subs)
    return {player for player in here if player is not None}


def _plays_at(table: TableSet, player: int) -> bool:
    return player in table.chairs or any(sub[2] == player for sub in table.subs)


def tally(drive: Drive, memory: Memory | None = None) -> list[list[int]]:
    """Points of every player in every set of the record: the fast fold.

    Works on stored payloads as they come from JSON; they must be well formed. A set sat out
    counts in full as soon as it is seated. Substitutes and whom they replace are credited hand
    by hand; who sat out first and came in later keeps the sit-out score for the hands before.
    """
    game = drive.format
    columns = [_counted(drive, record, memory).points for record in drive.sets]
    if more := _mean_credits(drive, columns) if game.sit_out_mean else _late_credits(drive):
        credited = [list(column) for column in columns]
        for (player, position), points in more.items():
            credited[position][player] += points
        columns = [tuple(column) for column in credited]
    if not columns:
        return [[] for _ in drive.players]
    return list(map(list, zip(*columns, strict=True)))


def _late_credits(drive: Drive) -> dict[tuple[int, int], int]:
    """What sets bring that are missed before arriving and count as sit-outs."""
    points = drive.format.sit_out * _turns(drive.format)
    return dict.fromkeys(_late_sit_outs(drive), points)


def _mean_credits(drive: Drive, columns: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    """What sit-outs bring by (player, position of the set): the mean of the own deals, so many
    times as the set has deals that were sat out; of the own sets, where tables play as many deals
    as they like. Rounded half up, 0 without any of one's own."""
    waits = dict.fromkeys(_late_sit_outs(drive), _turns(drive.format))
    for position, record in enumerate(drive.sets):
        for player, deals in _hands_sat_out(drive.format, record).items():
            waits[player, position] = deals
    played: Counter[int | None] = Counter()
    points: Counter[int | None] = Counter()
    for record, column in zip(drive.sets, columns, strict=True) if waits else ():
        for player, turns in _turns_played(record).items():
            played[player] += turns
            points[player] += column[player] if turns else 0
    return {
        (player, position): _mean(points[player], played[player], turns)
        for (player, position), turns in waits.items()
    }


def _turns(game: SetFormat) -> int:
    """How many turns sitting out a set is: one for each of its deals, or one in all, where tables
    play as many as they like."""
    return game.deals or 1


def _turns_played(record: SetRecord) -> Counter[int]:
    """How many turns everybody has played in a set; of a board as a whole, once it is over."""
    played: Counter[int | None] = Counter()
    for table in record.tables:
        if table.board is not None:
            played.update(dict.fromkeys(table.chairs, int(table.board.over)))
            continue
        for index, hand in enumerate(table.hands):
            if hand is not None:
                played.update(sitters(table, index + 1))
    return Counter({player: turns for player, turns in played.items() if player is not None})


def _mean(points: int, played: int, deals: int) -> int:
    """The mean of so many deals times `deals`, rounded half up."""
    return (2 * points * deals + played) // (2 * played) if played else 0


def _counted(drive: Drive, record: SetRecord, memory: Memory | None) -> Counted:
    """What a set came to, remembered or counted."""
    known = memory.get(record.number) if memory is not None else None
    if known is not None and known.record is record and len(known.points) == len(drive.players):
        return known
    found = Counted(record, tuple(_points(drive, record)), frozenset(present(record)))
    if memory is not None:
        memory[record.number] = found
    return found


def _points(drive: Drive, record: SetRecord) -> list[int]:
    """Every player's points in one set."""
    game = drive.format
    column = [0] * len(drive.players)
    for table in record.tables:
        if table.board is not None:
            _credit(column, table.chairs, table.board.points)
            continue
        score = game.fold(record.number)
        if table.subs or None in table.chairs:
            _credit_by_hand(column, table, score)
        else:
            for player, points in zip(table.chairs, score(table.hands), strict=True):
                column[player] += points  # type: ignore[index]  # None was ruled out above
    for player, hands in _hands_sat_out(game, record).items():
        column[player] += game.sit_out * hands
    return column


def ranks(drive: Drive, memory: Memory | None = None) -> list[int]:
    """Every player's rank: what `standings` says, for less."""
    totals = [sum(row) for row in tally(drive, memory)]
    totals = list(map(operator.add, totals, _lost(drive)))
    return [one.rank for one in placings(totals, low_wins=drive.format.plays.wins == "low")]


def standings(drive: Drive, memory: Memory | None = None) -> tuple[PlayerScore, ...]:
    """Everyone's total and place, sorted by rank, then name; equal totals share a rank."""
    rows, lost = tally(drive, memory), _lost(drive)
    totals = [sum(row) + less for row, less in zip(rows, lost, strict=True)]
    ranked = placings(totals, low_wins=drive.format.plays.wins == "low")
    late = _late_sit_outs(drive)
    sat_out = Counter(player for record in drive.sets for player in record.sitting_out)
    sat_out.update(player for player, _ in late)
    missed = _missed(drive, memory) - set(late)
    sets: list[list[int | None]] = [list(row) for row in rows]
    for player, position in missed:
        sets[player][position] = None
    scores = [
        PlayerScore(
            player,
            total,
            place.rank,
            place.shared,
            tuple(sets[player]),
            sat_out[player],
            lost[player],
        )
        for player, (total, place) in enumerate(zip(totals, ranked, strict=True))
    ]
    scores.sort(key=lambda score: (score.rank, drive.players[score.player].name))
    return tuple(scores)


def _lost(drive: Drive) -> list[int]:
    """By player, what deductions do to the total. They never help: where the lowest total wins,
    they are added."""
    sign = 1 if drive.format.plays.wins == "low" else -1
    return [sign * player.deducted for player in drive.players]


def explain(drive: Drive, player: int, known: Known | None = None) -> tuple[SetExplanation, ...]:
    """Every point of a player (an index), set by set; the lines add up to the total.

    known: what reports came to, for who explains one player after the other. Raises IndexError
    for a player that is not in the drive.
    """
    known = {} if known is None else known
    guest = drive.players[player]
    game = drive.format
    here = [
        player in record.sitting_out or any(_plays_at(table, player) for table in record.tables)
        for record in drive.sets
    ]
    arrived = here.index(True) if True in here else 0
    late_sets = arrived if guest.late_as_sit_out else 0
    reports = [
        _hands(drive, record, player, position < late_sets, known)
        for position, record in enumerate(drive.sets)
    ]
    if game.sit_out_mean:
        reports = _with_mean(drive, player, reports)
    sets = []
    for position, record in enumerate(drive.sets):
        late = position < late_sets
        hands = reports[position]
        status = _status(record, player, here[position], late, hands)
        name = game.set(record.number).name
        points = sum(hand.points or 0 for hand in hands)
        sets.append(SetExplanation(record.number, name, status, points, hands))
    return tuple(sets)


def _with_mean(
    drive: Drive, player: int, sets: Sequence[tuple[HandExplanation, ...]]
) -> list[tuple[HandExplanation, ...]]:
    """The hands of all sets, where those sat out share the mean of those played."""
    points = played = 0
    for record, hands in zip(drive.sets, sets, strict=True):
        if turns := _turns_played(record)[player]:
            played += turns
            points += sum(hand.points or 0 for hand in hands if hand.table is not None)
    shared = []
    for hands in sets:
        waits = sum(hand.table is None for hand in hands)
        mean = _mean(points, played, waits)
        parts = iter([mean * (turn + 1) // waits - mean * turn // waits for turn in range(waits)])
        shared.append(
            tuple(
                _with_sit_out(drive.format, hand, next(parts)) if hand.table is None else hand
                for hand in hands
            )
        )
    return shared


def _with_sit_out(game: SetFormat, hand: HandExplanation, points: int) -> HandExplanation:
    return replace(hand, points=points, lines=(_sat_out(game, points),))


def order_of(scores: Sequence[PlayerScore]) -> tuple[tuple[int, ...], ...]:
    """Who stands where in standings: groups of those who are level, the best first."""
    return tuple(
        tuple(score.player for score in level)
        for _rank, level in groupby(scores, key=lambda score: score.rank)
    )


def finished(drive: Drive) -> bool:
    """True when every set was seated and every hand of every table is reported."""
    game = drive.format
    if {record.number for record in drive.sets} != set(range(1, game.seatings + 1)):
        return False
    return all(
        record.tables and all(complete(game, table) for table in record.tables)
        for record in drive.sets
    )


def complete(game: SetFormat, table: TableSet) -> bool:
    """True when every hand of the set is reported at that table, or its board is full."""
    if table.board is not None:
        return table.board.over
    return sum(hand is not None for hand in table.hands) >= game.deals


def roles_at(drive: Drive, record: SetRecord, table: TableSet) -> tuple[str, ...]:
    """The role of each chair: that of the player seated there first (a substitute plays it)."""
    return tuple(
        "" if p is None else record.roles.get(p, drive.players[p].role) for p in table.chairs
    )


def as_played(drive: Drive, record: SetRecord) -> Past:
    """A set as it ended: the substitutes in their chairs, playing the role of the chair."""
    roles = {p: record.roles.get(p, drive.players[p].role) for p in present(record)}
    tables = []
    for table in sorted(record.tables, key=lambda table: table.table):
        seats = sitters(table, drive.format.deals)
        chairs = zip(seats, roles_at(drive, record, table), strict=True)
        roles.update((player, role) for player, role in chairs if player is not None)
        tables.append(tuple(player for player in seats if player is not None))
    seated = {player for table in tables for player in table}
    waited = tuple(player for player in record.sitting_out if player not in seated)
    here = seated.union(waited)
    return Past(tuple(tables), waited, {p: role for p, role in roles.items() if p in here})


def set_in_play(drive: Drive) -> int:
    """The number of the newest set while a hand of it is missing, else 0."""
    if not drive.sets:
        return 0
    newest = drive.sets[-1]
    over = all(complete(drive.format, table) for table in newest.tables)
    return 0 if over else newest.number


def counting(drive: Drive, *, live: bool) -> Drive:
    """The drive as standings count it: without the set in play; with `live` as far as that is
    reported, but who sits it out still waits for its end."""
    if not set_in_play(drive):
        return drive
    *earlier, newest = drive.sets
    if late := _just_come(drive):  # credited for what was played before
        earlier = [replace(one, sitting_out=(*one.sitting_out, *late)) for one in earlier]
    return replace(drive, sets=(*earlier, *([replace(newest, sitting_out=())] if live else [])))


def _just_come(drive: Drive) -> list[int]:
    """Who has a part in the newest set for the first time, with the sets before as sit-outs."""
    waiting = [who for who, player in enumerate(drive.players) if player.late_as_sit_out]
    if not waiting:
        return []
    *earlier, newest = map(present, drive.sets)
    return [who for who in waiting if who in newest and not any(who in one for one in earlier)]


def _credit(column: list[int], seated: Sequence[int | None], points: Sequence[int]) -> None:
    for player, brought in zip(seated, points, strict=True):
        if player is not None:
            column[player] += brought


def _credit_by_hand(column: list[int], table: TableSet, score: Fold) -> None:
    for index, hand in enumerate(table.hands):
        _credit(column, sitters(table, index + 1), score((*(None,) * index, hand)))


def _hands_sat_out(game: SetFormat, record: SetRecord) -> dict[int, int]:
    """Turns of the set sat out by each player who was drawn to sit out."""
    hands = dict.fromkeys(record.sitting_out, _turns(game))
    for table in record.tables:
        if table.subs:
            for hand in range(1, game.deals + 1):
                for player in sitters(table, hand):
                    if player in hands:
                        hands[player] -= 1
    return hands


def _missed(drive: Drive, memory: Memory | None) -> set[tuple[int, int]]:
    """(player, position of the set) for every set that a player had no part in."""
    everyone = set(range(len(drive.players)))
    return {
        (player, position)
        for position, record in enumerate(drive.sets)
        for player in everyone - _counted(drive, record, memory).here
    }


def _late_sit_outs(drive: Drive) -> list[tuple[int, int]]:
    """(player, position of the set) for sets missed before arriving that count as sit-outs."""
    waiting = [i for i, player in enumerate(drive.players) if player.late_as_sit_out]
    if not waiting:
        return []
    here = [present(record) for record in drive.sets]
    counted = []
    for player in waiting:
        first = next((s for s, people in enumerate(here) if player in people), 0)
        counted += [(player, position) for position in range(first)]
    return counted


def _hands(
    drive: Drive, record: SetRecord, player: int, late: bool, known: Known
) -> tuple[HandExplanation, ...]:
    game = drive.format
    waits = late or player in record.sitting_out
    hands = []
    tables = [table for table in record.tables if _plays_at(table, player)]
    most = max((len(table.board.deals) for table in tables if table.board is not None), default=0)
    for number in range(1, max(most, _turns(game)) + 1):
        seats = [
            (table, chair)
            for table in tables
            for chair, sitter in enumerate(sitters(table, number))
            if sitter == player
        ]
        hands += [_played(drive, record, table, chair, number, known) for table, chair in seats]
        if waits and not seats:
            hands.append(
                HandExplanation(
                    number, None, None, game.sit_out, NOTHING, (_sat_out(game, game.sit_out),)
                )
            )
    return tuple(hands)


def _played(
    drive: Drive, record: SetRecord, table: TableSet, chair: int, number: int, known: Known
) -> HandExplanation:
    if table.board is not None:
        return _of_board(table.board, table.table, chair, number)
    report = table.hands[number - 1] if number <= len(table.hands) else None
    if report is None:
        return HandExplanation(number, table.table, chair, None, NOTHING, ())
    roles = roles_at(drive, record, table)
    chairs, summary = drive.format.told(record.number, roles, report, number, known)
    lines = chairs[chair]
    points = sum(line.amount for line in lines)
    return HandExplanation(number, table.table, chair, points, summary, lines)


def _of_board(board: BoardPoints, table: int, chair: int, number: int) -> HandExplanation:
    """A deal that stands on those before it; with nothing to tell where it does not count."""
    deal = board.deals[number - 1] if number <= len(board.deals) else None
    if deal is None:
        return HandExplanation(number, table, chair, None, NOTHING, ())
    summary, lines = deal.played.summary, deal.lines(chair)
    return HandExplanation(number, table, chair, deal.points[chair], summary, lines)


def _sat_out(game: SetFormat, points: int) -> Movement:
    """What a hand without a seat brings."""
    words = say("Sits out: {count}", count=points)
    here = Account("player")
    return Movement(points, game.plays.unit, BANK, here, words, "sit-outs")


def _status(
    record: SetRecord, player: int, here: bool, late: bool, hands: tuple[HandExplanation, ...]
) -> str:
    if late:
        return "counted as sat out"
    if not here:
        return "absent"
    if player in record.sitting_out and all(hand.table is None for hand in hands):
        return "sat out"
    return "played"
