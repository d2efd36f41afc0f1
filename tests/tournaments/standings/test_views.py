"""Standings, winners and people's pages from boards, for the desk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, entry, play, start
from tests.tournaments.evening import a_user, host
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Any) -> Any:
    client.force_login(a_user())
    return client


def words(response: Any) -> str:
    assert response.status_code == 200
    text = re.sub(r"(?s)<(script|style|head).*?</\1>", " ", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def shown(desk: Any, name: str, event: Event, *more: Any) -> str:
    return words(desk.get(reverse(name, args=(event.pk, *more))))


@pytest.mark.parametrize(("game", "rounds"), [(GOLF, 0), (GIN, 3), (RUMMOLI, 200)])
def test_every_page_of_an_evening_says_no_words_of_the_database(
    desk: Any, game: str, rounds: int
) -> None:
    event = start(game, 4)
    play(event, rounds)
    if rounds == 200:
        events.finish_event(event=event, actor=host(event), early=True)
    pages = [shown(desk, name, event) for name in ("event_standings", "event_results")]
    pages += [shown(desk, "event_player", event, one.pk) for one in event.entries.all()]
    pages += [words(desk.get(reverse(name))) for name in ("winners", "home")]
    person = event.entries.all()[0].person_id
    pages.append(words(desk.get(reverse("person", args=(person,)))))
    for page in pages:
        assert not re.search(r"\bNone\b|\{\{|&lt;|\(\)|\bSet \d", page)
        assert "-" not in re.findall(r"(?<=\s)-(?=\d)", page)  # minus signs are true ones


def test_teams_stand_as_two(desk: Any) -> None:
    event = start(GIN, 5)
    play(event, 2)
    page = shown(desk, "event_standings", event)
    for side in standings(event).sides:
        assert side.name in page
        assert str(side.total) in page
    assert "sat out once" in page
    assert "Who sat out" not in page


def test_totals_are_called_what_they_are(desk: Any) -> None:
    event = start(GOLF, 4)
    play(event, 1)
    assert "Quarters" in shown(desk, "event_standings", event)
    event = start(RUMMOLI, 4)
    play(event, 2)
    assert "Chips more than bought" in shown(desk, "event_standings", event)
    one = entry(event, "Ann")
    assert "Chips more than bought" in shown(desk, "event_player", event, one.pk)


def test_tables_are_named_where_there_are_several(desk: Any) -> None:
    event = start(GOLF, 6, tables=2)
    for _round in range(2):
        page = shown(desk, "event_standings", event)
        assert page.count("Table 1") == page.count("Table 2") == 3
        play(event, 1)


@pytest.mark.parametrize(("game", "finished"), [(GIN, False), (GOLF, True)])
def test_a_round_leads_to_its_report(desk: Any, game: str, finished: bool) -> None:
    event = start(game, 4)
    play(event, 2)
    if finished:
        events.finish_event(event=event, actor=host(event), early=True)
    one = event.entries.all()[0].pk
    page = desk.get(reverse("event_player", args=(event.pk, one))).content.decode()
    assert finished or f'href="{reverse("rules", args=(game,))}#' in page  # behind a line
    found = re.findall(r'href="([^"]+)">The report<', page)
    assert len(found) == 2
    for address in found:
        assert desk.get(address).status_code == 200


def test_the_winners_of_a_year_are_teams_too(desk: Any) -> None:
    event = start(GIN, 4)
    play(event)
    events.finish_event(event=event, actor=host(event), early=True)
    page = words(desk.get(reverse("winners")))
    assert "Guys G1, G2" in page
    assert "Girls L1, L2" in page
    best = standings(event).sides[0].name
    assert best in words(desk.get(reverse("home")))


def test_a_hall_of_winners_is_counted(desk: Any) -> None:
    event = start(GIN, 42)
    play(event, 1)
    events.finish_event(event=event, actor=host(event), early=True)
    page = words(desk.get(reverse("winners")))
    assert "Guys 21 players" in page
    assert "G1," not in page


def test_the_host_hides_and_reveals_team_by_team(desk: Any) -> None:
    event = start(GIN, 6)
    play(event, 2)
    page = shown(desk, "event_wall_control", event)
    assert "Hide the standings" in page
    address = reverse("event_wall_control", args=(event.pk,))
    desk.post(address, {"act": "hide"})
    event.refresh_from_db()
    first, second = standings(event).sides
    page = shown(desk, "event_wall_control", event)
    assert "6 places are hidden" in page
    assert second.name not in page
    desk.post(address, {"act": "reveal"})
    page = shown(desk, "event_wall_control", event)
    assert f"Second On the wall · step 1 of 2 {second.name}, {second.total} points" in page
    assert f"Next: {first.name}, {first.total} points. Only you see this." in page
