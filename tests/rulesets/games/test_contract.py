"""What every game must keep to, whichever it is."""

from __future__ import annotations

import dataclasses
import json
import re
from importlib import resources

import pytest
from jsonschema import Draft202012Validator

from rulesets import games
from rulesets.game import Game
from rulesets.payload import parse, parse_options, to_json
from rulesets.schema import file_schema, report_schema
from rulesets.sheet import layout


@pytest.fixture(params=games.slugs())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


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


def test_everything_asked_is_labelled_and_bounded(game: Game) -> None:
    assert game.name
    assert game.source
    assert game.edition >= 1
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


def test_payloads_survive_json(game: Game) -> None:
    for example in game.examples:
        questions = game.questions(example.stage)
        report = parse(questions, json.loads(json.dumps(example.payload)))
        assert set(report) == {question.key for question in questions}
        assert parse(questions, to_json(report)) == report
        roles = roles_of(game)
        assert tuple(game.points(example.stage, roles, to_json(report))) == example.points


def test_options_have_defaults(game: Game) -> None:
    options, problems = parse_options(game.options, {})
    assert problems == ()
    assert options == game.options()


def test_the_sheet_has_a_box_for_each_set(game: Game) -> None:
    sheet = layout(game)
    assert len(sheet.boxes) == len(game.stages)
    assert [box.rule for box in sheet.boxes] == [stage.rule for stage in game.stages]


def test_the_schemas_are_schemas_and_accept_the_examples(game: Game) -> None:
    Draft202012Validator.check_schema(file_schema(game))
    any_set = report_schema(game)
    Draft202012Validator.check_schema(any_set)
    for example in game.examples:
        Draft202012Validator(any_set).validate(example.payload)
        Draft202012Validator(report_schema(game, example.stage)).validate(example.payload)
