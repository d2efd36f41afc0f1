"""The data that a table's phone sends: numbers, keys, chairs, reports, and the deal of its form."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext as _

from rulesets.engine.clean_text import clean_text
from tournaments.access.devices import code_of
from tournaments.access.selectors import link_with_table, marked_link
from tournaments.boards.board_reading import blank_report, report_at_place
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deals import on_board
from tournaments.boards.hall import Hall, hand_of, no_such_deal
from tournaments.models.event_games import format_of
from tournaments.report_forms.inputs import answers_in_words
from tournaments.report_forms.report_form import make_form
from tournaments.reports.acceptances import entry_of, report_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpRequest, QueryDict

    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Entry, Event, Link, Report, Table
    from tournaments.report_forms.report_form import ReportForm


# Names for the number of a deal; pages that were open during an upgrade send the older ones.
DEAL = ("deal", "round", "hand")


def whole(data: QueryDict, name: str, low: int = 0) -> int | None:
    """A small whole number from the data; None if there is none."""
    return small_number(data.get(name, ""), low)


def small_number(text: str, low: int = 0) -> int | None:
    """A text as a small whole number; None if it is none."""
    if not text.isascii() or not text.isdecimal() or len(text) > 12 or int(text) < low:
        return None
    return int(text)


def deal_in(data: QueryDict) -> int | None:
    """The number of the deal: a hand of the set, or a round of the game."""
    return next((whole(data, name, low=1) for name in DEAL if name in data), None)


def link_and_seats(request: HttpRequest, token: str) -> Link | None:
    """The link, with its table in the set for which the form was made."""
    return link_with_table(token, whole(request.POST, "set", low=1), code_of(request))


def link_and_mark(request: HttpRequest, token: str) -> Link | None:
    """Return the link, with the mark by which its phones learn whether to reload."""
    return marked_link(token, code_of(request))


def submission_key(data: QueryDict) -> str:
    """The key by which a repeated submission is recognised; a new one if none was sent."""
    return clean_text(data.get("key", ""))[:64] or secrets.token_urlsafe(18)


def named_chairs(data: QueryDict) -> list[int]:
    """The chairs that won a cut: one radio button for each role or side ("0,2"), or checkboxes for
    all."""
    names = [name for name in data if name == "winner" or name.startswith("winner_")]
    values = [text for name in names for text in data.getlist(name)]
    texts = [text for several in values for text in several.split(",")]
    return [int(text) for text in texts if text in ("0", "1", "2", "3")]


def own_report(request: EventRequest, named: str) -> Report:
    """The report of that id, which must be one of this link's table. Raises Http404."""
    number = request.actor.table_number or 0
    report = report_of(request.event, number, small_number(named) or 0)
    if report is None:
        raise Http404
    return report


def agreement(request: EventRequest) -> tuple[Report, Entry]:
    """The report that somebody agrees to, and their entry. Raises Http404 if there is none."""
    by = entry_of(request.event, whole(request.POST, "entry") or 0)
    if by is None:
        raise Http404
    return own_report(request, request.POST.get("report", "")), by


def target_table(request: EventRequest) -> Table:
    """The table of this link in the set for which the form was made. Raises Http404."""
    table = request.link.table if request.link else None
    if table is None:
        raise Http404
    return table


def deal_of_form(event: Event, target: Table, data: QueryDict) -> Deal:
    """The deal of a form of this table.

    Raises Http404 if there is no such place, and Refused if it cannot be played, or not yet (a
    round before it was withdrawn while the form was open).
    """
    return REPORTING(event).deal(event, target, data)


def _hand_of_form(event: Event, target: Table, data: QueryDict) -> Deal:
    """A hand of a set that stands by itself."""
    number = deal_in(data) or 0
    return hand_of(format_of(event), target.seating.set_number, target.number, number)


def _round_of_form(event: Event, target: Table, data: QueryDict) -> Deal:
    """A round of a table's own board."""
    return _deal_on_board(event, target, data, deal_in(data))


def _part_of_form(event: Event, target: Table, data: QueryDict) -> Deal:
    """A couple's part of a round of the whole room."""
    return _deal_on_board(event, target, data, target.seating.set_number)


def _deal_on_board(event: Event, target: Table, data: QueryDict, number: int | None) -> Deal:
    if not number:
        raise Http404
    board = Hall.of(event).board(target.number, target.seating.set_number)
    deal = deal_for_entry(board, target.number, number)
    if deal is None:
        raise no_such_deal(format_of(event), number)
    return with_questions(deal, final="final" in data, early="early" in data)


def with_questions(deal: Deal, *, final: bool = False, early: bool | None = False) -> Deal:
    """A deal of a board with the kind of report to ask for. `early`: only what comes before the
    hand; None: that, if nothing is reported yet."""
    if early is None:
        early = not deal.report.standing
    deal = replace(deal, final=final)
    if early and any(field.before for field in deal.fields):
        return replace(deal, early=True)
    return deal


def form_of(deal: Deal, data: Any = None, payload: Mapping[str, Any] | None = None) -> ReportForm:
    """The form of a report at the table: what was answered before the hand is not asked again."""
    return make_form(deal, data, payload, answered_before=deal.answered_before)


def deal_for_entry(board: EventBoard | None, table_number: int, number: int) -> Deal | None:
    """The deal of a board that a phone can enter: a table's round, reported or not, or a couple's
    part of a round; None for any other."""
    if not board:
        return None
    report = report_at_place(board, table_number, number)
    if report is None and board.table_number and 1 <= number <= board.next_number:
        report = blank_report(board, number)
    return on_board(board, number, report) if report else None


def one_line(deal: Deal, payload: dict[str, Any] | None) -> str:
    """A report in one line of text, so that two of them can be compared."""
    if payload is None:
        return _("withdrawn")
    return REPORTING(deal.format).line(deal, payload)


def _in_words(deal: Deal, payload: dict[str, Any]) -> str:
    return deal.words(payload)


def _by_question(deal: Deal, payload: dict[str, Any]) -> str:
    return " · ".join(
        _("{question}: {answer}").format(question=entry.label.rstrip("?"), answer=entry.text)
        for entry in answers_in_words(deal.fields, deal.roster, payload)
    )


@dataclass(frozen=True, slots=True)
class ReportWay:
    """How a place reports: which `deal` a form is for, a report in a `line` of text, and whether
    it `is_part` of a round that the whole room plays."""

    deal: Callable[[Event, Table, QueryDict], Deal]
    line: Callable[[Deal, dict[str, Any]], str]
    is_part: bool = False


_OF_BOARD = ReportWay(_round_of_form, _by_question)
REPORTING = ByKeeping(
    table=_OF_BOARD,
    set=_OF_BOARD,
    hands=ReportWay(_hand_of_form, _in_words),
    room=ReportWay(_part_of_form, _in_words, is_part=True),
)
