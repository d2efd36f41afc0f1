"""What is worth remembering: told for what is rare, of the right people, and for nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets import games
from rulesets.engine.game import parse_options
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Setup
from tests.rulesets.tables import night


def slam(declarer: int, level: int, tricks: list[int]) -> dict[str, Any]:
    bid = {"declarer": declarer, "level": level, "trump": "S", "doubled": 0}
    return {"passed": False, **bid, "tricks": tricks, "nobody": 0}


NOTHING = {"black": [0, 0], "red": [0, 0], "red_threes": [0, 0], "hand": [0, 0]}
RARE: tuple[tuple[str, int, int, Any, str, tuple[int, ...]], ...] = (
    ("hearts", 4, 1, {"hearts": [0, 13, 0, 0], "queen": 1}, "power", (1,)),
    ("oh-hell", 3, 1, {"bid": [10, 1, 0], "tricks": [10, 0, 0]}, "all", (0,)),
    ("canadian-salad", 4, 2, {"taken": [0, 24, 0, 0]}, "all", (1,)),
    ("saskatchewan-rummy", 3, 2, {"taken": [0, 0, 13]}, "all", (2,)),
    ("whist-tens", 4, 1, {"tricks": [13, 0], "tens": [4, 0]}, "all", (0, 2)),
    ("court-whist", 4, 1, {"tricks": [0, 13]}, "all", (1, 3)),
    ("court-whist", 4, 9, {"tricks": [0, 13, 0, 0]}, "all", (1,)),
    ("thirty-one", 3, 1, {"points": [31, 20, 22], "laid_down": 0}, "thirty-one", (0,)),
    ("ten-thousand", 3, 1, {"points": 3000}, "large", (0,)),
    ("ten-thousand", 3, 1, {"rolls": [[1, 1, 1, 1, 1]], "turn": 2}, "large", (2,)),
    ("euchre", 4, 1, {"makers": 1, "tricks": 5, "alone": True}, "alone", (1, 3)),
    ("euchre", 4, 1, {"makers": 0, "tricks": 2, "alone": True}, "euchre", (0, 2)),
    ("push", 4, 5, {"out": 1, "count": 300}, "caught", (0, 2)),
    (
        "500-bid",
        4,
        1,
        {"bidder": 0, "bid": 100, "points": 120, "tricks": 4},
        "bold",
        (0, 2),
    ),
    ("sticks", 3, 1, {"free": [0, 2, 0], "turned": [0]}, "free", (1,)),
    (
        "hand-and-foot",
        4,
        1,
        {**NOTHING, "wild": [0, 2], "table": [0, 400]},
        "wild",
        (1, 3),
    ),
    ("golf", 3, 1, {"points": [10, -50, 3]}, "block", (1,)),
    ("sweep", 3, 1, {"out": 0, "count": [0, 200, 5]}, "caught", (1,)),
    ("arizona-rummy", 3, 11, {"out": 0, "count": [0, 5, 225]}, "caught", (2,)),
    ("five-hundreds", 3, 1, {"out": 0, "points": [200, 0, 0]}, "large", (0,)),
    ("mexican-train", 3, 1, {"pips": [0, 150, 5]}, "caught", (1,)),
    ("chicken-foot", 3, 1, {"pips": [0, 100, 5]}, "caught", (1,)),
    ("crazy-eights", 3, 1, {"out": 0, "held": [0, 100, 5]}, "caught", (1,)),
    ("jokers-wild", 3, 1, {"out": 0, "held": [0, 5, 110]}, "caught", (2,)),
    ("jokers-extra-wild", 3, 1, {"out": 2, "held": [120, 20, 0]}, "caught", (0,)),
    ("five-in-a-row", 4, 1, {"winner": 1, "rows": [2, 4]}, "double", (1, 3)),
    ("jokers-wild-board", 4, 1, {"winner": 0, "home": [5, 0, 5, 0]}, "shut-out", (0, 2)),
    ("fast-track", 3, 1, {"winner": 2, "home": [0, 0, 4]}, "shut-out", (2,)),
    (
        "rummoli",
        3,
        1,
        {"claims": {"AS": 1, "KH": 1, "QC": 1, "JD": 0}, "rummoli": 1, "poker": [1]},
        "spaces",
        (1,),
    ),
    (
        "extended-blackjack",
        4,
        1,
        {
            "dealer": ["10S", "8D"],
            "hands": [["9S", "9H"], ["JK", "5S", "6S"], ["10H", "5D", "6D"], ["JK", "AS"]],
            "bets": [10, 10, 10, 10],
        },
        "joker",
        (1,),
    ),
    ("extended-bridge", 4, 1, slam(1, 6, [1, 12]), "slam", (1, 3)),
    ("extended-crazy-eights", 3, 1, {"out": 0, "held": [0, 99, 100]}, "caught", (2,)),
    ("extended-go-fish", 3, 1, {"books": [7, 8, 0]}, "books", (1,)),
    ("extended-hearts", 4, 1, {"hearts": [0, 14, 0, 0], "queen": 1, "moon": 1}, "moon", (1,)),
    ("extended-rummy", 3, 1, {"out": 0, "held": [0, 100, 99]}, "caught", (1,)),
    (
        "extended-spades",
        4,
        1,
        {"bids": ["blind nil", "nil", "blind nil", "6"], "tricks": [0, 0, 1, 12], "nobody": 0},
        "blind-nil",
        (0,),
    ),
    ("horseshit-rummy", 3, 1, {"wild": "3", "points": [995, 1000, 0]}, "large", (1,)),
    ("ten-dime-rummy", 3, 1, {"points": [295, 300, 0], "dimes": [0, 0, 0]}, "large", (1,)),
)


@pytest.mark.parametrize(("slug", "players", "number", "report", "code", "who"), RARE)
def test_what_is_rare_is_told(
    slug: str, players: int, number: int, report: Any, code: str, who: tuple[int, ...]
) -> None:
    game = games.load(slug)
    options, _ = parse_options(game.options, {})
    names = ("Ann", "Bo", "Cy", "Di")[:players]
    setup = Setup(game.plays.roster(names), options, 0, number - 1)
    (played,) = replay(game.plays, setup, [RoundReport(report)]).rounds
    assert played.counted, [problem.message for problem in played.problems]
    (found,) = played.moments
    assert (found.code, found.who) == (code, who)
    assert all(names[player] in found.text for player in who)


def test_the_last_contract_is_told_of_everybody_who_lays_it() -> None:
    game = games.load("desert-rummy")
    hand = RoundReport({"melded": [1, 0], "out": 1})
    setup = Setup(game.plays.roster(("Ann", "Bo")), game.options())
    history = replay(game.plays, setup, [hand] * 11)
    assert [len(board_round.moments) for board_round in history.rounds] == [0] * 10 + [2]
    assert history.rounds[-1].moments[0].text == "Bo laid down the last contract"


@pytest.mark.parametrize(
    ("slug", "players", "report"),
    [
        ("euchre", 4, {"makers": 0, "tricks": 3, "alone": True}),
        ("euchre", 4, {"makers": 0, "tricks": 5}),
        ("extended-bridge", 4, slam(1, 5, [0, 13])),
        ("extended-bridge", 4, slam(1, 6, [2, 11])),
        ("hand-and-foot", 4, {**NOTHING, "wild": [0, 1], "table": [0, 400]}),
    ],
)
def test_what_is_usual_is_not_told(slug: str, players: int, report: Any) -> None:
    assert night(slug, report, players=players).rounds[0].moments == ()
