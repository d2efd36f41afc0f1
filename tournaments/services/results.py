"""Everything that can be done with results; one module for each part of it."""

from __future__ import annotations

from tournaments.services.corrections import (
    CorrectionPreview,
    PlaceChange,
    SeatChange,
    correct,
    preview_correction,
)
from tournaments.services.cuts import draw_cut, report_cut
from tournaments.services.disputes import decide_dispute, note_dispute
from tournaments.services.reports import accept, agree, report, withdraw

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
