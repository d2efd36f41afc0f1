"""A rule text in Markdown as strips of a page, from the same tokens as on the screen."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.papers.rulebook.paragraphs import Span, opened, plain, spans
from tournaments.papers.rulebook.pieces import (
    CAPTION,
    LinkTarget,
    ParagraphStyle,
    Strip,
    heading,
    led,
    paragraph,
    picture,
    text_style,
)
from tournaments.papers.rulebook.tables import Cell, table
from tournaments.papers.typefaces import Face
from tournaments.rules.rule_text import OPTION, tokens_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from markdown_it.token import Token

    from rulesets.drawing.vectors import Drawing
    from tournaments.papers.rulebook.book import BookStyle
    from tournaments.papers.rulebook.tags import Element

PICTURE = "picture:"
READINGS = "#readings"
SHARE = 0.36  # of the page's height that a picture may have
SECTION = 2  # the level of a section's heading
NUMBERED, POINTED, FURTHER = 1.7, 1.2, 1.2  # the margins of lists, by the size of the text
POINTS = "–·–"
FEW = 2  # lines of a paragraph that stays with the table or the picture that it introduces


class Text:
    """One rule text being set.

    `key` prefixes its anchors in links; `agreed` says, by option, what a family plays differently.
    `skips`: anchors of sections that are left out. `lowest`: the level of the bookmarks of its
    sections. `opening`: its first words are those of a chapter.
    """

    def __init__(
        self,
        key: str,
        book_style: BookStyle,
        part: Element,
        *,
        labels: Mapping[str, str] | None = None,
        agreed: Mapping[str, str] | None = None,
        pictures: Mapping[str, Drawing] | None = None,
        skips: frozenset[str] = frozenset(),
        lowest: int = 1,
        opening: bool = False,
        language: str = "en",
    ) -> None:
        self.key, self.book_style, self.part = key, book_style, part
        self.labels, self.agreed, self.pictures = labels or {}, agreed or {}, pictures or {}
        self.skips, self.lowest = skips, lowest
        self.opening, self.language = opening, language
        self.anchors: set[str] = set()
        self.flush = True  # the next paragraph is not indented
        self.fine = False  # whether text is set a little smaller

    def flow(
        self,
        text: str,
        after: Mapping[str, Callable[[], list[Strip]]] | None = None,
        unless: str = "",
    ) -> list[Strip]:
        """Everything except the title, and the text before the first heading of a chapter.

        after: strips to add after the section with an anchor; unless: a paragraph that is printed
        already.
        """
        tokens = tokens_of(text, self.labels)
        self.anchors = {
            str(token.attrs["id"]) for token in tokens if "id" in token.attrs
        } - self.skips
        flow: list[Strip] = []
        for section in _sections(tokens):
            anchor = str(section[0].attrs.get("id", "")) if section else ""
            headed = bool(section) and section[0].type == "heading_open" and section[0].tag == "h2"
            self.fine = f"#{anchor}" == READINGS
            if anchor not in self.skips:
                flow += self._section(section, unless, headed=headed)
            if after and anchor in after:
                flow += after[anchor]()
                self.flush = True
        return bound(flow)

    def place(self, anchor: str) -> str:
        """The place of an anchor in the book; "" if this text does not have it. That of another
        chapter begins with its key: "extended-deck.jokers"."""
        if "." in anchor:
            return anchor
        return f"{self.key}.{anchor}" if anchor in self.anchors else ""

    def _section(self, section: Sequence[Token], unless: str, *, headed: bool) -> list[Strip]:
        if not self.opening:
            return self._blocks(section, 0, self.part)
        if not headed:
            return self._before_headings(section, unless)
        # A chapter begins with its text: the first heading is only a bookmark.
        title = _end(section, 0) + 1
        flow = self._blocks(section[title:], 0, self.part)
        anchor = str(section[0].attrs.get("id", ""))
        if flow and anchor:
            place = LinkTarget(f"{self.key}.{anchor}", plain(section[1].children), self.lowest)
            flow[0].places = (place, *flow[0].places)
        return flow

    def _before_headings(self, section: Sequence[Token], unless: str) -> list[Strip]:
        """The text below the title, except what is printed elsewhere: the kind of game in its head
        line, and the source in the credits."""
        flow: list[Strip] = []
        at = 0
        while at < len(section):
            end = _end(section, at)
            words = section[at + 1] if end > at else None
            children = words.children or () if words is not None else ()
            credit = any(child.attrs.get("href") == READINGS for child in children)
            if not credit and plain(children) != unless:
                flow += self._blocks(section[at : end + 1], 0, self.part)
            at = end + 1
        return flow

    def _blocks(self, tokens: Sequence[Token], depth: int, element: Element) -> list[Strip]:
        flow: list[Strip] = []
        at = 0
        while at < len(tokens):
            end = _end(tokens, at)
            made = MAKERS.get(tokens[at].type)
            if made is not None:
                flow += made(self, tokens[at : end + 1], depth, element)
            at = end + 1
        return flow

    def _heading(self, tokens: Sequence[Token], _depth: int, element: Element) -> list[Strip]:
        level = int(tokens[0].tag[1:])
        if level == 1:
            return []
        anchor, title = str(tokens[0].attrs.get("id", "")), plain(tokens[1].children)
        place = None
        if anchor:
            listed = self.lowest + level - SECTION if level == SECTION else None
            place = LinkTarget(f"{self.key}.{anchor}", title, listed)
        self.flush = True
        words = spans(tokens[1].children, self.place, Face.DISPLAY)
        kind = element.add(f"H{min(level, 6)}")
        return heading(words, self.book_style, kind, place, minor=level > SECTION)

    def _paragraph(self, tokens: Sequence[Token], depth: int, element: Element) -> list[Strip]:
        words = tokens[1]
        shown = [child for child in words.children or () if child.type == "image"]
        if len(shown) == 1 and len(words.children or ()) == 1:
            found = self._picture(shown[0], element)
            if found:
                return found
        told = spans(words.children, self.place)
        if depth:
            style = self._list_style(depth - 1, "")
        else:
            style = text_style(self.book_style, indented=not self.flush, fine=self.fine)
            if self.opening:
                told, self.opening = opened(told), False
        self.flush = False
        strips = paragraph(told, style, self.book_style, element.add("P"), language=self.language)
        if strips and plain(words.children).endswith(":"):
            strips[-1].leads = True
        return [*strips, *self._in_force(words, depth, element)]

    def _list_style(self, depth: int, bullet: str, *, numbered: bool = False) -> ParagraphStyle:
        usual = text_style(self.book_style, fine=self.fine)
        base = usual.size
        left = base * ((NUMBERED if numbered else POINTED) + FURTHER * depth)
        return ParagraphStyle(base, usual.line_height, left=left, bullet=bullet, gap=base * 0.55)

    def _in_force(self, words: Token, depth: int, element: Element) -> list[Strip]:
        told = self.agreed.get(words.meta.get(OPTION, ""))
        if not told:
            return []
        left = self.book_style.base * (POINTED + FURTHER * max(0, depth - 1))
        style = ParagraphStyle(
            self.book_style.base, self.book_style.line_height, left=left, barred=True
        )
        return paragraph(
            [Span(told, Face.BOOK_BOLD)], style, self.book_style, element.add("P"),
            language=self.language,
        )  # fmt: skip

    def _picture(self, image: Token, element: Element) -> list[Strip]:
        name = str(image.attrs.get("src", "")).removeprefix(PICTURE)
        drawing = self.pictures.get(name)
        if drawing is None:
            return []
        self.flush = True
        said = plain(image.children)
        figure = element.add("Figure", says=said or name.replace("-", " "))
        one = picture(drawing, self.book_style, self.book_style.height * SHARE, figure)
        caption = spans(image.children, self.place, Face.BOOK_ITALIC)
        if not caption:
            return [one]
        one.leads = True
        size = self.book_style.base * CAPTION
        style = ParagraphStyle(size, self.book_style.line_height, centred=True)
        strips = paragraph(caption, style, self.book_style, element.add("Caption"))
        for strip in strips[:-1]:
            strip.leads = True
        strips[-1].height += self.book_style.line_height * 0.5
        return [one, *strips]

    def _list(self, tokens: Sequence[Token], depth: int, element: Element) -> list[Strip]:
        ordered = tokens[0].type == "ordered_list_open"
        number = int(tokens[0].attrs.get("start", 1))
        flow: list[Strip] = []
        whole = element.add("L")
        at = 1
        while at < len(tokens) - 1:
            end = _end(tokens, at)
            bullet = f"{number}" if ordered else POINTS[min(depth, len(POINTS) - 1)]
            style = self._list_style(depth, bullet, numbered=ordered)
            flow += self._item(tokens[at + 1 : end], depth, style, whole.add("LI"))
            number += 1
            at = end + 1
        self.flush = True
        return flow

    def _item(
        self, tokens: Sequence[Token], depth: int, style: ParagraphStyle, item: Element
    ) -> list[Strip]:
        label, body = item.add("Lbl"), item.add("LBody")
        if not tokens or tokens[0].type != "paragraph_open":
            return self._blocks(tokens, depth + 1, body)
        words = tokens[1]
        told = spans(words.children, self.place)
        strips = paragraph(told, style, self.book_style, body, language=self.language, label=label)
        rest = self._blocks(tokens[3:], depth + 1, body)
        return [*strips, *self._in_force(words, depth + 1, body), *rest]

    def _table(self, tokens: Sequence[Token], _depth: int, element: Element) -> list[Strip]:
        rows: list[list[Cell]] = []
        heads = 0
        for place, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                heads += token.type == "th_open"
                words = tokens[place + 1].children
                rows[-1].append(Cell(plain(words), tuple(spans(words, self.place, Face.TEXT))))
        self.flush = True
        if not rows or not heads:
            return []
        return table(rows[0], rows[1:], self.book_style, element.add("Table"))

    def _code(self, tokens: Sequence[Token], depth: int, element: Element) -> list[Strip]:
        style = self._list_style(depth, "")
        flow: list[Strip] = []
        for line in tokens[0].content.rstrip("\n").split("\n"):
            flow += paragraph([Span(line)], style, self.book_style, element.add("P"))
        self.flush = True
        return flow

    def _quote(self, tokens: Sequence[Token], depth: int, element: Element) -> list[Strip]:
        return self._blocks(tokens[1:-1], depth + 1, element.add("BlockQuote"))


def bound(flow: list[Strip]) -> list[Strip]:
    """The strips, with a few lines that introduce a table or a picture kept with it."""
    for place, one in enumerate(flow[1:], 1):
        if one.row is None and one.before and not one.places and flow[place - 1].row is not None:
            first = place - 1
            while first and flow[first - 1].leads and flow[first - 1].row is not None:
                first -= 1
            if place - first <= FEW:
                led(flow[first:place])
    return flow


MAKERS: dict[str, Callable[[Text, Sequence[Token], int, Element], list[Strip]]] = {
    "heading_open": Text._heading,
    "paragraph_open": Text._paragraph,
    "bullet_list_open": Text._list,
    "ordered_list_open": Text._list,
    "table_open": Text._table,
    "fence": Text._code,
    "code_block": Text._code,
    "blockquote_open": Text._quote,
}


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the piece that begins at `at` ends."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += tokens[place].nesting
        if depth <= 0:
            return place
    return len(tokens) - 1


def _sections(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens divided before each heading of a section."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            found.append([])
        found[-1].append(token)
    return found


def sections_of(text: str) -> list[tuple[str, str]]:
    """The anchors and titles of a text's headings, without its own title."""
    tokens = tokens_of(text, {})
    return [
        (str(heading.attrs["id"]), plain(words.children))
        for heading, words in pairwise(tokens)
        if heading.type == "heading_open" and "id" in heading.attrs and heading.tag != "h1"
    ]


def figures_in(text: str) -> list[frozenset[str]]:
    """The words and numbers of each table of a text, so that nothing is printed twice."""
    found: list[set[str]] = []
    for token, words in pairwise(tokens_of(text, {})):
        if token.type == "table_open":
            found.append(set())
        elif token.type in ("td_open", "th_open") and found:
            found[-1].update(re.findall(r"[\w−½]+", plain(words.children).replace(",", "")))
    return [frozenset(one) for one in found]
