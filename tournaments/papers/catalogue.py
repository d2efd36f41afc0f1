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
    from tournaments.papers.scoreboards import Sheet


MOST_BLANK = 500
MOST_LINES = 200
LINE_CHOICES = (10, 20, 30, 40, 60)  # rounds on a blank sheet, as the page of papers offers them


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What to print and how. `only`: one entry instead of all. `count`: of blank cards, up to
    MOST_BLANK. `base`: the address in codes.

    `round`: which round (None: the one in play). `lines`: rounds on a sheet to write on, up to
    MOST_LINES (0: as many as fill the page). `poster`: on several sheets to be joined. `pocket`:
    so small that it goes into one.
    """

    kind: str
    paper: Paper = "a4"
    only: int | None = None
    count: int = 1
    two: bool = False
    tent: bool = False
    base: str = ""
    round: int | None = None
    lines: int = 0
    poster: bool = False
    pocket: bool = False


Values = TypeVar("Values")
PartName = Literal["whole", "score", "seats", "end"]
Need = Literal["", "people", "seats", "begun", "results", "winners"]
Option = Literal["only", "count", "two", "tent", "round", "lines", "poster", "pocket"]

PARTS: dict[PartName, Any] = {
    "whole": gettext_lazy("Everything at once"),
    "score": gettext_lazy("To keep score"),
    "seats": gettext_lazy("For the tables"),
    "end": gettext_lazy("Standings and winners"),
}
"""The headings of the page of papers, in their order."""

MISSING: dict[Need, Any] = {
    "people": gettext_lazy("Enter people first."),
    "seats": gettext_lazy("Draw seats first."),
    "begun": gettext_lazy("The game has not started yet."),
    "results": gettext_lazy("No results yet."),
    "winners": gettext_lazy("Finish the event first."),
}
"""What is said where an event has not yet got what a paper needs."""

FORMER = {"pad-slips": "slips"}
"""Names by which papers were asked for before."""

A_PART = 1000  # positions


class Order:
    """What somebody wants printed: the options, and the plain values that papers are made of.

    Values are given by name; `selectors.EventOrder` reads those of an event as they are asked for.
    Raises TypeError for a name that no paper knows.
    """

    form: Format | None = None
    """How the event fills its room."""

    def __init__(self, options: PrintOptions | None = None, **values: Any) -> None:
        unknown = [name for name in values if not hasattr(type(self), name)]
        if unknown:
            raise TypeError(f"an order has no {', '.join(unknown)}")
        self.options = options or PrintOptions("")
        vars(self).update(values)

    def has(self, need: Need) -> bool:
        """Whether what a paper needs is there."""
        del need
        return True

    def require(self, need: Need, values: Values) -> Values:
        """These values. Raises Refused for an event that has got none: what is needed is missing
        after all."""
        del need
        return values

    @property
    def style(self) -> Style:
        """How the pages look where a paper says nothing else: upright, of the size chosen."""
        return Style(self.options.paper)

    @cached_property
    def heading(self) -> Heading:
        """What stands on every page."""
        return Heading("")

    @cached_property
    def people(self) -> Sequence[CardPerson]:
        """Everybody by name, or `options.only`, with the role and the newest seat."""
        return ()

    @cached_property
    def card_people(self) -> Sequence[CardPerson]:
        """The same with the seat of the first set, where a score card begins."""
        return ()

    @cached_property
    def scored_people(self) -> Sequence[CardPerson]:
        """The same with everything scored so far."""
        return ()

    @cached_property
    def layout(self) -> Layout:
        """The score card of the event's format."""
        raise LookupError("an order without a score card")

    @cached_property
    def seats(self) -> Seats:
        """Who sits where: as drawn for the next set, else in play."""
        return Seats("", ())

    @cached_property
    def pocket_cards(self) -> Sequence[PocketCard]:
        """Every round of everybody, or of `options.only`, where all seats are known beforehand."""
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
        """The code of those who look on."""
        return None

    @cached_property
    def rules(self) -> Sequence[Section]:
        """The rules of the game in short."""
        return ()

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
        """The same to write on, with `options.lines`."""
        return ()

    @cached_property
    def worksheets(self) -> Sequence[Sheet]:
        """What was reported of the round `options.round`."""
        return ()

    @cached_property
    def blank_worksheets(self) -> Sequence[Sheet]:
        """The same to write on."""
        return ()

    @cached_property
    def all_sheets(self) -> Sequence[Sheet]:
        """Everything that is scored on, as it stands, and then blank."""
        return ()

    @cached_property
    def pictures(self) -> Sequence[Picture]:
        """What is played on, as it stands."""
        return ()

    @cached_property
    def blank_pictures(self) -> Sequence[Picture]:
        """What is played on, with nothing on it."""
        return ()

    @cached_property
    def books(self) -> Sequence[Book]:
        """Every movement of what is played for."""
        return ()

    @cached_property
    def slips(self) -> Sequence[Slip]:
        """What tables or couples report on, of all rounds that ask something of their own."""
        return ()

    @cached_property
    def next_slips(self) -> Sequence[Slip]:
        """Those of the round that comes next."""
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
        """The same once there is a result, and none before."""
        return self.placings

    @cached_property
    def team_placings(self) -> Sequence[Placing]:
        """The second ranking, of the teams whose names people carry."""
        return ()

    @cached_property
    def best_of_team(self) -> str:
        """How many of each team count for it, in a sentence."""
        return ""

    @cached_property
    def honoured(self) -> Sequence[Placing]:
        """Those who get a certificate."""
        return ()

    @cached_property
    def honoured_teams(self) -> Sequence[Placing]:
        """The teams that get one, where people carry a team's name."""
        return ()

    @cached_property
    def standings_title(self) -> str:
        """ "Standings · After set 3", while sets are played; empty for the usual."""
        return ""

    @cached_property
    def columns(self) -> Sequence[NameList]:
        """What the columns of the standings are, where that is told below them."""
        return ()

    @cached_property
    def teams(self) -> Sequence[NameList]:
        """Who plays in each team that has a name of its own."""
        return ()


@dataclass(frozen=True, slots=True)
class Pages:
    """What a paper is: its pages, and the title of the file.

    style: where they are laid out otherwise than the order says; foot: whether the event and the
    page's number stand below each.
    """

    title: str
    pages: Sequence[Page]
    style: Style | None = None
    foot: bool = True


@dataclass(frozen=True, slots=True)
class BundleEntry:
    """A paper within a larger file. within: the bookmark that its own stands under."""

    title: str
    order: Order
    draw: Callable[[Order], Pages | Bundle]
    within: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Several papers in one file, each with page numbers of its own and a bookmark."""

    title: str
    entries: Iterable[BundleEntry]


Draw = Callable[[Order], Pages | Bundle]


@dataclass(frozen=True, slots=True)
class PaperKind:
    """An entry of the catalogue; `paper` says what its fields are."""

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

    def is_offered(self, form: Format | None) -> bool:
        """Whether an event in that format has it."""
        return self.where is None or (form is not None and self.where(form))

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
    """Enter the function below into the catalogue.

    kind: its name in addresses and file names, lower case with hyphens; title, text: as the page
    of papers calls and explains it, in lazy translation; needs: what of the event has to be there
    first, a key of MISSING; part: the heading that it stands under, a key of PARTS; options: those
    that it goes by; where: whether a format (and its game) has it, all of them by default; main:
    whether it is one of the usual; position: where it stands in its part, by default last;
    tonight: where it comes in "Everything for tonight", 0 for not at all; redundant: whether it
    is left out of that, as another one tells the same.

    Raises ValueError where there is a paper of that name.
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
    """All papers by their names, in the order in which the page of papers shows them."""
    package = import_module(__name__.rpartition(".")[0])
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            import_module(module.name)
    found = sorted(_PAPERS.values(), key=lambda each: each.position)
    return {each.kind: each for each in found}
