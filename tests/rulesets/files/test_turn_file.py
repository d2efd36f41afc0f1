"""The turn file: what is read, what is unusable, what hands tell, what an override lets stand; and
that the page about it tells the truth (docs/turn-file.md)."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulesets.referee as referee_package
from rulesets.engine.problems import Unusable
from rulesets.files.cli import main
from rulesets.files.turn_file import is_broken, judge, turn
from tests.rulesets.referee.turn_files import after, codes, file, last, of

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "turn-file.md").read_text(encoding="utf-8")
EIGHTS = "crazy-eights"


def example() -> Any:
    match = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert match
    return json.loads(match[1])


def test_the_example_of_the_page() -> None:
    judgement = judge(example())
    assert not is_broken(judgement)
    ann, bo, cy = judgement["turns"]
    assert ann["position"]["due"] == 8
    assert bo["position"]["held"]["Bo"] == 15
    assert cy["position"]["next"] == "Di"
    assert judgement["position"] == cy["position"]
    assert {"turn", "player", "legal", "counts", "problems", "effects", "position"} == ann.keys()


def test_the_page_names_every_code() -> None:
    documented = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", PAGE))
    folders = (Path(referee_package.__file__).parent, ROOT / "rulesets" / "families")
    text = "".join(path.read_text() for folder in folders for path in folder.rglob("*.py"))
    text += (ROOT / "rulesets" / "games" / "garby_blackjack.py").read_text()
    noted = set(re.findall(r'note\(\s*"([a-z]+\.[a-z_]+)"', text))
    assert len(noted) > 25
    assert noted <= documented


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": 7}, "game: expected text"),
        ({"game": "chess"}, "there is no game “chess”"),
        ({"game": "golf"}, "Golf is scored here; its turns are not judged"),
        ({"edition": 9}, "has no edition 9"),
        ({"players": "Ann"}, "players: expected a list"),
        ({"options": {"must_play": 1}}, "true or false"),
        ({"start": []}, "start: expected an object"),
        ({"start": {"direction": "left"}}, "clockwise or counterclockwise"),
        ({"start": {"stock": -1}}, "start.stock: expected a number from 0 to 1000"),
        ({"start": {"due": "3"}}, "start.due: expected an object"),
        ({"turns": {}}, "turns: expected a list"),
        ({"turns": [7]}, "turns[0]: expected an object"),
        ({"turns": [{"player": "A"}]}, "turns[0].steps: expected a list"),
        ({"turns": [{"steps": []}]}, "turns[0].player: expected text"),
        ({"turns": [{"player": "A", "steps": [{}]}]}, "one of play, draw, pass"),
        ({"turns": [{"player": "A", "steps": [{"play": "2P", "draw": 1}]}]}, "one of play"),
        ({"turns": [{"player": "A", "steps": [{"play": []}]}]}, "at least one card"),
        ({"turns": [{"player": "A", "steps": [{"play": 7}]}]}, "play: expected a list"),
        ({"turns": [{"player": "A", "steps": [{"draw": 0}]}]}, "a number from 1"),
        ({"turns": [{"player": "A", "steps": [{"pass": False}]}]}, "pass: expected true"),
        ({"turns": [{"player": "A", "steps": [], "left": True}]}, "left: expected a whole number"),
        ({"turns": [{"player": "A", "steps": [], "override": " "}]}, "the reason in words"),
        (
            {"turns": [{"player": "A", "steps": [], "done": False}] * 2},
            "turns[0].done: expected true (only the last turn may be unfinished)",
        ),
    ],
)
def test_what_is_unusable(change: dict[str, Any], message: str) -> None:
    with pytest.raises(Unusable, match=re.escape(message)):
        judge({**file(EIGHTS), **change})


@pytest.mark.parametrize(
    ("start", "found"),
    [
        ({"top": "8R"}, ["top.wild"]),
        ({"top": "8R=S"}, []),
        ({"top": "8R=H"}, ["call.wrong"]),
        ({"top": "QH"}, ["card.unknown"]),
        ({"top": "JK"}, ["card.copies"]),
        ({"hands": {"A": "2P 2P"}}, ["card.copies"]),
        ({"hands": {"A": "2P", "B": "2P"}}, ["card.copies"]),
        ({"hands": {"Z": 5}}, ["player.unknown"]),
        ({"first": "Z"}, ["player.unknown"]),
        ({"tops": "2P"}, ["file.field"]),
    ],
)
def test_what_is_wrong_with_a_start(start: dict[str, Any], found: list[str]) -> None:
    answer = judge({**file(EIGHTS), "start": start})
    assert [problem["code"] for problem in answer["problems"]] == found
    assert is_broken(answer) == bool(found)


@pytest.mark.parametrize(
    ("change", "code"),
    [({"players": ["A"]}, "players.count"), ({"players": ["A", "A"]}, "player.duplicate"),
     ({"options": {"packs": 9}}, "options.range"), ({"options": {"deck": "x"}}, "options.choice")],
)  # fmt: skip
def test_what_nobody_can_play_is_not_judged(change: dict[str, Any], code: str) -> None:
    document = {**file(EIGHTS, "A 2P"), **change}
    judgement = judge(document)
    assert (judgement["turns"], judgement["position"]) == ([], None)
    assert code in [problem["code"] for problem in judgement["problems"]]
    assert turn(document)["position"] is None


# --- turns ----------------------------------------------------------------------------------------


def test_an_override_lets_it_stand() -> None:
    found = last(EIGHTS, of("A 2R", override="we play it so"), top="JP", hands={"A": 5})
    assert (found["legal"], found["counts"]) == (False, True)
    assert [problem["severity"] for problem in found["problems"]] == ["warning"]
    assert (found["position"]["top"], found["position"]["held"]) == ("2R", {"A": 4})
    document = file(EIGHTS, of("A 2R", override="we play it so"), top="JP")
    assert not is_broken(judge(document))
    for wrong in ("A 8R", "A 8R=H", "A QH", "Z 2P"):
        found = last(EIGHTS, of(wrong, override="so there"), top="JP", hands={"A": 5})
        assert not found["counts"], wrong


def test_all_faults_of_a_turn_at_once() -> None:
    found = codes(EIGHTS, "B 2R 3L", top="JP", stock=20, hands={"B": "5P"})
    assert found == ["turn.order", "play.many", "hand.lacks", "hand.lacks", "play.fit", "play.fit"]


def test_a_turn_that_is_not_over() -> None:
    position = after("garby-blackjack", "A 9H 9C …")
    assert (position["next"], position["top"]) == ("A", "9C")
    asked = turn(file("garby-blackjack", "A 9H 9C …"), "9S 4C 4D AH")
    assert asked["plays"] == [["4C"], ["9S"], ["AH"]]
    assert asked["may"] == ["play", "draw"]


def test_hands_that_nobody_knows() -> None:
    asked = turn(file(EIGHTS, top="JP"))
    assert (asked["plays"], asked["may"]) == (None, ["play", "draw", "pass"])
    asked = turn(file(EIGHTS, top="JP", stock=4), ["2R"])
    assert (asked["plays"], asked["may"]) == ([], ["draw"])
    with pytest.raises(Unusable, match="hand: "):
        turn(file(EIGHTS), "2X")
    with pytest.raises(Unusable, match="the deck has no"):
        turn(file(EIGHTS), "JK")


# --- on the command line --------------------------------------------------------------------------


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "turns.json"
    path.write_text(json.dumps(example()))
    assert main(["judge", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["position"]["next"] == "Di"
    assert main(["turn", str(path), "--hand", "4C 9S"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"] == [["4C"]]
    broken = copy.deepcopy(example())
    broken["turns"][0]["steps"] = []
    path.write_text(json.dumps(broken))
    assert main(["judge", str(path)]) == 1
    assert main(["turn", str(path)]) == 1
    capsys.readouterr()
    assert main(["turn", str(path), "--hand", "11X"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["schema", "garby-blackjack", "--turns"]) == 0
    assert main(["schema", "golf", "--turns"]) == 2


def test_a_card_is_in_one_place() -> None:
    """What lies in the pile stays there until somebody draws, and may come back then."""
    garby = "garby-blackjack"
    assert codes(garby, "A 9H", "B 9H") == ["card.copies"]
    assert codes(garby, "A 9H 9H") == ["card.copies", "draw.due"]
    assert codes(garby, "A 9H", "B +1", "C 9C", "D +1", "A 9H") == []
    values = {"player": "A", "steps": [{"draw": ["3P", "3P"]}, {"play": "2P"}]}
    assert codes(EIGHTS, values, top="JP") == ["card.copies"]
    values["steps"][0]["draw"] = ["JP", "3P"]
    assert codes(EIGHTS, values, top="JP") == ["card.copies"]
    values["steps"][0]["draw"] = ["4P", "3P"]
    assert codes(EIGHTS, values, top="JP", hands={"B": "4P"}) == ["card.copies"]
    assert codes(EIGHTS, values, top="JP") == []


@pytest.mark.parametrize(
    ("slug", "card"), [("extra-steps", "JH"), ("extended-president", "5H JK"), (EIGHTS, "2P")]
)
def test_impossible_hands_are_asked_about_in_time(slug: str, card: str) -> None:
    hand = f"{card} 5S 5D 5C " * 100 if slug != EIGHTS else f"{card} " * 300
    assert turn(file(slug, seats=4), hand)["plays"]
