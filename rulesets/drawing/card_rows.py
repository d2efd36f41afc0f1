"""Cards on the table, drawn from lines of a rule text: hands, melds, what is laid off, a trick.

    Ann runs: 5H 6H 7H 8H, JS JD JC, 2S AD 3C
    Bo lays off: +9H
    (Ann runs with six.)

A line is a name, a colon, and cards; a comma is a gap between groups. A card is its rank and suit
("10H", of the Extended Deck also "DRS", "RVS", "SKS"), "JK" a joker, "##" a card face down. "JK=9H"
stands for another card. "+" before a card: it is laid on afterwards, and drawn raised; "^": it
lies crosswise. "*" behind it: it wins, or the picture is about it. A last line in brackets is the
caption.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesets.cards.deck import ALL_SUITS, SPECIAL_NAMES, SPECIAL_RANKS, SUITS
from rulesets.drawing.suits import ASPECT, back, card
from rulesets.drawing.vectors import Area, Drawing, Group, Item, Rect, Text, text_width
from rulesets.engine.text import as_is, say

CARD = re.compile(
    r"(?P<lies>[+^]?)(?P<face>##|JK|(?:10|[2-9AKQJ]|DR|RV|SK)[SHDC])"
    r"(?:=(?P<stands>(?:10|[2-9AKQJ])[SHDC]))?(?P<marked>\*?)"
)
NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "JK": "joker"}
LAYOUTS = ("row", "trick")
AROUND = 4  # cards of a trick

HIGH = 150.0
WIDE = HIGH * ASPECT
GAP = 46.0  # between groups
APART, COVERED = WIDE + 10, WIDE * 0.56  # from one card to the next
FEW = 7  # cards in a row that lie side by side
LETTERS = 32.0  # the size of names
NAME = 170.0  # how wide they are at most, in two lines
LIFT = 34.0
BELOW = 44.0  # for what a card stands for
LINE = 26.0  # between rows
EDGE = 8.0


class CardRowsError(ValueError):
    """A block of cards with something that is no card; the words say what."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card as it lies: its face ("##": down), what it stands for, whether it was laid on
    afterwards or lies crosswise, and whether it is marked."""

    face: str
    stands: str = ""
    raised: bool = False
    crosswise: bool = False
    marked: bool = False

    @property
    def spoken(self) -> str:
        """What a screen reader says."""
        words = _spoken(self.face)
        words += f" as {_spoken(self.stands)}" if self.stands else ""
        words += ", laid on" if self.raised else ", crosswise" if self.crosswise else ""
        return words + (" (this one)" if self.marked else "")


def _spoken(face: str) -> str:
    if face == "##":
        return "a card face down"
    if face == "JK":
        return NAMES[face]
    rank, letter = face[:-1], face[-1]
    if rank in SPECIAL_RANKS:
        rank = SPECIAL_NAMES[SPECIAL_RANKS.index(rank)]
    return f"{NAMES.get(rank, rank)} of {ALL_SUITS[SUITS.index(letter)].name.lower()}"


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line: a name, and groups of cards."""

    name: str
    groups: tuple[tuple[LaidCard, ...], ...]


@dataclass(frozen=True, slots=True)
class CardRows:
    """A block of cards: how they lie, its lines, and what it shows."""

    layout: str
    rows: tuple[CardRow, ...]
    caption: str = ""


def read_card_rows(info: str, text: str) -> CardRows:
    """Return the cards of a fenced block; info: what stands behind its fence ("cards trick").

    Raises CardRowsError for anything that is no card.
    """
    _cards, layout, *_more = (*info.split(), "row", "")
    if layout not in LAYOUTS:
        raise CardRowsError(f"Cards lie in a row or as a trick, not as “{layout}”.")
    rows, caption = [], ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("("):
            caption = line.removeprefix("(").removesuffix(")")
            continue
        name, _colon, cards = line.rpartition(":")
        groups = tuple(tuple(map(_read, part.split())) for part in cards.split(",") if part.strip())
        rows.append(CardRow(name.strip(), groups))
    if not rows or not all(row.groups for row in rows):
        raise CardRowsError("There is a line without cards.")
    if layout == "trick" and (len(rows) > AROUND or any(len(row.groups[0]) > 1 for row in rows)):
        raise CardRowsError("A trick has one card from each of up to four players.")
    return CardRows(layout, tuple(rows), caption)


def _read(word: str) -> LaidCard:
    match = CARD.fullmatch(word)
    if match is None:
        raise CardRowsError(f"“{word}” is no card.")
    lies = match["lies"]
    return LaidCard(
        match["face"], match["stands"] or "", lies == "+", lies == "^", bool(match["marked"])
    )


def draw_card_rows(block: CardRows) -> Drawing:
    """Return the picture of a block."""
    items, width, height = _trick(block) if block.layout == "trick" else _rows(block)
    words = tuple(
        as_is(f"{row.name}: {_cards_of(row)}" if row.name else _cards_of(row)) for row in block.rows
    )
    return Drawing(width, height, say("Cards on the table"), words, tuple(items))


def _cards_of(row: CardRow) -> str:
    return "; ".join(", ".join(one.spoken for one in group) for group in row.groups)


# --- drawing --------------------------------------------------------------------------------------


def _rows(block: CardRows) -> tuple[list[Item], float, float]:
    names = min(NAME, max(text_width(row.name) * LETTERS * 0.8 for row in block.rows))
    left = EDGE + (names + LINE if names else 0.0)
    roomy = all(sum(map(len, row.groups)) <= FEW for row in block.rows)
    items: list[Item] = []
    y, width = EDGE, 0.0
    for row in block.rows:
        every = [one for group in row.groups for one in group]
        top = y + (LIFT if any(one.raised for one in every) else 0.0)
        if row.name:
            strip = Area(EDGE, top, names, HIGH)
            items.append(Text(strip, as_is(row.name), LETTERS, "ink", "text", "end", 2))
        x = left
        for group in row.groups:
            x = _group(items, group, x, top, roomy=roomy) + GAP
        width = max(width, x - GAP + EDGE)
        y = top + HIGH + (BELOW if any(one.stands for one in every) else 0.0) + LINE
    return items, width, y - LINE + EDGE


def _group(
    items: list[Item], group: tuple[LaidCard, ...], x: float, top: float, *, roomy: bool
) -> float:
    """Add the cards of a group; return where it ends."""
    side_by_side = roomy or any(one.stands or one.crosswise for one in group)
    for place, one in enumerate(group):
        last = place == len(group) - 1
        y = top - LIFT if one.raised else top
        if one.crosswise:
            area = Area(x + (HIGH - WIDE) / 2, y, WIDE, HIGH)
            items.append(Group(_face(one, area), turn=90.0, about=area.middle))
            x += HIGH if last else HIGH + 10
            continue
        area = Area(x, y, WIDE, HIGH)
        items.extend(_face(one, area, covered=not last and not side_by_side))
        if one.stands:
            strip = Area(x - 8, area.foot + 4, WIDE + 16, BELOW - 8)
            rank, letter = one.stands[:-1], one.stands[-1]
            sign = ALL_SUITS[SUITS.index(letter)].symbol
            items.append(Text(strip, as_is(f"= {rank}{sign}"), LETTERS, "ink", "text"))
        x += WIDE if last else APART if side_by_side else COVERED
    return x


def _face(laid: LaidCard, area: Area, *, covered: bool = False) -> tuple[Item, ...]:
    if laid.face == "##":
        drawn = back(area)
    elif laid.face == "JK":
        star = Area(area.x, area.y + area.height * 0.1, area.width, area.height * 0.42)
        name = Area(area.x + 4, area.y + area.height * 0.58, area.width - 8, area.height * 0.3)
        blank = card(area, "", "S")[0]
        drawn = (
            blank,
            Text(star, as_is("★"), area.height * 0.4, "ink", "bold"),
            Text(name, say("Joker"), area.height * 0.2, "ink", "text"),
        )
    else:
        drawn = card(area, laid.face[:-1], laid.face[-1], covered=covered)
    if not laid.marked:
        return drawn
    return (*drawn, Rect(area, None, "ink", area.height * 0.05, area.height * 0.09))


def _trick(block: CardRows) -> tuple[list[Item], float, float]:
    """Up to four cards round the middle of a table: the first on the left, then clockwise."""
    names = max(text_width(row.name) for row in block.rows) * LETTERS * 0.8
    side = max(names, WIDE) + EDGE
    width = 2 * side + WIDE + 4 * LINE
    step = HIGH + LETTERS * 1.3
    height = 2 * step + HIGH * 0.2 + 2 * EDGE
    middle = width / 2
    places = (
        (EDGE + side / 2, height / 2 - step / 2),
        (middle, EDGE),
        (width - EDGE - side / 2, height / 2 - step / 2),
        (middle, height - EDGE - step),
    )
    items: list[Item] = []
    for row, (x, y) in zip(block.rows, places, strict=False):
        strip = Area(x - side / 2, y, side, LETTERS * 1.2)
        items.append(Text(strip, as_is(row.name), LETTERS, "ink", "text"))
        area = Area(x - WIDE / 2, y + LETTERS * 1.3, WIDE, HIGH)
        items.extend(_face(row.groups[0][0], area))
    return items, width, height
