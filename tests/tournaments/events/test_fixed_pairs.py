"""Evenings of fixed pairs: entered two by two, seated by who they are or by what they carry, to the
winners' page."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.tournaments import evening
from tests.tournaments.api.calls import Caller
from tests.tournaments.evening import a_user, host, say, table
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.test_made_up_format import a_hand, from_a_phone, seat
from tests.tournaments.visits import for_guests, words_of
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.files.event_document import score_file
from tournaments.log.services import undo_last
from tournaments.models import Event, Pairing
from tournaments.papers.selectors import placings
from tournaments.people.names import ParsedName
from tournaments.seating import roster
from tournaments.seats import requests as drive
from tournaments.seats.requests import past_sets
from tournaments.standings.rows import lines_of_totals
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def entered(client: Client) -> Event:
    """An evening made by the page for a new one."""
    client.force_login(a_user())
    page = words_of(client.get(reverse("event_new"), {"game": "euchre", "format": "swiss"}))
    assert "each followed by their partner" in page
    data = {"game": "euchre", "format": "swiss", "name": "x", "date": "2026-11-21"}
    typed = {"names": "\n".join(NAMES), "option_rounds": "3"}
    response = client.post(reverse("event_new"), data | typed)
    assert response.status_code == 303
    return Event.objects.latest("pk")


def pairs_of(event: Event, number: int = 1) -> set[frozenset[str]]:
    names = dict(event.entries.values_list("pk", "name"))
    found = drive.partners(event, number)
    return {frozenset((names[one], names[two])) for one, two in found.items()}


def seated_pairs(event: Event) -> list[set[frozenset[str]]]:
    """Partners of each set, as they sat at its end."""
    names = dict(event.entries.values_list("pk", "name"))
    past = past_sets(Hall.now(event), evening.newest(event).set_number)
    return [
        {frozenset(names[pk] for pk in side) for table in one.tables for side in _sides(table)}
        for one in past
    ]


def _sides(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return seats[::2], seats[1::2]


def play_by_hand(event: Event, number: int) -> None:
    """A set, the first table from its phone, the others at the desk."""
    for at in range(1, event.seatings.latest("set_number").tables.count() + 1):
        for deal in (1, 2, 3, 4):
            if at == 1:
                from_a_phone(event, at, deal, 10 * number + deal)
            else:
                report = a_hand(event, at, deal, 10 * number + deal)
                say(table(event, at), deal, report, host(event))
    event.refresh_from_db()


def test_a_whole_evening_by_its_pages(client: Client) -> None:
    event = entered(client)
    first = {frozenset(pair) for pair in zip(NAMES[::2], NAMES[1::2], strict=True)}
    assert pairs_of(event) == first
    people = words_of(client.get(reverse("event_people", args=[event.pk])))
    assert "Ann with Bo" in people
    assert "Bo with Ann" in people
    told = ("", "twice; nobody sits", "twice; nobody sits out more than once")
    for number in (1, 2, 3):
        seat(client, event)
        play_by_hand(event, number)
        words = words_of(client.get(reverse("event_draw", args=[event.pk])))
        assert told[number - 1] in words
    assert all(pairs <= first and len(pairs) == 4 for pairs in seated_pairs(event))

    # They have met; some sets more.
    events.update_event(event=event, actor=host(event), options={**event.options, "rounds": 5})
    leaver = evening.entry(event, "Ann")
    data = {"entry": leaver.pk, "act": "away"}
    assert client.post(reverse("event_roll", args=[event.pk]), data).status_code == 303
    seat(client, event)
    assert evening.newest(event).sit_outs.get().entry.name == "Bo"
    ledger = words_of(client.get(reverse("event_ledger", args=[event.pk])))
    assert "Waiting for a partner." in ledger
    play_by_hand(event, 4)

    rows = {row.name: row for row in standings(event).rows}
    assert (rows["Cy"].partners, rows["Cy"].total) == ("Di", rows["Di"].total)
    for first, *mates in lines_of_totals(sorted(rows.values(), key=lambda row: -row.entry_id)):
        assert all(first.entry_id < mate.entry_id for mate in mates)  # as they were typed
    page = words_of(client.get(reverse("event_standings", args=[event.pk])))
    assert "Cy & Di" in page  # one line for both; at the guests' each has one of their own
    assert "Cy with Di" in for_guests(event, "spectator_standings")
    assert "Cy & Di" in for_guests(event, "wall")
    lines = Caller(event, "spectator")("/standings").json()["items"]
    assert {line["name"]: line["partners"] for line in lines}["Eve"] == "Fay"

    assert pairs_of(evening.check_files(event), 5) == pairs_of(event, 5)
    file = read_file(json.loads(json.dumps(score_file(event))))
    seats = drive_answers.seats(file, drive_answers.next_seats(file, 1), 1)
    assert seats["sitting_out"] == ["Bo"]

    event = evening.check_end(event, early=True)
    best = next(row for row in standings(event).rows if row.rank == 1)
    winners = words_of(client.get(reverse("event_results", args=[event.pk])))
    assert all(name in winners for name in best.side or (best.name,))
    named = [placing.name for placing in placings(event)]
    assert "Cy with Di" in named or "Cy & Di" in named


def test_who_is_taken_off_the_list_shifts_nobody() -> None:
    event = an_event("pairs", 7)
    roster.remove_entry(event=event, actor=host(event), entry=evening.entry(event, "P2"))
    assert pairs_of(event) == {frozenset(two) for two in (("P0", "P1"), ("P4", "P5"), ("P3", "P6"))}
    parsed = [ParsedName("Late", "", "", 1)]
    roster.enter_people(event=event, actor=host(event), parsed=parsed)
    assert frozenset(("P6", "Late")) in pairs_of(event)
    assert frozenset(("P4", "P5")) in pairs_of(event)


def test_the_latest_wish_holds(client: Client) -> None:
    event = an_event("pairs", 6)
    client.force_login(event.owner)
    page = client.get(reverse("event_people", args=[event.pk])).content.decode()
    assert '<option value="partners"' in page
    assert '<option value="together"' not in page

    def ask(first: str, second: str, kind: str = "partners") -> int:
        one, two = (evening.entry(event, name).pk for name in (first, second))
        data = {"first": one, "second": two, "kind": kind}
        return client.post(reverse("event_pairings", args=[event.pk]), data).status_code

    assert ask("P0", "P3") == 303
    assert pairs_of(event) == {frozenset(two) for two in (("P0", "P3"), ("P1", "P2"), ("P4", "P5"))}
    assert ask("P3", "P0") == 303  # as it is
    assert event.pairings.filter(kind=Pairing.Kind.PARTNERS).count() == 4
    assert ask("P1", "P0") == 303
    assert pairs_of(event) == {frozenset(two) for two in (("P0", "P1"), ("P2", "P3"), ("P4", "P5"))}
    undo_last(event=event, actor=host(event))
    assert frozenset(("P0", "P3")) in pairs_of(event)
    assert ask("P0", "P4", "apart") == 303
    assert ask("P0", "P4", "together") == 422
    assert "not with" in words_of(client.get(reverse("event_people", args=[event.pk])))
