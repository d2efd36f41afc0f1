"""What the command line answers about a drive: plain JSON values with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.files.descriptions import problems
from rulesets.files.next_seats import named
from rulesets.formats import drive as drives

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.files.drive_file import DriveFile
    from rulesets.files.next_seats import NextSeats
    from rulesets.formats.drive import PlayerScore, SetExplanation
    from rulesets.formats.drives import DriveFormat

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
