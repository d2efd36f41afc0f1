"""The wishes for the seats, one by one: whether drawn seats grant them, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Pairing
from tournaments.models.event_games import format_of
from tournaments.seats.selectors import seats
from tournaments.web.wording import BOTH, count_word, sentence_of, spell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.seats.selectors import SeatsView

FACING = 2  # chairs on, at a table of four


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """A wish in words; `why` says why it is not granted, or why it does not matter in this set."""

    words: str
    is_granted: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat: the number of the table, and the chair."""

    table: int
    chair: int


def read_requests(event: Event, view: SeatsView) -> list[DrawRequest]:
    """Every wish of those who are in these seats, in the order of entering; last, who keeps a
    chair. Three queries."""
    chairs = {
        seat.entry_id: Chair(table.number, seat.chair)
        for table in view.tables
        for seat in table.seats
    }
    people = {*chairs, *(out.entry_id for out in (*view.sit_outs, *view.watchers))}
    wished = event.pairings.exclude(kind=Pairing.Kind.PARTNERS).select_related("first", "second")
    return [
        *(
            _judge_pair(event, view.set_number, pairing, chairs)
            for pairing in wished.order_by("pk")
            if {pairing.first_id, pairing.second_id} <= people
        ),
        *_read_keepers(event, view.set_number, chairs, people),
    ]


def count_granted(requests: Sequence[DrawRequest]) -> str:
    """How many wishes are granted, in a sentence; nothing without wishes."""
    if not requests:
        return ""
    granted, count = sum(wish.is_granted for wish in requests), len(requests)
    if granted == count == BOTH:
        text = _("Both wishes are granted.")
    elif granted == count:
        text = ngettext("The one wish is granted.", "All {count} wishes are granted.", count)
    elif count == 1:
        text = _("The one wish is not granted.")
    else:
        text = ngettext(
            "{granted} of the {count} wishes is granted.",
            "{granted} of the {count} wishes are granted.",
            granted,
        )
    return sentence_of(text.format(granted=spell(granted), count=count_word(count)))


def _judge_pair(
    event: Event, set_number: int, wish: Pairing, chairs: Mapping[int, Chair]
) -> DrawRequest:
    names = {"name": wish.first.name, "other": wish.second.name}
    chair, partner_chair = chairs.get(wish.first_id), chairs.get(wish.second_id)
    is_at_one = (
        chair is not None and partner_chair is not None and chair.table == partner_chair.table
    )
    if wish.kind == Pairing.Kind.APART:
        words = _("{name} and {other}: not at one table").format(**names)
        why = (
            _("both are at table {number}").format(number=chair.table)
            if chair and is_at_one
            else ""
        )
        return DrawRequest(words, not is_at_one, why or _why_open(chair, partner_chair))
    if wish.kind == Pairing.Kind.TOGETHER:
        words, is_granted = _("{name} and {other}: at one table").format(**names), is_at_one
    else:
        words = _("{name} and {other}: partners").format(**names)
        is_granted = bool(
            chair
            and partner_chair
            and is_at_one
            and abs(chair.chair - partner_chair.chair) == FACING
        )
    if is_granted:
        return DrawRequest(words, is_granted)
    if chair is None or partner_chair is None:
        return DrawRequest(words, chair is partner_chair, _why_open(chair, partner_chair))
    if set_number > 1 and not format_of(event).facts.requests_last:
        return DrawRequest(
            words, is_granted, _("asked for the first set; now results say who meets")
        )
    why = _("tables {one} and {other}").format(one=chair.table, other=partner_chair.table)
    return DrawRequest(words, is_granted, _("opponents here") if is_at_one else why)


def _why_open(first: Chair | None, second: Chair | None) -> str:
    """Why a wish of two people does not matter in this set; "" where both have a chair."""
    if first is None and second is None:
        return _("both sit out")
    return "" if first and second else _("one of them sits out")


def _read_keepers(
    event: Event, set_number: int, chairs: Mapping[int, Chair], people: set[int]
) -> list[DrawRequest]:
    """The requests to keep a chair, each with whether it is granted."""
    keepers = event.entries.filter(keeps_chair=True, pk__in=people).order_by("pk")
    before = seats(event, set_number - 1) if keepers and set_number > 1 else None
    usual = {
        seat.entry_id: Chair(table.number, seat.chair)
        for table in (before.tables if before else ())
        for seat in table.seats
    }
    requests = []
    for entry in keepers:
        words = _("{name} keeps a chair").format(name=entry.name)
        now, last = chairs.get(entry.pk), usual.get(entry.pk)
        if now is None:
            requests.append(DrawRequest(words, is_granted=True, why=_("sits out, so it is free")))
        elif last is None or last == now:
            requests.append(DrawRequest(words, is_granted=True))
        else:
            why = _("was at table {before}, now at {now}")
            requests.append(
                DrawRequest(
                    words, is_granted=False, why=why.format(before=last.table, now=now.table)
                )
            )
    return requests
