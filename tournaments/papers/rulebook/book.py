"""The contents of a rulebook and the style of its pages, as plain values: nothing here knows a game
or a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from tournaments.papers.theme import SIZES

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing
    from rulesets.formats.card import Layout
    from rulesets.rule_texts import OptionNote
    from tournaments.papers.data import Paper
    from tournaments.papers.scoreboards import Sheet
    from tournaments.rules.rule_text import Agreed


Size = Literal["usual", "large"]
Order = Literal["name", "kind", "source"]
Kind = Literal["pages", "booklet", "cards"]


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


class Line(NamedTuple):
    """The line of a game in the table "Find a game": its kind, which numbers of players it takes
    (2 to 8, and more), minutes (0: unknown), what it needs in short."""

    kind: str
    players: tuple[bool, ...]
    minutes: int
    needs: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """One game, or what several games share.

    `key` names it in links; `facts` are its head line (label, what); `text` is its rule text in
    Markdown, in which `labels` are the names of the options. `tables` follow the scoring.
    `pictures` are those of the text, by name. `boards` are what it is played on; `sheet` or `card`
    what it is scored on. `part`: its heading in the contents, if any. `usual`: every option and its
    default. `line`: of the table of games; `common`: key and name of the chapter that
    tells what it shares with others; `notes`: in which section, and in which words, options are
    told.
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
    line: Line | None = None
    common: tuple[str, ...] = ()
    notes: Mapping[str, OptionNote] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Credit:
    """A source, in a sentence, and the games based on it: key and name of each."""

    text: str
    games: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What is new since the last edition: a game, and what happened to it."""

    name: str
    what: tuple[str, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook.

    `front` are the chapters that hold for every game; `about` is a text in Markdown; `glossary` has
    words and what they mean, in Markdown; `since` names the edition from which `changes` are
    counted.
    """

    title: str
    family: str
    year: str
    edition: str
    chapters: tuple[Chapter, ...]
    front: tuple[Chapter, ...]
    about: str
    credits: tuple[Credit, ...] = ()
    changes: tuple[Change, ...] = ()
    since: str = ""
    language: str = "en"
    dedication: str = ""
    glossary: tuple[tuple[str, str], ...] = ()


MM = 72 / 25.4


class PageStyle(NamedTuple):
    """The sizes of a page in points: of the paper, the type, the line height, the margins; how many
    columns it has, and what lies between them; the size of titles, and how many letters fit in one;
    the letters in a full line; how high a picture may be; how full the last page of a chapter may
    be at most for its type to be made smaller to save it (0: never)."""

    width: float
    height: float
    size: float
    line_height: float
    inside: float
    outside: float
    top: float
    bottom: float
    title: float
    title_letters: int
    letters: int
    picture: float
    columns: int = 1
    gutter: float = 0.0
    spare: float = 0.0

    @property
    def measure(self) -> float:
        """The width of the text."""
        return self.width - self.inside - self.outside


A4 = PageStyle(
    *SIZES["a4"], 10.3, 13.4, 19 * MM, 19 * MM, 22 * MM, 20 * MM, 31, 27, 53, 62 * MM,
    columns=2, gutter=8 * MM, spare=0.2,
)  # fmt: skip
LARGE = PageStyle(
    *SIZES["a4"], 15.5, 20, 22 * MM, 22 * MM, 25 * MM, 24 * MM, 40, 20, 66, 85 * MM
)  # fmt: skip
A5 = PageStyle(
    *SIZES["a5"], 9.6, 12.5, 19 * MM, 23 * MM, 21 * MM, 18 * MM, 27, 19, 66, 56 * MM, spare=0.3
)  # fmt: skip
LARGE_A5 = PageStyle(
    *SIZES["a5"], 12.4, 16.2, 13 * MM, 13 * MM, 19 * MM, 17 * MM, 30, 17, 60, 60 * MM
)  # fmt: skip
LETTER, HALF_LETTER = SIZES["letter"], (SIZES["letter"][1] / 2, SIZES["letter"][0])
STYLES: dict[tuple[str, Size], PageStyle] = {
    ("a4", "usual"): A4,
    ("a4", "large"): LARGE,
    ("letter", "usual"): A4._replace(
        width=LETTER[0], height=LETTER[1], top=20 * MM, bottom=18 * MM, letters=55
    ),
    ("letter", "large"): LARGE._replace(
        width=LETTER[0], height=LETTER[1], inside=25 * MM, outside=25 * MM, top=23 * MM,
        bottom=22 * MM,
    ),
    ("a5", "usual"): A5,
    ("a5", "large"): LARGE_A5,
    ("half letter", "usual"): A5._replace(
        width=HALF_LETTER[0], height=HALF_LETTER[1], size=9.3, line_height=12.1, inside=17 * MM,
        outside=20 * MM,
    ),
    ("half letter", "large"): LARGE_A5._replace(
        width=HALF_LETTER[0], height=HALF_LETTER[1], size=11.8, line_height=15.4
    ),
}  # fmt: skip
CARD = PageStyle(*SIZES["a6"], 9.4, 12.2, 8 * MM, 8 * MM, 8 * MM, 9 * MM, 19, 15, 46, 40 * MM)


@dataclass(frozen=True, slots=True)
class BookStyle:
    """The paper, the size of the type, and what is printed: pages, a booklet whose sheets are
    folded, or cards for quick reference."""

    paper: Paper = "a4"
    size: Size = "usual"
    kind: Kind = "pages"

    @property
    def page(self) -> PageStyle:
        """The sizes of a page. Half a sheet of A5 is an A5 page made smaller as it is folded."""
        if self.kind == "cards":
            return CARD
        if self.kind == "pages" or self.paper == "a5":
            return STYLES[self.paper, self.size]
        return STYLES["a5" if self.paper == "a4" else "half letter", self.size]
