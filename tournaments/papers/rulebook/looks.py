"""How the pages of a rulebook look: the paper, the measure, the type scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from tournaments.papers.theme import SIZES
from tournaments.papers.typefaces import Face, font

if TYPE_CHECKING:
    from tournaments.papers.data import Paper
    from tournaments.papers.rulebook.book import Size

LEADING = 1.4
WIDE = 500.0  # points of a page that has a margin for headings
SIDE = 104.0  # that margin
GAP = 14.0
SECTION = 2  # the level of a section's heading
DEEPEST = 5  # how far lists within lists are told apart


@dataclass(frozen=True)
class Looks:
    """The paper, the size of the type, whether two pages share a sheet that is folded, and whether
    the same book gives the same bytes."""

    paper: Paper = "a4"
    size: Size = "usual"
    folded: bool = False
    invariant: bool = True

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page: of a folded sheet, half of it."""
        across, down = SIZES[self.paper]
        return (down / 2, across) if self.folded else (across, down)

    @property
    def narrow(self) -> bool:
        """Whether the page is a small one."""
        return self.page[0] < WIDE

    @property
    def base(self) -> float:
        """The size of running text in points."""
        usual, large = (8.9, 12.6) if self.narrow else (10.2, 15.0)
        size = large if self.size == "large" else usual
        return size * min(1.0, self.page[0] / 390) if self.narrow else size

    @property
    def margin(self) -> float:
        """What stays free on each side."""
        return self.page[0] * (0.092 if self.narrow else 0.09)

    @property
    def side(self) -> float:
        """The margin in which headings stand, gap included; 0 where they stand above the text."""
        return 0.0 if self.narrow or self.size == "large" else SIDE + GAP

    @property
    def whole(self) -> float:
        """The width between the margins."""
        return self.page[0] - 2 * self.margin

    @property
    def measure(self) -> float:
        """The width of the running text."""
        return self.whole - self.side

    @property
    def top(self) -> float:
        """From the upper edge to the text."""
        return self.page[1] * 0.088

    @property
    def foot(self) -> float:
        """From the lower edge to the text."""
        return self.page[1] * 0.082

    @property
    def height(self) -> float:
        """The height of the text."""
        return self.page[1] - self.top - self.foot

    @property
    def small(self) -> float:
        """Tables, captions."""
        return self.base * (0.9 if self.size == "usual" else 0.84)

    @property
    def fine(self) -> float:
        """Running heads and notes."""
        return self.base * (0.78 if self.size == "usual" else 0.66)

    @property
    def title(self) -> float:
        """The name of a chapter."""
        return self.base * (2.35 if self.size == "usual" else 1.9)

    @cached_property
    def text(self) -> ParagraphStyle:
        """Running text."""
        _known()
        return ParagraphStyle(
            "text",
            fontName=Face.TEXT.value,
            fontSize=self.base,
            leading=self.base * LEADING,
            spaceAfter=self.base * 0.5,
            allowWidows=0,
            allowOrphans=0,
            splitLongWords=1,
        )

    @cached_property
    def cell(self) -> ParagraphStyle:
        """Words in a table."""
        return ParagraphStyle(
            "cell",
            self.text,
            fontSize=self.small,
            leading=self.small * 1.26,
            spaceAfter=0,
        )

    @cached_property
    def strong(self) -> ParagraphStyle:
        """The head of a table."""
        return ParagraphStyle("strong", self.cell, fontName=Face.BOLD.value)

    @cached_property
    def caption(self) -> ParagraphStyle:
        """What is said beside a title."""
        return ParagraphStyle("caption", self.cell, textColor="#555555", spaceAfter=self.base * 0.7)

    @cached_property
    def below(self) -> ParagraphStyle:
        """What stands below a picture."""
        return ParagraphStyle("below", self.caption, alignment=TA_CENTER)

    @cached_property
    def lead(self) -> ParagraphStyle:
        """The sentence that says what kind of a game it is."""
        return ParagraphStyle(
            "lead",
            self.text,
            fontSize=self.base * 1.12,
            leading=self.base * 1.12 * 1.36,
            spaceAfter=self.base * 0.8,
        )

    def heading(self, level: int) -> ParagraphStyle:
        """A heading within a chapter: 2 of a section, 3 and more below it."""
        return self._headings[level > SECTION]

    @cached_property
    def _headings(self) -> tuple[ParagraphStyle, ParagraphStyle]:
        section, below = (
            ParagraphStyle(
                name,
                self.text,
                fontName=Face.BOLD.value,
                fontSize=self.base * size,
                leading=self.base * size * 1.25,
                spaceBefore=self.base * before,
                spaceAfter=self.base * 0.3,
            )
            for name, size, before in (("section", 1.16, 1.2), ("below", 1.0, 0.7))
        )
        return section, below

    @staticmethod
    def right(style: ParagraphStyle) -> ParagraphStyle:
        """The same, set to the right."""
        return _to_the_right(style)

    def item(self, depth: int) -> ParagraphStyle:
        """A point of a list; `depth` counts from 0."""
        return self._items[min(depth, DEEPEST)]

    @cached_property
    def _items(self) -> tuple[ParagraphStyle, ...]:
        step = self.base * 1.55
        return tuple(
            ParagraphStyle(
                f"item{depth}",
                self.text,
                leftIndent=step * (depth + 1),
                bulletIndent=step * depth + self.base * 0.25,
                bulletFontName=Face.TEXT.value,
                bulletFontSize=self.base,
                spaceAfter=self.base * 0.32,
            )
            for depth in range(DEEPEST + 1)
        )

    @cached_property
    def agreed(self) -> ParagraphStyle:
        """What a family plays otherwise, below the rule that it changes."""
        indent = self.base * 1.55 + 8
        return ParagraphStyle("agreed", self.cell, leftIndent=indent, spaceAfter=self.base * 0.5)


@cache
def _known() -> None:
    """Let texts change to any of the faces; a face is no family, so bold is a face of its own."""
    for face in Face:
        if face is not Face.FALLBACK:  # the large one is read where a text needs it
            font(face)


@cache
def _to_the_right(style: ParagraphStyle) -> ParagraphStyle:
    return ParagraphStyle(f"{style.name}-right", style, alignment=TA_RIGHT)
