"""The operations of the API, each with its kinds of links (`may_call`). Reports go through the same
services as those of phones and desk.

There are no string annotations here: the library reads the annotations at run time.
"""

from typing import Annotated, Any

from django.http import Http404
from ninja import Header, Query, Router, Status
from ninja.pagination import LimitOffsetPagination, paginate

from tournaments.access.permissions import EventRequest
from tournaments.api import selectors
from tournaments.api.auth import DESK, PLAYERS, READERS, may_call
from tournaments.api.schemas import (
    LAST,
    BoardOut,
    ConflictOut,
    DealNumber,
    EventId,
    EventOut,
    Key,
    PersonIn,
    PersonOut,
    Problems,
    RecordOut,
    ReportId,
    ReportIn,
    ReportOut,
    SetNumber,
    StandingOut,
    TableNumber,
    TableOut,
    TeamOut,
    WithdrawIn,
)
from tournaments.boards.event_tables import table_of
from tournaments.boards.hall import Hall
from tournaments.models import Event, Table
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission
from tournaments.seating.roll_call import admit_person

router = Router()
REFUSED = frozenset({400, 401, 403, 404, 422, 429, 503})
DEAL = "/events/{event_id}/tables/{set_number}/{number}/deals/{deal}"
IdempotencyKey = Annotated[Key, Header(alias="Idempotency-Key")]


def answers(shape: Any, status: int = 200, **more: Any) -> dict[Any, Any]:
    """Return the responses of an operation, with the refusals that all operations have."""
    return {
        status: shape,
        REFUSED: Problems,
        **{int(code): response for code, response in more.items()},
    }


def own_event(request: EventRequest, event_id: int) -> Event:
    """Return the event of the link. Raises Http404 for any other."""
    if request.event.pk != event_id:
        raise Http404
    return request.event


def own_table(request: EventRequest, event_id: int, set_number: int, number: int) -> Table:
    """Return a table of the event; for a table's link only its own. Raises Http404."""
    event, actor = own_event(request, event_id), request.actor
    table = table_of(event, set_number, number)
    if table is None or not (actor.at_desk or actor.table_number == number):
        raise Http404
    return table


@router.get("/events", response=answers(list[EventOut]), url_name="events", **may_call(*READERS))
@paginate(LimitOffsetPagination)
def events(request: EventRequest) -> Any:
    """The events that the link opens: its own."""
    return [selectors.event_shape(request.event)]


@router.get(
    "/events/{event_id}", response=answers(EventOut), url_name="event", **may_call(*READERS)
)
def event(request: EventRequest, event_id: EventId) -> Any:
    """What is played, and how far it is."""
    return selectors.event_shape(own_event(request, event_id))


@router.get(
    "/events/{event_id}/people",
    response=answers(list[PersonOut]),
    url_name="people",
    **may_call(*READERS),
)
@paginate(LimitOffsetPagination)
def people(request: EventRequest, event_id: EventId) -> Any:
    """Everybody who is entered, by name."""
    return selectors.people_shapes(own_event(request, event_id))


@router.post(
    "/events/{event_id}/people",
    response=answers(PersonOut, 201),
    url_name="people",
    **may_call(*DESK),
)
def person_enters(request: EventRequest, event_id: EventId, body: PersonIn) -> Any:
    """Enter somebody; after the first draw, as a late guest for the next."""
    event = own_event(request, event_id)
    entry = admit_person(
        event=event, actor=request.actor, name=body.name, note=body.note, role=body.role
    )
    return Status(201, {"id": entry.pk, "name": entry.name, "role": entry.role})


@router.get(
    "/events/{event_id}/standings",
    response=answers(list[StandingOut]),
    url_name="standings",
    **may_call(*READERS),
)
@paginate(LimitOffsetPagination)
def standings(request: EventRequest, event_id: EventId) -> Any:
    """How everybody stands, best first. What the host has hidden, only the desk sees."""
    return selectors.standing_shapes(own_event(request, event_id), request.actor)


@router.get(
    "/events/{event_id}/teams",
    response=answers(list[TeamOut]),
    url_name="teams",
    **may_call(*READERS),
)
@paginate(LimitOffsetPagination)
def teams(request: EventRequest, event_id: EventId) -> Any:
    """The second ranking, of the teams whose names people carry: best first, with who counts."""
    return selectors.team_shapes(own_event(request, event_id), request.actor)


@router.get(
    "/events/{event_id}/record",
    response=answers(RecordOut),
    url_name="record",
    **may_call(*READERS),
)
def record(request: EventRequest, event_id: EventId) -> Any:
    """What the family's records tell of the event, once it is over and its places are shown:
    headline, turns, records that fell, awards. Who is left out of records is "somebody"."""
    shape = selectors.record_shape(own_event(request, event_id))
    if shape is None:
        raise Http404
    return shape


@router.get(
    "/events/{event_id}/tables",
    response=answers(list[TableOut]),
    url_name="tables",
    **may_call(*READERS),
)
@paginate(LimitOffsetPagination)
def tables(request: EventRequest, event_id: EventId) -> Any:
    """Who sits where, set by set. Where teams meet, a table is a couple's place in a round."""
    return selectors.table_shapes(own_event(request, event_id))


@router.get(
    "/events/{event_id}/tables/{set_number}/{number}",
    response=answers(BoardOut),
    url_name="table",
    **may_call(*PLAYERS),
)
def table(
    request: EventRequest, event_id: EventId, set_number: SetNumber, number: TableNumber
) -> Any:
    """A table's deals, which one is due, and what its report is asked. A table: its own."""
    own_table(request, event_id, set_number, number)
    return selectors.board_shape(request.event, set_number, number)


@router.get(
    "/events/{event_id}/reports",
    response=answers(list[ReportOut]),
    url_name="reports",
    **may_call(*PLAYERS),
)
@paginate(LimitOffsetPagination)
def current_reports(
    request: EventRequest,
    event_id: EventId,
    set: int | None = Query(None, ge=1, le=LAST),  # noqa: A002 - the word of the API
    table: int | None = Query(None, ge=1, le=LAST),
) -> Any:
    """The reports that count, in the order of sets, tables and deals. A table: its own."""
    return selectors.report_shapes(own_event(request, event_id), request.actor, set, table)


@router.post(
    f"{DEAL}/report",
    response={**answers(ReportOut), 409: ConflictOut},
    url_name="report",
    **may_call(*PLAYERS),
)
def report(
    request: EventRequest,
    event_id: EventId,
    set_number: SetNumber,
    number: TableNumber,
    deal: DealNumber,
    body: ReportIn,
    key: IdempotencyKey,
) -> Any:
    """Say what happened in a deal, or correct it. Judged as on pages: all problems at once (422);
    send warnings again with their codes in `confirmed`. The same key again is the same report.
    """
    at = own_table(request, event_id, set_number, number)
    target = (
        Hall.of(request.event).deal(set_number, number, deal) if request.actor.at_desk else None
    )
    corrects = target is not None and target.corrects and body.seen >= target.report.revision
    submission = Submission(
        actor=request.actor,
        key=key,
        payload=body.payload,
        seen=body.seen,
        confirmed=body.confirmed,
        reason=body.reason,
        override=body.override,
        reseat=body.reseat if corrects or body.reseat else None,
    )
    revision = services.save_report(at, deal, submission)
    return selectors.report_shape(revision, (set_number, number))


@router.post(
    f"{DEAL}/withdraw",
    response={**answers(ReportOut), 409: ConflictOut},
    url_name="withdraw",
    **may_call(*PLAYERS),
)
def withdraw(
    request: EventRequest,
    event_id: EventId,
    set_number: SetNumber,
    number: TableNumber,
    deal: DealNumber,
    body: WithdrawIn,
    key: IdempotencyKey,
) -> Any:
    """Take a report back: a revision without payload. The desk says why."""
    at = own_table(request, event_id, set_number, number)
    submission = Submission(request.actor, key, seen=body.seen, reason=body.reason)
    revision = services.withdraw(at, deal, submission)
    return selectors.report_shape(revision, (set_number, number))


@router.post(
    "/events/{event_id}/reports/{report_id}/accept",
    response={**answers(ReportOut), 409: ConflictOut},
    url_name="accept",
    **may_call(*PLAYERS),
)
def accept(request: EventRequest, event_id: EventId, report_id: ReportId) -> Any:
    """Say yes to a report; twice is once. A table: to its own."""
    revision = selectors.report_at(own_event(request, event_id), report_id)
    seating = revision.table.seating
    at = own_table(request, event_id, seating.set_number, revision.table.number)
    acceptances.accept(report=revision, actor=request.actor)
    return selectors.report_shape(revision, (at.seating.set_number, at.number), accepted=True)
