"""Seats that take seconds to find: the page waits and shows how far the search is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.movements import schedule, scheduled
from tests.tournaments.evening import host
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.visits import words_of
from tournaments.jobs import services
from tournaments.models import Event, Job
from tournaments.seating import draws, roll_call, searches

pytestmark = pytest.mark.django_db

Waiting = list[Callable[[], object]]
PEOPLE, SETS = 20, 8  # for whom nothing is stored that is as good as can be


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduled, "_PLANS", {})
    monkeypatch.setattr(schedule.make_schedule, "__kwdefaults__", {"steps": 2500, "progress": None})
    monkeypatch.setattr(services, "NOTE_SECONDS", 0)


def the_event(client: Client, people: int = PEOPLE) -> Event:
    event = an_event("individual", people)
    event.options = {"rounds": SETS}
    event.save()
    client.force_login(event.owner)
    return event


def address(event: Event, name: str = "event_draw") -> str:
    return reverse(name, args=[event.pk])


def test_a_search_ends_where_its_seats_are_wanted_no_more(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = the_event(client)
    client.post(address(event), {"act": "draw"})
    real = services._progress

    def stopping(*values: Any) -> Any:
        searches.stop(event)
        return real(*values)

    monkeypatch.setattr(services, "_progress", stopping)
    waiting.pop()()
    assert not event.seatings.exists()


@pytest.mark.sql
def test_seats_in_play_are_drawn_again_beside_the_page_if_they_are_searched(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = the_event(client)
    draft = draws.draw(event=event, actor=host(event), seed=3)
    draws.publish(event=event, actor=host(event), seating=draft)
    gone = event.entries.order_by("-pk")[0]
    roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=2)
    event.refresh_from_db()
    monkeypatch.setattr(scheduled, "_PLANS", {})
    searched = []
    real = scheduled.make_schedule
    monkeypatch.setattr(
        scheduled, "make_schedule", lambda *args, **more: searched.append(1) or real(*args, **more)
    )
    anew = address(event, "event_redraw")
    assert "Looking at what would change" in client.get(anew).content.decode()
    assert not searched
    waiting.pop()()
    assert searched
    page = client.get(anew)
    assert "does not play set 1." in words_of(page)
    monkeypatch.setattr(scheduled, "_PLANS", {})  # as in another process
    del searched[:]
    assert client.post(anew, {"mark": page.context["mark"]}).status_code == 303
    assert not searched
    waiting.pop()()
    assert searched
    newest = event.seatings.get(state="published")
    assert newest.seed == page.context["mark"]
    assert not newest.seats.filter(entry=gone).exists()


@pytest.mark.sql
def test_a_search_gives_way_unless_it_goes_on_and_is_no_less(
    client: Client, waiting: Waiting
) -> None:
    event = the_event(client)
    results = {"en": {"version": 1, "values": {}}}
    state, (draw, reseat, foresee, rehearse) = Job.State, searches.SEARCHES
    for before, kind, asked, stays, results_stay in (
        (state.WAITING, draw, draw, True, True),
        (state.RUNNING, reseat, foresee, True, True),
        (state.RUNNING, foresee, foresee, True, True),
        (state.RUNNING, foresee, draw, False, False),
        (state.DONE, foresee, foresee, False, True),
        (state.DONE, foresee, rehearse, False, False),
        (state.FAILED, draw, draw, False, True),
    ):
        Job.objects.all().delete()
        search = searches._start(event, host(event), kind, 1)
        Job.objects.update(state=before, results=results)
        after = searches._start(event, host(event), asked, 2)
        row = Job.objects.get()
        assert (after.pk == search.pk, row.results == results) == (stays, results_stay)
        assert (row.kind, row.params["seed"]) == ((kind, 1) if stays else (asked, 2))
