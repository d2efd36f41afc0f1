"""A family's own game out of decoded JSON: judged strictly, all problems at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rulesets.house.declaration import Declaration, EndsBy
from rulesets.house.looking import Judge
from rulesets.house.questions import LETTERS, read_asks

if TYPE_CHECKING:
    from rulesets.house.declaration import Ask
    from rulesets.problems import Problem

FIELDS = (
    "name",
    "about",
    "players",
    "sides",
    "wins",
    "ends",
    "rounds",
    "unit",
    "deals",
    "how",
    "decks",
    "needs",
    "minutes",
    "collects",
    "asks",
    "text",
)
MOST_PLAYERS = 12
MOST_ROUNDS = 200
MOST_NAMED = 60  # rounds with a name
MOST_LINES = 8  # for the paper sheet
MOST_DECKS = 12
MOST_MINUTES = 600
FARTHEST = 1_000_000  # total to play for
LONGEST = {
    "name": 60,
    "about": 160,
    "needs": 80,
    "unit": 20,
    "round": 40,
    "line": 120,
    "text": 4000,
}
BRACES = set("{}%")


def read_declaration(value: object) -> tuple[Declaration | None, tuple[Problem, ...]]:
    """The declaration in a decoded JSON value, or None and everything that is wrong with it.

    Each problem has its place: ("asks", 1, "label").
    """
    judge = Judge()
    if not isinstance(value, Mapping):
        judge.note("type", (), "A game is an object with named fields.")
        return None, tuple(judge.problems)
    judge.only(value, FIELDS, ())
    found = _read(judge, value)
    return (None if judge.problems else found), tuple(judge.problems)


def _read(judge: Judge, given: Mapping[str, Any]) -> Declaration:
    def line(key: str, usual: str = "", needed: str = "") -> str:
        return judge.text(given.get(key, usual), (key,), LONGEST[key], needed=needed)

    sides = judge.number(given.get("sides", 0), ("sides",), 0, 2)
    if sides == 1:
        judge.note("sides", ("sides",), "A game has two sides, or none (0).")
    players = _players(judge, given.get("players", [2, 8]), sides)
    seats = Declaration(name="", players=players, sides=sides).seats
    asks = read_asks(judge, given.get("asks", []), seats, sides)
    names = _lines(judge, given, "rounds", MOST_NAMED, "round", "Give this round a name.")
    found = Declaration(
        name=line("name", needed="Give the game a name."),
        about=line("about"),
        players=players,
        sides=sides,
        wins=cast("Any", judge.one_of(given.get("wins", "high"), ("wins",), ("high", "low"))),
        ends=_ends(judge, given.get("ends"), len(names)),
        rounds=names,
        unit=_unit(judge, line("unit", "points", "What is counted? Points, say.")),
        deals=_deals(judge, given.get("deals", "left"), asks),
        decks=judge.number(given.get("decks", 0), ("decks",), 0, MOST_DECKS),
        needs=line("needs"),
        minutes=judge.number(given.get("minutes", 0), ("minutes",), 0, MOST_MINUTES),
        how=_lines(judge, given, "how", MOST_LINES, "line", "This line is empty."),
        collects=_collects(judge, given.get("collects", []), asks, sides),
        asks=asks,
        text=judge.prose(given.get("text", ""), ("text",), LONGEST["text"]),
    )
    if judge.fine("asks") and not found.collects and not any(ask.worth for ask in asks):
        text = "No answer is worth anything, so nobody would ever score."
        judge.note("worthless", ("asks",), text)
    return found


def _players(judge: Judge, value: object, sides: int) -> tuple[int, int]:
    given = judge.row(value, ("players",), 2)
    if len(given) != 2:
        if judge.fine("players"):
            judge.note("players", ("players",), "The fewest and the most players are wanted.")
        return (2, 8)
    fewest = sides or 1
    low = judge.number(given[0], ("players", 0), fewest, MOST_PLAYERS)
    high = judge.number(given[1], ("players", 1), fewest, MOST_PLAYERS)
    if not judge.fine("players"):
        return (2, 8)
    if low > high:
        text = "At least {low} and at most {high} players: nobody could play."
        judge.note("players", ("players", 1), text, low=low, high=high)
        return (2, 8)
    if sides and not Declaration(name="", players=(low, high), sides=sides).seats:
        text = "Two sides need an even number of players."
        judge.note("players", ("players", 0), text)
        return (2, 8)
    return (low, high)


def _ends(judge: Judge, value: object, named: int) -> tuple[EndsBy, int]:
    """By a total, or after so many rounds; those with names are counted."""
    if value is None:
        return ("rounds", named) if named else ("never", 0)
    if not isinstance(value, Mapping) or len(value) != 1:
        text = "How it ends is either a total to reach or a number of rounds."
        judge.note("ends", ("ends",), text)
        return ("never", 0)
    (by, count), *_ = value.items()
    if by == "reach":
        return ("reach", judge.number(count, ("ends", "reach"), 1, FARTHEST))
    if by != "rounds":
        judge.only(value, ("reach", "rounds"), ("ends",))
        return ("never", 0)
    rounds = judge.number(count, ("ends", "rounds"), 1, MOST_ROUNDS)
    if judge.fine("ends") and named and named != rounds:
        text = "{named} rounds have names, but {rounds} are played."
        judge.note("named", ("rounds",), text, named=named, rounds=rounds)
    return ("rounds", rounds)


def _lines(
    judge: Judge, given: Mapping[str, Any], key: str, most: int, each: str, needed: str
) -> tuple[str, ...]:
    lines = judge.row(given.get(key, []), (key,), most)
    return tuple(
        judge.text(one, (key, number), LONGEST[each], needed=needed)
        for number, one in enumerate(lines)
    )


def _unit(judge: Judge, unit: str) -> str:
    if set(unit) & BRACES:
        judge.note("unit", ("unit",), "Letters only, please.")
    return unit


def _deals(judge: Judge, value: object, asks: tuple[Ask, ...]) -> str:
    """To the left, nobody, or whoever an answer names."""
    namers = [ask.key for ask in asks if ask.kind == "player"]
    return judge.one_of(value, ("deals",), ("left", "none", *namers))


def _collects(judge: Judge, value: object, asks: tuple[Ask, ...], sides: int) -> tuple[str, ...]:
    """Who goes out, and what the others hold: two questions that fit together."""
    given = judge.row(value, ("collects",), 2)
    if not given:
        return ()
    by_key = {ask.key: ask for ask in asks}
    found = [by_key[key] for key in given if isinstance(key, str) and key in by_key]
    if len(given) != 2 or len(found) != 2:
        text = "Two questions are wanted: who goes out, and what everybody holds."
        judge.note("collects", ("collects",), text)
        return ()
    out, held = found
    if sides:
        text = "Where partners play for a side, nobody collects alone."
        judge.note("collects.sides", ("collects",), text)
    if out.kind != "player":
        text = "“{label}” has to name a player."
        judge.note("collects.out", ("collects", 0), text, label=_whole(out.label))
    counts = held.kind == "number" and held.of == "player" and not held.optional
    if not counts or held.total is not None or held.worth or not held.low <= 0 <= held.high:
        text = "“{label}” has to be a number of every player that may be 0, worth nothing itself."
        judge.note("collects.held", ("collects", 1), text, label=_whole(held.label))
    return (out.key, held.key)


def _whole(label: str) -> str:
    return label[: LETTERS["label"]]
