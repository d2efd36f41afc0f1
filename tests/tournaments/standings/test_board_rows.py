"""Standings from boards: teams, tables that cannot be compared, a final table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets import games
from rulesets.engine.replay import RoundReport, replay
from rulesets.engine.roster import Roster, Setup
from rulesets.formats import format_of
from rulesets.standings.placings import placings
from tests.rulesets.evenings import histories
from tests.rulesets.tables import plays_of
from tests.sampling import examples
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    an_event,
    begin,
    entry,
    gin,
    play,
    play_round,
    read_board,
    say,
    start,
    stock,
    table,
    take_back,
)
from tests.tournaments.evening import at_table, host
from tournaments.boards import hall as board_module
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.event_tables import TableRecord
from tournaments.models import Event
from tournaments.reports.acceptances import accept
from tournaments.seating import draws, roll_call
from tournaments.seats.requests import leads
from tournaments.standings import selectors as module
from tournaments.standings.board_points import BoardPoints
from tournaments.standings.selectors import computed, only_board, standings


def lines(event: Event) -> dict[str, Any]:
    return {row.name: row for row in computed(event).rows}


def counts(event: Event, number: int, *points: int | None) -> None:
    """One round of Golf at a table."""
    at = read_board(event, number)
    say(table(event, number, at.set_number), at.next_number, {"points": list(points)})


# -- boards without a database -------------------------------------------------------------------


def a_board(
    slug: str, setup: Setup, reports: list[Any], *, number: int, last: bool = False
) -> EventBoard:
    """A board of table `number` (or the final one) whose entries are the names' own hashes."""
    told = replay(plays_of(slug), setup, [RoundReport(report) for report in reports])
    states = (told.opening.state, *(one.state for one in told.rounds))
    rounds = tuple(
        BoardRound(
            number=place,
            reports=(a_line(place),),
            byes=(),
            value=report,
            complete=True,
            played=played,
            before=before,
        )
        for place, (report, played, before) in enumerate(
            zip(reports, told.rounds, states, strict=False), 1
        )
    )
    return EventBoard(
        format=format_of(games.load(slug)),
        setup=setup,
        title="Final table" if last else f"Table {number}",
        table=TableRecord(0, number, 2 if last else 1, 0),
        entry_ids=tuple(hash(name) for name in setup.roster.names),
        rounds=rounds,
        replay=told,
        open=True,
    )


def a_line(deal: int) -> DealReport:
    return DealReport(
        table_id=0,
        table_number=1,
        set_number=1,
        deal=deal,
        chairs=(),
        payload={},
        revision=1,
        report_id=1,
        author="",
        accepted=True,
        allowed=(),
        reason="",
        pending_id=None,
        disputed=False,
    )


def renamed(setup: Setup, table_number: int) -> Setup:
    names = tuple(f"{name}{table_number}" for name in setup.roster.names)
    return Setup(Roster(names), setup.options, setup.first)


def golf_to_the_end(names: tuple[str, ...], stake: int, rng: Random) -> tuple[Setup, list[Any]]:
    """A whole game of Golf."""
    kind = plays_of(GOLF)
    setup = Setup(Roster(names), games.load(GOLF).options(stake=stake))
    reports: list[Any] = []
    state = kind.start(setup).state
    while kind.over(state) is None:
        told = [rng.randint(0, 9) if p in state.players else None for p in range(len(names))]
        reports.append({"points": told})
        state = replay(kind, setup, [RoundReport(one) for one in reports]).state
    return setup, reports


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_what_people_have_and_what_lies_in_pots_is_what_they_brought(data: st.DataObject) -> None:
    slug = data.draw(st.sampled_from((GOLF, RUMMOLI)))
    found = [
        a_board(slug, renamed(setup, number), reports, number=number)
        for number, (setup, reports) in enumerate(
            data.draw(st.lists(histories(slug, most=5), min_size=1, max_size=3)), 1
        )
    ]
    rows = BoardPoints().rows(Event(family_id=1), found)
    unit = next(iter(plays_of(slug).conserved))
    pooled, bought = 0, 0
    for one in found:
        held = plays_of(slug).holdings(one.state)[unit]
        pooled += sum(amount for account, amount in held.items() if account.kind != "player")
        bought += sum(
            transfer.amount
            for _round, transfer in one.replay.ledger()
            if transfer.source.kind == "bank"
        )
    everything = sum(row.total for row in rows) + pooled
    # Golf's totals are what people hold, Rummoli's what they hold beyond what they bought.
    assert everything == (bought if slug == GOLF else 0)
    for row in rows:
        assert row.progress[-1] == row.total
        assert sum(points or 0 for points in row.sets) == row.total - row.progress[0]


@settings(max_examples=examples(60), deadline=None)
@given(
    sizes=st.lists(st.integers(2, 4), min_size=2, max_size=3),
    stake=st.integers(1, 3),
    seed=st.integers(0, 10**6),
)
def test_after_the_final_table_the_totals_add_up_to_what_was_brought(
    sizes: list[int], stake: int, seed: int
) -> None:
    rng = Random(seed)
    found = []
    for number, size in enumerate(sizes, 1):
        names = tuple(f"P{number}{place}" for place in range(size))
        found.append(a_board(GOLF, *golf_to_the_end(names, stake, rng), number=number))
    winners = tuple(one.names[place] for one in found for place in one.ending.winners)
    rest = {row.name: row for row in BoardPoints().rows(Event(family_id=1), found)}
    final = a_board(GOLF, *golf_to_the_end(winners, stake, rng), number=1, last=True)
    rows = BoardPoints().rows(Event(family_id=1), [*found, final])
    assert sum(row.total for row in rows) == stake * sum(sizes)
    assert {row.name for row in rows[: len(winners)]} == set(winners)
    assert rows[0].name == winners[final.ending.winners[0]]
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for row in rows:
        if row.name not in winners:
            assert row.total == rest[row.name].total
            assert row.rank >= rest[row.name].rank
    # In the final itself the order is that of its own ranking.
    own = placings(plays_of(GOLF).ranking(final.state))
    order = {final.names[place]: one.rank for place, one in enumerate(own)}
    assert [order[row.name] for row in rows[: len(winners)]] == sorted(order.values())


# -- whole evenings ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_before_the_seats_everybody_is_there_with_nothing() -> None:
    found = standings(an_event(GOLF, 3))
    assert [(row.name, row.total, row.rank) for row in found.rows] == [
        ("Ann", 0, 1),
        ("Bo", 0, 1),
        ("Cy", 0, 1),
    ]
    assert found.counted == "Quarters"


@pytest.mark.django_db
def test_teams_have_one_place_each() -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 30))
    assert {row.total for row in computed(event).rows} == {0}  # the round waits for the others
    say(table(event, 2), 1, stock(20, 5))
    found = computed(event)
    assert [row.name for row in found.rows] == ["G1", "G2", "L1", "L2"]
    for name, total, rank in (("G1", 15, 1), ("G2", 15, 1), ("L1", 0, 2), ("L2", 0, 2)):
        row = lines(event)[name]
        assert (row.total, row.rank, row.shared) == (total, rank, True)
        assert (row.sets, row.progress) == ((total, None), (0, total))
    assert [(side.name, side.total, side.rank, side.shared) for side in found.sides] == [
        ("Guys", 15, 1, False),
        ("Girls", 0, 2, False),
    ]
    assert found.sides[0].names == "G1, G2"
    for number in (1, 2):
        say(table(event, number), 1, gin(1, 40))
    found = computed(event)
    assert [(side.name, side.moved) for side in found.sides] == [("Girls", 1), ("Guys", -1)]


@pytest.mark.django_db
def test_places_of_tables_come_before_totals() -> None:
    event = start(GOLF, 6, tables=2)
    counts(event, 1, 9, 1, 1)  # Ann pays
    counts(event, 1, 9, 1, 1)
    counts(event, 2, 1, 9, 1)  # Eve pays
    found = lines(event)
    assert [(name, row.rank, row.total) for name, row in found.items()] == [
        ("Bo", 1, 3),
        ("Cy", 1, 3),
        ("Di", 1, 3),
        ("Fay", 1, 3),
        ("Eve", 5, 2),  # third at her table like Ann, with more left
        ("Ann", 6, 1),
    ]
    assert [row.shared for row in found.values()] == [True] * 4 + [False] * 2
    assert {row.table for row in found.values()} == {"Table 1", "Table 2"}
    assert found["Ann"].moved == -1  # the last round of both tables taken away, all were level
    assert found["Ann"].sets == (-1, -1)
    assert found["Eve"].progress == (3, 2)


@pytest.mark.django_db
def test_a_round_that_does_not_count_brings_nothing() -> None:
    event = start(GOLF, 3)
    counts(event, 1, 9, 1, 1)
    counts(event, 1, 1, 9, 1)
    take_back(table(event), 1)
    assert lines(event)["Ann"].sets == (None, 0)
    assert lines(event)["Bo"].sets == (None, -1)


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
def test_who_comes_to_no_table_has_no_line() -> None:
    event = an_event(GOLF, 4)
    absent = entry(event, "Di")
    roll_call.mark_away(event=event, actor=host(event), entry=absent, from_set=1)
    begin(event)
    assert set(lines(event)) == {"Ann", "Bo", "Cy"}
    assert computed(event).row(absent.pk) is None


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
def test_what_is_told_before_the_hand_waits_for_nobody() -> None:
    event = start("oh-hell", 4)
    say(table(event), 1, {"bid": [2, 3, 2, 4]})
    assert not computed(event).provisional
    told = say(table(event), 1, {"bid": [2, 3, 2, 4], "tricks": [2, 3, 2, 3]})
    assert computed(event).provisional
    accept(report=told, actor=at_table(event, 1))
    assert not computed(event).provisional


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
