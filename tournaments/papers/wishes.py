"""What somebody wants printed, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.papers.data import Paper


@dataclass(frozen=True, slots=True)
class Wish:
    """What to print and how. `only`: one entry instead of all. `base`: the address in codes.

    `round`: which round (None: the one in play). `lines`: rounds on a sheet to write on (0: as
    many as fill the page). `poster`: on several sheets to be joined. `pocket`: so small
    that it goes into one.
    """

    kind: str
    paper: Paper = "a4"
    only: int | None = None
    count: int = 1
    two: bool = False
    tent: bool = False
    base: str = ""
    round: int | None = None
    lines: int = 0
    poster: bool = False
    pocket: bool = False
