"""What the command line answers about games with a memory: plain JSON values with names."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from rulesets.games import rule_text
from rulesets.movements import team_line
from rulesets.payload import parse_options
from rulesets.replay import open_game, scheme_of
from rulesets.scheme import Setup
from rulesets.standings import places

if TYPE_CHECKING:
    from rulesets.game import Game, Problem
    from rulesets.replay import Played, Replay
    from rulesets.scheme import Field, Movement, Scheme, State, Worked
    from rulesets.schemefile import SchemeFile

Json = dict[str, Any]


def options(declared: Game) -> list[Json]:
    """The options of a game."""
    found = []
    for option in dataclasses.fields(declared.options):
        about = {k: option.metadata[k] for k in ("label", "help")}
        chosen = [{"key": k, "label": words} for k, words in option.metadata["choices"]]
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        extra = {"choices": chosen} if chosen else {}
        found.append({"key": option.name, "default": default, **about, **extra})
    return found


def game(declared: Game, head: Json) -> Json:
    """Everything a game with a scheme declares; `head` is its line in the list of games."""
    scheme = scheme_of(declared)
    defaults = declared.options()
    example = scheme.examples[0]
    opening = open_game(scheme, _setup(declared, example))
    return {
        **head,
        "unit": scheme.unit,
        "teams": list(scheme.teams),
        "report_of": scheme.rows,
        "low_wins": declared.low_wins,
        "options": options(declared),
        "fields": [_field(field) for field in scheme.fields(defaults)],
        "final": None if scheme.final is None else _field(scheme.final),
        "examples": [_worked(worked) for worked in scheme.examples],
        "scoreboard": dataclasses.asdict(scheme.scoreboard((opening.state,))),
        "rules": rule_text(declared.slug),
    }


def score(file: SchemeFile, *, explain: bool) -> Json:
    """The standings, the board, and what each round brought; with `explain` the whole ledger."""
    found = [_problem(problem) for problem in file.problems]
    if file.replay is None:
        return {"finished": False, "standings": [], "rounds": [], "problems": found}
    scheme, history = scheme_of(file.game), file.replay
    rounds = history.rounds[: file.rounds]
    answer: Json = {
        "finished": history.ending is not None,
        "ending": _ending(file, history),
        "standings": _standings(file, scheme, history.state),
        **scheme.view(history.state),
        "rounds": [_round(scheme, number, played) for number, played in enumerate(rounds, 1)],
    }
    if len(history.rounds) > file.rounds:
        answer["final"] = _round(scheme, file.rounds + 1, history.rounds[-1])
        del answer["final"]["round"]
    if explain:
        answer["ledger"] = [
            _movement(scheme, history.state, number, movement)
            for number, movement in history.ledger()
        ]
    return {**answer, "problems": found}


def seats(file: SchemeFile) -> tuple[Json, bool]:
    """Who faces whom in the next round of two teams, and whether that can be told yet."""
    teams = file.setup.roster.teams
    number = 1 if file.replay is None else file.replay.state.rounds + 1
    found = [_problem(problem) for problem in file.problems]
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
    for pair in team_line.seated(here[0], here[1], number):
        people = [names[player] for player in (pair.stays, pair.moves) if player is not None]
        if len(people) == 2:
            couples.append({"chair": pair.chair, "couple": people})
        else:
            byes += people
    dealers = scheme_of(file.game).view(file.replay.state)["dealers"]
    answer = {"round": number, "couples": couples, "byes": byes, "dealers": dealers}
    return {**answer, "problems": found}, True


def _problem(problem: Problem) -> Json:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "at": list(problem.at),
    }


def _field(field: Field) -> Json:
    about: Json = {key: getattr(field, key) for key in ("key", "label", "help", "kind", "per")}
    about["required"] = field.required
    if field.kind == "count":
        about |= {"low": field.low, "high": field.high}
    if field.choices:
        about["choices"] = [{"key": key, "label": words} for key, words in field.choices]
    if field.when is not None:
        about["when"] = {"field": field.when[0], "is": list(field.when[1])}
    if field.rows:
        about |= {"rows": field.rows, "columns": field.columns}
    if field.parts:
        about["parts"] = [_field(part) for part in field.parts]
    return about


def _setup(declared: Game, worked: Worked) -> Setup:
    chosen, _ = parse_options(declared.options, worked.options)
    return Setup(worked.roster, chosen, **worked.setup)


def _worked(worked: Worked) -> Json:
    """An example; people in its reports are numbers, places in its roster from 0."""
    sides = worked.roster.team_names or worked.roster.names
    return {
        "roster": list(worked.roster.names),
        "options": dict(worked.options),
        "reports": list(worked.reports),
        "totals": dict(zip(sides, worked.totals, strict=True)),
        "note": worked.note,
    }


def _sides(file: SchemeFile) -> tuple[str, ...]:
    return file.setup.roster.team_names or file.setup.roster.names


def _ending(file: SchemeFile, history: Replay) -> Json | None:
    if history.ending is None:
        return None
    winners = [_sides(file)[side] for side in history.ending.winners]
    return {"winners": winners, "reason": history.ending.text}


def _standings(file: SchemeFile, scheme: Scheme, state: State) -> list[Json]:
    totals = scheme.totals(state)
    ranked = places(totals if scheme.ranking is None else scheme.ranking(state))
    found = [
        {"name": name, "total": total, "rank": place.rank, "shared": place.shared}
        for name, total, place in zip(_sides(file), totals, ranked, strict=True)
    ]
    return sorted(found, key=lambda one: (one["rank"], one["name"]))


def _round(scheme: Scheme, number: int, played: Played) -> Json:
    """One report's part: what it brought, and the board after it."""
    if not played.counted:
        return {"round": number, "counted": False}
    return {
        "round": number,
        "counted": True,
        "summary": played.summary,
        **scheme.round_view(played.state),
        "board": scheme.view(played.state),
    }


def _movement(scheme: Scheme, state: State, number: int, movement: Movement) -> Json:
    return {
        "round": number,
        "amount": movement.amount,
        "unit": movement.unit,
        "from": scheme.label(state, movement.source),
        "to": scheme.label(state, movement.target),
        "text": movement.text,
        "rule": movement.rule,
        "at": list(movement.at),
    }
