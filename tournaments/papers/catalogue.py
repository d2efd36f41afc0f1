"""The catalogue of papers. A paper is one function from an order to its pages:

    @paper("chart", gettext_lazy("Seating chart"), gettext_lazy("The tables from above."), ...)
    def seating_chart(order: Order) -> Pages: ...

That is all that there is to know of it: the page of papers, jobs, pictures and event files read
what they need here. Every module beside this one is searched for papers.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from django.utils.translation import gettext_lazy

from tournaments.papers.data import Heading, NameList, Seats
from tournaments.papers.theme import Page, Style

if TYPE_CHECKING:
    from rulesets.formats import Format
    from rulesets.formats.card import Layout
    from tournaments.papers.board_sheets import Picture
    from tournaments.papers.data import (
        Book,
        CardPerson,
        Paper,
        Placing,
        PocketCard,
        Section,
        Slip,
        TableCode,
    )
    from tournaments.papers.rulebook.book import Chapter
    from tournaments.papers.scoreboards import Sheet


MOST_BLANK = 500
MOST_LINES = 200
LINE_CHOICES = (10, 20, 30, 40, 60)  # rounds on a blank sheet, as the page of papers offers them


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What to print and how. `only`: one entry instead of all. `count`: of blank cards, up to
    MOST_BLANK. `base`: the address in codes.

    `single`: one card on a page instead of two. `round`: which round (None: the one in play).
    `lines`: rounds on a blank sheet, up to MOST_LINES (0: as many as fill the page). `poster`: on
    several sheets to be joined. `pocket`: small enough for a pocket.
    """

    kind: str
    paper: Paper = "a4"
    only: int | None = None
    count: int = 1
    single: bool = False
    tent: bool = False
    base: str = ""
    round: int | None = None
    lines: int = 0
    poster: bool = False
    pocket: bool = False


Values = TypeVar("Values")
PartName = Literal["whole", "score", "seats", "end"]
Need = Literal["", "people", "seats", "begun", "results", "winners"]
Option = Literal["only", "count", "single", "tent", "round", "lines", "poster", "pocket"]

PARTS: dict[PartName, Any] = {
    "whole": gettext_lazy("Everything at once"),
    "score": gettext_lazy("To keep score"),
    "seats": gettext_lazy("For the tables"),
    "end": gettext_lazy("Standings and winners"),
}
"""The headings of the page of papers, in their order."""

MISSING: dict[Need, Any] = {
    "people": gettext_lazy("Enter people first."),
    "seats": gettext_lazy("Draw the seats first."),
    "begun": gettext_lazy("The game has not started yet."),
    "results": gettext_lazy("No results yet."),
    "winners": gettext_lazy("Finish the event first."),
}
"""What is said where an event has not yet got what a paper needs."""

FORMER = {"pad-slips": "slips", "rules": "reference-card"}
"""Names by which papers were asked for before."""

A_PART = 1000  # positions


class Order:
    """An order of papers: the options, and the plain values to print.

    Values are given by name; `selectors.EventOrder` reads those of an event as they are needed.
    Raises TypeError for a name that no paper knows.
    """

    format: Format | None = None
    """How the event fills its room."""

    def __init__(self, options: PrintOptions | None = None, **values: Any) -> None:
        unknown = [name for name in values if not hasattr(type(self), name)]
        if unknown:
            raise TypeError(f"an order has no {', '.join(unknown)}")
        self.options = options or PrintOptions("")
        vars(self).update(values)

    def has(self, need: Need) -> bool:
        """Whether the values that a paper needs are there."""
        return True

    def require(self, need: Need, values: Values) -> Values:
        """These values. Raises Refused if there are none."""
        return values

    @property
    def style(self) -> Style:
        """The default style of pages: upright, of the size chosen."""
        return Style(self.options.paper)

    @cached_property
    def heading(self) -> Heading:
        """The facts about the event that every page prints."""
        return Heading("")

    @cached_property
    def people(self) -> Sequence[CardPerson]:
        """Everybody by name, or `options.only`, with the role and the newest seat."""
        return ()

    @cached_property
    def card_people(self) -> Sequence[CardPerson]:
        """The people with their seat in the first set, where a score card begins."""
        return ()

    @cached_property
    def scored_people(self) -> Sequence[CardPerson]:
        """The people with everything scored so far."""
        return ()

    @cached_property
    def layout(self) -> Layout:
        """The score card of the event's format."""
        raise LookupError("an order without a score card")

    @cached_property
    def seats(self) -> Seats:
        """The seats: as drawn for the next set, else in play."""
        return Seats("", ())

    @cached_property
    def pocket_cards(self) -> Sequence[PocketCard]:
        """Every round of everybody, or of `options.only`, if all seats are known beforehand."""
        return ()

    @cached_property
    def brackets(self) -> Sequence[Picture]:
        """The parts of a bracket, as far as it was played."""
        return ()

    @cached_property
    def has_one_table(self) -> bool:
        """Whether everybody who is seated sits at the same table."""
        return len(self.seats.tables) == 1

    @cached_property
    def table_codes(self) -> Sequence[TableCode]:
        """The codes that open the tables' pages on a phone."""
        return ()

    @cached_property
    def guests_code(self) -> TableCode | None:
        """The code for spectators."""
        return None

    @cached_property
    def game_in_short(self) -> Chapter | None:
        """The game as it is played here, for a card for quick reference."""
        return None

    @cached_property
    def cheat_sheet(self) -> str:
        """The text of the cheat sheet that the game shares with others, in Markdown."""
        return ""

    @cached_property
    def sheets(self) -> Sequence[Sheet]:
        """The score sheet of every board that lasts, as it stands."""
        return ()

    @cached_property
    def blank_sheets(self) -> Sequence[Sheet]:
        """Blank score sheets, with `options.lines`."""
        return ()

    @cached_property
    def worksheets(self) -> Sequence[Sheet]:
        """The worksheets of the round `options.round`, filled in."""
        return ()

    @cached_property
    def blank_worksheets(self) -> Sequence[Sheet]:
        """The worksheets, blank."""
        return ()

    @cached_property
    def all_sheets(self) -> Sequence[Sheet]:
        """All score sheets and worksheets, as they stand and then blank."""
        return ()

    @cached_property
    def pictures(self) -> Sequence[Picture]:
        """The boards of the game as they stand."""
        return ()

    @cached_property
    def blank_pictures(self) -> Sequence[Picture]:
        """The empty boards of the game."""
        return ()

    @cached_property
    def books(self) -> Sequence[Book]:
        """Every transfer of the stakes."""
        return ()

    @cached_property
    def slips(self) -> Sequence[Slip]:
        """The report slips of tables or couples, for all rounds that ask something different."""
        return ()

    @cached_property
    def next_slips(self) -> Sequence[Slip]:
        """The report slips of the next round."""
        return ()

    @cached_property
    def instructions(self) -> Sequence[Section]:
        """How to go on and to score by hand."""
        return ()

    @cached_property
    def placings(self) -> Sequence[Placing]:
        """The standings: of teams, partners or everybody."""
        return ()

    @cached_property
    def placings_so_far(self) -> Sequence[Placing]:
        """The standings once there is a result, and none before."""
        return self.placings

    @cached_property
    def team_placings(self) -> Sequence[Placing]:
        """The ranking of the teams whose names people carry."""
        return ()

    @cached_property
    def best_of_team(self) -> str:
        """How many people of each team count, in a sentence."""
        return ""

    @cached_property
    def honoured(self) -> Sequence[Placing]:
        """The people who get a certificate."""
        return ()

    @cached_property
    def honoured_teams(self) -> Sequence[Placing]:
        """The teams that get a certificate, if people carry a team's name."""
        return ()

    @cached_property
    def standings_title(self) -> str:
        """ "Standings · After set 3", while sets are played; empty for the usual."""
        return ""

    @cached_property
    def columns(self) -> Sequence[NameList]:
        """The meanings of the columns of the standings, if a note explains them."""
        return ()

    @cached_property
    def teams(self) -> Sequence[NameList]:
        """The members of each team with a name of its own."""
        return ()


@dataclass(frozen=True, slots=True)
class Pages:
    """A paper: its pages, and the title of the file.

    style: if it differs from that of the order; foot: whether each page has the event and its
    number at the foot.
    """

    title: str
    pages: Sequence[Page]
    style: Style | None = None
    foot: bool = True


@dataclass(frozen=True, slots=True)
class BundleEntry:
    """A paper within a larger file. within: the bookmark above its own."""

    title: str
    order: Order
    draw: Callable[[Order], Pages | Bundle | Typeset]
    within: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Several papers in one file, each with page numbers of its own and a bookmark."""

    title: str
    entries: Iterable[BundleEntry]


@dataclass(frozen=True, slots=True)
class Typeset:
    """A paper that is set and not drawn: the title of the file, and a function that sets it."""

    title: str
    print_pages: Callable[[], bytes]


Draw = Callable[[Order], Pages | Bundle | Typeset]


@dataclass(frozen=True, slots=True)
class PaperKind:
    """An entry of the catalogue; `paper` explains its fields."""

    kind: str
    title: Any
    text: Any
    draw: Draw
    needs: Need
    part: PartName
    options: tuple[Option, ...]
    where: Callable[[Format], bool] | None
    main: bool
    position: int
    tonight: int
    redundant: Callable[[Order], bool]

    def is_offered(self, format: Format | None) -> bool:
        """Whether an event in that format has it."""
        return self.where is None or (format is not None and self.where(format))

    def missing(self, order: Order) -> str:
        """Why it cannot be printed yet, as a sentence; empty if it can."""
        return "" if not self.needs or order.has(self.needs) else str(MISSING[self.needs])


_PAPERS: dict[str, PaperKind] = {}


def paper(
    kind: str,
    title: Any,
    text: Any,
    *,
    needs: Need = "",
    part: PartName = "score",
    options: tuple[Option, ...] = (),
    where: Callable[[Format], bool] | None = None,
    main: bool = False,
    position: int = A_PART - 1,
    tonight: int = 0,
    redundant: Callable[[Order], bool] = lambda _order: False,
) -> Callable[[Draw], Draw]:
    """Enter the decorated function into the catalogue.

    kind: its name in addresses and file names, lower case with hyphens; title, text: its name and
    explanation on the page of papers, in lazy translation; needs: what the event must have first, a
    key of MISSING; part: its heading, a key of PARTS; options: those that it uses; where: whether a
    format (and its game) has it, by default all; main: whether it is one of the usual papers;
    position: its place under its heading, by default last; tonight: its place in "Everything for
    tonight", 0 for none; redundant: whether it is left out of that because another paper says the
    same.

    Raises ValueError if there is a paper with that name.
    """

    def enter(draw: Draw) -> Draw:
        if kind in _PAPERS:
            raise ValueError(f"there are two papers called {kind}")
        at = list(PARTS).index(part) * A_PART + position
        _PAPERS[kind] = PaperKind(
            kind, title, text, draw, needs, part, options, where, main, at, tonight, redundant
        )
        return draw

    return enter


@cache
def papers() -> dict[str, PaperKind]:
    """All papers by name, in the order of the page of papers."""
    package = import_module(__name__.rpartition(".")[0])
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            import_module(module.name)
    kinds = sorted(_PAPERS.values(), key=lambda each: each.position)
    return {each.kind: each for each in kinds}
