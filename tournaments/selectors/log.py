"""The log as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Event, LogEntry

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class LogRow:
    entry_id: int
    version: int
    when: datetime
    who: str
    sentence: str
    reason: str
    undone: bool
    undoable: bool  # the one that would be undone now


@dataclass(frozen=True, slots=True)
class LogPage:
    rows: tuple[LogRow, ...]  # newest first
    page: int
    pages: int


def sentence(entry: LogEntry) -> str:
    """What happened, in one translated sentence."""
    raise NotImplementedError


def log(event: Event, page: int = 1) -> LogPage:
    """One page of the log (1-based, newest first); a page out of range shows the last."""
    raise NotImplementedError
