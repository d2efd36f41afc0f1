"""Text as it is to be drawn: cleaned, and in the directions that its letters run.

A PDF canvas sets one glyph after the other from left to right. What is written from right to left
is therefore cut into stretches of one direction here, in the order in which they are drawn; their
letters are shaped by `typefaces`.
"""

import re
import unicodedata
from itertools import groupby
from typing import Any

VIRAMA = 9  # the combining class of what joins consonants
UNKNOWN = ("", "B", "BN", "S")
JOINERS = "\u200c\u200d"  # say how letters join, and which emoji are one picture
PICTURE = "\ufe0f"  # after a character that has an emoji, too

# Every block whose letters join, change places, stand above each other or run from right to left;
# marks that stand on letters; emoji. Nearly all text has none of them and needs no closer look.
COMPLEX = re.compile(
    "[\u0300-\u036f\u0590-\u109f\u1780-\u17ff\u1a20-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u20d0-\u20ff\ua840-\ua9ff\uaa60-\uaaff\ufb1d-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff"
    "\U00010800-\U00010fff\U00011000-\U00011fff\U0001e800-\U0001efff\U0001f000-\U0001faff"
    "\U000e0000-\U000e01ef\U000f0000-\U0010ffff]"
)


def composed(text: str) -> str:
    """Return `text` with its accents on their letters."""
    return unicodedata.normalize("NFC", text)


def is_plain(text: str) -> bool:
    """Whether each character of a composed text is a glyph, one after the other."""
    return text.isprintable() and not COMPLEX.search(text)


def cleaned(text: str) -> str:
    """Control characters become spaces; invisible ones go, but those that join letters."""
    return "".join(map(_cleaned, text))


def _cleaned(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if char in JOINERS or char == PICTURE:
        return char
    if category == "Cf" or "\ufe00" <= char <= "\ufe0e" or "\U000e0100" <= char <= "\U000e01ef":
        return ""
    return char


def runs_right_to_left(text: str) -> bool:
    """Whether some of it does."""
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


def stretches(text: str) -> list[tuple[int, int, bool]]:
    """Cut a cleaned text into (begin, end, from right to left), in the order of the page.

    By the Unicode bidirectional algorithm, rules P2 to L2, of text without explicit embeddings.
    """
    if not runs_right_to_left(text):
        return [(0, len(text), False)] if text else []
    levels = _levels(text)
    runs = []
    for level, group in groupby(range(len(text)), key=levels.__getitem__):
        places = list(group)
        runs.append((level, places[0], places[-1] + 1))
    odd = [level for level, _begin, _end in runs if level % 2]
    for level in range(max(levels), min(odd, default=max(levels) + 1) - 1, -1):
        runs = _turned(runs, level)
    return [(begin, end, level % 2 == 1) for level, begin, end in runs]


def _levels(text: str) -> list[int]:
    from bidi import algorithm  # most evenings have no name that needs it

    # What joins letters counts as a mark on the letter before: the library would leave it out.
    # What is in no class yet, or would begin a paragraph, counts as a letter from left to right.
    text = re.sub(f"[{JOINERS}]", "\u0300", text)
    text = "".join("a" if unicodedata.bidirectional(c) in UNKNOWN else c for c in text)
    storage: dict[str, Any] = algorithm.get_empty_storage()
    base = algorithm.get_base_level(text)
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(text, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    return [one["level"] for one in storage["chars"]]


def _turned(runs: list[tuple[int, int, int]], level: int) -> list[tuple[int, int, int]]:
    """Turn round each row of runs of at least that level (rule L2)."""
    found = []
    for high, group in groupby(runs, key=lambda run: run[0] >= level):
        row = list(group)
        found += row[::-1] if high else row
    return found


def letters(text: str) -> list[str]:
    """Cut text into what stands as one: a letter with its marks, a conjunct, an emoji."""
    found: list[str] = []
    for char in text:
        joined = found and (
            unicodedata.category(char) in ("Mn", "Mc", "Me")
            or char in JOINERS
            or "\U0001f3fb" <= char <= "\U0001f3ff"
            or found[-1][-1] in JOINERS
            or unicodedata.combining(found[-1][-1]) == VIRAMA
        )
        if joined:
            found[-1] += char
        else:
            found.append(char)
    return found
