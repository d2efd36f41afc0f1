"""A whole evening from the first draw to the kept standings."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from rulesets.formats import carry
from tests.tournaments.evening import (
    a_user,
    an_event,
    check_end,
    host,
    next_set,
    play_set,
    played,
    table,
)
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk
from tournaments.events import services as events
from tournaments.log.selectors import read_log
from tournaments.models import Event, LogEntry, Seating
from tournaments.seats.selectors import seats, sit_out_ledger, sitters
from tournaments.standings.players import explanation, player_page
from tournaments.standings.selectors import standings
from tournaments.wall.selectors import wall

pytestmark = pytest.mark.django_db


@pytest.mark.sql
def test_every_page_of_an_evening_can_be_read_at_every_step() -> None:
    """And adds up to what everybody has, up to the standings that are kept."""
    event, chance = an_event(people=10), Random(7)
    for step in range(8):
        assert desk(event).set_number == step
        assert (Hall.of(event).board(1) is None) == (step == 0)
        for row in standings(event).rows:
            page = player_page(event, row.entry_id)
            assert page is not None
            assert sum(record.points or 0 for record in page.sets) == row.total
        wall(event)
        assert (seats(event) is None) == (step == 0)
        assert len(sit_out_ledger(event, sitters(event), sitters(event))) == 10
        assert read_log(event).rows
        if step < 7:
            next_set(event, seed=step)
            play_set(event, chance)
    rows = standings(event).rows
    # Each hand of each set brings what the game declares; sit-outs take 8 a hand besides.
    assert sum(row.total for row in rows) == sum(map(sum, carry.tally(Hall.of(event).drive.drive)))
    assert {row.sit_outs for row in rows} == {1, 2}
    assert sum(row.sit_outs for row in rows) == 14  # two in each of seven sets
    for row in rows:
        for one in explanation(event, row.entry_id):
            for hand in one.hands:
                assert hand.points == sum(line.points for line in hand.lines)
            assert one.points == sum(hand.points or 0 for hand in one.hands)
    assert standings(check_end(event)).finished


@pytest.mark.sql
def test_deleting_an_event_removes_all_of_it() -> None:
    event = played(people=8, sets=2)
    events.finish_event(event=event, actor=host(event), early=True)
    events.delete_event(event=event, actor=host(event))
    assert not Event.objects.exists()
    assert not LogEntry.objects.exists()
    assert not Seating.objects.exists()
    assert a_user().events.count() == 0


def test_reopening_says_what_would_change_and_asks(client: Client) -> None:
    event = played(people=4)
    events.finish_event(event=event, actor=host(event), early=True)
    at = table(event, 1, 1)
    at.reports.filter(deal=1).update(payload={"tricks": [0, 13]})
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)  # past every cache
    event.refresh_from_db()
    before = {row.name: row.total for row in standings(event).rows}
    client.force_login(event.owner)
    url = reverse("event_finish", args=[event.pk])
    response = client.post(url, {"act": "reopen"})
    assert response.status_code == 422
    assert "would become" in response.content.decode()
    assert "Reopen and score again" in response.content.decode()
    event.refresh_from_db()
    assert {row.name: row.total for row in standings(event).rows} == before
    assert client.post(url, {"act": "reopen", "sure": 1}).status_code == 303
    event.refresh_from_db()
    assert event.state == Event.State.PLAYING
    assert {row.name: row.total for row in standings(event).rows} != before
