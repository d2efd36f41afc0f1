"""Pages of objections and how they were decided. For the desk."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import desk_access
from tournaments.access.permissions import EventRequest
from tournaments.boards.board_reading import ROUND
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import contested_deals
from tournaments.boards.event_board import running
from tournaments.boards.event_tables import table_of
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import AWAY
from tournaments.boards.table_reports import reports_at
from tournaments.models import CUT, Dispute, Event, Table
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.report_forms.contests import authors_of_answers, contest_of
from tournaments.report_forms.report_form import make_form
from tournaments.reports.disputes import decide_dispute, note_dispute
from tournaments.reports.forms import DecisionForm, DisputeForm
from tournaments.scores.sets import order_words
from tournaments.seats.storage import current_seating
from tournaments.web.collation import sort_key
from tournaments.web.forms import put_beside_fields
from tournaments.web.labels import table_title
from tournaments.web.responses import back, page
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import EventBoard

    Choices = tuple[list[tuple[str, str]], int]

MOST_VALUES = 6  # at most so many revisions of a deal are read


def dispute_form(event: Event, data: QueryDict | None = None) -> DisputeForm:
    """The form of a new objection: to a table in play, or to a couple of the running round."""
    format = format_of(event)
    return DisputeForm(*dispute_places(event, format), translate(format.labels.deal.title), data)


def dispute_places(event: Event, format: Format) -> tuple[list[tuple[str, str]], int]:
    """The places that an objection may name, and how many deals each has."""
    return PLACES(format).choices(event, format)


class Tables:
    """Objections to what tables report all evening."""

    def address(self, event_id: int, set_number: int, table: int) -> str:
        return reverse("event_table", args=[event_id, set_number, table])

    def choices(self, event: Event, format: Format) -> Choices:
        """All tables, and the most deals at any."""
        boards = Hall.of(event).boards
        return [(_place(board), board.title or _("The table")) for board in boards], _most(event)

    def with_one_table(self, event: Event) -> Collection[int]:
        """The sets whose only table needs no name."""
        sets = Hall.of(event).tables.sets
        return {record.number for record in sets if len(record.tables) == 1}


class SetTables(Tables):
    """Objections to what tables report of a set."""

    def with_one_table(self, event: Event) -> Collection[int]:
        return ()

    def choices(self, event: Event, format: Format) -> Choices:
        seating = current_seating(event)
        number = seating.set_number if seating else 0
        tables = (
            seating.tables.order_by("number").values_list("number", flat=True) if seating else ()
        )
        named = [(f"{number}-{table}", table_title(format, number, table)) for table in tables]
        return named, format.length.most_deals or _most(event)


class Couples(Tables):
    """Objections to what couples report."""

    def with_one_table(self, event: Event) -> Collection[int]:
        return ()

    def address(self, event_id: int, set_number: int, table: int) -> str:
        """The page of a round."""
        return reverse("event_worksheet", args=[event_id, set_number])

    def choices(self, event: Event, format: Format) -> Choices:
        return [
            (_place(report), _(" – ").join(board.names[place] for place in report.chairs))
            for board in Hall.of(event).boards
            for report in running(board).reports
        ], 0


_OF_SETS = SetTables()
PLACES = ByKeeping[Tables](table=Tables(), set=_OF_SETS, hands=_OF_SETS, room=Couples())


def _most(event: Event) -> int:
    """The largest number of deals at any table."""
    return max((len(board.rounds) for board in Hall.of(event).boards), default=0)


def _place(of: EventBoard | DealReport) -> str:
    """A place as a choice of the form."""
    return f"{of.set_number}-{of.table_number}"


def disputed(event: Event, form: DisputeForm) -> tuple[Table | None, int | None]:
    """The table and the deal that an objection names."""
    place, deal = form.cleaned_data["table"], form.cleaned_data.get("deal")
    if not place:
        return None, None
    set_number, _dash, number = place.partition("-")
    only = ROUND if format_of(event).length.most_deals == ROUND else None
    return table_of(event, int(set_number), int(number)), deal or only


def dispute_rows(event: Event, disputes: Iterable[Dispute]) -> list[dict[str, Any]]:
    """Objections of an event for a template, each with the name and the address of its place."""
    format = format_of(event)
    alone = PLACES(format).with_one_table(event)
    return [{"dispute": dispute, **_about(dispute, format, alone)} for dispute in disputes]


def _about(dispute: Dispute, format: Format, alone: Collection[int]) -> dict[str, str]:
    """The name and the address of a place; in the sets of `alone` there is no other table."""
    table, deal = dispute.table, dispute.deal
    if table is None:
        return {}
    at = (dispute.event_id, table.seating.set_number, table.number)
    if deal:
        url = reverse("event_deal", args=[*at, deal])
        words = format.labels.place(*at[1:], deal, alone=at[1] in alone)
        return {"url": url, "where": translate(words)}
    return {"url": PLACES(format).address(*at), "where": table_title(format, *at[1:])}


@dataclass(frozen=True, slots=True)
class DisputeValue:
    """One of the values in a dispute: its summary, and who entered it. `form_data` are the inputs
    of a form that enters it again; empty for the value that counts."""

    summary: str
    author: str
    form_data: tuple[tuple[str, str], ...] = ()


def values_of(event: Event, dispute: Dispute) -> dict[str, Any]:
    """The value that counts for the disputed deal and those before it, newest first; empty if the
    dispute is about no deal, or nothing is entered."""
    table, number = dispute.table, dispute.deal
    if table is None or not number:
        return {}
    deal = Hall.of(event).deal(table.seating.set_number, table.number, number)
    if deal is None:
        return {}
    values: dict[str, DisputeValue] = {}
    if deal.report.payload is not None:
        values[deal.summary] = DisputeValue(deal.summary, deal.report.author)
    older = table.reports.filter(deal=number).exclude(payload=None).order_by("-revision")
    for report in older[:MOST_VALUES]:
        words = deal.words(report.payload)
        if words not in values and AWAY not in (report.payload or {}):
            fields = make_form(deal, payload=report.payload).form_data()
            values[words] = DisputeValue(words, report.author, tuple(fields))
    names = next(filter(None, (order_words(deal.board, words) for words in values)), "")
    entered, seen = list(values.values()), deal.report.revision
    return {"entered": entered, "names": names, "at": deal.address, "seen": seen}


@dataclass(frozen=True, slots=True)
class ContestedValue:
    """One of the answers to a contested deal or cut, with the address and the inputs of the form by
    which the host chooses it."""

    summary: str
    author: str
    created: datetime | None
    is_counted: bool
    action: str
    form_data: tuple[tuple[str, str], ...]


def contests_of(event: Event) -> list[dict[str, Any]]:
    """The deals and cuts with two answers, each with the name and address of its place."""
    contests = []
    for number, table, deal in contested_deals(event):
        contest = _of_deal(event, number, table, deal) if deal else _of_cut(event, number, table)
        if contest is not None:
            contests.append(contest)
    return contests


def _of_deal(event: Event, number: int, table: int, deal_number: int) -> dict[str, Any] | None:
    deal = Hall.of(event).deal(number, table, deal_number)
    contest = None if deal is None else contest_of(deal)
    if deal is None or contest is None:
        return None
    at = event.pk, *deal.address
    act, report = reverse("event_deal_act", args=at), reverse("event_deal_report", args=at)
    keep = (("act", "keep"), ("report", str(contest.report_id)))
    take = (("seen", str(deal.report.revision)), ("step", "preview"))
    return {
        "where": deal.place,
        "names": order_words(deal.board, contest.answers[0].words),
        "url": reverse("event_deal", args=at),
        "other": report,
        "same": contest.same,
        "differs": contest.differs if len(contest.differs) > 1 else (),
        "values": [
            ContestedValue(
                answer.words,
                answer.author,
                answer.created,
                answer.is_counted,
                act if answer.is_counted else report,
                keep if answer.is_counted else (*take, *answer.form_data),
            )
            for answer in contest.answers
        ],
    }


def _of_cut(event: Event, number: int, table_number: int) -> dict[str, Any] | None:
    table = table_of(event, number, table_number)
    if table is None:
        return None
    reports, act = (
        reports_at(table),
        reverse("event_table_act", args=[event.pk, number, table_number]),
    )
    report, names = reports.deal(CUT), reports.table.names_at_end

    def value(
        payload: Mapping[str, Any], author: str, created: datetime | None, *, keeps: bool = False
    ) -> ContestedValue:
        winners = payload.get("winners", ())
        data = (("act", "cut"), ("chairs", ",".join(map(str, winners))))
        if keeps:
            data = (("act", "keep"), ("report", str(report.newest_id)))
        words = and_list([names[chair] for chair in winners])
        return ContestedValue(words, author, created, keeps, act, data)

    author, *authors = authors_of_answers(report)
    mine = value(report.newest_payload or {}, author, report.given_at, keeps=True)
    others = (
        value(rival.payload, author, rival.created)
        for author, rival in zip(authors, report.rivals, strict=True)
    )
    title = table_title(format_of(event), number, table_number)
    return {
        "where": _("{table}, the cut").format(table=title),
        "url": reverse("event_table", args=[event.pk, number, table_number]),
        "values": [mine, *others],
    }


def disputes_page(
    request: EventRequest,
    form: DisputeForm,
    decision: DecisionForm | None = None,
    deciding: int | None = None,
) -> HttpResponse:
    """All objections, the open ones first."""
    everything = request.event.disputes.select_related("table__seating")
    open_ = dispute_rows(request.event, everything.filter(decided_at=None))
    context = {
        "contests": contests_of(request.event)
        if request.event.state == Event.State.PLAYING
        else [],
        "open": [row | values_of(request.event, row["dispute"]) for row in open_],
        "key": secrets.token_urlsafe(16),
        "decided": dispute_rows(
            request.event, everything.exclude(decided_at=None).order_by("-decided_at")
        ),
        "form": form,
        "decision": decision or DecisionForm(auto_id=False),
        "deciding": deciding,
        "people": sorted(request.event.entries.values_list("name", flat=True), key=sort_key),
        "tab": "disputes",
    }
    bad = form.errors or (decision is not None and decision.errors)
    return page(request, "reports/disputes.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_access
def event_disputes(request: EventRequest, event_id: int) -> HttpResponse:
    """All objections; POST adds one. For the desk."""
    form = dispute_form(request.event, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        table, deal = disputed(request.event, form)
        try:
            note_dispute(
                event=request.event,
                actor=request.actor,
                objector=form.cleaned_data["objector"],
                text=form.cleaned_data["text"],
                table=table,
                deal=deal,
                kali_effect=form.cleaned_data["kali_effect"],
            )
        except Refused as refused:
            put_beside_fields(form, refused.problems)
        else:
            return back(request, "event_disputes", event_id, message=_("It has been noted."))
    return disputes_page(request, form)


@require_POST
@desk_access
def event_dispute_decide(request: EventRequest, event_id: int, dispute_id: int) -> HttpResponse:
    """Save how a dispute was decided. For the desk."""
    dispute = get_object_or_404(Dispute, pk=dispute_id, event_id=event_id)
    decision = DecisionForm(request.POST, auto_id=False)
    if decision.is_valid():
        try:
            decide_dispute(
                dispute=dispute, actor=request.actor, decision=decision.cleaned_data["decision"]
            )
        except Refused as refused:
            put_beside_fields(decision, refused.problems)
        else:
            return back(
                request, "event_disputes", event_id, message=_("The decision has been noted.")
            )
    return disputes_page(request, dispute_form(request.event), decision, dispute_id)
