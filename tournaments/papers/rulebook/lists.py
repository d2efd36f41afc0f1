"""Contents and index: lines with links to the pages of what they name, and the terms of the
index."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.geometry import fit
from tournaments.papers.rulebook.paragraphs import Span, rows_of
from tournaments.papers.rulebook.pieces import ASCENT, Strip, label
from tournaments.papers.typefaces import Face, width
from tournaments.papers.typesetting import height_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tournaments.papers.rulebook.book import BookStyle
    from tournaments.papers.rulebook.pieces import Sheet
    from tournaments.papers.rulebook.tags import Element


NUMBER, NAME = 2.0, 2.9  # where numbers end and names begin, by the size of the text
ROOMY, TIGHT = 1.08, 0.92  # line heights of the contents, by that of the text
WORD = 0.95  # the size of the index
CLOSE = 0.97  # the line height of the index
GAP = 1.2  # between its columns, by the line height
ARTICLES = ("A ", "An ", "The ")


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the contents: a name, its link target, and the text beside it; without a target it
    is the title of a group."""

    name: str
    key: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of the index: a word, the link targets that it leads to, and the word to see
    instead."""

    word: str
    keys: tuple[str, ...]
    see: str = ""


def contents(
    lines: Sequence[Listed], book_style: BookStyle, part: Element, room: float
) -> list[Strip]:
    """The contents, with page numbers before the names, so that the eye need not cross the line.
    `room`: what is left on the first page below the title; the lines are closer together if that
    saves a page."""
    height = book_style.line_height * ROOMY
    groups = sum(not one.key for one in lines) * book_style.line_height * 0.6
    whole = len(lines) * height + groups
    if room < whole <= room * ROOMY / TIGHT:
        height = (room - groups) / len(lines)
    element = part.add("TOC")
    return [_listed(one, book_style, height, element) for one in lines]


def _listed(entry: Listed, book_style: BookStyle, height: float, element: Element) -> Strip:
    if not entry.key:
        return _group(entry.name, book_style, height, element)
    line = element.add("TOCI")
    size = book_style.base
    room = book_style.measure - size * NAME
    name = fit(entry.name, Face.DISPLAY, size=size, width=room, height=size * 2, floor=0.5,
               most_lines=1)  # fmt: skip

    def draw(sheet: Sheet, x: float, top: float) -> None:
        y = top - height * ASCENT
        with sheet.part(line):
            number = sheet.number_of(entry.key)
            sheet.pen.text(x + size * NUMBER, y, number, size, Face.BOOK, align="right")
            at = x + size * NAME
            words = name.lines[0]
            taken = sheet.pen.text(at, y, words, name.size, Face.DISPLAY)
            left = room - taken - size * 0.8
            if entry.beside and width(entry.beside, Face.BOOK_ITALIC, size * 0.95) <= left:
                at += taken + size * 0.8
                sheet.pen.text(at, y, entry.beside, size * 0.95, Face.BOOK_ITALIC)
        sheet.link(entry.key, x, y, book_style.measure, size)

    return Strip(height, draw)


def _group(name: str, book_style: BookStyle, height: float, element: Element) -> Strip:
    line = element.add("TOCI")

    def draw(sheet: Sheet, x: float, top: float) -> None:
        with sheet.part(line):
            y = top - height * ASCENT
            label(sheet, x + book_style.base * NAME, y, name, book_style.base)

    return Strip(height, draw, before=book_style.line_height * 0.6, leads=True)


def index_lines(
    entries: Iterable[IndexEntry],
    book_style: BookStyle,
    part: Element,
    number_of: Callable[[str], str],
) -> list[Strip]:
    """The lines of the index, with a gap before each new letter."""
    flow: list[Strip] = []
    whole = part.add("L")
    ordered = sorted(entries, key=lambda entry: sorting(entry.word))
    for _letter, group in groupby(ordered, key=lambda entry: initial(entry.word)):
        for place, entry in enumerate(group):
            strips = _word(entry, book_style, whole.add("LI").add("LBody"), number_of)
            if not place and flow:
                strips[0].before = book_style.line_height * 0.5
            flow += strips
    return flow


def column(book_style: BookStyle) -> float:
    """The width of a column of the index."""
    return (book_style.measure - book_style.line_height * GAP) / 2


def _word(
    entry: IndexEntry, book_style: BookStyle, element: Element, number_of: Callable[[str], str]
) -> list[Strip]:
    size, height = book_style.base * WORD, book_style.line_height * CLOSE
    spans = [Span(entry.word)]
    if entry.see:
        spans += [Span(", "), Span(_("see"), Face.BOOK_ITALIC), Span(f" {entry.see}")]
    numbers = {number_of(key): key for key in reversed(entry.keys) if number_of(key)}
    spans.append(Span("\u00a0"))
    for place, (number, key) in enumerate(reversed(numbers.items())):
        spans.append(Span(", " if place else " "))
        spans.append(Span(number, Face.BOOK, key))
    found = []
    hang = size * 1.2
    rows = rows_of(spans, size, column(book_style) - hang, indent=-hang, ragged=True)
    for place, row in enumerate(rows):

        def draw(
            sheet: Sheet, x: float, top: float, row: object = row, left: float = hang * bool(place)
        ) -> None:
            with sheet.part(element):
                sheet.row(row, x + left, top - height * ASCENT, size)  # type: ignore[arg-type]

        found.append(Strip(height, draw, leads=place < len(rows) - 1))
    return found


def in_columns(
    flow: Sequence[Strip], room: float, first: float
) -> list[tuple[list[Strip], list[Strip]]]:
    """The lines of each page in two columns of about equal length. `room`: the height of a page;
    `first`: what is left on the first one."""
    whole = height_of(flow)
    count = 1
    while _filled(flow, [first] + [room] * (count - 1)) is None:
        count += 1
    step = max(4.0, room / 100)
    high = max(step, whole / 2 / count - (room - first))
    while True:
        heights = [min(first, high)] + [min(room, high)] * (count - 1)
        found = _filled(flow, heights)
        if found is not None:
            return found
        high += step


def _filled(
    flow: Sequence[Strip], heights: Sequence[float]
) -> list[tuple[list[Strip], list[Strip]]] | None:
    """The pages; None if the columns are too short."""
    left = list(flow)
    found = []
    for height in heights:
        columns: list[list[Strip]] = []
        for _side in range(2):
            count = _fitting(left, height)
            columns.append(left[:count])
            left = left[count:]
        found.append((columns[0], columns[1]))
    return None if left else found


def _fitting(flow: Sequence[Strip], height: float) -> int:
    """How many lines fit a column; entries are not broken."""
    used, fits = 0.0, 0
    for place, one in enumerate(flow):
        used += one.height + (one.before if place else 0.0)
        if used > height + 0.01:
            break
        if not one.leads:
            fits = place + 1
    return fits


def behind_article(title: str) -> str:
    """A title as an index lists it: "The Kali Effect" under K."""
    for article in ARTICLES:
        if title.startswith(article):
            rest = title.removeprefix(article)
            return f"{rest}, {article.strip().lower()}"
    return title


def sorting(word: str) -> tuple[bool, str]:
    """The sort key of an index: letters without accents and case; figures come first."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(char for char in plain if char.isalnum() or char == " ")
    return bool(bare[:1].isalpha()), bare


def initial(word: str) -> str:
    """The letter of a word in the index; "0–9" for figures."""
    alphabetic, bare = sorting(word)
    return bare[:1].upper() if alphabetic else "0–9"


MOST = 6  # pages of a term; if more games use it, only those that explain it are listed


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
    """The words of a paragraph or heading, the page on which they begin, and their chapter."""

    plain: str
    page: int
    chapter: str
    is_heading: bool


def pages_of(term: Term, passages: list[Passage]) -> list[int]:
    """The pages of a term: in each chapter that of the heading with the term, else of the first
    sentence with it. For a word that nearly every game uses only headings count."""
    headed: dict[str, int] = {}
    first: dict[str, int] = {}
    for one in passages:
        if term.forms.search(one.plain):
            first.setdefault(one.chapter, one.page)
            if one.is_heading:
                headed.setdefault(one.chapter, one.page)
    found = {**first, **headed}
    if len(found) > MOST:
        # A common word is explained where it occurs first.
        found = headed or dict(list(first.items())[:1])
        found = dict(list(found.items())[:MOST])
    return sorted(set(found.values()))
