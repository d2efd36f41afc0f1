"""The vocabulary of games: everything that a game's module imports."""

from __future__ import annotations

from rulesets.cards.card_rules import CardRules, CardValues
from rulesets.cards.deck import Needs, board, decks
from rulesets.engine.answers import Grid, Hand, Order, Player, Players, Rolls, Side
from rulesets.engine.checks import (
    Problems,
    afterwards,
    among,
    at_most,
    error,
    never_in_all,
    none_left,
    refusal,
    warning,
)
from rulesets.engine.endings import after, last_in, never, reach, when
from rulesets.engine.fields import Counter
from rulesets.engine.game import Example, Game, NoOptions, example, goal, option, table_game
from rulesets.engine.limits import shortcut
from rulesets.engine.questions import PerPlayer, PerSide, ask, declared
from rulesets.engine.roster import Setup
from rulesets.engine.rounds import Rounds, RoundSet, wrong_option
from rulesets.engine.scoring import (
    POT,
    Events,
    Keep,
    Out,
    Show,
    bring,
    gain,
    pay,
    say,
    worths,
)
from rulesets.engine.sheets import SheetColumn
from rulesets.engine.table import Table
from rulesets.engine.text import Phrase

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
    "Phrase",
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
    "never_in_all",
    "none_left",
    "option",
    "pay",
    "reach",
    "refusal",
    "say",
    "shortcut",
    "table_game",
    "warning",
    "when",
    "worths",
    "wrong_option",
]
