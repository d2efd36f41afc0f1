"""From a player's total down to the hand, the report and the rule that made each point."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets.drive import Drive, SetRecord, TableSet, present, roles_at, sitters
from rulesets.game import Game, Line
from rulesets.games import load


@dataclass(frozen=True, slots=True)
class HandExplanation:
    """A player's part in one hand. `table` is None where the hand was sat out or missed;
    `points` None where nothing is reported; `summary` the report in short."""

    hand: int
    table: int | None
    chair: int | None
    points: int | None
    summary: str
    lines: tuple[Line, ...]


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


def explain(drive: Drive, player: int) -> tuple[SetExplanation, ...]:
    """Every point of a player (an index), set by set; the lines add up to the total.

    Raises IndexError for a player that is not in the drive.
    """
    guest = drive.players[player]
    game = load(drive.game)
    here = [player in present(record) for record in drive.sets]
    arrived = here.index(True) if True in here else 0
    sets = []
    for position, record in enumerate(drive.sets):
        late = guest.late_as_sit_out and position < arrived
        hands = _hands(drive, game, record, player, late)
        status = _status(record, player, here[position], late, hands)
        name = game.stage(record.number).name
        points = sum(hand.points or 0 for hand in hands)
        sets.append(SetExplanation(record.number, name, status, points, hands))
    return tuple(sets)


def _hands(
    drive: Drive, game: Game, record: SetRecord, player: int, late: bool
) -> tuple[HandExplanation, ...]:
    waits = late or player in record.sitting_out
    hands = []
    for number in range(1, game.hands_per_stage + 1):
        seats = [
            (table, chair)
            for table in record.tables
            for chair, sitter in enumerate(sitters(table, number))
            if sitter == player
        ]
        hands += [_played(drive, game, record, table, chair, number) for table, chair in seats]
        if waits and not seats:
            line = Line(game.sit_out, "Sits out: {count}", {"count": game.sit_out}, "sit-outs")
            hands.append(HandExplanation(number, None, None, game.sit_out, "", (line,)))
    return tuple(hands)


def _played(
    drive: Drive, game: Game, record: SetRecord, table: TableSet, chair: int, number: int
) -> HandExplanation:
    report = table.hands[number - 1] if number <= len(table.hands) else None
    if report is None:
        return HandExplanation(number, table.table, chair, None, "", ())
    lines = game.explain(record.number, roles_at(drive, table), report)[chair]
    points = sum(line.points for line in lines)
    summary = game.summary(record.number, report)
    return HandExplanation(number, table.table, chair, points, summary, lines)


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
