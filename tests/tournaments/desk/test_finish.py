"""The end on one page: what is open, how the result is told, papers, who left early."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from tests.tournaments import board_evening as boards
from tests.tournaments.desk_pages import at
from tests.tournaments.evening import entry, host, next_set, play, play_set, start
from tests.tournaments.evening import played as play_evening
from tests.tournaments.visits import words_of
from tournaments.access.services import ensure_links
from tournaments.desk.finish import RevealWay, finish_evening, finish_page
from tournaments.desk.selectors import desk
from tournaments.models import Event, Report
from tournaments.models.errors import Refused
from tournaments.seating import roll_call
from tournaments.standings.finales import event_finale
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Event:
    """Seven sets, none of which anybody has accepted."""
    return play_evening(people=8, sets=7)


@pytest.mark.parametrize(("people", "tables", "asked"), [(4, 1, 0), (8, 2, 1)])
def test_the_announcement_is_asked_where_more_than_one_table_hears_it(
    client: Client, people: int, tables: int, asked: int
) -> None:
    event = boards.start("hearts", people=people, tables=tables)
    ensure_links(event)
    client.force_login(event.owner)
    page = words_of(client.get(at("event_end", event)))
    assert finish_page(event).is_watched is bool(asked)
    assert ("Announced all at once" in page) is not bool(asked)
    assert page.count("One by one, starting with the last") == 1  # it can be chosen all the same


def test_one_button_accepts_hides_and_finishes(played: Event, client: Client) -> None:
    told = finish_page(played)
    assert (told.title, told.early, told.open) == ("Everything is in", False, ())
    assert told.words == "8 people, 56 hands."
    assert (told.to_accept, told.reveal, told.has_podium) == (56, RevealWay.EACH, True)
    client.force_login(played.owner)
    page = client.get(at("event_end", played)).content.decode()
    assert "Accept all and finish" in page
    values = {"act": "finish", "accept": finish_page(played).reports, "reveal": "podium"}
    assert client.get(at("event_finish", played))["Location"] == at("event_end", played)
    answer = client.post(at("event_finish", played), values)
    assert (answer.status_code, answer["Location"]) == (303, at("event_wall_control", played))
    played.refresh_from_db()
    assert played.state == Event.State.FINISHED
    assert not Report.objects.filter(acceptances=None).exclude(deal=0).exists()
    table = standings(played)
    assert table.hide
    assert all(row.rank > 3 for row in table.public)


@pytest.mark.parametrize(("way", "hidden"), [("each", True), ("all", False)])
def test_the_result_is_told_one_by_one_or_at_once(played: Event, way: str, hidden: bool) -> None:
    finish_evening(event=played, actor=host(played), reveal=RevealWay(way))
    played.refresh_from_db()
    assert played.hide_standings is hidden
    ending = event_finale(played)
    assert ending is not None
    assert desk(played).headline.text == ending.title  # the host reads who won
    assert bool(standings(played).hidden) is hidden


def test_what_was_hidden_stays_so_unless_the_host_chooses(played: Event) -> None:
    played.hide_standings = True
    played.save()
    assert finish_page(played).reveal is RevealWay.EACH
    finish_evening(event=played, actor=host(played))
    played.refresh_from_db()
    assert played.hide_standings


def test_a_game_that_goes_on_is_asked_about_and_nothing_is_done_before(client: Client) -> None:
    event = boards.start(boards.GOLF, 3)
    boards.play(event, most=1)
    event.refresh_from_db()
    page = finish_page(event)
    assert (page.title, page.early, page.over) == ("Finish early", True, False)
    with pytest.raises(Refused):
        finish_evening(
            event=event,
            actor=host(event),
            reports=[int(one) for one in page.reports.split(".")],
            reveal=RevealWay.EACH,
        )
    event.refresh_from_db()
    assert (event.state, event.hide_standings) == (Event.State.PLAYING, False)
    assert Report.objects.filter(acceptances=None).exists()
    client.force_login(event.owner)
    words = words_of(client.get(at("event_end", event)))
    assert "The game isn’t over. Finish anyway?" in words
    assert words.count("The game isn’t over") == 1
    finish_evening(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED


def test_who_left_early_is_named() -> None:
    event = start(people=9)
    play(event, sets=2)
    leaver = entry(event, "L1")
    roll_call.mark_away(event=event, actor=host(event), entry=leaver, from_set=3)
    back = entry(event, "G1")
    roll_call.mark_away(event=event, actor=host(event), entry=back, from_set=3)
    roll_call.mark_here(event=event, actor=host(event), entry=back, from_set=3)
    next_set(event)
    (one,) = finish_page(event).departures
    assert (one.name, one.last) == ("L1", 2)


def test_missing_hands_are_named(client: Client) -> None:
    event = start(people=4)
    play_set(event, Random(1))
    client.force_login(event.owner)
    page = words_of(client.get(at("event_end", event)))
    assert "Sets 2 to 7 have not been played." in page
    assert "Accept all, finish anyway" in page
