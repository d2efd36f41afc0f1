"""A family's own game (docs/house-games.md), read from decoded JSON: all problems at once."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from rulesets.drawing.card_rows import card_rows_errors
from rulesets.engine.clean_text import clean_text
from rulesets.engine.game import FAMILIES
from rulesets.engine.problems import Problem
from rulesets.files.reader import Reading, Wording, take
from rulesets.files.shapes import (
    ANYTHING,
    TRUTH,
    Cases,
    Choice,
    Field,
    Later,
    Listing,
    Maybe,
    Record,
    Rule,
    Shape,
    Text,
    Whole,
    optional,
)
from rulesets.formats import format_of
from rulesets.house_games.declaration import Ask, Declaration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.engine.game import Game


MOST_PLAYERS = 12
MOST_ROUNDS = 200
MOST_NAMED = 60  # rounds with a name
MOST_LINES = 8  # for the paper sheet
MOST_DECKS = 12
MOST_MINUTES = 600
MOST_ASKS = 10
MOST_PLACES = 12  # of an order, each with its worth
FARTHEST = 1_000_000  # total to play for
LARGEST = 100_000  # number of an answer
WORTHIEST = 10_000
LONGEST = {
    "name": 60,
    "about": 160,
    "needs": 80,
    "unit": 20,
    "round": 40,
    "line": 120,
    "text": 4000,
}
LETTERS = {"label": 60, "help": 160, "says": 40}
KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
TAKEN = {"away", "override", "turn", "key", "revision", "reason"}  # what a report says besides
BRACES = set("{}%")
USUAL_PLAYERS = (2, 8)
WORDING = Wording(
    {
        "text": "Write plain text on one line.",
        "long": "{given} characters; at most {most} fit.",
        "number": "Enter a whole number.",
        "range": "{value} is not between {low} and {high}.",
        "choice": "Choose one of these: {choices}.",
        "yes": "Enter true or false.",
        "list": "Give a list.",
        "many": "{given} given; at most {most} fit.",
        "type": "Give an object with named fields.",
    },
    prefix="house",
    unknown="house.field",
)


@dataclass(frozen=True)
class LineOfText(Text):
    """One line of text of up to `most` letters, cleaned; blanks between words are single ones.
    `expected` is the message for an empty line; without it the line may be empty."""

    lines = False

    def read(self, value: Any, reading: Reading) -> str:
        text = "Write plain text." if self.lines else ""
        if not isinstance(value, str) or not is_readable(value, lines=self.lines):
            return str(reading.refuse("text", "", text))
        line = clean_text(value, lines=self.lines).strip()
        if len(line) > (self.most or 0):
            return str(reading.refuse("long", "", given=len(line), most=self.most))
        if self.expected and not line:
            reading.note("house.missing", tuple(reading.at), self.expected)
        return line


class Prose(LineOfText):
    """Text of several lines."""

    lines = True


def is_readable(text: str, *, lines: bool = False) -> bool:
    """Return whether everything in a text can be seen, apart from blanks and (in `lines`) their
    ends."""
    composed = unicodedata.normalize("NFC", text)
    composed = composed.replace("\r\n", "\n").replace("\r", "\n") if lines else composed
    parted = not lines and any(blank in composed for blank in "\n\t")
    return not parted and clean_text(composed, lines=True) == composed


def line(most: int, if_empty: str = "") -> LineOfText:
    """Return the shape of one line of text."""
    return LineOfText(most=most, expected=if_empty)


def read_declaration(value: object) -> tuple[Declaration | None, tuple[Problem, ...]]:
    """Return the declaration in a decoded JSON value, or None, and all its problems.

    Each problem has its place: ("asks", 1, "label").
    """
    reading = Reading(WORDING)
    fields = take(GAME, value, reading)
    if fields is not None:
        _check_game(fields, reading)
    problems = tuple(reading.problems)
    return (None if problems else Declaration(**fields)), problems


def read_new_declaration(value: object) -> tuple[Declaration | None, tuple[Problem, ...]]:
    """Return the same for what somebody has just written: cards in its text are cards. One that was
    kept before is read as it is, and shows such a block as it was typed."""
    declared, problems = read_declaration(value)
    if declared is None:
        return None, problems
    problems = tuple(
        Problem("house.cards", "error", error.words, ("text",))
        for error in card_rows_errors(declared.text)
    )
    return (None if problems else declared), problems


def _check_game(fields: dict[str, Any], reading: Reading) -> None:
    """Check several fields together; fill in `ends` and `collects`."""
    named, asks = len(fields["rounds"]), fields["asks"]
    if fields["ends"] is None:
        fields["ends"] = ("rounds", named) if named else ("never", 0)
    by, count = fields["ends"]
    if by == "rounds" and reading.is_sound("ends") and named and named != count:
        text = "{named} rounds have names, but {rounds} are played."
        reading.note("house.named", ("rounds",), text, named=named, rounds=count)
    fields["collects"] = _collects(fields, reading)
    if reading.is_sound("asks") and not fields["collects"] and not any(ask.worth for ask in asks):
        text = "No answer is worth anything, so nobody would ever score."
        reading.note("house.worthless", ("asks",), text)


def _sides(sides: int, reading: Reading) -> int:
    if sides == 1:
        reading.note("house.sides", ("sides",), "A game has two sides, or none (0).")
    return sides


def _players(sides: int, value: Any, reading: Reading) -> tuple[int, int]:
    """Return the fewest and the most players on so many sides."""
    note = partial(reading.note, "house.players")
    if isinstance(value, list | tuple) and len(value) < 2:
        note(("players",), "Give the fewest and the most players.")
        return USUAL_PLAYERS
    bounds = Listing(Whole(sides or 1, MOST_PLAYERS), most=2).read(value, reading)
    if not reading.is_sound("players"):
        return USUAL_PLAYERS
    low, high = bounds
    if low > high:
        text = "At least {low} and at most {high} players: nobody could play."
        note(("players", 1), text, low=low, high=high)
        return USUAL_PLAYERS
    if sides and not _seats((low, high), sides):
        note(("players", 0), "Two sides need an even number of players.")
        return USUAL_PLAYERS
    return low, high


def _seats(players: tuple[int, int], sides: int) -> tuple[int, ...]:
    return Declaration(name="", players=players, sides=sides).seats


def _ends(value: Any, reading: Reading) -> tuple[str, int] | None:
    """Return an ending by a total, or after so many rounds; None if there is no value."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or len(value) != 1:
        text = "Choose one ending: a total to reach or a number of rounds."
        reading.note("house.ends", ("ends",), text)
        return "never", 0
    endings = ENDS.read(value, reading)
    return next(((by, count) for by, count in endings.items() if by in value), ("never", 0))


def _unit(unit: str, reading: Reading) -> str:
    if set(unit) & BRACES:
        reading.note("house.unit", ("unit",), "Letters only, please.")
    return unit


def _namers(asks: Sequence[Ask]) -> Choice:
    """To the left, nobody, or whoever an answer names."""
    return Choice(("left", "none", *(ask.key for ask in asks if ask.kind == "player")))


def _collects(fields: Mapping[str, Any], reading: Reading) -> tuple[str, ...]:
    """Return the two questions that fit together: the player who goes out, and the cards that
    the others hold."""
    keys = fields["collects"]
    if not keys:
        return ()
    by_key = {ask.key: ask for ask in fields["asks"]}
    asks = [by_key[key] for key in keys if isinstance(key, str) and key in by_key]
    if len(keys) != 2 or len(asks) != 2:
        text = "This takes two questions: who goes out, and what everybody holds."
        reading.note("house.collects", ("collects",), text)
        return ()
    out, held = asks
    if fields["sides"]:
        text = "Where partners play for a side, nobody collects alone."
        reading.note("house.collects.sides", ("collects",), text)
    if out.kind != "player":
        text, label = "“{label}” has to name a player.", out.label[: LETTERS["label"]]
        reading.note("house.collects.out", ("collects", 0), text, label=label)
    counts = held.kind == "number" and held.of == "player" and not held.optional
    if not counts or held.total is not None or held.worth or not held.low <= 0 <= held.high:
        text = (
            "“{label}” has to be a number from each player that can be 0 and is worth nothing "
            "itself."
        )
        label = held.label[: LETTERS["label"]]
        reading.note("house.collects.held", ("collects", 1), text, label=label)
    return out.key, held.key


# --- questions ------------------------------------------------------------------------------------


def _asks(rows: list[Ask | None], reading: Reading) -> tuple[Ask, ...]:
    if not rows and reading.is_sound("asks"):
        reading.note("house.asks", ("asks",), "Ask at least one question after each round.")
    keys: set[str] = set()
    for number, ask in enumerate(rows):
        if ask is not None and ask.key in keys:
            text = "Another question has this key."
            reading.note("house.twice", ("asks", number, "key"), text)
        keys |= {ask.key} if ask is not None else set()
    return tuple(ask for ask in rows if ask is not None)


def _key(value: Any, reading: Reading) -> str:
    text = "Use only small letters, digits and _ for a key."
    if isinstance(value, str) and KEY.fullmatch(value):
        if not keyword.iskeyword(value) and not keyword.issoftkeyword(value) and value not in TAKEN:
            return value
        text = "This key is taken; choose another."
    reading.note("house.key", tuple(reading.at), text)
    return ""


def _worth_of_places(value: Any, reading: Reading) -> Any:
    """Points for each place; the last ones hold for all further places."""
    if not isinstance(value, list | tuple):
        return WORTH.read(value, reading)
    places = Listing(WORTH, most=MOST_PLACES).read(value, reading)
    if not places:
        reading.note("house.missing", tuple(reading.at), "What is each place worth?")
    return tuple(places) if len(places) > 1 else sum(places)


def _check_question(seats: Sequence[int], sides: int, ask: Ask | None, reading: Reading) -> Any:
    """Check the fields of a question together."""
    if ask is None:
        return None
    at = tuple(reading.at)
    for key in ("kind", "of"):
        if getattr(ask, key) == "side" and not sides:
            reading.note("house.side", (*at, key), "There are no sides in this game.")
    if ask.kind == "number" and all(reading.is_sound(*at, key) for key in ("kind", *NUMBER)):
        _check_bounds(ask, reading)
    if ask.total is not None and reading.is_sound(*at):
        _check_total(ask, seats if ask.of == "player" else (sides,), reading)
    return ask


def _check_bounds(ask: Ask, reading: Reading) -> None:
    """Check that there is an answer between the bounds."""
    low, high, at = ask.low, ask.high, tuple(reading.at)
    if low >= high:
        text = "From {low} to {high}: there is nothing to choose."
        reading.note("house.empty", (*at, "high"), text, low=low, high=high)
    for key, bound in (("low", low), ("high", high)):
        if bound % ask.step:
            text = "{value} is not a multiple of {step}."
            reading.note("house.step", (*at, key), text, value=bound, step=ask.step)


def _check_total(ask: Ask, counts: Sequence[int], reading: Reading) -> None:
    """Check that any number of players can add up to the total."""
    total, at = ask.total or 0, (*reading.at, "total")
    if total % ask.step:
        text = "{value} is not a multiple of {step}."
        reading.note("house.step", at, text, value=total, step=ask.step)
    for count in counts:
        if not count * ask.low <= total <= count * ask.high:
            text = "{count} answers from {low} to {high} never add up to {total}."
            params: dict[str, Any] = {
                "count": count,
                "low": ask.low,
                "high": ask.high,
                "total": total,
            }
            reading.note("house.total", at, text, **params)
            return


def _high(total: int | None, value: Any, reading: Reading) -> int:
    """Return the highest possible answer: the total, if there is no value (`...`)."""
    if value in (None, ...) and total is None:
        text = "What is the highest possible answer?"
        reading.note("house.missing", tuple(reading.at), text)
        return 0
    return int((total or 0) if value is ... else BOUND.read(value, reading))


BOUND = Whole(-LARGEST, LARGEST)
WORTH = Whole(-WORTHIEST, WORTHIEST)
OF = optional(Choice(("player", "side")), "player")
OPTIONAL = optional(TRUTH, default=False)


NUMBER: dict[str, Any] = {
    "total": optional(Maybe(Whole(0, LARGEST))),
    "low": optional(BOUND, 0),
    "high": Field(Later(lambda found: ANYTHING.then(partial(_high, found["total"]))), absent=...),
    "step": optional(Whole(1, LARGEST), 1),
}


def _case(kind: str, worth: Shape = WORTH, **fields: Any) -> Record:
    """Return the shape of a question of one kind; `fields` are those of this kind alone."""
    each = kind in ("number", "yes")  # each player answers, or each side
    return Record(
        {
            "kind": optional(ANYTHING, kind),
            **fields,
            "key": ANYTHING.then(_key),
            "label": Field(line(LETTERS["label"], "What is asked?"), absent=""),
            "help": optional(line(LETTERS["help"]), ""),
            **({"of": OF} if each else {}),
            "worth": optional(worth, 0),
            "says": optional(line(LETTERS["says"]), ""),
        },
        Ask if each else partial(Ask, of="table"),
    )


@lru_cache
def _question(seats: tuple[int, ...], sides: int) -> Shape:
    """Return the shape of a question of a game in which so many can sit down."""
    fewest = Whole(0, min(seats, default=1))
    cases = {
        "number": _case("number", **NUMBER, optional=OPTIONAL),
        "yes": _case("yes"),
        "player": _case("player", optional=OPTIONAL),
        "side": _case("side", optional=OPTIONAL),
        "players": _case("players", optional=OPTIONAL),
        "order": _case(
            "order",
            ANYTHING.then(_worth_of_places),
            low=optional(fewest, 1),
            optional=OPTIONAL,
        ),
    }
    foreign = Rule("house.foreign", "“{field}” belongs to another kind of question.", field="field")
    not_object = "A question has to be an object with named fields."
    return Cases("kind", cases, foreign, not_object).then(partial(_check_question, seats, sides))


def _questions(fields: Mapping[str, Any]) -> Shape:
    seats, sides = _seats(fields["players"], fields["sides"]), fields["sides"]
    return Listing(_question(seats, sides), most=MOST_ASKS).then(_asks)


def _lines(most: int, letters: int, if_empty: str) -> Field:
    return optional(Listing(line(letters, if_empty), most=most).then(_as_tuple), ())


def _as_tuple(items: list[Any], reading: Reading) -> tuple[Any, ...]:
    return tuple(items)


ENDS = Record({"reach": optional(Whole(1, FARTHEST)), "rounds": optional(Whole(1, MOST_ROUNDS))})
GAME = Record(
    {
        "sides": optional(Whole(0, 2).then(_sides), 0),
        "players": optional(
            Later(lambda found: ANYTHING.then(partial(_players, found["sides"]))), USUAL_PLAYERS
        ),
        "asks": Field(Later(_questions), absent=[]),
        "rounds": _lines(MOST_NAMED, LONGEST["round"], "Give this round a name."),
        "name": Field(line(LONGEST["name"], "Give the game a name."), absent=""),
        "about": optional(line(LONGEST["about"]), ""),
        "wins": optional(Choice(("high", "low")), "high"),
        "ends": optional(ANYTHING.then(_ends)),
        "unit": optional(
            line(LONGEST["unit"], "What is counted? Points, for example.").then(_unit), "points"
        ),
        "deals": optional(Later(lambda found: _namers(found["asks"])), "left"),
        "decks": optional(Whole(0, MOST_DECKS), 0),
        "needs": optional(line(LONGEST["needs"]), ""),
        "minutes": optional(Whole(0, MOST_MINUTES), 0),
        "how": _lines(MOST_LINES, LONGEST["line"], "This line is empty."),
        "collects": optional(Listing(ANYTHING, most=2), ()),
        "text": optional(Prose(most=LONGEST["text"]), ""),
    },
    expected="A game has to be an object with named fields.",
)


HEAD = """# The games

All games that Scorekeeper knows, by the way in which they score. This page is written by
`python3 -m rulesets list --markdown`; a test holds it to what the games declare. Times are for an
evening with the usual options. The rules stand in the app, and in `rulesets/games/`.
"""
COLUMNS = "| Game | Players | What you need | Minutes | From |\n|---|---|---|---|---|"


def markdown(games: Iterable[Game]) -> str:
    """Return the page: a table for each family."""
    return "\n".join([HEAD, *_tables(tuple(games))]) + "\n"


def _tables(games: tuple[Game, ...]) -> Iterator[str]:
    families = [(label, _of(games, family)) for family, label in FAMILIES.items()]
    for number, (label, family_games) in enumerate((pair for pair in families if pair[1]), 1):
        yield f"{'' if number == 1 else chr(10)}## {label}\n\n{COLUMNS}"
        yield from map(_row, family_games)


def _of(games: tuple[Game, ...], family: str) -> list[Game]:
    members = (game for game in games if game.family == family)
    return sorted(members, key=lambda game: game.name.casefold())


def _row(game: Game) -> str:
    name = f"**{game.name}** `{game.slug}`"
    if game.aliases:
        name += f"<br>also {', '.join(game.aliases)}"
    needs = game.needs.words.text
    needs = needs[:1].upper() + needs[1:]
    return f"| {name} | {_people(game)} | {needs} | {game.minutes} | {game.source} |"


def _people(game: Game) -> str:
    """Return how many can play."""
    low, high = game.plays.players
    format = format_of(game)
    if format.keeping.board == "room":
        return f"two teams of {low // 2} to {high // 2}"
    if format.keeping.moves:
        return f"{format.facts.width} at each of any number of tables"
    if game.plays.seats:
        *some, last = map(str, game.plays.seats)
        return f"{', '.join(some)} or {last}"
    return str(low) if low == high else f"{low} to {high}"
