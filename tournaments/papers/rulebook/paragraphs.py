"""Running text: words in their faces broken into justified lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tournaments.papers.pen import SOFT
from tournaments.papers.rulebook.book import SHRINK, SPACE, STRETCH
from tournaments.papers.typefaces import Face, letters, runs_right_to_left, width
from tournaments.papers.typesetting import (
    FILL,
    FORCED,
    NEVER,
    Box,
    Glue,
    Item,
    Penalty,
    break_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pyphen
    from markdown_it.token import Token

    from tournaments.papers.typesetting import Line


SCHEMES = ("http", "https", "mailto")
BREAK = "\n"  # a span of its own where a line must end


@dataclass(frozen=True, slots=True)
class Span:
    """Words in one face. `to`: the target of their link, in the book or outside."""

    text: str
    face: Face = Face.BOOK
    to: str = ""


def plain(children: Sequence[Token] | None) -> str:
    """The text alone."""
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in children or ()
        if child.type in ("text", "code_inline", "image", "softbreak", "hardbreak", "html_inline")
    )


def spans(
    children: Iterable[Token] | None, place: Callable[[str], str], face: Face = Face.BOOK
) -> list[Span]:
    """The pieces of a line, in running text or in another `face`.

    place: a function for the place of an anchor in the book ("" if it has none).
    """
    found: list[Span] = []
    strong = slanted = 0
    ends: list[tuple[str, str]] = []  # the targets of open links, and the text after them
    for child in children or ():
        kind = child.type
        if kind in ("strong_open", "strong_close"):
            strong += child.nesting
        elif kind in ("em_open", "em_close"):
            slanted += child.nesting
        elif kind == "hardbreak":
            found.append(Span(BREAK, face))
        elif kind == "softbreak":
            found.append(Span(" ", face))
        elif kind == "link_open":
            ends.append(_link(str(child.attrs.get("href", "")), place))
        elif kind == "link_close":
            to, shown = ends.pop()
            if shown:
                found.append(Span(shown, face, to))
        elif child.content:
            used = _face(face, strong=bool(strong), slanted=bool(slanted))
            found.append(Span(child.content, used, ends[-1][0] if ends else ""))
    return found


def _face(face: Face, *, strong: bool, slanted: bool) -> Face:
    """The face of emphasised words within `face`."""
    if strong:
        return Face.BOLD if face is Face.TEXT else Face.BOOK_BOLD
    if slanted:
        return Face.BOOK if face is Face.BOOK_ITALIC else Face.BOOK_ITALIC
    return face


def _link(address: str, place: Callable[[str], str]) -> tuple[str, str]:
    """The target of a link, and the text after its words: paper shows outside addresses."""
    if address.startswith("#"):
        return place(address[1:]), ""
    if urlsplit(address).scheme in SCHEMES:
        return address, f" ({address.removeprefix('mailto:')})"
    return "", ""


def is_address(to: str) -> bool:
    """Whether a link leads out of the book."""
    return urlsplit(to).scheme in SCHEMES


HYPHEN, COMPOUND, TORN = 60.0, 40.0, 900.0  # the costs of dividing a word
LEAST = 3  # letters on either side of a hyphen
LONG = 7  # letters of the shortest word to divide
WORD = re.compile(rf"^(\W*)([^\W\d_][^\W\d_’]{{{LONG - 2},}}[^\W\d_])(\W*)$")
JOINT = re.compile(r"(?<=\w\w[-–/])(?=\w\w)")  # in a compound
BEFORE_SUIT = re.compile(r"(?<=[\dAKQJ]) (?=[♠♥♦♣])|(?<=\bof) (?=[♠♥♦♣])")
TIE = "\u00a0"  # a space at which no line ends
OPENING = 3  # words in small capitals
TONGUES = {"en": "en_GB"}


class Word(NamedTuple):
    """Letters in one face on a line; `spaced`: after a space."""

    text: str
    face: Face
    to: str
    width: float
    spaced: bool


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line ready to be drawn: its words, and the width of its spaces."""

    words: tuple[Word, ...]
    gap: float

    @property
    def width(self) -> float:
        """From its first letter to its last."""
        return sum(one.width + (self.gap if one.spaced else 0.0) for one in self.words)

    @property
    def text(self) -> str:
        """Its letters."""
        return "".join(f" {one.text}" if one.spaced else one.text for one in self.words)


class Chunk(NamedTuple):
    """Letters in one face that only a hyphen can divide."""

    text: str
    face: Face
    to: str


def opened(spans: Sequence[Span]) -> list[Span]:
    """The spans with the first words in small capitals, as far as they are plain."""
    if not spans or spans[0].face is not Face.BOOK or spans[0].to:
        return list(spans)
    words = spans[0].text.split(" ")
    count = min(OPENING, len(words))
    for place, word in enumerate(words[:count]):
        if word[-1:] in ".,;:!?":
            count = place + 1
            break
    first, rest = " ".join(words[:count]), " ".join(words[count:])
    after = [Span(f" {rest}")] if rest else []
    return [Span(first, Face.BOOK_CAPS), *after, *spans[1:]]


def wide(spans: Iterable[Span], size: float) -> float:
    """The width of words on one line."""
    found = 0.0
    for group in _groups(spans):
        for chunk in group or ():
            words = chunk.text.split(TIE)
            found += size * SPACE * (len(words) - 1)
            found += sum(width(word, chunk.face, size) for word in words)
        found += size * SPACE if group is None else 0.0
    return found


def rows_of(
    spans: Iterable[Span],
    size: float,
    measure: float,
    *,
    indent: float = 0.0,
    ragged: bool = False,
    language: str = "",
) -> list[SetLine]:
    """The lines of a paragraph. `ragged`: neither justified nor hyphenated. `language`: that of the
    words to hyphenate; "" for none."""
    items = list(_items(spans, size, measure, "" if ragged else language, ragged=ragged))
    found = []
    lines = break_lines(items, measure, indent)
    for place, line in enumerate(lines):
        room = measure - (0 if place else indent)
        ends = place == len(lines) - 1 or _forced(items[line.end])
        found.append(_row(items, line, size, room, justified=not ragged and not ends))
    return found


def _forced(item: Item) -> bool:
    return isinstance(item, Penalty) and item.cost == FORCED


def _row(
    items: Sequence[Item], line: Line, size: float, room: float, *, justified: bool
) -> SetLine:
    """The words of a line, with syllables joined again, and the width of its spaces."""
    words: list[Word] = []
    spaced = False
    for item in items[line.begin : line.end]:
        if isinstance(item, Glue):
            spaced = bool(words)
        elif isinstance(item, Box):
            chunk: Chunk = item.content
            last = words[-1] if words else None
            if last is not None and not spaced and (last.face, last.to) == (chunk.face, chunk.to):
                words[-1] = last._replace(text=last.text + chunk.text, width=-1.0)
            else:
                words.append(Word(chunk.text, chunk.face, chunk.to, item.width, spaced))
            spaced = False
    if line.divided and words and words[-1].text[-1] not in "-–/":
        words[-1] = words[-1]._replace(text=words[-1].text + SOFT, width=-1.0)
    words = [
        one if one.width >= 0 else one._replace(width=_width(one.text, one.face, size))
        for one in words
    ]
    gaps = sum(one.spaced for one in words)
    spare = room - sum(one.width for one in words)
    gap = size * SPACE
    if gaps and (justified or spare < gaps * gap):
        gap = max(spare / gaps, size * (SPACE - SHRINK) * 0.9)
    return SetLine(tuple(words), gap)


def _width(text: str, face: Face, size: float) -> float:
    """The width of letters with a hyphen, if one ends them."""
    if text.endswith(SOFT):
        return width(text[:-1], face, size) + width("-", face, size)
    return width(text, face, size)


def _items(
    spans: Iterable[Span], size: float, measure: float, language: str, *, ragged: bool
) -> Iterator[Item]:
    """Boxes, glue and penalties."""
    space = size * SPACE
    glue = Glue(space, size * 1.2, 0.0) if ragged else Glue(space, size * STRETCH, size * SHRINK)
    for group in _groups(spans):
        if group is None:
            yield glue
        elif group[0].text == BREAK:
            yield from FILL
        else:
            for chunk in group:
                for place, part in enumerate(chunk.text.split(TIE)):
                    if place:
                        yield Penalty(0.0, NEVER)
                        yield glue
                    yield from _chunk(chunk._replace(text=part), size, measure, language)


def _groups(spans: Iterable[Span]) -> Iterator[list[Chunk] | None]:
    """What stands between two spaces, and None for each space. Text from right to left is not
    divided: its words would change places."""
    held: list[Chunk] = []
    owed = False
    for chunk in _pieces(spans):
        if chunk.text == " ":
            owed = True
            continue
        if owed and held and chunk.text != BREAK:
            if _leftwards(held[-1].text) and _leftwards(chunk.text):
                last = held.pop()
                held.append(last._replace(text=f"{last.text} {chunk.text}"))
                owed = False
                continue
            yield held
            yield None
            held = []
        elif chunk.text == BREAK or (held and held[-1].text == BREAK):
            if held:
                yield held
            held = []
        owed = False
        held.append(chunk)
    if held:
        yield held


def _leftwards(text: str) -> bool:
    return not text.isascii() and runs_right_to_left(text)


def _pieces(spans: Iterable[Span]) -> Iterator[Chunk]:
    """Words and spaces; several spaces are one."""
    for span in spans:
        if span.text == BREAK:
            yield Chunk(BREAK, span.face, "")
            continue
        text = BEFORE_SUIT.sub(TIE, span.text)
        for blank, group in groupby(text, key=lambda char: char in " \t\n"):
            letters_of = "".join(group)
            yield Chunk(" " if blank else letters_of, span.face, span.to)


def _chunk(chunk: Chunk, size: float, measure: float, language: str) -> Iterator[Item]:
    """A word as boxes, with penalties where it can be hyphenated."""
    whole = width(chunk.text, chunk.face, size)
    if whole > measure + 0.1:  # wider than any line
        for place, letter in enumerate(letters(chunk.text)):
            if place:
                yield Penalty(0.0, TORN)
            yield Box(width(letter, chunk.face, size), chunk._replace(text=letter))
        return
    parts = JOINT.split(chunk.text)
    for place, part in enumerate(parts):
        if place:
            yield Penalty(0.0, COMPOUND, flagged=True)
        syllables = _syllables(part, language) if language else (part,)
        for number, syllable in enumerate(syllables):
            if number:
                yield Penalty(width("-", chunk.face, size), HYPHEN, flagged=True)
            yield Box(width(syllable, chunk.face, size), chunk._replace(text=syllable))


@lru_cache
def _dictionary(language: str) -> pyphen.Pyphen | None:
    """The hyphenation of a language; None if there is none."""
    import pyphen  # imported only if words are hyphenated

    named = pyphen.language_fallback(TONGUES.get(language, language.replace("-", "_")))
    return pyphen.Pyphen(lang=named, left=LEAST, right=LEAST) if named else None


@lru_cache(maxsize=20_000)
def _syllables(word: str, language: str) -> tuple[str, ...]:
    """The parts of a word between which a hyphen can be set."""
    found, dictionary = WORD.match(word), _dictionary(language)
    if found is None or dictionary is None or found[2].isupper():
        return (word,)
    parts = dictionary.inserted(found[2], SOFT).split(SOFT)
    parts[0] = found[1] + parts[0]
    parts[-1] += found[3]
    return tuple(parts)
