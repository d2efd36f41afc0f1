"""Two people who sat down in each other's chairs: exchanged from a deal on, as if seated so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host, newest, refuses, say, table
from tests.tournaments.events.test_drives_without_roles import played
from tournaments.boards.hall import Hall
from tournaments.log.services import undo_last
from tournaments.models import Entry, Event, Seat, Substitution
from tournaments.scores.sets import chairs_of
from tournaments.seating import draws, exchanges, roll_call
from tournaments.seats.requests import past_sets
from tournaments.seats.selectors import seats
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
    given = {"seating": newest(event), "first": first, "second": second}
    exchanges.exchange_chairs(event=event, actor=host(event), from_hand=hand, **given)


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


def test_from_a_later_deal_on_the_deals_before_stay_with_whom_they_were() -> None:
    event = begun("court-whist", 8)
    one, two = who(event, 1, 0), who(event, 2, 1)
    first, second = by_hand(event, one), by_hand(event, two)
    exchange(event, one, two, 3)
    event = Event.objects.get(pk=event.pk)
    assert by_hand(event, one) == [*first[:2], *second[2:]]
    assert by_hand(event, two) == [*second[:2], *first[2:]]
    exchange(event, one, two, 3)  # and back again
    event = Event.objects.get(pk=event.pk)
    assert (by_hand(event, one), by_hand(event, two)) == (first, second)


def test_files_tell_an_exchange() -> None:
    event = begun("progressive", 9)
    exchange(event, who(event, 1, 0), who(event, 1, 1), 2)
    exchange(event, who(event, 1, 2), who(event, 2, 3))
    exchange(event, who(event, 1, 2), who(event, 1, 3))  # who has another chair by now
    event = Event.objects.get(pk=event.pk)
    evening.check_files(event)


def test_a_person_plays_the_part_of_the_chair() -> None:
    event = evening.start(8)
    man, woman = who(event, 1, 0), who(event, 1, 1)
    told = exchanges.foresee_exchange(
        event=event, seating=newest(event), first=man, second=woman, from_hand=1
    )
    assert man.role != woman.role
    for entry, other in ((man, woman), (woman, man)):
        role = other.role.capitalize()
        assert f"{entry.name} plays the role that goes with the chair: {role}." in told
    exchange(event, man, woman)
    evening.play_set(event, Random(4))
    (past,) = past_sets(Hall.now(event), 1)
    assert (past.roles[man.pk], past.roles[woman.pk]) == (woman.role, man.role)


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
    asked = {"first": one.pk, "second": two.pk, "from_hand": 1}
    page = client.post(url, asked)
    assert page.status_code == 200
    words = page.content.decode()
    assert f"Table 2, hands 1 and 2: the results count for {one.name}, not for {two.name}." in words
    assert "Table 1, hand" not in words
    assert not Substitution.objects.exists()
    done = client.post(url, asked | {"act": "exchange"})
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
    asked = {"first": one.pk, "second": two.pk, "from_hand": 0}
    page = client.post(url, asked).content.decode()
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
    asked = {"first": one.pk, "second": two.pk, "from_hand": 1}
    told = client.post(f"{url}?set=1", asked).content.decode()
    assert "Seats shown since then stay as they are." in told
    assert client.post(f"{url}?set=1", asked | {"act": "exchange"}).status_code == 303
    event = Event.objects.get(pk=event.pk)
    after = points(event)
    assert (after[one.name], after[two.name]) == (before[two.name], before[one.name])
    assert list(newest(event).seats.values_list("table__number", "chair", "entry")) == stay


def test_drawn_seats_are_put_away_and_come_back(client: Client) -> None:
    event = begun("progressive", 8)
    draws.draw(event=event, actor=host(event), seed=3)
    exchange(event, who(event, 1, 0), who(event, 2, 1))
    assert not draws.has_draft(event)
    undo_last(event=event, actor=host(event))
    assert draws.has_draft(event)


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
    asked: dict[str, Any] = {"first": str(one.pk), "second": str(two.pk), "from_hand": "1"}
    asked |= {key: known.get(value, value) for key, value in given.items()}
    for more in ({}, {"act": "exchange"}):
        page = client.post(reverse("event_exchange", args=[event.pk]), asked | more)
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
    asked = {"first": out.pk, "second": one.pk, "from_hand": hand}
    told = client.post(url, asked).content.decode()
    assert f"{one.name} sits out from that point." in told
    assert f" for {out.name}, not for {one.name}." in told
    assert client.post(url, asked | {"act": "exchange"}).status_code == 303
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


def test_the_other_one_is_next_to_play() -> None:
    event = begun("progressive", 9)
    one, out = who(event, 1, 0), newest(event).sit_outs.get().entry
    exchange(event, one, out)
    drawn = evening.next_set(event, seed=3)
    assert drawn.seats.filter(entry=one).exists()
