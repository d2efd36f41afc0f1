"""An evening may say at what time of day it begins; nothing hangs on it but sentences."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user
from tests.tournaments.visits import words_of
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db
EIGHT = "\n".join(f"Guest {number}" for number in range(8))
NEW = {"name": "Friday", "date": "2031-11-28", "place": "", "game": "euchre", "names": EIGHT}
HALF_PAST_SEVEN = dt.time(19, 30)


def make(laptop: Client, starts_at: str, **more: str) -> Any:
    return laptop.post(reverse("event_new"), NEW | {"starts_at": starts_at} | more)


@pytest.fixture
def planned(laptop: Client) -> Event:
    make(laptop, "19:30", act="save")
    return Event.objects.get()


def test_the_time_is_kept_and_stands_where_the_evening_is_planned(
    laptop: Client, planned: Event
) -> None:
    assert planned.starts_at == HALF_PAST_SEVEN
    assert "Friday, 28 November 2031, 7:30 p.m." in words_of(laptop.get("/"))
    page = laptop.get(reverse("event_settings", args=[planned.pk]))
    assert 'name="starts_at" value="19:30"' in page.content.decode()


def test_the_page_of_a_new_event_says_when_it_is_over(laptop: Client) -> None:
    asked = {"HX-Request": "true", "HX-Target": "makes"}
    page = laptop.post(reverse("event_new"), NEW | {"starts_at": "19:30"}, headers=asked)
    assert "if you start at 7:30 p.m., over by " in words_of(page)
    assert ", 7:30 p.m." in page.content.decode().split('id="time-of-day"')[1]
    without = words_of(laptop.post(reverse("event_new"), NEW | {"starts_at": ""}, headers=asked))
    assert "if you start" not in without


@pytest.mark.parametrize("time", ["half past seven", "25:00", "7.30.1.2"])
def test_what_is_no_time_is_refused_beside_its_field(laptop: Client, time: str) -> None:
    page = make(laptop, time, act="go")
    assert page.status_code == 422
    assert "Write the time as hours and minutes, such as 19:30." in words_of(page)
    assert not Event.objects.exists()


def test_next_time_is_at_the_same_time_unless_it_starts_at_once(
    laptop: Client, planned: Event
) -> None:
    who = [str(pk) for pk in planned.entries.values_list("pk", flat=True)]
    address = reverse("event_repeat", args=[planned.pk])
    assert "7:30 p.m." in words_of(laptop.get(address))
    for act, time in (("save", HALF_PAST_SEVEN), ("start", None)):
        answer = laptop.post(address, {"act": act, "date": "2031-12-05", "who": who})
        assert answer["Location"] == "/" or act == "start"
        assert Event.objects.latest("pk").starts_at == time


def test_the_event_file_carries_it(planned: Event) -> None:
    document = json.loads(json.dumps(export_event(planned)))
    assert document["event"]["starts_at"] == "19:30"
    assert import_event(owner=a_user("other"), data=document).starts_at == HALF_PAST_SEVEN
    for wrong in ("late", 1930, "19:30+01:00"):
        document["event"]["starts_at"] = wrong
        with pytest.raises(Refused):
            import_event(owner=a_user("other"), data=document)
