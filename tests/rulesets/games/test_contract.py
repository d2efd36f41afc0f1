"""What every game must keep to, whichever it is."""

from __future__ import annotations

import dataclasses
import json
import re
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from rulesets import games, schemefile, schemeschema
from rulesets.game import Game, NoOptions
from rulesets.payload import parse, parse_options, to_json
from rulesets.replay import Replay, Report, replay, scheme_of
from rulesets.schema import file_schema, report_schema
from rulesets.scheme import Field, Setup, Worked
from rulesets.sheet import layout

DRIVES = games.of_kind("drive")
SCHEMES = tuple(slug for slug in games.slugs() if slug not in DRIVES)
any_game = pytest.mark.parametrize(
    "game", [games.load(s) for s in games.slugs()], ids=games.slugs()
)
drive = pytest.mark.parametrize("game", [games.load(s) for s in DRIVES], ids=DRIVES)
with_memory = pytest.mark.parametrize("game", [games.load(s) for s in SCHEMES], ids=SCHEMES)


def roles_of(game: Game) -> tuple[str, ...]:
    """One of each role to a side, as seats are meant to be."""
    roles = [""] * game.players_per_table
    for side in game.sides:
        for chair, role in zip(side, game.roles, strict=False):
            roles[chair] = role
    return tuple(roles)


def test_there_are_games_and_each_has_a_module_and_a_text() -> None:
    names = {entry.name for entry in resources.files(games).iterdir()}
    assert "court-whist" in games.slugs()
    for slug in games.slugs():
        assert f"{slug.replace('-', '_')}.md" in names
        assert games.load(slug).slug == slug


def test_an_unknown_game_is_a_lookup_error() -> None:
    for slug in ("", "nonsense", "__init__", "../game", "court_whist"):
        with pytest.raises(LookupError):
            games.load(slug)
    with pytest.raises(LookupError):
        games.rule_text("nonsense")


@any_game
def test_a_game_says_what_it_is(game: Game) -> None:
    assert game.name
    assert game.about.endswith(".")
    assert game.source
    assert game.edition >= 1
    assert (game.kind == "drive") == (game.scheme is None) == bool(game.stages)


@drive
def test_everything_asked_is_labelled_and_bounded(game: Game) -> None:
    assert len(game.chairs) == game.players_per_table
    for stage in game.stages:
        assert stage.number == game.stages.index(stage) + 1
        assert stage.name
        assert stage.line
        assert len(stage.hands) == len(stage.trumps) == game.hands_per_stage
        keys = [question.key for question in stage.questions]
        assert len(keys) == len(set(keys))
        assert {term.key for term in stage.terms} <= set(keys)
        for question in stage.questions:
            assert question.label
            assert question.help
            assert question.low <= 0 <= question.high
            assert question.total is None or question.total <= question.high * 4


@any_game
def test_rules_are_anchored_and_every_option_is_in_the_text(game: Game) -> None:
    text = games.rule_text(game.slug)
    anchors = re.findall(r"^#+ .*\{#([\w-]+)\}$", text, re.MULTILINE)
    assert len(anchors) == len(set(anchors))
    assert {stage.rule for stage in game.stages} <= set(anchors)
    assert "sit-outs" in anchors or not game.sit_out
    for option in dataclasses.fields(game.options):
        assert f"`{option.name}`" in text
        assert option.metadata["label"] in text
    for linked in re.findall(r"\]\(#([\w-]+)\)", text):
        assert linked in anchors


@drive
def test_worked_examples_hold(game: Game) -> None:
    roles = roles_of(game)
    assert {example.stage for example in game.examples} == {s.number for s in game.stages}
    for example in game.examples:
        problems = game.check(example.stage, roles, example.payload)
        assert not [problem for problem in problems if problem.severity == "error"]
        assert tuple(game.points(example.stage, roles, example.payload)) == example.points
        lines = game.explain(example.stage, roles, example.payload)
        assert tuple(sum(line.points for line in chair) for chair in lines) == example.points
        assert all(line.text and line.rule for chair in lines for line in chair)
        assert game.summary(example.stage, example.payload)


@drive
def test_payloads_survive_json(game: Game) -> None:
    for example in game.examples:
        questions = game.questions(example.stage)
        report = parse(questions, json.loads(json.dumps(example.payload)))
        assert set(report) == {question.key for question in questions}
        assert parse(questions, to_json(report)) == report
        roles = roles_of(game)
        assert tuple(game.points(example.stage, roles, to_json(report))) == example.points


@any_game
def test_options_have_defaults(game: Game) -> None:
    options, problems = parse_options(game.options, {})
    assert problems == ()
    assert options == game.options()


@drive
def test_the_sheet_has_a_box_for_each_set(game: Game) -> None:
    sheet = layout(game)
    assert len(sheet.boxes) == len(game.stages)
    assert [box.rule for box in sheet.boxes] == [stage.rule for stage in game.stages]


@drive
def test_the_schemas_are_schemas_and_accept_the_examples(game: Game) -> None:
    Draft202012Validator.check_schema(file_schema(game))
    any_set = report_schema(game)
    Draft202012Validator.check_schema(any_set)
    for example in game.examples:
        Draft202012Validator(any_set).validate(example.payload)
        Draft202012Validator(report_schema(game, example.stage)).validate(example.payload)


def history(game: Game, worked: Worked) -> Replay:
    options, problems = parse_options(game.options, worked.options)
    assert not problems
    scheme, setup = scheme_of(game), Setup(worked.roster, options, **worked.setup)
    assert not scheme.setup_problems(setup)
    return replay(scheme, setup, [Report(report) for report in worked.reports])


def every_field(fields: tuple[Field, ...]) -> list[Field]:
    return [inner for field in fields for inner in (field, *every_field(field.parts))]


@with_memory
def test_everything_a_scheme_asks_is_labelled_and_bounded(game: Game) -> None:
    scheme = scheme_of(game)
    asked = scheme.fields(game.options())
    keys = [field.key for field in asked]
    assert len(keys) == len(set(keys))
    for field in every_field(asked):
        assert field.label
        assert field.help
        assert field.low <= field.high
        assert field.kind not in ("choice", "claims") or field.choices
        if field.when is not None:
            decider = next(other for other in asked if other.key == field.when[0])
            assert set(field.when[1]) <= {key for key, _ in decider.choices}
    assert scheme.players[0] <= scheme.players[1]
    assert not scheme.teams or len(scheme.teams) == 2
    assert game.roles == scheme.teams  # so that people choose a team as they choose a role
    assert len(game.role_names) == len(game.roles)


@with_memory
def test_worked_histories_hold(game: Game) -> None:
    scheme = scheme_of(game)
    assert scheme.examples
    anchors = re.findall(r"\{#([\w-]+)\}$", games.rule_text(game.slug), re.MULTILINE)
    for worked in scheme.examples:
        assert worked.note
        replayed = history(game, worked)
        for played in replayed.rounds:
            assert played.counted, [problem.message for problem in played.problems]
            assert played.summary
            assert scheme.round_view(played.state)
        assert scheme.totals(replayed.state) == worked.totals
        assert {movement.rule for _, movement in replayed.ledger()} <= set(anchors)
        stored = dataclasses.replace(worked, reports=tuple(json.loads(json.dumps(worked.reports))))
        assert history(game, stored) == replayed


@with_memory
def test_a_scoreboard_is_drawn_from_any_history(game: Game) -> None:
    for worked in scheme_of(game).examples:
        replayed = history(game, worked)
        for states in ([], [played.state for played in replayed.rounds]):
            board = scheme_of(game).scoreboard([replayed.opening.state, *states])
            assert board.title
            for row in (*board.rows, *board.foot):
                assert len(row.cells) == len(board.columns)
        assert json.dumps(scheme_of(game).view(replayed.state))
        draw = scheme_of(game).worksheet
        if draw is not None:
            for report in ([], worked.reports[0]):
                paper = draw(replayed.opening.state, report)
                for row in (*paper.rows, *paper.foot):
                    assert len(row.cells) == len(paper.columns)


@with_memory
def test_a_blank_sheet_has_a_column_for_everyone_and_nothing_written_in(game: Game) -> None:
    scheme = scheme_of(game)
    for worked in scheme.examples:
        options, _ = parse_options(game.options, worked.options)
        sheet = scheme.blank_sheet(Setup(worked.roster, options))
        people = worked.roster.team_names or worked.roster.names
        titles = [*(column.title for column in sheet.columns), *(c.group for c in sheet.columns)]
        assert set(people) <= set(titles)
        assert sheet.title
        assert sheet.notes
        for row in (*sheet.rows, *sheet.foot):
            assert len(row.cells) == len(sheet.columns)
        assert not any(cell.circled or cell.marks for row in sheet.rows for cell in row.cells)


@with_memory
def test_every_rule_that_buys_is_told(game: Game) -> None:
    scheme = scheme_of(game)
    for rule in scheme.buying:
        assert f"{{#{rule}}}" in games.rule_text(game.slug)
    assert bool(scheme.conserved) == bool(scheme.buying)


def with_names(scheme_game: Game, worked: Worked) -> dict[str, object]:
    """A worked example as a score file: the same reports, with names."""
    scheme, roster = scheme_of(scheme_game), worked.roster
    fields = {field.key: field for field in every_field(scheme.fields(scheme_game.options()))}

    def told(key: str, value: object) -> object:
        kind = fields[key].kind
        if kind == "player" and isinstance(value, int):
            return roster.names[value]
        if kind == "players" and isinstance(value, list):
            return [roster.names[player] for player in value]
        if kind == "claims" and isinstance(value, dict):
            return {space: roster.names[player] for space, player in value.items()}
        if isinstance(value, dict):
            return {inner: told(inner, held) for inner, held in value.items()}
        return value

    def row(report: dict[str, object]) -> dict[str, object]:
        return {key: told(key, value) for key, value in report.items()}

    file: dict[str, object] = {"game": scheme_game.slug, "options": dict(worked.options)}
    if scheme.teams:
        teams = zip(roster.team_names, roster.teams, strict=True)
        file["teams"] = {name: [roster.names[p] for p in team] for name, team in teams}
    else:
        file["players"] = list(roster.names)
    rounds, final = [], scheme.final.key if scheme.final else ""
    for report in worked.reports:
        if final and final in report:
            deals = report[final]
            file[final] = [{**deal, "player": roster.names[deal["player"]]} for deal in deals]
        else:
            rounds.append([row(one) for one in report] if scheme.rows == "couple" else row(report))
    file["rounds"] = rounds
    return file


@with_memory
def test_the_schemas_of_schemes_accept_their_examples_with_names(game: Game) -> None:
    whole = schemeschema.file_schema(game)
    Draft202012Validator.check_schema(whole)
    Draft202012Validator.check_schema(schemeschema.report_schema(game))
    for worked in scheme_of(game).examples:
        file = with_names(game, worked)
        Draft202012Validator(whole).validate(file)
        read = schemefile.read_file(file)
        assert not read.broken
        assert read.replay is not None
        assert scheme_of(game).totals(read.replay.state) == worked.totals
        assert not Draft202012Validator(whole).is_valid({**file, "title": "Party"})
        one = file["rounds"][0]  # type: ignore[index]
        report = one[0] if isinstance(one, list) else one
        judge = Draft202012Validator(schemeschema.report_schema(game))
        judge.validate(report)
        if scheme_of(game).rows == "couple":
            gone = {**file, "rounds": [[{"away": "Al"}, None]], "present": ["Bea"]}
            Draft202012Validator(whole).validate(gone)
        assert not judge.is_valid({**report, "mood": 3})


def test_every_default_of_an_option_is_of_its_kind() -> None:
    for game in map(games.load, games.slugs()):
        for option in dataclasses.fields(game.options):
            assert isinstance(option.default, bool | int | str | tuple)
            if isinstance(option.default, str):
                assert option.default in {key for key, _ in option.metadata["choices"]}
    assert dataclasses.fields(NoOptions) == ()
