"""Standings from boards: teams, tables that cannot be compared, a final table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.rulesets.tables import plays_of
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    entry,
    gin,
    play,
    play_round,
    read_board,
    say,
    start,
    stock,
    table,
)
from tests.tournaments.evening import host
from tournaments.boards import hall as board_module
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.seating import draws
from tournaments.seats.requests import leads
from tournaments.standings import selectors as module
from tournaments.standings.selectors import computed, only_board, standings


def lines(event: Event) -> dict[str, Any]:
    return {row.name: row for row in computed(event).rows}


def counts(event: Event, number: int, *points: int | None) -> None:
    """One round of Golf at a table."""
    at = read_board(event, number)
    say(table(event, number, at.set_number), at.next_number, {"points": list(points)})


@pytest.mark.django_db
@pytest.mark.parametrize("slug", [GOLF, RUMMOLI])
def test_what_people_have_and_what_lies_in_pots_is_what_they_brought(slug: str) -> None:
    event = start(slug, 6, tables=2)
    play(event, 4, tables=(1, 2))
    rows, unit = computed(event).rows, next(iter(plays_of(slug).conserved))
    pooled, bought = 0, 0
    for board in Hall.now(event).boards:
        held = board.plays.holdings(board.state)[unit]
        pooled += sum(amount for account, amount in held.items() if account.kind != "player")
        bought += sum(
            transfer.amount
            for _round, transfer in board.replay.ledger()
            if transfer.source.kind == "bank"
        )
    everything = sum(row.total for row in rows) + pooled
    # Golf's totals are what people hold, Rummoli's what they hold beyond what they bought.
    assert everything == (bought if slug == GOLF else 0)
    for row in rows:
        assert row.progress[-1] == row.total
        assert sum(points or 0 for points in row.sets) == row.total - row.progress[0]


@pytest.mark.django_db
def test_the_final_table_comes_first_and_pays_from_what_was_won() -> None:
    assert only_board(start(GOLF, 4, name="Another")) is not None
    event = start(GOLF, 4, tables=2, options={"stake": 2})
    assert only_board(event) is None
    for _ in range(2):
        counts(event, 1, 9, 1)  # Bo wins
        counts(event, 2, 1, 9)  # Cy wins
    assert (lines(event)["Bo"].total, lines(event)["Cy"].total) == (4, 4)
    draws.seat_final(event=event, actor=host(event))
    assert [row.rank for row in computed(event).rows] == [1, 1, 3, 3]
    assert lines(event)["Bo"].total == 3  # one quarter lies in the pot of the final
    best, other = read_board(event).names  # their chairs are drawn
    for _ in range(2):
        counts(event, 1, 1, 9)
    found = lines(event)
    assert [(name, row.rank, row.total) for name, row in found.items()] == [
        (best, 1, 6),
        (other, 2, 2),
        ("Ann", 3, 0),
        ("Di", 3, 0),
    ]
    assert found[best].progress == (1, 1, 4, 3, 6)
    assert found[best].table == "Final table"


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "people"), [(GOLF, 8), (GIN, 4), (GIN, 8)])
def test_standings_cost_the_same_whatever_was_played(
    django_assert_num_queries: Any, game: str, people: int
) -> None:
    event = start(game, people)
    play(event, people // 2)
    event.refresh_from_db()
    module._memo.clear()
    board_module._boards_memo.clear()
    with django_assert_num_queries(8):  # those of the boards, and no more
        standings(event)
    with django_assert_num_queries(0):
        assert standings(event).rows


@pytest.mark.django_db
def test_who_leads() -> None:
    event = start(GOLF, 6, tables=2)
    assert not leads(event, entry(event, "Ann").pk)
    say(table(event, 1), 1, {"points": [9, 1, 1]})
    assert not leads(event, entry(event, "Ann").pk)
    assert leads(event, entry(event, "Bo").pk)
    assert not leads(event, entry(event, "Di").pk)  # nothing has been played at her table
    teams = start(GIN, 4)
    play_round(teams, Random(1))
    best = computed(teams).rows[0]
    worst = computed(teams).rows[-1]
    assert leads(teams, best.entry_id)
    assert worst.rank == 1 or not leads(teams, worst.entry_id)


@pytest.mark.django_db
def test_teams_have_one_place_each() -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 30))
    assert {row.total for row in computed(event).rows} == {0}  # the round waits for the others
    say(table(event, 2), 1, stock(20, 5))
    rows = computed(event)
    assert [row.name for row in rows.rows] == ["G1", "G2", "L1", "L2"]
    for name, total, rank in (("G1", 15, 1), ("G2", 15, 1), ("L1", 0, 2), ("L2", 0, 2)):
        row = lines(event)[name]
        assert (row.total, row.rank, row.shared) == (total, rank, True)
        assert (row.sets, row.progress) == ((total, None), (0, total))
    assert [(side.name, side.total, side.rank, side.shared) for side in rows.sides] == [
        ("Guys", 15, 1, False),
        ("Girls", 0, 2, False),
    ]
    assert rows.sides[0].names == "G1, G2"
    for number in (1, 2):
        say(table(event, number), 1, gin(1, 40))
    rows = computed(event)
    assert [(side.name, side.moved) for side in rows.sides] == [("Girls", 1), ("Guys", -1)]
