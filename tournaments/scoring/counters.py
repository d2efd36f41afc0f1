"""How a counter is written into an address and read out of it: the deck and what its cards count.

Counters of melds, grids and poker hands are those that games declare. Single cards, tiles and dice
are counted from whatever people have agreed on, within what can be counted quickly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.cards.card_rules import CardValues
from rulesets.cards.deck import (
    EXTENDED,
    FRENCH,
    JANKEN,
    RANKS,
    Card,
    CardError,
    Deck,
    card_of,
    parse_cards,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.engine.fields import Counter

NUMBERS = {"least": 500, "most": 500, "rows": 10, "packs": 9, "jokers": 36}  # and the most of each
KEYS = (*NUMBERS, "suits", "values", "without", "wild", "of")
AGREED = ("cards", "points", "suit", "tiles", "dice")  # kinds that people may agree on differently
DECKS = (FRENCH, JANKEN, EXTENDED)
MOST_WORTH, MOST_OF, HIGHEST_TILE = 10_000, 100_000, 18
JOKER_PLACE, SPECIAL_PLACE = len(RANKS), len(RANKS) + 1
LOWEST = "low"  # instead of a number: a joker is the lowest card that is not in the hand
LONGEST_KEY = 40


def address_of(counter: Counter) -> dict[str, str]:
    """What tells a counter from others of its kind, as an address gives it."""
    found = {name: str(getattr(counter, name)) for name in NUMBERS}
    return found | {
        "suits": digits(counter.suits),
        "values": values_text(counter),
        "without": ".".join(texts(sorted(counter.without))),
        "wild": f"{counter.wild}-{counter.values.wild}" if counter.wild else "",
        "of": digits(counter.of),
    }


def digits(numbers: Iterable[int]) -> str:
    """Numbers, to be read by a script and by an address."""
    return ".".join(map(str, numbers))


def values_text(counter: Counter) -> str:
    """What single cards count: ace to king and the joker (and a Draw, a Reverse, a Skip), then
    those that differ from their rank ("3H-0"), each after a "_"; "" where the whole hand counts."""
    values: CardValues | None = counter.values
    if values is None:
        return ""
    ranks = (values.value(card_of(rank, JANKEN[0])) for rank in range(1, len(RANKS) + 1))
    faces = (f"{card.text}-{value}" for card, value in sorted(values.faces.items()))
    others = [f"{values.joker or 0}{LOWEST if values.lowest else ''}"]
    others += [] if values.special is None else [str(values.special)]
    return "_".join([".".join([digits(ranks), *others]), *faces])


def from_address(one: Counter, given: Mapping[str, str]) -> Counter | None:
    """The counter that an address names, `one` of its kind as far as that says nothing; None where
    nobody counts like that."""
    if one.kind not in AGREED:
        return None
    try:
        found = replace(one, **_read(one, given))
    except (ValueError, CardError):
        return None
    if found.kind in ("cards", "points", "suit"):
        cards = len(Deck(found.packs, found.jokers, found.without, found.suits).cards())
        found = found if "most" in given else replace(found, most=cards)
        fits = found.packs > 0 and found.most <= cards
        fits = fits and (found.kind != "suit" or len(found.of) == 1)
    elif found.kind == "tiles":
        fits = len(found.of) == 2 and 0 < found.of[0] <= HIGHEST_TILE
    else:
        fits = len(found.of) == 1
    if found.suits == EXTENDED and found.values is not None:
        fits = fits and found.values.special is not None
    return found if fits and found.least <= found.most else None


def _read(one: Counter, given: Mapping[str, str]) -> dict[str, Any]:
    """The parts that the address gives. Raises ValueError or CardError for nonsense."""
    found: dict[str, Any] = {
        name: _number(given[name], most) for name, most in NUMBERS.items() if name in given
    }
    suits = one.suits
    if "suits" in given:
        known = {digits(suits): suits for suits in DECKS}
        suits = found["suits"] = known.get(given["suits"], ())
        if not suits:
            raise ValueError(given["suits"])
    if "without" in given:
        names = [text for text in given["without"].split(".") if text]
        found["without"] = frozenset(parse_cards(names, suits=suits))
    if given.get("of"):
        found["of"] = tuple(_signed(text) for text in given["of"].split("."))
    if "values" in given and one.values is not None:
        found["values"] = _values(given["values"], suits)
        if given.get("wild"):
            key, _, worth = given["wild"].partition("-")
            counted = replace(found["values"], wild=_number(worth, MOST_WORTH))
            found |= {"wild": key[:LONGEST_KEY], "values": counted}
    return found


def _values(text: str, suits: tuple[int, ...]) -> CardValues:
    """A table of values as `values_text` writes it."""
    ranks, *single = text.split("_")
    written = ranks.split(".")
    lowest = len(written) > JOKER_PLACE and written[JOKER_PLACE].endswith(LOWEST)
    if lowest:
        written[JOKER_PLACE] = written[JOKER_PLACE].removesuffix(LOWEST)
    numbers = [_number(number, MOST_WORTH) for number in written]
    special = numbers[SPECIAL_PLACE] if suits == EXTENDED and len(numbers) > SPECIAL_PLACE else None
    wanted = SPECIAL_PLACE + (special is not None)
    if len(numbers) != wanted or len(single) > len(RANKS) * len(suits):
        raise ValueError(text)
    faces: dict[Card, int] = {}
    for one in single:
        card, _, number = one.partition("-")
        faces[parse_cards([card], suits=suits)[0]] = _number(number, MOST_WORTH)
    ranked, joker = tuple(numbers[:JOKER_PLACE]), numbers[JOKER_PLACE]
    return CardValues(ranked, joker, faces=faces, special=special, lowest=lowest)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 6 or int(text) > most:
        raise ValueError(text)
    return int(text)


def _signed(text: str) -> int:
    return -_number(text[1:], MOST_OF) if text.startswith("-") else _number(text, MOST_OF)
