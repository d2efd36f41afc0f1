"""The host's desk: what is missing, what can be done now, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import Event
    from tournaments.selectors.ledger import LedgerRow

TableState = Literal["empty", "partial", "waiting", "disputed", "cut", "done"]
Step = Literal["people", "draw", "publish", "results", "draw_next", "finish", "finished"]


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of the set in play, as the desk shows it."""

    table_id: int
    number: int
    state: TableState
    hands_in: int
    hands_total: int
    waiting: int  # hands reported but not accepted
    agreement: int  # overrides that wait for another player's agreement
    names: tuple[str, ...]  # by chair
    winners: tuple[str, ...]
    token: str  # of the table's link; "" if it has none
    lines: tuple[str, ...]  # a summary of each hand, "" where missing


@dataclass(frozen=True, slots=True)
class SitOutRow:
    entry_id: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """The seats that are drawn but not shown yet."""

    seating_id: int
    set_number: int
    set_name: str
    revision: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]  # table number, names by chair
    sit_outs: tuple[SitOutRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the host can do next; `blocked_by` says why not yet, one sentence each."""

    code: Step
    text: str
    blocked_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    event_id: int
    version: int
    state: str
    set_number: int  # 0 before the first set
    set_name: str
    sets_total: int
    tables: tuple[TableCard, ...]  # missing first
    missing: tuple[int, ...]  # numbers of the tables with hands or a cut still to come
    sit_outs: tuple[SitOutRow, ...]
    ledger: tuple[LedgerRow, ...]
    next_step: NextStep
    draft: DraftView | None
    undo: str | None  # what would be undone, as a sentence
    open_disputes: int
    people: int
    present: int
    round_ends_at: datetime | None
    hide_standings: bool


def desk(event: Event) -> Desk:
    """The desk of an event in any state."""
    raise NotImplementedError


def draft_view(event: Event) -> DraftView | None:
    """The draft of the next set's seats, if one is drawn."""
    raise NotImplementedError
