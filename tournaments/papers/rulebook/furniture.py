"""What stands round the text of each page: the running head and the number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.papers.pen import Align, caps_width
from tournaments.papers.rulebook.looks import TRACK
from tournaments.papers.typefaces import Face

if TYPE_CHECKING:
    from tournaments.papers.rulebook.pieces import Sheet

_OUTER: dict[bool, Align] = {True: "left", False: "right"}
RISE, DROP = 2.1, 1.2  # lines from the text to its head, and to a number below it
APART = 2.6  # lines from the outer edge to the words of a running head
EDGE = 0.03  # of a page that is one picture: how far from its edges the number stands


def draw_furniture(sheet: Sheet, number: str, words: str, *, left_hand: bool, opens: bool) -> None:
    """The running head with the number at the outer edge; where a chapter opens, the number alone,
    below the text. `words`: the book's title on the left, on the right what is told."""
    with sheet.part(None):
        if opens:
            _below(sheet, number)
        else:
            _above(sheet, number, words, left_hand=left_hand)


def _below(sheet: Sheet, number: str) -> None:
    looks = sheet.looks
    y = looks.foot - looks.leading * DROP
    sheet.pen.text(sheet.x + looks.measure / 2, y, number, looks.base, Face.BOOK, align="center")


def _above(sheet: Sheet, number: str, words: str, *, left_hand: bool) -> None:
    """Words and number in the order in which they are read."""
    looks, pen = sheet.looks, sheet.pen
    y = looks.head + looks.leading * RISE
    room = looks.measure - looks.leading * APART
    size = looks.caps
    size *= min(1.0, room / max(1.0, caps_width(words, size, TRACK)))
    if left_hand:
        pen.text(sheet.x, y, number, looks.base, Face.BOOK)
        pen.caps(sheet.x + looks.leading * APART, y, words, size, track=TRACK)
    else:
        right = sheet.x + looks.measure
        pen.caps(right - looks.leading * APART, y, words, size, track=TRACK, align="right")
        pen.text(right, y, number, looks.base, Face.BOOK, align="right")


def draw_number(sheet: Sheet, number: str, *, left_hand: bool) -> None:
    """The number of a page that is one picture, in its outer corner."""
    across, down = sheet.looks.page
    x = across * 0.06 if left_hand else across * 0.94
    with sheet.part(None):
        size, align = sheet.looks.base * 0.9, _OUTER[left_hand]
        sheet.pen.text(x, down * EDGE, number, size, Face.BOOK, align=align)
