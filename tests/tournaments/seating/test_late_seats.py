"""Late guests who take a place of the first set while it is played: told first, done, undone, told
by files, and played on from."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from rulesets.files.score_file import read_file
from tests.tournaments import evening
from tests.tournaments.evening import host, refuses
from tests.tournaments.events.test_knockout import an_event, places, play, show
from tests.tournaments.visits import words_of
from tournaments.boards.hall import Hall
from tournaments.files.event_document import score_file
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Event, Link, Presence, Seating, SitOut, Table
from tournaments.models.event_games import format_of
from tournaments.seating import late_seats, redraws, roll_call
from tournaments.seats.requests import past_sets
from tournaments.seats.selectors import seats

pytestmark = pytest.mark.django_db


def begun(people: int, game: str = "golf", form: str = "knockout", **options: Any) -> Event:
    event = an_event(people, game, form, **options)
    show(event)
    return event


def come(event: Event, *names: str) -> None:
    for name in names:
        roll_call.add_late_guest(event=event, actor=host(event), name=name, role="")
    event.refresh_from_db()


def sit_down(event: Event) -> Table:
    open_seats = late_seats.find_open_seats(event)
    made = late_seats.seat_late_guests(event=event, actor=host(event), mark=open_seats.mark)
    event.refresh_from_db()
    return made


def tables(event: Event, number: int = 1) -> list[set[str]]:
    seating = event.seatings.get(set_number=number, state="published")
    return [
        {seat.entry.name for seat in table.seats.all()}
        for table in seating.tables.order_by("number")
    ]


def out(event: Event) -> list[str]:
    rows = SitOut.objects.filter(seating=evening.newest(event)).order_by("pk")
    return [row.entry.name for row in rows]


def test_it_is_told_first_then_done_and_undone(client: Client) -> None:
    event = begun(5, size=2)
    before, waited = tables(event), out(event)
    client.force_login(event.owner)
    roll = reverse("event_roll", args=[event.pk])
    assert "There is a seat in set 1" not in words_of(client.get(roll))
    posted = client.post(reverse("event_late", args=[event.pk]), {"name": "Zoe"}, follow=True)
    words = words_of(posted)
    assert "Zoe is entered, and there is a seat in the current set." in words
    assert f"Zoe can play {waited[-1]}, who sits out now." in words
    place = reverse("event_late_seats", args=[event.pk])
    page = client.get(place)
    words = words_of(page)
    assert f"Table 2 opens: Zoe plays {waited[-1]}." in words
    assert "Nobody else’s seat changes." in words
    assert tables(event) == before
    mark = page.context["mark"]
    assert client.post(place, {"mark": f"{mark}0"}).status_code == 422
    assert client.post(place, {"mark": mark}).status_code == 303
    event.refresh_from_db()
    assert tables(event) == [*before, {"Zoe", waited[-1]}]
    assert out(event) == waited[:-1]
    assert Link.objects.filter(event=event, kind=Link.Kind.TABLE, table_number=2).exists()
    assert read_log(event).rows[0].sentence == "Set 1, table 2: Zoe came late and is playing here."
    assert format_of(event).length.sets == 3
    assert client.get(place).status_code == 404
    assert client.post(place, {"mark": mark}).status_code == 422
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert (tables(event), out(event), event.starters) == (before, waited, 5)
    assert late_seats.find_open_seats(event) is not None
    undo_last(event=event, actor=host(event))
    assert not event.entries.filter(name="Zoe").exists()


@pytest.mark.exhaustive(keep=("pairs", "stages"))
@pytest.mark.parametrize(
    ("game", "form", "people", "guests", "options"),
    [
        ("golf", "knockout", 5, ["Zoe"], {"size": 2, "places": "all"}),
        ("euchre", "knockout", 10, ["Zoe", "Yan"], {"deals": 1}),
        ("golf", "pairs", 7, ["Zoe"], {"rounds": 2}),
        ("euchre", "swiss", 10, ["Zoe", "Yan"],
         {"rounds": 2, "deals": 1, "stages": "knockout", "qualify": 4}),
        ("golf", "swiss", 11, ["Zoe"], {"rounds": 2, "size": 4}),
    ],
    ids=["places", "knockout", "pairs", "stages", "swiss"],
)  # fmt: skip
def test_an_evening_to_its_end_and_as_files(
    game: str, form: str, people: int, guests: list[str], options: dict[str, Any]
) -> None:
    event, chance = begun(people, game, form, **options), Random(3)
    sets = format_of(event).length.sets
    before = tables(event)
    come(event, *guests)
    while late_seats.find_open_seats(event) is not None:
        sit_down(event)
    assert set(guests) <= set().union(*tables(event))
    opens = len(tables(event)) > len(before)
    assert all(one in tables(event) for one in before) or not opens
    for number in range(1, sets + 1):
        play(event, chance)
        if number < sets:
            show(event)
    assert format_of(event).length.sets == sets
    assert set(guests) <= set(places(event))
    assert not read_file(score_file(event)).problems
    again = evening.check_files(event)
    assert [record.late for record in past_sets(Hall.now(again), 1)] == [
        record.late for record in past_sets(Hall.now(event), 1)
    ]
    evening.check_end(event)


def test_one_guest_of_pairs_needs_a_partner(client: Client) -> None:
    event = begun(10, "euchre", deals=1)
    client.force_login(event.owner)
    late = reverse("event_late", args=[event.pk])
    page = words_of(client.post(late, {"name": "Zoe"}, follow=True))
    assert "Zoe needs a partner to take the free seats in this set." in page
    assert late_seats.find_open_seats(event) is None
    client.post(late, {"name": "Yan"})
    event.refresh_from_db()
    open_seats = late_seats.find_open_seats(event)
    assert open_seats.came == ("Zoe", "Yan")


def test_the_place_is_gone_with_the_set() -> None:
    event = begun(5, size=2)
    come(event, "Zoe")
    open_seats = late_seats.find_open_seats(event)
    play(event, Random(1))
    assert late_seats.find_open_seats(event) == open_seats  # as long as that set is the newest
    show(event)
    assert late_seats.find_open_seats(event) is None
    with refuses("seats.gone"):
        late_seats.seat_late_guests(event=event, actor=host(event), mark=open_seats.mark)


def test_the_place_is_gone_with_the_bell() -> None:
    event = begun(7, "golf", "swiss", size=2, rounds=3, minutes=20)
    come(event, "Zoe")
    assert late_seats.find_open_seats(event) is not None
    Event.objects.filter(pk=event.pk).update(round_ends_at=timezone.now() + dt.timedelta(minutes=9))
    event.refresh_from_db()
    open_seats = late_seats.find_open_seats(event)
    assert open_seats is not None
    assert "The bell rings in 9 minutes." in late_seats.foresee_seats(event, open_seats)
    Event.objects.filter(pk=event.pk).update(round_ends_at=timezone.now())
    event.refresh_from_db()
    assert late_seats.find_open_seats(event) is None


def test_a_chair_at_a_table_that_has_not_begun() -> None:
    event = begun(11, size=4)
    come(event, "Zoe")
    open_seats = late_seats.find_open_seats(event)
    assert not open_seats.opens
    smallest = min(
        Table.objects.filter(seating__event=event), key=lambda value: value.seats.count()
    )
    assert open_seats.number == smallest.number
    assert late_seats.foresee_seats(event, open_seats)[0].startswith(
        f"Table {open_seats.number}: Zoe sits"
    )
    points = [*range(1, smallest.seats.count() + 1)]
    evening.say(smallest, 1, {"points": points}, host(event))
    event.refresh_from_db()
    assert late_seats.find_open_seats(event) is None
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert late_seats.find_open_seats(event) is None  # nothing of it was ever lost


@pytest.mark.parametrize(
    ("people", "options", "says"),
    [
        (8, {"size": 2}, "The draw is closed: Zoe can only"),
        (8, {"size": 2, "places": "all"}, "The draw is closed: Zoe can only"),
        (6, {"size": 2}, "there is a seat in the current set"),
        (12, {"size": 4, "places": "all"}, "Zoe will play as soon as the next seats are shown"),
    ],
)
def test_whoever_comes_is_told_what_to_expect(
    client: Client, people: int, options: dict[str, Any], says: str
) -> None:
    event = begun(people, **options)
    client.force_login(event.owner)
    for table in Table.objects.filter(seating__event=event):
        points = [*range(1, table.seats.count() + 1)]
        evening.say(table, 1, {"points": points}, host(event))
    page = words_of(
        client.post(reverse("event_late", args=[event.pk]), {"name": "Zoe"}, follow=True)
    )
    assert says in page


@pytest.mark.parametrize(
    ("form", "options", "later"), [("swiss", {"rounds": 3}, True), ("knockout", {}, False)]
)
def test_a_set_whose_results_are_all_in_is_offered_only_to_those_who_cannot_play_later(
    form: str, options: dict[str, Any], *, later: bool
) -> None:
    event = begun(5, form=form, size=2, **options)
    come(event, "Zoe")
    assert late_seats.find_open_seats(event) is not None
    play(event, Random(1))
    assert (late_seats.find_open_seats(event) is None) == later
    said = late_seats.outlook_words(event)
    if later:
        assert said == "%(name)s will play as soon as the next seats are shown."
    else:
        assert "All results of this set are in" in said


# --- the seats drawn anew -------------------------------------------------------------------------


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
    words = words_of(page)
    assert "Zoe plays set 1." in words
    assert "There will be 4 sets instead of 3." in words
    assert "sit out." in words  # seven of nine have a bye
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
        assert any(
            f"L{number} and M{number} play set {number}." in sentence
            for sentence in found.sentences
        )
        assert f"P{number} does not play set {number}." in found.sentences
        before = seats(event)
        redraws.reseat(event=event, actor=host(event), seed=found.seed)
        event.refresh_from_db()
        after = seats(event)
        there = {guest.name for guest in after.by_name}
        assert {f"L{number}", f"M{number}"} <= there
        assert f"P{number}" not in there
        assert not redraws.may_reseat(event)
        changed = {(guest.name, guest.table) for guest in before.by_name} - {
            (guest.name, guest.table) for guest in after.by_name
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
