"""What somebody chooses of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.papers.data import Paper

MOST_BLANK = 500
MOST_LINES = 200
LINE_CHOICES = (10, 20, 30, 40, 60)  # rounds on a blank sheet, as the page of papers offers them


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What to print and how. `only`: one entry instead of all. `count`: of blank cards, up to
    MOST_BLANK. `base`: the address in codes.

    `round`: which round (None: the one in play). `lines`: rounds on a sheet to write on, up to
    MOST_LINES (0: as many as fill the page). `poster`: on several sheets to be joined. `pocket`:
    so small that it goes into one.
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
