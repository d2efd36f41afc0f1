"""Standings: counted from the reports, kept under the event's version, hidden and revealed."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.tournaments.evening import (
    at_table,
    host,
    live,
    newest,
    next_set,
    play,
    play_set,
    sampled_reports,
    say,
    settle,
    start,
    table,
)
from tournaments.access.services import ensure_links
from tournaments.boards.deal_reports import unaccepted_deals
from tournaments.events import services as events
from tournaments.models import Event, Report
from tournaments.papers.selectors import EventOrder
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission
from tournaments.standings import selectors as module
from tournaments.standings.players import player_page
from tournaments.standings.selectors import computed, standings
from tournaments.wall.services import hide_standings, plan_reveal, reveal_next

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cache.clear()
    module._memo.clear()


def test_warm_standings_ask_the_database_nothing(django_assert_num_queries: Any) -> None:
    event = start(people=8)
    play(event, sets=1)
    event.refresh_from_db()
    # People, tables, seats, reports, the rest; and what is provisional.
    with django_assert_num_queries(6):
        standings(event)
    with django_assert_num_queries(0):
        assert standings(event).rows


def totals(event: Event) -> dict[str, int]:
    return {row.name: row.total for row in computed(event).rows}


def test_a_set_counts_once_it_is_over_at_every_table() -> None:
    event = start(people=9)
    [out] = newest(event).sit_outs.values_list("entry__name", flat=True)
    for deal in range(1, 5):
        say(table(event, 1), deal, {"tricks": [7, 6]})
    assert set(totals(event).values()) == {0}  # nobody leads from the sofa, nor ahead of the rest
    assert computed(event).after == "No set is over yet"
    for deal in range(1, 5):
        say(table(event, 2), deal, {"tricks": [13, 0]})
    assert totals(event)[out] == 32
    assert sorted(totals(event).values()) == [0, 0, 24, 24, 28, 28, 32, 52, 52]
    assert computed(event).after == "After set 1"
    before = totals(event)
    settle(event, table(event, 1))
    next_set(event)
    say(table(event, 1), 1, {"tricks": [13, 0]})
    assert totals(event) == before
    assert {row.moved for row in computed(event).rows} == {0}
    assert {len(row.sets) for row in computed(event).rows} == {1}


@pytest.mark.parametrize(
    ("way", "form"),
    [(lambda event: event, {}), (live, {"game": "whist-tens", "format": "individual"})],
)
def test_what_explains_a_score_adds_up_to_it_also_in_mid_set(way: Any, form: Any) -> None:
    """Also that of a sit-out, which may be a mean of the sets that count."""
    event = way(start(people=9, **form))
    play_set(event, chance := Random(1))
    next_set(event)
    for number, deal in product((1, 2), repeat=2):
        say(table(event, number), deal, sampled_reports(event)(2, chance))
    event.refresh_from_db()
    for row in standings(event).rows:
        page = player_page(event, row.entry_id)
        assert page.total == row.total == sum(record.points or 0 for record in page.sets)
        assert len(page.sets) == 2
        assert {placing.name: placing.total for placing in EventOrder(event).placings}[
            row.name
        ] == row.total


def test_pages_paper_and_wall_say_which_sets_count(client: Any) -> None:
    event = start(people=9)
    play(event, sets=1)
    next_set(event)
    ensure_links(event)
    event.refresh_from_db()
    client.force_login(event.owner)
    link = event.links.get(kind="spectator").token
    wall_link = event.links.get(kind="wall").token
    addresses = [
        reverse("event_standings", args=(event.pk,)),
        reverse("spectator_standings", args=(link,)),
        reverse("wall", args=(wall_link,)),
    ]
    for address in addresses:
        assert "After set 1" in client.get(address).content.decode()
    assert EventOrder(event).standings_title == "Standings · After set 1"
    say(table(event), 1, {"tricks": [7, 6]})
    client.post(reverse("event_wall_control", args=(event.pk,)), {"act": "live"})
    event.refresh_from_db()
    assert event.live_standings
    for address in addresses:
        assert "Set 2, results so far" in client.get(address).content.decode()


def test_only_what_counts_and_is_not_accepted_is_provisional() -> None:
    event = live(start(people=4))
    at, actor = table(event), at_table(event, 1)
    assert not computed(event).provisional
    first = say(at, 1, {"tricks": [7, 6]})
    assert computed(event).provisional
    assert unaccepted_deals(event) == {(1, 1, 1)}
    acceptances.accept(report=first, actor=actor)
    assert not computed(event).provisional
    say(at, 1, {"tricks": [8, 5]}, host(event))
    assert not computed(event).provisional
    services.withdraw(at, 1, Submission(host(event), "w", reason="misread", seen=2))
    assert not computed(event).provisional
    assert unaccepted_deals(event) == set()


def test_hidden_standings_are_revealed_one_place_at_a_time() -> None:
    event = start(people=8)
    play(event, sets=2)
    actor = host(event)
    plan_reveal(event=event, actor=actor, first=0)
    assert standings(event).public == ()
    assert standings(event).rows  # the desk sees them
    entry_id = standings(event).rows[0].entry_id
    page = player_page(event, entry_id, public=True)
    assert (page.hidden, page.total, page.rank, page.sets, page.progress) == (
        True,
        None,
        None,
        (),
        (),
    )
    ranks = sorted({row.rank for row in standings(event).rows}, reverse=True)
    for count in range(1, len(ranks) + 1):
        reveal_next(event=event, actor=actor)
        assert {row.rank for row in standings(event).public} == set(ranks[:count])
    shown_page = player_page(event, entry_id, public=True)
    assert shown_page.total is not None
    hide_standings(event=event, actor=actor, hidden=False)
    assert len(standings(event).public) == 8


def test_standings_stay_hidden_when_the_evening_ends() -> None:
    event = start(people=4)
    play(event, sets=1)
    hide_standings(event=event, actor=host(event), hidden=True)
    events.finish_event(event=event, actor=host(event), early=True)
    assert standings(event).public == ()


@pytest.mark.sql
def test_an_override_that_waits_is_no_result_of_the_drive() -> None:
    event = live(start(people=4))
    report = say(table(event), 1, {"tricks": [7, 6]})
    Report.objects.filter(pk=report.pk).update(needs_agreement=True)
    assert not any(row.total for row in computed(event).rows)
    report.acceptances.create(kind="agree", by="L1")
    assert any(row.total for row in computed(event).rows)


@pytest.mark.sql
def test_two_states_of_one_version_do_not_share_a_cache() -> None:
    """After a restored backup the version can come round again with other contents."""
    event = live(start(people=4))
    say(table(event), 1, {"tricks": [7, 6]})
    event.refresh_from_db()
    before = standings(event)
    twin = Event.objects.get(pk=event.pk)
    newest(twin).tables.get().reports.update(payload={"tricks": [9, 4]})
    twin.changed = twin.changed.replace(year=2025)
    assert standings(twin).rows != before.rows
