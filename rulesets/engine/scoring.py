"""What the functions of a game are written with: the table that they see, and what they yield.

`score` of a game yields events: what a round brings, which the engine books. A side is its place
among those who score: a player's where everybody plays alone, else a side's. Texts are templates;
{who} is the name of that side. Answers with a `worth` score by themselves (`worths`). Checks yield
problems, `Rounds.notable` the rare things that are to be remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.engine.answers import NUMBER, YES_NO
from rulesets.engine.checks import Problems, error, refusal, warning
from rulesets.engine.plays import BANK, POT, Account, Moment
from rulesets.engine.problems import At
from rulesets.engine.questions import DeclaredQuestion, questions_of
from rulesets.engine.table import Table, eldest
from rulesets.engine.words import Params, Words, as_is, joined, listed

__all__ = [
    "POT",
    "Event",
    "Events",
    "Keep",
    "Moments",
    "Move",
    "Out",
    "Problems",
    "Say",
    "Show",
    "Table",
    "Words",
    "as_is",
    "at_least",
    "bring",
    "eldest",
    "error",
    "gain",
    "joined",
    "listed",
    "moment",
    "pay",
    "refusal",
    "say",
    "side_moment",
    "warning",
    "worths",
]

# --- events ---------------------------------------------------------------------------------------


Who = int | Account
Event = Any
Events = Iterator[Any]


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


# --- scores that follow from the answers by themselves --------------------------------------------


def worths(report: Any, table: Table) -> Events:
    """What every answer with a `worth` brings, to whoever it is about."""
    for asked in questions_of(type(report)):
        worth = asked.worth(table)
        value = getattr(report, asked.key)
        if worth is None or value is None:
            continue
        if asked.kind in (NUMBER, YES_NO) and asked.per != "table":
            yield from _counted(asked, value, worth, table)
        else:
            yield from _named(asked, value, worth, table)


def _counted(asked: DeclaredQuestion, values: Any, worth: int, table: Table) -> Events:
    """So much for each: {says}: {count} × {worth}; {says} alone for a yes, nothing for a no."""
    crossed = asked.given["crossed"] is not None and asked.given["crossed"](table)
    text = "{says}: {count}" if abs(worth) == 1 else "{says}: {count} × {worth}"
    text = "{says}" if asked.kind is YES_NO else text
    said, rule = _says(asked, table), asked.given["rule"] or "scoring"
    optional = not asked.required or asked.kind is YES_NO
    for place, count in enumerate(values):
        if count is None or (optional and not count):
            continue
        if asked.per == "player" and place in table.out:
            continue
        for who in _scoring(asked, place, table, crossed=crossed):
            params = {"says": said, "count": count, "worth": worth}
            yield gain(who, count * worth, text, rule, (asked.key, place), **params)


def _scoring(
    asked: DeclaredQuestion, place: int, table: Table, *, crossed: bool
) -> tuple[int, ...]:
    """Who scores an answer: the one it is about, or both partners where each scores alone."""
    if asked.per == "player":
        return (place if table.alone else table.roster.side_of(place),)
    side = 1 - place if crossed else place
    return table.sides[side] if table.alone else (side,)


def _named(asked: DeclaredQuestion, value: Any, worth: Any, table: Table) -> Events:
    """So much for who is named; in an order, by place."""
    said, rule = _says(asked, table), asked.given["rule"] or "scoring"
    people = (who for _at, who in asked.kind.people(value))
    holders = [who if table.alone else table.roster.side_of(who) for who in people]
    for side in asked.kind.sides(value):
        holders += table.sides[side] if table.alone else (side,)
    for place, holder in enumerate(holders):
        each = worth[min(place, len(worth) - 1)] if isinstance(worth, tuple) else worth
        yield gain(holder, each, "{says}", rule, (asked.key,), says=said)


def _says(asked: DeclaredQuestion, table: Table) -> Any:
    field = asked.field(table)
    return field.says if field is not None else asked.key


# --- rare things, to be remembered ----------------------------------------------------------------


Moments = Iterator[Moment]


def moment(table: Table, player: int, code: str, text: str, **params: str | int | Words) -> Moment:
    """A rare thing of a player; `text` may hold {name}."""
    return Moment(code, Words(text, {"name": table.names[player], **params}), (player,))


def side_moment(
    table: Table, side: int, code: str, text: str, **params: str | int | Words
) -> Moment:
    """A rare thing that partners did together (of one player, where all play alone)."""
    name = table.roster.side_names[side]
    return Moment(code, Words(text, {"name": name, **params}), table.sides[side])


def at_least(
    key: str, least: int, code: str, text: str, *, below: bool = False
) -> Callable[[Any, Table], Moments]:
    """Whoever's answer to `key` is `least` or more (or less, where `below`); `text` may hold {name}
    and {count}."""

    def found(deal: Any, table: Table) -> Moments:
        asked = next((one for one in questions_of(type(deal)) if one.key == key), None)
        if asked is None:
            return
        tell = moment if asked.per == "player" else side_moment
        for place, count in enumerate(getattr(deal, key)):
            if count is not None and (count <= least if below else count >= least):
                yield tell(table, place, code, text, count=count)

    return found
