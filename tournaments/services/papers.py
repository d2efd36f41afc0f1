"""Every paper of an event, by name; and the long ones as jobs with their progress kept."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from rulesets import games
from tournaments.models import Event, PrintJob
from tournaments.selectors import padpapers
from tournaments.selectors import papers as values
from tournaments.selectors.pads import is_scheme, pads
from tournaments.services import padmakers, papermakers
from tournaments.services.errors import refusal
from tournaments.services.papermakers import MOST_BLANK
from tournaments.services.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.game import Game
    from rulesets.scheme import Scheme
    from tournaments.printing.data import Progress

    Maker = Callable[[Event, Wish, Progress | None], bytes]

__all__ = ["MOST_BLANK", "PAPERS", "PaperKind", "Printed", "Wish", "make_paper"]

LONG = 120  # people (or blank cards) from which a paper is made as a job
MOST_LINES = 200
LINE_CHOICES = (10, 20, 30, 40, 60)  # rounds on a blank sheet, as the menu offers them
EVERY = 25  # pages between two notes of progress

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One paper that can be printed.

    `drive` makes it of a drive, `pads` of an evening with score pads; None: there is none.
    `needs`: "" or what must be there first. `asks`: which parts of a wish it goes by. `where`:
    what a game with a memory must have for it.
    """

    kind: str
    title: Any
    text: Any
    drive: Maker | None = None
    pads: Maker | None = None
    needs: str = ""  # "", "people", "seats", "begun", "results", "winners"
    asks: tuple[str, ...] = ()  # of "only", "count", "two", "tent", "round", "lines", "poster"
    where: Callable[[Scheme], bool] | None = None
    main: bool = False

    def maker(self, game: Game) -> Maker | None:
        """What makes it for a game; None where the game has no such paper."""
        if game.scheme is None:
            return self.drive
        return self.pads if self.where is None or self.where(game.scheme) else None


@dataclass(frozen=True, slots=True)
class Printed:
    pdf: bytes
    filename: str


def make_paper(event: Event, wish: Wish, progress: Progress | None = None) -> Printed:
    """The PDF of one paper. Raises Refused where what it needs is not there yet."""
    kind = PAPERS.get(wish.kind)
    make = kind.maker(games.load(event.game)) if kind else None
    if kind is None or make is None:
        raise refusal("paper.unknown", "There is no such paper.", "kind")
    missing = lacking(event, kind)
    if missing:
        raise refusal(f"paper.{kind.needs}", missing, "kind")
    name = slugify(f"{event.name} {kind.kind}") or kind.kind
    return Printed(make(event, wish, progress), f"{name}.pdf")


def kinds_of(event: Event) -> list[PaperKind]:
    """The papers that there are for an event’s game."""
    game = games.load(event.game)
    return [kind for kind in PAPERS.values() if kind.maker(game) is not None]


def kind_of(event: Event, kind: str) -> PaperKind | None:
    """A paper by its name, if the event’s game has it."""
    found = PAPERS.get(kind)
    return found if found and found.maker(games.load(event.game)) else None


def round_numbers(event: Event) -> tuple[int, ...]:
    """The rounds that a paper can be asked for."""
    return padpapers.round_numbers(event) if is_scheme(event) else ()


def lacking(event: Event, kind: PaperKind) -> str:
    """Why a paper cannot be printed yet, as a sentence; empty if it can."""
    if kind.needs == "people" and not event.entries.exists():
        return _("Enter people first.")
    if kind.needs == "seats" and values.newest_seats(event) is None:
        return _("Draw seats first.")
    if kind.needs == "begun" and not pads(event):
        return _("The game has not begun yet.")
    if kind.needs == "results" and not _any_result(event):
        return _("No result is in yet.")
    if kind.needs == "winners" and event.state != Event.State.FINISHED:
        return _("Finish the event first; until then there are the standings.")
    return ""


def _any_result(event: Event) -> bool:
    if is_scheme(event):
        return padpapers.has_results(event)
    return bool(values.placings(event))


def is_long(event: Event, wish: Wish) -> bool:
    """Whether the paper is better made as a job."""
    if wish.kind == "cards-blank":
        return wish.count > LONG
    return wish.only is None and event.entries.count() > LONG


def start_job(event: Event, wish: Wish, language: str) -> PrintJob:
    """Note a paper that is to be made; `run_job` makes it."""
    params = {
        "paper": wish.paper,
        "only": wish.only,
        "count": wish.count,
        "two": wish.two,
        "tent": wish.tent,
        "base": wish.base,
        "round": wish.round,
        "lines": wish.lines,
        "poster": wish.poster,
        "language": language,
    }
    # Old papers are not kept: a new one is a press of a button away.
    stale = event.print_jobs.order_by("-pk").values_list("pk", flat=True)[20:]
    event.print_jobs.filter(pk__in=list(stale)).delete()
    return PrintJob.objects.create(event=event, kind=wish.kind, params=params)


def run_job(job_id: int) -> None:
    """Make the paper of a job, noting the progress; what goes wrong is kept as its error."""
    job = PrintJob.objects.select_related("event").filter(pk=job_id).first()
    if job is None or job.state == PrintJob.State.DONE:
        return
    params = dict(job.params)
    language = params.pop("language", None)
    mine = PrintJob.objects.filter(pk=job_id)
    mine.update(state=PrintJob.State.RUNNING)

    def note(done: int, total: int) -> None:
        if done == total or done % EVERY == 0:
            mine.update(done=done, total=total)

    try:
        with override(language):
            printed = make_paper(job.event, Wish(kind=job.kind, **params), note)
    except Exception as error:
        log.exception("paper %s of event %s", job.kind, job.event_id)
        mine.update(state=PrintJob.State.FAILED, error=str(error)[:300])
        return
    mine.update(state=PrintJob.State.DONE, pdf=printed.pdf, filename=printed.filename)


T = gettext_lazy
DRIVE, PADS = papermakers, padmakers
PAPERS: dict[str, PaperKind] = {
    kind.kind: kind
    for kind in (
        PaperKind(
            "pack",
            T("Paper pack"),
            T("Seats, blank report slips, standings, how to score by hand: if the power goes."),
            DRIVE.pack,
            PADS.pack,
            "seats",
            main=True,
        ),
        PaperKind(
            "cards",
            T("Score cards"),
            T("With name, role and first seat."),
            DRIVE.cards,
            needs="people",
            asks=("only", "two"),
            main=True,
        ),
        PaperKind(
            "cards-blank",
            T("Blank score cards"),
            T("With nothing filled in."),
            DRIVE.cards_blank,
            asks=("count", "two"),
        ),
        PaperKind(
            "cards-done",
            T("Completed score cards"),
            T("Filled in with the results so far."),
            DRIVE.cards_done,
            needs="people",
            asks=("only", "two"),
        ),
        PaperKind(
            "sheet-blank",
            T("Blank score sheet"),
            T("To keep score by hand, with the names if they are known."),
            pads=PADS.sheet_blank,
            asks=("lines",),
            main=True,
        ),
        PaperKind(
            "sheet",
            T("Score sheet"),
            T("As it stands now."),
            pads=PADS.sheet,
            needs="begun",
        ),
        PaperKind(
            "worksheet-blank",
            T("Blank worksheet"),
            T("A line for every couple of a round, to write the reports on."),
            pads=PADS.worksheet_blank,
            asks=("round",),
            where=lambda scheme: scheme.worksheet is not None,
        ),
        PaperKind(
            "worksheet",
            T("Worksheet"),
            T("A round with what was reported of it."),
            pads=PADS.worksheet,
            needs="begun",
            asks=("round",),
            where=lambda scheme: scheme.worksheet is not None,
        ),
        PaperKind(
            "board-blank",
            T("Blank board"),
            T("To put on the table; as a poster on four sheets to be joined."),
            pads=PADS.board_blank,
            asks=("poster",),
            where=lambda scheme: scheme.blank_drawing is not None,
        ),
        PaperKind(
            "board",
            T("Picture of the game"),
            T("How it stands now, drawn."),
            pads=PADS.board,
            needs="begun",
            where=lambda scheme: scheme.drawing is not None,
        ),
        PaperKind(
            "slips",
            T("Report slips"),
            T("Blank, one a table."),
            DRIVE.slips,
            needs="seats",
        ),
        PaperKind(
            "pad-slips",
            T("Report slips"),
            T("Blank, to be filled in after a round."),
            pads=PADS.slips,
            needs="seats",
        ),
        PaperKind(
            "chart",
            T("Seating chart"),
            T("The tables from above."),
            DRIVE.chart,
            DRIVE.chart,
            "seats",
        ),
        PaperKind(
            "where", T("Where do I sit"), T("The list by name."), DRIVE.where, DRIVE.where, "seats"
        ),
        PaperKind(
            "table-cards",
            T("Table cards"),
            T("Number and code."),
            DRIVE.codes,
            DRIVE.codes,
            "seats",
            asks=("tent",),
        ),
        PaperKind(
            "place-cards",
            T("Place cards"),
            T("Names to stand at the chairs."),
            DRIVE.names,
            DRIVE.names,
            "people",
            asks=("only",),
        ),
        PaperKind(
            "book",
            T("Ledger"),
            T("Every movement, from where to where and why."),
            pads=PADS.book,
            needs="begun",
        ),
        PaperKind(
            "standings",
            T("Standings"),
            T("All totals so far."),
            DRIVE.standing,
            PADS.standing,
            "results",
        ),
        PaperKind(
            "winners",
            T("Winners’ page"),
            T("For the wall."),
            DRIVE.winners,
            PADS.winners,
            "winners",
        ),
        PaperKind(
            "certificates",
            T("Certificates"),
            T("For those who came out best."),
            DRIVE.certified,
            DRIVE.certified,
            "winners",
        ),
        PaperKind(
            "results",
            T("Results"),
            T("Winners and standings."),
            DRIVE.results,
            PADS.results,
            "winners",
        ),
    )
}
