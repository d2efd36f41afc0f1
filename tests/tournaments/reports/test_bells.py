"""Sets that a bell ends: which deal was the last of a table, and what follows from it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import evening
from tests.tournaments.evening import a_user, at_table, host, refuses
from tournaments.boards.bells import bell_of
from tournaments.boards.event_tables import table_of
from tournaments.boards.hall import Hall
from tournaments.db.steps import STEPS, Touches
from tournaments.log.selectors import describe_step
from tournaments.log.services import undo_last
from tournaments.models import Event, Link, Table
from tournaments.models.errors import Refused
from tournaments.reports import bells, services
from tournaments.reports.submission import Submission
from tournaments.seating import draws
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db

WON = {"makers": 0, "alone": False, "tricks": 3}
MARCH = {"makers": 0, "alone": False, "tricks": 5}


def an_event(slug: str = "progressive", game: str = "euchre", **options: object) -> Event:
    event = evening.an_event_in(slug, 8, game, **{"rounds": 2, "deals": 4, **options})
    evening.next_set(event, seed=1)
    event.refresh_from_db()
    return event


def table(event: Event, number: int, set_number: int = 1) -> Table:
    return table_of(event, set_number, number)


def say(
    event: Event, number: int, deal: int, payload: Any, *, set_number: int = 1, **more: Any
) -> None:
    given = {"actor": at_table(event, number), "key": f"{event.version}-{number}-{deal}"} | more
    services.save_report(
        table(event, number, set_number), deal, Submission(payload=payload, **given)
    )
    event.refresh_from_db()


def play(event: Event, number: int, *payloads: Any) -> None:
    for deal, payload in enumerate(payloads, 1):
        say(event, number, deal, payload)


def end(event: Event, number: int, last: int | None, actor: Any = None) -> None:
    bells.set_last_deal(
        table=table(event, number), last=last, actor=actor or at_table(event, number)
    )
    event.refresh_from_db()


def totals(event: Event, number: int) -> set[int]:
    shown = {row.entry_id: row.total for row in standings(event).rows}
    return {shown[pk] for pk in table(event, number).seats.values_list("entry_id", flat=True)}


def test_the_last_deal_is_the_one_in_hand_or_the_one_before() -> None:
    event = an_event(minutes=15)
    play(event, 1, WON, WON)
    for last in (1, 4):
        with refuses("bell.last"):
            end(event, 1, last)
    with pytest.raises(Refused):
        end(event, 2, 0)
    end(event, 1, 3)  # it is being played
    assert table(event, 1).last_deal == 3
    say(event, 1, 3, WON)
    with refuses("deal.last"):
        say(event, 1, 4, WON)
    assert totals(event, 2) == {0}
    end(event, 1, None)
    say(event, 1, 4, WON)


@pytest.mark.sql
def test_a_late_deal_is_added_at_the_desk_and_the_line_can_be_taken_back() -> None:
    event = an_event(minutes=15)
    for number in (1, 2):
        play(event, number, WON, WON, WON, WON)
        end(event, number, 4)
    evening.next_set(event, seed=2)
    with refuses("set.over"):
        end(event, 1, 5)
    bells.set_last_deal(table=table(event, 1), last=5, actor=host(event))
    event.refresh_from_db()
    line = event.log.order_by("-pk")[0]
    assert describe_step(event, line.code, line.params) == "Set 1, table 1: Hand 5 is the last."
    say(event, 1, 5, MARCH, actor=host(event), reason="It was forgotten")
    assert totals(event, 1) == {5, 0}  # 6 in five are 4.8 in four


def test_phones_hear_the_bell(client: Client) -> None:
    event = an_event(minutes=15)
    play(event, 1, WON, WON)
    link = event.links.get(kind=Link.Kind.TABLE, table_number=1)
    address = reverse("table", args=[link.token])
    wall.set_timer(event=event, actor=host(event), minutes=15)
    page = client.get(address).content.decode()
    assert "The bell rings at" in page
    assert "Hand 2 was our last" in page
    assert "We are playing hand 3, our last" in page
    call = "The bell has rung: finish the hand you are playing and start no other."
    assert f'<p role="status" data-words="{call}"></p>' in page
    Event.objects.filter(pk=event.pk).update(round_ends_at=timezone.now() - timedelta(seconds=1))
    assert 'class="bell rung"' in client.get(address).content.decode()
    wrong = client.post(reverse("table_last", args=[link.token]), {"set": 1, "last": 7})
    assert wrong.status_code == 422
    assert "The last can be hand 2, which is reported" in wrong.content.decode()
    right = client.post(reverse("table_last", args=[link.token]), {"set": 1, "last": 2})
    assert right.status_code == 303
    assert table(event, 1).last_deal == 2
    page = client.get(address).content.decode()
    assert "Hand 2: the last" in page
    assert "Set 1 is over" in page
    client.force_login(a_user())
    desk = client.get(reverse("event_table", args=[event.pk, 1, 1]))
    assert "It was not: they are playing on" in desk.content.decode()
    act = reverse("event_table_act", args=[event.pk, 1, 1])
    assert client.post(act, {"act": "last", "last": ""}).status_code == 303
    assert table(event, 1).last_deal is None


def test_the_head_table_rings() -> None:
    event = an_event(bell=True)
    play(event, 1, WON, WON, WON)
    play(event, 2, WON, WON)
    boards = {number: Hall.of(event).board(number) for number in (1, 2)}
    assert boards[1] is not None
    assert boards[2] is not None
    assert bell_of(event, boards[1]) is None
    before = bell_of(event, boards[2])
    assert (before.has_rung, before.ends_at) == (False, None)
    say(event, 1, 4, WON)
    after = bell_of(event, boards[2])
    assert after.has_rung
    with refuses("bell.none"):
        end(event, 1, 4)
    with refuses("deal.last"):
        say(event, 1, 5, WON)
    say(event, 2, 3, MARCH)
    end(event, 2, 3)
    assert totals(event, 1) == {4, 0}
    assert totals(event, 2) == {5, 0}  # 4 in three
    evening.next_set(event, seed=2)


@pytest.mark.sql
def test_tables_that_keep_boards(client: Client) -> None:
    event = an_event("meetings", "hearts", minutes=15, deals=1, rounds=1, carry="points")
    first = {"hearts": [0, 5, 8, 0], "queen": 3}
    for number, deals in ((1, 5), (2, 4)):
        play(event, number, *[first] * deals)
    board = Hall.of(event).board(1)
    assert (board.is_over, board.open, board.next_number) == (False, True, 6)
    for number, deals in ((1, 5), (2, 4)):
        end(event, number, deals)
    board = Hall.of(event).board(1)
    assert (board.is_over, board.last_number) == (True, 5)
    assert totals(event, 1) == {0, 20, 32, 52}
    assert totals(event, 2) == {0, 20, 32, 52}
    evening.check_files(event)
    client.force_login(a_user())
    who = table(event, 1).seats.get(chair=2).entry_id
    page = client.get(reverse("event_player", args=[event.pk, who])).content.decode()
    assert "40 points in 5 rounds, adjusted to 4" in page
    evening.check_end(event)


def test_what_a_phone_sends_after_the_last_is_shown_and_may_still_be_taken(client: Client) -> None:
    event = an_event("individual", minutes=15)
    play(event, 1, WON, WON)
    address = event.links.get(kind=Link.Kind.TABLE, table_number=1).token
    text = client.get(reverse("table", args=[address])).content.decode()
    assert '{"deal": 4, "seen": 0, ' in text  # for a phone without network
    end(event, 1, 2)
    march = {"answer-makers": "1", "answer-tricks": "5"}
    values = {"set": 1, "deal": 3, "seen": 0, "key": "sent-without-network", **march}
    refused = client.post(reverse("table_report", args=[address]), values)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Not accepted: Hand 3: East &amp; West 2, North &amp; South 0." in page
    assert "Hand 2 was this table’s last, so nothing can be reported after it." in page
    assert "It was not: we are playing on" in page
    client.post(reverse("table_last", args=[address]), {"set": 1, "last": ""})
    assert client.post(reverse("table_report", args=[address]), values).status_code == 303
    event.refresh_from_db()
    end(event, 1, 3)
    play(event, 2, WON)
    end(event, 2, 1)
    assert totals(event, 1) == {3}  # 2 : 2 in three, as for four


@pytest.mark.sql
def test_a_last_deal_that_puts_drawn_seats_away_touches_everything() -> None:
    event = an_event(minutes=15)
    say(event, 1, 1, WON)
    say(event, 2, 1, WON)
    for number in (1, 2):
        bells.set_last_deal(table=table(event, number), last=1, actor=at_table(event, number))
    draws.draw(event=event, actor=host(event), seed=3)
    event.refresh_from_db()
    bells.set_last_deal(table=table(event, 1), last=None, actor=host(event))
    event.refresh_from_db()
    line = event.log.get(version=event.version)
    assert STEPS["bell.last"].touched(line.params) is Touches.EVERYTHING
    undo_last(event=event, actor=host(event))
    assert event.seatings.filter(state="draft").exists()
