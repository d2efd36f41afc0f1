"""Desert Rummy: a contract a hand, who was first, and what everybody needs next."""

from __future__ import annotations

from typing import Any

from rulesets import games
from rulesets.cards.card_rules import parse_contract
from rulesets.files.counting import by_game
from tests.rulesets.tables import codes, night, problems

SLUG = "desert-rummy"
PLAYS = games.load(SLUG).plays
ALL = {"melded": [0, 1, 2], "out": 0}


def hand(*melded: int, out: int | None = None) -> dict[str, Any]:
    return {"melded": list(melded), "out": out}


def test_the_eleven_contracts_are_those_of_the_book() -> None:
    """Metzker p. 14."""
    short = "2×set3; 2×run3; run4+set3; 2×set4; run5+set3; 3×set3; run7; 2×run4 in one suit; "
    short += "run6+set3; 2×set5; run9"
    assert by_game()[SLUG].contracts == tuple(map(parse_contract, short.split("; ")))


def test_everybody_climbs_at_an_own_pace() -> None:
    history = night(SLUG, hand(1, 0, out=1), hand(2, 1, out=2), hand(0, 1, 2, out=1))
    assert history.state.totals == (2, 3, 2)
    assert [words.text for words in PLAYS.dues(history.state)] == [
        "3. A run of four and a set of three",
        "4. Two sets of four",
        "3. A run of four and a set of three",
    ]
    transfer = history.rounds[1].transfers[1]
    assert (transfer.text, transfer.at) == ("Bo lays down 2. Two runs of three", ("melded", 1))
    assert history.rounds[0].summary.text == "Bo and Ann laid down, Bo went out"


def test_somebody_melded_and_one_of_them_went_out() -> None:
    assert codes(SLUG, hand(out=1)) == [("melded.missing", "error", ("melded",))]
    assert codes(SLUG, hand(1, 1, out=1)) == [("melded.twice", "error", ("melded", 1))]
    (found,) = problems(SLUG, hand(0, 1, out=2))
    assert (found.code, found.message) == ("out.other", "Cy went out without a contract.")
    (found,) = problems(SLUG, hand(0, 1), ALL)
    assert found.code == "out.missing"
    assert found.message.startswith("Who went out? Contract 2 is the highest laid down; only 11")
    assert codes(SLUG, hand(0, 1), *[ALL] * 10) == []
    assert codes(SLUG, hand(1), *[ALL] * 9, hand(0, out=0))[0][0] == "out.missing"


def test_the_first_of_several_elevenths_wins_and_the_others_share_place_2() -> None:
    """games.md, readings for all; desert-rummy."""
    history = night(SLUG, *[ALL] * 10, hand(2, 0, 1, out=0), players=4)
    assert history.ending.winners == (2,)
    assert history.ending.text == "Cy has laid down the last of 11 contracts"
    assert history.state.totals == (11, 11, 11, 0)
    assert PLAYS.ranks(history.state) == [2, 2, 1, 4]
    assert [words.text for words in PLAYS.dues(history.state)] == [
        *("", "", ""),
        "1. Two sets of three",
    ]
    late = PLAYS.check(history.state, hand(3, out=3))
    assert [problem.code for problem in late] == ["round.over"]
