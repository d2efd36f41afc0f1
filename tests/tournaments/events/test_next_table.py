"""From a table whose game is over to the next one, and who may begin it."""

import pytest
from django.test import Client

from tests.tournaments.board_evening import play, read_board, start
from tests.tournaments.phones.test_round_pages import address, words
from tournaments.events.rematch import waiting_people
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_those_of_the_finished_table_begin_the_next_one():
    event = start("golf", 8, tables=2)
    play(event, tables=(1,))
    assert read_board(event, 1).ending is not None
    event.refresh_from_db()
    here = waiting_people(event, 1)
    assert len(here) == 4
    assert all(one.here for one in here)  # the others are still at play
    host = Client()
    host.force_login(event.owner)
    page = host.get(address("table_next", event))
    assert "Next table" in words(page)
    assert page.content.decode().count(" checked") == 4
    seats = [str(one.person) for one in here[:3]]
    begun = host.post(address("table_next", event), {"seat": seats})
    assert begun.status_code == 303
    new = Event.objects.order_by("-pk")[0]
    assert (new.game, new.entries.count()) == ("golf", 3)
    assert begun.headers["Location"].endswith("?deal=1")


def test_too_few_are_told_so_and_guests_find_no_such_page():
    event = start("golf", 4)
    play(event)
    host = Client()
    host.force_login(event.owner)
    refused = host.post(address("table_next", event), {"seat": []})
    assert refused.status_code == 422
    assert Client().get(address("table_next", event)).status_code == 404
    assert Client().post(address("table_next", event), {"seat": ["1"]}).status_code == 404
