"""What the command line answers about a drive: plain JSON values with names, the next seats among
them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import parse_options
from rulesets.engine.problems import Problem
from rulesets.engine.text import Words
from rulesets.files.descriptions import problems
from rulesets.formats import drive as drives
from rulesets.formats.drive import present, roles_at, sitters
from rulesets.movements.seating import Guest, Note, Past, Seating, SitOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.files.drive_file import DriveFile
    from rulesets.formats.drive import PlayerScore, SetExplanation, SetRecord
    from rulesets.formats.drives import DriveFormat


@dataclass(frozen=True, slots=True)
class NextSeats:
    """The seats of set `number`, or the problems that keep them from being drawn."""

    number: int
    seating: Seating | None
    problems: tuple[Problem, ...]


def next_seats(file: DriveFile, seed: int) -> NextSeats:
    """The seats after the last set of the file; the first draw where no set was seated.

    The same file and seed give the same seats. Without `present` in the file, those of the last
    set are there, and whoever has not had a part in any set yet has just arrived.
    """
    drive = file.drive
    number = drive.sets[-1].number + 1 if drive.sets else 1
    if number > file.drive.format.seatings:
        text = "All {sets} sets are played; nobody moves on."
        params = {"sets": file.drive.format.seatings}
        return NextSeats(number, None, (Problem("drive.over", "error", Words(text, params)),))
    movement = file.drive.format.movement
    rng = Random(f"{seed}/{number}")  # noqa: S311  a draw of seats, not a secret
    guests = _guests(file)
    if not drive.sets:
        wishes = {"apart": file.apart, "together": file.together}
        return NextSeats(number, movement.first_seats(guests, rng=rng, **wishes), ())
    winners, problems = _winners(file)
    if problems:
        return NextSeats(number, None, problems)
    options, _ = parse_options(file.game.options, drive.options)
    seating = movement.next_seats(
        guests,
        [_past(file, record) for record in drive.sets],
        winners,
        rng=rng,
        fewer_repeats=getattr(options, "fewer_repeats", False),
        sets=file.drive.format.seatings,
        sat_out_credit=_credit(file),
    )
    return NextSeats(number, seating, ())


def named(file: DriveFile, note: Note | SitOut) -> str:
    """A note in English, with names for people."""
    params = dict(note.words.params)
    for key in ("person", "other"):
        if isinstance(params.get(key), int):
            params[key] = file.drive.players[int(str(params[key]))].name
    return Words(note.words.template, params).text


def _past(file: DriveFile, record: SetRecord) -> Past:
    """A set as it ended: the substitutes in their chairs, playing the role of the chair."""
    roles = {p: record.roles.get(p, file.drive.players[p].role) for p in present(record)}
    tables = []
    for table in sorted(record.tables, key=lambda table: table.table):
        seats = sitters(table, file.drive.format.deals)
        chairs = zip(seats, roles_at(file.drive, record, table), strict=True)
        roles.update((player, role) for player, role in chairs if player is not None)
        tables.append(tuple(player for player in seats if player is not None))
    seated = {player for table in tables for player in table}
    waited = tuple(player for player in record.sitting_out if player not in seated)
    here = seated.union(waited)
    return Past(tuple(tables), waited, {p: role for p, role in roles.items() if p in here})


def _guests(file: DriveFile) -> list[Guest]:
    players = file.drive.players
    sets = file.drive.sets
    there: set[int] | range = range(len(players))
    if file.present is not None:
        there = set(file.present)
    elif sets:
        last = _past(file, sets[-1])
        stayed = {player for table in last.tables for player in table} | set(last.sitting_out)
        seen = {player for record in sets for player in present(record)}
        there = stayed | (set(range(len(players))) - seen)
    roles = {player: guest.role for player, guest in enumerate(players)}
    for record in sets:
        roles.update(_past(file, record).roles)
    return [Guest(p, roles[p], keeps_chair=p in file.keeps_chair) for p in sorted(there)]


def _winners(file: DriveFile) -> tuple[list[tuple[int, ...]], tuple[Problem, ...]]:
    """Who moves from each table of the last set, and what is missing to know it."""
    position = len(file.drive.sets) - 1
    record = file.drive.sets[position]
    winners = []
    problems = []
    order = sorted(enumerate(record.tables), key=lambda pair: pair[1].table)
    for place, table in order:
        at = ("sets", position, "tables", place)
        roles = roles_at(file.drive, record, table)
        result = file.drive.format.result(record.number, roles, table.hands, table.cut)
        seats = sitters(table, file.drive.format.deals)
        params: dict[str, str | int] = {"table": table.table, "set": record.number}
        if not result.complete:
            params |= {"in": sum(h is not None for h in table.hands), "of": len(table.hands)}
            text = "Table {table} has reported {in} of {of} hands of set {set}."
            problems.append(
                Problem("table.unfinished", "error", Words(text, params), (*at, "hands"))
            )
        elif result.tied:
            tied = (seats[chair] for chair in result.tied)
            names = [file.drive.players[p].name for p in tied if p is not None]
            params["names"] = ", ".join(names)
            text = "Table {table} is level in set {set}; {names} have to cut."
            problems.append(Problem("cut.missing", "error", Words(text, params), (*at, "cut")))
        moving = (seats[chair] for chair in result.winners)
        winners.append(tuple(player for player in moving if player is not None))
    return winners, tuple(problems)


def _credit(file: DriveFile) -> dict[int, int]:
    """Sets missed before arriving that the host counts as sit-outs."""
    here = [present(record) for record in file.drive.sets]
    return {
        player: next((s for s, people in enumerate(here) if player in people), len(here))
        for player, guest in enumerate(file.drive.players)
        if guest.late_as_sit_out
    }


Json = dict[str, Any]


def score(file: DriveFile, *, explain: bool) -> Json:
    """The standings of a score file, with points by set and by hand."""
    standings = drives.standings(file.drive)
    explained = {s.player: drives.explain(file.drive, s.player) for s in standings}
    return {
        "finished": drives.finished(file.drive),
        "standings": [_place(file, s, explained[s.player], explain=explain) for s in standings],
        "problems": problems(file.problems),
    }


def seats(file: DriveFile, drawn: NextSeats, seed: int) -> Json:
    """The next set's seats in the form of a set of a score file, with reasons and notes."""
    players = file.drive.players
    found = problems((*file.problems, *drawn.problems))
    seating = drawn.seating
    if seating is None:
        return {"set": drawn.number, "seed": seed, "tables": [], "problems": found}
    return {
        "set": drawn.number,
        "seed": seed,
        "tables": [
            {"table": number, "chairs": [players[p].name for p in chairs]}
            for number, chairs in enumerate(seating.tables, 1)
        ],
        "sitting_out": [players[out.id].name for out in seating.sitting_out],
        "roles": {
            players[p].name: role for p, role in seating.roles.items() if players[p].role != role
        },
        "reasons": [
            {"name": players[out.id].name, "code": out.code, "message": named(file, out)}
            for out in seating.sitting_out
        ],
        "notes": [{"code": note.code, "message": named(file, note)} for note in seating.notes],
        "problems": found,
    }


def _place(
    file: DriveFile, place: PlayerScore, sets: Sequence[SetExplanation], *, explain: bool
) -> Json:
    player = file.drive.players[place.player]
    answer: Json = {
        "name": player.name,
        "role": player.role,
        "total": place.total,
        "rank": place.rank,
        "shared": place.shared,
        "sit_outs": place.sit_outs,
        "sets": [points or 0 for points in place.sets],
        "hands": [_hand_points(file.drive.format, one) for one in sets],
    }
    if explain:
        answer["explanation"] = [_explained(file.drive.format, one) for one in sets]
    return answer


def _hand_points(game: DriveFormat, explained: SetExplanation) -> list[int | None]:
    """A set's points by hand; None where the player had none to take."""
    points: list[int | None] = [None] * game.deals
    for hand in explained.hands:
        if hand.points is not None:
            points[hand.hand - 1] = (points[hand.hand - 1] or 0) + hand.points
    return points


def _explained(game: DriveFormat, explained: SetExplanation) -> Json:
    return {
        "set": explained.number,
        "name": explained.name,
        "status": explained.status,
        "points": explained.points,
        "hands": [
            {
                "hand": hand.hand,
                "table": hand.table,
                "chair": None if hand.chair is None else game.chairs[hand.chair],
                "points": hand.points,
                "report": hand.summary.text,
                "lines": [
                    {"points": line.amount, "text": line.text, "rule": line.rule}
                    for line in hand.lines
                ],
            }
            for hand in explained.hands
        ],
    }
