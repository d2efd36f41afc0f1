"""Cleaning of typed text: one rule for names, titles and all other texts, which removes what nobody
can see.

An invisible letter makes two names that look alike, or a name that looks empty; one that changes
the direction of writing makes a line read differently from what it contains. Both wings clean
everything that comes in with `clean_text`, from forms and files alike.

- The text is put in Unicode's composed form (NFC).
- Removed are control characters, lone surrogates, private and non-characters, and everything that
  Unicode calls default-ignorable (`DerivedCoreProperties.txt`): zero-width letters, fillers, soft
  hyphens, tags, and all marks of direction (UAX #9).
- Joiners stay where a script needs them: RFC 5892, appendix A.1 and A.2 (ContextJ of IDNA), to
  which UTS #39 (3.1.1) also refers: after a virama (the joiner also before one: the Bengali and
  Kannada forms of ra), and the non-joiner between two cursive letters that would join.
- Emoji keep their sequences (UTS #51): joiners between two of them, variation selectors after them,
  keycaps, tag sequences for flags. Ideographs and Mongolian letters keep one variation selector.
- A letter carries at most four nonspacing marks, none of them twice in a row, and there are none
  without a letter (UTS #39, 5.4).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

MOST_MARKS = 4
VIRAMA = 9  # the canonical combining class of what kills a vowel
ZWNJ, ZWJ = "\u200c", "\u200d"
HALF_A_PAIR = re.compile("[\ud800-\udfff]")
BLANK_PATTERN = "\u2800"  # of Braille: seen as a blank
# Default_Ignorable_Code_Point, Unicode 15.1.
IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Visible format characters: they are written before numbers or below them.
SEEN = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
)
# The scripts whose letters join, by the blocks of their letters.
CURSIVE = re.compile(
    "[\u0620-\u064a\u066e-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06ff\u0710-\u077f\u07ca-\u07ea"
    "\u0840-\u085f\u0860-\u088f\u08a0-\u08c9\u1807\u1820-\u18aa\ua840-\ua871\U00010d00-\U00010d23"
    "\U0001e900-\U0001e943]"
)
IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
MONGOLIAN = re.compile("[\u1807\u1820-\u18aa]")
PICTURE = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    "\U0001f000-\U0001faff]"
)
TONE = re.compile("[\U0001f3fb-\U0001f3ff]")
FLAG_OF_TAGS = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")


def clean_text(text: str, *, lines: bool = False) -> str:
    """Return a text ready to be stored: on one line with single spaces, or with its `lines` and
    tabs."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(_seen(unicodedata.normalize("NFC", text)))
        text = unicodedata.normalize("NFC", text)
    return text if lines else " ".join(text.split())


def clean_json(value: Any) -> Any:
    """Return decoded JSON with all its texts cleaned, including field names; lines stay lines. A
    text with half of a surrogate pair stays as it is: the reader refuses it with its place."""
    if isinstance(value, str):
        return value if HALF_A_PAIR.search(value) else clean_text(value, lines=True)
    if isinstance(value, list):
        return [clean_json(element) for element in value]
    if isinstance(value, dict):
        return {clean_json(name): clean_json(member) for name, member in value.items()}
    return value


def _seen(text: str) -> list[str]:
    """Return the characters of a text that stay."""
    text = text.replace("\r\n", "\n")
    flags = {at for match in FLAG_OF_TAGS.finditer(text) for at in range(*match.span())}
    keycaps = {at for match in KEYCAP.finditer(text) for at in range(*match.span())}
    chars: list[str] = []
    marks = 0
    for place, char in enumerate(text):
        if (char.isascii() and char.isprintable()) or place in flags:
            chars.append(char)
            marks = 0
            continue
        blank = _as_blank(char)
        if blank:
            chars.append(blank)
        elif place in keycaps:
            chars.append(char)
        elif IGNORABLE.match(char):
            if _belongs(char, chars, text, place + 1):
                chars.append(char)
        elif unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
            if chars and not chars[-1].isspace() and marks <= MOST_MARKS and chars[-1] != char:
                chars.append(char)
            continue
        elif _is_sign(char):
            chars.append(char)
        marks = 0 if not IGNORABLE.match(char) else marks
    return chars


def _as_blank(char: str) -> str:
    """Return the replacement of a character that separates words or lines; "" for any other."""
    if char in "\n\r\u2028\u2029\x85\x0b\x0c":
        return "\n"
    if char == BLANK_PATTERN:
        return " "
    return char if char == "\t" or unicodedata.category(char) == "Zs" else ""


def _is_sign(char: str) -> bool:
    """Return whether a character is visible (one from a newer Unicode may be)."""
    category = unicodedata.category(char)
    if category == "Cn":
        return ord(char) & 0xFFFE != 0xFFFE and not "\ufdd0" <= char <= "\ufdef"
    return category not in ("Cc", "Cs", "Co", "Cf") or char in SEEN


def _belongs(char: str, before: list[str], text: str, place: int) -> bool:
    """Return whether an invisible character changes how its neighbours are written, given the text
    `before` and the text from a position on (not copied, because a long text may hold nothing
    else)."""
    last, following = (before[-1] if before else ""), text[place : place + 1]
    if not last:
        return False
    if char in (ZWJ, ZWNJ) and unicodedata.combining(last) == VIRAMA:
        return True
    if char == ZWJ:
        killed = bool(following) and unicodedata.combining(following) == VIRAMA
        return (killed and unicodedata.category(last) == "Lo") or _joins_pictures(
            before, text, place
        )
    if char == ZWNJ:
        return _would_join(before, text, place)
    if char in "\ufe0e\ufe0f":
        return PICTURE.match(last) is not None
    if char in "\u180b\u180c\u180d\u180f\u180e":
        return MONGOLIAN.match(last) is not None
    chosen = "\ufe00" <= char <= "\ufe02" or "\U000e0100" <= char <= "\U000e01ef"
    return chosen and IDEOGRAPH.match(last) is not None


def _joins_pictures(before: list[str], text: str, place: int) -> bool:
    """Return whether there is an emoji on both sides, ignoring variation selectors and skin
    tones."""
    last = before[-1]
    if (last == "\ufe0f" or TONE.match(last)) and len(before) > 1:
        last = before[-2]
    return bool(PICTURE.match(last) and PICTURE.match(text, place))


def _would_join(before: list[str], text: str, place: int) -> bool:
    """Return whether there are letters of a cursive script on both sides, of which the first joins
    on."""
    last = next((char for char in reversed(before) if unicodedata.category(char) != "Mn"), "")
    rest = (text[at] for at in range(place, len(text)))
    following = next((char for char in rest if unicodedata.category(char) != "Mn"), "")
    cursive = CURSIVE.match(last) and CURSIVE.match(following)
    return bool(cursive) and last not in _ends_a_join()


@cache
def _ends_a_join() -> frozenset[str]:
    """Return Arabic letters that join only to the letter before them, or to nothing: those with a
    final or isolated form, and no initial one."""
    forms: dict[str, set[str]] = {"initial": set(), "final": set(), "isolated": set()}
    for code in range(0xFB50, 0xFEFD):
        way, _blank, letters = unicodedata.decomposition(chr(code)).partition(" ")
        if way.strip("<>") in forms and " " not in letters:
            forms[way.strip("<>")].add(chr(int(letters, 16)))
    return frozenset((forms["final"] | forms["isolated"]) - forms["initial"])
