"""Who sat out when, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LedgerSet:
    set_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    entry_id: int
    name: str
    role_name: str
    count: int
    sets: tuple[LedgerSet, ...]


def sit_out_ledger(event: Event) -> tuple[LedgerRow, ...]:
    """Everybody entered, most sit-outs first, then by name."""
    raise NotImplementedError
