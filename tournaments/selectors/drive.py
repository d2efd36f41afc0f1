"""From the database to the engine's drive: few queries, one reading of all payloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.drive import Drive
    from rulesets.game import Game
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class DriveRows:
    """A drive, and which entry each of its players is."""

    drive: Drive
    game: Game
    entry_ids: tuple[int, ...]  # by player index

    def index(self, entry_id: int) -> int:
        """The player index of an entry. Raises ValueError if it plays no part."""
        return self.entry_ids.index(entry_id)


def drive(event: Event, through: int | None = None) -> DriveRows:
    """The drive as reported so far (published sets; up to set `through` if given)."""
    raise NotImplementedError
