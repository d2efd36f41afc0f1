"""A family's declaration of its own game, as plain values, and the same as JSON."""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Literal

PREFIX = "house-"  # what the slugs of families' own games begin with, and no other's
LONGEST_SLUG = 40

KindName = Literal["number", "yes", "player", "side", "players", "order"]
EndsBy = Literal["reach", "rounds", "never"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question of a report.

    `kind` is the kind of answer and `of` who answers (numbers, yes and no: each player or each
    side; all others: the table). Numbers are from `low` to `high` in steps of `step` and may have
    to add up to `total`; an order names at least `low` people. `worth` is the score of each answer:
    by place for an order, 0 for nothing. `says` names it in the reasons.
    """

    key: str
    label: str
    kind: KindName = "number"
    of: Literal["player", "side", "table"] = "player"
    help: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    total: int | None = None
    worth: int | tuple[int, ...] = 0
    says: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A family's own game, all of it sound.

    `ends` is how (somebody reaches a total, so many rounds, never) and the number; `rounds` are
    names of the first rounds; `deals` is "left", "none" or the key of the question that names who
    deals next; `collects` the keys of who goes out and of what the others hold, which that player
    collects. `how` are lines for the paper sheet, `text` is the rule text in Markdown;
    `decks` of cards and what else it `needs`, and about how many `minutes` it takes (0: unknown).
    """

    name: str
    about: str = ""
    players: tuple[int, int] = (2, 8)
    sides: int = 0
    wins: Literal["high", "low"] = "high"
    ends: tuple[EndsBy, int] = ("never", 0)
    rounds: tuple[str, ...] = ()
    unit: str = "points"
    deals: str = "left"
    how: tuple[str, ...] = ()
    decks: int = 0
    needs: str = ""
    minutes: int = 0
    collects: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    text: str = ""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players who can sit down."""
        low, high = self.players
        step = self.sides or 1
        return tuple(number for number in range(low, high + 1) if number % step == 0)


def plain(declared: Declaration) -> dict[str, Any]:
    """Return a declaration as JSON holds it; what has its usual value is left out."""
    document = _plain_value(declared)
    document["players"] = list(declared.players)
    if "ends" in document:
        by, count = declared.ends
        document["ends"] = {by: count}
    document["asks"] = [_question_json(ask) for ask in declared.asks]
    return document


def _question_json(ask: Ask) -> dict[str, Any]:
    document = _plain_value(ask)
    document["kind"] = ask.kind
    if ask.kind == "order":
        document["low"] = ask.low
    if ask.kind == "number":
        document["high"] = ask.high
    if ask.kind not in ("number", "yes"):
        document.pop("of", None)  # the kind says it
    return document


def _plain_value(declared: Declaration | Ask) -> dict[str, Any]:
    document = {}
    for field in dataclasses.fields(declared):
        value = getattr(declared, field.name)
        if value != field.default:
            document[field.name] = list(value) if isinstance(value, tuple) else value
    return document


def canonical(declared: Declaration) -> str:
    """Return a declaration as one line of JSON, always the same for the same game."""
    return json.dumps(plain(declared), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def slug_of(name: str) -> str:
    """Return the slug of a game of that name: "house-grandmas-rummy"."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    parts = re.findall(r"[a-z0-9]+", letters.replace("'", ""))
    return PREFIX + ("-".join(parts)[:LONGEST_SLUG].strip("-") or "game")
