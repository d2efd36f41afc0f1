"""Evenings of many people, written straight into the database."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from tournaments.models import Entry, Event, Person, Report, Seat, Seating, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def open_event(
    people: int, roles: Sequence[str] = ("",), **fields: Any
) -> tuple[Event, list[Entry]]:
    """Return an event in play, and its people, in these roles by turns."""
    owner = get_user_model().objects.get_or_create(username="bench")[0]
    event = Event.objects.create(owner=owner, name="Big hall", date=dt.date(2026, 11, 21), **fields)
    event.state = Event.State.PLAYING
    event.save()
    persons = Person.objects.bulk_create(
        Person(family_id=event.book, name=f"Player {n}") for n in range(people)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, person=person, name=person.name, role=roles[n % len(roles)])
        for n, person in enumerate(persons)
    )
    return event, entries


def write_set(
    event: Event,
    number: int,
    seats: Sequence[Sequence[Entry]],
    payloads: Callable[[int], Iterable[Any]],
    **of_table: Any,
) -> None:
    """Write a set. seats: who sits at each table; payloads: the reports of a table by its place
    among them."""
    seating = Seating.objects.create(
        event=event, set_number=number, seed=0, state="published", published_at=timezone.now()
    )
    tables = Table.objects.bulk_create(
        Table(seating=seating, number=place, **of_table) for place in range(1, len(seats) + 1)
    )
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry=entry, role=entry.role)
        for table, entries in zip(tables, seats, strict=True)
        for chair, entry in enumerate(entries)
    )
    Report.objects.bulk_create(
        Report(
            table=table,
            deal=deal,
            revision=1,
            payload=payload,
            author=f"Table {table.number}",
            key=f"{event.pk}-{number}-{table.number}-{deal}",
        )
        for place, table in enumerate(tables)
        for deal, payload in enumerate(payloads(place), start=1)
    )
