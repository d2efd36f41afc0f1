"""A rule text in Markdown as what Platypus lays out: the same tokens that the screen shows."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from reportlab.platypus import Flowable

from tournaments.papers.rule_tokens import OPTION, tokens_of
from tournaments.papers.rulebook.looks import SECTION
from tournaments.papers.rulebook.markup import dressed, in_bold, inline, plain
from tournaments.papers.rulebook.pieces import Aside, Beside, Heading, Picture, Place, paragraph
from tournaments.papers.rulebook.tables import Cell, grid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from markdown_it.token import Token

    from rulesets.show.drawing import Drawing
    from tournaments.papers.rulebook.looks import Looks

PICTURE = "picture:"
SHARE = 0.33  # of the page's height that a picture may have
POINTS = "•–·"


class Text:
    """One rule text being set.

    `key` goes before its anchors in links; `agreed` says, by option, what a family plays
    otherwise, as markup. `headings` collects the sections: (place in the book, title). `skips`:
    anchors of sections that are left out.
    """

    def __init__(
        self,
        key: str,
        looks: Looks,
        *,
        labels: Mapping[str, str] | None = None,
        agreed: Mapping[str, str] | None = None,
        pictures: Mapping[str, Drawing] | None = None,
        skips: frozenset[str] = frozenset(),
        lowest: int = 1,
    ) -> None:
        self.key, self.looks = key, looks
        self.labels, self.agreed, self.pictures = labels or {}, agreed or {}, pictures or {}
        self.skips, self.lowest = skips, lowest
        self.anchors: set[str] = set()
        self.opening, self.told = True, ""

    def flow(
        self,
        text: str,
        after: Mapping[str, Sequence[Flowable]] | None = None,
        unless: str = "",
    ) -> list[Flowable]:
        """Everything but the title. `after`: what follows the section with an anchor; `unless`: a
        paragraph that has been printed already."""
        self.told = unless
        tokens = tokens_of(text, self.labels)
        self.anchors = {
            str(token.attrs["id"]) for token in tokens if "id" in token.attrs
        } - self.skips
        flow: list[Flowable] = []
        current = ""
        for section in _sections(tokens):
            anchor = str(section[0].attrs.get("id", "")) if section else ""
            flow += (after or {}).get(current, ())
            current = anchor
            if anchor not in self.skips:
                flow += self._blocks(section, 0)
        return [*flow, *(after or {}).get(current, ())]

    def place(self, anchor: str) -> str:
        """Where an anchor lies in the book; "" for one that this text does not have. Of another
        chapter it begins with its key: "extended-deck.jokers"."""
        if "." in anchor:
            return anchor
        return f"{self.key}.{anchor}" if anchor in self.anchors else ""

    def _blocks(self, tokens: Sequence[Token], depth: int) -> list[Flowable]:
        flow: list[Flowable] = []
        at = 0
        while at < len(tokens):
            end = _end(tokens, at)
            made = MAKERS.get(tokens[at].type)
            if made is not None:
                flow += made(self, tokens[at : end + 1], depth)
            at = end + 1
        return flow

    def _heading(self, tokens: Sequence[Token], _depth: int) -> list[Flowable]:
        level = int(tokens[0].tag[1:])
        if level == 1:
            return []
        self.opening = False
        anchor, title = str(tokens[0].attrs.get("id", "")), plain(tokens[1].children)
        place = None
        if anchor:
            listed = self.lowest + level - SECTION if level == SECTION else None
            place = Place(f"{self.key}.{anchor}", title, listed)
        if level == SECTION and self.looks.side:
            return [Aside(title, self.looks, place)]
        told = inline(tokens[1].children, self.place, strong=True)
        return [Heading(told, self.looks.heading(level), place)]

    def _paragraph(self, tokens: Sequence[Token], depth: int) -> list[Flowable]:
        words = tokens[1]
        drawn = [child for child in words.children or () if child.type == "image"]
        if len(drawn) == 1 and len(words.children or ()) == 1:
            found = self._picture(drawn[0])
            if found:
                return found
        style = self.looks.item(depth - 1) if depth else self.looks.text
        if self.opening and not depth:
            if plain(words.children) == self.told:
                return []
            style = self.looks.caption
        one = paragraph(inline(words.children, self.place), style)
        one.leads = plain(words.children).endswith(":") and not depth
        return [one, *self._in_force(words)]

    def _in_force(self, words: Token) -> list[Flowable]:
        told = self.agreed.get(words.meta.get(OPTION, ""))
        return [Beside(told, self.looks.agreed)] if told else []

    def _picture(self, image: Token) -> list[Flowable]:
        name = str(image.attrs.get("src", "")).removeprefix(PICTURE)
        drawing = self.pictures.get(name)
        if drawing is None:
            return []
        most = self.looks.measure, self.looks.height * SHARE
        picture = Picture(drawing, most)
        caption = inline(image.children, self.place)
        if not caption:
            return [picture]
        picture.leads = True
        return [picture, paragraph(caption, self.looks.below)]

    def _list(self, tokens: Sequence[Token], depth: int) -> list[Flowable]:
        ordered = tokens[0].type == "ordered_list_open"
        number = int(tokens[0].attrs.get("start", 1))
        flow: list[Flowable] = []
        at = 1
        while at < len(tokens) - 1:
            end = _end(tokens, at)
            bullet = f"{number}." if ordered else POINTS[min(depth, len(POINTS) - 1)]
            flow += self._item(tokens[at + 1 : end], depth, bullet)
            number += 1
            at = end + 1
        if flow and not depth:
            flow[-1].spaceAfter = self.looks.base * 0.6
        return flow

    def _item(self, tokens: Sequence[Token], depth: int, bullet: str) -> list[Flowable]:
        style = self.looks.item(depth)
        if not tokens or tokens[0].type != "paragraph_open":
            first = paragraph("", style, bullet)
            return [first, *self._blocks(tokens, depth + 1)]
        words = tokens[1]
        first = paragraph(inline(words.children, self.place), style, bullet)
        return [first, *self._in_force(words), *self._blocks(tokens[3:], depth + 1)]

    def _table(self, tokens: Sequence[Token], _depth: int) -> list[Flowable]:
        rows: list[list[Cell]] = []
        heads = 0
        for place, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                strong = token.type == "th_open"
                heads += strong
                words = tokens[place + 1].children
                told = inline(words, self.place, strong=strong)
                rows[-1].append(Cell(plain(words), in_bold(told) if strong else told))
        return [grid(rows[0], rows[1:], self.looks)] if rows and heads else []

    def _code(self, tokens: Sequence[Token], depth: int) -> list[Flowable]:
        style = self.looks.item(depth)
        lines = tokens[0].content.rstrip("\n").split("\n")
        return [paragraph("<br/>".join(map(dressed, lines)), style)]

    def _quote(self, tokens: Sequence[Token], depth: int) -> list[Flowable]:
        return self._blocks(tokens[1:-1], depth + 1)


MAKERS: dict[str, Callable[[Text, Sequence[Token], int], list[Flowable]]] = {
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
    """Where the piece ends that begins there."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += tokens[place].nesting
        if depth <= 0:
            return place
    return len(tokens) - 1


def _sections(tokens: Sequence[Token]) -> list[list[Token]]:
    """The text cut before each heading of a section."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            found.append([])
        found[-1].append(token)
    return found


def sections_of(text: str) -> list[tuple[str, str]]:
    """The anchors and titles of the headings of a text, but for its own."""
    tokens = tokens_of(text, {})
    return [
        (str(heading.attrs["id"]), plain(words.children))
        for heading, words in pairwise(tokens)
        if heading.type == "heading_open" and "id" in heading.attrs and heading.tag != "h1"
    ]


def figures_in(text: str) -> list[frozenset[str]]:
    """The words and numbers of each table of a text, so that nothing is told twice."""
    found: list[set[str]] = []
    for token, words in pairwise(tokens_of(text, {})):
        if token.type == "table_open":
            found.append(set())
        elif token.type in ("td_open", "th_open") and found:
            found[-1].update(re.findall(r"[\w−½]+", plain(words.children).replace(",", "")))
    return [frozenset(one) for one in found]
