"""The board of the whole room: two teams play each other, and each couple of opponents reports its
part of every round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.drawing.scoreboard import Scoreboard
    from tournaments.boards.deal_reports import DealReport

AWAY = "away"
COUPLE = "couple"  # the field for who reports; filled in from the seats


class RoomBoard(EventBoard):
    """The board to which all couples of a room report."""

    is_sheet: ClassVar[bool] = True
    pot = 0  # there is no table on which one could lie

    def partners_of(self, scorer: int) -> tuple[int, ...]:
        """Nobody: a total is a team's, which goes by its own name."""
        return ()

    @property
    def last_rounds(self) -> Scoreboard:
        """The scoreboard: its columns are those of the whole room."""
        return self.scoreboard

    @property
    def all_played(self) -> bool:
        """Whether all deals that were agreed on are played: a room goes on from round to round."""
        return False

    def value_of(
        self, reports: Sequence[DealReport], byes: Sequence[int], earlier: BoardRound | None = None
    ) -> Any:
        """A round as the engine gets it: a row for each couple in the order of its reports (None:
        nothing yet), then one for everybody who is away. Rows of reports that are in `earlier` are
        taken from it."""
        rows: list[Any] = []
        away: list[int] = []
        same: dict[int, Any] = {}
        if earlier is not None:
            both = zip(earlier.reports, earlier.value, strict=False)
            same = {id(report): row for report, row in both}
        for report in reports:
            if report.payload is not None and report.payload.get(AWAY):
                rows.append({AWAY: report.chairs[0]})
                away.append(report.chairs[1])
            else:
                known_row = same.get(id(report))
                rows.append(known_row or row_of(self, report, report.payload))
        here = {place for report in reports for place in report.chairs} | set(byes)
        away += [place for place in range(len(self.entry_ids)) if place not in here]
        return rows + [{AWAY: place} for place in away]


def row_of(board: EventBoard, report: DealReport, payload: Mapping[str, Any] | None) -> Any:
    """Return a couple's report as the engine gets it: by place in the roster instead of by chair;
    None for nothing."""
    if payload is None:
        return None
    fields = board.plays.fields(board.replay.opening.state)
    kinds = {field.key: field.kind for field in fields if field.per == "table"}
    answers = {
        key: kinds[key].renumber(value, report.chairs) if key in kinds else value
        for key, value in payload.items()
    }
    return {COUPLE: list(report.chairs), **answers}


def couple_words(board: EventBoard, report: DealReport, payload: Mapping[str, Any] | None) -> str:
    """A couple's report and its worth in words; "" for none."""
    if payload is None:
        return ""
    if payload.get(AWAY):
        return _("are not playing this round")
    return translate(board.plays.row_text(board.state, row_of(board, report, payload)))
