"""Whole evenings of the games with boards, run from the desk by its buttons and forms."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    an_event,
    gin,
    host,
    play,
    play_round,
    say,
    start,
    table,
)
from tests.tournaments.board_pages import (
    at,
    begun,
    counts,
    couple,
    next_step,
    read_boards,
    totals,
    where,
)
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.models import Event

pytestmark = pytest.mark.django_db

COST = {"event": 19, "tables": 14, "event_worksheet": 10, "event_deal": 11, "event_table": 11}

HX = {"HX-Request": "true"}


def entered(client: Client, event: Event, place: tuple[int, int, int], sent: dict[str, Any]) -> Any:
    answer = client.post(at("event_deal_report", event, *place), sent | {"key": f"{place}"})
    assert answer.status_code == 303, words_of(answer)
    return client.get(answer["Location"])


# --- the steps before the first round -----------------------------------------------------------


# --- a table with its own board -------------------------------------------------------------------


def test_the_desk_leads_from_nobody_to_the_first_round(client: Client) -> None:
    event = an_event(GOLF, 0)
    client.force_login(event.owner)
    assert "Enter the people" in next_step(client, event)
    client.post(at("event_people", event), {"names": "Ann\nBo\nCy"})
    assert "Draw the seats" in next_step(client, event)
    assert client.post(at("event_draw", event), {"act": "draw"}).status_code == 303
    assert "begin" in next_step(client, event)
    draft = event.seatings.get(state="draft")
    assert "Nobody can see this yet" in words_of(client.get(at("event_draw", event)))
    client.post(at("event_draw", event), {"act": "publish", "seating": draft.pk})
    assert "Enter round 1" in next_step(client, event)
    assert "Undo" in words_of(client.get(at("event", event)))


def test_an_evening_of_several_tables_ends_at_a_final_table(client: Client) -> None:
    event = begun(client, an_event(GOLF, 6), tables=2)
    assert event.seatings.get(state="published").tables.count() == 2
    assert "Tables 1 and 2 are still playing" in next_step(client, event)
    play(event, tables=(1,))
    assert "Table 2: enter round 1" in next_step(client, event)
    desk = words_of(client.get(at("event", event)))
    assert "Enter round 1" in desk
    assert "Enter Enter" not in desk
    early = client.post(at("event_act", event), {"act": "final"})
    assert early.status_code == 422
    assert "has to wait until every table" in words_of(early)
    play(event, tables=(2,))
    assert "Seat the final table" in next_step(client, event)
    assert client.post(at("event_act", event), {"act": "final"}).status_code == 303
    final = read_boards(event)[-1]
    assert (final.set_number, final.title) == (2, "Final table")
    assert "Final table" in words_of(client.get(at("event_draw", event)))
    assert "Final table: enter round 1" in next_step(client, event)
    entered(client, event, where(1, set_number=2), counts(4, 9))
    play(event)
    assert "Finish the evening" in next_step(client, event)
    assert client.post(at("event_finish", event), {"act": "finish"}).status_code == 303
    assert "See the winners" in next_step(client, event)


# --- two teams in one room ----------------------------------------------------------------------


def test_couples_are_read_in_one_after_another(client: Client) -> None:
    event = begun(client, an_event(GIN, 6))
    assert "0 of 3 couples in" in next_step(client, event)
    first = at("event_deal_report", event, *where())
    went = client.post(first, couple("gin", by=0, caught=23, then="next"))
    assert went["Location"] == at("event_deal_report", event, *where(number=2))
    went = client.post(
        went["Location"], couple("stock_out", **{"counts-0": 4, "counts-1": 9}, key="b")
    )
    assert went["Location"] == at("event", event)
    words = words_of(client.get(went["Location"]))
    assert "2 of 3 couples in" in words
    # The worksheet leads to what is reported, and from a couple that is missing to its form.
    for page in (at("event", event), at("event_worksheet", event, 1)):
        sheet = re.findall(r'<th scope="row"><a href="([^"]+)"', client.get(page).text)
        places = [where(), where(number=2)]
        told = [at("event_deal", event, *place) for place in places]
        form = at("event_deal_report", event, *where(number=3))
        assert sheet == [*told, form]
    assert "G1: gin, L1 caught with 23 (Guys 23, 1 gin)" in words
    third = at("event_deal_report", event, *where(number=3))
    over = client.post(third, couple("run", by=1, ran_with=4, caught=9, key="c", then="next"))
    assert "Round 1: Guys 23 points and 1 gin." in words_of(client.get(over["Location"]))
    assert totals(event) == (23, 0)
    assert "Round 2 · 0 of 3 couples in" in next_step(client, event)
    sheet = words_of(client.get(at("event_worksheet", event, 1)))
    assert "Points: Guys 23" in sheet
    assert "Difference awarded to Guys" in sheet


def test_a_couple_may_sit_a_round_out(client: Client) -> None:
    event = begun(client, an_event(GIN, 4))
    say(table(event, 1), 1, gin(0, 20))
    place = at("event_deal", event, *where(number=2))
    assert "This couple is not playing this round" in words_of(client.get(place))
    act = at("event_deal_act", event, *where(number=2))
    assert client.post(act, {"act": "away"}).status_code == 303
    assert "Round 2" in words_of(client.get(at("event", event)))
    assert totals(event) == (20, 0)
    assert "not playing" in words_of(client.get(at("event_worksheet", event, 1)))
    # They came after all: the report takes the place of the note, seen before it is kept.
    report = at("event_deal_report", event, *where(number=2))
    sent = couple("gin", by=1, caught=5, seen=1, reason="back at the table")
    assert "Girls 5" in words_of(client.post(report, sent | {"step": "preview"}))
    assert client.post(report, sent | {"step": "apply"}).status_code == 303
    assert totals(event) == (15, 0)


# --- ends, undoing, and what it costs -----------------------------------------------------------


def test_where_nobody_can_play_on_the_desk_asks_for_the_last_deals(client: Client) -> None:
    event = begun(client, an_event(RUMMOLI, ("Ann", "Bo"), options={"chips": 9}))
    claims = {"AS": 1, "10S": 0}  # both are left with four
    say(table(event), 1, {"claims": claims, "rummoli": 1, "poker": [0]})
    desk = words_of(client.get(at("event", event)))
    assert "Enter round 2" not in desk
    assert "Deals for what is left" in desk
    page = client.get(at("event_deal_report", event, *where(2)))
    assert page.context["form"].final
    page = client.get(at("event_table", event, 1, 1))
    assert page.context["form"].final
    assert not page.context["can_close"]
    sent = dict.fromkeys(page.context["form"].fields, "1")
    entered(client, event, where(2), sent | {"seen": 0})
    [found] = read_boards(event)
    assert found.ending is not None
    assert found.state.chips == (4, 14)


def renew(event: Event) -> None:
    """Change something, so that nothing that was kept serves any more."""
    events.update_event(event=event, actor=host(event), name=f"{event.name} x"[-60:])


def test_the_desk_costs_the_same_however_much_was_played(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    few, many = start(GIN, 4), start(GIN, 16)
    for _round in range(3):
        play_round(many, Random(4))
    client.force_login(few.owner)
    for event, name, more in (
        (few, "event", ()),
        (many, "event", ()),
        (many, "event_worksheet", (2,)),
        (many, "event_deal", where(set_number=2)),
    ):
        renew(event)
        with django_assert_num_queries(COST[name]):
            assert client.get(at(name, event, *more)).status_code == 200
