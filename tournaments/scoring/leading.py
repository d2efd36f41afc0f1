"""Who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.formats.drive import counting, standings
from tournaments.games import format_of
from tournaments.scoring.drive import drive
from tournaments.scoring.pads import read_pads

if TYPE_CHECKING:
    from tournaments.models import Event


def leads(event: Event, entry_id: int) -> bool:
    """Whether an entry leads, alone or shared, once there is any result to lead by.

    Where each table keeps a board of its own: at the newest table that the entry plays at.
    """
    if format_of(event).lasts:
        mine = [pad for pad in read_pads(event) if entry_id in pad.entry_ids]
        return bool(mine) and mine[-1].leads(mine[-1].index(entry_id))
    rows = drive(event)
    begun = any(hand for one in rows.drive.sets for table in one.tables for hand in table.hands)
    best = (score for score in standings(counting(rows.drive, live=True)) if score.rank == 1)
    return begun and any(rows.entry_ids[score.player] == entry_id for score in best)
