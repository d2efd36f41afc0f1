"""Boards with nine spaces for chips: which cards claim a space, and what people call it.

Seven spaces are claimed by cards; the eighth goes to the best poker hand, the ninth to the first
player out of cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rulesets.engine.words import Words, as_is, say

SPACES = 9
LABELS = 256  # spaces whose words are remembered
POKER, RUMMOLI = "poker", "rummoli"
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")
_WORDS = (("SPADES", "S"), ("HEARTS", "H"), ("DIAMONDS", "D"), ("CLUBS", "C"))
_FILLERS = re.compile(r"\b(OF|ONE|A SUIT|SUIT|THE)\b")


@dataclass(frozen=True, slots=True)
class Space:
    """One space: its key in reports, its label, and the sets of cards that claim it (any one
    set); none for a space that no cards claim, or of which only the table knows."""

    key: str
    label: str
    cards: tuple[tuple[str, ...], ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def words(self) -> Words:
        """The label; that of a printed board can be translated, a family's own is as it is."""
        return _words(self)


@lru_cache(LABELS)
def _words(space: Space) -> Words:
    printed = any(space in spaces for spaces in BOARDS.values())
    return Words(space.label) if printed else as_is(space.label)


def _run(*ranks: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(rank + suit for rank in ranks) for suit in "SHDC")


def _single(*cards: tuple[str, str]) -> tuple[Space, ...]:
    return tuple(Space(key, label, ((key,),)) for key, label in cards)


BOARDS: dict[str, tuple[Space, ...]] = {
    "rummoli": (
        *_single(("10S", "10♠"), ("JD", "J♦"), ("QC", "Q♣"), ("KH", "K♥"), ("AS", "A♠")),
        Space("AKD", "A-K of ♦", (("AD", "KD"),), ("ADKD", "KAD", "KDAD")),
        Space("789", "7-8-9 of one suit", _run("7", "8", "9")),
        Space(POKER, "Poker"),
        Space(RUMMOLI, "Rummoli"),
    ),
    "michigan": (
        *_single(("10H", "10♥"), ("JH", "J♥"), ("QH", "Q♥"), ("KH", "K♥"), ("AH", "A♥")),
        Space("KQH", "K-Q of ♥", (("KH", "QH"),), ("KHQH", "QKH", "QHKH")),
        Space("8910", "8-9-10 of one suit", _run("8", "9", "10")),
        Space(POKER, "Poker (Pot)", aliases=("POT",)),
        Space(RUMMOLI, "Rummoli (Kitty)", aliases=("KITTY",)),
    ),
}
TITLES = (
    say("The board"),
    say("The board of Michigan Rummy"),
    say("The board for spaces of your own"),
)


def board(kind: str, names: tuple[str, ...] = ()) -> tuple[Space, ...]:
    """The nine spaces of a board; those of a custom one have `names`, the last two for the poker
    hand and for going out. The keys of these two are no other space's, whatever that is called."""
    if kind in BOARDS:
        return BOARDS[kind]
    return (
        *(
            Space(name.upper() if name in (POKER, RUMMOLI) else name, name)
            for name in names[: SPACES - 2]
        ),
        Space(POKER, names[SPACES - 2], aliases=(_folded(names[SPACES - 2]),)),
        Space(RUMMOLI, names[SPACES - 1], aliases=(_folded(names[SPACES - 1]),)),
    )


def find(spaces: tuple[Space, ...], text: str) -> str | None:
    """The key of the space that a text means: its key, its label, or the same in other letters
    ("A♠", "as", "A-K of diamonds"). None if it means none."""
    for space in spaces:
        if text == space.key:
            return space.key
    folded = _folded(text)
    for space in spaces:
        if folded and folded in {_folded(space.key), _folded(space.label), *space.aliases}:
            return space.key
    return None


def _folded(text: str) -> str:
    upper = text.strip().upper().translate(_SYMBOLS)
    for word, letter in _WORDS:
        upper = upper.replace(word, letter)
    return re.sub(r"[^0-9A-Z]", "", _FILLERS.sub("", upper)) or upper
