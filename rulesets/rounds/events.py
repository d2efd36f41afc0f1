"""What a round brings, as a game tells it; the engine books it.

`score` of a game yields these. A side is its place among those who score: a player's where
everybody plays alone, else a side's. Texts are templates; {who} is the name of that side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.plays import BANK, POT, Account
from rulesets.problems import At
from rulesets.words import Params, Words

Who = int | Account
Event = Any
Events = Iterator[Any]
__all__ = ["POT", "Event", "Events", "Keep", "Move", "Out", "Say", "Show"]


@dataclass(frozen=True, slots=True)
class Move:
    """So much goes from one account to another: the place of who scores, `POT`, or `BANK`, which is
    outside. 0 is allowed and explains itself."""

    amount: int
    source: Who
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


def pay(
    amount: int,
    source: Who,
    target: Who,
    text: str,
    rule: str = "scoring",
    at: At = (),
    unit: str = "",
    **params: str | int | Words,
) -> Move:
    """`amount` of the game's unit, or of `unit`, moves from `source` to `target`.

    `text` says why: "{who}" in it is the player who pays, or else who is paid. `rule` is an anchor
    in the game's rule text, `at` the place in the report that brought it.
    """
    return Move(amount, source, target, text, rule, at, unit, params)


def gain(side: int, amount: int, text: str, *more: Any, **said: Any) -> Move:
    """A side (a player's place, or a side's) scores `amount`; else as `pay`."""
    return pay(amount, BANK, side, text, *more, **said)


def bring(amount: int, target: Who, text: str, *more: Any, **said: Any) -> Move:
    """`amount` of a stake comes into the game, to `target`; else as `pay`."""
    return pay(amount, BANK, target, text, *more, **said)


def say(text: str, /, **params: str | int | Words) -> Say:
    """A part of what the round is told in, in one line."""
    return Say(Words(text, params))
