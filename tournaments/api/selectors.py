"""The values of the API's responses about an event, as dicts for its schemas."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.http import Http404

from tournaments.boards.deals import Deal
from tournaments.boards.event_tables import TableRecord, read_tables
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import read_reports
from tournaments.models import CUT, Acceptance, Event, Report
from tournaments.models.event_games import format_of, game_name
from tournaments.people.selectors import entries
from tournaments.records.selectors import family_records
from tournaments.standings.selectors import standings
from tournaments.web.labels import counted_in, low_wins, table_title
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.engine.fields import Field
    from rulesets.formats.match import MatchScore
    from tournaments.access.permissions import Actor

Shape = dict[str, Any]


def event_shape(event: Event) -> Shape:
    """Return an event's values."""
    return {
        "id": event.pk,
        "name": event.name,
        "date": event.date,
        "place": event.place,
        "game": event.game,
        "game_name": game_name(event),
        "edition": event.edition,
        "format": format_of(event).kind.slug,
        "options": event.options,
        "house_rules": event.house_rules,
        "state": event.state,
        "version": event.version,
        "counted": counted_in(event),
        "low_wins": low_wins(event),
    }


def people_shapes(event: Event) -> list[Shape]:
    """Return everybody entered, by name."""
    return [{"id": e.entry_id, "name": e.name, "role": e.role} for e in entries(event)]


def standing_shapes(event: Event, actor: Actor) -> list[Shape]:
    """Return everybody's line, best first; for others than the desk without hidden places."""
    table = standings(event)
    return [
        {
            "id": row.entry_id,
            "name": row.name,
            "role": row.role_name,
            "team": row.team,
            "partners": row.partners,
            "table": row.table,
            "division": row.division,
            "rank": row.rank,
            "shared": row.shared,
            "total": row.total,
            "rounds": list(row.sets),
            "decision": row.decision,
        }
        for row in (table.rows if actor.at_desk else table.public)
    ]


def team_shapes(event: Event, actor: Actor) -> list[Shape]:
    """Return the ranking of teams; for others than the desk empty while a place is hidden."""
    table = standings(event)
    return [
        {
            "name": team.name,
            "rank": team.rank,
            "shared": team.shared,
            "total": team.total,
            "missing": team.missing,
            "counted": [{"name": name, "total": total} for name, total in team.counted],
            "others": [{"name": name, "total": total} for name, total in team.others],
        }
        for team in (table.by_team if actor.at_desk else table.public_by_team)
    ]


def table_shapes(event: Event) -> list[Shape]:
    """Return the tables with their people in all published sets."""
    tables = read_tables(event)
    return [_table(event, table) for table in tables.tables]


def _table(event: Event, table: TableRecord) -> Shape:
    return {
        "set": table.set_number,
        "table": table.number,
        "title": table_title(format_of(event), table.set_number, table.number),
        "people": [
            {"chair": chair, "id": pk, "name": name}
            for chair, (pk, name) in enumerate(zip(table.chairs, table.names, strict=True))
        ],
    }


def report_shapes(
    event: Event, actor: Actor, set_number: int | None, number: int | None
) -> list[Shape]:
    """Return the current reports of all tables or some; for a table only its own."""
    counting = []
    tables = read_tables(event)
    reports = read_reports(tables)
    for table in tables.tables:
        own = actor.at_desk or table.number == actor.table_number
        if not own or table.set_number != (set_number or table.set_number):
            continue
        if table.number != (number or table.number):
            continue
        deals = sorted(reports.get(table.table_id, {}).items())
        counting += [
            report for deal, report in deals if deal != CUT and report.report_id is not None
        ]
    stored = Report.objects.in_bulk([report.report_id for report in counting])
    return [
        report_shape(
            stored[report.report_id],
            (report.set_number, report.table_number),
            accepted=report.accepted,
        )
        for report in counting
    ]


def report_shape(report: Report, at: tuple[int, int], *, accepted: bool | None = None) -> Shape:
    """Return one revision; `at`: numbers of its set and table. `accepted` is read if None."""
    if accepted is None:
        yes = report.acceptances.filter(kind=Acceptance.Kind.ACCEPT)
        accepted = yes.exists()
    return {
        "id": report.pk,
        "set": at[0],
        "table": at[1],
        "deal": report.deal,
        "revision": report.revision,
        "payload": report.payload,
        "author": report.author,
        "reason": report.reason,
        "overrode": list(report.overrode),
        "accepted": accepted,
        "needs_agreement": report.needs_agreement,
        "created": report.created,
    }


def report_at(event: Event, report_id: int) -> Report:
    """Return a report of the event with its table. Raises Http404."""
    reports = Report.objects.select_related("table__seating__event").filter(
        pk=report_id, table__seating__event=event
    )
    report = reports.first()
    if report is None:
        raise Http404
    return report


def board_shape(event: Event, set_number: int, number: int) -> Shape:
    """Return a table with its deals and the questions of the due one. Raises Http404 if there is no
    such table."""
    hall = Hall.of(event)
    table = hall.tables.table((set_number, number))
    if table is None:
        raise Http404
    deals, board = hall.deals(set_number, number), hall.board(number, set_number)
    due = next((deal for deal in deals if deal.open and not deal.report.standing), None)
    return {
        **_table(event, table),
        "match": _match(board.match if board is not None else None),
        "deals": [_deal(deal) for deal in deals],
        "due": due.report.deal if due else None,
        "asks": [_ask(field) for field in _fields_of(due)] if due else [],
    }


def _match(score: MatchScore | None) -> Shape | None:
    if score is None:
        return None
    return {"best_of": score.best_of, "wins": list(score.wins), "over": score.is_over}


def _fields_of(deal: Deal) -> tuple[Field, ...]:
    return replace(deal, final=deal.asks_for_last).fields


def _deal(deal: Deal) -> Shape:
    report = deal.report
    return {
        "deal": report.deal,
        "open": deal.open,
        "state": deal.state,
        "revision": report.revision,
        "report": report.report_id,
        "payload": report.payload,
        "said": deal.summary,
        "author": report.author,
        "accepted": report.accepted,
        "game": deal.match_game,
    }


def _ask(field: Field) -> Shape:
    return {
        "key": field.key,
        "label": translate(field.label),
        "help": translate(field.help),
        "kind": field.kind.name,
        "per": field.per,
        "required": field.required,
        "low": field.low,
        "high": field.high,
        "total": field.total,
        "choices": [key for key, _label in field.choices],
    }


def record_shape(event: Event) -> dict[str, Any] | None:
    """Return what records tell of an event; None for one that they do not count."""
    records = family_records(event.book)
    at = records.place_of(event.pk)
    return None if at is None else records.document(of=[event.pk]).evening(at)
