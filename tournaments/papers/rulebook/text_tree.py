"""A rule text as a tree of plain values, which the template of the rulebook sets.

No source of the typesetter is ever written: every word of a text reaches the template as a JSON
string, so nothing has to be escaped, and nothing that somebody writes can be a command.
"""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING, Any

from rulesets.drawing.card_rows import draw_card_rows
from rulesets.rule_texts import SCHEME, WORD_SCHEME
from tournaments.rules.rule_text import cards_in, tokens_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from markdown_it.token import Token

    from rulesets.drawing.vectors import Drawing

Node = Any
"""A string, or a list that begins with its kind."""

CARDS = "~cards"  # after the key of a chapter, and before a number: the name of its cards
MARK = "~word"  # the same of a word of the index
SECTION = 2  # the level of a section's heading
LOWEST = 4  # of headings that are set differently
WIDEST = 4  # columns that can lie on their side
LONGEST_ROWS = range(5, 11)
SHORT_CELL = 3
GROUPED = re.compile(r"(?:(?P<what>[^:]*): )?(?P<names>[^:]*, [^:]*)$")
NUMBER = re.compile(r"[−+]?[\d,.]*\d(?: (?:=|each|¢).*)?$|–$|$")
SUIT = re.compile("([♠♥♦♣])\ufe0f?")
UNITS = re.compile(r"\b(\d+) (?=(?:points?|cards?|cents?|tricks?)\b)")
PAGES = re.compile(r"\b(p\.|pp\.|No\.) (?=\d)")
WORDS = re.compile(r"[ \u00a0]")
TOTALS = ("total", "in all", "sum")
FIXED = "\u00a0"  # a space that no line ends at


def tree_of(
    text: str,
    key: str,
    *,
    labels: Mapping[str, str] | None = None,
    without: Collection[str] = (),
    pictures: Collection[str] = (),
    unless: str = "",
    cards: dict[str, Drawing] | None = None,
) -> list[Node]:
    """A text as blocks, without its title, the sections `without`, and a paragraph that says
    `unless`, which stands elsewhere.

    Blocks are ["h", level, anchor, words], ["p", words], ["ul", items], ["ol", items, first],
    ["quote", blocks], ["table", facts] (see `_table`) and ["picture", name, caption]. Words are
    strings, ["em" | "b" | "span", words], ["suit", sign], ["ref", place, whether that is in
    another text, words], ["word", name of this place, term, whether it is explained here, words].

    key: what places in this text begin with ("hearts.scoring"); labels: what options are called;
    pictures: the names of those there are; cards: gets the pictures of cards, by name.
    """
    reader = _Reader(key, frozenset(pictures))
    blocks, skipping = [], False
    for block in reader.blocks(tokens_of(text, labels or {})):
        if block[0] == "h":
            section = block[1] <= SECTION
            skipping = block[2] in without if section else skipping
            if block[1] == 1:
                continue
        if not skipping and (block[0] != "p" or not unless or plain(block[1]) != unless):
            blocks.append(block)
    if cards is not None:
        cards.update(reader.cards)
    return _levelled(_with_places(blocks, reader.rows))


def _with_places(nodes: list[Node], rows: Mapping[str, str]) -> list[Node]:
    """The nodes with references to the row of a table led to the heading above it: on paper only
    headings have places."""
    return [
        [node[0], rows[node[1]], *_with_places(node[2:], rows)]
        if isinstance(node, list) and node[:1] == ["ref"] and node[1] in rows
        else _with_places(node, rows)
        if isinstance(node, list)
        else node
        for node in nodes
    ]


def _levelled(blocks: list[Node]) -> list[Node]:
    """The blocks with headings of which none skips a level: readers that are told of the structure
    rely on it. A heading with which a text begins is not printed."""
    before = 1
    for place, block in enumerate(blocks):
        if block[0] == "h" and place:
            block[1] = before = min(max(block[1], SECTION), before + 1, LOWEST)
    return blocks


def plain(nodes: Sequence[Node]) -> str:
    """The words alone."""
    parts = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif node[0] == "suit":
            parts.append(node[1])
        elif isinstance(node[-1], list):
            parts.append(plain(node[-1]))
    return "".join(parts)


def words_of(text: str, key: str = "") -> list[Node]:
    """One line of Markdown as words."""
    return _Reader(key, frozenset()).line(text)


class _Reader:
    """Reads the tokens of one text."""

    def __init__(self, key: str, pictures: frozenset[str]) -> None:
        self.key = key
        self.pictures = pictures
        self.anchors: set[str] = set()
        self.rows: dict[str, str] = {}  # places of rows, and of the headings above them
        self.section = ""
        self.cards: dict[str, Drawing] = {}
        self.marks = 0

    def line(self, text: str) -> list[Node]:
        """The words of one line."""
        blocks = self.blocks(tokens_of(text, {}))
        return blocks[0][1] if blocks and blocks[0][0] == "p" else [text] if text else []

    def blocks(self, tokens: Sequence[Token]) -> list[Node]:
        """The blocks of tokens that stand on one level."""
        blocks: list[Node] = []
        at = 0
        while at < len(tokens):
            end = _end(tokens, at)
            read = READERS.get(tokens[at].type)
            if read is not None:
                blocks += read(self, tokens[at : end + 1])
            at = end + 1
        return blocks

    def heading(self, tokens: Sequence[Token]) -> list[Node]:
        """A heading; an anchor that was there before goes, since a place has one page."""
        anchor = str(tokens[0].attrs.get("id", ""))
        if anchor in self.anchors:
            anchor = ""
        self.anchors.add(anchor)
        self.section = anchor or self.section
        return [["h", int(tokens[0].tag[1:]), anchor, self.words(tokens[1])]]

    def paragraph(self, tokens: Sequence[Token]) -> list[Node]:
        """A paragraph, or a picture that stands alone."""
        children = tokens[1].children or []
        if len(children) == 1 and children[0].type == "image":
            name = str(children[0].attrs.get("src", "")).removeprefix(SCHEME)
            caption = self.inline(children[0].children or [])
            if name in self.pictures:
                return [["picture", f"{self.key}.{name}", caption]]
        words = self.words(tokens[1])
        return [["p", words]] if words else []

    def bullets(self, tokens: Sequence[Token]) -> list[Node]:
        """A list with dashes."""
        return [["ul", self._items(tokens)]]

    def numbers(self, tokens: Sequence[Token]) -> list[Node]:
        """A numbered list, and its first number."""
        return [["ol", self._items(tokens), int(tokens[0].attrs.get("start", 1))]]

    def _items(self, tokens: Sequence[Token]) -> list[list[Node]]:
        items = []
        at = 1
        while at < len(tokens) - 1:
            end = _end(tokens, at)
            items.append(self.blocks(tokens[at + 1 : end]))
            at = end + 1
        return items

    def quote(self, tokens: Sequence[Token]) -> list[Node]:
        """What is quoted."""
        return [["quote", self.blocks(tokens[1:-1])]]

    def code(self, tokens: Sequence[Token]) -> list[Node]:
        """Cards as a picture; anything else a line each, as it was written."""
        cards = cards_in(tokens[0])
        if cards is not None:
            name = f"{self.key}{CARDS}{len(self.cards)}"
            self.cards[name] = draw_card_rows(cards)
            return [["picture", name, self.line(cards.caption)]]
        lines = tokens[0].content.splitlines()
        return [["p", [line.strip()]] for line in lines if line.strip()]

    def table(self, tokens: Sequence[Token]) -> list[Node]:
        """A table, if it has a head."""
        rows: list[list[list[Node]]] = []
        for place, token in enumerate(tokens):
            if token.type == "tr_open":
                rows.append([])
                if anchor := token.attrGet("id"):
                    self.rows[f"{self.key}.{anchor}"] = f"{self.key}.{self.section}"
            elif token.type in ("th_open", "td_open"):
                rows[-1].append(self.words(tokens[place + 1]))
        return [table_of(rows[0], rows[1:])] if rows and rows[0] else []

    def words(self, token: Token) -> list[Node]:
        """The words of a token."""
        return self.inline(token.children or [])

    def inline(self, children: Sequence[Token]) -> list[Node]:
        """Words, one within the other."""
        root: list[Node] = []
        stack = [root]
        addresses: list[str] = []
        for child in children:
            kind = child.type
            if kind == "text":
                stack[-1] += _pieces(child.content)
            elif kind in ("softbreak", "hardbreak"):
                stack[-1].append(" ")
            elif kind in ("code_inline", "html_inline"):
                stack[-1] += _pieces(child.content)
            elif kind == "image":
                stack[-1] += self.inline(child.children or [])
            elif kind.endswith("_open"):
                address = str(child.attrs.get("href", ""))
                addresses.append(address)
                inner: list[Node] = []
                stack[-1].append([*self._node(kind, address), inner])
                stack.append(inner)
            elif kind.endswith("_close"):
                stack.pop()
                address = addresses.pop()
                if address and address[0] != "#" and not address.startswith(WORD_SCHEME):
                    stack[-1].append(f" ({address})")
        return root

    def _node(self, kind: str, address: str) -> list[Node]:
        """What words within others are, but for the words themselves."""
        if address.startswith(WORD_SCHEME):
            term = address.removeprefix(WORD_SCHEME).replace("_", " ").replace("%20", " ")
            self.marks += 1
            return ["word", f"{self.key}{MARK}{self.marks}", term.rstrip("!"), term.endswith("!")]
        if address.startswith("#"):
            place = address[1:] if "." in address else f"{self.key}.{address[1:]}"
            return ["ref", place, place.partition(".")[0] != self.key]
        return [{"strong_open": "b", "em_open": "em"}.get(kind, "span")]


READERS: dict[str, Callable[[_Reader, Sequence[Token]], list[Node]]] = {
    "heading_open": _Reader.heading,
    "paragraph_open": _Reader.paragraph,
    "bullet_list_open": _Reader.bullets,
    "ordered_list_open": _Reader.numbers,
    "blockquote_open": _Reader.quote,
    "table_open": _Reader.table,
    "fence": _Reader.code,
    "code_block": _Reader.code,
}


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the piece that begins at `at` ends."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += tokens[place].nesting
        if depth <= 0:
            return place
    return len(tokens) - 1


def _pieces(text: str) -> list[Node]:
    """Text and the signs of suits, with the spaces that no line may end at."""
    pieces: list[Node] = []
    for place, piece in enumerate(SUIT.split(text)):
        if place % 2:
            pieces.append(["suit", piece])
        elif piece:
            pieces.append(PAGES.sub(rf"\1{FIXED}", UNITS.sub(rf"\1{FIXED}", piece)))
    return pieces


# --- tables ---------------------------------------------------------------------------------------

MANY = 6  # columns, whose heads may touch
CAPITALS = 1.4  # the width of spaced small capitals, by that of other letters


def table_of(head: list[list[Node]], body: Sequence[list[list[Node]]]) -> Node:
    """A table: ["table", facts].

    The facts are `groups` (how many columns a heading spans, and its words), `head`, `rows`,
    `right` (which columns stand on the right, because they hold numbers), `total` (whether the last
    row is one), `longest` and `words` (the letters of each column's longest cell, and of its
    longest word).

    A head "Points: Ann, Bo, Cy" above cells "1, 2, 3" becomes three columns under a heading; a tall
    narrow table of numbers lies on its side.
    """
    rows = [row[: len(head)] + [[]] * (len(head) - len(row)) for row in (head, *body)]
    groups, rows = _apart(rows)
    grouped = any(span > 1 for span, _words in groups)
    if not grouped and _is_tall(_plain(rows)):
        rows = [list(row) for row in zip(*rows, strict=True)]
    cells = _plain(rows)
    columns = list(zip(*cells, strict=True))
    crowded = len(columns) >= MANY and not grouped
    last = cells[-1][0] if len(cells) > 1 and cells[-1] else ""
    return [
        "table",
        {
            "groups": groups if grouped else [],
            "head": rows[0],
            "rows": rows[1:],
            "right": [all(map(NUMBER.match, body)) and any(body) for _top, *body in columns],
            "total": last.lower() in TOTALS,
            "longest": [_longest(column, crowded=crowded) for column in columns],
            "words": [
                max(len(word) for cell in column for word in WORDS.split(cell))
                for column in columns
            ],
        },
    ]


def _longest(column: Sequence[str], *, crowded: bool) -> int:
    """The letters of a column's longest cell. crowded: among many columns; its head then counts as
    wide as its small capitals are."""
    head, *body = map(len, column)
    return max(ceil(head * CAPITALS) if crowded else head, *body, 0)


def _plain(rows: Sequence[Sequence[list[Node]]]) -> list[list[str]]:
    return [[plain(cell).strip() for cell in row] for row in rows]


def _is_tall(cells: list[list[str]]) -> bool:
    """Whether it is a tall narrow table of short numbers."""
    return (
        len(cells) in LONGEST_ROWS
        and len(cells[0]) <= WIDEST
        and all(len(cell) <= SHORT_CELL and NUMBER.match(cell) for row in cells[1:] for cell in row)
    )


def _apart(rows: list[list[list[Node]]]) -> tuple[list[Node], list[list[list[Node]]]]:
    """The headings above several columns, and the rows with lists of numbers taken apart."""
    columns = list(zip(*_plain(rows), strict=True))
    named = [_names(column) for column in columns]
    people = next((names for _what, names in named if names), [])
    groups: list[Node] = []
    wide: list[list[list[Node]]] = [[] for _row in rows]
    for at, column in enumerate(columns):
        what, names = named[at]
        if not names and people and _is_list(column[1:], len(people)):
            what, names = column[0], people  # the same people, though the head does not name them
        groups.append([len(names) or 1, [what] if names else []])
        for number, row in enumerate(rows):
            if not names:
                wide[number].append(row[at])
                continue
            cells = names if not number else column[number].split(", ")
            cells = cells + [""] * (len(names) - len(cells))
            wide[number] += [[cell] if cell else [] for cell in cells]
    return groups, wide


def _names(column: Sequence[str]) -> tuple[str, list[str]]:
    """A head "Points: Ann, Bo, Cy" over lists of three numbers: "Points" and the names."""
    match = GROUPED.match(column[0])
    names = match["names"].split(", ") if match else []
    return (match["what"] or "", names) if match and _is_list(column[1:], len(names)) else ("", [])


def _is_list(cells: Sequence[str], count: int) -> bool:
    """Whether each of these cells lists so many numbers, or nothing."""
    lists = [cell.split(", ") for cell in cells if cell]
    return bool(lists) and all(
        len(part) == count and all(map(NUMBER.match, part)) for part in lists
    )
