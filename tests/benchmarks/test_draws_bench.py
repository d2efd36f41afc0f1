"""What CPU it takes to draw the next set of 1,000 people: the standings that it follows from, the
seats, and keeping them."""

from __future__ import annotations

import datetime as dt
from random import Random
from time import process_time
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from tests.tournaments import evening
from tests.tournaments.evening import host
from tournaments.models import Entry, Event, Person, Report, Seat, Seating, Table
from tournaments.models.event_games import format_of
from tournaments.seating import draws

PEOPLE, SETS, DEALS = 1000, 5, 4


def a_hall(form: str) -> Event:
    """Pairs who have played some sets of euchre, written straight into the database."""
    owner = get_user_model().objects.get_or_create(username="bench")[0]
    told = {"name": "Hall", "date": dt.date(2026, 11, 21), "options": {"rounds": SETS + 1}}
    event = Event.objects.create(owner=owner, game="euchre", format=form, **told)
    event.state = Event.State.PLAYING
    event.save()
    people = Person.objects.bulk_create(
        Person(family_id=event.book, name=f"Player {number}") for number in range(PEOPLE)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, person=one, name=one.name) for one in people
    )
    pairs, chance = list(zip(entries[::2], entries[1::2], strict=True)), Random(1)
    for number in range(1, SETS + 1):
        chance.shuffle(pairs)
        _play(event, number, pairs, chance)
    for table in Table.objects.filter(seating__event=event, seating__set_number=SETS):
        evening.settle(event, table)
    event.refresh_from_db()
    return event


def _play(event: Event, number: int, pairs: list[Any], chance: Random) -> None:
    format = format_of(event)
    seating = Seating.objects.create(
        event=event, set_number=number, seed=7, state="published", published_at=timezone.now()
    )
    tables = Table.objects.bulk_create(
        Table(seating=seating, number=at) for at in range(1, len(pairs) // 2 + 1)
    )
    seats, reports = [], []
    for at, table in enumerate(tables):
        (north, south), (east, west) = pairs[2 * at : 2 * at + 2]
        seats += [
            Seat(seating=seating, table=table, chair=chair, entry=one)
            for chair, one in enumerate((north, east, south, west))
        ]
        reports += [
            Report(
                table=table,
                deal=deal,
                revision=1,
                payload=format.game.plays.sample(format.hands.table(number, deal), chance),
                author="Desk",
                key=f"{number}-{at}-{deal}",
            )
            for deal in range(1, DEALS + 1)
        ]
    Seat.objects.bulk_create(seats)
    Report.objects.bulk_create(reports)


@pytest.mark.django_db
@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("form", ["swiss", "progressive"])
def test_the_next_seats_of_a_hall(benchmark: Any, form: str) -> None:
    event = a_hall(form)

    def draw() -> Seating:
        return draws.draw(event=event, actor=host(event), seed=1)

    seating = benchmark.pedantic(draw, rounds=3, warmup_rounds=1)
    assert seating.tables.count() == PEOPLE // 4
