"""How the pages of a rulebook look: the paper, the measure, the sizes of the type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tournaments.papers.theme import SIZES

if TYPE_CHECKING:
    from tournaments.papers.data import Paper
    from tournaments.papers.rulebook.book import Size

SMALL, LARGE = 500.0, 300.0  # a page narrower than this is a small one, or a tiny one


class Setting(NamedTuple):
    """Sizes in points: of the type, from line to line, of a full line, of the margin at the fold,
    and from the upper edge to the first line; and how many lines a page has.

    The measure holds 62 to 69 letters; in large print as many as the paper allows.
    """

    base: float
    leading: float
    measure: float
    inner: float
    top: float
    lines: int


A4 = Setting(12.9, 16.8, 386, 88, 96, 41)
A5 = Setting(9.9, 13.4, 296, 54, 72, 35)
SETTINGS: dict[tuple[str, Size], Setting] = {
    ("a4", "usual"): A4,
    ("a4", "large"): Setting(15.6, 20.2, 466, 57, 84, 34),
    ("letter", "usual"): A4._replace(inner=96, top=84, lines=38),
    ("letter", "large"): Setting(15.6, 20.2, 466, 64, 78, 32),
    ("a5", "usual"): A5,
    ("a5", "large"): Setting(12.4, 16.2, 346, 32, 58, 30),
    ("half letter", "usual"): Setting(9.6, 13.0, 287, 48, 70, 37),
    ("half letter", "large"): Setting(11.8, 15.4, 330, 30, 58, 33),
}
TRACK = 0.07  # between small capitals, by their size
INDENT = 1.4  # of a paragraph, by the size of the text
SPACE, STRETCH, SHRINK = 0.235, 0.13, 0.07  # between words, by the size of the text


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

    @cached_property
    def setting(self) -> Setting:
        """The sizes of this page; half an A5 is an A5 made smaller."""
        if not self.folded:
            return SETTINGS[self.paper, self.size]
        if self.paper == "a5":
            scale = self.page[0] / SIZES["a5"][0]
            base, leading, measure, inner, top, lines = A5
            sizes = (base * scale, leading * scale, measure * scale, inner * scale, top * scale)
            return Setting(*sizes, lines)
        return SETTINGS["a5" if self.paper == "a4" else "half letter", self.size]

    @property
    def base(self) -> float:
        """The size of running text in points."""
        return self.setting.base

    @property
    def leading(self) -> float:
        """From line to line."""
        return self.setting.leading

    @property
    def measure(self) -> float:
        """The width of the running text."""
        return self.setting.measure

    @property
    def height(self) -> float:
        """The height of the text."""
        return self.setting.lines * self.leading

    @property
    def head(self) -> float:
        """The upper edge of the text, from the foot of the page."""
        return self.page[1] - self.setting.top

    @property
    def foot(self) -> float:
        """The lower edge of the text."""
        return self.head - self.height

    def left(self, *, left_hand: bool) -> float:
        """Where the text begins on a page that lies on that side of an open book."""
        inner = self.setting.inner
        return self.page[0] - inner - self.measure if left_hand else inner

    @property
    def small(self) -> float:
        """The size of tables."""
        return self.base * 0.93

    @property
    def caps(self) -> float:
        """The size of small capitals that stand alone."""
        return self.base * 0.92
