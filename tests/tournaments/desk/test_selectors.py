"""What the desk, a table and the log show; and how many queries each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tournaments.evening import (
    an_event,
    host,
    next_set,
    object_to,
    play,
    say,
    start,
    table,
)
from tournaments.boards.deals import hands_of
from tournaments.boards.event_tables import current_table
from tournaments.boards.hall import Hall
from tournaments.desk.selectors import desk
from tournaments.events import services as events
from tournaments.models import Report
from tournaments.people import names
from tournaments.reports import acceptances
from tournaments.seating import draws, roster
from tournaments.seats.selectors import seats, sit_out_ledger, sitters
from tournaments.wall.selectors import wall

if TYPE_CHECKING:
    from django.test import Client


pytestmark = pytest.mark.django_db


def test_the_desk_says_what_can_be_done_next() -> None:
    event = an_event(people=3)
    assert desk(event).next_step.code == "people"
    roster.enter_people(event=event, actor=host(event), parsed=names.parse_names("Zoë, lady"))
    roster.enter_people(event=event, actor=host(event), parsed=names.parse_names("Ida"))
    step = desk(event).next_step
    assert (step.code, step.text) == ("people", "Mark everybody’s role")
    event.entries.filter(role="").update(role="lady", asked_role="lady")
    assert desk(event).next_step.code == "draw"
    draft = draws.draw(event=event, actor=host(event), seed=1)
    assert desk(event).next_step.code == "publish"
    draws.publish(event=event, actor=host(event), seating=draft)
    step = desk(event).next_step
    assert step.code == "wait"
    assert step.reasons == ("Table 1: 4 hands are missing.",)
    play(event, sets=1)
    assert desk(event).next_step.code == "draw_next"
    for _ in range(6):
        next_set(event)
        play(event, sets=1)
    assert desk(event).next_step.code == "finish"
    events.finish_event(event=event, actor=host(event))
    assert desk(event).next_step.code == "finished"


def test_table_cards_tell_their_state_missing_first() -> None:
    event = start(people=20)
    for deal in range(1, 5):
        say(table(event, 1), deal, {"tricks": [9, 4]}, host(event))  # done and accepted
        say(table(event, 2), deal, {"tricks": [9, 4]})  # done; nobody has accepted it
        say(table(event, 3), deal, {"tricks": [6 + deal % 2, 7 - deal % 2]})  # a tie
    say(table(event, 4), 1, {"tricks": [9, 4]})
    page = desk(event)
    states = {card.number: card.state for card in page.cards}
    assert states == {1: "done", 2: "done", 3: "cut", 4: "partial", 5: "empty"}
    assert [card.number for card in page.cards] == [3, 4, 5, 1, 2]
    assert [card.tone for card in page.cards] == ["look", "wait", "wait", "done", "done"]
    assert page.missing == (3, 4, 5)
    assert "Table 3: a tie, and no cut yet." in page.next_step.reasons
    card = next(card for card in page.cards if card.number == 2)
    assert (card.missing, card.lines) == (0, ("9 : 4",) * 4)
    object_to(event, table(event, 5), 1)
    page = desk(event)
    assert page.cards[0].state == "disputed"
    assert page.open_disputes == 1


def test_pages_of_a_hall_cost_a_few_queries(django_assert_max_num_queries: Any) -> None:
    event = start(people=40)
    play(event, sets=1)
    next_set(event)
    with django_assert_max_num_queries(26):
        assert len(desk(event).cards) == 10
    with django_assert_max_num_queries(2):  # the table with its seats, its reports
        assert Hall.of(event).board(1)
    with django_assert_max_num_queries(1):
        current_table(event, 1)
    with django_assert_max_num_queries(7):
        seats(event)
    with django_assert_max_num_queries(2):
        everybody = sitters(event)
    with django_assert_max_num_queries(1):
        sit_out_ledger(event, everybody, everybody)
    with django_assert_max_num_queries(22):
        wall(event)


def test_the_strip_of_rounds_says_what_waits_for_a_yes(client: Client) -> None:
    event = start(people=8)
    play(event, sets=1)
    assert [(mark.label, mark.waiting) for mark in desk(event).marks] == [("Set 1", 8)]
    board = Hall.of(event).board(2, 1)
    assert board is not None
    hand = hands_of(board)[0]
    acceptances.accept(report=Report.objects.get(pk=hand.report.report_id), actor=host(event))
    next_set(event)
    assert [(mark.label, mark.waiting) for mark in desk(event).marks] == [
        ("Set 1", 7),
        ("Set 2", 0),
    ]
    client.force_login(event.owner)
    address = f"/events/{event.pk}/"
    page = client.get(address).content.decode()
    assert "7 to accept" in page
    assert "all accepted" not in page  # nobody has played set 2 yet
    play(event, sets=1)
    for report in Report.objects.filter(table__seating__event=event, acceptances=None):
        acceptances.accept(report=report, actor=host(event))
    assert client.get(address).content.decode().count("all accepted") == 2
