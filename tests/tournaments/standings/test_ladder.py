"""The ladder: who is at which table, the head first, and who goes where."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.visits import text_of
from tournaments.events import services as events
from tournaments.models import Link
from tournaments.scores.ladder import ladder

if TYPE_CHECKING:
    from tournaments.models import Event

pytestmark = pytest.mark.django_db


def a_set(**options: object) -> Event:
    """Three tables, the first set played."""
    event = an_event("progressive", 12)
    events.update_event(event=event, actor=host(event), options=options)
    evening.next_set(event, seed=1)
    evening.play_set(event, Random(2))
    event.refresh_from_db()
    return event


def test_it_tells_where_everybody_goes(client: Client) -> None:
    event = a_set()
    rungs = ladder(event)
    assert [rung.number for rung in rungs] == [1, 2, 3]
    assert [[person.to for person in rung.sides[0].people] for rung in rungs] == [
        [1, 1],
        [1, 1],
        [2, 2],
    ]
    assert [[person.to for person in rung.sides[1].people] for rung in rungs] == [
        [3, 3],
        [2, 2],
        [3, 3],
    ]
    going = {
        person.name: person.to for rung in rungs for side in rung.sides for person in side.people
    }
    client.force_login(event.owner)
    for name in ("event", "event_standings"):
        page = text_of(client.get(reverse(name, args=[event.pk])))
        assert "The ladder" in page
        assert "to table 3" in page
    links = {(one.kind, one.table_number): one.token for one in event.links.all()}
    phone = text_of(Client().get(reverse("table", args=[links[Link.Kind.TABLE, 2]])))
    assert f"{rungs[1].sides[0].names}: to table 1." in phone
    assert f"{rungs[1].sides[1].names}: stay." in phone
    wall = text_of(Client().get(reverse("wall", args=[links[Link.Kind.WALL, None]])))
    assert "Who goes where" in wall
    assert "→ 3" in wall
    evening.next_set(event, seed=2)
    event.refresh_from_db()
    now = {
        person.name: rung.number
        for rung in ladder(event)
        for side in rung.sides
        for person in side.people
    }
    assert now == going
    assert not any(
        person.to for rung in ladder(event) for side in rung.sides for person in side.people
    )


def test_ladies_and_gentlemen_part_and_nobody_goes_on_after_the_last_set() -> None:
    event = evening.an_event_in("progressive", 12, moves="part", rounds=2)
    for number in (1, 2):
        evening.next_set(event, seed=number)
        evening.play_set(event, Random(number))
        event.refresh_from_db()
        rungs = ladder(event)
        told = [[way for _who, way in ways] for rung in rungs for _side, ways in rung.lines]
        if number == 1:
            assert told[0] == ["stay"]
            assert sorted(told[1]) == ["to table 2", "to table 3"]
            assert sum(side.won for rung in rungs for side in rung.sides) == 3
        else:
            assert told == [[]] * 6
    events.finish_event(event=event, actor=host(event))
    event.refresh_from_db()
    assert ladder(event) == ()
    assert ladder(an_event("individual", 8)) == ()
