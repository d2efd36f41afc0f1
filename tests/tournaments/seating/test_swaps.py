"""Two people swap places in seats that nobody has been shown yet; the wishes, one by one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host, refuses
from tests.tournaments.events import test_knockout
from tests.tournaments.events.test_drives_without_roles import an_event, played
from tests.tournaments.visits import words_of
from tournaments.log.services import undo_last
from tournaments.models import Entry, Event, Seating
from tournaments.seating import draws, roster, swaps
from tournaments.seating.draw_requests import DrawRequest, read_requests
from tournaments.seats.selectors import SeatsView, seats

pytestmark = pytest.mark.django_db


def drawn(form: str, people: int, seed: int = 1) -> tuple[Event, Seating]:
    event = an_event(form, people)
    return event, draws.draw(event=event, actor=host(event), seed=seed)


def view(event: Event) -> SeatsView:
    return seats(event, draft=True)


def places(event: Event) -> dict[int, tuple[int, int]]:
    """Who sits where, by entry: the table and the chair."""
    return {
        seat.entry_id: (table.number, seat.chair)
        for table in view(event).tables
        for seat in table.seats
    }


def at(event: Event, table: int, chair: int) -> Entry:
    found = next(who for who, place in places(event).items() if place == (table, chair))
    return event.entries.get(pk=found)


def swap(event: Event, seating: Seating, first: Entry, second: Entry) -> None:
    swaps.swap_places(event=event, actor=host(event), seating=seating, first=first, second=second)


@pytest.mark.parametrize("form", ["progressive", "individual"])
def test_two_people_swap_and_swap_back(form: str) -> None:
    event, seating = drawn(form, 12)
    before = places(event)
    one, other = at(event, 1, 0), at(event, 3, 1)
    swap(event, seating, one, other)
    after = places(event)
    assert after[one.pk] == before[other.pk]
    assert after[other.pk] == before[one.pk]
    moved = {one.pk, other.pk}
    assert {who: place for who, place in after.items() if who not in moved} == {
        who: place for who, place in before.items() if who not in moved
    }
    undo_last(event=event, actor=host(event))
    assert places(event) == before
    swap(event, seating, one, other)
    draws.publish(event=event, actor=host(event), seating=seating)
    shown = seats(event)
    assert shown
    assert shown.tables[0].seats[0].entry_id == other.pk


def test_who_sits_out_takes_the_chair_of_the_other() -> None:
    event, seating = drawn("progressive", 10)
    out, also_out = view(event).sit_outs
    waiting = event.entries.get(pk=also_out.entry_id)
    one, other = at(event, 2, 3), event.entries.get(pk=out.entry_id)
    swap(event, seating, one, other)
    assert places(event)[other.pk] == (2, 3)
    [now] = [line for line in view(event).sit_outs if line.entry_id != waiting.pk]
    assert now.entry_id == one.pk
    assert now.reason == f"{other.name} plays instead, as the host wished."
    undo_last(event=event, actor=host(event))
    again = view(event).sit_outs
    assert [(line.entry_id, line.reason) for line in again] == [
        (line.entry_id, line.reason) for line in (out, also_out)
    ]
    for second, code in ((other, "exchange.same"), (waiting, "exchange.waiting")):
        with refuses(code):
            swap(event, seating, other, second)


def test_fixed_partners_go_along() -> None:
    event, seating = drawn("pairs", 12)
    before = places(event)
    one, partner, other = at(event, 1, 0), at(event, 1, 2), at(event, 2, 1)
    with refuses("swap.partners"):
        swap(event, seating, one, partner)
    swap(event, seating, one, other)
    after = places(event)
    assert after[one.pk] == before[other.pk] == (2, 1)
    assert after[partner.pk] == (2, 3)
    assert {at(event, 1, 0).pk, at(event, 1, 2).pk} & {one.pk, partner.pk} == set()


def test_roles_stay_with_the_chairs() -> None:
    event = evening.an_event(8)
    seating = draws.draw(event=event, actor=host(event), seed=1)
    roles = {seat.entry_id: seat.role for table in view(event).tables for seat in table.seats}
    one = at(event, 1, 0)
    unlike = next(who for who, role in roles.items() if role != roles[one.pk])
    alike = next(who for who, role in roles.items() if role == roles[one.pk] and who != one.pk)
    with refuses("swap.roles"):
        swap(event, seating, one, event.entries.get(pk=unlike))
    swap(event, seating, one, event.entries.get(pk=alike))
    assert {s.entry_id: s.role for t in view(event).tables for s in t.seats} == roles


def test_divisions_stay_as_they_were_drawn() -> None:
    event = test_knockout.an_event(16, "euchre", "pairs", rounds=3, deals=1, divisions=2)
    seating = draws.draw(event=event, actor=host(event), seed=1)
    divisions = {table.number: table.division for table in view(event).tables}
    assert len(set(divisions.values())) == 2
    here = at(event, 1, 0)
    unlike = next(number for number, name in divisions.items() if name != divisions[1])
    with refuses("swap.divisions"):
        swap(event, seating, here, at(event, unlike, 0))
    alike = next(
        number for number, name in divisions.items() if name == divisions[1] and number > 1
    )
    swap(event, seating, here, at(event, alike, 0))
    assert {table.number: table.division for table in view(event).tables} == divisions
    assert places(event)[here.pk] == (alike, 0)


def test_a_bracket_says_who_plays_whom(client: Client) -> None:
    event, seating = drawn("knockout", 16)
    with refuses("swap.bracket"):
        swap(event, seating, at(event, 1, 0), at(event, 2, 0))
    client.force_login(event.owner)
    page = client.get(reverse("event_draw", args=[event.pk]))
    assert "Tap two people" not in words_of(page)


def test_seats_that_are_shown_or_replaced_stay() -> None:
    event, seating = drawn("progressive", 8)
    one, other = at(event, 1, 0), at(event, 2, 0)
    draws.draw(event=event, actor=host(event), seed=5)
    with refuses("draft.gone"):
        swap(event, seating, one, other)


# --- the page -------------------------------------------------------------------------------------


def test_two_taps_swap_two_people_and_the_page_says_what_that_did(client: Client) -> None:
    event = played("individual", 1, 12)
    seating = draws.draw(event=event, actor=host(event), seed=1)
    client.force_login(event.owner)
    url = reverse("event_draw", args=[event.pk])
    one, other = at(event, 1, 0), at(event, 2, 0)
    first = client.get(url, {"pick": one.pk})
    assert f"{one.name} is picked. Tap who changes places." in words_of(first)
    data = {"act": "swap", "seating": seating.pk, "first": one.pk, "second": other.pk}
    assert client.post(url, data).status_code == 303
    page = client.get(url)
    assert f"{one.name} and {other.name} have swapped." in words_of(page)
    swapped = page.context["swap"]
    assert swapped.moved == {one.pk: "was at table 1", other.pk: "was at table 2"}
    assert "was at table 2" in words_of(page)
    assert swapped.now == page.context["rating"].pairs_again
    assert f"({swapped.before} before)" in words_of(page)
    undo = {"step": swapped.step_id, "next": url}
    assert client.post(reverse("event_undo", args=[event.pk]), undo)["Location"] == url
    again = client.get(url)
    assert "have swapped" not in words_of(again)
    assert places(event)[one.pk] == (1, 0)
    assert again.context["rating"].pairs_again == swapped.before
    assert client.post(url, data | {"seating": seating.pk + 1}).status_code == 422
    assert client.post(url, data | {"second": "x"}).status_code == 422
    beside = at(event, 1, 1)
    swap(event, seating, one, beside)
    moved = client.get(url).context["swap"].moved
    assert moved == {one.pk: "another chair", beside.pk: "another chair"}


def test_what_is_not_asked_for_as_it_should_be_is_passed_over(client: Client) -> None:
    event, _seating = drawn("progressive", 8)
    client.force_login(event.owner)
    url = reverse("event_draw", args=[event.pk])
    for asked in ({"pick": "99999999"}, {"pick": "x"}, {"pick": "-1"}):
        page = client.get(url, asked)
        assert page.status_code == 200
        assert "picked" not in words_of(page)
        assert "have swapped" not in words_of(page)


# --- the wishes -----------------------------------------------------------------------------------


def wished(event: Event, first: Entry, second: Entry, kind: str) -> None:
    roster.add_pairing(event=event, actor=host(event), first=first, second=second, kind=kind)


def told(event: Event) -> dict[str, Any]:
    return {wish.words: (wish.is_granted, wish.why) for wish in read_requests(event, view(event))}


def test_each_wish_is_granted_or_says_why_not(client: Client) -> None:
    event = an_event("progressive", 9)
    one, two, three = (evening.entry(event, f"P{n}") for n in (1, 2, 3))
    wished(event, one, two, "together")
    wished(event, one, three, "apart")
    seating = draws.draw(event=event, actor=host(event), seed=3)
    assert told(event) == {
        "P1 and P2: at one table": (True, ""),
        "P1 and P3: not at one table": (True, _why(event, one, three)),
    }
    client.force_login(event.owner)
    page = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert "Both wishes are granted." in page
    place = places(event)
    away = next(who for who, spot in place.items() if spot[0] != place[one.pk][0])
    swap(event, seating, two, event.entries.get(pk=away))
    granted, why = told(event)["P1 and P2: at one table"]
    now = places(event)
    assert not granted
    assert why == f"tables {now[one.pk][0]} and {now[two.pk][0]}"
    page = words_of(client.get(reverse("event_draw", args=[event.pk])))
    assert "Wishes: 1 of 2 granted" in page
    assert "One of the two wishes is granted." in page
    assert f"not granted P1 and P2: at one table {why}" in " ".join(page.split())


def _why(event: Event, one: Entry, other: Entry) -> str:
    return "" if {one.pk, other.pk} <= places(event).keys() else "one of them sits out"


def test_who_keeps_a_chair_is_told_with_the_others() -> None:
    event = an_event("individual", 9)
    grandmother = evening.entry(event, "P4")
    roster.set_keeps_chair(event=event, actor=host(event), entry=grandmother, keeps=True)
    evening.next_set(event, seed=1)
    evening.play_set(event, Random(1))
    draws.draw(event=event, actor=host(event), seed=1)
    [wish] = read_requests(event, view(event))
    assert wish.words == "P4 keeps a chair"
    assert isinstance(wish, DrawRequest)
    if grandmother.pk not in places(event):
        assert (wish.is_granted, wish.why) == (True, "sits out, so it is free")
    else:
        assert wish.is_granted or wish.why.startswith("was at table")
