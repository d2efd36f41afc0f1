"""The same people play again, from what was settled before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments import evening
from tests.tournaments.board_evening import an_event, play, read_board, say, start, table
from tests.tournaments.evening import at_table, finish, host
from tests.tournaments.phones.test_round_pages import address, words
from tournaments.access.permissions import link_actor
from tournaments.access.selectors import open_link
from tournaments.access.services import make_link
from tournaments.boards.hall import Hall
from tournaments.events.rematch import (
    may_play_again,
    play_again,
    title_again,
    waiting_people,
)
from tournaments.models import Event, Link, Pairing
from tournaments.models.errors import Refused
from tournaments.models.event_games import game_of
from tournaments.seating import roster

pytestmark = pytest.mark.django_db


def hearts(names: tuple[str, ...] = ("Rosa", "Emil", "Hilde"), **fields: object) -> Event:
    """A game of Hearts that is over: Emil has 26 points, and 26 end it."""
    event = start("hearts", names, name="Hearts", options={"target": 26}, **fields)
    say(table(event), 1, {"hearts": [0, 13, 0], "queen": 2}, confirmed=("hearts.power",))
    say(table(event), 2, {"hearts": [0, 13, 0], "queen": 2})
    event.refresh_from_db()
    return event


def test_everything_comes_along_and_the_title_is_counted_up() -> None:
    event = hearts(place="The kitchen")
    new = play_again(event=event, actor=host(event))
    assert (new.name, new.game, new.place) == ("Hearts 2", "hearts", "The kitchen")
    assert (new.options, new.date) == (event.options, timezone.localdate())
    assert new.state == Event.State.PLAYING
    [board] = Hall.now(new).boards
    assert board.names == ("Rosa", "Emil", "Hilde")
    assert not board.rounds
    assert {e.person_id for e in new.entries.all()} == {e.person_id for e in event.entries.all()}
    assert open_link(new, Link.Kind.TABLE, 1) is not None


def test_where_the_game_says_so_the_winner_deals() -> None:
    event = hearts()
    plays = game_of(event).plays  # a finished event has those of its snapshot
    object.__setattr__(plays, "winner_deals", True)
    try:
        new = play_again(event=event, actor=host(event))
    finally:
        object.__setattr__(plays, "winner_deals", False)
    [before], [board] = Hall.now(event).boards, Hall.now(new).boards
    assert before.ending is not None
    assert board.setup.first == before.ending.winners[0]


def test_a_game_in_play_is_not_begun_anew() -> None:
    event = start("hearts", ("Rosa", "Emil", "Hilde"))
    with pytest.raises(Refused) as refused:
        play_again(event=event, actor=host(event))
    assert [problem.code for problem in refused.value.problems] == ["again.playing"]
    with pytest.raises(Refused):
        play_again(event=an_event("hearts", 3), actor=host(event))


def test_a_table_may_for_its_own_board_alone() -> None:
    event = hearts()
    assert may_play_again(event, at_table(event, 1))
    spectator = make_link(event=event, actor=host(event), kind="spectator")
    assert not may_play_again(event, link_actor(spectator))
    with pytest.raises(Refused):
        play_again(event=event, actor=link_actor(spectator))
    hall = start("hearts", 6, tables=2)
    assert not may_play_again(hall, at_table(hall, 1))
    with pytest.raises(Refused):
        play_again(event=hall, actor=at_table(hall, 1))
    assert may_play_again(hall, host(hall))


def test_a_drive_brings_roles_and_wishes_and_waits_for_the_draw() -> None:
    event = evening.an_event(8)
    first, second = event.entries.all()[:2]
    roster.add_pairing(
        event=event, actor=host(event), first=first, second=second, kind=Pairing.Kind.APART
    )
    roster.set_keeps_chair(event=event, actor=host(event), entry=first, keeps=True)
    roster.set_scorekeeper(event=event, actor=host(event), entry=second)
    evening.next_set(event)
    finish(event)
    new = play_again(event=event, actor=host(event))
    assert new.state == Event.State.SETUP
    assert [(e.name, e.role) for e in new.entries.all()] == [
        (e.name, e.role) for e in event.entries.all()
    ]
    [wish] = new.pairings.all()
    assert (wish.first.name, wish.kind) == (first.name, Pairing.Kind.APART)
    assert new.entries.get(name=first.name).keeps_chair
    assert new.scorekeeper is not None
    assert new.scorekeeper.name == second.name


@pytest.mark.parametrize(
    ("name", "others", "title"),
    [
        ("Hearts", set(), "Hearts 2"),
        ("Hearts 2", set(), "Hearts 3"),
        ("Hearts", {"Hearts 2", "Hearts 3"}, "Hearts 4"),
        ("Hearts 99", set(), "Hearts 100"),
        ("Christmas 2026", set(), "Christmas 2026 2"),
        ("31", set(), "31 2"),
        ("x" * 80, set(), "x" * 78 + " 2"),
    ],
)
def test_titles_count(name: str, others: set[str], title: str) -> None:
    assert title_again(name, others) == title


def test_those_of_the_finished_table_begin_the_next_one():
    event = start("golf", 8, tables=2)
    play(event, tables=(1,))
    assert read_board(event, 1).ending is not None
    event.refresh_from_db()
    here = waiting_people(event, 1)
    assert len(here) == 4
    assert all(guest.here for guest in here)  # the others are still at play
    host = Client()
    host.force_login(event.owner)
    page = host.get(address("table_next", event))
    assert "Next table" in words(page)
    assert page.content.decode().count(" checked") == 4
    seats = [str(guest.person) for guest in here[:3]]
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
