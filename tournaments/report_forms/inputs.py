"""The inputs of a report: their names, answers in words; and the counters of cards that an address
can name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

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
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, Phrase
from tournaments.models.event_games import every_game
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.engine.fields import Counter, Field
    from rulesets.engine.game import Game
    from rulesets.engine.roster import Roster


# Keys of questions come from games, a family's own among them: with this before it no key can be
# the name of anything else in a form, and with hyphens between its parts never that of another
# answer (a key has none, and does not begin with a digit).
ANSWER = "answer-"
# What else the forms of a report held when a key alone was the name of an answer. Entries that
# were sent from such a page can wait on a phone for long.
_BESIDE = ("csrfmiddlewaretoken", "set", "deal", "round", "hand", "seen", "key", "final", "early")
_AT_DESK = ("confirmed", "last", "step", "then", "override", "reseat", "reason")
FORMER_NAMES = frozenset((*_BESIDE, *_AT_DESK))


def input_name(*path: str | int) -> str:
    """The name of an input: the key of a question, then that of a part of it, or a place."""
    return ANSWER + "-".join(map(str, path))


def former_name(name: str) -> str:
    """The name that an input had when the key of its question came first."""
    return re.sub(r"-(\d+)$", r"_\1", name.removeprefix(ANSWER))


def has_former_names(data: Mapping[str, Any]) -> bool:
    """Whether a form was sent with the former names. Today's forms have one more input, which is
    empty."""
    return not any(name.startswith(ANSWER) for name in data)


def with_former_names(data: Any, names: Iterable[str]) -> tuple[Any, bool]:
    """The data with former names replaced by today's; and whether a name could also have meant
    another input, so that the answer is unclear."""
    former: dict[str, list[str]] = {}
    for name in names:
        former.setdefault(former_name(name), []).append(name)
    copy, unclear = data.copy(), False  # the copy of a QueryDict can be changed
    for name, meant in former.items():
        if name in FORMER_NAMES:
            unclear |= hasattr(data, "getlist") and len(data.getlist(name)) > 1
        elif name in data:
            unclear |= len(meant) > 1
            if hasattr(data, "getlist"):
                copy.setlist(meant[0], data.getlist(name))
            else:
                copy[meant[0]] = data[name]
    return copy, unclear


def followed(field: Field, values: Mapping[Any, Any], places: Sequence[Any]) -> dict[Any, Any]:
    """Numbers completed by what follows from the others: the only one missing from a known total, 0
    for all that are missing once the total is reached; and the field's `blank` for those not
    given."""
    missing = [place for place in places if values.get(place) is None]
    if field.blank is not None:
        return {place: field.blank if value is None else value for place, value in values.items()}
    if field.total is None or not missing or len(places) < 2:
        return dict(values)
    rest = field.total - sum(values[place] for place in places if place not in missing)
    if len(missing) > 1 and (rest or len(missing) == len(places)):
        return dict(values)
    return {**values, **dict.fromkeys(missing, rest)}


@dataclass(frozen=True, slots=True)
class AnswerText:
    """The label of a question and the answer to it, in words."""

    label: str
    text: str

    @property
    def line(self) -> str:
        """The question and its answer: "Tricks: Ann 3", "Who knocked? Bo"."""
        text = "{label} {text}" if self.label.endswith("?") else _("{label}: {text}")
        return text.format(label=self.label, text=self.text)


def answers_in_words(
    fields: Sequence[Field], roster: Roster, payload: Mapping[str, Any] | None
) -> tuple[AnswerText, ...]:
    """The answers of a report in words; `roster` are the people by chair. Unanswered questions are
    left out."""
    return tuple(
        AnswerText(translate(field.label), translate(field.words(payload[field.key], roster)))
        for field in fields
        if payload and payload.get(field.key) is not None
    )


NUMBERS = {
    "least": 500,
    "most": 500,
    "rows": 10,
    "packs": 9,
    "jokers": 36,
}  # with the largest of each
KEYS = (*NUMBERS, "suits", "values", "without", "wild", "of")
AGREED = (
    "cards",
    "points",
    "suit",
    "tiles",
    "dice",
)  # kinds for which people may agree on other values
DECKS = (FRENCH, JANKEN, EXTENDED)
MOST_WORTH, MOST_OF, HIGHEST_TILE = 10_000, 100_000, 18
JOKER_PLACE, SPECIAL_PLACE = len(RANKS), len(RANKS) + 1
LOWEST = "low"  # instead of a number: a joker is the lowest card that is not in the hand
LONGEST_KEY = 40


def address_of(counter: Counter) -> dict[str, str]:
    """The query that tells a counter from others of its kind."""
    query = {name: str(getattr(counter, name)) for name in NUMBERS}
    return query | {
        "suits": digits(counter.suits),
        "values": values_text(counter),
        "without": ".".join(texts(sorted(counter.without))),
        "wild": f"{counter.wild}-{counter.values.wild}" if counter.wild else "",
        "of": digits(counter.of),
    }


def digits(numbers: Iterable[int]) -> str:
    """Numbers as text, for scripts and addresses."""
    return ".".join(map(str, numbers))


def values_text(counter: Counter) -> str:
    """The values of single cards: ace to king and the joker (and a Draw, a Reverse, a Skip), then
    those that differ from their rank ("3H-0"), each after a "_"; "" if the whole hand counts."""
    values: CardValues | None = counter.values
    if values is None:
        return ""
    ranks = (values.value(card_of(rank, JANKEN[0])) for rank in range(1, len(RANKS) + 1))
    faces = (f"{card.text}-{value}" for card, value in sorted(values.faces.items()))
    others = [f"{values.joker or 0}{LOWEST if values.lowest else ''}"]
    others += [] if values.special is None else [str(values.special)]
    return "_".join([".".join([digits(ranks), *others]), *faces])


def from_address(counter: Counter, query: Mapping[str, str]) -> Counter | None:
    """The counter that an address names: `counter` with the parts that the address gives. None
    where nobody counts like that."""
    if counter.kind not in AGREED:
        return None
    try:
        version = replace(counter, **_read(counter, query))
    except (ValueError, CardError):
        return None
    if version.kind in ("cards", "points", "suit"):
        cards = len(Deck(version.packs, version.jokers, version.without, version.suits).cards())
        version = version if "most" in query else replace(version, most=cards)
        fits = version.packs > 0 and version.most <= cards
        fits = fits and (version.kind != "suit" or len(version.of) == 1)
    elif version.kind == "tiles":
        fits = len(version.of) == 2 and 0 < version.of[0] <= HIGHEST_TILE
    else:
        fits = len(version.of) == 1
    if version.suits == EXTENDED and version.values is not None:
        fits = fits and version.values.special is not None
    return version if fits and version.least <= version.most else None


def _read(counter: Counter, query: Mapping[str, str]) -> dict[str, Any]:
    """The parts that the address gives. Raises ValueError or CardError for nonsense."""
    parts: dict[str, Any] = {
        name: _number(query[name], most) for name, most in NUMBERS.items() if name in query
    }
    suits = counter.suits
    if "suits" in query:
        decks = {digits(suits): suits for suits in DECKS}
        suits = parts["suits"] = decks.get(query["suits"], ())
        if not suits:
            raise ValueError(query["suits"])
    if "without" in query:
        names = [text for text in query["without"].split(".") if text]
        parts["without"] = frozenset(parse_cards(names, suits=suits))
    if query.get("of"):
        parts["of"] = tuple(_signed(text) for text in query["of"].split("."))
    if "values" in query and counter.values is not None:
        parts["values"] = _values(query["values"], suits)
        if query.get("wild"):
            key, _, worth = query["wild"].partition("-")
            counted = replace(parts["values"], wild=_number(worth, MOST_WORTH))
            parts |= {"wild": key[:LONGEST_KEY], "values": counted}
    return parts


def _values(text: str, suits: tuple[int, ...]) -> CardValues:
    ranks, *single = text.split("_")
    written = ranks.split(".")
    lowest = len(written) > JOKER_PLACE and written[JOKER_PLACE].endswith(LOWEST)
    if lowest:
        written[JOKER_PLACE] = written[JOKER_PLACE].removesuffix(LOWEST)
    numbers = [_number(number, MOST_WORTH) for number in written]
    special = numbers[SPECIAL_PLACE] if suits == EXTENDED and len(numbers) > SPECIAL_PLACE else None
    length = SPECIAL_PLACE + (special is not None)
    if len(numbers) != length or len(single) > len(RANKS) * len(suits):
        raise ValueError(text)
    faces: dict[Card, int] = {}
    for face in single:
        card, _, number = face.partition("-")
        faces[parse_cards([card], suits=suits)[0]] = _number(number, MOST_WORTH)
    ranked, joker = tuple(numbers[:JOKER_PLACE]), numbers[JOKER_PLACE]
    return CardValues(ranked, joker, faces=faces, special=special, lowest=lowest)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 6 or int(text) > most:
        raise ValueError(text)
    return int(text)


def _signed(text: str) -> int:
    return -_number(text[1:], MOST_OF) if text.startswith("-") else _number(text, MOST_OF)


# --- the ways in which games count ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a game counts: the game's slug and name, the counter, and the name of the
    round in which it holds (nothing: in all)."""

    slug: str
    game: str
    counter: Counter
    round: Phrase = NOTHING

    @property
    def name(self) -> str:
        """Its name on a page."""
        return f"{self.game}, {translate(self.round)}" if self.round else self.game

    @property
    def called(self) -> str:
        """Its name on a page of its game: the round, or the game if it holds in all rounds."""
        text = translate(self.round)
        return text[:1].upper() + text[1:] or self.game

    @property
    def query(self) -> str:
        """The query that names the counter, besides its kind."""
        return urlencode(address_of(self.counter))


@cache
def ways() -> tuple[Way, ...]:
    """Every way in which the games count, each once. One with a table to lay off on is preferred to
    the same without, and those of single rounds have the names of these rounds."""
    ways_by_counter: dict[tuple[str, str], Way] = {}
    for game in every_game():
        of_rounds = list(_counters(game))
        several = len({repr(counter) for _round, counter in of_rounds}) > 1
        for called, counter in of_rounds:
            key = game.slug, repr(replace(counter, table=None))
            if key not in ways_by_counter or counter.table:
                ways_by_counter[key] = Way(
                    game.slug, game.name, counter, called if several else NOTHING
                )
    return tuple(ways_by_counter.values())


@cache
def counts_cards(slug: str) -> bool:
    """Whether a game counts something that can be tapped."""
    return any(candidate.slug == slug for candidate in ways())


def _counters(game: Game) -> Iterator[tuple[Phrase, Counter]]:
    """The counters of a game's reports, each with the name of its round."""
    plays = game.plays
    names = ("",) * (plays.seats or plays.players)[0]
    setup = Setup(plays.roster(names), game.options())
    for played in range(plays.rounds_in_all(setup) or 1):
        state = plays.start(replace(setup, played=played)).state
        for counter in _counters_of(plays.fields(state)):
            yield plays.name_of_round(state), counter


def _counters_of(fields: tuple[Field, ...]) -> Iterator[Counter]:
    for field in fields:
        if field.counter is not None:
            yield field.counter
        yield from _counters_of(field.parts)


def way(kind: str, query: Mapping[str, str]) -> Way | None:
    """The way of counting that an address names; if it names only the kind, the first of it. None
    if nobody counts like that."""
    parts = {name: query[name] for name in KEYS if name in query}
    mine = [candidate for candidate in ways() if candidate.counter.kind == kind]
    for candidate in mine:
        if parts.items() <= address_of(candidate.counter).items():
            return candidate
    alike = [
        candidate for candidate in mine if parts.get("values") == values_text(candidate.counter)
    ]
    for candidate in (*alike, *mine):
        if counter := from_address(candidate.counter, parts):
            return replace(
                candidate,
                game=candidate.game if candidate in alike else "",
                round=NOTHING,
                counter=counter,
            )
    return None
