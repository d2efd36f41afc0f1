"""The vocabulary of games: everything that a game's module imports."""

from __future__ import annotations

from rulesets.answers import Grid, Hand, Order, Player, Players, Rolls, Side
from rulesets.counting.card_rules import CardRules, CardValues
from rulesets.equipment.needs import Needs, board, decks
from rulesets.fields import Counter
from rulesets.game import Example, Game, NoOptions, example, goal, option, table_game
from rulesets.roster import Setup
from rulesets.rounds.checks import (
    Problems,
    afterwards,
    among,
    at_most,
    error,
    none_left,
    refusal,
    somebody,
    warning,
)
from rulesets.rounds.endings import after, last_in, never, reach, when
from rulesets.rounds.questions import PerPlayer, PerSide, ask, declared
from rulesets.rounds.rounds import Rounds, RoundSet, wrong_option
from rulesets.rounds.scoring import POT, Events, Keep, Out, Show, bring, gain, pay, say, worths
from rulesets.rounds.sheets import SheetColumn
from rulesets.rounds.table import Table
from rulesets.words import Words

__all__ = [
    "POT",
    "CardRules",
    "CardValues",
    "Counter",
    "Events",
    "Example",
    "Game",
    "Grid",
    "Hand",
    "Keep",
    "Needs",
    "NoOptions",
    "Order",
    "Out",
    "PerPlayer",
    "PerSide",
    "Player",
    "Players",
    "Problems",
    "Rolls",
    "RoundSet",
    "Rounds",
    "Setup",
    "SheetColumn",
    "Show",
    "Side",
    "Table",
    "Words",
    "after",
    "afterwards",
    "among",
    "ask",
    "at_most",
    "board",
    "bring",
    "decks",
    "declared",
    "error",
    "example",
    "gain",
    "goal",
    "last_in",
    "never",
    "none_left",
    "option",
    "pay",
    "reach",
    "refusal",
    "say",
    "somebody",
    "table_game",
    "warning",
    "when",
    "worths",
    "wrong_option",
]
