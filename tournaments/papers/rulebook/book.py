"""The contents of a rulebook and the style of its pages, as plain values: nothing here knows a game
or a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from tournaments.papers.theme import SIZES

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing
    from rulesets.formats.card import Layout
    from tournaments.papers.data import Paper
    from tournaments.papers.scoreboards import Sheet
    from tournaments.rules.rule_text import Agreed


Size = Literal["usual", "large"]
Order = Literal["name", "kind", "source"]


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: a title, a heading for each column, and its rows. `proof`: the numbers in it; a
    table of the text that has them all makes it superfluous."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    proof: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rules in force under a name ("To 75 only")."""

    name: str
    agreed: tuple[Agreed, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One game.

    `key` names it in links; `facts` are its head line (label, what); `text` is its rule text in
    Markdown, in which `labels` are the names of the options. `tables` follow the scoring.
    `pictures` are those of the text, by name. `boards` are what it is played on; `sheet` or `card`
    what it is scored on. `part`: its heading in the contents, if any. `usual`: every option and its
    default.
    """

    key: str
    name: str
    source: str
    text: str
    about: str = ""
    aliases: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    house: tuple[HouseRules, ...] = ()
    tables: tuple[Figures, ...] = ()
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    boards: tuple[Drawing, ...] = ()
    sheet: Sheet | None = None
    card: Layout | None = None
    part: str = ""
    usual: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Credit:
    """A source, in a sentence, and the games based on it."""

    text: str
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is new since the last edition: a game, and what happened to it."""

    name: str
    what: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook. `general` and `about` are texts in Markdown; `since` names the edition from
    which `changes` are counted; `alphabetical`: chapters follow the alphabet."""

    title: str
    family: str
    year: str
    edition: str
    chapters: tuple[Chapter, ...]
    general: str
    about: str
    credits: tuple[Credit, ...] = ()
    changes: tuple[Change, ...] = ()
    since: str = ""
    language: str = "en"
    alphabetical: bool = True


SMALL, LARGE = 500.0, 300.0  # a page narrower than this is a small one, or a tiny one


class Setting(NamedTuple):
    """Sizes in points: of the type, of the line height, of a full line, of the margin at the fold,
    and from the upper edge to the first line; and the number of lines on a page.

    A full line holds 62 to 69 letters; in large print as many as the paper allows.
    """

    base: float
    line_height: float
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
class BookStyle:
    """The paper, the size of the type, whether two pages share a sheet that is folded, and whether
    the same book gives the same bytes."""

    paper: Paper = "a4"
    size: Size = "usual"
    folded: bool = False
    invariant: bool = True

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of a page; of a folded sheet, half of it."""
        across, down = SIZES[self.paper]
        return (down / 2, across) if self.folded else (across, down)

    @cached_property
    def setting(self) -> Setting:
        """The sizes of this page; half an A5 sheet is an A5 page made smaller."""
        if not self.folded:
            return SETTINGS[self.paper, self.size]
        if self.paper == "a5":
            scale = self.page[0] / SIZES["a5"][0]
            base, line_height, measure, inner, top, lines = A5
            sizes = (base * scale, line_height * scale, measure * scale, inner * scale, top * scale)
            return Setting(*sizes, lines)
        return SETTINGS["a5" if self.paper == "a4" else "half letter", self.size]

    @property
    def base(self) -> float:
        """The size of running text in points."""
        return self.setting.base

    @property
    def line_height(self) -> float:
        """The distance from line to line in points."""
        return self.setting.line_height

    @property
    def measure(self) -> float:
        """The width of the running text."""
        return self.setting.measure

    @property
    def height(self) -> float:
        """The height of the text."""
        return self.setting.lines * self.line_height

    @property
    def head(self) -> float:
        """The upper edge of the text, from the foot of the page."""
        return self.page[1] - self.setting.top

    @property
    def foot(self) -> float:
        """The lower edge of the text."""
        return self.head - self.height

    def left(self, *, left_hand: bool) -> float:
        """The left edge of the text on a left-hand or right-hand page."""
        inner = self.setting.inner
        return self.page[0] - inner - self.measure if left_hand else inner

    @property
    def small(self) -> float:
        """The size of tables."""
        return self.base * 0.93

    @property
    def caps(self) -> float:
        """The size of small capitals on a line of their own."""
        return self.base * 0.92
