"""Progressive, individual and mixed evenings: from the first draw to the winners, with a late
guest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rulesets import formats as rooms
from rulesets.formats import individual
from rulesets.games import load
from rulesets.movements.schedule import MOST_PEOPLE
from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tournaments.boards.hall import Hall
from tournaments.events.arrangement import arrange
from tournaments.events.demo import make_evening
from tournaments.events.opening import next_date, repeat_event
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.seating import draws, roll_call, roster
from tournaments.seats.requests import past_sets
from tournaments.standings.finales import event_finale
from tournaments.standings.players import explanation
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

FORMATS = ("progressive", "individual", "pairs", "swiss")  # without roles
FIXED_PAIRS = ("pairs", "swiss")


def an_event(form: str, people: int, game: str = "euchre") -> Event:
    options: dict[str, Any] = {}
    if form == "swiss":  # as many as it takes for all pairs to meet
        options["rounds"] = people // 2 - 1
    return evening.an_event_in(form, people, game, **options)


def played(form: str, sets: int, people: int = 9, late: int = 0) -> Event:
    event, chance = an_event(form, people), Random(5)
    for number in range(1, sets + 1):
        if number == late + 1 and late:
            role = next(iter(format_of(event).facts.roles.names), "")
            roll_call.add_late_guest(event=event, actor=host(event), name="Late", role=role)
        evening.next_set(event, seed=number)
        evening.play_set(event, chance)
    event.refresh_from_db()
    return event


def test_a_tie_keeps_a_schedule_from_nothing() -> None:
    event = an_event("individual", 8)
    format, chance, report = format_of(event), Random(2), evening.sampled_reports(event)
    made = [report(1, chance) for _ in range(200)]
    one, other = (
        next(told for told in made if format.hands.points(1, (), told)[:2] == points)
        for points in ((1, 0), (0, 1))
    )
    evening.next_set(event, seed=1)
    turns = cycle((one, one, other, other))
    evening.play_set(event, chance, lambda _number, _chance: next(turns))
    evening.next_set(event, seed=2)
    assert event.seatings.count() == 2


def test_a_mixed_evening_with_a_late_guest_to_its_end(client: Client) -> None:
    event = played("mixed", 7, 13, late=2)
    partners = Counter(
        frozenset(table[chair::2])
        for one in past_sets(Hall.now(event), 7)
        for table in one.tables
        for chair in (0, 1)
    )
    roles = dict(event.entries.values_list("pk", "role"))
    assert all(len({roles[who] for who in pair}) == 2 for pair in partners)
    assert max(partners.values()) <= 2
    evening.check_files(event)
    event = evening.check_end(event)
    assert format_of(event).kind.slug == "mixed"
    client.force_login(a_user())
    for name in ("event", "event_standings", "event_people"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name


@pytest.mark.exhaustive(keep=("progressive", "pairs"))
@pytest.mark.parametrize("form", FORMATS)
def test_what_so_many_people_make_of_it_is_told_and_drawn_at_once(
    client: Client, form: str
) -> None:
    client.force_login(a_user())
    names = "\n".join(f"Guest {letter}" for letter in "abcdefghi")
    data = {"game": "euchre", "format": form, "name": "x", "date": "2026-11-21", "place": ""}
    shown = client.get(reverse("event_new"), {"game": "euchre", "format": form}).content.decode()
    assert "Any number, at tables of 4." in shown
    assert 'name="role_' not in shown
    part = client.post(reverse("event_new"), data | {"names": names, "act": "game"})
    out = (
        "One person has no partner yet."
        if form in FIXED_PAIRS
        else "One sits out each set, in turn."
    )
    assert f"Two tables of four. {out}" in part.content.decode()
    made = client.post(reverse("event_new"), data | {"names": names, "act": "go"})
    event = Event.objects.latest("pk")
    assert (made.status_code, made["Location"]) == (303, reverse("event_draw", args=[event.pk]))
    assert draws.has_draft(event)
    settings = client.get(reverse("event_settings", args=[event.pk])).content.decode()
    assert "What the roles are called" not in settings


def test_a_schedule_is_not_for_any_number() -> None:
    format = rooms.format_of(load("euchre"), "individual")
    many = arrange(format, MOST_PEOPLE + 1)
    assert (many.fits, format.tables.fits(MOST_PEOPLE)) == (False, True)
    assert "a schedule seats" in many.words


@pytest.mark.exhaustive(keep=("individual",))
@pytest.mark.parametrize("form", [*FORMATS, "mixed"])
def test_an_evening_is_made_up_explained_and_won(client: Client, form: str) -> None:
    event = make_evening(a_user(), load("whist-tens"), form)
    roles = format_of(event).facts.roles.names
    assert {*event.entries.values_list("role", flat=True)} == {*(roles or ("",))}
    client.force_login(event.owner)
    for name in ("event", "event_standings", "event_results"):
        told = client.get(reverse(name, args=[event.pk]))
        assert (told.status_code, "Grandma Joan" in told.content.decode()) == (200, True), name
    sets = explanation(event, event.entries.get(name="Tom Bell").pk)
    assert [one.number for one in sets] == [1, 2, 3, 4]
    assert all(one.hands and one.partner for one in sets if one.table is not None)
    best = standings(event).rows[0]
    event = evening.check_end(event, early=True)
    ending = event_finale(event)
    assert ending is not None
    assert best.name in " ".join(ending.winners)
    again = repeat_event(
        event=event, owner=event.owner, date=next_date(event.date), entries=event.entries.all()
    )
    assert (again.format, again.entries.count()) == (form, event.entries.count())
    assert client.get(reverse("event_settings", args=[again.pk])).status_code == 200


@pytest.fixture
def formats_anew() -> Iterator[None]:
    """Formats are put together anew, before and after the test."""
    rooms.format_of.cache_clear()
    yield
    rooms.format_of.cache_clear()


@pytest.mark.usefixtures("formats_anew")
def test_more_than_a_schedule_seats_are_told_beside_the_names(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who saves the evening for later may still see who comes."""
    monkeypatch.setattr(individual, "MOST_PEOPLE", 8)
    client.force_login(a_user())
    people = "\n".join(f"Guest {number}" for number in range(9))
    data = {"game": "euchre", "format": "individual", "name": "x", "date": "2026-11-21"}
    begun = client.post(reverse("event_new"), data | {"names": people, "act": "go"})
    assert begun.status_code == 422
    told = begun.context["wizard"].names.errors["names"]
    assert told == ["9 people are here, but a schedule seats at most 8. Choose another format."]
    assert not Event.objects.exists()
    assert client.post(reverse("event_new"), data | {"names": people}).status_code == 303
    seats = reverse("event_draw", args=[Event.objects.get().pk])
    assert told[0] in client.get(seats).content.decode()
    assert client.post(seats, {"act": "draw"}).status_code == 422


def test_uneven_roles_are_evened_out_before_a_mixed_schedule(client: Client) -> None:
    client.force_login(a_user())
    names = [f"Ada {n}, L" for n in range(10)] + [f"Gus {n}, G" for n in range(6)]
    data = {"game": "euchre", "format": "mixed", "name": "x", "date": "2026-11-21", "place": ""}
    made = client.post(reverse("event_new"), data | {"names": "\n".join(names), "act": "go"})
    event = Event.objects.get()
    assert made["Location"] == reverse("event_people", args=[event.pk])
    asked = roster.propose_balance(event)
    assert len(asked) == 2
    roster.apply_balance(event=event, actor=host(event), entries=asked)
    evening.next_set(event, seed=1)
    event.refresh_from_db()
    roles = dict(event.entries.values_list("pk", "role"))
    for table in event.seatings.get().tables.all():
        chairs = [roles[seat.entry_id] for seat in table.seats.order_by("chair")]
        assert chairs[0] != chairs[2]
        assert chairs[1] != chairs[3]
    shown = client.get(reverse("event_draw", args=[event.pk])).content.decode()
    assert "Nobody has the same partner" in shown
