"""Who sat out when, and why."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Event, Seating, SitOut
from tournaments.words import role_words, told


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
    """Everybody entered, most sit-outs first, then by name. Two queries."""
    people = list(
        Entry.objects.filter(event=event).order_by("name", "pk").values_list("pk", "name", "role")
    )
    names = {pk: name for pk, name, _ in people}
    words = role_words(event)
    sets: dict[int, list[LedgerSet]] = {}
    outs = SitOut.objects.filter(seating__event=event, seating__state=Seating.State.PUBLISHED)
    rows = outs.order_by("seating__set_number")
    for pk, number, reason in rows.values_list("entry_id", "seating__set_number", "reason"):
        sets.setdefault(pk, []).append(LedgerSet(number, told(reason, names)))
    ledger = [
        LedgerRow(pk, name, words.get(role, ""), len(sets.get(pk, ())), tuple(sets.get(pk, ())))
        for pk, name, role in people
    ]
    ledger.sort(key=lambda row: -row.count)
    return tuple(ledger)
