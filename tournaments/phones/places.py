"""The deal that a phone's form is about, and two answers to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.games import format_of
from tournaments.phones.blocks import Both
from tournaments.phones.sent import deal_in
from tournaments.scoring.answers import answers_in_words
from tournaments.scoring.consequences import new_line
from tournaments.scoring.deals import on_board
from tournaments.scoring.pads import line_at, pad_at
from tournaments.scoring.places import hand_of, no_such_deal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import QueryDict

    from tournaments.errors import Conflict
    from tournaments.models import Event, Table
    from tournaments.scoring.deals import Deal
    from tournaments.scoring.pad import Line, Pad
    from tournaments.scoring.report_form import ReportForm


def sent_deal(event: Event, target: Table, data: QueryDict) -> Deal:
    """The deal that a form of this table is about.

    Raises Http404 where there is no such place, Refused where it is not to be played, or not yet
    (a round before it was taken back while the form was open).
    """
    set_number = target.seating.set_number
    form = format_of(event)
    if form.apart:
        return hand_of(form, set_number, target.number, deal_in(data) or 0)
    pad = pad_at(event, target.number, set_number)
    number = set_number if pad is not None and pad.room else deal_in(data)
    if pad is None or not number:
        raise Http404
    line = line_of(pad, target.number, number)
    if line is None:
        raise no_such_deal(form, number)
    return asked_of(pad, line, number, final="final" in data, early="early" in data)


def asked_of(
    pad: Pad, line: Line, number: int, *, final: bool = False, early: bool | None = False
) -> Deal:
    """A deal of a board, and what is asked of it. `early`: what is told before the hand, alone;
    None: if nothing is told yet."""
    if early is None:
        early = not line.standing
    deal = on_board(pad, number, line, final=final)
    if early and any(field.before for field in deal.fields):
        return on_board(pad, number, line, final=final, early=True)
    return deal


def form_of(deal: Deal, data: Any = None, payload: Mapping[str, Any] | None = None) -> ReportForm:
    """The form of a report at the table: what was told before the hand is not asked again."""
    return deal.report_form(data, payload, told=deal.told)


def line_of(pad: Pad, table_number: int, number: int) -> Line | None:
    """The line of a report: a round of a table, reported or not, or a couple's in a round."""
    found = line_at(pad, table_number, number)
    if found is None and not pad.room and 1 <= number <= pad.next_number:
        return new_line(pad, number)
    return found


def in_line(deal: Deal, payload: dict[str, Any] | None) -> str:
    """A report in one line of text, so that two of them can be told apart."""
    if payload is None:
        return _("withdrawn")
    if deal.pad is None or deal.room:
        return deal.words(payload)
    return " · ".join(
        _("{question}: {answer}").format(question=one.label.rstrip("?"), answer=one.text)
        for one in answers_in_words(deal.fields, deal.roster, payload)
    )


def both_of(deal: Deal, clash: Conflict, submitted: dict[str, Any] | None, *, agreed: bool) -> Both:
    """A lost race about a deal: what is written, what was sent (None: to take it back), and which
    is right, unless the others have `agreed` to what is written."""
    sent = form_of(deal, payload=submitted).as_sent() if submitted and not agreed else ()
    return Both(
        title=_("{hand}: two phones, two answers").format(hand=deal.label),
        label=deal.label,
        number=deal.number,
        set_number=deal.set_number,
        current=in_line(deal, clash.current.payload),
        author=clash.current.author,
        revision=clash.current.revision,
        submitted=in_line(deal, submitted),
        agreed=agreed,
        final=deal.final,
        early=deal.early,
        sent=sent,
    )
