"""A drive: many tables, seats that rotate, and a personal score that everyone carries along; with
the cuts that decide ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import BANK, Account, Movement
from rulesets.engine.problems import Problem
from rulesets.engine.text import NOTHING, Words, say
from rulesets.standings.placings import placings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.engine.scoring import Fold
    from rulesets.formats.drives import DriveFormat, Known


@dataclass(frozen=True, slots=True)
class Player:
    """A guest. `late_as_sit_out`: sets before the first appearance count as sit-outs, not 0."""

    name: str
    role: str
    late_as_sit_out: bool = False


@dataclass(frozen=True, slots=True)
class TableSet:
    """One table in one set.

    `chairs` are indexes into the drive's players (None: empty), clockwise. `hands` are the
    reports, positional by side or chair (None: not reported). `cut` are the chairs that won the
    cut. `subs` are (hand 1-based, chair, player): from that hand on, that player sits there and
    is credited.
    """

    table: int
    chairs: tuple[int | None, ...]
    hands: tuple[Payload | None, ...]
    cut: tuple[int, ...] | None = None
    subs: tuple[tuple[int, int, int], ...] = ()


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

    format: DriveFormat
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
    where the player was not there (it counts 0). `sit_outs` are sets sat out."""

    player: int
    total: int
    rank: int
    shared: bool
    sets: tuple[int | None, ...]
    sit_outs: int


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
    if late := _late_sit_outs(drive):
        credited = [list(column) for column in columns]
        for player, position in late:
            credited[position][player] = game.sit_out * game.deals
        columns = [tuple(column) for column in credited]
    if not columns:
        return [[] for _ in drive.players]
    return list(map(list, zip(*columns, strict=True)))


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
    score = game.fold(record.number)
    for table in record.tables:
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
    return [one.rank for one in placings(totals, low_wins=drive.format.plays.wins == "low")]


def standings(drive: Drive, memory: Memory | None = None) -> tuple[PlayerScore, ...]:
    """Everyone's total and place, sorted by rank, then name; equal totals share a rank."""
    rows = tally(drive, memory)
    totals = [sum(row) for row in rows]
    ranked = placings(totals, low_wins=drive.format.plays.wins == "low")
    late = _late_sit_outs(drive)
    sat_out = Counter(player for record in drive.sets for player in record.sitting_out)
    sat_out.update(player for player, _ in late)
    missed = _missed(drive, memory) - set(late)
    sets: list[list[int | None]] = [list(row) for row in rows]
    for player, position in missed:
        sets[player][position] = None
    scores = [
        PlayerScore(player, total, place.rank, place.shared, tuple(sets[player]), sat_out[player])
        for player, (total, place) in enumerate(zip(totals, ranked, strict=True))
    ]
    scores.sort(key=lambda score: (score.rank, drive.players[score.player].name))
    return tuple(scores)


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
    sets = []
    for position, record in enumerate(drive.sets):
        late = guest.late_as_sit_out and position < arrived
        hands = _hands(drive, record, player, late, known)
        status = _status(record, player, here[position], late, hands)
        name = game.set(record.number).name
        points = sum(hand.points or 0 for hand in hands)
        sets.append(SetExplanation(record.number, name, status, points, hands))
    return tuple(sets)


def finished(drive: Drive) -> bool:
    """True when every set was seated and every hand of every table is reported."""
    game = drive.format
    if {record.number for record in drive.sets} != set(range(1, game.seatings + 1)):
        return False
    return all(
        record.tables and all(complete(game, table) for table in record.tables)
        for record in drive.sets
    )


def complete(game: DriveFormat, table: TableSet) -> bool:
    """True when every hand of the set is reported at that table."""
    return sum(hand is not None for hand in table.hands) >= game.deals


def roles_at(drive: Drive, record: SetRecord, table: TableSet) -> tuple[str, ...]:
    """The role of each chair: that of the player seated there first (a substitute plays it)."""
    return tuple(
        "" if p is None else record.roles.get(p, drive.players[p].role) for p in table.chairs
    )


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


def _credit_by_hand(column: list[int], table: TableSet, score: Fold) -> None:
    for index, hand in enumerate(table.hands):
        for player, points in zip(
            sitters(table, index + 1), score((*(None,) * index, hand)), strict=True
        ):
            if player is not None:
                column[player] += points


def _hands_sat_out(game: DriveFormat, record: SetRecord) -> dict[int, int]:
    """Hands of the set sat out by each player who was drawn to sit out."""
    hands = dict.fromkeys(record.sitting_out, game.deals)
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
    for number in range(1, game.deals + 1):
        seats = [
            (table, chair)
            for table in tables
            for chair, sitter in enumerate(sitters(table, number))
            if sitter == player
        ]
        hands += [_played(drive, record, table, chair, number, known) for table, chair in seats]
        if waits and not seats:
            hands.append(
                HandExplanation(number, None, None, game.sit_out, NOTHING, (_sat_out(game),))
            )
    return tuple(hands)


def _played(
    drive: Drive, record: SetRecord, table: TableSet, chair: int, number: int, known: Known
) -> HandExplanation:
    report = table.hands[number - 1] if number <= len(table.hands) else None
    if report is None:
        return HandExplanation(number, table.table, chair, None, NOTHING, ())
    roles = roles_at(drive, record, table)
    chairs, summary = drive.format.told(record.number, roles, report, number, known)
    lines = chairs[chair]
    points = sum(line.amount for line in lines)
    return HandExplanation(number, table.table, chair, points, summary, lines)


def _sat_out(game: DriveFormat) -> Movement:
    """What a hand without a seat brings."""
    words = say("Sits out: {count}", count=game.sit_out)
    here = Account("player")
    return Movement(game.sit_out, game.plays.unit, BANK, here, words, "sit-outs")


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


Payload = Mapping[str, Any]
MOVERS = 2
SIDES = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class TableResult:
    """Who moves from a table after a set.

    `sums` are points per chair over the hands reported. `winners` are the chairs that move, in
    ascending order: empty while not `complete` or while a cut is needed. `tied` are the chairs
    among which a cut is needed (empty when none is, or when a valid one was given), `cut_pick`
    how many of them it must name, `cuts` every answer that would settle it (draw one of these
    with equal chances to replace the cards), and `sure` who moves whatever the cut says.
    """

    sums: tuple[int, ...]
    complete: bool
    winners: tuple[int, ...]
    tied: tuple[int, ...] = ()
    cut_pick: int = 0
    cuts: tuple[tuple[int, ...], ...] = ()
    sure: tuple[int, ...] = ()


def partners_result(
    roles: Sequence[str], sums: Sequence[int], cut: Sequence[int] | None
) -> TableResult:
    """A finished set between partnerships: the side with the higher sum moves.

    A tie is cut by all four; the highest of each role move, partners or not.
    """
    totals = [sum(sums[chair] for chair in side) for side in SIDES]
    if totals[0] != totals[1]:
        return _settled(sums, SIDES[0] if totals[0] > totals[1] else SIDES[1])
    return _cut_result(sums, (), _groups(roles), cut)


def singles_result(
    roles: Sequence[str], sums: Sequence[int], cut: Sequence[int] | None
) -> TableResult:
    """A finished set without partners: the highest of each role moves, by own points.

    Only the role that is tied cuts.
    """
    sure: list[int] = []
    open_groups: list[tuple[tuple[int, ...], int]] = []
    for chairs, wanted in _groups(roles):
        ordered = sorted(chairs, key=lambda chair: -sums[chair])
        border = sums[ordered[wanted - 1]]
        above = [chair for chair in ordered if sums[chair] > border]
        level = tuple(sorted(chair for chair in ordered if sums[chair] == border))
        sure += above
        if len(above) + len(level) == wanted:
            sure += level
        else:
            open_groups.append((level, wanted - len(above)))
    if not open_groups:
        return _settled(sums, sure)
    return _cut_result(sums, tuple(sure), tuple(open_groups), cut)


def with_sums(result: TableResult, sums: Sequence[int]) -> TableResult:
    """The same result, shown with other sums (where the low ones win)."""
    return replace(result, sums=tuple(sums))


def unfinished(sums: Sequence[int]) -> TableResult:
    """A set with hands still to come: nobody moves yet."""
    return TableResult(sums=tuple(sums), complete=False, winners=())


def cut_problems(without_cut: TableResult, cut: Sequence[int] | None) -> tuple[Problem, ...]:
    """Whether `cut` answers the tie that `without_cut` (the result before it) leaves open.

    A cut where nothing is tied is a warning: a correction may have broken the tie afterwards;
    it is kept, and does nothing.
    """
    if cut is None:
        return ()
    if not without_cut.complete:
        text = "A cut is given before all hands are reported; it counts once they are."
        return (Problem("cut.early", "warning", Words(text)),)
    if not without_cut.tied:
        text = "A cut is given, but nothing is tied ({sums}); it does nothing."
        sums = " · ".join(map(str, without_cut.sums))
        return (Problem("cut.unneeded", "warning", Words(text, {"sums": sums})),)
    if settle(without_cut, cut) is None:
        text = "The cut must name {pick} of the {tied} players who are tied, one of each role."
        if without_cut.cut_pick == 1:
            text = "The cut must name {pick} of the {tied} players who are tied."
        params = {"pick": without_cut.cut_pick, "tied": len(without_cut.tied)}
        return (Problem("cut.wrong", "error", Words(text, params)),)
    return ()


def settle(tied: TableResult, cut: Sequence[int]) -> tuple[int, ...] | None:
    """The chairs that move when `cut` is the answer to an open tie; None if it answers nothing.

    A cut may also name who moves anyway.
    """
    named = set(cut)
    sure = set(tied.sure)
    if len(named) != len(cut):
        return None
    for answer in tied.cuts:
        if set(answer) <= named <= set(answer) | sure:
            return tuple(sorted(sure | set(answer)))
    return None


def _groups(roles: Sequence[str]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The chairs of each role and how many of them move: one each, two of a role alone."""
    by_role: dict[str, list[int]] = {}
    for chair, role in enumerate(roles):
        by_role.setdefault(role, []).append(chair)
    if len(by_role) == 1:
        return tuple((tuple(chairs), MOVERS) for chairs in by_role.values())
    return tuple((tuple(chairs), 1) for chairs in by_role.values())


def _settled(sums: Sequence[int], winners: Sequence[int]) -> TableResult:
    return TableResult(sums=tuple(sums), complete=True, winners=tuple(sorted(winners)))


def _cut_result(
    sums: Sequence[int],
    sure: tuple[int, ...],
    groups: Sequence[tuple[tuple[int, ...], int]],
    cut: Sequence[int] | None,
) -> TableResult:
    """The result with a tie in each of `groups` (chairs, how many move), settled by `cut`."""
    picks = product(*(combinations(chairs, wanted) for chairs, wanted in groups))
    cuts = tuple(tuple(sorted(chair for part in pick for chair in part)) for pick in picks)
    tied = tuple(sorted(chair for chairs, _ in groups for chair in chairs))
    wanted = sum(count for _, count in groups)
    open_tie = TableResult(
        sums=tuple(sums),
        complete=True,
        winners=(),
        tied=tied,
        cut_pick=wanted,
        cuts=cuts,
        sure=tuple(sorted(sure)),
    )
    winners = None if cut is None else settle(open_tie, cut)
    return open_tie if winners is None else _settled(sums, winners)
