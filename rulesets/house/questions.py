"""The questions of a family's own game: each judged by itself and by who sits down."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rulesets.house.declaration import Ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.house.looking import Judge
    from rulesets.problems import At

MOST_ASKS = 10
FIELDS = (
    "key",
    "label",
    "help",
    "kind",
    "of",
    "low",
    "high",
    "step",
    "total",
    "worth",
    "says",
    "optional",
)
KINDS = ("number", "yes", "player", "side", "players", "order")
EACH = ("number", "yes")  # answered by every player, or by every side
LETTERS = {"label": 60, "help": 160, "says": 40}
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
TAKEN = {"away", "override", "turn", "key", "revision", "reason"}  # what a report says besides
LARGEST = 100_000
WORTHIEST = 10_000
# What belongs to some kinds of questions only.
NUMBERS = ("low", "high", "step", "total")


def read_asks(judge: Judge, value: object, seats: Sequence[int], sides: int) -> tuple[Ask, ...]:
    """The questions as far as they can be read; what is wrong is noted with its place."""
    rows = judge.row(value, ("asks",), MOST_ASKS)
    if not rows and judge.fine("asks"):
        judge.note("asks", ("asks",), "Ask at least one question after each round.")
    found: list[Ask] = []
    for number, row in enumerate(rows):
        at: At = ("asks", number)
        if not isinstance(row, Mapping):
            judge.note("type", at, "A question is an object with named fields.")
            continue
        judge.only(row, FIELDS, at)
        ask = _ask(judge, row, at, seats, sides)
        if any(ask.key == other.key for other in found):
            judge.note("twice", (*at, "key"), "Another question has this key.")
        found.append(ask)
    return tuple(found)


def _ask(judge: Judge, row: Mapping[str, Any], at: At, seats: Sequence[int], sides: int) -> Ask:
    def line(key: str, needed: str = "") -> str:
        return judge.text(row.get(key, ""), (*at, key), LETTERS[key], needed=needed)

    kind = judge.one_of(row.get("kind", "number"), (*at, "kind"), KINDS)
    if kind == "side" and not sides:
        judge.note("side", (*at, "kind"), "There are no sides in this game.")
    for key in _foreign(kind) & row.keys():
        text = "“{field}” belongs to another kind of question."
        judge.note("foreign", (*at, key), text, field=key)
    bounds = _bounds(judge, row, at, kind, seats)
    ask = Ask(
        key=_key(judge, row.get("key"), (*at, "key")),
        label=line("label", "What is asked?"),
        help=line("help"),
        kind=cast("Any", kind),
        of=cast("Any", _of(judge, row, at, kind, sides)),
        worth=_worth(judge, row.get("worth", 0), (*at, "worth"), kind),
        says=line("says"),
        optional=judge.yes(row.get("optional", False), (*at, "optional")),
        **bounds,
    )
    if ask.total is not None and judge.fine(*at):
        _fits(judge, ask, at, seats if ask.of == "player" else (sides,))
    return ask


def _foreign(kind: str) -> set[str]:
    """Fields that a question of this kind has not."""
    if kind == "number":
        return set()
    if kind == "yes":
        return {*NUMBERS, "optional"}
    if kind == "order":
        return {"high", "step", "total", "of"}
    return {*NUMBERS, "of"}


def _key(judge: Judge, value: object, at: At) -> str:
    if isinstance(value, str) and KEY.fullmatch(value):
        if not keyword.iskeyword(value) and not keyword.issoftkeyword(value) and value not in TAKEN:
            return value
        judge.note("key", at, "This key is taken; choose another.")
        return ""
    judge.note("key", at, "A key of small letters, digits and _ is wanted.")
    return ""


def _of(judge: Judge, row: Mapping[str, Any], at: At, kind: str, sides: int) -> str:
    if kind not in EACH:
        return "table"
    of = judge.one_of(row.get("of", "player"), (*at, "of"), ("player", "side"))
    if of == "side" and not sides:
        judge.note("side", (*at, "of"), "There are no sides in this game.")
    return of


def _bounds(
    judge: Judge, row: Mapping[str, Any], at: At, kind: str, seats: Sequence[int]
) -> dict[str, Any]:
    if kind == "order":
        fewest = min(seats, default=1)
        return {"low": judge.number(row.get("low", 1), (*at, "low"), 0, fewest)}
    if kind != "number":
        return {}
    total = row.get("total")
    if total is not None:
        total = judge.number(total, (*at, "total"), 0, LARGEST)
    low = judge.number(row.get("low", 0), (*at, "low"), -LARGEST, LARGEST)
    if row.get("high") is None and total is None:
        judge.note("missing", (*at, "high"), "What is the most that can be answered?")
        return {}
    high = judge.number(row.get("high", total), (*at, "high"), -LARGEST, LARGEST)
    step = judge.number(row.get("step", 1), (*at, "step"), 1, LARGEST)
    if judge.fine(*at):
        _spread(judge, at, low, high, step)
    return {"low": low, "high": high, "step": step, "total": total}


def _spread(judge: Judge, at: At, low: int, high: int, step: int) -> None:
    """Bounds between which there is something to answer."""
    if low >= high:
        text = "From {low} to {high}: there is nothing to choose."
        judge.note("empty", (*at, "high"), text, low=low, high=high)
    for key, bound in (("low", low), ("high", high)):
        if bound % step:
            text = "{value} is no multiple of {step}."
            judge.note("step", (*at, key), text, value=bound, step=step)


def _fits(judge: Judge, ask: Ask, at: At, counts: Sequence[int]) -> None:
    """A total that any number of players can add up to."""
    total = ask.total or 0
    if total % ask.step:
        text = "{value} is no multiple of {step}."
        judge.note("step", (*at, "total"), text, value=total, step=ask.step)
    for count in counts:
        if not count * ask.low <= total <= count * ask.high:
            text = "{count} answers from {low} to {high} never add up to {total}."
            told = {"count": count, "low": ask.low, "high": ask.high, "total": total}
            judge.note("total", (*at, "total"), text, **told)
            return


def _worth(judge: Judge, value: object, at: At, kind: str) -> int | tuple[int, ...]:
    """Points for each; for an order also a list, by place."""
    if kind == "order" and isinstance(value, list | tuple):
        places = judge.row(value, at, 12)
        if not places:
            judge.note("missing", at, "What is each place worth?")
        worths = tuple(
            judge.number(one, (*at, place), -WORTHIEST, WORTHIEST)
            for place, one in enumerate(places)
        )
        return worths if len(worths) > 1 else sum(worths)  # the last one holds for all further
    return judge.number(value, at, -WORTHIEST, WORTHIEST)
