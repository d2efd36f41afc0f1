"""The log of an evening that keeps boards, in its own words."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import board_evening as evening
from tests.tournaments import evening as drives
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    entry,
    gin,
    host,
    play,
    read_board,
    say,
    start,
    stock,
    table,
    take_back,
)
from tournaments.log.selectors import read_log
from tournaments.log.services import undo_last
from tournaments.models import Event
from tournaments.reports import acceptances, dealers, services
from tournaments.reports.submission import Submission
from tournaments.seating import redraws, roll_call, roster
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def newest(event: Event, count: int = 1) -> list[str]:
    return [row.sentence for row in read_log(event).rows[:count]]


def test_reports_of_couples() -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 20))
    assert newest(event) == ["Round 1, place 1: G1: gin, L1 caught with 20 (Guys 20, 1 gin)."]
    kept = say(table(event, 1), 1, stock(4, 9))
    assert newest(event)[0] == (
        "Round 1, place 1: G1: gin, L1 caught with 20 (Guys 20, 1 gin). "
        "It was corrected to: Stock ran out: G1 has 4 left, L1 9 (Guys 5)."
    )
    acceptances.accept(report=kept, actor=host(event))
    assert newest(event) == ["Round 1, place 1 was accepted."]
    say(table(event, 2), 1, gin(1, 20))
    assert newest(event)[0].endswith("(Girls 20, 1 gin). Round 2 began.")
    take_back(table(event, 2, 1), 1)
    assert newest(event) == [
        "Round 1, place 2: L2: gin, G2 caught with 20 (Girls 20, 1 gin). It was withdrawn."
    ]
    wall.nudge(event=event, actor=host(event), table_number=2)
    assert newest(event) == ["Place 2 was asked for its results."]


def test_reports_of_tables() -> None:
    one = start(GOLF, 3)
    say(table(one), 1, {"points": [1, 2, 3]})
    assert newest(one) == ["Round 1: Cy pays 1."]
    several = start(RUMMOLI, 4, tables=2)
    say(table(several, 2), 1, {"rummoli": 0, "poker": [0]})
    assert newest(several) == ["Round 1, table 2: Rummoli: Cy 2, Poker: Cy 2."]
    dealers.set_dealer(table=table(several, 1), chair=1, actor=host(several))
    assert newest(several) == ["Table 1: Bo deals first."]
    wall.nudge(event=several, actor=host(several), table_number=1)
    assert newest(several) == ["Table 1 was asked for its results."]


def test_a_game_that_ends_and_goes_on() -> None:
    event = start(GOLF, 2, options={"stake": 1, "ante": 1})
    say(table(event), 1, {"points": [1, 2]})
    assert newest(event) == ["Round 1: Bo is out. Ann is the last one in and has 2 quarters."]
    undo_last(event=event, actor=host(event))
    assert newest(event) == [
        "Undone: Round 1: Bo is out. Ann is the last one in and has 2 quarters."
    ]


def test_seats_and_people() -> None:
    event = start(GIN, 4)
    assert newest(event, 2) == ["The seats were shown (2 couples).", "The seats were drawn."]
    roll_call.add_late_guest(event=event, actor=host(event), name="Zoë", role="girls")
    roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "G1"), from_set=2)
    redraws.reseat(event=event, actor=host(event))
    roll_call.mark_here(event=event, actor=host(event), entry=entry(event, "G1"), from_set=2)
    assert newest(event, 4) == [
        "G1 is here from round 2 on.",
        "Round 1 was reseated.",
        "G1 is away from round 2 on.",
        "Zoë came late and is playing from round 2 on.",
    ]
    other = start(GOLF, 4, name="Other")
    assert newest(other) == ["The seats were shown (1 table)."]


@pytest.mark.sql
def test_a_line_that_was_written_without_words_is_told_all_the_same() -> None:
    event = start(GOLF, 3)
    say(table(event), 1, {"points": [1, 2, 3]})
    line = event.log.order_by("-version")[0]
    line.params.pop("text")
    line.save()
    assert newest(event) == ["Round 1: something else."]


def test_what_never_counted_is_withdrawn() -> None:
    """The line of such a withdrawal has no result from before."""
    event = drives.start(people=8)
    at, actor = drives.table(event), host(event)
    drives.say(at, 1, {"tricks": [10, 3]})
    leader = event.entries.get(name=standings(drives.live(event)).rows[0].name)
    roster.set_scorekeeper(event=event, actor=actor, entry=leader)
    drives.say(at, 2, {"tricks": [5, 7]}, actor, override=True, reason="a card was lost")
    assert newest(event)[0].endswith("needs another player’s agreement.")
    given = {"key": "no", "seen": 1, "reason": "found it"}
    services.withdraw(at, 2, Submission(actor, **given))
    assert newest(event) == ["Set 1, table 1, hand 2: something else. It was withdrawn."]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_line_speaks_of_sets_and_hands(slug: str) -> None:
    event = start(slug, 4, seed=2)
    play(event)
    at, deal = (table(event, 1, 1), 1) if slug == GIN else (table(event), 1)
    told = read_board(event).rounds[0].reports[0].payload
    take_back(at, deal)
    assert told is not None
    say(at, deal, told, host(event))
    undo_last(event=event, actor=host(event))
    evening.at_table(event, 1)
    pages = read_log(event).pages
    told_lines = [
        row.sentence for page in range(1, pages + 1) for row in read_log(event, page).rows
    ]
    assert len(told_lines) == event.log.count()
    for sentence in told_lines:
        assert not re.search(r"\b[Ss]et\b|\bhand\b|None|something else|[{}]", sentence), sentence


@pytest.mark.parametrize("slug", [GIN, GOLF])
def test_a_page_of_the_log_costs_the_same_whatever_was_played(slug: str) -> None:
    costs = []
    for rounds in (1, 6):
        event = start(slug, 4, seed=2, name=str(rounds))
        play(event, rounds)
        say(
            table(event, 1, 1), 1, read_board(event).rounds[0].reports[0].payload or {}, host(event)
        )
        with CaptureQueriesContext(connection) as queries:
            read_log(event)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 8
