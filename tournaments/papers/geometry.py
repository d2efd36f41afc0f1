"""Boxes on a page (points from the lower left corner, as PDF counts), and text fitted into them:
shrunk, then wrapped, never clipped."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.papers.typefaces import Face, letters, shape

BREAKS = re.compile(r"[^\S\u00a0\u2007\u202f]+")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; x, y is its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, sideways: float, upright: float | None = None) -> "Box":
        """The box without a margin on each side (and another above and below)."""
        up = sideways if upright is None else upright
        return Box(self.x + sideways, self.y + up, self.width - 2 * sideways, self.height - 2 * up)

    def from_top(self, height: float, skip: float = 0.0) -> "Box":
        """The strip of `height` that begins `skip` below the upper edge."""
        return Box(self.x, self.top - skip - height, self.width, height)

    def below(self, height: float) -> "Box":
        """The box without a strip of `height` at the upper edge."""
        return Box(self.x, self.y, self.width, self.height - height)

    def above(self, height: float) -> "Box":
        """The box without a strip of `height` at the lower edge."""
        return Box(self.x, self.y + height, self.width, self.height - height)

    def columns(self, count: int, gap: float = 0.0) -> tuple["Box", ...]:
        """Split into `count` columns of one width, from left to right."""
        width = (self.width - gap * (count - 1)) / count
        return tuple(
            Box(self.x + i * (width + gap), self.y, width, self.height) for i in range(count)
        )

    def rows(self, count: int, gap: float = 0.0) -> tuple["Box", ...]:
        """Split into `count` rows of one height, from the top down."""
        height = (self.height - gap * (count - 1)) / count
        return tuple(
            Box(self.x, self.top - height - i * (height + gap), self.width, height)
            for i in range(count)
        )

    def grid(
        self, across: int, down: int, gap: float = 0.0, row_gap: float | None = None
    ) -> tuple["Box", ...]:
        """Split into cells, row by row from the top left."""
        upright = gap if row_gap is None else row_gap
        return tuple(cell for row in self.rows(down, upright) for cell in row.columns(across, gap))


LEADING = 1.18
"""Distance from line to line as a multiple of the size."""

READABLE = 6.0
"""What type is not smaller than while there is room for more lines, in points."""

WORTH_WHOLE_WORDS = 0.45
"""How far small type is shrunk, as a share of its size, before a word is broken."""


def column_widths(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """The widths of the columns of a table: what each needs at best, or if that is too wide, what
    it needs at `least` and its share of the rest; all narrower alike where not even that fits."""
    if sum(natural) <= room:
        return [*natural]
    if sum(least) >= room:
        return [width * room / sum(least) for width in least]
    share = (room - sum(least)) / (sum(natural) - sum(least))
    return [low + (need - low) * share for need, low in zip(natural, least, strict=True)]


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines in reading order and the size in points at which all of them fit."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """Height of the block in points, from the top of the first line to the bottom of the
        last."""
        return len(self.lines) * LEADING * self.size


@lru_cache(maxsize=20_000)
def fit(
    text: str,
    face: Face,
    *,
    size: float,
    width: float,
    height: float,
    floor: float = 0.7,
    most_lines: int = 4,
) -> Fitted:
    """Set `text` as large as a box of `width` × `height` points allows, at most at `size`.

    One line is kept as long as it needs no less than `floor` × `size`; then the fewest lines that
    reach this size are used, else the number of lines that gives the largest type. Words are broken
    only if whole words cannot reach a readable size; where `most_lines` are not readable, as many
    are used as the height allows.
    """
    if shape(text, face).width * size <= width and size * LEADING <= height:
        return Fitted((text,), size)
    best = _fitted(text, face, size, width, height, floor, most_lines)
    lines = int(height / (min(size, READABLE) * LEADING))
    if best.size < min(size, READABLE) and lines > most_lines:
        more = _fitted(text, face, size, width, height, floor, lines)
        best = more if more.size > best.size else best
    return best


def _fitted(
    text: str,
    face: Face,
    size: float,
    width: float,
    height: float,
    floor: float,
    most_lines: int,
) -> Fitted:
    """The best of the settings in at most so many lines."""
    worth = WORTH_WHOLE_WORDS * size
    best = Fitted((text,), 0.0)
    for lines, whole_words in _candidates(text, face, most_lines):
        if not whole_words and best.size >= (READABLE if size > READABLE else worth):
            return best
        widest = max(shape(line, face).width for line in lines)
        fitting = min(
            size,
            width / widest if widest else size,
            height / (len(lines) * LEADING),
        )
        if fitting >= floor * size:
            return Fitted(lines, fitting)
        if fitting > best.size * 1.04:
            best = Fitted(lines, fitting)
    return best


def _candidates(text: str, face: Face, most_lines: int) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield settings in 1, 2, ... lines: broken at spaces, then at hyphens, then anywhere.

    With each comes whether its words are whole.
    """
    words = _words(text)
    at_hyphens = [part for word in words for part in re.findall(r"[^-‐]*[-‐]+|[^-‐]+", word)]
    seen: set[tuple[str, ...]] = set()
    for pieces in (words, at_hyphens):
        for count in range(1, min(most_lines, len(pieces)) + 1):
            lines = _balanced(pieces, face, count)
            if lines not in seen:
                seen.add(lines)
                yield lines, True
    for count in range(2, most_lines + 1):
        if len(text) >= 3 * count:
            yield _balanced(_broken(at_hyphens, face, count), face, count), False


def _broken(pieces: list[str], face: Face, count: int) -> list[str]:
    """Cut pieces that are wider than their share of the lines into letters."""
    share = shape("".join(pieces).strip(), face).width / count
    broken: list[str] = []
    for piece in pieces:
        if shape(piece, face).width > share:
            first, *more = letters(piece.lstrip())
            broken += [piece[: len(piece) - len(piece.lstrip())] + first, *more]
        else:
            broken.append(piece)
    return broken


def _balanced(pieces: list[str], face: Face, count: int) -> tuple[str, ...]:
    """Set `pieces` in at most `count` lines so that the widest line is as narrow as possible."""
    whole = "".join(pieces).strip()
    lines: tuple[str, ...] = (whole,)
    if count == 1:
        return lines
    low, high = 0.0, shape(whole, face).width
    for _ in range(9):
        limit = (low + high) / 2
        tried = _filled(pieces, face, limit)
        if len(tried) <= count:
            lines, high = tried, limit
        else:
            low = limit
    return lines


def _filled(pieces: list[str], face: Face, limit: float) -> tuple[str, ...]:
    lines: list[str] = []
    current = ""
    for piece in pieces:
        longer = current + piece if current else piece.lstrip()
        if current and shape(longer, face).width > limit:
            lines.append(current.rstrip())
            current = piece.lstrip()
        else:
            current = longer
    return (*lines, current.rstrip())


def paragraph(text: str, face: Face, size: float, width: float) -> tuple[str, ...]:
    """Break running text into lines of at most `width` points at a fixed `size`."""
    return _filled(_words(text), face, width / size)


def unbroken(text: str) -> str:
    """A text that stands on one line, such as the page of a book."""
    return text.replace(" ", "\u00a0")


def _words(text: str) -> list[str]:
    """The words of a text, each with the space before it; spaces that do not break stay within."""
    return [f" {word}" for word in BREAKS.split(text) if word] or [""]
