"""What is stored with finished events, and what records make of it: the same as in a fresh
database, whatever was finished, reopened, merged, imported before."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache

from rulesets.records.summaries import from_json
from tests.tournaments.board_evening import GIN, GOLF, play, start
from tests.tournaments.evening import host
from tests.tournaments.people.past_evenings import NAMES, finished
from tournaments.events import services as events
from tournaments.models import Event, Snapshot
from tournaments.records.selectors import family_records
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

HIGH, LOW, PARTNERS = "five-hundreds", "hearts", "euchre"


def told() -> dict[str, Any]:
    """All figures of the family."""
    cache.clear()
    found = Event.objects.first()
    records = family_records(found.book)
    return records.document().whole(records.kinds)


def from_scratch() -> dict[str, Any]:
    """All figures, with nothing stored of any evening."""
    Snapshot.objects.update(records=None, record_details=None)
    Event.objects.update(version=0)  # nothing that was counted before serves
    return told()


def test_people_win_what_the_standings_say() -> None:
    finisheds = [
        finished(game, seed=seed, date=dt.date(2026, 11, 21 + seed))
        for seed, game in enumerate((HIGH, LOW, HIGH))
    ]
    answer = told()
    for name in NAMES[:4]:
        own = answer["people"][name]
        rows = [next(r for r in standings(event).rows if r.name == name) for event in finisheds]
        assert own["evenings"] == 3
        assert own["wins"] == sum(row.rank == 1 for row in rows)
        assert own["rounds"] == own["deals"] == sum(len(row.sets) for row in rows)
        highs = sum(row.total for row, one in zip(rows, finisheds, strict=True) if one.game == HIGH)
        assert own["points"][HIGH] == highs
    for event, one in zip(finisheds, answer["evenings"], strict=True):
        assert one["event"] == event.name
        assert one["winners"] == sorted(r.name for r in standings(event).rows if r.rank == 1)


@pytest.mark.sql
def test_partners_and_teams_are_sides() -> None:
    finished(PARTNERS)
    own = told()["people"]["Ann"]
    assert own["partners"] == ["Cy"]
    assert own["rounds"] == 8
    team = start(GIN, 6)
    play(team)
    events.finish_event(event=team, actor=host(team), early=True)
    assert told()["people"]["G1"]["evenings"] == 1
    (summary,) = (from_json(row) for row in Snapshot.objects.filter(event=team)
                  .values_list("records", flat=True))  # fmt: skip
    assert {chair.side for chair in summary.chairs} == {0, 1}


@pytest.mark.sql
def test_finish_and_reopen_leave_what_a_fresh_database_has() -> None:
    finished(HIGH)
    before = told()
    again = finished(LOW, seed=3, date=dt.date(2026, 11, 28))
    both = told()
    assert len(both["evenings"]) == 2
    events.reopen_event(event=again, actor=host(again), sure=True)
    assert told() == before
    again.refresh_from_db()
    events.finish_event(event=again, actor=host(again), early=True)
    assert told() == both == from_scratch()


@pytest.mark.sql
def test_what_is_hidden_put_away_or_going_on_is_in_no_figure() -> None:
    finished(HIGH)
    before = told()
    hidden = finished(LOW, seed=2)
    Event.objects.filter(pk=hidden.pk).update(hide_standings=True, version=99)
    away = start(GOLF, 4, name="Away")
    play(away, 2)
    events.put_away_event(event=away, actor=host(away))
    play(start(GOLF, 4, name="Tonight"), 2)
    assert told() == before


@pytest.mark.sql
def test_a_game_that_is_gone_still_counts() -> None:
    event = finished(HIGH)
    Event.objects.filter(pk=event.pk).update(game="lost-game", version=98)
    Snapshot.objects.update(game=None, boards=None, records=None, record_details=None)
    answer = told()
    assert answer["people"]["Ann"]["evenings"] == 1
    assert answer["people"]["Ann"]["rounds"] == 8
