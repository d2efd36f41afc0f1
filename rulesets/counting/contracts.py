"""Required contracts ("two sets of three and a run of four"): what they ask."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.counting.runtables import LEAST
from rulesets.counting.wilds import LONGEST_RUN

if TYPE_CHECKING:
    from rulesets.counting.arrangement import Kind

_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
_NUMBERS = {**{word: number for number, word in enumerate(_WORDS, 1)}, "a": 1, "an": 1}
_PART = re.compile(
    r"(?:(?P<times>\d+|[a-z]+)\s*[x×]?\s+|(?P<digit>\d+)\s*[x×]\s*)?"
    r"(?P<kind>set|run)s?\s*(?:of\s+)?(?P<size>\d+|[a-z]+)"
)
_ONE_SUIT = re.compile(r"\s*\(?(?:all\s+)?in\s+(?:one|the\s+same)\s+suit\)?\s*$")
MOST_GROUPS = 6


@dataclass(frozen=True, slots=True)
class Contract:
    """Groups to be laid down at once, runs first, each (kind, least size).

    `one_suit`: all runs share a suit.
    """

    groups: tuple[tuple[Kind, int], ...]
    one_suit: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.groups) <= MOST_GROUPS:
            raise ValueError(f"a contract has one to {MOST_GROUPS} groups")
        if any(not LEAST <= size <= LONGEST_RUN for _, size in self.groups):
            raise ValueError(f"a group has {LEAST} to {LONGEST_RUN} cards")

    @property
    def runs(self) -> tuple[int, ...]:
        """The sizes of the runs, the longest first."""
        return tuple(sorted((size for kind, size in self.groups if kind == "run"), reverse=True))

    @property
    def sets(self) -> tuple[int, ...]:
        """The sizes of the sets, the largest first."""
        return tuple(sorted((size for kind, size in self.groups if kind == "set"), reverse=True))


def parse_contract(text: str) -> Contract:
    """A contract from words or short forms.

    "two sets of three and a run of four", "2 sets of 3", "2×set3", "set3+run4", "2 runs of 4 in
    one suit". Raises ValueError naming the part that is not understood.
    """
    words = text.strip().lower()
    plain = _ONE_SUIT.sub("", words)
    groups: list[tuple[Kind, int]] = []
    for part in re.split(r"\s*(?:,|;|\+|\band\b)\s*", plain):
        found = _PART.fullmatch(part.strip())
        times = _number(found["times"] or found["digit"] or "1") if found else None
        size = _number(found["size"]) if found else None
        if found is None or times is None or size is None or not 1 <= times <= MOST_GROUPS:
            raise ValueError(f"“{part[:40]}” is no part of a contract; write “2 sets of 3”")
        kind: Kind = "set" if found["kind"] == "set" else "run"
        groups += [(kind, size)] * times
    return Contract(tuple(groups), plain != words)


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 4 else _NUMBERS.get(word)


def contracts(*texts: str) -> tuple[Contract, ...]:
    """The contracts of a game, in the order in which it asks for them."""
    return tuple(parse_contract(text) for text in texts)
