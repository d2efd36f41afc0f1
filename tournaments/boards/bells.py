"""The bell that ends a set for all tables: when it rings, and which deal is the last of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from rulesets.formats.drive import complete
from tournaments.boards.hall import Hall
from tournaments.web.labels import called

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.pad import Pad
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Bell:
    """What a table is told of it. `ends_at`: when the clock rings, where one runs; `choices`: the
    deals that can be its last, each with words; `last`: that is said, in words."""

    has_rung: bool
    ends_at: datetime | None
    choices: tuple[tuple[int, str], ...] = ()
    last: str = ""

    @property
    def words(self) -> str:
        """What is called out when it rings."""
        return call_out()


def call_out() -> str:
    """What is called out when the bell rings."""
    return _("The bell has rung: finish the deal you are playing and start no other.")


def bell_of(event: Event, pad: Pad, *, at_desk: bool = False) -> Bell | None:
    """The bell of a table's set; None at the table that rings it, and for all but the desk where
    the set is over."""
    form = pad.form
    if not form.has_bell or form.rings_bell(pad.table_number):
        return None
    if not (pad.running or at_desk):
        return None
    words, told = called(form), count_deals(pad)
    last = "" if pad.last_deal is None else words.numbered(pad.last_deal)
    text = _("{deal} was our last")
    choices = [(told, text.format(deal=words.numbered(told)))] if told else []
    text = _("We are playing {deal}, our last")
    choices.append((told + 1, text.format(deal=words.within(told + 1))))
    return Bell(
        has_rung(event, form, pad.set_number),
        event.round_ends_at if form.seating_minutes else None,
        tuple(choices),
        last,
    )


def count_deals(pad: Pad) -> int:
    """The last deal of a table of which something is reported."""
    return max((one.number for one in pad.rounds if one.reports[0].standing), default=0)


def has_rung(event: Event, form: Format, set_number: int, hall: Hall | None = None) -> bool:
    """Whether the bell of a set has rung: the time is up, or the head table is done."""
    if not form.has_bell:
        return False
    if form.seating_minutes:
        return event.round_ends_at is not None and event.round_ends_at <= timezone.now()
    rows = (hall or Hall.of(event)).drive
    tables = [
        table
        for record in rows.drive.sets
        if record.number == set_number
        for table in record.tables
        if form.rings_bell(table.table)
    ]
    return bool(tables) and all(complete(rows.game, table) for table in tables)
