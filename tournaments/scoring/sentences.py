"""Reports of score pads in words, short enough for a line of the log."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.scoring.answers import answers_in_words
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import AWAY, line_at, row_of
from tournaments.words import said


def told(pad: Pad, number: int, table_number: int) -> str:
    """What a table, or a couple, reported of a round and what it brought; "" for nothing."""
    one, line = pad.round(number), line_at(pad, table_number, number)
    if one is None or line is None or line.payload is None:
        return ""
    if pad.room:
        first, second = (pad.names[place] for place in line.chairs)
        if line.payload.get(AWAY):
            return _("{first} and {second} do not play").format(first=first, second=second)
        return said(pad.plays.row_text(pad.state, row_of(pad, line, line.payload)))
    if line.is_open:
        told = answers_in_words(pad.plays.fields(one.before), pad.setup.roster, line.payload)
        return "; ".join(_("{label}: {text}").format(label=a.label, text=a.text) for a in told)
    counts = one.played is not None and one.played.counted
    return said(one.played.summary) if one.played and counts else _("does not count")
