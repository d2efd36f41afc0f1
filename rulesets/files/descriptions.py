"""Descriptions of games and problems for the command line: plain JSON values."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import parse_options
from rulesets.engine.rounds import Rounds
from rulesets.formats import format_of
from rulesets.games import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.fields import Field
    from rulesets.engine.game import Example, Game
    from rulesets.engine.plays import State
    from rulesets.engine.problems import Problem
    from rulesets.engine.roster import Setup

Json = dict[str, Any]


def problems(items: Iterable[Problem]) -> list[Json]:
    """Return problems for printing."""
    return [
        {"code": p.code, "severity": p.severity, "message": p.message, "at": list(p.at)}
        for p in items
    ]


def listed(games: Iterable[Game]) -> list[Json]:
    """Return each game in short."""
    return [_head(game) for game in games]


def game(declared: Game) -> Json:
    """Return everything that a game declares, with its rule text, its file's parts and its
    worked examples."""
    plays, options = declared.plays, declared.options()
    first = declared.examples[0].setup(declared, options)
    opening = plays.start(replace(first, played=0)).state
    return {
        **_head(declared),
        "unit": plays.unit,
        "wins": plays.wins,
        "sides": list(plays.side_names) or list(opening.roster.side_names),
        "in_sides": bool(opening.roster.in_sides),
        "report_of": "turn" if plays.turns else plays.rows,
        "options": _options(declared),
        "rounds": _rounds(declared, first, opening),
        "final": None if plays.final is None else _field(plays.final),
        "file": _file(declared),
        "examples": [_example(declared, example) for example in declared.examples],
        "scoreboard": _board(declared, first),
        "rules": text_of(declared),
    }


def _head(declared: Game) -> Json:
    low, high = declared.plays.players
    return {
        "slug": declared.slug,
        "name": declared.name,
        "about": declared.about,
        "edition": declared.edition,
        "source": declared.source,
        "formats": list(declared.formats),
        "players": {"low": low, "high": high},
        "family": declared.family,
        "aliases": list(declared.aliases),
        "needs": declared.needs.words.text,
        "minutes": declared.minutes,
    }


def _options(declared: Game) -> list[Json]:
    descriptions = []
    for option in dataclasses.fields(declared.options):
        about = {k: option.metadata[k] for k in ("label", "help")}
        chosen = [{"key": k, "label": words} for k, words in option.metadata["choices"]]
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        extra = {"choices": chosen} if chosen else {}
        descriptions.append({"key": option.name, "default": default, **about, **extra})
    return descriptions


def _rounds(declared: Game, setup: Setup, opening: State) -> list[Json]:
    """Return the questions of each round, if rounds have names; otherwise those of any round."""
    plays = declared.plays
    count = plays.rounds_in_all(replace(setup, played=0))
    if count is None or not isinstance(plays, Rounds):
        return [{"round": None, "fields": [_field(field) for field in plays.fields(opening)]}]
    rounds: list[Json] = []
    for number in range(count):
        state = replace(opening, rounds=number)
        row: Json = {"round": number + 1, "name": plays.name_of_round(state).text}
        if plays.sets:
            part, _place = plays.set_of(state)
            row |= {"set": part.name, "line": part.line, "most": part.most, "rule": part.rule}
        row["fields"] = [_field(field) for field in plays.fields(state)]
        rounds.append(row)
    return rounds


def _field(field: Field) -> Json:
    about: Json = {"key": field.key, "label": field.label.text, "help": field.help.text}
    about |= {"kind": field.kind.name, "per": field.per, "required": field.required}
    about |= field.kind.bounds(field)
    if field.choices:
        about["choices"] = [{"key": key, "label": words.text} for key, words in field.choices]
    if field.when is not None:
        about["when"] = {"field": field.when[0], "is": list(field.when[1])}
    if field.rows:
        about |= {"rows": field.rows, "columns": field.columns}
    if field.parts:
        about["parts"] = [_field(part) for part in field.parts]
    return about


def _file(declared: Game) -> Json:
    """Return the parts of a score file, in each format of the game."""
    shapes = {
        "table": ["game", "format", "options", "players", "sides", "rounds"],
        "room": ["game", "format", "options", "sides", "rounds"],
        "set": ["game", "format", "options", "players", "sets"],
    }
    return {slug: shapes[format_of(declared, slug).keeping.board] for slug in declared.formats}


def _example(declared: Game, worked: Example) -> Json:
    """Return an example; people in its reports are numbers, places in its roster from 0."""
    roster = worked.roster(declared.plays, parse_options(declared.options, worked.options)[0])
    alone = getattr(declared.plays, "alone", False)
    sides = roster.names if alone else roster.side_names
    return {
        "roster": list(roster.names),
        "options": dict(worked.options),
        "first_round": worked.round,
        "reports": list(worked.reports),
        "totals": dict(zip(sides, worked.gives, strict=True)),
        "note": worked.note,
    }


def _board(declared: Game, setup: Setup) -> Json:
    """Return the board before the first round."""
    options, _ = parse_options(declared.options, declared.examples[0].options)
    begun = replace(setup, options=options, played=0)
    board = declared.plays.board((declared.plays.start(begun).state,))
    return {
        "title": board.title.text,
        "columns": [{"title": c.title.text, "group": c.group.text} for c in board.columns],
        "foot": [row.label.text for row in board.foot],
        "notes": [words.text for words in board.notes],
    }
