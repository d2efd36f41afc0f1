"""Reports of score pads in words, short enough for a line of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.selectors.pads import AWAY, COUPLE, Pad, line_at, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Report, Table


def told(pad: Pad, number: int, table_number: int) -> str:
    """What a table, or a couple, reported of a round and what it brought; "" for nothing."""
    one, line = pad.round(number), line_at(pad, table_number, number)
    if one is None or line is None or line.payload is None:
        return ""
    if pad.scheme.rows == COUPLE and pad.scheme.row_text is not None:
        first, second = (pad.names[place] for place in line.chairs)
        if line.payload.get(AWAY):
            return _("{first} and {second} do not play").format(first=first, second=second)
        return pad.scheme.row_text(pad.setup.roster, row_of(pad, line, line.payload))
    return one.played.summary if one.played and one.played.counted else _("does not count")


def told_of(found: Iterable[Pad], table: Table, report: Report) -> dict[str, str]:
    """The same as what the log keeps of a report: {"text": ...}; {} where nothing is reported."""
    for pad in found:
        room = pad.scheme.rows == COUPLE
        if room or pad.table_id == table.pk:
            number = table.seating.set_number if room else report.deal
            text = told(pad, number, table.number)
            return {"text": text} if text else {}
    return {}
