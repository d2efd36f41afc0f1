"""What players look up during a game: cards for quick reference, on a quarter of a sheet, and the
cheat sheet that several games share."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.papers.catalogue import Order, Pages, Typeset, paper
from tournaments.papers.data import Section
from tournaments.papers.rulebook.book import Book, BookStyle
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.rulebook.typesetter import is_available
from tournaments.papers.sections import SHORT, section_pages
from tournaments.papers.writer import lay_out_cards
from tournaments.rules.rule_text import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

    from tournaments.papers.data import Paper
    from tournaments.papers.rulebook.book import Chapter

SECONDS = 24 * 60 * 60  # that a card is remembered: a game changes rarely


@paper(
    "reference-card",
    gettext_lazy("Quick-reference cards"),
    gettext_lazy("What players look up during a game, four cards on a sheet to cut apart."),
    part="seats",
    position=50,
    tonight=90,
    where=lambda _format: is_available(),
)
def reference_cards(order: Order) -> Typeset | Pages:
    """The card of the game, four times."""
    title, chapter = _("Quick-reference cards"), order.game_in_short
    if chapter is None:
        return Pages(title, [])
    return Typeset(title, partial(_print_cards, chapter, order.style.paper))


def _print_cards(chapter: Chapter, paper_size: Paper) -> bytes:
    title = _("%(game)s in short") % {"game": chapter.name}
    language = get_language() or "en"
    state = repr((chapter, title, paper_size, language)).encode()
    key = f"reference-card:{hashlib.sha256(state).hexdigest()}"
    pdf: bytes | None = cache.get(key)
    if pdf is None:
        book = Book(title, "", "", "", (chapter,), (), "", language=language)
        pdf = lay_out_cards(print_book(book, BookStyle(kind="cards")).pdf, paper_size)
        cache.set(key, pdf, SECONDS)
    return pdf


# Sections that nobody looks up in mid-game; players and options are at the head.
LEFT_OUT = {
    *("players", "options", "alternate", "readings", "example", "turns", "source"),
    *("details", "fits"),
}


@paper(
    "cheat-sheet",
    gettext_lazy("Cheat sheet"),
    gettext_lazy("What the special cards do, and whose turn comes next, on one page."),
    where=lambda format: bool(format.game.sheet),
    position=1060,  # among the papers for the tables
)
def cheat_sheet(order: Order) -> Pages:
    """The sheet that the game shares with others, in two columns; its title is the first line of
    the text."""
    title = _(order.cheat_sheet.partition("\n")[0].removeprefix("# "))
    sections = sections_of(order.cheat_sheet)
    pages = section_pages(order.heading, title, sections, order.style, columns=2, sizes=SHORT)
    return Pages(title, pages)


@dataclass(slots=True)
class _Stretch:
    """A part of the text with content of one kind; `title` only where a section begins."""

    title: str
    kind: str = ""
    content: list[Any] = field(default_factory=list)


def sections_of(text: str) -> list[Section]:
    """The sections of a text in Markdown, without those in `LEFT_OUT`."""
    return [_section(part) for part in _parts(text)]


def _section(part: _Stretch) -> Section:
    if part.kind == "rows":
        return Section(part.title, rows=tuple(map(tuple, part.content)))
    content: dict[str, Any] = {part.kind: tuple(part.content)}
    return Section(part.title, **content)


def _parts(text: str) -> Iterator[_Stretch]:
    """The printed parts of a rule text, in order and in plain words."""
    title: str | None = None
    part = _Stretch("")
    lists: list[str] = []
    for before, token in pairwise(tokens_of(text, {})):
        if before.type == "heading_open":
            is_printed = before.tag != "h1" and before.attrGet("id") not in {None, *LEFT_OUT}
            title = _plain(token) if is_printed else None
        elif token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append("steps" if token.type.startswith("ordered") else "points")
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            lists.pop()
        elif title is not None and token.type in ("tr_open", "inline"):
            cell = before.type in ("th_open", "td_open")
            kind = "rows" if cell or token.type == "tr_open" else lists[0] if lists else "lines"
            words = _plain(token)
            if not words and kind != "rows":
                continue
            if title or kind != part.kind:
                if part.content:
                    yield part
                part, title = _Stretch(title, kind), ""
            if token.type == "tr_open":
                part.content.append([])
            else:
                (part.content[-1] if cell else part.content).append(words)
    if part.content:
        yield part


def _plain(token: Token) -> str:
    """The words of a paragraph without marks; pictures are left to the rulebook."""
    parts = []
    for child in token.children or []:
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts).strip()
