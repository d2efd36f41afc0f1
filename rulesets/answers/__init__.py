"""Kinds of answers: a small class each, which judges, reads, writes and makes up its values."""

from __future__ import annotations

from rulesets.answers.cards import CARDS
from rulesets.answers.choice import CHOICE
from rulesets.answers.claims import CLAIMS
from rulesets.answers.kind import Kind
from rulesets.answers.number import NUMBER
from rulesets.answers.people import ORDER, PLAYERS
from rulesets.answers.player import PLAYER, SIDE
from rulesets.answers.rolls import ROLLS
from rulesets.answers.yes_no import YES_NO

__all__ = [
    "CARDS",
    "CHOICE",
    "CLAIMS",
    "NUMBER",
    "ORDER",
    "PLAYER",
    "PLAYERS",
    "ROLLS",
    "SIDE",
    "YES_NO",
    "Kind",
]
