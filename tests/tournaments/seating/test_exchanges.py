"""Two people who sat down in each other's chairs: exchanged from a deal on, as if seated so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host, newest, refuses, say, table
from tests.tournaments.events import test_knockout
from tests.tournaments.events.test_drives_without_roles import an_event, played
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.log.services import undo_last
from tournaments.models import Entry, Event, Seat, Seating, Substitution
from tournaments.scores.sets import chairs_of
from tournaments.seating import draws, exchanges, roll_call, roster, swaps
from tournaments.seating.draw_requests import DrawRequest, read_requests
from tournaments.seats.requests import past_sets
from tournaments.seats.selectors import SeatsView, seats
from tournaments.standings.players import explanation
from tournaments.standings.selectors import computed

pytestmark = pytest.mark.django_db


def begun(form: str, people: int) -> Event:
    """An evening whose first set is reported."""
    if form != "court-whist":
        return played(form, 1, people)
    event = evening.start(people)
    evening.play(event, 1)
    event.refresh_from_db()
    return event


def who(event: Event, number: int, chair: int) -> Entry:
    seat = Seat.objects.select_related("entry").get(
        seating=newest(event), table__number=number, chair=chair
    )
    return seat.entry


def exchange(event: Event, first: Entry, second: Entry, hand: int = 1) -> None:
    values = {"seating": newest(event), "first": first, "second": second}
    exchanges.exchange_chairs(event=event, actor=host(event), from_hand=hand, **values)


def points(event: Event) -> dict[str, int]:
    return {row.name: row.total for row in computed(event).rows}


def by_hand(event: Event, entry: Entry) -> list[int | None]:
    return [hand.points for hand in explanation(event, entry.pk)[0].hands]


@pytest.mark.parametrize(
    ("form", "people", "other"),
    [("court-whist", 8, (2, 3)), ("progressive", 9, (1, 1)), ("individual", 9, (2, 3))],
)
def test_from_the_first_deal_on_it_is_as_if_they_had_been_seated_so(
    form: str, people: int, other: tuple[int, int]
) -> None:
    event = begun(form, people)
    one, two = who(event, 1, 0), who(event, *other)
    before, sets = points(event), [by_hand(event, one), by_hand(event, two)]
    exchange(event, one, two)
    event = Event.objects.get(pk=event.pk)
    after = points(event)
    assert [by_hand(event, two), by_hand(event, one)] == sets
    for name, total in before.items():
        if name not in (one.name, two.name) and people % 4 == 0:  # else the mean may be another
            assert after[name] == total
    shown = seats(event)
    assert shown.tables[0].seats[0].name == two.name
    assert shown.tables[other[0] - 1].seats[other[1]].name == one.name
    (past,) = past_sets(Hall.now(event), 1)
    assert past.tables[0][0] == two.pk
    assert past.tables[other[0] - 1][other[1]] == one.pk
    told = explanation(event, one.pk)[0]
    assert (told.table, told.compass) == (other[0], ["North", "East", "South", "West"][other[1]])
    board = Hall.of(event).board(1)
    assert board is not None
    chair = chairs_of(event, board)[0]
    assert (chair.name, chair.replaces) == (two.name, one.name)
    undo_last(event=event, actor=host(event))
    assert points(event) == before
    assert not Substitution.objects.exists()


def test_files_tell_an_exchange() -> None:
    event = begun("progressive", 9)
    exchange(event, who(event, 1, 0), who(event, 1, 1), 2)
    exchange(event, who(event, 1, 2), who(event, 2, 3))
    exchange(event, who(event, 1, 2), who(event, 1, 3))  # who has another chair by now
    event = Event.objects.get(pk=event.pk)
    evening.check_files(event)


def test_what_comes_of_it_is_told_first_and_nothing_is_done(client: Client) -> None:
    event = evening.start(8)
    one, two = who(event, 1, 0), who(event, 2, 1)
    for deal in (1, 2):
        say(table(event, 2), deal, {"tricks": [9, 4]})
    client.force_login(event.owner)
    url = reverse("event_exchange", args=[event.pk])
    for name in ("event_draw", "event_roll"):
        assert url in client.get(reverse(name, args=[event.pk])).content.decode()
    at_table = client.get(reverse("event_table", args=[event.pk, 1, 2])).content.decode()
    assert f"{url}?set=1" in at_table
    assert client.get(url).status_code == 200
    values = {"first": one.pk, "second": two.pk, "from_hand": 1}
    page = client.post(url, values)
    assert page.status_code == 200
    words = page.content.decode()
    assert f"Table 2, hands 1 and 2: the results count for {one.name}, not for {two.name}." in words
    assert "Table 1, hand" not in words
    assert not Substitution.objects.exists()
    done = client.post(url, values | {"act": "exchange"})
    assert (done.status_code, done.url) == (303, reverse("event_draw", args=[event.pk]))
    assert Substitution.objects.count() == 2
    log = client.get(reverse("event_log", args=[event.pk])).content.decode()
    assert f"{one.name} and {two.name} swap chairs in set 1, from hand 1 on." in log


def test_the_next_hand_is_proposed_where_both_sit(client: Client) -> None:
    event = evening.start(8)
    one, two = who(event, 1, 0), who(event, 2, 1)
    for deal in (1, 2):
        say(table(event, 2), deal, {"tricks": [9, 4]})
    client.force_login(event.owner)
    url = reverse("event_exchange", args=[event.pk])
    assert '<option value="0"' in client.get(url).content.decode()
    values = {"first": one.pk, "second": two.pk, "from_hand": 0}
    page = client.post(url, values).content.decode()
    assert 'name="from_hand" value="3"' in page
    assert "Nothing is reported from that point yet." in page


def test_an_earlier_set_is_put_right_and_shown_seats_stay(client: Client) -> None:
    event = begun("individual", 8)
    one, two = who(event, 1, 0), who(event, 2, 1)
    evening.next_set(event, seed=2)
    stay = list(newest(event).seats.values_list("table__number", "chair", "entry"))
    before = points(event)
    client.force_login(event.owner)
    url = reverse("event_exchange", args=[event.pk])
    assert "?set=1" in client.get(url).content.decode()
    values = {"first": one.pk, "second": two.pk, "from_hand": 1}
    page = client.post(f"{url}?set=1", values).content.decode()
    assert "Seats shown since then stay as they are." in page
    assert client.post(f"{url}?set=1", values | {"act": "exchange"}).status_code == 303
    event = Event.objects.get(pk=event.pk)
    after = points(event)
    assert (after[one.name], after[two.name]) == (before[two.name], before[one.name])
    assert list(newest(event).seats.values_list("table__number", "chair", "entry")) == stay


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"second": "same"}, "second"),
        ({"first": "out", "second": "other"}, "second"),
        ({"second": "999999"}, "second"),
        ({"first": ""}, "first"),
        ({"from_hand": "9"}, "from_hand"),
        ({"from_hand": "x"}, "from_hand"),
    ],
)
def test_bad_input_stands_beside_its_field(
    client: Client, given: dict[str, str], field: str
) -> None:
    event = evening.start(10)
    one, two = who(event, 1, 0), who(event, 2, 1)
    out, other = (one.entry for one in newest(event).sit_outs.all())
    known = {"same": str(one.pk), "out": str(out.pk), "other": str(other.pk)}
    client.force_login(event.owner)
    values: dict[str, Any] = {"first": str(one.pk), "second": str(two.pk), "from_hand": "1"}
    values |= {key: known.get(value, value) for key, value in given.items()}
    for more in ({}, {"act": "exchange"}):
        page = client.post(reverse("event_exchange", args=[event.pk]), values | more)
        assert page.status_code == 422
        assert page.context["form"].errors[field]
    assert not Substitution.objects.exists()


def test_a_chair_that_somebody_takes_over_later_cannot_be_exchanged_before() -> None:
    event = evening.start(9)
    one, two = who(event, 1, 0), who(event, 2, 1)
    out = newest(event).sit_outs.get().entry
    chair = {"table": table(event), "chair": 0, "from_hand": 3, "entry": out}
    roll_call.substitute(event=event, actor=host(event), **chair)
    with refuses("exchange.later"):
        exchange(event, one, two)
    with refuses("exchange.seatless"):
        exchange(event, one, two, 3)
    exchange(event, out, two, 3)
    assert [sub.entry for sub in Substitution.objects.order_by("pk")] == [out, two, out]


@pytest.mark.parametrize("query", ["?set=2", "?set=x", "?set="])
def test_there_is_no_page_without_seats(client: Client, query: str) -> None:
    event = evening.start(8)
    client.force_login(event.owner)
    url = reverse("event_exchange", args=[event.pk])
    assert client.get(url + query).status_code == 404
    before = evening.an_event(8)
    assert client.get(reverse("event_exchange", args=[before.pk])).status_code == 404


# --- one of them was to sit out -------------------------------------------------------------------


@pytest.mark.parametrize(("form", "hand"), [("progressive", 1), ("individual", 3)])
def test_who_was_to_sit_out_takes_the_chair(client: Client, form: str, hand: int) -> None:
    event = begun(form, 9)
    one, out = who(event, 1, 0), newest(event).sit_outs.get().entry
    before, deals = points(event), by_hand(event, one)
    client.force_login(event.owner)
    url = reverse("event_exchange", args=[event.pk])
    values = {"first": out.pk, "second": one.pk, "from_hand": hand}
    page = client.post(url, values).content.decode()
    assert f"{one.name} sits out from that point." in page
    assert f" for {out.name}, not for {one.name}." in page
    assert client.post(url, values | {"act": "exchange"}).status_code == 303
    event = Event.objects.get(pk=event.pk)
    assert by_hand(event, out)[hand - 1 :] == deals[hand - 1 :]
    assert by_hand(event, one)[: hand - 1] == deals[: hand - 1]
    shown = seats(event)
    assert [sits.name for sits in shown.sit_outs] == [one.name]
    assert out.name in shown.sit_outs[0].reason
    (past,) = past_sets(Hall.now(event), 1)
    assert (past.tables[0][0], past.sitting_out) == (out.pk, (one.pk,))
    ledger = client.get(reverse("event_ledger", args=[event.pk])).content.decode()
    assert one.name in ledger
    evening.check_files(event)
    exchange(event, one, out, max(hand, 2))  # and back again
    undo_last(event=event, actor=host(event))
    undo_last(event=event, actor=host(event))
    assert points(Event.objects.get(pk=event.pk)) == before
    assert not Substitution.objects.filter(table__seating__event=event).exists()
    assert newest(event).sit_outs.get().entry == out


# --- before anybody has been shown the seats ------------------------------------------------------


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
    event = evening.an_event(10)
    seating = draws.draw(event=event, actor=host(event), seed=1)
    out = event.entries.get(pk=view(event).sit_outs[0].entry_id)
    roles = {seat.entry_id: seat.role for table in view(event).tables for seat in table.seats}
    one = at(event, 1, 0)
    unlike = next(who for who, role in roles.items() if role != roles[one.pk])
    alike = next(who for who, role in roles.items() if role == roles[one.pk] and who != one.pk)
    with refuses("swap.roles"):
        swap(event, seating, one, event.entries.get(pk=unlike))
    for who, role in roles.items():  # nor does one who sits out play another role
        if role != out.role:
            with refuses("swap.roles"):
                swap(event, seating, event.entries.get(pk=who), out)
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
