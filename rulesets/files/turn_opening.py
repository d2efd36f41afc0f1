"""How a game stood before the first turn of a turn file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.equipment.cards import CardError
from rulesets.json_values import as_int, as_list, as_object, as_text, is_int, wrong
from rulesets.problems import Problem
from rulesets.referee.hands import Hand
from rulesets.referee.laid import Laid, read_laid, split
from rulesets.referee.naming import named
from rulesets.referee.position import DIRECTIONS
from rulesets.referee.turns import NOBODY, Opening

if TYPE_CHECKING:
    from rulesets.files.names import Names
    from rulesets.problems import At
    from rulesets.referee.turns import Setting

FIELDS = (
    "first", "direction", "top", "pile", "stock", "due", "skips", "hands", "trump", "tricks", "of",
)  # fmt: skip
MOST = 1000  # of anything that is counted: far above any deck
START = "start"


def read_opening(reader: Names, setting: Setting, given: dict[str, Any]) -> Opening:
    """The start, as far as the table tells it. Raises Unusable."""
    reader.only(given, FIELDS, (START,))
    ways = {name: way for way, name in DIRECTIONS.items()}
    direction = given.get("direction", DIRECTIONS[1])
    if not isinstance(direction, str) or direction not in ways:
        wrong((START, "direction"), " or ".join(ways))
    first = reader.player(given["first"], (START, "first")) if "first" in given else 0
    top = _top(reader, setting, given)
    hands = _hands(reader, setting, given)
    _copies(reader, setting, top, hands)
    trump = given.get("trump")
    return Opening(
        first=first or 0,
        direction=ways[direction],
        top=top,
        pile=_counted(given, "pile"),
        stock=_counted(given, "stock"),
        due=_of_names(reader, given, "due", first or 0),
        skips=_of_names(reader, given, "skips", None),
        hands=hands,
        trump=None if trump is None else as_text(trump, (START, "trump")),
        tricks=_of_names(reader, given, "tricks", NOBODY),
        of=_counted(given, "of"),
    )


def _counted(given: dict[str, Any], key: str) -> int | None:
    """A number of cards or tricks; None where it is not known."""
    return None if given.get(key) is None else number(given[key], (START, key))


def number(value: object, at: At) -> int:
    """A number of a sane size. Raises Unusable."""
    found = as_int(value, at)
    if not 0 <= found <= MOST:
        wrong(at, f"a number from 0 to {MOST}")
    return found


def _of_names(reader: Names, given: dict[str, Any], key: str, usual: int | None) -> dict[int, int]:
    """Numbers by seats; a number alone is of the `usual` seat."""
    value = given.get(key)
    if value is None:
        return {}
    if is_int(value) and usual is not None:
        return {usual: number(value, (START, key))}
    found = {}
    for name, count in as_object(value, (START, key)).items():
        at: At = (START, key, name)
        seat, told = reader.player(name, at), number(count, at)
        if seat is not None:
            found[seat] = told
    return found


def _top(reader: Names, setting: Setting, given: dict[str, Any]) -> Laid | None:
    if given.get("top") is None:
        return None
    at: At = (START, "top")
    return _laid(reader, setting, as_text(given["top"], at), at)


def _laid(reader: Names, setting: Setting, text: str, at: At) -> Laid | None:
    try:
        return read_laid(text, setting.deck.suits)
    except CardError as error:
        reader.problems.append(Problem("card.unknown", "error", error.problem.words, at))
        return None


def _hands(reader: Names, setting: Setting, given: dict[str, Any]) -> dict[int, Hand]:
    """What everybody holds: the cards, or how many."""
    hands = {}
    for name, value in as_object(given.get("hands", {}), (START, "hands")).items():
        at: At = (START, "hands", name)
        seat = reader.player(name, at)
        if is_int(value):
            hand = Hand((), number(value, at))
        else:
            texts = split(as_text(value, at)) if isinstance(value, str) else as_list(value, at)
            read = [
                _laid(reader, setting, as_text(text, (*at, place)), (*at, place))
                for place, text in enumerate(texts)
            ]
            hand = Hand(tuple(laid.card for laid in read if laid is not None), 0)
        if seat is not None:
            hands[seat] = hand
    return hands


def _copies(reader: Names, setting: Setting, top: Laid | None, hands: dict[int, Hand]) -> None:
    """Cards that the deck does not hold, or not so often."""
    if reader.broken(("players",), ("options",)):
        return
    placed: list[tuple[At, Any]] = [] if top is None else [((START, "top"), top.card)]
    for seat, hand in hands.items():
        name = setting.names[seat]
        placed += [((START, "hands", name, n), card) for n, card in enumerate(hand.known)]
    seen: dict[Any, int] = {}
    for at, card in placed:
        seen[card] = times = seen.get(card, 0) + 1
        held = setting.deck.copies(card)
        if times > held:
            text = "There are {held} of the {card} in this deck."
            if not held:
                text = "The deck has no {card}."
            reader.note("card.copies", at, text, card=named(card), held=held)
