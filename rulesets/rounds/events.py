"""What a round brings, as a game tells it; the engine books it.

`score` of a game yields these. A side is its place among those who score: a player's where
everybody plays alone, else a side's. Texts are templates; {who} is the name of that side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.plays import POT, Account
from rulesets.problems import At
from rulesets.words import Params, Words

Who = int | Account
Event = Any
Events = Iterator[Any]
__all__ = ["POT", "Bring", "Event", "Events", "Gain", "Keep", "Out", "Pay", "Say", "Show"]


@dataclass(frozen=True, slots=True)
class Gain:
    """A side scores so much; 0 is allowed and explains itself."""

    side: int
    amount: int
    template: str
    rule: str
    at: At
    unit: str
    params: Params


@dataclass(frozen=True, slots=True)
class Pay:
    """A stake moves from one account to another: a player's place, or `POT`."""

    amount: int
    source: Who
    target: Who
    template: str
    rule: str
    at: At
    unit: str
    params: Params


@dataclass(frozen=True, slots=True)
class Bring:
    """A stake comes from outside: the only way in."""

    amount: int
    target: Who
    template: str
    rule: str
    at: At
    unit: str
    params: Params


@dataclass(frozen=True, slots=True)
class Out:
    """A player takes no part in what follows."""

    player: int


@dataclass(frozen=True, slots=True)
class Show:
    """What the board shows of a side in this round in place of the gain."""

    side: int
    value: int | None = None
    signs: tuple[Any, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A part of the round in one line."""

    words: Words


@dataclass(frozen=True, slots=True)
class Keep:
    """What a game has to remember and cannot read from the books; the last resort."""

    memory: Any


def gain(
    side: int,
    amount: int,
    text: str,
    rule: str = "scoring",
    at: At = (),
    unit: str = "",
    **params: str | int | Words,
) -> Gain:
    """A side (a player's place, or a side's) scores `amount` of the game's unit, or of `unit`.

    `text` says why ("{who}" is filled in), `rule` is an anchor in the game's rule text, `at` the
    place in the report that brought it.
    """
    return Gain(side, amount, text, rule, at, unit, params)


def pay(
    amount: int,
    source: Who,
    target: Who,
    text: str,
    rule: str,
    at: At = (),
    unit: str = "",
    **params: str | int | Words,
) -> Pay:
    """`amount` of a stake moves from `source` to `target` (places of players, or `POT`).

    "{who}" in `text` is the player who pays, or, from the pot, who is paid.
    """
    return Pay(amount, source, target, text, rule, at, unit, params)


def bring(
    amount: int,
    target: Who,
    text: str,
    rule: str,
    at: At = (),
    unit: str = "",
    **params: str | int | Words,
) -> Bring:
    """`amount` of a stake comes into the game, to `target`."""
    return Bring(amount, target, text, rule, at, unit, params)


def say(text: str, /, **params: str | int | Words) -> Say:
    """A part of what the round is told in, in one line."""
    return Say(Words(text, params))
