"""Gin tournament (Metzker p. 30-31): two teams on one long table, three games at once.

A round is one report from each couple; the teams' points and gins are netted against each other.
The readings of open points in the source are in gin_tournament.md beside this file.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from rulesets.cards.card_rules import GIN, CardRules, CardValues
from rulesets.cards.deck import decks
from rulesets.drawing.seat_pictures import long_table
from rulesets.engine.game import Game, example
from rulesets.room.room import Room


def _run(ran: int, caught: int) -> list[dict[str, Any]]:
    row = {"couple": [0, 1], "outcome": "run", "by": 0, "ran_with": ran, "caught": caught}
    return [row]


def _stock(*counts: int) -> list[dict[str, Any]]:
    return [{"couple": [0, 1], "outcome": "stock_out", "counts": list(counts)}]


def _gin(outcome: str, caught: int) -> list[dict[str, Any]]:
    return [{"couple": [0, 1], "outcome": outcome, "by": 0, "caught": caught}]


GAME = Game(
    slug="gin-tournament",
    name="Gin Tournament",
    source="Metzker p. 30",
    about="Two teams at one long table play Gin couple by couple, three games at once.",
    family="room",
    needs=decks(1, pack="for each couple"),
    minutes=120,
    aliases=("Gin Rummy", "Gin Rummy Tournament"),
    pictures={"seats": partial(long_table, "Guys", "Girls")},
    plays=Room(side_names=("guys", "girls")),
    cards=CardRules(CardValues(), GIN),
    formats=("team_line",),
    examples=(
        example(
            "The sample sheet of the book: awards of 5, 10 and 15, and of 10, 15 and 20.",
            *(_stock(0, 5), _stock(10, 0), _stock(0, 10)),
            *(_stock(15, 0), _stock(0, 15), _stock(20, 0)),
            gives=(30 + 25 + 15, 45 + 35 + 20),
        ),
        example("A run with 6 that fails: 2 × 6 + 25.", _run(6, 6), gives=(0, 37)),
        example("A run with 6 that catches 20.", _run(6, 20), gives=(14, 0)),
        example(
            "The first gin finds no points on the sheet; the double gin counts in game 1, "
            "which ends with it.",
            *(_gin("gin", 100), _gin("double_gin", 110)),
            gives=(200 + 2 * 25 + 110, 0),
        ),
    ),
)
