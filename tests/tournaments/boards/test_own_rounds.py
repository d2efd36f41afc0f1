"""Where somebody sits round by round: known beforehand in a schedule, and nowhere else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_drives_without_roles import played
from tournaments.access.services import ensure_links
from tournaments.models import Entry, Event, Link
from tournaments.seating import roll_call
from tournaments.seats.own_rounds import OwnRound, own_rounds
from tournaments.seats.selectors import seats
from tournaments.standings.players import whereabouts

pytestmark = pytest.mark.django_db


def rounds(event: Event) -> dict[str, tuple[OwnRound, ...]]:
    event = Event.objects.get(pk=event.pk)
    view = seats(event)
    assert view is not None
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    return {names[pk]: mine for pk, mine in own_rounds(event, view).items()}


def test_a_schedule_is_known_from_the_first_round_to_the_last() -> None:
    event = played("individual", 1)
    before = rounds(event)
    assert len(before) == 9
    sentences = [mine[1].sentence for mine in before.values()]
    assert sentences.count("Next: Set 2, you sit out.") == 1
    assert sum(sentence.startswith("Next: Set 2, Table ") for sentence in sentences) == 8
    for name, mine in before.items():
        assert [one.number for one in mine] == [*range(1, 8)]
        assert [one.when for one in mine] == ["now", "next", *["later"] * 5]
        assert sum(one.table is None for one in mine) <= 1
        partners = [one.partners for one in mine if one.table]
        assert len(set(partners)) == len(partners)
        for one in mine:
            if one.table is None:
                assert (one.where, one.company) == ("You sit out", "")
                continue
            assert one.place == f"Table {one.table}"
            across = next(
                other
                for other in before[one.partners[0]]
                if (other.number, other.table) == (one.number, one.table)
            )
            assert across.partners == (name,)
            assert sorted(across.others) == sorted(one.others)
    evening.next_set(event, seed=9)  # another seed: the first one holds
    after = rounds(event)
    for name, mine in before.items():
        assert [(row.where, row.company) for row in after[name]] == [
            (one.where, one.company) for one in mine
        ]
        assert [row.when for row in after[name]][:3] == ["past", "now", "next"]


def test_who_comes_late_or_leaves_changes_the_rounds_to_come() -> None:
    event = played("individual", 1)
    roll_call.add_late_guest(event=event, actor=host(event), name="Late", role="")
    roll_call.mark_away(
        event=event, actor=host(event), entry=evening.entry(event, "P3"), from_set=2
    )
    found = rounds(event)
    assert [one.number for one in found["Late"]] == [*range(2, 8)]
    assert [one.number for one in found["P3"]] == [1]
    shown = whereabouts(Event.objects.get(pk=event.pk), evening.entry(event, "P3").pk)
    assert shown.later == ""


def person_page(client: Client, event: Event, entry: Entry) -> bytes:
    ensure_links(event)
    link = Link.objects.get(event=event, kind=Link.Kind.SPECTATOR)
    return client.get(reverse("spectator_player", args=[link.token, entry.pk])).content


def test_the_page_of_a_person_tells_this_seat_the_next_and_all(client: Client) -> None:
    event = played("individual", 1)
    for name, mine in rounds(event).items():
        page = person_page(client, event, evening.entry(event, name)).decode()
        following = mine[1]
        assert following.sentence in page
        own = page.partition('class="list own-rounds"')[2].partition("</ol>")[0]
        assert (own.count("<li"), own.count('<li aria-current="true">')) == (7, 1)
        for one in mine:
            assert one.where in page
            assert one.company in page
    client.force_login(event.owner)
    response = client.get(reverse("event_player", args=[event.pk, evening.entry(event, "P1").pk]))
    assert "Where to sit, set by set" in response.content.decode()


def table_phone(client: Client, event: Event, number: int) -> str:
    ensure_links(event)
    link = Link.objects.get(event=event, kind=Link.Kind.TABLE, table_number=number)
    return client.get(reverse("table", args=[link.token])).content.decode()


def test_a_table_is_told_where_all_go_once_its_hands_are_in(client: Client) -> None:
    event = played("individual", 1)
    planned = rounds(event)
    pages = [table_phone(client, event, number) for number in (1, 2)]
    for name, (one, following, *_later) in planned.items():
        for number, page in enumerate(pages, 1):
            here = one.table == number
            assert (f"<li>{name}: {following.where}</li>" in page) == here
    for page in pages:
        assert "Next: Set 2" in page
        assert "Stay seated until all tables are done." in page
        assert "move on." not in page
    evening.next_set(event, seed=3)
    after = table_phone(client, event, 1)
    assert "After set 1" in after
    assert "Next: Set" not in after
    assert "Next: " not in table_phone(client, played("progressive", 1), 1)
