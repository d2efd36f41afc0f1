"""Games looked for in people's own words: "rummy", "31", "five people, one deck, an hour"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from rulesets.engine.game import FAMILIES
from rulesets.formats import format_of
from rulesets.games import load, slugs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rulesets.engine.game import Game

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
NUMBERS = {word: number for number, word in enumerate(UNITS.split())}
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
NUMBERS |= {**TENS, "hundred": 100, "hundreds": 100, "couple": 2, "dozen": 12}
# Words that say nothing about which game it is.
IDLE = frozenset(
    re.findall(
        "[a-z]+",
        "a about an and are around at for game games have i in is just less more no of only or "
        "our play playing some something than the to under up us we with",
    )
)
COUNT = r"(?P<count>\d+)"
PEOPLE = r"people|persons?|players?|guests?|friends?|of us|adults|kids|children|women|men"
PATTERNS: tuple[tuple[str, str], ...] = (
    ("half", r"half (?:an )?hour"),
    ("quarters", r"3 quarters of an hour"),
    ("hours_half", rf"(?:{COUNT} hours?|an hour|hour) and a half"),
    ("hours_half", rf"{COUNT} (?:and a half|1/2) hours?"),
    ("hours", rf"(?:{COUNT}|an?) ?(?:hours?|hrs?|h)"),
    ("minutes", rf"{COUNT} ?(?:minutes?|mins?)"),
    ("packs", rf"(?:{COUNT}|an?|each) (?:decks?|packs?)(?: of cards)?"),
    ("people", rf"{COUNT} (?:{PEOPLE})"),
    ("people", rf"(?:we are|there are|for) {COUNT}"),
    ("dice", r"dice|die"),
    ("dominoes", r"dominoe?s?|domino tiles|tiles"),
    ("board", r"board|board games?"),
    ("cards", r"cards?|card games?"),
    ("sides", r"(?:2 )?(?:partners?|partnerships?|pairs|teams|sides)"),
)
COMPILED_PATTERNS = tuple(
    (kind, re.compile(rf"(?<!\S){pattern}(?!\S)")) for kind, pattern in PATTERNS
)
LONGEST = 200  # letters of a query that are read
TEN, FOUR = 10, 4
MOST_AT_A_TABLE, LEAST_LETTERS, ALIKE, LENIENT = 20, 4, 0.8, 1.25
EXACT, NAMED, BEGUN, PACKED, CALLED, SPELT, TOLD = 100, 8, 6, 5, 4, 3, 1


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What somebody looks for: words, and what the evening has to offer (0, False: whatever)."""

    words: tuple[str, ...] = ()
    people: int = 0
    packs: int = 0
    minutes: int = 0
    things: frozenset[str] = field(default_factory=frozenset)


def find_games(query: str, among: Iterable[Game] | None = None) -> tuple[Game, ...]:
    """The games that a query fits, the best first; all of them, by name, where it asks nothing.

    It may hold parts of names and aliases (a slip of a letter is forgiven), words such as "tricks"
    or "quarters", a number of people, of packs of cards, of minutes or hours, and "dice",
    "dominoes", "board", "cards" or "partners". Whatever is asked has to fit: so many people can
    play it, no more packs are needed, it is over in that time. `among` are the games to choose
    from, where they are not those on the shelf.
    """
    games = tuple(among) if among is not None else tuple(load(slug) for slug in slugs())
    wanted = parse_query(query)
    found = [(score, game) for game in games if (score := _score(game, wanted)) is not None]
    found.sort(key=lambda one: (-one[0], one[1].name.casefold().replace("’", "")))
    return tuple(game for _score, game in found)


def parse_query(query: str) -> SearchQuery:
    """What a query asks for."""
    rest, told, things = (
        " ".join(_words(query[:LONGEST])),
        dict.fromkeys(("people", "packs"), 0),
        set(),
    )
    minutes = 0
    for kind, pattern in COMPILED_PATTERNS:
        for hit in pattern.finditer(rest):
            count = int(hit.groupdict().get("count") or 1)
            if kind in told:
                told[kind] = count
            elif kind in LENGTHS:
                minutes = LENGTHS[kind](count)
            else:
                things.add(kind)
        rest = " ".join(pattern.sub(" ", rest).split())
    words = tuple(word for word in rest.split() if word not in IDLE)
    return SearchQuery(words, told["people"], told["packs"], minutes, frozenset(things))


LENGTHS: dict[str, Callable[[int], int]] = {
    "half": lambda _count: 30,
    "quarters": lambda _count: 45,
    "hours_half": lambda count: 60 * count + 30,
    "hours": lambda count: 60 * count,
    "minutes": lambda count: count,
}


def _words(text: str) -> list[str]:
    """Small letters without accents, numbers as digits, nothing but words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = re.sub(r"(?<=\d)[,.' ](?=\d{3}\b)|['’]", "", plain)
    found: list[str] = []
    before = ""
    for word in re.findall(r"\d+/\d+|\d+|[^\W\d_]+", plain):
        if before in TENS and 0 < NUMBERS.get(word, 0) < TEN:
            found[-1] = str(TENS[before] + NUMBERS[word])
        else:
            found.append(str(NUMBERS.get(word, word)))
        before = word
    return found


# --- how well a game fits -------------------------------------------------------------------------


def _score(game: Game, wanted: SearchQuery) -> float | None:
    """How well it fits; None where it does not."""
    if not _offers(game, wanted):
        return None
    score = 0.0
    name = _words(game.name)
    called = [_words(alias) for alias in game.aliases]
    told = _words(" ".join((game.about, game.needs.words.text, FAMILIES.get(game.family, ""))))
    for word in wanted.words:
        fits = max(_in_name(word, name, called), _in_words(word, told))
        if not fits and not _so_many(game, word):
            return None
        score += fits
    if wanted.words and list(wanted.words) in (
        [w for w in one if w not in IDLE] for one in (name, *called)
    ):
        score += EXACT
    if wanted.minutes and game.minutes:
        score += game.minutes / wanted.minutes
    if wanted.packs:
        low, high = _packs(game, wanted)
        score += PACKED if low <= wanted.packs <= high else 0
    return score


def _in_name(word: str, name: list[str], called: list[list[str]]) -> int:
    """A word in the name, the beginning of one, in an alias, or nearly one of the name's."""
    if word in name:
        return NAMED
    if any(one.startswith(word) for one in name):
        return BEGUN
    others = [one for alias in called for one in alias]
    if any(one.startswith(word) for one in others):
        return CALLED
    if len(word) < LEAST_LETTERS or word.isdecimal():
        return 0
    near = (SequenceMatcher(None, word, one).ratio() >= ALIKE for one in (*name, *others))
    return SPELT if any(near) else 0


def _in_words(word: str, words: list[str]) -> int:
    """A word in what is told of the game."""
    return TOLD if word not in IDLE and not word.isdecimal() and word in _stems(words) else 0


def _stems(words: list[str]) -> set[str]:
    """Words as they stand, and without the s of several."""
    return {*words, *(word.removesuffix("s") for word in words)}


def _so_many(game: Game, word: str) -> bool:
    """A bare number can be how many people there are."""
    return word.isdecimal() and int(word) <= MOST_AT_A_TABLE and _seats(game, int(word))


def _offers(game: Game, wanted: SearchQuery) -> bool:
    """Whether what the evening has is enough, and what it wants is there."""
    needs, plays = game.needs, game.plays
    if wanted.people and not _seats(game, wanted.people):
        return False
    if wanted.packs and (not needs.cards or _packs(game, wanted)[0] > wanted.packs):
        return False
    if wanted.minutes and game.minutes > LENIENT * wanted.minutes:
        return False
    partners = plays.roster(tuple("ABCD")).in_sides if plays.players[1] >= 4 else False
    has = {"dice": needs.dice, "dominoes": needs.dominoes, "board": needs.board}
    has |= {"cards": needs.cards, "sides": partners}
    return all(has[thing] for thing in wanted.things)


def _seats(game: Game, people: int) -> bool:
    """Whether so many can play: at one table, or in a room whose people change seats."""
    low, high = game.plays.players
    format = format_of(game)
    if format.moves and not format.couples:
        return people >= low
    if format.couples and people % 2:
        return False
    return low <= people <= high and (not game.plays.seats or people in game.plays.seats)


def _packs(game: Game, wanted: SearchQuery) -> tuple[int, int]:
    """The packs that it needs: for the people who are there, or for as few as can play it."""
    return game.needs.packs(wanted.people or game.plays.players[0])
