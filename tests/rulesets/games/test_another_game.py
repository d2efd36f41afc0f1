"""One more game in a folder of its own: nothing else has to know that it is there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import DRIVES, Game
from rulesets.files.cli import main
from tests.rulesets.every_game import anchors

SLUG = "bid-and-take"
MODULE = '''
"""Bid and take: a point a trick, five for a bid that is made; partners; three rounds."""

from rulesets.rounds import (
    Events, PerPlayer, PerSide, Player, Problems, Rounds, Table, after, ask, declared, example,
    gain, option, table_game, warning, worths,
)


@declared
class Options:
    made: int = option("For a bid that is made", default=5, low=1, high=9, help="Points.")


@declared
class Hand:
    tricks: PerSide[int] = ask("Tricks", "Of each side.", high=5, total=5, worth=1)
    bids: PerPlayer[int] = ask("Bids", "Of each player.", high=5, before=True)
    alone: Player | None = ask("Did somebody play alone?", "Without the partner.", rare=True)


def score(hand: Hand, table: Table) -> Events:
    yield from worths(hand, table)
    for side, members in enumerate(table.sides):
        if sum(hand.bids[player] for player in members) == hand.tricks[side]:
            yield gain(side, table.options.made, "{who} made the bid", "bids", ("bids",))


def rare(hand: Hand, table: Table) -> Problems:
    if hand.alone is not None:
        text = "{name} played alone?"
        yield warning("alone.rare", text, ("alone",), name=table.names[hand.alone])


GAME = table_game(
    slug="bid-and-take",
    name="Bid and Take",
    source="A test",
    about="Take what you bid.",
    options=Options,
    plays=Rounds(
        players=(4, 6), seats=(4, 6), sides=2, asks=Hand, score=score, checks=(rare,),
        label=lambda table: f"{table.number + 4} cards", ends=after(3),
    ),
    examples=(
        example("Both made it.", {"tricks": [3, 2], "bids": [2, 1, 1, 1]}, gives=(8, 7)),
    ),
)
'''
TEXT = """# Bid and Take

## Tricks {#scoring}

A point each.

## Bids {#bids}

`made` (For a bid that is made): five points.
"""
FILE: dict[str, Any] = {
    "game": SLUG,
    "options": {"made": 7},
    "sides": [["Ann", "Cy"], ["Bo", "Di"]],
    "first_dealer": "Bo",
    "deals": [
        {"tricks": [3, 2], "bids": {"Ann": 3, "Bo": 0, "Cy": 0, "Di": 1}},
        {"tricks": {"Ann": 1, "Bo": 4}, "bids": [1, 1, 1, 3], "alone": "Di"},
    ],
}


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    (tmp_path / "bid_and_take.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "bid_and_take.md").write_text(TEXT, encoding="utf-8")
    with games.also_from(tmp_path):
        yield games.load(SLUG)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    status = main(arguments)
    return status, json.loads(capsys.readouterr().out)


def written(tmp_path: Path, value: object) -> str:
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return str(path)


def test_it_is_found_and_gone_again(tmp_path: Path) -> None:
    before = games.slugs()
    golf = games.load("golf")
    (tmp_path / "bid_and_take.py").write_text(MODULE, encoding="utf-8")
    for _ in range(2):
        with games.also_from(tmp_path):
            assert set(games.slugs()) == {*before, SLUG}
            assert games.load(SLUG).name == "Bid and Take"
            assert games.load("golf") is golf
        assert games.slugs() == before
        with pytest.raises(LookupError):
            games.load(SLUG)


def test_it_is_listed_and_shown(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    status, listed = run(capsys, "list")
    assert (status, SLUG in [one["slug"] for one in listed]) == (0, True)
    status, shown = run(capsys, "show", SLUG)
    assert (status, shown["name"], shown["in_sides"]) == (0, game.name, True)
    assert shown["formats"] == ["table", *DRIVES]
    assert [part["name"] for part in shown["rounds"]] == ["5 cards", "6 cards", "7 cards"]
    assert [field["key"] for field in shown["rounds"][0]["fields"]] == ["tricks", "bids", "alone"]
    assert shown["options"][0]["default"] == 5
    assert shown["rules"] == TEXT
    assert anchors(shown["rules"]) == ["scoring", "bids"]


def test_it_is_checked_and_scored(
    game: Game, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = written(tmp_path, FILE)
    status, checked = run(capsys, "check", path)
    assert [(p["code"], p["at"]) for p in checked["problems"]] == [
        ("alone.rare", ["deals", 1, "alone"])
    ]
    status, told = run(capsys, "score", "--explain", path)
    assert status == 0
    assert told["totals"] == {"Ann & Cy": 11, "Bo & Di": 13}
    assert [(one["name"], one["rank"]) for one in told["standings"]] == [
        ("Bo & Di", 1),
        ("Ann & Cy", 2),
    ]
    assert [line["text"] for line in told["ledger"] if line["amount"] == 7] == [
        "Ann & Cy made the bid",
        "Bo & Di made the bid",
    ]
    assert (told["round"], told["dealer"], told["finished"]) == (3, "Di", False)
    wrong = {**FILE, "deals": [{"tricks": [3, 3], "bids": [1, 1, 1, 9]}]}
    status, checked = run(capsys, "check", written(tmp_path, wrong))
    assert status == 1
    assert [p["code"] for p in checked["problems"]] == ["bids.range", "tricks.sum"]
    assert game.edition == 1
