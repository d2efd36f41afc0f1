"""The order of a rulebook: cover, contents, what is new, general rules, games, sheets, boards,
sources, about, index."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.papers.rulebook.chapters import BOARD, SHEET, chapter_flow, title_block
from tournaments.papers.rulebook.lists import (
    TERMS,
    IndexEntry,
    Listed,
    behind_article,
    pages_of,
)
from tournaments.papers.rulebook.paragraphs import Span
from tournaments.papers.rulebook.pieces import (
    LinkTarget,
    ParagraphStyle,
    boards_of,
    led,
    paragraph,
    sheets_of,
    text_style,
)
from tournaments.papers.rulebook.text import Text, sections_of
from tournaments.papers.typefaces import Face
from tournaments.papers.typesetting import height_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.papers.rulebook.book import Book, BookStyle
    from tournaments.papers.rulebook.lists import Passage
    from tournaments.papers.rulebook.pieces import Strip, Whole
    from tournaments.papers.rulebook.tags import Element

COVER, CONTENTS, NEW, GENERAL, GAMES = "~cover", "~contents", "~new", "~general", "~games"
SHEETS, BOARDS, CREDITS, ABOUT, INDEX = "~sheets", "~boards", "~credits", "~about", "~index"
PAGE = "~page"  # before the number of a page, as the link target of an index entry
SHORT = 0.4  # of a page: shorter parts share one with the next part


@dataclass(slots=True)
class Opening:
    """Strips that begin a page, or a page drawn as a whole. `key`: of its chapter."""

    key: str
    strips: list[Strip] = field(default_factory=list)
    whole: Whole | None = None


def body(book: Book, book_style: BookStyle, root: Element) -> list[Opening]:
    """Everything between contents and index."""
    parts = [
        Opening(NEW, _new(book, book_style, root)),
        Opening(
            GENERAL, _text_part(GENERAL, _("General rules"), book.general, book, book_style, root)
        ),
        *_games(book, book_style, root),
        *(Opening(SHEETS, whole=page) for page in _sheets(book, book_style, root)),
        *(Opening(BOARDS, whole=page) for page in _boards(book, book_style, root)),
        Opening(CREDITS, _credits(book, book_style, root)),
        Opening(ABOUT, _text_part(ABOUT, _("About this book"), book.about, book, book_style, root)),
    ]
    return _shared(parts, book_style)


def _shared(parts: list[Opening], book_style: BookStyle) -> list[Opening]:
    """The parts; short ones that are no games share a page with the next part, or with the former
    one at the end."""
    found: list[Opening] = []
    for part in parts:
        if part.whole is None and not part.strips:
            continue
        last = found[-1] if found else None
        if last is not None and last.strips and part.strips:
            both = (last.key, part.key)
            short = min(height_of(last.strips), height_of(part.strips)) < book_style.height * SHORT
            if both in ((NEW, GENERAL), (CREDITS, ABOUT)) and short:
                part.strips[0].before = book_style.line_height
                last.strips += part.strips
                last.key = part.key
                continue
        found.append(part)
    return found


def opened(key: str, title: str, book_style: BookStyle, part: Element) -> list[Strip]:
    """The title of a part that is no game."""
    return title_block(title, book_style, part, LinkTarget(key, title, 0, title), ornate=False)


def _text_part(
    key: str, title: str, text: str, book: Book, book_style: BookStyle, root: Element
) -> list[Strip]:
    """A part that is a text."""
    if not text:
        return []
    part = root.add("Sect")
    setter = Text(key, book_style, part, language=book.language)
    return [*opened(key, title, book_style, part), *setter.flow(text)]


def _new(book: Book, book_style: BookStyle, root: Element) -> list[Strip]:
    """What is new since the last edition, game by game; empty if nothing is."""
    if not book.since or not book.changes:
        return []
    part = root.add("Sect")
    since = _("Since %(edition)s") % {"edition": book.since}
    style = text_style(book_style)
    flow = led(paragraph([Span(since, Face.BOOK_ITALIC)], style, book_style, part.add("P")))
    size = book_style.base
    point = ParagraphStyle(
        size, book_style.line_height, left=size * 1.2, bullet="–", gap=size * 0.55
    )
    for change in book.changes:
        name = [Span(change.name, Face.BOOK_BOLD, change.key)]
        flow += led(paragraph(name, style, book_style, part.add("P")))
        points = part.add("L")
        for told in change.what:
            item = points.add("LI")
            mark, body = item.add("Lbl"), item.add("LBody")
            flow += paragraph(
                [Span(told)], point, book_style, body, language=book.language, label=mark
            )
    return [*opened(NEW, _("New in this edition"), book_style, part), *flow]


def _games(book: Book, book_style: BookStyle, root: Element) -> Iterator[Opening]:
    """The chapters, each on a page of its own."""
    parts = any(chapter.part for chapter in book.chapters)
    before = ""
    for place, chapter in enumerate(book.chapters):
        flow = chapter_flow(chapter, book_style, 1, root.add("Sect"), book.language)
        if not place and not parts:
            flow[0].places = (LinkTarget(GAMES, _("The games"), 0), *flow[0].places)
        if parts and chapter.part != before:
            flow[0].places = (LinkTarget(f"{GAMES}{place}", chapter.part, 0), *flow[0].places)
            before = chapter.part
        yield Opening(chapter.key, flow)


def _sheets(book: Book, book_style: BookStyle, root: Element) -> Iterator[Whole]:
    """A score sheet of each game that has one, to be copied."""
    first: tuple[LinkTarget, ...] = (LinkTarget(SHEETS, _("Score sheets"), 0, ""),)
    part = root.add("Sect")
    for one in book.chapters:
        if one.sheet is not None or one.card is not None:
            own = LinkTarget(one.key + SHEET, one.name, 1, "")
            yield from sheets_of(one, book_style, (*first, own), book.title, part)
            first = ()


def _boards(book: Book, book_style: BookStyle, root: Element) -> Iterator[Whole]:
    """The boards of games."""
    first: tuple[LinkTarget, ...] = (LinkTarget(BOARDS, _("Boards"), 0, ""),)
    part = root.add("Sect")
    for one in book.chapters:
        if one.boards:
            own = LinkTarget(one.key + BOARD, one.name, 1, "")
            yield from boards_of(one, book_style, (*first, own), part)
            first = ()


def _credits(book: Book, book_style: BookStyle, root: Element) -> list[Strip]:
    """The sources, and the games based on each."""
    if not book.credits:
        return []
    part = root.add("Sect")
    flow: list[Strip] = []
    style = text_style(book_style)
    for credit in book.credits:
        first = paragraph(
            [Span(credit.text)], style, book_style, part.add("P"), language=book.language
        )
        if flow:
            first[0].before = book_style.line_height * 0.5
        first[-1].leads = True
        games = [Span(", ".join(credit.games) + ".", Face.BOOK_ITALIC)]
        flow += [
            *first,
            *paragraph(games, style, book_style, part.add("P"), language=book.language),
        ]
    return [*opened(CREDITS, _("Where the games come from"), book_style, part), *flow]


def entries(book: Book, passages: list[Passage]) -> Iterator[IndexEntry]:
    """Games under all their names, the terms of the general rules, and words of the games."""
    known = set()
    for one in book.chapters:
        known.add(one.name.casefold())
        yield IndexEntry(one.name, (one.key, one.key + SHEET, one.key + BOARD))
        for alias in one.aliases:
            known.add(alias.casefold())
            yield IndexEntry(alias, (one.key,), one.name)
    for anchor, title in sections_of(book.general):
        word = behind_article(title)
        known.add(word.casefold())
        yield IndexEntry(word, (f"{GENERAL}.{anchor}",))
    for term in TERMS:
        pages = pages_of(term, passages)
        if pages and term.word not in known:
            yield IndexEntry(term.word, tuple(f"{PAGE}{page}" for page in pages))


def listed(book: Book) -> Iterator[Listed]:
    """The lines of the contents."""
    if book.since and book.changes:
        yield Listed(_("New in this edition"), NEW, book.since)
    if book.general:
        yield Listed(_("General rules"), GENERAL, _("for every game in this book"))
    before = None
    for one in book.chapters:
        if one.part != before:
            yield Listed(one.part or _("The games"))
            before = one.part
        players = one.facts[0][1] if one.facts else ""
        yield Listed(one.name, one.key, players)
    yield Listed(_("At the end"))
    if any(one.sheet is not None or one.card is not None for one in book.chapters):
        yield Listed(_("Score sheets"), SHEETS, _("to be copied"))
    if any(one.boards for one in book.chapters):
        yield Listed(_("Boards"), BOARDS, _("to play on"))
    if book.credits:
        yield Listed(_("Where the games come from"), CREDITS)
    if book.about:
        yield Listed(_("About this book"), ABOUT)
    yield Listed(_("Index"), INDEX, _("games and words"))
