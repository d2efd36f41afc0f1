"""How the room plays a game, where the game leaves a choice: asked for, locked, kept."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import board_evening, evening
from tests.tournaments.evening import a_user, codes, host
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event
from tournaments.models.errors import Refused
from tournaments.seating import draws, roster

pytestmark = pytest.mark.django_db

TENS, DRIVE, TABLE = "whist-tens", "court_whist", "table"
NEW = {"name": "Tens for the roof", "date": "2026-11-21", "place": "Hall", "game": TENS}
DAY = dt.date(2026, 11, 21)


def an_event(chosen: str = DRIVE, people: int = 8, game: str = TENS) -> Event:
    return evening.an_event_in(chosen, people, game)


def test_a_format_that_the_game_has_not_is_refused(laptop: Client) -> None:
    assert laptop.post(reverse("event_new"), NEW | {"format": "team_line"}).status_code == 303
    with pytest.raises(Refused):
        events.create_event(owner=a_user(), game="golf", format=DRIVE, name="x", date=DAY)
    with pytest.raises(Refused):
        events.update_event(event=an_event(), actor=evening.host(an_event()), format="team_line")


def test_the_format_is_changed_until_the_seats_are_shown(laptop: Client) -> None:
    event = an_event(TABLE)
    draws.draw_seats(event=event, actor=host(event), tables=2)
    url = reverse("event_settings", args=[event.pk])
    data = {"name": "Tens", "date": "2026-11-21", "place": ""}
    assert laptop.post(url, data | {"format": "team_line"}).status_code == 422
    assert laptop.post(url, data | {"format": DRIVE}).status_code == 303
    event.refresh_from_db()
    assert event.format == DRIVE
    assert not event.seatings.filter(state="draft").exists()
    for number, one in enumerate(event.entries.order_by("pk")):
        roster.set_role(
            event=event, actor=host(event), entry=one, role=("gentleman", "lady")[number % 2]
        )
    evening.next_set(event)
    page = laptop.get(url).content.decode()
    assert "The seats are shown, so this can no longer change." in page
    laptop.post(url, data | {"format": TABLE})
    event.refresh_from_db()
    assert event.format == DRIVE
    with pytest.raises(Refused) as refused:
        events.update_event(event=event, actor=host(event), format=TABLE)
    assert codes(refused) == ["format.locked"]
    event.refresh_from_db()
    assert event.format == DRIVE


def test_roles_of_a_drive_are_put_away_at_a_table() -> None:
    event = an_event(DRIVE)
    events.update_event(event=event, actor=host(event), format=TABLE)
    assert set(event.entries.values_list("role", flat=True)) == {""}
    board_evening.begin(event, tables=2)
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert copy.seatings.count() == 1


def test_an_event_file_names_the_format_and_an_old_one_need_not() -> None:
    document = json.loads(json.dumps(export_event(an_event())))
    assert document["event"]["format"] == DRIVE
    assert import_event(owner=a_user(), data=document).format == DRIVE
    document["event"]["format"] = "team_line"
    with pytest.raises(Refused):
        import_event(owner=a_user(), data=document)
    del document["event"]["format"]
    document["people"] = [one | {"role": "", "asked_role": ""} for one in document["people"]]
    document["log"] = []
    assert import_event(owner=a_user(), data=document).format == ""
