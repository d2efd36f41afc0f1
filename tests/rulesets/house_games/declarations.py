"""Declarations made up for tests: plain ones, odd ones, spoiled ones."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

SMALL: dict[str, Any] = {
    "name": "Pebbles",
    "players": [2, 4],
    "asks": [{"key": "points", "label": "Points", "high": 20, "worth": 1}],
}
ODD = (
    "{x:>200000000}",
    "{0}",
    "%s %(a)s",
    "<b>&amp;",
    "| a | b |",
    "# *x* {#y}",
    "Zoë",
    "ば",
    "''",
)
SEEN = st.characters(exclude_categories=("C", "Z"))
WORDS = st.sampled_from(ODD) | st.text(SEEN, min_size=1, max_size=12)
KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)


@st.composite
def asks(draw: Any, key: str, sides: int) -> dict[str, Any]:
    """A question, sound but for what its words may be."""
    kinds = ["number", "number", "yes", "player", "players", "order"] + ["side"] * bool(sides)
    kind = draw(st.sampled_from(kinds))
    values: dict[str, Any] = {"key": key, "label": draw(WORDS), "kind": kind}
    if draw(st.booleans()):
        values |= {"help": draw(WORDS), "says": draw(WORDS)}
    if kind == "number":
        step = draw(st.sampled_from((1, 1, 5)))
        low, more = draw(st.integers(-3, 1)), draw(st.integers(1, 40))
        values |= {"low": low * step, "high": (low + more) * step, "step": step}
        if draw(st.booleans()):
            values["total"] = draw(st.integers(0, 30)) * step
    if kind in ("number", "yes") and sides:
        values["of"] = draw(st.sampled_from(("player", "side")))
    if kind != "yes" and draw(st.booleans()):
        values["optional"] = draw(st.booleans())
    values["worth"] = draw(st.integers(-5, 25))
    if kind == "order":
        values["low"] = draw(st.integers(0, 2))
        if draw(st.booleans()):
            values["worth"] = draw(st.lists(st.integers(-3, 9), min_size=1, max_size=4))
    return values


@st.composite
def declarations(draw: Any) -> dict[str, Any]:
    """A game that may well be sound."""
    sides = draw(st.sampled_from((0, 0, 2)))
    low = draw(st.integers(2, 4))
    values: dict[str, Any] = {"name": draw(WORDS), "players": [low, low + draw(st.integers(0, 3))]}
    keys = draw(st.lists(KEYS, min_size=1, max_size=4, unique=True))
    values |= {"sides": sides, "wins": draw(st.sampled_from(("high", "low")))}
    values["asks"] = [draw(asks(key, sides)) for key in keys]
    names = draw(st.lists(WORDS, max_size=3))
    if names:
        values["rounds"] = names
    elif draw(st.booleans()):
        by = draw(st.sampled_from(("reach", "rounds")))
        values["ends"] = {by: draw(st.integers(1, 60))}
    namers = [ask["key"] for ask in values["asks"] if ask["kind"] == "player"]
    values["deals"] = draw(st.sampled_from(("left", "none", *namers)))
    if draw(st.booleans()):
        values |= {"about": draw(WORDS), "how": [draw(WORDS)], "text": draw(WORDS)}
        values["unit"] = draw(st.sampled_from(("points", "matches", "ぽ", "<i>")))
    held = [ask["key"] for ask in values["asks"] if ask["kind"] == "number"]
    if namers and held and draw(st.booleans()):
        values["collects"] = [namers[0], held[0]]
    return values


def spoiled(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return values | st.sampled_from((None, True, -1, 10**30, "", [], {}, "x" * 9000))


def changed(value: dict[str, Any], new: Any, draw: Any) -> dict[str, Any]:
    """A declaration with one value anywhere in it changed."""
    told = copy.deepcopy(value)
    places: list[tuple[Any, Any]] = [(told, key) for key in told]
    asked = told.get("asks")
    for ask in asked if isinstance(asked, list) else ():
        if isinstance(ask, dict):
            places += [(ask, key) for key in ask]
    where, key = draw(st.sampled_from(places))
    where[key] = new
    return told
