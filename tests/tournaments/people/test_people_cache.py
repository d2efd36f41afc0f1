"""The list of people is kept as it was rendered, and never shows what is old: after every deed that
it can tell of, its second look is the list as it would be made anew."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.call_counts import count_calls
from tests.tournaments import evening as drives
from tests.tournaments.evening import a_stranger, entry, host
from tests.tournaments.visits import signed_in
from tournaments.cache.memo import clear_memos
from tournaments.evenings import services as evenings
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import Event, Person, family_of
from tournaments.people import selectors
from tournaments.people.names import parse_names
from tournaments.people.services import add_person, merge_people, rename_person
from tournaments.records.selectors import evening_counts
from tournaments.seating import roll_call, roster
from tournaments.web.paging import LINES

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

PEOPLE = "/people/"
OWN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')
AGAIN = 6  # queries: session, user and family (two), everybody, and the versions of all events


def look(client: Client, path: str = PEOPLE) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return OWN.sub("", answer.content.decode())


def someone(name: str) -> Person:
    return Person.objects.get(name=name, merged_into=None)


def undo(event: Event) -> None:
    undo_last(event=event, actor=host(event), expected=event.log.order_by("-pk")[0].pk)


def in_the_list(event: Event) -> None:
    sent = SimpleUploadedFile("people.csv", b"name;note\nQuentin;the tall one\n")
    client = signed_in(event.owner)
    page = client.post(reverse("people_import"), {"file": sent}).content.decode()
    fields = dict(re.findall(r'name="(\w+)"[^>]* value="([^"]*)"', page))
    values = {"text": "name;note\nQuentin;the tall one\n", "seen": fields["seen"], "act": "keep"}
    assert client.post(reverse("people_import"), values).status_code == 303


def of_another_family(event: Event) -> None:
    add_person(family=family_of(a_stranger()), name="Stranger")


def into_an_evening(event: Event) -> None:
    values = {"name": "All", "date": event.date, "way": "places"}
    whole = evenings.create_evening(owner=event.owner, **values)
    evenings.join(evening=whole, event=event, user=event.owner)


# What is done, and whether the list looks another way afterwards.
DEEDS: list[tuple[str, Callable[[Event], Any], bool]] = [
    ("added", lambda e: add_person(family=e.book, name="Abe"), True),
    ("added too", lambda e: add_person(family=e.book, name="Abraham"), True),
    ("renamed", lambda e: rename_person(person=someone("Abe"), name="Abel"), True),
    ("noted", lambda e: rename_person(person=someone("Abel"), name="Abel", note="Leeds"), True),
    ("back", lambda e: rename_person(person=someone("Abel"), name="Abe"), True),
    ("merged", lambda _e: merge_people(keep=someone("Abe"), duplicate=someone("Abraham")), True),
    ("a list", in_the_list, True),
    (
        "entered",
        lambda e: roster.enter_people(event=e, actor=host(e), parsed=parse_names("Zoe")),
        True,
    ),
    (
        "taken out",
        lambda e: roster.remove_entry(event=e, actor=host(e), entry=entry(e, "Zoe")),
        False,
    ),
    ("seated", drives.next_set, True),
    (
        "renamed there",
        lambda e: roster.rename_entry(event=e, actor=host(e), entry=entry(e, "L1"), name="Elle"),
        False,
    ),
    (
        "late",
        lambda e: roll_call.add_late_guest(event=e, actor=host(e), name="Yan", role="lady"),
        True,
    ),
    ("late undone", undo, True),
    ("played", lambda e: drives.play_set(e, Random(3)), False),
    ("over", lambda e: events.finish_event(event=e, actor=host(e), early=True), True),
    ("open", lambda e: events.reopen_event(event=e, actor=host(e), sure=True), True),
    ("over again", lambda e: events.finish_event(event=e, actor=host(e), early=True), True),
    ("a file", lambda e: import_event(owner=e.owner, data=export_event(e)), False),
    (
        "played by somebody merged",
        lambda _e: merge_people(keep=someone("Abe"), duplicate=someone("G1")),
        True,
    ),
    ("other family", of_another_family, False),
    ("games of one evening", into_an_evening, False),
    ("gone", lambda e: events.delete_event(event=e, actor=host(e)), False),
]


def test_after_every_deed_the_second_look_is_the_list_as_it_is() -> None:
    event = drives.an_event(8)
    client = signed_in(event.owner)
    before = look(client)
    for name, deed, changes in DEEDS:
        event.refresh_from_db()
        deed(event)
        seen = [look(client), look(client)]
        clear_memos()
        assert [look(client)] * 2 == seen, name
        assert (seen[0] != before) == changes, name
        before = seen[0]


def test_the_second_look_costs_the_same_however_many_there_are(
    django_assert_num_queries: Any,
) -> None:
    """And sorts nobody, counts no evenings."""
    event = drives.start(people=8)
    client = signed_in(event.owner)
    for many in (1, 3 * LINES):
        Person.objects.bulk_create(
            Person(family_id=event.book, name=f"Person {many} {n}") for n in range(many)
        )
        client.get(PEOPLE)
        with django_assert_num_queries(AGAIN):
            client.get(PEOPLE)
        for work in (selectors.people_list, evening_counts):
            assert count_calls(lambda: client.get(PEOPLE), into=work) == 0


def test_pages_of_the_list_and_families_are_kept_apart() -> None:
    event = drives.an_event(8)
    Person.objects.bulk_create(
        Person(family_id=event.book, name=f"Person {n:03}") for n in range(2 * LINES)
    )
    client = signed_in(event.owner)
    pages = [look(client, f"{PEOPLE}?page={number}") for number in (1, 2, 3)]
    assert len(set(pages)) == 3
    assert [look(client, f"{PEOPLE}?page={number}") for number in (1, 2, 3)] == pages
    assert look(client, f"{PEOPLE}?q=Person+150") not in pages
    assert "Person 001" not in look(signed_in(a_stranger()))
    assert Client().get(PEOPLE).status_code == 403
    with translation.override("de"):  # whatever languages there will be
        assert client.get(PEOPLE).status_code == 200


def test_tokens_messages_and_refusals_are_each_readers_own() -> None:
    event = drives.an_event(8)
    clients = [signed_in(event.owner) for _ in range(2)]
    token = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')
    tokens = {token.findall(client.get(PEOPLE).content.decode())[0] for client in clients}
    assert len(tokens) == 2
    first, second = clients
    assert first.post(PEOPLE, {"name": "Wim", "note": ""}).status_code == 303
    assert "is on your list" in look(first)
    assert "is on your list" not in look(second)
    assert "is on your list" not in look(first)
    look(first)
    refused = first.post(PEOPLE, {"name": "G1", "note": ""})
    assert refused.status_code == 422
    assert "There is already" in refused.content.decode()
    assert "There is already" not in look(second)
