"""What the command line answers: plain JSON values made of games, scores and problems."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets import drive as drives
from rulesets import schemeanswers
from rulesets.games import load, rule_text, slugs
from rulesets.nextseats import named
from rulesets.sheet import layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.drive import PlayerScore, SetExplanation
    from rulesets.game import Game, Problem, Question
    from rulesets.nextseats import NextSeats
    from rulesets.scorefile import ScoreFile

Json = dict[str, Any]


def problems(found: Iterable[Problem]) -> list[Json]:
    """Problems as they are printed."""
    return [
        {"code": p.code, "severity": p.severity, "message": p.message, "at": list(p.at)}
        for p in found
    ]


def all_games() -> list[Json]:
    """One line about each game."""
    return [_head(load(slug)) for slug in slugs()]


def game(declared: Game) -> Json:
    """Everything a game declares, with its rule text and its worked examples."""
    if declared.scheme is not None:
        return schemeanswers.game(declared, _head(declared))
    return {
        **_head(declared),
        "chairs": list(declared.chairs),
        "sides": [list(side) for side in declared.sides],
        "roles": list(declared.roles),
        "low_wins": declared.low_wins,
        "sit_out": declared.sit_out,
        "options": schemeanswers.options(declared),
        "sets": [
            {
                "set": stage.number,
                "name": stage.name,
                "partners": stage.partners,
                "line": stage.line,
                "hands": list(stage.hands),
                "maximum": stage.maximum,
                "rule": stage.rule,
                "questions": [_question(q) for q in stage.questions],
            }
            for stage in declared.stages
        ],
        "examples": [
            {
                "set": example.stage,
                "report": example.payload,
                "points": list(example.points),
                "note": example.note,
            }
            for example in declared.examples
        ],
        "sheet": dataclasses.asdict(layout(declared)),
        "rules": rule_text(declared.slug),
    }


def score(file: ScoreFile, *, explain: bool) -> Json:
    """The standings of a score file, with points by set and by hand."""
    standings = drives.standings(file.drive)
    explained = {s.player: drives.explain(file.drive, s.player) for s in standings}
    return {
        "finished": drives.finished(file.drive),
        "standings": [_place(file, s, explained[s.player], explain=explain) for s in standings],
        "problems": problems(file.problems),
    }


def seats(file: ScoreFile, drawn: NextSeats, seed: int) -> Json:
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


def _head(declared: Game) -> Json:
    head: Json = {
        "slug": declared.slug,
        "name": declared.name,
        "about": declared.about,
        "edition": declared.edition,
        "source": declared.source,
        "kind": declared.kind,
    }
    if declared.scheme is not None:
        low, high = declared.scheme.players
        return {**head, "players": {"low": low, "high": high}}
    return {
        **head,
        "players_per_table": declared.players_per_table,
        "stages": len(declared.stages),
        "hands_per_stage": declared.hands_per_stage,
    }


def _question(question: Question) -> Json:
    keys = ("key", "label", "help", "per", "low", "high", "total", "required")
    return {key: getattr(question, key) for key in keys}


def _place(
    file: ScoreFile, place: PlayerScore, sets: Sequence[SetExplanation], *, explain: bool
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
        "hands": [_hand_points(file.game, one) for one in sets],
    }
    if explain:
        answer["explanation"] = [_explained(file.game, one) for one in sets]
    return answer


def _hand_points(declared: Game, explained: SetExplanation) -> list[int | None]:
    """A set's points by hand; None where the player had none to take."""
    points: list[int | None] = [None] * declared.hands_per_stage
    for hand in explained.hands:
        if hand.points is not None:
            points[hand.hand - 1] = (points[hand.hand - 1] or 0) + hand.points
    return points


def _explained(declared: Game, explained: SetExplanation) -> Json:
    return {
        "set": explained.number,
        "name": explained.name,
        "status": explained.status,
        "points": explained.points,
        "hands": [
            {
                "hand": hand.hand,
                "table": hand.table,
                "chair": None if hand.chair is None else declared.chairs[hand.chair],
                "points": hand.points,
                "report": hand.summary,
                "lines": [
                    {"points": line.points, "text": line.text, "rule": line.rule}
                    for line in hand.lines
                ],
            }
            for hand in explained.hands
        ],
    }
