"""What spectators of boards see: my seat and the next one, the score, nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    an_event,
    entry,
    gin,
    play,
    say,
    start,
    table,
)
from tests.tournaments.evening import host
from tests.tournaments.phones.test_spectator_views import get, token
from tests.tournaments.visits import words_of
from tournaments.boards import hall as hall_module
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.standings import selectors as standings_module
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db

PAGES = ("spectator", "spectator_seats", "spectator_score", "spectator_standings")


@pytest.mark.parametrize(
    ("game", "rounds"),
    [(GOLF, None), (GIN, 3), (RUMMOLI, 3), (GOLF, 200), (GIN, 200)],
)
def test_every_page_of_an_evening_says_no_words_of_the_database(
    client: Any, game: str, rounds: int | None
) -> None:
    event = an_event(game, 5) if rounds is None else start(game, 5)
    if rounds:
        play(event, rounds)
    if rounds == 200:
        events.finish_event(event=event, actor=host(event))
    pages = [words_of(get(client, event, name)) for name in PAGES]
    people = event.entries.all()
    pages += [words_of(get(client, event, "spectator_player", person.pk)) for person in people]
    for page in pages:
        assert not re.search(r"\bNone\b|\{\{|&lt;|\(\)|\bSet \d|\bset \d", page)


def test_my_page_tells_what_the_round_brought_and_why(client: Any) -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 30))
    say(table(event, 2), 1, gin(0, 5))
    response = get(client, event, "spectator_player", entry(event, "G1").pk)
    page = words_of(response)
    assert "1st of 2 35 points" in page
    assert "Why 35 in round 1?" in page
    assert "Round 1 with L1 +35" in page
    assert "At the table G1: gin, L1 caught with 30 · the rule +30" in page
    assert "+1 gin" in page
    assert f'href="{reverse("rules", args=(GIN,))}#gin"' in response.content.decode()
    assert reverse("spectator_score", args=(token(event),)) in response.content.decode()


def test_every_table_has_its_score(client: Any) -> None:
    event = start(GOLF, 6, tables=2)
    play(event, 1, tables=(1, 2))
    first = get(client, event, "spectator_score")
    other = get(client, event, "spectator_score", pad=1)
    assert "<h1>Table 1</h1>" in first.content.decode()
    assert "<h1>Table 2</h1>" in other.content.decode()
    assert "<h1>Table 1</h1>" in get(client, event, "spectator_score").content.decode()
    assert "<h1>Table 1</h1>" in get(client, event, "spectator_score", pad=7).content.decode()
    assert "pad=1" in re.findall(r'hx-get="([^"]+)"', other.content.decode())[0]
    mine = get(client, event, "spectator_player", entry(event, "Di").pk).content.decode()
    assert reverse("spectator_score", args=(token(event),)) + "?pad=1" in mine


def test_hidden_standings_are_nowhere(client: Any) -> None:
    event = start(GOLF, 4)
    say(table(event), 1, {"points": [41, 42, 43, 44]})
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    Event.objects.update(reveal_from=0)  # from the last place on
    event.refresh_from_db()
    for reveal in (False, True):
        if reveal:
            wall.reveal_next(event=event, actor=host(event))
            event.refresh_from_db()
        found = [get(client, event, name) for name in (*PAGES, "spectator_books")]
        found += [get(client, event, "spectator_player", one.pk) for one in event.entries.all()]
        for response in found:
            page = response.content.decode()
            assert "pays" not in words_of(response)
            assert 'class="lines' not in page
            assert 'class="rounds' not in page
            assert 'class="drawing' not in page
            assert not re.search(r"\b4[1-4]\b", words_of(response))
        assert "The host is keeping the results back" in words_of(found[2])
    ann = words_of(get(client, event, "spectator_player", entry(event, "Ann").pk))
    di = words_of(get(client, event, "spectator_player", entry(event, "Di").pk))
    assert "This one has not been revealed yet" in ann
    assert "2 quarters" in di


def test_who_has_won_stays_hidden_too(client: Any) -> None:
    event = start(GOLF, 4)
    play(event)
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    for one in event.entries.all():
        page = words_of(get(client, event, "spectator_player", one.pk))
        assert "This game is over." in page
        assert "last one in" not in page
        assert "quarters" not in page


@pytest.mark.parametrize("game", SLUGS)
def test_the_pages_cost_the_same_whatever_was_played(
    client: Any, django_assert_max_num_queries: Any, game: str
) -> None:
    event = start(game, 8)
    play(event, 4)
    one = event.entries.all()[0].pk
    calls = [(name, ()) for name in PAGES] + [("spectator_player", (one,))]
    for name, args in calls:
        address = reverse(name, args=(token(event), *args))
        client.get(address)
        hall_module._boards_memo.clear()
        standings_module._memo.clear()
        with django_assert_max_num_queries(22):
            assert client.get(address, {"q": "a"}).status_code == 200
