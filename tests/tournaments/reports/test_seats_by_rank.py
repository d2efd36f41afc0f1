"""Corrections where the next seats follow from the order of all."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.tournaments.evening import a_user, host, newest, next_set, say, table
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.models import Event, Seat
from tournaments.people.names import ParsedName
from tournaments.reports import services
from tournaments.reports.judging import preview
from tournaments.seating import roster

pytestmark = pytest.mark.django_db

LOW, HIGH = {"makers": 0, "alone": False, "tricks": 3}, {"makers": 0, "alone": True, "tricks": 5}


def an_event(game: str, people: int, **options: object) -> Event:
    event = events.create_event(
        owner=a_user(), game=game, format="swiss", name="Swiss", date=dt.date(2026, 11, 21),
        options={"rounds": 3, "deals": 1, "carry": "points", **options},
    )  # fmt: skip
    parsed = [ParsedName(f"P{n}", "", "", n + 1) for n in range(people)]
    roster.enter_people(event=event, actor=host(event), parsed=parsed)
    next_set(event, seed=1)
    return event


def seated(event: Event) -> list[set[int]]:
    tables = newest(event).tables.order_by("number")
    return [set(one.seats.values_list("entry_id", flat=True)) for one in tables]


def correct(event: Event, payload: Any, *, reseat: bool) -> None:
    services.report(
        table=table(event, 1, 1), deal=1, payload=payload, actor=host(event), key=f"again-{reseat}",
        seen=1, reason="misheard", reseat=reseat,
    )  # fmt: skip
    event.refresh_from_db()


def test_who_wins_by_more_meets_others_next() -> None:
    event = an_event("euchre", 16)
    tricks = (3, 5, 3, 5)  # one, two, one and two points for the winners
    for number, taken in enumerate(tricks, 1):
        say(table(event, number), 1, {"makers": 0, "alone": False, "tricks": taken})
    next_set(event, seed=2)
    before = seated(event)
    found = preview(table=table(event, 1, 1), deal=1, payload=HIGH)
    assert found.now.winners == found.then.winners
    assert found.next_set == 2
    assert found.seats
    assert seated(event) == before
    correct(event, HIGH, reseat=True)
    after = seated(event)
    assert after != before
    names = dict(event.entries.values_list("pk", "name"))
    told = [set(found.then.seats[number]) for number in sorted(found.then.seats)]
    assert [{names[pk] for pk in one} for one in after] == told


def test_nothing_is_offered_where_the_order_stays() -> None:
    event = an_event("euchre", 8)
    for number in (1, 2):
        say(table(event, number), 1, {"makers": 0, "alone": False, "tricks": (5, 3)[number - 1]})
    next_set(event, seed=2)
    event.entries.update(keeps_chair=True)  # which would seat others, but not for this result
    found = preview(table=table(event, 1, 1), deal=1, payload=HIGH)
    assert (found.next_set, found.seats) == (None, [])


def test_boards_of_people_alone_as_well() -> None:
    event = an_event("hearts", 16)
    for number in range(1, 5):
        for deal in range(1, 5):
            say(table(event, number), deal, {"hearts": [0, 2, 4, 7], "queen": 3})
    next_set(event, seed=2)
    before = seated(event)
    turned = {"hearts": [7, 4, 2, 0], "queen": 0}
    found = preview(table=table(event, 1, 1), deal=1, payload=turned)
    assert found.next_set == 2
    correct(event, turned, reseat=False)
    assert seated(event) == before
    again = preview(table=table(event, 1, 1), deal=1, payload={"hearts": [0, 2, 4, 7], "queen": 3})
    assert again.next_set == 2
    rows = Hall.of(event).drive
    assert len(rows.drive.sets) == 2
    assert Seat.objects.filter(seating=newest(event)).count() == 16
