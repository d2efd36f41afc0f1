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


def hearts(event: Event, number: int, taken: list[int], queen: int) -> None:
    say(table(event, number), 1, {"hearts": taken, "queen": queen})


def test_across_tables_the_fewest_come_first(laptop: Any) -> None:
    event = start("hearts", 8, tables=2)
    hearts(event, 1, [0, 3, 4, 6], 3)
    hearts(event, 2, [2, 3, 3, 5], 0)
    event.refresh_from_db()
    rows = standings(event).rows
    assert [row.total for row in rows] == sorted(row.total for row in rows)
    assert rows[0].total == 0
    assert [row.rank for row in rows[:4]] == [1, 2, 2, 2]  # 0, then 3 at either table
    assert "The fewest points win" in shown(laptop, "event_standings", event)
    assert "The fewest" not in shown(laptop, "event_standings", start("crazy-eights", 4))


def test_points_are_told_how_they_were_scored(laptop: Any) -> None:
    event = start("oh-hell", 4)
    say(table(event), 1, {"bid": [1, 2, 2, 2], "tricks": [1, 3, 3, 3]})
    event.refresh_from_db()
    told = shown(laptop, "event_stakes", event)
    assert "How we got here" in told
    assert "Ann gets 11 points – bid 1 and made it." in told
    assert "Bo gets nothing – bid 2, took 3." in told
    [hand] = player_page(event, entry(event, "Bo").pk).sets[-1].hands
    assert [line.points for line in hand.lines] == [0]  # which is shown for its reason
    assert hand.lines[0].text


def test_partners_have_one_line_on_paper_and_are_named_beside_each_other(laptop: Any) -> None:
    event = start("whist-tens", 4)
    say(table(event), 1, {"tricks": [8, 5], "tens": [3, 1]})
    event.refresh_from_db()
    assert [(one.rank, one.name, one.shared) for one in EventOrder(event).placings] == [
        (1, "Ann & Cy", False),
        (2, "Bo & Di", False),
    ]
    rows = {row.name: row for row in standings(event).rows}
    assert rows["Cy"].partners == "Ann"
    assert rows["Ann"].total == rows["Cy"].total > rows["Bo"].total
    assert "1 Ann & Cy 32 2 Bo & Di 10" in shown(laptop, "event_standings", event)
    told = player_page(event, entry(event, "Cy").pk)
    assert (told.total, told.sets[-1].points) == (rows["Cy"].total,) * 2
