"""Who sat out when, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournaments.models import Entry, Event, Seating, SitOut
from tournaments.words import role_words, told

if TYPE_CHECKING:
    from collections.abc import Collection

    from django.db.models import QuerySet


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


class Sitter(NamedTuple):
    """Somebody entered, and how often he or she has sat out."""

    entry_id: int
    name: str
    role: str
    times: int


def sitters(event: Event) -> tuple[Sitter, ...]:
    """Everybody entered, most sit-outs first, then by name. Two queries."""
    counts = Counter(_sit_outs(event).values_list("entry_id", flat=True))
    people = Entry.objects.filter(event=event).order_by("name", "pk")
    rows = [
        Sitter(pk, name, role, counts[pk])
        for pk, name, role in people.values_list("pk", "name", "role")
    ]
    return tuple(sorted(rows, key=lambda row: -row.times))


def sit_out_ledger(
    event: Event, everybody: Collection[Sitter], shown: Collection[Sitter]
) -> tuple[LedgerRow, ...]:
    """When and why those who are `shown` sat out, in their order. One query.

    `everybody`: who may be named in a reason.
    """
    names = {one.entry_id: one.name for one in everybody}
    words = role_words(event)
    sets: dict[int, list[LedgerSet]] = {one.entry_id: [] for one in shown}
    rows = _sit_outs(event).filter(entry__in=sets).order_by("seating__set_number")
    for pk, number, reason in rows.values_list("entry_id", "seating__set_number", "reason"):
        sets[pk].append(LedgerSet(number, told(reason, names)))
    return tuple(
        LedgerRow(pk, name, words.get(role, ""), times, tuple(sets[pk]))
        for pk, name, role, times in shown
    )


def _sit_outs(event: Event) -> QuerySet[SitOut]:
    return SitOut.objects.filter(seating__event=event, seating__state=Seating.State.PUBLISHED)
