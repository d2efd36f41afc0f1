"""What waits for a yes at a table, and two answers that disagree."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.boards.deals import closes, on_board
from tournaments.boards.pad import LAST
from tournaments.boards.pads import is_open, pad_at
from tournaments.boards.progress import line_state
from tournaments.boards.table_page import table_page
from tournaments.models import CUT
from tournaments.models.event_games import format_of
from tournaments.phones.blocks import Both, Older, Ruling, Told, Waiting
from tournaments.phones.request_params import both_of, deal_at_line, in_line, line_of
from tournaments.web.labels import translate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.engine.text import Words
    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.inputs import AnswerText
    from tournaments.boards.pad import Pad, PadRound
    from tournaments.boards.table_page import TablePage
    from tournaments.models import Table
    from tournaments.models.errors import Conflict
    from tournaments.phones.blocks import Entry, Seen
    from tournaments.phones.phone import Phone

KEPT = 1024  # summaries of a process: each stands below five newer ones


def rulings_of(phone: Phone) -> list[Ruling]:
    """Overrides of a scorekeeper who leads, which somebody else here has to agree to."""
    leads = phone.event.scorekeeper_id
    return [
        Ruling(
            deal.line.pending_id or 0,
            deal.label,
            _report_words(phone, deal, deal.line.pending_payload),
            deal.line.pending_reason,
            tuple(one for one in deal.agreers if one[0] != leads),
        )
        for deal in _pending(phone)
    ]


def waiting_of(phone: Phone, seen: Seen | None, entry: Entry | None) -> list[Waiting]:
    """Reports of which somebody has to say that they are right."""
    if phone.set is not None:
        return [
            _waits(phone, hand, _report_words(phone, hand, hand.line.payload))
            for hand in phone.set.hands
            if hand.state == "provisional" and not _is_changed(hand, entry)
        ]
    if phone.pad is None or phone.pad.room or seen is not None or phone.answer.form:
        return []
    found = [one for one in phone.pad.rounds if line_state(one.lines[0]) == "provisional"]
    return [_newest_of(phone, phone.pad, found)] if found else []


def _is_changed(hand: Deal, entry: Entry | None) -> bool:
    return entry is not None and entry.is_change and entry.number == hand.number


def _waits(phone: Phone, deal: Deal, told: Told) -> Waiting:
    question = _("{hand}: does everybody agree?")
    if phone.pad is None or phone.pad.setup.roster.in_sides:
        question = _("{hand}: other side, do you agree?")
    asked = question.format(hand=deal.label)
    return Waiting(deal.number, deal.label, asked, told, deal.line.report_id or 0)


def _newest_of(phone: Phone, pad: Pad, found: list[PadRound]) -> Waiting:
    """The newest round that nobody else has agreed to; older ones wait with it."""
    *older, newest = found
    line = newest.lines[0]
    deal = deal_at_line(pad, line, newest.number, final=closes(pad.plays, line.payload))
    answers = deal.answers
    return replace(
        _waits(phone, deal, Told(brought=_besides(answers, _brought(newest)), answers=answers)),
        upto=max(one.lines[0].report_id or 0 for one in found),
        older=tuple(
            Older(one.number, translate(pad.form.called.numbered(one.number)), _brought(one))
            for one in older[-LAST:]
        ),
        more=len(older[:-LAST]),
    )


def waiting_upto(phone: Phone, upto: int) -> list[int]:
    """The reports of a table's own board that wait for a yes, of those up to one; whatever was
    changed after it was not seen by whoever says yes now."""
    rounds = phone.pad.rounds if phone.pad is not None and not phone.pad.room else ()
    found = (one.lines[0] for one in rounds)
    waiting = (line.report_id or 0 for line in found if line_state(line) == "provisional")
    return [report for report in waiting if report <= upto]


def _brought(one: PadRound) -> str:
    return _summary_words(one.played.summary, get_language()) if one.played and one.counted else ""


@lru_cache(KEPT)
def _summary_words(words: Words, language: str | None) -> str:
    """A summary as it was said when its round was the newest."""
    del language  # another text in each
    return translate(words)


def _besides(answers: tuple[AnswerText, ...], brought: str) -> str:
    """What a round brought, unless an answer says so already: pips that count as they are."""
    return "" if any(one.text == brought for one in answers) else brought


def _report_words(phone: Phone, deal: Deal, payload: dict[str, Any] | None) -> Told:
    """A report: a score under the names of the sides, or in a line."""
    if phone.set is None:
        return Told(brought=in_line(deal, payload))
    chairs = phone.set.chairs
    names = tuple(chair.name for chair in chairs)
    if phone.set.partners:
        sides = ([chair.name for chair in chairs if chair.side == side] for side in (0, 1))
        names = tuple(_(" & ").join(side) for side in sides)
    return Told(names, deal.said if payload is deal.line.payload else deal.words(payload))


def _pending(phone: Phone) -> Iterator[Deal]:
    if phone.set is not None:
        yield from (hand for hand in phone.set.hands if hand.line.pending)
    pad = phone.pad
    for one in pad.rounds if pad is not None else ():
        for line in one.lines:
            if pad is not None and line.pending and line.table_number == phone.number:
                final = closes(pad.plays, line.pending_payload)
                yield deal_at_line(pad, line, one.number, final=final)


# --- two answers ----------------------------------------------------------------------------------


def both_values(
    request: EventRequest, number: int, *, table: Table, clash: Conflict, submitted: Any
) -> Both | None:
    """A lost race about a deal, or about the cut (number 0); `submitted` is what this phone sent
    (None: to take it back)."""
    set_number = table.seating.set_number
    if not format_of(request.event).apart:
        request.event.refresh_from_db()
        pad = pad_at(request.event, table.number, set_number)
        return _of_board(pad, table.number, number, clash, submitted)
    page = table_page(request.event, table.number, set_number)
    if number == CUT:
        return _of_cut(page, set_number, clash, submitted)
    hands = page.hands if page else ()
    hand = next((one for one in hands if one.number == number), None)
    return both_of(hand, clash, submitted, agreed=hand.accepted) if hand else None


def _of_board(
    pad: Pad | None, table_number: int, number: int, clash: Conflict, submitted: Any
) -> Both | None:
    line = line_of(pad, table_number, number) if pad else None
    if pad is None or line is None:
        return None
    final = closes(pad.plays, submitted)
    early = is_open(pad.plays, on_board(pad, number, line).before, submitted)
    deal = deal_at_line(pad, line, number, final=final, early=early)
    return both_of(deal, clash, submitted, agreed=line.accepted)


def _of_cut(page: TablePage | None, set_number: int, clash: Conflict, submitted: Any) -> Both:
    names = {chair.index: chair.name for chair in page.chairs} if page else {}

    def words(payload: dict[str, Any] | None) -> str:
        if payload is None:
            return _("withdrawn")
        chairs = payload.get("cut") or payload.get("winners") or ()
        return _(" and ").join(names[chair] for chair in sorted(chairs) if chair in names)

    return Both(
        title=_("Two phones, two answers"),
        label="",
        number=CUT,
        set_number=set_number,
        current=words(clash.current.payload),
        author=clash.current.author,
        revision=clash.current.revision,
        submitted=words(submitted),
    )
