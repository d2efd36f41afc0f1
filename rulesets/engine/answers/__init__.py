"""Kinds of answers: a class each, which judges, reads, makes up and describes its values."""

from __future__ import annotations

from rulesets.engine.answers.cards import CARDS, Grid, Hand
from rulesets.engine.answers.choice import CHOICE, YES_NO
from rulesets.engine.answers.kind import Cells, Kind, Typing, Widget
from rulesets.engine.answers.number import NUMBER, ROLLS, Rolls
from rulesets.engine.answers.people import (
    CLAIMS,
    ORDER,
    PLAYER,
    PLAYERS,
    SIDE,
    Order,
    Player,
    Players,
    Side,
)

__all__ = [
    "CARDS",
    "CHOICE",
    "CLAIMS",
    "KINDS",
    "NUMBER",
    "ORDER",
    "PLAYER",
    "PLAYERS",
    "ROLLS",
    "SIDE",
    "YES_NO",
    "Cells",
    "Grid",
    "Hand",
    "Kind",
    "Order",
    "Player",
    "Players",
    "Rolls",
    "Side",
    "Typing",
    "Widget",
]

ALL: tuple[Kind, ...] = (
    *(CARDS, CHOICE, CLAIMS, NUMBER, ORDER),
    *(PLAYER, PLAYERS, ROLLS, SIDE, YES_NO),
)
KINDS = {kind.name: kind for kind in ALL}
