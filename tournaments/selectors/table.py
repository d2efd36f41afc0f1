"""A table's page: what is to be entered now, what was, who won, and where everybody goes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rulesets.game import Question
    from tournaments.models import Event, Table

HandStatus = Literal["missing", "provisional", "accepted", "disputed", "waiting"]


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and who has it now (a substitute who took it over, from then on)."""

    index: int
    compass: str  # "North"
    entry_id: int
    name: str
    role: str
    role_name: str
    partner: int | None  # the partner's chair; None in a set without partners
    side: int | None  # 0 or 1; None in a set without partners
    seated: str  # who was seated here first, where a substitute has taken the chair; else ""


@dataclass(frozen=True, slots=True)
class HandState:
    """One hand of the set. `deal` counts from 1."""

    deal: int
    trump: str
    trump_key: str
    dealer: int | None  # chair; None while the table has not cut for the deal
    leader: int | None
    state: HandStatus  # "waiting": an override that needs another player's agreement
    payload: dict[str, Any] | None  # the report that counts
    summary: str
    points: tuple[int, ...]  # per chair; () while not reported
    revision: int  # the newest revision of any kind: what a form must carry as `seen`
    report_id: int | None  # the report that counts
    author: str
    reason: str
    pending_id: int | None  # an override that waits for agreement
    pending_summary: str
    note: str  # text of the open dispute, if any

    @property
    def accepted(self) -> bool:
        return self.state == "accepted"


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a tied set: who is in it, how many move, and the answers that are possible."""

    needed: bool
    pick: int
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    answers: tuple[tuple[int, ...], ...]
    given: tuple[int, ...]  # chairs that won the cut, if it was reported
    drawn: bool
    revision: int


@dataclass(frozen=True, slots=True)
class Move:
    """Where one person of this table goes next; `text` is the whole sentence."""

    entry_id: int
    name: str
    table: int | None  # None: sits the next set out
    chair: str
    text: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything a table's page shows. `hand` is None when all hands are in."""

    event_id: int
    version: int
    event_name: str
    table_id: int
    number: int
    set_number: int
    sets_total: int
    set_name: str
    partners: bool
    line: str
    rule: str
    chairs: tuple[Chair, ...]
    hands: tuple[HandState, ...]
    hand: HandState | None
    questions: tuple[Question, ...]
    first_dealer: int | None
    sums: tuple[int, ...]
    complete: bool
    winners: tuple[int, ...]  # chairs
    winner_names: tuple[str, ...]
    cut: Cut
    moves: tuple[Move, ...]  # () until the next seating is published
    result_text: str  # "Bo and Ann move on", "Tied: ... cut", ""
    closed: bool  # the next set has been published, or the event is finished
    finished: bool


def current_table(event: Event, number: int) -> Table | None:
    """The table of that number in the set in play (with `.seating`), or None."""
    raise NotImplementedError


def table_of(event: Event, set_number: int, number: int) -> Table | None:
    """A table of any published set (with `.seating`), or None."""
    raise NotImplementedError


def table_page(event: Event, number: int, set_number: int | None = None) -> TablePage | None:
    """The page of a table in the set in play (or in `set_number`); None if there is none.

    Raises nothing for a table that closed: the page of the last set that it stood in is shown.
    """
    raise NotImplementedError
