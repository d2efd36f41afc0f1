"""Words of the games, as the index lists them: where a text explains or first uses them."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST = 6  # pages of a term: where more games use it, only those that explain it are named


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the index, and the forms in which texts use it."""

    word: str
    forms: re.Pattern[str]


def _term(word: str, forms: str = "") -> Term:
    return Term(word, re.compile(rf"\b(?:{forms or word + 's?'})\b", re.IGNORECASE))


TERMS = (
    _term("ante", "antes?"),
    _term("auction"),
    _term("bid", "bids?|bidding"),
    _term("blackjack"),
    _term("boneyard"),
    _term("bower"),
    _term("canasta"),
    _term("chips", "chips?"),
    _term("contract"),
    _term("cut", "cuts? the pack|cuts? the cards|cut for"),
    _term("deadwood"),
    _term("discard pile", "discard piles?|discard"),
    _term("double", "doubles"),
    _term("down card"),
    _term("draw pile", "draw pile|stock"),
    _term("dummy", "dummy"),
    _term("follow suit", "follow(?:s|ing)? suit"),
    _term("forfeit"),
    _term("gin"),
    _term("going out", "go(?:es|ing)? out"),
    _term("jokers", "jokers?"),
    _term("kitty", "kitty|kitties"),
    _term("knocking", "knock(?:s|ed|ing)?"),
    _term("laying off", "lay(?:s|ing)? off"),
    _term("lead"),
    _term("meld", "melds?|melding"),
    _term("no trump", "no trump"),
    _term("pair"),
    _term("partners", "partners?"),
    _term("passing", "pass(?:es|ing)? (?:cards|three)|passing"),
    _term("poker hand", "poker hands?"),
    _term("pot", "pot"),
    _term("power, the", "the power"),
    _term("revoke", "revokes?|renounce"),
    _term("run"),
    _term("set"),
    _term("sitting out", "sit(?:s|ting)? out"),
    _term("trick"),
    _term("trump", "trumps?"),
    _term("widow"),
    _term("wild cards", "wild(?: cards?)?"),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a paragraph or a heading, the page they begin on, and the chapter they are in."""

    plain: str
    page: int
    chapter: str
    is_heading: bool


def pages_of(term: Term, passages: list[Passage]) -> list[int]:
    """Where a term is found: in each chapter below the heading that names it, else in the sentence
    that first says it. Of a word that nearly every game uses only the headings are left."""
    headed: dict[str, int] = {}
    first: dict[str, int] = {}
    for one in passages:
        if term.forms.search(one.plain):
            first.setdefault(one.chapter, one.page)
            if one.is_heading:
                headed.setdefault(one.chapter, one.page)
    found = {**first, **headed}
    if len(found) > MOST:
        # What everybody uses is explained in the first place that says it.
        found = headed or dict(list(first.items())[:1])
        found = dict(list(found.items())[:MOST])
    return sorted(set(found.values()))
