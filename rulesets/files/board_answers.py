"""What the command line answers about one board: plain JSON values with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.files.descriptions import problems
from rulesets.formats import format_of

if TYPE_CHECKING:
    from rulesets.engine.plays import Movement, Plays, State
    from rulesets.engine.problems import At
    from rulesets.engine.replay import PlayedRound, Replay
    from rulesets.files.board_file import BoardFile

Json = dict[str, Any]


def score(file: BoardFile, *, explain: bool) -> Json:
    """The standings, the board, and what each round brought; with `explain` the whole ledger."""
    found = problems(file.problems)
    if file.replay is None:
        return {"finished": False, "standings": [], "rounds": [], "problems": found}
    plays, history = file.game.plays, file.replay
    rounds = history.rounds[: file.rounds]
    answer: Json = {
        "finished": history.ending is not None,
        "ending": _ending(file, history),
        "standings": _standings(file, plays, history.state),
        **plays.view(history.state),
        "rounds": [_round(file, number, played) for number, played in enumerate(rounds, 1)],
    }
    if len(history.rounds) > file.rounds:
        answer["final"] = _round(file, file.rounds + 1, history.rounds[-1])
        del answer["final"]["round"]
    if explain:
        answer["ledger"] = [
            _movement(file, history, number, movement) for number, movement in history.ledger()
        ]
    return {**answer, "problems": found}


def seats(file: BoardFile) -> tuple[Json, bool]:
    """Who faces whom in the next round of two teams, and whether that can be told yet."""
    teams = file.setup.roster.sides
    number = 1 if file.replay is None else file.replay.state.rounds + 1
    found = problems(file.problems)
    waiting = [p for p in file.problems if p.severity == "error" or p.code == "round.open"]
    empty: Json = {"round": number, "couples": [], "byes": [], "dealers": None}
    if file.replay is None or waiting:
        return {**empty, "problems": found}, False
    if file.replay.ending is not None:
        text = "All games have ended; nobody moves on."
        over = {"code": "round.over", "severity": "error", "message": text, "at": []}
        return {**empty, "problems": [*found, over]}, False
    names, couples, byes = file.setup.roster.names, [], []
    here = [[player for player in team if player not in file.away] for team in teams]
    movement = format_of(file.game).movement
    for pair in movement.seated(here[0], here[1], number):
        people = [names[player] for player in (pair.stays, pair.moves) if player is not None]
        if len(people) == 2:
            couples.append({"chair": pair.chair, "couple": people})
        else:
            byes += people
    dealers = file.game.plays.view(file.replay.state)["dealers"]
    answer = {"round": number, "couples": couples, "byes": byes, "dealers": dealers}
    return {**answer, "problems": found}, True


def _sides(file: BoardFile) -> tuple[str, ...]:
    return file.setup.roster.side_names


def _ending(file: BoardFile, history: Replay) -> Json | None:
    if history.ending is None:
        return None
    winners = [_sides(file)[side] for side in history.ending.winners]
    return {"winners": winners, "reason": history.ending.text}


def _standings(file: BoardFile, plays: Plays, state: State) -> list[Json]:
    totals = plays.totals(state)
    ranks = plays.ranks(state)
    found = [
        {"name": name, "total": total, "rank": rank, "shared": ranks.count(rank) > 1}
        for name, total, rank in zip(_sides(file), totals, ranks, strict=True)
    ]
    return sorted(found, key=lambda one: (one["rank"], one["name"]))


def _round(file: BoardFile, number: int, played: PlayedRound) -> Json:
    """One report's part: what it brought, and the board after it."""
    if not played.counted:
        return {"round": number, "counted": False}
    plays, names = file.game.plays, file.setup.roster.names
    return {
        "round": number,
        "counted": True,
        "summary": played.summary.text,
        "moments": [
            {"code": one.code, "text": one.text, "who": [names[player] for player in one.who]}
            for one in played.moments
        ],
        **plays.round_view(played.state),
        "board": plays.view(played.state),
    }


def _movement(file: BoardFile, history: Replay, number: int, movement: Movement) -> Json:
    plays, state = file.game.plays, history.state
    return {
        "round": number,
        "amount": movement.amount,
        "unit": movement.unit,
        "from": plays.account_name(state, movement.source, movement.unit).text,
        "to": plays.account_name(state, movement.target, movement.unit).text,
        "text": movement.text,
        "rule": movement.rule,
        "at": _place(file, history, number, movement.at),
    }


def _place(file: BoardFile, history: Replay, number: int, at: At) -> list[str | int]:
    """A place in a report, its side counted in the order of the file."""
    if len(at) > 1 and at[1] in file.order and number:
        before = history.rounds[number - 2].state if number > 1 else history.opening.state
        if any(
            field.key == at[0] and field.per == "side" for field in file.game.plays.fields(before)
        ):
            return [at[0], file.order.index(int(at[1])), *at[2:]]
    return list(at)
