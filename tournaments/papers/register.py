"""Every paper of an event, by name; and the long ones as jobs with their progress kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import refusal
from tournaments.games import format_of
from tournaments.models import Event
from tournaments.papers import board_values, makers, values
from tournaments.papers.binding import Part, bound
from tournaments.papers.makers import MOST_BLANK
from tournaments.papers.theme import sampled
from tournaments.papers.wishes import Wish
from tournaments.scoring.pads import pads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.formats import Format
    from tournaments.papers.data import Progress

    Maker = Callable[[Event, Wish, Progress | None], bytes]

__all__ = ["MOST_BLANK", "PAPERS", "PaperKind", "Printed", "Wish", "make_paper"]


MOST_LINES = 200
LINE_CHOICES = (10, 20, 30, 40, 60)  # rounds on a blank sheet, as the menu offers them


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One paper that can be printed.

    `needs`: "" or what must be there first. `asks`: which parts of a wish it goes by. `where`:
    what the format (and its game) must have for it.
    """

    kind: str
    title: Any
    text: Any
    make: Maker
    needs: str = ""  # "", "people", "seats", "begun", "results", "winners"
    asks: tuple[
        str, ...
    ] = ()  # of "only", "count", "two", "tent", "round", "lines", "poster", "pocket"
    where: Callable[[Format], bool] | None = None
    main: bool = False
    part: str = "score"  # under which heading of the menu, a key of PARTS

    def offered(self, form: Format) -> bool:
        """Whether an evening in that format has it."""
        return self.where is None or self.where(form)


@dataclass(frozen=True, slots=True)
class Printed:
    pdf: bytes
    filename: str


def make_paper(event: Event, wish: Wish, progress: Progress | None = None) -> Printed:
    """The PDF of one paper. Raises Refused where what it needs is not there yet."""
    kind = kind_of(event, wish.kind)
    if kind is None:
        raise refusal("paper.unknown", "There is no such paper.", "kind")
    missing = lacking(event, kind)
    if missing:
        raise refusal(f"paper.{kind.needs}", missing, "kind")
    name = slugify(f"{event.name} {kind.kind}") or kind.kind
    return Printed(kind.make(event, wish, progress), f"{name}.pdf")


# In the order in which they are needed.
TONIGHT = (
    *("place-cards", "table-cards", "chart", "where"),
    *("cards", "sheet-blank", "worksheet-blank", "board-blank", "rules", "codes"),
)


def parts_of_tonight(
    event: Event, wish: Wish, progress: Progress | None = None, without: tuple[str, ...] = ()
) -> Iterator[Part]:
    """Every paper of an evening, one after the other; what cannot be made yet is left out.

    The pages add up as they come: how many there will be shows only with the last part.
    """
    before = pages = 0

    def note(done: int, count: int) -> None:
        nonlocal pages
        pages = count
        if progress is not None:
            progress(before + done, before + count)

    for name in (name for name in TONIGHT if name not in without):
        kind = kind_of(event, name)
        if kind is None or lacking(event, kind) or (name == "where" and _one_table(event)):
            continue
        pages = 0
        yield Part(str(kind.title), kind.make(event, replace(wish, kind=name), note))
        before += pages
        if sampled():
            return


def _one_table(event: Event) -> bool:
    """Whether the chart tells all that a list would."""
    shown = values.newest_seats(event)
    return shown is not None and len(shown.tables) == 1


def tonight(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    """Everything for tonight in one file."""
    parts = parts_of_tonight(event, wish, progress)
    title = " · ".join((_("Everything for tonight"), event.name))
    return bound(parts, title=title, author=event.place)


def kinds_of(event: Event) -> list[PaperKind]:
    """The papers that there are for an event."""
    form = format_of(event)
    return [kind for kind in PAPERS.values() if kind.offered(form)]


def kind_of(event: Event, kind: str) -> PaperKind | None:
    """A paper by its name (also a former one), if the event has it."""
    found = PAPERS.get(FORMER.get(kind, kind))
    return found if found and found.offered(format_of(event)) else None


def round_numbers(event: Event) -> tuple[int, ...]:
    """The rounds that a paper can be asked for."""
    return board_values.round_numbers(event) if format_of(event).lasts else ()


def lacking(event: Event, kind: PaperKind) -> str:
    """Why a paper cannot be printed yet, as a sentence; empty if it can."""
    if kind.needs == "people" and not event.entries.exists():
        return _("Enter people first.")
    if kind.needs == "seats" and not values.has_seats(event):
        return _("Draw seats first.")
    if kind.needs == "begun" and not pads(event):
        return _("The game has not begun yet.")
    if kind.needs == "results" and not _any_result(event):
        return _("No result is in yet.")
    if kind.needs == "winners" and event.state != Event.State.FINISHED:
        return _("Finish the event first; until then there are the standings.")
    return ""


def _any_result(event: Event) -> bool:
    if format_of(event).lasts:
        return board_values.has_results(event)
    return event.entries.exists()  # a drive's standings have a line for everybody


def carries(form: Format) -> bool:
    """Whether everybody carries a score from set to set, on a card of his or her own."""
    return not form.lasts


def lasts(form: Format) -> bool:
    """Whether boards last the evening."""
    return form.lasts


def room(form: Format) -> bool:
    """Whether the whole room keeps one board."""
    return form.room


def drawn(form: Format) -> bool:
    """Whether a board that lasts can be drawn as it stands."""
    return form.lasts and form.game.plays.has_drawing


def drawn_blank(form: Format) -> bool:
    """Whether there is a picture of what it is played on."""
    return form.lasts and form.game.plays.blank_drawing(form.game.options()) is not None


T = gettext_lazy
PARTS: dict[str, Any] = {
    "whole": T("Everything at once"),
    "score": T("To keep score"),
    "seats": T("For the tables"),
    "end": T("How it stands, and who won"),
}
FORMER = {"pad-slips": "slips"}  # names under which papers were asked for before
PAPERS: dict[str, PaperKind] = {
    kind.kind: kind
    for kind in (
        PaperKind(
            "tonight",
            T("Everything for tonight"),
            T("Cards, charts, sheets, rules in short and codes in one file, as they are needed."),
            tonight,
            main=True,
            part="whole",
        ),
        PaperKind(
            "pack",
            T("Paper pack"),
            T("Seats, blank report slips, standings, how to score by hand: if the power goes."),
            makers.pack,
            "seats",
            main=True,
            part="whole",
        ),
        PaperKind(
            "cards",
            T("Score cards"),
            T("With name, role and first seat."),
            makers.cards,
            where=carries,
            needs="people",
            asks=("only", "two"),
            main=True,
        ),
        PaperKind(
            "cards-blank",
            T("Blank score cards"),
            T("With nothing filled in."),
            makers.cards_blank,
            where=carries,
            asks=("count", "two"),
        ),
        PaperKind(
            "cards-done",
            T("Completed score cards"),
            T("Filled in with the results so far."),
            makers.cards_done,
            where=carries,
            needs="people",
            asks=("only", "two"),
        ),
        PaperKind(
            "sheet-blank",
            T("Blank score sheet"),
            T("To keep score by hand, with the names if they are known."),
            makers.sheet_blank,
            where=lasts,
            asks=("lines", "pocket"),
            main=True,
        ),
        PaperKind(
            "sheet",
            T("Score sheet"),
            T("As it stands now."),
            makers.sheet,
            where=lasts,
            needs="begun",
            asks=("pocket",),
        ),
        PaperKind(
            "worksheet-blank",
            T("Blank worksheet"),
            T("A line for every couple of a round, to write the reports on."),
            makers.worksheet_blank,
            asks=("round",),
            where=room,
        ),
        PaperKind(
            "worksheet",
            T("Worksheet"),
            T("A round with what was reported of it."),
            makers.worksheet,
            needs="begun",
            asks=("round",),
            where=room,
        ),
        PaperKind(
            "board-blank",
            T("Blank board"),
            T("To put on the table; at its true size on several sheets to be joined."),
            makers.board_blank,
            asks=("poster",),
            where=drawn_blank,
        ),
        PaperKind(
            "board",
            T("Picture of the game"),
            T("How it stands now, drawn."),
            makers.board,
            needs="begun",
            where=drawn,
        ),
        PaperKind(
            "slips",
            T("Report slips"),
            T("Blank, to be filled in at the tables."),
            makers.slips,
            "seats",
        ),
        PaperKind(
            "chart",
            T("Seating chart"),
            T("The tables from above."),
            makers.chart,
            "seats",
            part="seats",
        ),
        PaperKind(
            "where",
            T("Where do I sit"),
            T("The list by name."),
            makers.where,
            "seats",
            part="seats",
        ),
        PaperKind(
            "table-cards",
            T("Table cards"),
            T("Number and code."),
            makers.codes,
            "seats",
            asks=("tent",),
            part="seats",
        ),
        PaperKind(
            "codes",
            T("Join codes"),
            T("For the wall: the guests’ code, and those of all tables."),
            makers.joined,
            part="seats",
        ),
        PaperKind(
            "rules",
            T("Rules in short"),
            T("What a table looks up while it plays, on a page or two."),
            makers.rules,
            part="seats",
        ),
        PaperKind(
            "cheat-sheet",
            T("Cheat sheet"),
            T("What the special cards do, and whose turn it is then, on one page."),
            makers.cheat_sheet,
            where=lambda form: bool(form.game.sheet),
        ),
        PaperKind(
            "place-cards",
            T("Place cards"),
            T("Names to stand at the chairs."),
            makers.names,
            "people",
            asks=("only",),
            part="seats",
        ),
        PaperKind(
            "book",
            T("Ledger"),
            T("Every movement, from where to where and why."),
            makers.book,
            where=lasts,
            needs="begun",
            part="end",
        ),
        PaperKind(
            "standings",
            T("Standings"),
            T("All totals so far."),
            makers.standing,
            "results",
            part="end",
        ),
        PaperKind(
            "winners",
            T("Winners’ page"),
            T("For the wall."),
            makers.winners,
            "winners",
            part="end",
        ),
        PaperKind(
            "certificates",
            T("Certificates"),
            T("For those who came out best."),
            makers.certified,
            "winners",
            part="end",
        ),
        PaperKind(
            "results",
            T("Results"),
            T("Winners and standings."),
            makers.results,
            "winners",
            part="end",
        ),
    )
}
