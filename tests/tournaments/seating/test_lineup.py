"""Seats where boards are kept: draws, first dealers, rounds of two teams, come and go, a final
table."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    an_event,
    entry,
    gin,
    host,
    play,
    play_round,
    read_board,
    say,
    start,
    table,
)
from tests.tournaments.board_pages import at, begun, next_step, read_boards
from tests.tournaments.evening import refuses
from tests.tournaments.visits import words_of
from tournaments.log.selectors import last_undoable
from tournaments.models import Event, Presence, Seating
from tournaments.models.errors import Refused
from tournaments.seating import draws, redraws, roll_call, roster
from tournaments.seats.selectors import SeatsView
from tournaments.seats.selectors import seats as seats_of

pytestmark = pytest.mark.django_db


def draw(event: Event, **more: object) -> Seating:
    return draws.draw_seats(event=event, actor=host(event), **more)  # type: ignore[arg-type]


def begin(event: Event, draft: Seating) -> Seating:
    return draws.publish(event=event, actor=host(event), seating=draft)


def late(event: Event, name: str, role: str = "") -> None:
    roll_call.add_late_guest(event=event, actor=host(event), name=name, role=role)


def couples(event: Event, number: int) -> list[tuple[str, str]]:
    """Who meets whom in a round, by name."""
    now = read_board(event)
    board_round = now.round(number)
    return [(now.names[a], now.names[b]) for a, b in (line.chairs for line in board_round.reports)]


# The first seats ---------------------------------------------------------------------


def test_a_team_without_anybody_is_refused() -> None:
    event = an_event(GIN, 1)
    with pytest.raises(Refused):
        draw(event)
    other = an_event(GIN, 4, name="Other")
    roster.set_role(event=other, actor=host(other), entry=entry(other, "L1"), role="guys")
    roster.set_role(event=other, actor=host(other), entry=entry(other, "L2"), role="guys")
    with pytest.raises(Refused):
        draw(other)


def test_options_that_do_not_suit_are_refused_before_the_game_begins() -> None:
    event = an_event(GOLF, 3, options={"stake": 4, "ante": 1})
    draft = draw(event)
    Event.objects.filter(pk=event.pk).update(options={"stake": 1, "ante": 2})
    event.refresh_from_db()
    with refuses("options.ante"):
        begin(event, draft)


def test_a_draw_that_people_have_left_is_not_shown() -> None:
    event = an_event(GOLF, 4)
    draft = draw(event)
    Presence.objects.create(entry=entry(event, "Bo"), from_set=1, here=False)
    with refuses("draft.people"):
        begin(event, draft)


# Who deals first ---------------------------------------------------------------------


# Rounds of two teams -----------------------------------------------------------------


@pytest.mark.parametrize("slug", [GOLF, RUMMOLI])
def test_at_a_table_of_its_own_nobody_comes_or_goes(slug: str) -> None:
    event = start(slug, 4)
    with refuses("attendance.seated"):
        late(event, "Zoë")
    with refuses("attendance.seated"):
        roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "Bo"), from_set=2)
    with refuses("seats.none"):
        redraws.reseat(event=event, actor=host(event))


# The final table ---------------------------------------------------------------------


# --- the pages ------------------------------------------------------------------------------------


HX = {"HX-Request": "true"}


def seats(event: Event) -> str:
    return at("event_draw", event)


def drawn_seats(event: Event) -> SeatsView | None:
    return seats_of(event, draft=True)


def shown_seats(event: Event) -> SeatsView | None:
    return seats_of(event)


def test_people_sit_as_entered_or_shuffled_at_so_many_tables(client: Client) -> None:
    event = an_event(GOLF, 7)
    client.force_login(event.owner)
    assert client.post(seats(event), {"act": "draw", "order": "entered", "tables": 2})
    seating = drawn_seats(event)
    assert [[seat.name for seat in table_.seats] for table_ in seating.tables] == [
        ["Ann", "Bo", "Cy", "Di"],
        ["Eve", "Fay", "Gus"],
    ]
    page = client.get(seats(event)).content.decode()
    assert 'value="2"' in page
    assert re.search(r'value="entered"[^>]* checked', page)
    before = seating.seating_id
    client.post(seats(event), {"act": "draw", "order": "shuffle", "tables": 1})
    again = drawn_seats(event)
    assert again.seed
    assert len(again.tables) == 1
    assert Seating.objects.get(pk=before).state == Seating.State.REPLACED
    # The button of the first look begins nothing.
    old = client.post(seats(event), {"act": "publish", "seating": before})
    assert old.status_code == 422
    assert "drawn again in the meantime" in words_of(old)
    assert client.post(seats(event), {"act": "discard"}).status_code == 303
    assert "Draw the seats" in next_step(client, event)


@pytest.mark.parametrize(
    ("people", "sent", "told"),
    [
        (3, {"tables": "2"}, "a table takes 2 to 26"),
        (27, {"tables": "1"}, "a table takes 2 to 26"),
        (3, {"tables": "0"}, "At least one table"),
        (3, {"tables": "61"}, "At most 60 tables"),
        (3, {"tables": "x"}, "whole number"),
        (3, {"order": "by age"}, "valid choice"),
        (1, {}, "a table takes 2 to 26"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    client: Client, people: int, sent: dict[str, str], told: str
) -> None:
    event = an_event(GOLF, people)
    client.force_login(event.owner)
    refused = client.post(seats(event), {"act": "draw", "order": "shuffle"} | sent)
    assert refused.status_code == 422
    assert told in words_of(refused)
    assert drawn_seats(event) is None


def test_everybody_needs_a_team(client: Client) -> None:
    event = an_event(GIN, 4)
    client.force_login(event.owner)
    event.entries.filter(name="G1").update(role="", asked_role="")
    desk = words_of(client.get(at("event", event)))
    assert "1 not marked yet" in desk
    assert "Mark everybody’s team" in desk
    people = client.get(at("event_people", event)).content.decode()
    assert 'value="draw"' not in people
    refused = client.post(seats(event), {"act": "draw"})
    assert refused.status_code == 422
    assert "G1 has no team yet" in words_of(refused)


def test_the_first_deal_is_changed_before_and_after_the_beginning(client: Client) -> None:
    event = an_event(RUMMOLI, 4)
    client.force_login(event.owner)
    client.post(seats(event), {"act": "draw", "order": "entered"})
    seating = drawn_seats(event)
    deal = {"act": "dealer", "seating": seating.seating_id, "table": seating.tables[0].table_id}
    assert client.post(seats(event), deal | {"first": 2}).status_code == 303
    assert drawn_seats(event).tables[0].first_dealer == 2  # type: ignore[union-attr]
    nobody = {"first": 1, "table": deal["table"] + 99}, {"seating": deal["seating"] + 99}
    for wrong in ({"first": 4}, {"first": "x"}, *nobody):
        assert client.post(seats(event), deal | wrong).status_code == 422, wrong
    begin_it = client.post(seats(event), {"act": "publish", "seating": seating.seating_id})
    assert begin_it["Location"] == at("event_ready", event)
    assert "Cy deals" in words_of(client.get(at("event", event)))
    act = at("event_table_act", event, 1, 1)
    assert client.post(act, {"act": "dealer", "first": 0}).status_code == 303
    assert "Ann deals" in words_of(client.get(at("event_table", event, 1, 1)))
    assert client.post(act, {"act": "dealer", "first": 9}).status_code == 422
    play_round(event, Random(1))
    late = client.post(act, {"act": "dealer", "first": 1})
    assert late.status_code == 422
    assert "has moved on" in words_of(late)


def test_a_team_deals_first(client: Client) -> None:
    event = begun(client, an_event(GIN, 5))
    seating = shown_seats(event)
    assert [out.name for out in seating.sit_outs] == ["G1"]
    other = 1 - (seating.first_team or 0)
    values = {"act": "dealer", "seating": seating.seating_id, "first": other}
    assert client.post(seats(event), values).status_code == 303
    assert shown_seats(event).first_team == other  # type: ignore[union-attr]
    page = words_of(client.get(seats(event)))
    assert "G1 sits out" in page
    assert "empty chair" in page
    assert "Seats as they would be in round 2" in page
    assert client.post(seats(event), values | {"first": 2}).status_code == 422


def test_the_running_round_is_seated_anew_until_somebody_reports(client: Client) -> None:
    event = begun(client, an_event(GIN, 4))
    roll = at("event_roll", event)
    late = {"name": "Zoe", "role": "girls"}
    assert client.post(at("event_late", event), late).status_code == 303
    assert client.post(at("event_late", event), late).status_code == 422
    assert client.post(at("event_late", event), {"name": "", "role": "x"}).status_code == 422
    assert "Round 1 has no result yet" in words_of(client.get(roll))
    anew = at("event_redraw", event)
    page = words_of(client.get(anew))
    assert "Zoe plays round 1." in page
    before = event.seatings.get(state="published")
    assert client.post(anew).status_code == 303
    assert event.seatings.get(state="published") != before
    assert "Zoe" in words_of(client.get(seats(event)))
    say(table(event, 2), 1, gin(0, 3))
    assert "has no result yet" not in words_of(client.get(roll))
    assert client.get(anew).status_code == 404
    refused = client.post(anew)
    assert refused.status_code == 422
    assert "Round 1 already has results." in words_of(refused)


def test_a_table_that_has_begun_says_what_is_possible(client: Client) -> None:
    event = begun(client, an_event(GOLF, 4))
    assert "undo the start" in words_of(client.get(seats(event)))
    people = client.get(at("event_people", event)).content.decode()
    assert f'href="{seats(event)}">Somebody came late?</a>' in people
    play_round(event, Random(1))
    assert "these seats stay" in words_of(client.get(seats(event)))
    assert client.post(seats(event), {"act": "draw"}).status_code == 422


def test_a_round_waits_until_both_teams_have_somebody(client: Client) -> None:
    event = begun(client, an_event(GIN, 2))
    roll = at("event_roll", event)
    leaver = entry(event, "L1")
    assert client.post(roll, {"act": "away", "entry": leaver.pk}).status_code == 303
    play_round(event, Random(1))
    assert "Round 2 needs at least one player in each team" in next_step(client, event)
    assert client.get(at("event_worksheet", event, 1)).status_code == 200
    assert client.get(seats(event)).status_code == 200
    assert client.post(roll, {"act": "here", "entry": leaver.pk}).status_code == 303
    assert "Round 2 · 0 of 1 couples in" in next_step(client, event)


def test_late_guests_open_a_table_of_their_own(client: Client) -> None:
    event = begun(client, an_event(GOLF, 3))
    opening = {"act": "open", "names": "Zoe\nYan"}
    play_round(event, Random(1))
    before = read_boards(event)[0]
    for names, told in (
        ("", "Type the names"),
        ("Zoe", "a table takes 2 to 26"),
        ("Zoe\nAnn", "already entered"),
        ("Zoe\nZoe", "Zoe (from"),
        ("Zoe\n" + "x" * 500, ""),
    ):
        refused = client.post(seats(event), {"act": "open", "names": names})
        assert refused.status_code == 422
        assert told in words_of(refused)
    assert event.entries.count() == 3
    assert client.post(seats(event), opening).status_code == 303
    first, second = read_boards(event)
    assert first.states == before.states
    assert second.names == ("Zoe", "Yan")
    assert second.title == "Table 2"
    assert "Tables 1 and 2 are still playing" in next_step(client, event)
    assert client.post(at("event_act", event), {"act": "final"}).status_code == 422
    assert event.links.filter(kind="table", table_number=2).exists()
    play(event, tables=(1, 2))
    assert "Seat the final table" in next_step(client, event)
    client.post(at("event_act", event), {"act": "final"})
    assert client.post(seats(event), {"act": "open", "names": "Xi\nVi"}).status_code == 422
    play(event)
    for page in ("event_standings", "event_log", "event_draw", "event_stakes"):
        assert client.get(at(page, event)).status_code == 200, page
    assert client.post(at("event_finish", event), {"act": "finish"}).status_code == 303


def test_a_further_table_is_taken_back_until_it_reports(client: Client) -> None:
    event = begun(client, an_event(GOLF, 3))
    play_round(event, Random(1))
    opening = {"act": "open", "names": "Zoe\nYan"}
    client.post(seats(event), opening)
    step = last_undoable(event)
    assert step.code == "table.opened"
    assert "Table 2 was opened: Zoe and Yan" in words_of(client.get(at("event", event)))
    assert client.post(at("event_undo", event), {"step": step.pk}).status_code == 303
    assert len(read_boards(event)) == 1
    assert event.entries.count() == 3
    client.post(seats(event), opening)
    play_round(event, Random(1), 2)
    told = last_undoable(event)
    assert told.code == "report.added"
    assert client.post(at("event_undo", event), {"step": told.pk}).status_code == 303
    assert last_undoable(event) is None  # what was said at that table stays on record
