"""Whose the points of an event are, and so what its standings are counted from and explained with:
the boards of its tables, the one board of its teams, or what everybody has taken along."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.formats import drive as engine
from tournaments.boards.deal_reports import unaccepted
from tournaments.boards.hall import Hall
from tournaments.models.event_games import format_of
from tournaments.standings.reasons import board_reasons, set_reasons
from tournaments.standings.rows import after, board_rows, set_rows
from tournaments.standings.team_ranking import rank_by_team

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.engine.text import Words
    from rulesets.formats import Format
    from tournaments.boards.pad import Pad
    from tournaments.models import Event
    from tournaments.standings.player_sets import PlayerSet
    from tournaments.standings.rows import StandingRow, Standings
    from tournaments.standings.team_ranking import TeamRow

Run = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """Everybody's line, best first; of how many sets (rounds of boards) they are, whether anything
    in them may still change, whether anything counts yet, and what they count in words."""

    rows: tuple[StandingRow, ...]
    shown: int
    provisional: bool
    begun: bool
    after: str = ""


class BoardPoints:
    """Points stay on the board on which they were made."""

    def boards(self, hall: Hall) -> tuple[Pad, ...]:
        """The boards that the standings are counted from."""
        return hall.boards

    def count(self, hall: Hall) -> Count:
        """The standings of boards as they stand."""
        found = hall.boards
        shown = max((len(pad.rounds) for pad in found), default=0)
        loose = not all(one.accepted for pad in found for one in pad.rounds)
        begun = any(one.counted for pad in found for one in pad.rounds)
        return Count(board_rows(hall.event, found), shown, provisional=loose, begun=begun)

    def reasons(self, hall: Hall) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
        """Why everybody has what they have, with the entry id."""
        for entry_id in dict.fromkeys(pk for pad in hall.boards for pk in pad.entry_ids):
            yield entry_id, self.reasons_of(hall, entry_id)

    def reasons_of(self, hall: Hall, entry_id: int) -> tuple[PlayerSet, ...]:
        """The same of one entry alone."""
        return board_reasons(hall.boards, entry_id)

    def hides_reasons(self, table: Standings, entry_id: int) -> bool:
        """Whether the public may not see yet why an entry has what it has: a board tells of
        everybody on it, of those too whose place is still hidden."""
        del entry_id
        return table.hidden > 0

    def columns(self, form: Format, rows: Sequence[StandingRow]) -> tuple[Words, ...]:
        """What stands over the points of a line; nothing, where the boards tell them."""
        del form, rows
        return ()

    def progress(self, row: StandingRow) -> tuple[int, ...]:
        """A line's totals from set to set, small beside it; none, where they are drawn large."""
        del row
        return ()

    def run(self, name: str, row: StandingRow) -> Run:
        """The same from the start on, to be drawn large."""
        return ((name, row.progress),)

    def teams(self, event: Event, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
        """The second ranking, of teams over people; none, where boards have sides of their own."""
        del event, rows
        return ()


class PersonalPoints(BoardPoints):
    """Everybody takes the points along from table to table: no board is anybody's own."""

    def boards(self, hall: Hall) -> tuple[Pad, ...]:
        """None."""
        del hall
        return ()

    def count(self, hall: Hall) -> Count:
        """The standings of the sets that are over, or as far as they are reported."""
        event, rows = hall.event, hall.drive
        counts = engine.counting(rows.drive, live=event.live_standings)
        shown = len(counts.sets)
        loose = any(number <= shown for number, _table in unaccepted(event))
        lines = set_rows(event, replace(rows, drive=counts))
        begun = any(hand for one in counts.sets for table in one.tables for hand in table.hands)
        return Count(lines, shown, loose, begun, after(event, rows.drive))

    def reasons(self, hall: Hall) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
        """Set by set and hand by hand."""
        return set_reasons(hall)

    def reasons_of(self, hall: Hall, entry_id: int) -> tuple[PlayerSet, ...]:
        """The same of one entry alone. Raises ValueError for one that is not in the event."""
        return next(sets for _entry, sets in set_reasons(hall, entry_id))

    def hides_reasons(self, table: Standings, entry_id: int) -> bool:
        """As its place."""
        return table.hides(entry_id)

    def columns(self, form: Format, rows: Sequence[StandingRow]) -> tuple[Words, ...]:
        """The sets."""
        count = max((len(row.sets) for row in rows), default=0)
        return tuple(form.score_name(number) for number in range(1, count + 1))

    def progress(self, row: StandingRow) -> tuple[int, ...]:
        """From set to set."""
        return row.progress

    def run(self, name: str, row: StandingRow) -> Run:
        """None: the few sets stand beside the total."""
        del name, row
        return ()

    def teams(self, event: Event, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
        """By whose name people carry."""
        return rank_by_team(format_of(event), rows)


CREDITS: Mapping[str, BoardPoints] = {
    "own": BoardPoints(),
    "team": BoardPoints(),
    "carried": PersonalPoints(),
}


def credit_of(event: Event) -> BoardPoints:
    """How an event's points are counted."""
    return CREDITS[format_of(event).credit]


def boards(event: Event, hall: Hall | None = None) -> tuple[Pad, ...]:
    """The boards that an event's standings are counted from; none where people take their points
    along, and none before the first seats are shown. `hall`: as it was read elsewhere."""
    return credit_of(event).boards(hall or Hall.of(event))
