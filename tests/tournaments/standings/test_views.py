"""Standings, winners and people's pages from boards, for the desk."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, entry, play, say, start, table
from tests.tournaments.evening import host
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.papers.selectors import EventOrder
from tournaments.standings.players import player_page
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


def hearts(event: Event, number: int, taken: list[int], queen: int) -> None:
    say(table(event, number), 1, {"hearts": taken, "queen": queen})


def test_partners_have_one_line_on_paper_and_are_named_beside_each_other(laptop: Any) -> None:
    event = start("whist-tens", 4)
    say(table(event), 1, {"tricks": [8, 5], "tens": [3, 1]})
    event.refresh_from_db()
    assert [
        (placing.rank, placing.name, placing.shared) for placing in EventOrder(event).placings
    ] == [
        (1, "Ann & Cy", False),
        (2, "Bo & Di", False),
    ]
    rows = {row.name: row for row in standings(event).rows}
    assert rows["Cy"].partners == "Ann"
    assert rows["Ann"].total == rows["Cy"].total > rows["Bo"].total
    assert "1 Ann & Cy 32 2 Bo & Di 10" in shown(laptop, "event_standings", event)
    page = player_page(event, entry(event, "Cy").pk)
    assert (page.total, page.sets[-1].points) == (rows["Cy"].total,) * 2
