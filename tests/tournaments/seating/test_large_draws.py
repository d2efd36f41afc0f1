"""Seats of very many people: drawn, drawn anew and rehearsed beside the page, and kept in one step
or not at all. A few people are many here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import evening
from tests.tournaments.evening import host, sitters
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.visits import words_of
from tournaments.desk.rehearsals import read_rehearsal
from tournaments.jobs import services
from tournaments.log.services import undo_last
from tournaments.models import Event, Job, Report
from tournaments.reports import acceptances
from tournaments.seating import draws, redraws, roll_call, searches
from tournaments.seats import requests as drive

pytestmark = pytest.mark.django_db

PEOPLE = 9
Waiting = list[Callable[[], object]]


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "LARGE", PEOPLE - 1)
    monkeypatch.setattr(searches, "LARGE_EVENING", PEOPLE - 1)
    monkeypatch.setattr(services, "NOTE_SECONDS", 0)


def begun(client: Client, form: str = "progressive", people: int = PEOPLE) -> Event:
    """An evening whose first set is played."""
    event = an_event(form, people)
    evening.next_set(event, seed=3)
    evening.play_set(event, Random(5))
    client.force_login(event.owner)
    return Event.objects.get(pk=event.pk)


def untouched(client: Client) -> Event:
    """An evening whose first set is in play, without a report; somebody has left since."""
    event = an_event("progressive", PEOPLE)
    evening.next_set(event, seed=3)
    leave(event)
    client.force_login(event.owner)
    return Event.objects.get(pk=event.pk)


def leave(event: Event, number: int = 2) -> None:
    gone = event.entries.order_by("-pk")[0]
    roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=number)


def address(event: Event, name: str = "event_draw") -> str:
    return reverse(name, args=[event.pk])


def ask_again(client: Client, event: Event) -> Any:
    return client.get(address(event, "event_search"), headers={"HX-Request": "true"})


def assert_nobody_twice(event: Event, state: str) -> None:
    seating = event.seatings.get(state=state, set_number=event.seatings.latest("pk").set_number)
    places = Counter(seating.seats.values_list("entry_id", flat=True))
    places.update(seating.sit_outs.values_list("entry_id", flat=True))
    assert set(places.values()) == {1}
    assert set(places) == {person.pk for person in drive.people_here(event, seating.set_number)}


@pytest.mark.parametrize("form", ["progressive", "individual"])
def test_the_next_seats_are_drawn_beside_the_page(
    client: Client, waiting: Waiting, form: str
) -> None:
    event = begun(client, form)
    assert client.post(address(event), {"act": "draw"}).status_code == 303
    assert not event.seatings.filter(state="draft").exists()
    assert "Looking for the best seats" in words_of(client.get(address(event)))
    Job.objects.update(done=500, total=2500)
    assert 'value="500" max="2500"' in ask_again(client, event).content.decode()
    [work] = waiting
    seed = Job.objects.get().params["seed"]
    work()
    work()  # of two who are told of it: there is nothing left to do
    answer = ask_again(client, event)
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
    assert event.log.latest("version").who == host(event).label
    assert "Start set 2 with these seats" in words_of(client.get(address(event)))
    assert_nobody_twice(event, "draft")
    draft = event.seatings.get(state="draft")
    event.refresh_from_db()
    again = draws.draw(event=event, actor=host(event), seed=seed)  # as it was always drawn
    assert sitters(again) == sitters(draft)
    undo_last(event=event, actor=host(event))
    undo_last(event=event, actor=host(event))
    assert not event.seatings.filter(state="draft").exists()


def test_stop(client: Client, waiting: Waiting) -> None:
    event = begun(client)
    client.post(address(event), {"act": "draw"})
    page = client.post(address(event), {"act": "discard"}, follow=True)
    assert "The search was stopped." in words_of(page)
    waiting.pop()()
    assert not event.seatings.filter(set_number=2).exists()
    assert "Draw the next set" in words_of(client.get(address(event)))


def test_stop_between_the_seats_and_their_step(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, real = begun(client), draws.find_early

    def stopping(event: Event, *more: Any, **values: Any) -> Any:
        found = real(event, *more, **values)
        assert searches.stop(event)
        return found

    monkeypatch.setattr(draws, "find_early", stopping)
    client.post(address(event), {"act": "draw"})
    waiting.pop()()
    assert not event.seatings.filter(set_number=2).exists()


def change_meanwhile(
    monkeypatch: pytest.MonkeyPatch, where: Any, change: Callable[[Event], object]
) -> None:
    """Have something happen after the seats are found, and before they are stored."""
    real = where.find_early

    def find(event: Event, *more: Any, **values: Any) -> Any:
        found = real(event, *more, **values)
        change(Event.objects.get(pk=event.pk))
        return found

    monkeypatch.setattr(where, "find_early", find)


def test_what_has_changed_meanwhile_refuses_the_seats(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(client)
    change_meanwhile(monkeypatch, draws, leave)
    client.post(address(event), {"act": "draw"})
    waiting.pop()()
    page = client.get(address(event))
    assert page.status_code == 422
    assert "Something has changed while the seats were drawn. Draw them again." in words_of(page)
    assert not event.seatings.filter(set_number=2).exists()
    assert not Job.objects.exists()
    assert event.log.filter(code="seating.drawn").count() == 1
    monkeypatch.undo()


def test_accepting_a_report_changes_no_seats(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(client)

    def accept(event: Event) -> None:
        report = Report.objects.filter(table__seating__event=event).latest("pk")
        acceptances.accept(report=report, actor=host(event))

    before = event.version
    change_meanwhile(monkeypatch, draws, accept)
    client.post(address(event), {"act": "draw"})
    waiting.pop()()
    assert Event.objects.get(pk=event.pk).version > before + 1
    assert_nobody_twice(event, "draft")


def test_a_draw_whose_maker_is_gone_is_made_again_by_the_page(
    client: Client, waiting: Waiting
) -> None:
    event = begun(client)
    client.post(address(event), {"act": "draw"})
    waiting.clear()  # the server was restarted in the middle of it
    Job.objects.update(state="running", heartbeat=timezone.now() - timedelta(seconds=20))
    client.get(address(event))
    waiting.pop()()
    assert_nobody_twice(event, "draft")


def test_a_fault_is_told_and_ends_the_search(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(client)

    def break_down(*_of_event: Any, **_given: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(draws, "find_early", break_down)
    client.post(address(event), {"act": "draw"})
    waiting.pop()()
    assert "The seats could not be drawn. Please try again." in words_of(client.get(address(event)))
    assert not Job.objects.exists()


# --- the seats in play, drawn again ---------------------------------------------------------------


def test_what_changes_meanwhile_refuses_to_reseat(
    client: Client, waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = untouched(client)
    change_meanwhile(
        monkeypatch,
        redraws,
        lambda event: roll_call.mark_away(
            event=event, actor=host(event), entry=event.entries.order_by("pk")[0], from_set=2
        ),
    )
    client.post(address(event, "event_redraw"), {"mark": "5"})
    before = sitters(evening.newest(event))
    waiting.pop()()
    assert "Something has changed while" in words_of(client.get(address(event)))
    assert sitters(evening.newest(event)) == before
    assert event.seatings.count() == 1


# --- the rehearsal --------------------------------------------------------------------------------


def test_the_rehearsal_is_made_beside_the_page(client: Client, waiting: Waiting) -> None:
    event = an_event("swiss", PEOPLE)
    client.force_login(event.owner)
    rehearse = address(event, "event_rehearse")
    for _look in range(2):
        assert "Seating the whole evening" in client.get(rehearse).content.decode()
    [work] = waiting
    waiting.clear()
    work()
    assert ask_again(client, event).headers["HX-Refresh"] == "true"
    page = client.get(rehearse)
    assert page.context["rehearsal"].rounds
    told, expected = page.context["rehearsal"], read_rehearsal(event)
    assert told.pages == expected.pages
    assert [list(board_round.tables) for board_round in told.rounds] == [
        list(board_round.tables) for board_round in expected.rounds
    ]
    assert (told.words, told.quality, told.late) == (
        expected.words,
        expected.quality,
        expected.late,
    )
    assert not waiting
    assert not event.seatings.exists()
    assert "Draw the seats" in words_of(client.get(address(event)))  # a look ahead hinders nobody

    leave(event, 1)
    assert "<progress" in client.get(rehearse).content.decode()
    assert len(waiting) == 1


def test_a_finished_look_is_no_search_that_was_stopped(client: Client, waiting: Waiting) -> None:
    event = an_event("progressive", PEOPLE)
    client.force_login(event.owner)
    client.get(address(event, "event_rehearse"))
    waiting.pop()()
    assert not searches.stop(event)
    assert not Job.objects.exists()


def test_an_evening_starts_with_the_search_of_its_seats(client: Client, waiting: Waiting) -> None:
    from tournaments.events import opening

    event = an_event("progressive", PEOPLE)
    client.force_login(event.owner)
    assert opening.seat_people(event=event, actor=host(event)) == address(event)
    waiting.pop()()
    assert_nobody_twice(event, "draft")
