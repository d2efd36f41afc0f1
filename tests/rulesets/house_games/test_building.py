"""A declared game is played like any other: its questions, its scores, its end, its words."""

from __future__ import annotations

import gc
import weakref
from random import Random
from typing import Any

from hypothesis import given, settings

from rulesets.drawing.scoreboard import Scoreboard
from rulesets.engine.game import Game
from rulesets.engine.roster import Setup
from rulesets.engine.text import Phrase
from rulesets.files import board_file, descriptions
from rulesets.files.house_game import read_declaration
from rulesets.house_games import building, house_game
from tests.rulesets.every_game import declared, own
from tests.rulesets.games import contract
from tests.rulesets.house_games.declarations import SMALL, declarations
from tests.sampling import examples


def made(value: Any) -> Game:
    found, problems = read_declaration(value)
    assert found is not None, [problem.message for problem in problems]
    return house_game(found)


def begun(game: Game, *names: str, first: int | None = 0, **options: Any) -> Any:
    setup = Setup(game.plays.roster(names), game.options(**options), first)
    return game.plays.start(setup).state


def gained(game: Game, state: Any, **report: Any) -> tuple[Any, list[str]]:
    step = game.plays.play(state, report)
    return game.plays.totals(step.state), [transfer.text for transfer in step.transfers]


def test_a_family_s_words_are_no_templates() -> None:
    value = {
        **SMALL,
        "name": "{name} %s",
        "rounds": ["{number}", "{x:>200000000}"],
        "how": ["{who} {0.__class__}"],
        "asks": [{"key": "a", "label": "{label}", "help": "{low}", "says": "{count}",
                  "high": 9, "worth": 2}],
    }  # fmt: skip
    game = made(value)
    state = begun(game, "Ann", "Bo")
    assert game.plays.name_of_round(state).text == "{number}"
    asked = game.plays.fields(state)[0]
    assert (asked.label.text, asked.help.text) == ("{label}", "{low}")
    assert gained(game, state, a=[1, 0])[1] == ["{count}: 1 × 2", "{count}: 0 × 2"]
    sheet = game.plays.sheet(Setup(game.plays.roster(("Ann", "Bo")), game.options()))
    assert "{who} {0.__class__}" in [words.text for words in sheet.notes]
    assert all_said(sheet)


def all_said(board: Scoreboard) -> list[str]:
    words: list[Phrase] = [board.title, *board.notes, *(row.label for row in board.rows)]
    return [word.text for word in words]


def test_a_game_that_nobody_plays_any_more_is_forgotten() -> None:
    found, _problems = read_declaration({**SMALL, "name": "Soon forgotten"})
    game = building._made.__wrapped__(found, "house-soon", 1)  # as if it was kept no longer
    report = weakref.ref(game.plays.report_type(begun(game, "Ann", "Bo")))  # type: ignore[attr-defined]
    assert report() is not None
    del game
    gc.collect()
    assert report() is None


def test_a_game_says_all_about_itself() -> None:
    for name in ("grandmas_rummy", "cabin_whist", "lake_race"):
        game = own(name)
        assert descriptions.game(game)["rules"] == game.text
        assert board_file.file_schema(game)["properties"]["game"]["enum"][0] == game.slug
        assert read_declaration(game.declaration)[1] == ()
        assert read_declaration(declared(name))[1] == ()


@settings(max_examples=examples(60), deadline=None)
@given(declarations())
def test_a_random_declaration_has_problems_or_can_be_played_to_the_end(
    value: dict[str, Any],
) -> None:
    found, problems = read_declaration(value)
    if found is None:
        assert problems
        return
    game = house_game(found)
    for players in {min(found.seats), max(found.seats)}:
        names = tuple(f"P{number}" for number in range(players))
        setup = Setup(game.plays.roster(names), game.options(), 0)
        assert not game.plays.check_setup(setup)
        reports, states = contract.evening(game, setup, 3, 12)
        assert contract.of_reports(game, setup, reports).state == states[-1]
        board = game.plays.board(states)
        assert all(len(row.cells) == len(board.columns) for row in board.rows)
        assert all(all_said(game.plays.sheet(setup)))
        chance = Random(5)
        for _ in range(10):
            report = contract.random_report(game.plays, states[0], chance)
            judged = game.plays.check(states[0], report)
            assert all(problem.message for problem in judged)
            if not any(problem.firm for problem in judged):
                contract.balanced(game.plays, states[0], game.plays.play(states[0], report))
    assert descriptions.game(game)["rules"].startswith("# ")


def test_a_familys_own_text_sets_no_anchors() -> None:
    table = "| a {#end} | b |\n|---|---|\n| c {#play} | {#x} |\n"
    text = f"# One {{#scoring}}\n\n###### Six\n\n{table}"
    found, _problems = read_declaration({**SMALL, "text": text})
    assert found is not None
    text = house_game(found).text
    assert "## One\n" in text
    assert "\n###### Six\n" in text
    assert "| a | b |" in text
    assert "| c |" in text
    for anchor in ("scoring", "end", "play"):
        assert text.count(f"{{#{anchor}}}") == 1, anchor
    assert "{#x}" not in text
