"""Everything that can be done with results; one module for each part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.selectors.pads import is_scheme
from tournaments.services import reports, rounds
from tournaments.services.acceptances import accept, agree
from tournaments.services.corrections import (
    CorrectionPreview,
    PlaceChange,
    SeatChange,
    correct,
    preview_correction,
)
from tournaments.services.cuts import draw_cut, report_cut
from tournaments.services.disputes import decide_dispute, note_dispute
from tournaments.services.reports import report

if TYPE_CHECKING:
    from tournaments.models import Report, Table

__all__ = [
    "CorrectionPreview",
    "PlaceChange",
    "SeatChange",
    "accept",
    "agree",
    "correct",
    "decide_dispute",
    "draw_cut",
    "note_dispute",
    "preview_correction",
    "report",
    "report_cut",
    "withdraw",
]


def withdraw(*, table: Table, **given: Any) -> Report:
    """Take a report back: of a hand, or of a round of a score pad. See there."""
    kind = rounds if is_scheme(table.seating.event) else reports
    return kind.withdraw(table=table, **given)
