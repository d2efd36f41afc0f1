"""A whole drive of many players, written straight into the database."""

from __future__ import annotations

import datetime as dt
from random import Random

from django.contrib.auth import get_user_model
from django.utils import timezone

from tests.made_up_hands import a_payload
from tournaments.models import Entry, Event, Person, Report, Seat, Seating, Table

PLAYERS = 1000
SETS = 7
HANDS = 4


def big_drive(players: int = PLAYERS, sets: int = SETS) -> Event:
    """A whole drive, written straight into the tables; the seats are shuffled for each set."""
    owner = get_user_model().objects.get_or_create(username="bench")[0]
    event = Event.objects.create(
        owner=owner, name="Big drive", date=dt.date(2026, 11, 21), game="court-whist"
    )
    event.state = Event.State.PLAYING
    event.save()
    people = Person.objects.bulk_create(
        Person(family_id=event.book, name=f"Player {n}") for n in range(players)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, person=person, name=person.name, role=("gentleman", "lady")[n % 2])
        for n, person in enumerate(people)
    )
    rng, now = Random(1), timezone.now()
    men, women = entries[::2], entries[1::2]
    for number in range(1, sets + 1):
        rng.shuffle(men)
        rng.shuffle(women)
        seating = Seating.objects.create(
            event=event, set_number=number, seed=0, state="published", published_at=now
        )
        tables = Table.objects.bulk_create(
            Table(seating=seating, number=n + 1) for n in range(players // 4)
        )
        seats, reports = [], []
        for n, table in enumerate(tables):
            four = (men[2 * n], men[2 * n + 1], women[2 * n], women[2 * n + 1])
            seats += [
                Seat(seating=seating, table=table, chair=chair, entry=entry, role=entry.role)
                for chair, entry in enumerate(four)
            ]
            reports += [
                Report(
                    table=table,
                    deal=deal,
                    revision=1,
                    payload=a_payload(number, rng),
                    author=f"Table {n + 1}",
                    key=f"{event.pk}-{number}-{n}-{deal}",
                )
                for deal in range(1, HANDS + 1)
            ]
        Seat.objects.bulk_create(seats)
        Report.objects.bulk_create(reports)
    return event
