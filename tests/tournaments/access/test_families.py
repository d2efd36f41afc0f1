"""Hosts of a shared installation see the events and people of their own family only."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.urls import reverse

from tests.tournaments.evening import a_user, an_event, host
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.management import Unusable
from tournaments.models import Event, Family, LogEntry, Person, family_of
from tournaments.models.errors import Refused
from tournaments.models.families import part_families, usual_family
from tournaments.people import services as people
from tournaments.people.selectors import people_list
from tournaments.seating import roll_call

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


def a_host(name: str, *options: str) -> Any:
    call_command("host", name, *options, stdout=StringIO())
    return get_user_model().objects.get(username=name)


def test_everybody_belongs_to_the_first_family_unless_put_into_another() -> None:
    event = an_event()
    assert event.family.name == "Family"
    assert family_of(event.owner) == event.book
    assert family_of(a_host("ann")) != event.book  # to itself
    assert family_of(a_host("ann", "--family", "Family")) == event.book
    assert family_of(a_host("bo", "--family", "Miller")) != event.book
    assert family_of(a_host("bo")) == Family.objects.get(name="Miller").pk
    assert family_of(a_host("bo", "--family", "Family")) == event.book
    for wrong in ("", " ", "x" * 81):
        with pytest.raises(Unusable, match="at most 80 letters"):
            a_host("cy", "--family", wrong)
    assert not get_user_model().objects.filter(username="cy").exists()
    assert {family.name for family in Family.objects.all()} == {"Family", "ann", "Miller"}


def test_hosts_of_a_family_share_its_events(client: Client) -> None:
    event = an_event()
    client.force_login(a_host("ann", "--called", "Aunt Ann", "--family", "Family"))
    assert event.name in client.get(reverse("event_list")).content.decode()
    values = {"name": "Winter evening", "date": "2026-11-22", "place": ""}
    assert client.post(reverse("event_settings", args=[event.pk]), values).status_code == 303
    assert LogEntry.objects.filter(event=event).order_by("-version")[0].who == "Aunt Ann"
    assert client.get(reverse("event_links", args=[event.pk])).status_code == 200


def test_other_families_see_nothing_of_it(client: Client) -> None:
    event = an_event()
    someone = Person.objects.filter(family=event.family)[0]
    someone.name = "Great-Aunt Hortense"  # no token of a form has her in it by chance
    someone.save()
    client.force_login(a_host("bo", "--family", "Miller"))
    assert event.name not in client.get("/").content.decode()
    for name in ("event", "event_settings", "event_people", "event_export", "event_delete"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 404, name
    assert client.post(reverse("event_act", args=[event.pk]), {"act": "x"}).status_code == 404
    assert someone.name not in client.get(reverse("people")).content.decode()
    assert client.get(reverse("person", args=[someone.pk])).status_code == 404
    merge = {"keep": someone.pk, "duplicate": someone.pk + 1}
    assert client.get(reverse("people_merge"), merge).status_code == 404
    assert client.post(reverse("people_merge"), merge).status_code == 404
    new = client.get(reverse("event_new")).content.decode()
    assert someone.name not in new


def test_each_family_has_a_book_of_its_own() -> None:
    event = an_event()
    other = a_host("bo", "--family", "Miller")
    miller = family_of(other)
    ann = people.add_person(family=miller, name="G1")
    assert [row.name for row in people_list(miller)] == ["G1"]
    with pytest.raises(Refused):
        people.add_person(family=miller, name="G1")
    mine = Event.objects.create(
        owner=other, family_id=miller, name="Theirs", date=dt.date(2026, 11, 22), game=event.game
    )
    actor = host(mine)
    late = roll_call.add_late_guest(event=mine, actor=actor, name="G1", role="lady")
    assert late.person_id == ann.pk
    ours = Person.objects.get(family=event.family, name="G1")
    with pytest.raises(Refused):
        people.merge_people(keep=ann, duplicate=ours)


def test_an_imported_event_belongs_to_whoever_reads_it() -> None:
    event = an_event()
    other = a_host("bo", "--family", "Miller")
    copy = import_event(owner=other, data=export_event(event))
    assert copy.book == family_of(other) != event.book
    theirs = set(copy.entries.values_list("person__family_id", flat=True))
    assert theirs == {copy.book}


def test_hosts_of_before_go_on_seeing_their_own_events_only() -> None:
    first, second = a_user("first"), a_user("second")
    mine = an_event(owner=first)
    theirs = an_event(owner=second)  # the same people are entered in both
    extra = people.add_person(family=usual_family(), name="Zoë")
    theirs.entries.filter(name="G1").update(person=extra)
    part_families(apps)
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.book, theirs.book) == (usual_family(), family_of(second))
    assert mine.book != theirs.book
    for event in (mine, theirs):
        assert set(event.entries.values_list("person__family", flat=True)) == {event.book}
    assert Person.objects.filter(family=theirs.book).count() == theirs.entries.count()
    extra.refresh_from_db()
    assert extra.family_id == theirs.book
