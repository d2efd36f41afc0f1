"""Cards on the table, drawn from lines of a rule text: hands, melds, what is laid off, a trick, a
deal play by play; and dice.

    Ann runs: 5H 6H 7H 8H, JS JD JC, 2S AD 3C
    Bo lays off: +9H
    (Ann runs with six.)

A line is a name, a colon, and cards; a comma is a gap between groups. A card is its rank and suit
("10H", of the Extended Deck also "DRS", "RVS", "SKS"), "JK" a joker, "##" a card face down. "JK=9H"
stands for another card. "+" before a card: it is laid on afterwards, and drawn raised; "^": it
lies crosswise; "#": it lies on a card that is face down. "*" behind it: it wins, or the picture is
about it. "d5" is a die. A last line in brackets is the caption.

Behind the fence stands how they lie: "cards" in rows, "cards trick" round a table, "cards columns"
in numbered columns, one for each trick (or each card that is played: "." is nobody's card). With
"janken" the suits are those of the Janken Deck, R P S L W.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.cards.deck import (
    ALL_SUITS,
    FRENCH,
    JANKEN,
    SPECIAL_NAMES,
    SPECIAL_RANKS,
    SUIT_SYMBOLS,
    SUITS,
)
from rulesets.drawing.shapes import die, star
from rulesets.drawing.suits import ASPECT, back, card, five_suit_card
from rulesets.drawing.vectors import Area, Drawing, Group, Item, Rect, Text, text_width
from rulesets.engine.text import Phrase, as_is, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CARD = re.compile(
    r"(?P<lies>[+^#]?)(?P<face>##|JK|d[1-6]|(?:DR|RV|SK)[SHDC]|(?:10|[2-9AKQJ])[SHDCRPLW]|\.)"
    r"(?:=(?P<stands>(?:10|[2-9AKQJ])[SHDC]))?(?P<marked>\*?)"
)
JOKER, DOWN, NOBODYS = "JK", "##", "."
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
RANKS |= dict(zip(SPECIAL_RANKS, SPECIAL_NAMES, strict=True))
RAISED, CROSSWISE, ON_BLIND = "+^#"
LYING = {RAISED: ", laid on", CROSSWISE: ", crosswise", ON_BLIND: ", on a card face down"}
LAYOUTS = ("trick", "columns")
DECK = "janken"
NO_CARD = "“{word}” is no card."
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
USUAL = 700.0  # width of cards up to which names keep that size
DIE = HIGH * 0.62


class CardRowsError(ValueError):
    """A block of cards with something that is no card; `words` say what."""

    def __init__(self, template: str, **params: str) -> None:
        self.words = Phrase(template, params)
        super().__init__(self.words.text)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card as it lies: its face ("##": down, ".": none) and the number of its suit, what it
    stands for, how it lies (a key of LYING, or ""), and whether it is marked. Or a die ("d5")."""

    face: str
    suit: int = -1
    stands: str = ""
    lies: str = ""
    marked: bool = False

    @property
    def rank(self) -> str:
        """The rank of a card that has one."""
        return self.face[:-1]

    @property
    def spoken(self) -> str:
        """The words of a screen reader."""
        if self.face == DOWN:
            words = "a card face down"
        elif self.face == JOKER:
            words = "joker"
        elif self.suit < 0:
            words = "nobody’s card" if self.face == NOBODYS else f"a die with {self.face[1]}"
        else:
            words = _spoken(self.rank, self.suit)
        if self.stands:
            words += f" as {_spoken(self.stands[:-1], SUITS.index(self.stands[-1]))}"
        return words + LYING.get(self.lies, "") + (" (this one)" if self.marked else "")


def _spoken(rank: str, suit: int) -> str:
    name = ALL_SUITS[suit].name
    return f"{RANKS.get(rank, rank)} of {name.lower() if suit in FRENCH else name}"


@dataclass(frozen=True, slots=True)
class CardRow:
    """A line: a name, and groups of cards."""

    name: str
    groups: tuple[tuple[LaidCard, ...], ...]

    @property
    def cards(self) -> tuple[LaidCard, ...]:
        return tuple(laid_card for group in self.groups for laid_card in group)


@dataclass(frozen=True, slots=True)
class CardRows:
    """A block of cards: how they lie, its lines, and what it shows."""

    layout: str
    rows: tuple[CardRow, ...]
    caption: str = ""


BLOCK = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>cards(?:[ \t][^`\n]*)?)\n"
    r"(?P<text>.*?)(?:^ {0,3}(?P=fence)|\Z)",
    re.MULTILINE | re.DOTALL,
)


def card_rows_errors(text: str) -> Iterator[CardRowsError]:
    """Find what is no card in the blocks of a rule text: one error for each such block."""
    for block in BLOCK.finditer(text):
        try:
            read_card_rows(block["info"], block["text"])
        except CardRowsError as error:
            yield error


def read_card_rows(info: str, text: str) -> CardRows:
    """Return the cards of a fenced block; info: what stands behind its fence ("cards trick").

    Raises CardRowsError for anything that is no card.
    """
    layout = "row"
    suits: tuple[int, ...] = FRENCH
    for word in info.split()[1:]:
        if word == DECK:
            suits = JANKEN
        elif word in LAYOUTS:
            layout = word
        else:
            raise CardRowsError(
                "Cards lie in rows, in columns or as a trick, not as “{word}”.", word=word
            )
    rows, caption = [], ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("("):
            caption = line.removeprefix("(").removesuffix(")")
            continue
        name, _colon, cards = line.rpartition(":")
        groups = (
            tuple(_read(word, suits) for word in part.split())
            for part in cards.split(",")
            if part.strip()
        )
        rows.append(CardRow(name.strip(), tuple(groups)))
    if not rows or not all(row.groups for row in rows):
        raise CardRowsError("There is a line without cards.")
    if layout == "trick" and (len(rows) > AROUND or any(len(row.cards) > 1 for row in rows)):
        raise CardRowsError("A trick has one card from each of up to four players.")
    if layout == "columns" and len({len(row.cards) for row in rows}) > 1:
        raise CardRowsError("In columns every line is of the same length; “.” is nobody’s card.")
    if layout != "columns" and any(
        laid_card.face == NOBODYS for row in rows for laid_card in row.cards
    ):
        raise CardRowsError(NO_CARD, word=NOBODYS)
    return CardRows(layout, tuple(rows), caption)


def _read(word: str, suits: Sequence[int]) -> LaidCard:
    match = CARD.fullmatch(word)
    suit = -1
    if match is not None and match["face"] != JOKER and match["face"][-1].isalpha():
        suit = next(
            (number for number in suits if ALL_SUITS[number].letter == match["face"][-1]), -1
        )
        match = match if suit >= 0 else None
    if match is None:
        raise CardRowsError(NO_CARD, word=word)
    return LaidCard(
        match["face"], suit, match["stands"] or "", match["lies"], bool(match["marked"])
    )


def draw_card_rows(block: CardRows) -> Drawing:
    """Return the picture of a block."""
    draw = {"trick": _trick, "columns": _columns}.get(block.layout, _rows)
    items, width, height = draw(block)
    words = tuple(
        as_is(f"{row.name}: {_cards_of(row)}" if row.name else _cards_of(row)) for row in block.rows
    )
    return Drawing(width, height, say("Cards on the table"), words, tuple(items))


def _cards_of(row: CardRow) -> str:
    return "; ".join(", ".join(laid_card.spoken for laid_card in group) for group in row.groups)


# --- drawing --------------------------------------------------------------------------------------


def _size_names(block: CardRows, wide: float) -> tuple[float, float]:
    """The size of the letters beside cards that are so wide together, and the room for names: the
    wider, the smaller everything is shown."""
    size = LETTERS * max(1.0, wide / USUAL)
    return size, min(NAME * size / LETTERS, max(text_width(row.name) for row in block.rows) * size)


def _name(row: CardRow, top: float, room: float, size: float) -> Text:
    """The name at the left of a line."""
    return Text(Area(EDGE, top, room, HIGH), as_is(row.name), size, "ink", "text", "end", 2)


def _rows(block: CardRows) -> tuple[list[Item], float, float]:
    roomy = all(len(row.cards) <= FEW for row in block.rows)
    wide = max(_line([], row, 0.0, 0.0, roomy=roomy) for row in block.rows)
    size, names = _size_names(block, wide)
    left = EDGE + (names + LINE if names else 0.0)
    items: list[Item] = []
    y = EDGE
    for row in block.rows:
        lifted = any(laid_card.lies in (RAISED, ON_BLIND) for laid_card in row.cards)
        top = y + (LIFT if lifted else 0.0)
        if row.name:
            items.append(_name(row, top, names, size))
        _line(items, row, left, top, roomy=roomy)
        y = top + HIGH + (BELOW if any(laid_card.stands for laid_card in row.cards) else 0.0) + LINE
    return items, left + wide + EDGE, y - LINE + EDGE


def _line(items: list[Item], row: CardRow, x: float, top: float, *, roomy: bool) -> float:
    """Add the cards of a line; return where they end."""
    for group in row.groups:
        x = _group(items, group, x, top, roomy=roomy) + GAP
    return x - GAP


def _group(
    items: list[Item], group: tuple[LaidCard, ...], x: float, top: float, *, roomy: bool
) -> float:
    """Add the cards of a group; return where it ends."""
    side_by_side = roomy or any(
        laid_card.stands or laid_card.lies == CROSSWISE for laid_card in group
    )
    for place, laid_card in enumerate(group):
        last = place == len(group) - 1
        y = top - LIFT if laid_card.lies == RAISED else top
        if laid_card.lies == CROSSWISE:
            area = Area(x + (HIGH - WIDE) / 2, y, WIDE, HIGH)
            items.append(Group(_face(laid_card, area), turn=90.0, about=area.middle))
            x += HIGH if last else HIGH + 10
            continue
        area = Area(x, y, WIDE, HIGH)
        if laid_card.lies == ON_BLIND:  # of the card below, the upper edge is seen
            items.extend(back(Area(x, y - LIFT, WIDE, HIGH)))
        items.extend(_face(laid_card, area, covered=not last and not side_by_side))
        if laid_card.stands:
            strip = Area(x - 8, area.foot + 4, WIDE + 16, BELOW - 8)
            sign = SUIT_SYMBOLS[SUITS.index(laid_card.stands[-1])]
            items.append(
                Text(strip, as_is(f"= {laid_card.stands[:-1]}{sign}"), LETTERS, "ink", "text")
            )
        x += WIDE if last else APART if side_by_side else COVERED
    return x


def _face(laid: LaidCard, area: Area, *, covered: bool = False) -> tuple[Item, ...]:
    if laid.face == DOWN:
        picture = back(area)
    elif laid.face == JOKER:
        name = Area(area.x + 4, area.y + area.height * 0.58, area.width - 8, area.height * 0.3)
        blank = card(area, "", "S")[0]
        picture = (
            blank,
            star(area.middle[0], area.y + area.height * 0.32, area.height * 0.18),
            Text(name, say("Joker"), area.height * 0.2, "ink", "text"),
        )
    elif laid.suit < 0:
        area = Area(area.x + (area.width - DIE) / 2, area.y + (area.height - DIE) / 2, DIE, DIE)
        picture = die(area, int(laid.face[1]))
    elif laid.suit in JANKEN:
        picture = five_suit_card(area, laid.rank, laid.suit)
    else:
        picture = card(area, laid.rank, laid.face[-1], covered=covered)
    if not laid.marked:
        return picture
    return (*picture, Rect(area, None, "ink", area.height * 0.05, area.height * 0.09))


def _columns(block: CardRows) -> tuple[list[Item], float, float]:
    """A line for each player below numbers: what they played to each trick."""
    count = len(block.rows[0].cards)
    size, names = _size_names(block, count * APART)
    left = EDGE + (names + LINE if names else 0.0)
    top = EDGE + size * 1.4
    items: list[Item] = [
        Text(Area(left + place * APART, EDGE, WIDE, size * 1.2), as_is(str(place + 1)), size)
        for place in range(count)
    ]
    for line, row in enumerate(block.rows):
        y = top + line * (HIGH + 10)
        items.append(_name(row, y, names, size))
        for place, laid_card in enumerate(row.cards):
            if laid_card.face != NOBODYS:
                items.extend(_face(laid_card, Area(left + place * APART, y, WIDE, HIGH)))
    return items, left + count * APART - 10 + EDGE, top + len(block.rows) * (HIGH + 10) - 10 + EDGE


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
