"""What is stored with finished events, and what records make of it: the same as in a fresh
database, whatever was finished, reopened, merged, imported before."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from rulesets.records.summaries import from_json
from tests.tournaments import evening
from tests.tournaments.board_evening import GIN, GOLF, play, start
from tests.tournaments.evening import a_user, host
from tests.tournaments.people.past_evenings import NAMES, finished
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.models import Event, Person, Snapshot
from tournaments.people.services import merge_people
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
    found = [
        finished(game, seed=seed, date=dt.date(2026, 11, 21 + seed))
        for seed, game in enumerate((HIGH, LOW, HIGH))
    ]
    answer = told()
    for name in NAMES[:4]:
        own = answer["people"][name]
        rows = [next(r for r in standings(event).rows if r.name == name) for event in found]
        assert own["evenings"] == 3
        assert own["wins"] == sum(row.rank == 1 for row in rows)
        assert own["rounds"] == own["deals"] == sum(len(row.sets) for row in rows)
        highs = sum(row.total for row, one in zip(rows, found, strict=True) if one.game == HIGH)
        assert own["points"][HIGH] == highs
    for event, one in zip(found, answer["evenings"], strict=True):
        assert one["event"] == event.name
        assert one["winners"] == sorted(r.name for r in standings(event).rows if r.rank == 1)


def test_partners_are_named_in_the_order_of_entry_as_on_all_pages(client: Client) -> None:
    """Not by the alphabet; and at a lone table partners, who have one total, share a line."""
    event = finished(PARTNERS, ["José", "Di", "Ann", "Cy"])
    client.force_login(event.owner)
    first, second = ("José", "Ann"), ("Di", "Cy")
    won = first if standings(event).rows[0].name in first else second
    cache.clear()
    records = family_records(event.book)
    (recorded,) = records.house.evenings
    assert [records.names[who] for who in recorded.winners] == [*won]
    pairs = {tuple(map(records.names.get, pair)) for pair, *_rest in recorded.partnerships()}
    assert pairs == {first, second}
    page = words_of(client.get(reverse("records_evening", args=[event.pk])))
    assert f"{won[0]} and {won[1]}" in page
    standing = client.get(reverse("event_standings", args=[event.pk]))
    table = standing.content.decode()
    assert table.partition("<tbody")[2].partition("</tbody")[0].count("<tr") == 2
    assert all(" & ".join(pair) in words_of(standing) for pair in (first, second))


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


def test_a_drive_counts_its_sets_hands_and_trumps() -> None:
    event = evening.start(people=8)
    evening.play(event, sets=2)
    events.finish_event(event=event, actor=host(event), early=True)
    own = told()["people"]["G1"]
    assert (own["rounds"], own["deals"]) == (2, 8)
    # Coronation names the trump at the table, Prosperity has one of each suit.
    assert [one["part"] for one in own["splits"] if one["by"] == "trump"] == ["C", "D", "H", "S"]
    assert [one["n"] for one in own["splits"] if one["by"] == "trump"] == [1, 1, 1, 1]
    assert [one["part"] for one in own["splits"] if one["by"] == "role"] == ["gentleman"]
    assert len(own["partners"]) == 2  # a new one in each set
    assert told() == from_scratch()


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


def test_merged_people_are_one() -> None:
    finished(HIGH)
    finished(LOW, ("Annie", "Bo", "Cy", "Di"), date=dt.date(2026, 12, 1))
    assert told()["people"]["Ann"]["evenings"] == 1
    ann, annie = (Person.objects.get(name=name) for name in ("Ann", "Annie"))
    merge_people(keep=ann, duplicate=annie)
    answer = told()
    assert answer["people"]["Ann"]["evenings"] == 2
    assert "Annie" not in answer["people"]
    assert answer == from_scratch()


@pytest.mark.sql
def test_an_import_counts_once_and_the_same() -> None:
    event = finished(HIGH)
    before, document = told(), export_event(event)
    import_event(owner=a_user(), data=document)
    assert Event.objects.count() == 2
    assert told() == before
    stored = Snapshot.objects.order_by("event_id").values_list("records", "record_details")
    (own, own_details), (copy, copy_details) = stored
    own[-1][0] = copy[-1][0] = []  # the numbers of the chairs in their event
    assert (own, own_details) == (copy, copy_details)


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
