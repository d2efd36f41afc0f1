"""Two answers to one deal: noted, shown, never accepted with others, settled by a choice."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import at_table, host, refuses, say, start, table
from tournaments.access.permissions import Actor
from tournaments.boards.deal_reports import doubted_deals, unaccepted
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.log.services import undo_last
from tournaments.models import Acceptance, Event, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.reports import acceptances, rivals

pytestmark = pytest.mark.django_db
A, B = {"tricks": [11, 2]}, {"tricks": [5, 8]}


def phone(event: Event, name: str) -> Actor:
    """A phone at the first table, with a code of its own."""
    return replace(at_table(event, 1), device=name)


def send(event: Event, payload: dict[str, Any], name: str, **more: Any) -> Report:
    return say(table(event), 1, payload, phone(event, name), **more)


def values(event: Event) -> list[Any]:
    """The answers beside the one that counts."""
    return [rival.payload for rival in reports_at(table(event)).deal(1).rivals]


def state(event: Event) -> str:
    event.refresh_from_db()
    deal = Hall.of(event).deal(1, 1, 1)
    return deal.state


def stored(event: Event) -> Report:
    """The report of the first hand, as a page reads it."""
    return Report.objects.select_related("table__seating__event").get(table=table(event))


def contested(people: int = 4) -> Event:
    """An evening in which two phones have given different values of the first hand."""
    event = start(people=people)
    send(event, A, "a")
    with pytest.raises(Conflict):
        send(event, B, "b", seen=0)
    return event


def test_the_same_entry_sent_again_is_noted_once() -> None:
    event = start(people=4)
    send(event, A, "a")
    for _ in range(3):
        with pytest.raises(Conflict):
            send(event, B, "b", seen=0, key="late")
    assert values(event) == [B]
    assert event.log.filter(code="report.contested").count() == 1


def test_who_changes_their_own_mind_contests_nothing() -> None:
    event = start(people=4)
    send(event, A, "a")
    send(event, B, "a")
    assert values(event) == []
    with pytest.raises(Conflict):  # the same phone went back to a page that had seen nothing
        send(event, A, "a", seen=0)
    assert values(event) == []


@pytest.mark.parametrize("said", [A, B])
def test_once_both_say_the_same_nothing_is_contested(said: dict[str, Any]) -> None:
    event = contested()
    other = "b" if said == A else "a"
    send(event, said, other, seen=0 if said == A else 1)
    assert values(event) == []
    assert state(event) == "accepted"  # neither phone is asked whether it is right


@pytest.mark.sql
def test_a_contested_hand_is_accepted_with_no_other() -> None:
    event = contested()
    with refuses("accept.contested"):
        acceptances.accept(report=stored(event), actor=host(event))
    assert not Acceptance.objects.exists()
    acceptances.accept(report=stored(event), actor=host(event), is_choice=True)
    assert (values(event), state(event)) == ([], "accepted")


def test_a_contested_hand_counts_as_open_but_not_as_one_to_accept() -> None:
    event = contested()
    say(table(event), 2, {"tricks": [6, 7]})
    event.refresh_from_db()
    assert unaccepted(event) == {(1, 1): 2}
    assert unaccepted(event, undoubted=True) == {(1, 1): 1}
    assert [board.at for board in Hall.of(event).boards_at(unaccepted(event))] == [(1, 1)]
    assert doubted_deals(event) == [(1, 1, 1)]


@pytest.mark.sql
def test_the_host_settles_it_by_correcting_and_undo_opens_it_again() -> None:
    event = contested()
    say(table(event), 1, {"tricks": [10, 3]}, host(event), reason="counted again", reseat=False)
    assert (values(event), state(event)) == ([], "accepted")
    undo_last(event=event, actor=host(event))
    assert values(event) == [B]


def test_what_was_changed_meanwhile_is_not_kept() -> None:
    event = contested()
    report = stored(event)
    send(event, {"tricks": [7, 6]}, "c")
    with pytest.raises(Conflict):
        rivals.keep_report(report=report, actor=phone(event, "b"))


def test_another_table_may_not_choose() -> None:
    event = contested(people=8)
    with pytest.raises(Refused):
        rivals.keep_report(report=stored(event), actor=at_table(event, 2))


@pytest.mark.sql
def test_a_lost_answer_that_is_sent_again_chooses_nothing() -> None:
    """The phone repeats what it sent before another changed it: nobody has looked at both."""
    event = start(people=4)
    send(event, A, "a", key="lost", seen=0)
    send(event, B, "b")
    assert values(event) == [A]
    send(event, A, "a", key="lost", seen=0)
    assert (values(event), state(event)) == ([A], "contested")
    assert not event.log.filter(code="report.settled").exists()


def test_sides_that_are_called_by_their_chairs_are_named_where_the_host_settles(
    client: Client,
) -> None:
    event = start(people=8, game="euchre", format="swiss", options={"rounds": 3})
    send(event, {"makers": 0, "alone": False, "tricks": 3}, "a")
    with pytest.raises(Conflict):
        send(event, {"makers": 0, "alone": False, "tricks": 5}, "b", seen=0)
    client.force_login(event.owner)
    north, east, south, west = (seat.entry.name for seat in table(event).seats.order_by("chair"))
    for name in ("event_disputes", "event", "event_log"):
        page = unescape(client.get(reverse(name, args=(event.pk,))).content.decode())
        page = page.replace("\N{NO-BREAK SPACE}", " ")
        assert f"{north} & {south} 1, {east} & {west} 0" in page
        assert "North & South" not in page
