"""A finished evening stays as it was, whatever becomes of its game."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from rulesets import games
from rulesets.game import Game
from tests.tournaments.evening import a_user, host
from tests.tournaments.visits import differences, papers, restart, visited
from tournaments.events import writes as events
from tournaments.events.demo import make_evening
from tournaments.games import every_game
from tournaments.models import Event

pytestmark = pytest.mark.django_db

GAMES = [game.slug for game in every_game()]


def finished(slug: str) -> Event:
    event = make_evening(a_user(), games.load(slug))
    events.finish_event(event=event, actor=host(event), early=True)
    return event


@pytest.mark.parametrize("slug", GAMES)
def test_no_page_asks_the_game(slug: str, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = finished(slug)
    client.force_login(event.owner)
    before, printed = visited(client, event), papers(client, event)
    restart()

    def gone(*_args: Any) -> Game:
        raise LookupError(f"there is no game “{slug}”")

    monkeypatch.setattr("tournaments.games.live_game", gone)
    event = Event.objects.get(pk=event.pk)
    after, again = visited(client, event), papers(client, event)
    assert differences(before, after) == ""
    assert differences(printed, again) == ""
