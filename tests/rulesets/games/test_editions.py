"""Editions: what was begun under one is scored by it, whatever the game has become since."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import Game, read_options
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from rulesets.engine.scoring import Events, gain
from rulesets.files.cli import main

EVENING = [{"points": [9, 1]}, {"points": [1, 9]}]


def totals(game: Game, *reports: Any, **options: Any) -> tuple[int, ...]:
    chosen, problems = read_options(game, options)
    assert not problems
    plays = game.plays
    history = replay(
        plays, Setup(plays.roster(("Ann", "Bo")), chosen), [*map(RoundReport, reports)]
    )
    return plays.totals(history.state)


def test_golf_plays_one_round_on_the_face_and_did_not_in_its_first_edition() -> None:
    """Metzker p. 16; games.md, golf: `one_round` from edition 2 on."""
    now, first = games.load("golf"), games.load("golf", 1)
    assert (now.edition, now.options().on_face) == (2, "one_round")
    assert (first.edition, first.options().on_face) == (1, "until_next_loss")
    assert totals(now, *EVENING, stake=2) == (0, 4)
    assert totals(first, *EVENING, stake=2) == (0, 0)
    assert games.load("golf", 2) is now
    assert games.load("golf", 1) is first


@pytest.mark.parametrize("edition", [0, 3])
def test_an_edition_that_is_not_there(edition: int) -> None:
    with pytest.raises(LookupError, match=f"Golf has no edition {edition}"):
        games.load("golf", edition)


def test_a_game_can_keep_its_former_scoring_beside_the_new_one() -> None:
    hearts = games.load("hearts")

    def doubled(hand: Any, table: Any) -> Events:
        for player in table.players:
            yield gain(player, 2 * hand.hearts[player], "Hearts doubled", "scoring")

    newer = replace(
        hearts,
        edition=4,
        plays=replace(hearts.plays, score=doubled),
        former={2: {"plays": hearts.plays}, 3: {"name": "Hearts!"}},
    )
    report = {"hearts": [13, 0], "queen": 1}
    assert totals(newer, report) == (26, 0)
    for edition in (1, 2):  # the first is not kept apart: the second changed no scoring
        assert totals(newer.as_of(edition), report) == (13, 13)
        assert newer.as_of(edition).name == "Hearts"
    assert (newer.as_of(3).name, totals(newer.as_of(3), report)) == ("Hearts!", (26, 0))
    assert newer.as_of(4).plays is newer.plays


@pytest.mark.parametrize(("edition", "out"), [(None, ["Ann"]), (1, []), (2, ["Ann"])])
def test_a_score_file_says_its_edition_and_is_else_of_the_present_one(
    edition: int | None, out: list[str], tmp_path: Any, capsys: Any
) -> None:
    chosen = {} if edition is None else {"edition": edition}
    values = {"game": "golf", **chosen, "options": {"stake": 2}, "players": ["Ann", "Bo"]}
    path = tmp_path / "golf.json"
    path.write_text(json.dumps(values | {"rounds": EVENING}), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["out"] == out


def test_a_score_file_of_an_edition_to_come_is_unusable(tmp_path: Any, capsys: Any) -> None:
    path = tmp_path / "golf.json"
    path.write_text(json.dumps({"game": "golf", "edition": 9, "players": ["Ann", "Bo"]}))
    assert main(["score", str(path)]) == 2
    assert "Golf has no edition 9" in capsys.readouterr().err
