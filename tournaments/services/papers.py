"""Every paper of an event, by name; and the long ones as jobs with their progress kept."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from rulesets import games, sheet
from tournaments.models import Event, PrintJob
from tournaments.printing import (
    certificates,
    pack,
    place_cards,
    score_sheets,
    seating_charts,
    standings,
    table_cards,
)
from tournaments.selectors import papers as values
from tournaments.services.access import ensure_links
from tournaments.services.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.printing.data import Paper, Progress
    from tournaments.selectors.seats import SeatsView

LONG = 120  # people (or blank cards) from which a paper is made as a job
MOST_BLANK = 500
CERTIFIED = 3  # places that get a certificate
EVERY = 25  # pages between two notes of progress

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Wish:
    """What to print and how. `only`: one entry instead of all. `base`: the address in codes."""

    kind: str
    paper: Paper = "a4"
    only: int | None = None
    count: int = 1
    two: bool = False
    tent: bool = False
    base: str = ""


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One paper that can be printed. `needs`: "" or what must be there first."""

    kind: str
    title: Any
    text: Any
    make: Callable[[Event, Wish, Progress | None], bytes]
    needs: str = ""  # "", "people", "seats", "results", "winners"
    per_person: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    pdf: bytes
    filename: str


def make_paper(event: Event, wish: Wish, progress: Progress | None = None) -> Printed:
    """The PDF of one paper. Raises Refused where what it needs is not there yet."""
    kind = PAPERS.get(wish.kind)
    if kind is None:
        raise refusal("paper.unknown", "There is no such paper.", "kind")
    missing = lacking(event, kind)
    if missing:
        raise refusal(f"paper.{kind.needs}", missing, "kind")
    name = slugify(f"{event.name} {kind.kind}") or kind.kind
    return Printed(kind.make(event, wish, progress), f"{name}.pdf")


def lacking(event: Event, kind: PaperKind) -> str:
    """Why a paper cannot be printed yet, as a sentence; empty if it can."""
    if kind.needs == "people" and not event.entries.exists():
        return _("Enter people first.")
    if kind.needs == "seats" and values.newest_seats(event) is None:
        return _("Draw seats first.")
    if kind.needs == "results" and not values.placings(event):
        return _("No result is in yet.")
    if kind.needs == "winners" and event.state != Event.State.FINISHED:
        return _("Finish the event first; until then there are the standings.")
    return ""


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


def _shown(event: Event) -> SeatsView:
    shown = values.newest_seats(event)
    if shown is None:
        raise refusal("paper.seats", "Draw seats first.", "kind")
    return shown


def _cards_blank(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return score_sheets.blank_cards(
        values.heading(event),
        sheet.layout(games.load(event.game)),
        max(1, min(wish.count, MOST_BLANK)),
        cards_per_page=2 if wish.two else 1,
        paper=wish.paper,
        progress=progress,
    )


def _cards(event: Event, wish: Wish, progress: Progress | None, *, done: bool = False) -> bytes:
    return score_sheets.score_cards(
        values.heading(event),
        sheet.layout(games.load(event.game)),
        values.people(event, only=wish.only, done=done),
        cards_per_page=2 if wish.two else 1,
        paper=wish.paper,
        progress=progress,
    )


def _cards_done(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return _cards(event, wish, progress, done=True)


def _chart(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    seats = values.seats_on_paper(_shown(event))
    return seating_charts.seating_chart(
        values.heading(event), seats, paper=wish.paper, progress=progress
    )


def _where(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    seats = values.seats_on_paper(_shown(event))
    return seating_charts.where_do_i_sit(
        values.heading(event), seats, paper=wish.paper, progress=progress
    )


def _place_cards(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    people = values.people(event, only=wish.only, first=False)
    return place_cards.place_cards(
        values.heading(event), people, paper=wish.paper, progress=progress
    )


def _table_cards(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    ensure_links(event)
    codes = values.table_codes(event, wish.base)
    if not codes:
        raise refusal("paper.seats", "Draw seats first.", "kind")
    return table_cards.table_cards(
        values.heading(event),
        codes,
        shape="tent" if wish.tent else "flat",
        paper=wish.paper,
        progress=progress,
    )


def _slips(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    game, shown = games.load(event.game), _shown(event)
    return pack.report_slips(
        values.heading(event),
        game.stage(shown.set_number),
        values.seats_on_paper(shown),
        sides=game.sides,
        paper=wish.paper,
        progress=progress,
    )


def _pack(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    game, shown = games.load(event.game), _shown(event)
    return pack.paper_pack(
        values.heading(event),
        game.stage(shown.set_number),
        values.seats_on_paper(shown),
        sides=game.sides,
        placings=values.placings(event),
        sit_out=game.sit_out,
        paper=wish.paper,
        progress=progress,
    )


def _standings(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.standings(
        values.heading(event), values.placings(event), paper=wish.paper, progress=progress
    )


def _results(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    return standings.results(
        values.heading(event), values.placings(event), paper=wish.paper, progress=progress
    )


def _certificates(event: Event, wish: Wish, progress: Progress | None) -> bytes:
    placings = values.placings(event)
    best = [placing for placing in placings if placing.rank <= CERTIFIED]
    return certificates.certificates(
        values.heading(event), best, players=len(placings), paper=wish.paper, progress=progress
    )


def _winners(event: Event, wish: Wish, _progress: Progress | None) -> bytes:
    return standings.winners(values.heading(event), values.placings(event), paper=wish.paper)


T = gettext_lazy
PAPERS: dict[str, PaperKind] = {
    kind.kind: kind
    for kind in (
        PaperKind(
            "pack",
            T("Paper pack"),
            T("Seats, blank report slips, standings, how to score by hand: if the power goes."),
            _pack,
            "seats",
        ),
        PaperKind(
            "cards",
            T("Score cards"),
            T("With name, role and first seat."),
            _cards,
            "people",
            per_person=True,
        ),
        PaperKind(
            "cards-blank", T("Blank score cards"), T("With nothing filled in."), _cards_blank
        ),
        PaperKind(
            "cards-done",
            T("Completed score cards"),
            T("Filled in with the results so far."),
            _cards_done,
            "people",
            per_person=True,
        ),
        PaperKind("chart", T("Seating chart"), T("The tables from above."), _chart, "seats"),
        PaperKind("where", T("Where do I sit"), T("The list by name."), _where, "seats"),
        PaperKind("table-cards", T("Table cards"), T("Number and code."), _table_cards, "seats"),
        PaperKind(
            "place-cards",
            T("Place cards"),
            T("Names to stand at the chairs."),
            _place_cards,
            "people",
            per_person=True,
        ),
        PaperKind("slips", T("Report slips"), T("Blank, one a table."), _slips, "seats"),
        PaperKind("standings", T("Standings"), T("All sets."), _standings, "results"),
        PaperKind("winners", T("Winners’ page"), T("For the wall."), _winners, "winners"),
        PaperKind(
            "certificates",
            T("Certificates"),
            T("For the first three places."),
            _certificates,
            "winners",
        ),
        PaperKind("results", T("Results"), T("Winners and standings."), _results, "winners"),
    )
}
