"""`python -m rulesets count`: JSON out; 0 fine, 1 the deck cannot have dealt it, 2 unusable."""

import json

import pytest

from rulesets.files.cli import main


def answer(capsys, *arguments, status=0):
    assert main(["count", *arguments]) == status
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_gin(capsys):
    found = answer(capsys, "gin", "as 2♠ 3S, KH 10d")
    assert found["cards"] == ["AS", "2S", "3S", "KH", "10D"]
    assert found["count"] == 20
    assert found["melds"] == [{"kind": "run", "cards": ["AS", "2S", "3S"]}]
    assert found["left"] == ["KH", "10D"]
    assert found["problems"] == []


def test_gin_with_the_ace_low(capsys):
    assert answer(capsys, "gin", "QS KS AS")["count"] == 0
    assert answer(capsys, "gin", "QS KS AS", "--ace", "low")["count"] == 21


def test_gin_with_a_card_twice(capsys):
    found = answer(capsys, "gin", "QS KS QS", status=1)
    assert [problem["at"] for problem in found["problems"]] == [[2]]
    assert "Q♠ (card 3)" in found["problems"][0]["message"]
    assert "count" not in found


def test_gin_with_lay_offs(capsys):
    found = answer(capsys, "gin", "6S 7S KD 5H", "--table", "3S 4S 5S", "--table", "KS KH KC")
    assert found["count"] == 5
    assert found["lay_offs"] == [
        {"meld": 0, "cards": ["6S", "7S"]},
        {"meld": 1, "cards": ["KD"]},
    ]
    assert answer(capsys, "gin", "5S", "--table", "3S 4S 5S", status=1)["problems"]


def test_melds_with_wild_cards(capsys):
    found = answer(capsys, "melds", "push", "4S 2D 6S KH")
    assert found["count"] == 10
    assert found["melds"] == [
        {"kind": "run", "cards": ["4S", "2D", "6S"], "as": ["4S", "5S", "6S"]}
    ]
    assert answer(capsys, "melds", "arizona-rummy", "3S 4S 6S", "--wild", "3")["count"] == 0
    assert answer(capsys, "melds", "sticks", "9S JK", "--table", "5S 6S 7S")["count"] == 0
    assert answer(capsys, "melds", "push", "4S 4S 4S", status=1)["problems"]
    assert answer(capsys, "melds", "horseshit-rummy", "2S", status=1)["problems"]


def test_contract(capsys):
    hand = "4S 4H 4D 5S 6S 7S 8S 9C"
    found = answer(capsys, "contract", "push", "a set of 3 and a run of 4", hand)
    assert found["fulfilled"] is True
    assert found["contract"] == ["set of 3", "run of 4"]
    assert (found["count"], found["left"]) == (5, ["9C"])
    assert answer(capsys, "contract", "push", "2", hand)["count"] == 5
    assert answer(capsys, "contract", "push", "4", hand)["fulfilled"] is False
    longer = answer(capsys, "contract", "push", "run3", hand, "--extra", "melds")
    assert longer["count"] == 5


@pytest.mark.parametrize("rows", [["KS QH QD 7H 2S QS QC 7D"], ["KS QH QD 7H", "2S QS QC 7D"]])
def test_golf(capsys, rows):
    found = answer(capsys, "golf", *rows)
    assert found["count"] == -8
    assert [column["kind"] for column in found["columns"]] == ["cards", "block", "block", "pair"]


def test_golf_from_more_decks_than_there_are(capsys):
    assert answer(capsys, "golf", "KS KS KS KS KS 2D 3D 4D", status=1)["problems"]


def test_poker(capsys):
    found = answer(capsys, "poker", "AS KS QS JS 9H 9D 2C", "3H 3D 3C 4S 5S 10H 10D")
    assert found["winners"] == [1]
    assert found["hands"][1]["category"] == "full house"
    assert found["hands"][1]["best"] == ["3H", "3D", "3C", "10H", "10D"]
    assert found["hands"][0]["name"] == "pair of nines; ace, king, queen"


def test_poker_hands_that_share_a_card(capsys):
    found = answer(capsys, "poker", "AS KS QS JS 9H", "AS 3D 3C 4S 5S", status=1)
    assert len(found["problems"]) == 1


def test_values(capsys):
    assert answer(capsys, "values", "push", "AS 2D JK")["values"] == [20, 25, 25]
    assert answer(capsys, "values", "arizona-rummy", "3S 4S", "--wild", "3")["count"] == 30
    assert answer(capsys, "values", "gin", "")["count"] == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["gin", "AS ZZ"], "“ZZ” (card 2)"),
        (["gin", ""], "1 to 26 cards"),
        (["gin", "AS " * 600], "600 cards"),
        (["golf", "AS 2S 3S"], "a grid has 8 cards"),
        (["poker", "AS 2S 3S 4S"], "at least 5"),
        (["values", "chess", "AS"], "no card values"),
        (["values", "gin", "JK"], "no jokers"),
        (["values", "arizona-rummy", "3S", "--wild", "14"], "1 to 13"),
        (["whist", "AS"], "invalid choice"),
        (["gin", "6S", "--table", "3S 4S 6S"], "no meld"),
        (["melds", "chess", "AS"], "no melds are known"),
        (["melds", "push", "AS", "--wild", "0"], "1 to 13"),
        (["contract", "push", "three of a kind", "AS"], "no part of a contract"),
        (["contract", "push", "6", "AS"], "5 rounds"),
        (["contract", "ten-dime-rummy", "run4", "AS"], "no runs"),
        ([], "required"),
    ],
)
def test_unusable(capsys, arguments, reason):
    assert main(["count", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert reason in printed.err
    assert printed.err.count("\n") == 1
