"""One person's page where boards are kept: rounds, ledger lines, where to sit next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    an_event,
    away,
    begin,
    entry,
    gin,
    play,
    play_round,
    read_board,
    run,
    say,
    start,
    stock,
    table,
)
from tests.tournaments.evening import host
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.seating import draws, roll_call
from tournaments.standings.players import PlayerPage, player_page
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def page(event: Event, name: str, *, public: bool = False) -> PlayerPage:
    event.refresh_from_db()
    return player_page(event, entry(event, name).pk, public=public)


def test_a_round_of_quarters_tells_what_was_paid() -> None:
    event = start(GOLF, 3)
    say(table(event), 1, {"points": [12, 30, 7], "knocker": 1})
    bo = page(event, "Bo")
    assert (bo.total, bo.counted, bo.run) == (1, "Quarters", (("Bo", (3, 1)),))
    assert bo.seat_text == "Table 1, Chair 2, with Ann and Cy"
    first, one = bo.sets
    assert (first.name, first.points, first.line) == ("The start", 3, "")
    assert [(line.points, line.text) for line in first.hands[0].lines] == [
        (4, "Bo brings 4"),
        (-1, "Bo puts the ante into the pot"),
    ]
    assert (one.name, one.points, one.line) == ("Round 1", -2, "Bo pays 2")
    [hand] = one.hands
    assert [(line.points, line.rule, line.unit) for line in hand.lines] == [(-2, "knocking", "")]
    assert hand.provisional
    assert page(event, "Ann").sets[1].hands[0].lines == ()


def test_at_a_large_table_one_sits_between_two() -> None:
    event = start(GOLF, 6)
    assert page(event, "Bo").seat_text == "Table 1, Chair 2, between Ann and Cy"
    assert page(event, "Ann").seat_text == "Table 1, Chair 1, between Fay and Bo"
    assert page(event, "Fay").seat_text == "Table 1, Chair 6, between Eve and Ann"


def test_what_differs_in_one_word_is_one_line() -> None:
    event = start(RUMMOLI, 3)
    claims = {"claims": {"AS": 0}, "rummoli": 1, "poker": [2], "widow": "kept"}
    say(table(event), 1, claims)
    lines = page(event, "Ann").sets[1].hands[0].lines
    assert [line.points for line in lines] == [-9, 3]
    assert lines[0].text.startswith("Ann antes on 10♠, J♦, Q♣")
    assert lines[0].text.endswith("and Rummoli")
    assert page(event, "Ann").total == -6


def test_teams_see_their_hand_and_what_the_round_brought() -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 30))
    assert page(event, "G1").sets[0].note == "some reports are still missing"
    assert page(event, "G1").sets[0].hands[0].summary.startswith("G1: gin, L1 caught with 30")
    say(table(event, 2), 1, stock(20, 5))
    one = page(event, "G1").sets[0]
    assert (one.points, one.table, one.opponents, one.note) == (15, 1, ("L1",), "")
    mine, team = one.hands
    assert [(line.points, line.unit) for line in mine.lines] == [(30, ""), (1, "gin")]
    assert (team.called, team.points) == ("Guys", 15)
    assert [line.points for line in team.lines] == [15]
    other = page(event, "L1").sets[0]
    assert (other.points, other.opponents) == (0, ("G1",))
    assert [line.points for line in other.hands[0].lines] == [-30, -1]
    assert other.hands[1].lines == ()


def test_who_sits_out_or_is_away_is_told() -> None:
    event = start(GIN, 5)
    [out] = read_board(event).rounds[0].byes
    name = read_board(event).names[out]
    assert page(event, name).seat_text == "Round 1: sits out"
    assert page(event, name).sets[0].note == "sat out: the chair opposite was empty"
    away(event, read_board(event).rounds[0].reports[0].table_number)
    gone = read_board(event).names[read_board(event).rounds[0].reports[0].chairs[0]]
    assert page(event, gone).sets[0].note == "not here"


def test_the_next_seat_is_where_the_rotation_leads() -> None:
    event, following = start(GIN, 6), start(GIN, 6, name="Afterwards")
    play_round(following, Random(1))
    for name in ("G1", "G2", "G3", "L1", "L2", "L3"):
        told = page(event, name)
        [where] = [line for line in told.next_text.splitlines() if line]
        assert where.startswith("Then, in round 2: place ")
        place = where.removeprefix("Then, in round 2: ").removesuffix(".")
        assert page(following, name).seat_text == f"Round 2: {place}", told.seat_text


def test_somebody_faces_an_empty_chair_next() -> None:
    event = start(GIN, 5)
    later = [page(event, name).next_text for name in ("G1", "G2", "G3")]
    assert later.count("Then you sit out round 2.") == 1


def test_a_final_table_goes_on_after_the_first() -> None:
    event = start(GOLF, 4, tables=2, options={"stake": 1})
    say(table(event, 1), 1, {"points": [9, 1]})
    say(table(event, 2), 1, {"points": [1, 9]})
    assert page(event, "Ann").seat_text == "Bo is the last one in and has 2 quarters."
    draws.seat_final(event=event, actor=host(event))
    assert page(event, "Bo").seat_text.startswith("Final table, Chair ")
    say(table(event, 1, 2), 1, {"points": [1, 9]})
    winner = Hall.of(event).boards[-1].names[0]
    told = page(event, winner)
    assert [one.name for one in told.sets] == [
        "The start",
        "Round 1",
        "Final table: the start",
        "Final table: round 1",
    ]
    assert [one.number for one in told.sets] == [0, 1, 2, 3]
    assert told.total == 2 - 1 + 2


def test_who_is_at_no_table_has_no_score() -> None:
    event = an_event(GOLF, 4)
    assert page(event, "Di").seat_text == "The first seats are not drawn yet."
    gone = entry(event, "Di")
    roll_call.mark_away(event=event, actor=host(event), entry=gone, from_set=1)
    begin(event)
    told = page(event, "Di")
    assert (told.total, told.sets, told.seat_text) == (None, (), "You have no seat")


def test_hidden_places_hide_everybodys_rounds() -> None:
    event = start(GOLF, 3)
    say(table(event), 1, {"points": [12, 30, 7]})
    wall.hide_standings(event=event, actor=host(event), hidden=True)
    event.refresh_from_db()
    wall.reveal_next(event=event, actor=host(event))
    bo, ann = page(event, "Bo", public=True), page(event, "Ann", public=True)
    assert (bo.total, bo.hidden, bo.sets) == (2, False, ())
    assert (ann.total, ann.hidden, ann.sets) == (None, True, ())
    assert page(event, "Bo").sets


@pytest.mark.parametrize("game", SLUGS)
def test_the_lines_of_a_round_add_up_to_what_it_brought(game: str) -> None:
    event = start(game, 6, seed=3)
    play(event, 4)
    for one in event.entries.all():
        for told in page(event, one.name).sets:
            lines = [line for hand in told.hands[-1:] for line in hand.lines if not line.unit]
            counted = sum(line.points for line in lines)
            # Chips that are bought do not make a total, and a total is what three games hold.
            if told.points is not None and told.name != "The start":
                assert counted == told.points


def test_a_page_takes_few_queries(django_assert_max_num_queries: Any) -> None:
    event = start(GIN, 8)
    play(event, 4)
    say(table(event, 1), 1, run(0, 3, 20))
    event.refresh_from_db()
    with django_assert_max_num_queries(20):
        assert player_page(event, event.entries.all()[0].pk)
