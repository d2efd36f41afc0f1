"""A game gets another edition: what was played is shown as it was played, on every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from rulesets import games
from rulesets.engine.scoring import Events, gain
from tests.tournaments import board_evening, evening
from tests.tournaments.evening import table
from tests.tournaments.visits import words_of
from tournaments.access.services import ensure_links
from tournaments.cache.memo import clear_memos
from tournaments.models import Event
from tournaments.papers.selectors import EventOrder
from tournaments.standings.selectors import computed

pytestmark = pytest.mark.django_db

NEW = 9  # points for everybody, whatever is reported


def forget() -> None:
    """As after a restart."""
    cache.clear()
    clear_memos()


@pytest.fixture
def another_edition(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Makes the next edition of a game, in which all score alike, with the old one kept."""

    def alike(_report: Any, table: Any) -> Events:
        for player in range(len(table.holders)):
            yield gain(player, NEW, "Alike", "scoring")

    def arrive(slug: str) -> None:
        game = games.load(slug)
        plays = replace(game.plays, score=alike)  # type: ignore[type-var]
        changed = replace(
            game,
            plays=plays,
            edition=game.edition + 1,
            former={game.edition: {"plays": game.plays}},
        )
        module = f"rulesets.games.{slug.replace('-', '_')}.GAME"
        monkeypatch.setattr(module, changed)
        games._look_again()
        forget()

    yield arrive
    monkeypatch.undo()
    games._look_again()
    forget()


def pages(client: Client, event: Event) -> dict[str, str]:
    """What everything that shows a score says."""
    event = Event.objects.get(pk=event.pk)
    client.force_login(event.owner)
    tokens = {link.kind: link.token for link in event.links.all()}
    entry = event.entries.order_by("pk")[0].pk
    addresses = {
        "standings": reverse("event_standings", args=(event.pk,)),
        "results": reverse("event_results", args=(event.pk,)),
        "player": reverse("event_player", args=(event.pk, entry)),
        "log": reverse("event_log", args=(event.pk,)),
        "spectator": reverse("spectator_standings", args=(tokens["spectator"],)),
        "me": reverse("spectator_player", args=(tokens["spectator"], entry)),
        "score": reverse("spectator_score", args=(tokens["spectator"],)),
        "ledger": reverse("event_stakes", args=(event.pk,)),
        "table": reverse("event_table", args=(event.pk, 1, 1)),
        "deal": reverse("event_deal", args=(event.pk, 1, 1, 1)),
        "wall": reverse("wall", args=(tokens["wall"],)),
        "phone": reverse("table", args=(tokens["table"],)),
    }
    values = {}
    for name, address in addresses.items():
        response = client.get(address, follow=True)
        values[name] = f"{response.status_code} {words_of(response)}"
    return values


def printed(event: Event) -> tuple[Any, ...]:
    event = Event.objects.get(pk=event.pk)
    order = EventOrder(event)
    if event.game == "court-whist":
        return order.scored_people, order.placings
    return order.sheets, order.books, order.placings


def a_drive() -> Event:
    event = evening.start(people=8)
    evening.play(event, sets=1)
    return event


def hearts() -> Event:
    event = board_evening.start("hearts", 4)
    board_evening.say(table(event), 1, {"hearts": [0, 3, 4, 6], "queen": 3})
    board_evening.say(table(event), 2, {"hearts": [1, 3, 4, 5], "queen": 0})
    return event


@pytest.mark.parametrize("begun", [a_drive, hearts])
def test_what_was_played_is_shown_by_its_edition(
    client: Client, another_edition: Callable[[str], None], begun: Callable[[], Event]
) -> None:
    """While it goes on; what is finished has a snapshot: files/test_snapshot_documents."""
    event = begun()
    ensure_links(event)
    before, paper = pages(client, event), printed(event)
    another_edition(event.game)
    assert games.load(event.game).edition == event.edition + 1
    assert pages(client, event) == before
    assert printed(event) == paper
    again = begun()
    deals = table(again).reports.filter(deal__gt=0).count()
    assert {row.total for row in computed(again).rows} == {NEW * deals}
