"""Standings, winners and people's pages from boards, for the desk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, entry, play, start
from tests.tournaments.evening import host
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def shown(laptop: Any, name: str, event: Event, *more: Any) -> str:
    response = laptop.get(reverse(name, args=(event.pk, *more)))
    assert response.status_code == 200
    return words_of(response)


@pytest.mark.parametrize(("game", "rounds"), [(GOLF, 0), (GIN, 3), (RUMMOLI, 200)])
def test_every_page_of_an_evening_says_no_words_of_the_database(
    laptop: Any, game: str, rounds: int
) -> None:
    event = start(game, 4)
    play(event, rounds)
    if rounds == 200:
        events.finish_event(event=event, actor=host(event), early=True)
    pages = [shown(laptop, name, event) for name in ("event_standings", "event_results")]
    pages += [shown(laptop, "event_player", event, one.pk) for one in event.entries.all()]
    pages += [words_of(laptop.get(reverse(name))) for name in ("winners", "home")]
    person = event.entries.all()[0].person_id
    pages.append(words_of(laptop.get(reverse("person", args=(person,)))))
    for page in pages:
        assert not re.search(r"\bNone\b|\{\{|&lt;|\(\)|\bSet \d", page)
        assert "-" not in re.findall(r"(?<=\s)-(?=\d)", page)  # minus signs are true ones


def test_teams_stand_as_two(laptop: Any) -> None:
    event = start(GIN, 5)
    play(event, 2)
    page = shown(laptop, "event_standings", event)
    for side in standings(event).sides:
        assert side.name in page
        assert str(side.total) in page
    assert "sat out once" in page
    assert "Who sat out" not in page


def test_totals_are_called_what_they_are(laptop: Any) -> None:
    event = start(GOLF, 4)
    play(event, 1)
    assert "Quarters" in shown(laptop, "event_standings", event)
    event = start(RUMMOLI, 4)
    play(event, 2)
    assert "Chips more than bought" in shown(laptop, "event_standings", event)
    one = entry(event, "Ann")
    assert "Chips more than bought" in shown(laptop, "event_player", event, one.pk)


@pytest.mark.parametrize(("game", "finished"), [(GIN, False), (GOLF, True)])
def test_a_round_leads_to_its_report(laptop: Any, game: str, finished: bool) -> None:
    event = start(game, 4)
    play(event, 2)
    if finished:
        events.finish_event(event=event, actor=host(event), early=True)
    one = event.entries.all()[0].pk
    page = laptop.get(reverse("event_player", args=(event.pk, one))).content.decode()
    assert finished or f'href="{reverse("rules", args=(game,))}#' in page  # behind a line
    found = re.findall(r'href="([^"]+)">The report<', page)
    assert len(found) == 2
    for address in found:
        assert laptop.get(address).status_code == 200


def test_a_hall_of_winners_is_counted(laptop: Any) -> None:
    event = start(GIN, 42)
    play(event, 1)
    events.finish_event(event=event, actor=host(event), early=True)
    page = words_of(laptop.get(reverse("winners")))
    assert "Guys 21 players" in page
    assert "G1," not in page
