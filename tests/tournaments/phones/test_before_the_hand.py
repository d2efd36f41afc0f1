"""Bids on a phone: asked before the hand, shown while it is played, kept when the rest is told."""

import re

import pytest

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.phones.test_round_pages import address, shown, words
from tournaments.models import Report

pytestmark = pytest.mark.django_db

BIDS = {"answer-bid-0": "2", "answer-bid-1": "3", "answer-bid-2": "2", "answer-bid-3": "4"}
TRICKS = {
    "answer-tricks-0": "2",
    "answer-tricks-1": "3",
    "answer-tricks-2": "2",
}  # the last follows
PLAIN = {"set": 1, "deal": 1, "seen": 0, "key": "k1"}
EARLY = PLAIN | {"early": 1} | BIDS


@pytest.fixture
def event():
    return start("oh-hell", 4)


def names(client, event, query=""):
    page = client.get(address("table", event) + query).content.decode()
    return set(re.findall(r'type="text" name="answer-(\w+)-\d"', page))


def test_only_bids_are_asked_while_nothing_is_told(client, event):
    assert names(client, event) == {"bid"}
    assert 'name="early"' in client.get(address("table", event)).content.decode()
    response = client.post(address("table_report", event), EARLY)
    assert response.status_code == 303
    assert Report.objects.get().payload == {"bid": [2, 3, 2, 4]}
    assert read_board(event).rounds[0].reports[0].is_open


def test_then_the_rest_is_asked_and_the_bids_stay(client, event):
    say(table(event), 1, {"bid": [2, 3, 2, 4]})
    seen = shown(client, event)
    assert "Enter the tricks of round 1" in seen
    assert "Bid Ann 2, Bo 3, Cy 2, Di 4" in seen
    assert "Round 1 is being played" in seen
    assert "The bids are saved. Change" in seen
    for bid in BIDS.values():
        assert f"bid {bid}" in seen
    assert "right?" not in seen.lower()
    assert "withdrawn" not in seen
    assert names(client, event) == {"bid", "tricks"}
    sent = PLAIN | BIDS | TRICKS | {"seen": 1, "key": "k2"}
    assert client.post(address("table_report", event), sent).status_code == 303
    assert read_board(event).rounds[0].counted
    assert read_board(event).plays.totals(read_board(event).state) == (12, 13, 12, 0)
    assert names(client, event) == {"bid"}
    counted = shown(client, event)
    assert "Undo" in counted  # the only phone asks nobody
    assert "being played" not in counted
    assert "bid 3" not in counted


def test_bids_that_are_refused_come_back(client, event):
    response = client.post(address("table_report", event), EARLY | {"answer-bid-3": "3"})
    assert response.status_code == 422
    assert "The bids add up to 10" in words(response)
    assert set(re.findall(r'name="answer-(\w+)-\d"', response.content.decode())) == {"bid"}
    assert not Report.objects.exists()


def test_a_whole_hand_is_told_at_once_too(client, event):
    assert client.post(address("table_report", event), PLAIN | BIDS | TRICKS).status_code == 303
    assert read_board(event).rounds[0].counted
    assert names(client, event, "?deal=1") == {"bid", "tricks"}
