"""Games in which low wins, and partners with one total: what pages and papers say of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import say, start, table
from tests.tournaments.evening import a_user, entry
from tests.tournaments.visits import words_of
from tournaments.models import Event
from tournaments.papers.selectors import EventOrder
from tournaments.standings.players import player_page
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db


def hearts(event: Event, number: int, taken: list[int], queen: int) -> None:
    say(table(event, number), 1, {"hearts": taken, "queen": queen})


def shown(client: Client, name: str, event: Event, *more: Any) -> str:
    client.force_login(a_user())
    return words_of(client.get(reverse(name, args=(event.pk, *more))))


def test_across_tables_the_fewest_come_first(client: Client) -> None:
    event = start("hearts", 8, tables=2)
    hearts(event, 1, [0, 3, 4, 6], 3)
    hearts(event, 2, [2, 3, 3, 5], 0)
    event.refresh_from_db()
    rows = standings(event).rows
    assert [row.total for row in rows] == sorted(row.total for row in rows)
    assert rows[0].total == 0
    assert [row.rank for row in rows[:4]] == [1, 2, 2, 2]  # 0, then 3 at either table
    assert "The fewest points win" in shown(client, "event_standings", event)
    assert "The fewest" not in shown(client, "event_standings", start("crazy-eights", 4))


def test_a_zero_with_a_reason_is_shown() -> None:
    event = start("oh-hell", 4)
    say(table(event), 1, {"bid": [1, 2, 2, 2], "tricks": [1, 3, 3, 3]})
    event.refresh_from_db()
    told = player_page(event, entry(event, "Bo").pk)
    [hand] = told.sets[-1].hands
    assert [line.points for line in hand.lines] == [0]
    assert hand.lines[0].text


def test_points_are_told_how_they_were_scored(client: Client) -> None:
    event = start("oh-hell", 4)
    say(table(event), 1, {"bid": [1, 2, 2, 2], "tricks": [1, 3, 3, 3]})
    event.refresh_from_db()
    told = shown(client, "event_stakes", event)
    assert "How we got here" in told
    assert "Ann gets 11 points – bid 1 and made it." in told
    assert "Bo gets nothing – bid 2, took 3." in told


def test_partners_have_one_line_on_paper_and_are_named_beside_each_other(client: Client) -> None:
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
    assert "1 Ann & Cy 32 2 Bo & Di 10" in shown(client, "event_standings", event)
    told = player_page(event, entry(event, "Cy").pk)
    assert (told.total, told.sets[-1].points) == (rows["Cy"].total,) * 2
