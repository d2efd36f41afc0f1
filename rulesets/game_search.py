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
    """A query: words, and the people, packs, minutes and things of the evening (0, False: any)."""

    words: tuple[str, ...] = ()
    people: int = 0
    packs: int = 0
    minutes: int = 0
    things: frozenset[str] = field(default_factory=frozenset)


def find_games(query: str, among: Iterable[Game] | None = None) -> tuple[Game, ...]:
    """Return the games that fit a query, the best first; all of them, by name, for an empty query.

    A query may hold parts of names and aliases (a slip of a letter is forgiven), words such as
    "tricks" or "quarters", a number of people, of packs of cards, of minutes or hours, and "dice",
    "dominoes", "board", "cards" or "partners". Everything in it has to fit: so many people can
    play the game, it needs no more packs, it is over in that time. `among` are the games to choose
    from, instead of those on the shelf.
    """
    games = tuple(among) if among is not None else tuple(load(slug) for slug in slugs())
    search = parse_query(query)
    matches = [(score, game) for game in games if (score := _score(game, search)) is not None]
    matches.sort(key=lambda match: (-match[0], match[1].name.casefold().replace("’", "")))
    return tuple(game for _score, game in matches)


def parse_query(query: str) -> SearchQuery:
    """Parse a query into words, numbers and things."""
    rest = " ".join(_words(query[:LONGEST]))
    counts = dict.fromkeys(("people", "packs"), 0)
    things = set()
    minutes = 0
    for kind, pattern in COMPILED_PATTERNS:
        for hit in pattern.finditer(rest):
            count = int(hit.groupdict().get("count") or 1)
            if kind in counts:
                counts[kind] = count
            elif kind in LENGTHS:
                minutes = LENGTHS[kind](count)
            else:
                things.add(kind)
        rest = " ".join(pattern.sub(" ", rest).split())
    words = tuple(word for word in rest.split() if word not in IDLE)
    return SearchQuery(words, counts["people"], counts["packs"], minutes, frozenset(things))


LENGTHS: dict[str, Callable[[int], int]] = {
    "half": lambda _count: 30,
    "quarters": lambda _count: 45,
    "hours_half": lambda count: 60 * count + 30,
    "hours": lambda count: 60 * count,
    "minutes": lambda count: count,
}


def _words(text: str) -> list[str]:
    """Split a text into words: small letters without accents, numbers as digits."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = re.sub(r"(?<=\d)[,.' ](?=\d{3}\b)|['’]", "", plain)
    words: list[str] = []
    before = ""
    for word in re.findall(r"\d+/\d+|\d+|[^\W\d_]+", plain):
        if before in TENS and 0 < NUMBERS.get(word, 0) < TEN:
            words[-1] = str(TENS[before] + NUMBERS[word])
        else:
            words.append(str(NUMBERS.get(word, word)))
        before = word
    return words


# --- how well a game fits -------------------------------------------------------------------------


def _score(game: Game, search: SearchQuery) -> float | None:
    """Return how well a game fits; None if it does not."""
    if not _offers(game, search):
        return None
    score = 0.0
    name = _words(game.name)
    called = [_words(alias) for alias in game.aliases]
    description = " ".join((game.about, game.needs.words.text, FAMILIES.get(game.family, "")))
    described = _words(description)
    for word in search.words:
        fits = max(_in_name(word, name, called), _in_words(word, described))
        if not fits and not _so_many(game, word):
            return None
        score += fits
    if search.words and list(search.words) in (
        [w for w in words if w not in IDLE] for words in (name, *called)
    ):
        score += EXACT
    if search.minutes and game.minutes:
        score += game.minutes / search.minutes
    if search.packs:
        low, high = _packs(game, search)
        score += PACKED if low <= search.packs <= high else 0
    return score


def _in_name(word: str, name: list[str], called: list[list[str]]) -> int:
    """Rate a word in the name, the beginning of one, in an alias, or nearly one of the name's."""
    if word in name:
        return NAMED
    if any(part.startswith(word) for part in name):
        return BEGUN
    others = [part for alias in called for part in alias]
    if any(part.startswith(word) for part in others):
        return CALLED
    if len(word) < LEAST_LETTERS or word.isdecimal():
        return 0
    near = (SequenceMatcher(None, word, part).ratio() >= ALIKE for part in (*name, *others))
    return SPELT if any(near) else 0


def _in_words(word: str, words: list[str]) -> int:
    """Rate a word in the description of a game."""
    return TOLD if word not in IDLE and not word.isdecimal() and word in _stems(words) else 0


def _stems(words: list[str]) -> set[str]:
    """Return words as they are, and without the s of several."""
    return {*words, *(word.removesuffix("s") for word in words)}


def _so_many(game: Game, word: str) -> bool:
    """Return whether a bare number can be the number of people."""
    return word.isdecimal() and int(word) <= MOST_AT_A_TABLE and _seats(game, int(word))


def _offers(game: Game, search: SearchQuery) -> bool:
    """Return whether the game needs no more than the query has, and has its things."""
    needs, plays = game.needs, game.plays
    if search.people and not _seats(game, search.people):
        return False
    if search.packs and (not needs.cards or _packs(game, search)[0] > search.packs):
        return False
    if search.minutes and game.minutes > LENIENT * search.minutes:
        return False
    partners = plays.roster(tuple("ABCD")).in_sides if plays.players[1] >= 4 else False
    has = {"dice": needs.dice, "dominoes": needs.dominoes, "board": needs.board}
    has |= {"cards": needs.cards, "sides": partners}
    return all(has[thing] for thing in search.things)


def _seats(game: Game, people: int) -> bool:
    """Return whether so many can play: at one table, or in a room whose people change seats."""
    low, high = game.plays.players
    format = format_of(game)
    if format.keeping.moves and format.keeping.board != "room":
        return people >= low
    if format.keeping.board == "room" and people % 2:
        return False
    return low <= people <= high and (not game.plays.seats or people in game.plays.seats)


def _packs(game: Game, search: SearchQuery) -> tuple[int, int]:
    """Return the packs that the game needs: for the people who are there, or for as few as can play
    it."""
    return game.needs.packs(search.people or game.plays.players[0])
