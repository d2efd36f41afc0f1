"""The seats that are played drawn anew for those who have come or left, before anything is
reported of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host, refuses
from tests.tournaments.events.test_knockout import play, show
from tests.tournaments.seating.test_late_seats import begun, come, out, tables
from tests.tournaments.visits import words_of
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Event, Presence, Seating
from tournaments.models.event_games import format_of
from tournaments.seating import redraws, roll_call
from tournaments.seats.selectors import seats

pytestmark = pytest.mark.django_db


def test_a_full_bracket_is_drawn_anew_as_long_as_nobody_has_reported(client: Client) -> None:
    """Told first, with what it does to the evening; undone like any step."""
    event = begun(8, size=2)
    before, sets = tables(event), format_of(event).length.sets
    come(event, "Zoe")
    client.force_login(event.owner)
    roll = words_of(client.get(reverse("event_roll", args=[event.pk])))
    assert "Set 1 has no result yet" in roll
    anew = reverse("event_redraw", args=[event.pk])
    page = client.get(anew)
    told = words_of(page)
    assert "Zoe plays set 1." in told
    assert "There will be 4 sets instead of 3." in told
    assert "sit out." in told  # seven of nine have a bye
    event.refresh_from_db()
    assert (tables(event), event.starters) == (before, 8)
    assert not Presence.objects.filter(entry__name="Zoe", from_set=1).exists()
    assert client.post(anew, {"mark": page.context["mark"]}).status_code == 303
    event = Event.objects.get(pk=event.pk)
    assert (sets, format_of(event).length.sets) == (3, 4)
    assert len(tables(event)) == 1
    assert len(out(event)) == 7
    newest = evening.newest(event)
    assert (newest.set_number, newest.seed) == (1, page.context["mark"])
    sentence = "Set 1 was reseated."
    assert read_log(event).rows[0].sentence == sentence
    undo_last(event=event, actor=host(event))
    event = Event.objects.get(pk=event.pk)
    assert (tables(event), event.starters, format_of(event).length.sets) == (before, 8, 3)
    undo_last(event=event, actor=host(event))  # Zoe has not come
    event.refresh_from_db()
    assert not redraws.may_reseat(event)


def test_a_result_keeps_the_seats(client: Client) -> None:
    event = begun(8, size=2)
    come(event, "Zoe")
    evening.say(evening.newest(event).tables.all()[0], 1, {"points": [3, 9]}, host(event))
    event.refresh_from_db()
    assert not redraws.may_reseat(event)
    with refuses("round.begun"):
        redraws.reseat(event=event, actor=host(event))
    client.force_login(event.owner)
    anew = reverse("event_redraw", args=[event.pk])
    assert client.get(anew).status_code == 404
    page = client.post(anew)
    assert page.status_code == 422
    assert "Set 1 has begun. Late arrivals are seated from the next set on." in words_of(page)


@pytest.mark.exhaustive(keep=("progressive-9", "pairs"))
@pytest.mark.parametrize(
    ("form", "people", "options"),
    [
        ("individual", 8, {}),
        ("progressive", 8, {}),
        ("progressive", 9, {"moves": "part"}),
        ("mixed", 9, {}),
        ("pairs", 8, {}),
        ("swiss", 8, {"rounds": 3}),
        ("court_whist", 9, {}),
    ],
)
def test_whoever_comes_and_leaves_any_set_is_seated_anew(
    form: str, people: int, options: dict[str, Any]
) -> None:
    roles = (
        ("gentleman", "lady") if form in ("mixed", "court_whist") or options.get("moves") else ()
    )
    game = "court-whist" if form == "court_whist" else "euchre"
    event = evening.an_event_in(form, people, game, **options)
    show(event)
    for number in (1, 2):
        gone = event.entries.get(name=f"P{number}")
        roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=number + 1)
        for name in (f"L{number}", f"M{number}"):
            role = roles[number % 2] if roles else ""
            roll_call.add_late_guest(event=event, actor=host(event), name=name, role=role)
        event.refresh_from_db()
        assert redraws.may_reseat(event)
        found = redraws.foresee_reseat(event, seed=5)
        assert any(f"L{number} and M{number} play set {number}." in one for one in found.sentences)
        assert f"P{number} does not play set {number}." in found.sentences
        before = seats(event)
        redraws.reseat(event=event, actor=host(event), seed=found.seed)
        event.refresh_from_db()
        after = seats(event)
        there = {one.name for one in after.by_name}
        assert {f"L{number}", f"M{number}"} <= there
        assert f"P{number}" not in there
        assert not redraws.may_reseat(event)
        changed = {(one.name, one.table) for one in before.by_name} - {
            (one.name, one.table) for one in after.by_name
        }
        assert changed
        play(event, Random(1))
        show(event)
    shown = event.seatings.filter(state=Seating.State.PUBLISHED)
    assert [one.set_number for one in shown.order_by("set_number")] == [1, 2, 3]


def test_too_few_are_refused(client: Client) -> None:
    event = begun(4, "euchre", "individual")
    roll_call.mark_away(event=event, actor=host(event), entry=event.entries.all()[0], from_set=2)
    client.force_login(event.owner)
    page = client.get(reverse("event_redraw", args=[event.pk]))
    assert page.status_code == 422
    assert "3 people are here, but a table needs 4." in words_of(page)
    with refuses("people.few"):  # nor by a search that began before they left
        redraws.reseat(event=event, actor=host(event))
    assert Seating.objects.filter(event=event).count() == 1
