"""What the functions of a game are written with: the table that they see, and what they tell."""

from __future__ import annotations

from rulesets.rounds.checks import Problems, error, refusal, warning
from rulesets.rounds.dealing import eldest
from rulesets.rounds.events import POT, Events, Keep, Out, Show, bring, gain, pay, say
from rulesets.rounds.table import Table
from rulesets.rounds.worths import worths
from rulesets.words import Words, as_is, joined, listed

__all__ = [
    "POT",
    "Events",
    "Keep",
    "Out",
    "Problems",
    "Show",
    "Table",
    "Words",
    "as_is",
    "bring",
    "eldest",
    "error",
    "gain",
    "joined",
    "listed",
    "pay",
    "refusal",
    "say",
    "warning",
    "worths",
]
