"""Contents and index: lines that know the page of what they name only when they are drawn."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reportlab.platypus import Flowable

from tournaments.papers.fitting import fit
from tournaments.papers.pen import GREY, HAIR, Pen
from tournaments.papers.typefaces import Face, width

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.papers.rulebook.looks import Looks
    from tournaments.papers.rulebook.press import Press


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the index: a word, the places that it leads to, and what is said beside it."""

    word: str
    keys: tuple[str, ...]
    see: str = ""


class Line(Flowable):
    """A name, dots, and the page of it. The whole line is a link."""

    def __init__(
        self, press: Press, text: str, keys: Iterable[str], height: float, *, depth: int = 0
    ) -> None:
        super().__init__()
        self.press, self.text, self.keys = press, text, tuple(keys)
        self.tall, self.depth = height, depth

    def wrap(self, across: float, _down: float) -> tuple[float, float]:
        self.across = across
        return across, self.tall

    def draw(self) -> None:
        pen, looks = Pen(self.canv), self.press.looks
        numbers = [number for key in self.keys if (number := self.press.number_of(key))]
        told = ", ".join(dict.fromkeys(numbers))
        face = Face.TEXT if self.depth else Face.BOLD
        size = looks.base * (1.0 if self.depth else 1.06)
        left = self.depth * looks.base * 1.2
        y = self.tall * 0.28
        right = width(told, face, size)
        room = self.across - right - left - size * 1.6
        fitted = fit(
            self.text, face, size=size, width=room, height=size * 2, floor=0.5, most_lines=1
        )
        taken = pen.text(left, y, fitted.lines[0], fitted.size, face)
        _dots(pen, left + taken + size * 0.4, self.across - right - size * 0.4, y, size)
        pen.text(self.across, y, told, size, face, align="right")
        link(self.canv, self.keys, self.press, (0, 0, self.across, self.tall))


class Letter(Flowable):
    """A letter of the index above its entries."""

    leads = True

    def __init__(self, letter: str, looks: Looks) -> None:
        super().__init__()
        self.letter, self.looks = letter, looks
        self.spaceBefore = looks.base * 0.7

    def wrap(self, across: float, _down: float) -> tuple[float, float]:
        self.across = across
        return across, self.looks.base * 1.7

    def draw(self) -> None:
        pen = Pen(self.canv)
        pen.text(0, self.looks.base * 0.5, self.letter, self.looks.base * 1.2, Face.DISPLAY)
        pen.line(0, self.looks.base * 0.2, self.across, self.looks.base * 0.2, HAIR, GREY)


class Word(Flowable):
    """An entry of the index: on one line, or what it belongs to on a second one."""

    def __init__(self, press: Press, entry: Entry) -> None:
        super().__init__()
        self.press, self.entry = press, entry
        self.size = press.looks.base * 0.96

    def wrap(self, across: float, _down: float) -> tuple[float, float]:
        self.across = across
        see = f", {self.entry.see}" if self.entry.see else ""
        room = across - width("000, 000", Face.BOLD, self.size) - self.size
        self.torn = bool(see) and width(self.entry.word + see, Face.TEXT, self.size) > room
        return across, self.size * (2.7 if self.torn else 1.45)

    def draw(self) -> None:
        pen, size, entry = Pen(self.canv), self.size, self.entry
        numbers = [number for key in entry.keys if (number := self.press.number_of(key))]
        told = ", ".join(dict.fromkeys(numbers))
        y, line = size * 0.32, size * 1.25
        face = Face.TEXT if entry.see else Face.BOLD
        room = self.across - width(told, face, size) - size
        if self.torn:
            self._fitted(pen, 0, y + line, entry.word, self.across, 0)
            self._fitted(pen, size * 1.2, y, entry.see, room - size * 1.2, GREY)
        else:
            taken = self._fitted(pen, 0, y, entry.word, room, 0)
            if entry.see:
                pen.text(taken, y, f", {entry.see}", size, grey=GREY)
        pen.text(self.across, y, told, size, face, align="right")
        link(self.canv, entry.keys, self.press, (0, 0, self.across, size * 1.4))

    def _fitted(self, pen: Pen, x: float, y: float, text: str, room: float, grey: float) -> float:
        """Set a line, narrower where it must be; return its width."""
        size = self.size
        fitted = fit(
            text, Face.TEXT, size=size, width=room, height=size * 2, floor=0.5, most_lines=1
        )
        return pen.text(x, y, fitted.lines[0], fitted.size, grey=grey)


def link(
    canvas: Any, keys: Iterable[str], press: Press, area: tuple[float, float, float, float]
) -> None:
    """Lead from an area of the page to the first of the places that there are."""
    to = next((key for key in keys if key in press.pages), "")
    if to:
        canvas.linkRect("", to, area, relative=1, thickness=0)


def _dots(pen: Pen, left: float, right: float, y: float, size: float) -> None:
    """A line of dots, which stand below each other from line to line."""
    step = size * 0.62
    wide = width(".", Face.TEXT, size * 0.8)
    x = right - (right % step) - wide
    while x > left:
        pen.disc(x, y + size * 0.08, size * 0.045)
        x -= step


def sorting(word: str) -> tuple[bool, str]:
    """What an index goes by: letters without accents and case; figures come first."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(char for char in plain if char.isalnum() or char == " ")
    return bool(bare[:1].isalpha()), bare


def initial(word: str) -> str:
    """The letter under which a word stands; "0–9" for figures."""
    alphabetic, bare = sorting(word)
    return bare[:1].upper() if alphabetic else "0–9"
