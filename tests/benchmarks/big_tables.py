"""A whole hall of tables that keep a score of their own, written straight into the database."""

from __future__ import annotations

import datetime as dt
from random import Random

from django.contrib.auth import get_user_model
from django.utils import timezone

from rulesets import games
from rulesets.engine.roster import Setup
from tournaments.models import Entry, Event, Person, Report, Seat, Seating, Table

PLAYED = 50  # courses of a game, which tables share: nobody waits for thousands to be made up


def big_tables(slug: str, people: int, at_table: int = 4, rounds: int = 9) -> Event:
    """Tables of so many, each with so many rounds (or till the end of the game)."""
    owner = get_user_model().objects.get_or_create(username="bench")[0]
    game = games.load(slug)
    event = Event.objects.create(
        owner=owner,
        name="Big hall",
        date=dt.date(2026, 11, 21),
        game=slug,
        edition=game.edition,
        state=Event.State.PLAYING,
    )
    guests = Person.objects.bulk_create(
        Person(family_id=event.book, name=f"Player {n}") for n in range(people)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, person=one, name=one.name) for one in guests
    )
    now = timezone.now()
    seating = Seating.objects.create(
        event=event, set_number=1, seed=0, state="published", published_at=now
    )
    tables = Table.objects.bulk_create(
        Table(seating=seating, number=n + 1, first_dealer=0) for n in range(people // at_table)
    )
    seats, reports = [], []
    courses = [_course(slug, at_table, rounds, Random(n)) for n in range(PLAYED)]
    for n, table in enumerate(tables):
        mine = entries[at_table * n : at_table * (n + 1)]
        seats += [
            Seat(seating=seating, table=table, chair=chair, entry=entry)
            for chair, entry in enumerate(mine)
        ]
        reports += [
            Report(
                table=table,
                deal=deal,
                revision=1,
                payload=told,
                author=f"Table {n + 1}",
                key=f"{event.pk}-{n}-{deal}",
            )
            for deal, told in enumerate(courses[n % PLAYED], 1)
        ]
    Seat.objects.bulk_create(seats)
    Report.objects.bulk_create(reports)
    return event


def _course(slug: str, people: int, rounds: int, chance: Random) -> list[object]:
    """The reports of a table."""
    game = games.load(slug)
    plays, options = game.plays, game.options()
    roster = plays.roster(tuple(f"Player {n}" for n in range(people)), options=options)
    state = plays.start(Setup(roster, options, 0)).state
    found: list[object] = []
    while len(found) < rounds and plays.over(state) is None:
        report = plays.sample(state, chance)
        if not plays.check(state, report):
            found.append(report)
            state = plays.play(state, report).state
    return found
