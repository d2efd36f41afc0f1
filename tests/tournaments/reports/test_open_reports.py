"""What is told before the hand is kept as it is said; the hand counts once the rest is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.evening import host, refuses
from tournaments.log.services import undo_last
from tournaments.models import Event, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.reports import acceptances

pytestmark = pytest.mark.django_db

BIDS: dict[str, Any] = {"bid": [2, 3, 2, 4]}
HAND: dict[str, Any] = BIDS | {"tricks": [2, 3, 2, 3]}
OTHER: dict[str, Any] = {"bid": [2, 3, 2, 1], "tricks": [2, 3, 2, 3]}


@pytest.fixture
def event() -> Event:
    return start("oh-hell", 4)


def test_the_rest_of_the_hand_follows_and_is_undone_by_itself(event: Event) -> None:
    say(table(event), 1, BIDS)
    report = say(table(event), 1, HAND)
    assert report.revision == 2
    now = read_board(event)
    assert now.rounds[0].counted
    assert not now.rounds[0].reports[0].is_open
    assert now.plays.totals(now.state) == (12, 13, 12, 0)
    assert now.next_number == 2
    newest = event.log.latest("version")
    assert newest.code == "report.added"
    assert "before" not in newest.params
    undo_last(event=event, actor=host(event))
    (one,) = read_board(event).rounds
    assert (one.complete, one.reports[0].payload, one.reports[0].is_open) == (False, BIDS, True)
    undo_last(event=event, actor=host(event))
    (one,) = read_board(event).rounds
    assert (one.reports[0].payload, one.reports[0].is_open) == (None, False)


def test_bids_that_cannot_be_are_refused_and_never_ruled(event: Event) -> None:
    closed = {"bid": [2, 3, 2, 3]}
    with refuses("bid.sum"):
        say(table(event), 1, closed)
    with pytest.raises(Refused):
        say(table(event), 1, closed, host(event), override=True, reason="so be it")
    with refuses("bid.missing"):
        say(table(event), 1, {"bid": [2, 3, None, 4]})
    assert not Report.objects.exists()


@pytest.mark.parametrize("desk", [True, False], ids=["the desk", "a table"])
def test_there_is_nothing_to_accept_yet(event: Event, desk: bool) -> None:
    report = say(table(event), 1, BIDS, host(event) if desk else None)
    assert not report.acceptances.exists()
    with refuses("accept.open"):
        acceptances.accept(report=report, actor=host(event))
    whole = say(table(event), 1, HAND)
    acceptances.accept(report=whole, actor=host(event))
    assert read_board(event).rounds[0].accepted


def test_a_phone_that_missed_the_bids_may_tell_all_of_the_hand_if_they_are_the_same(
    event: Event,
) -> None:
    say(table(event), 1, BIDS, seen=0)
    with pytest.raises(Conflict) as conflict:
        say(table(event), 1, OTHER, seen=0)
    assert conflict.value.report.newest_payload == BIDS
    assert say(table(event), 1, HAND, seen=0).revision == 2
