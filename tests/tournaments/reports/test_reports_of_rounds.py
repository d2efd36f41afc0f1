"""Rounds on boards: whole evenings, keys, conflicts, corrections, overrides, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments import board_evening as evening
from tests.tournaments import evening as drives
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    at_table,
    entry,
    gin,
    host,
    read_board,
    say,
    start,
    stock,
    table,
    take_back,
    totals,
)
from tests.tournaments.evening import codes, refuses
from tournaments.boards.hall import Hall
from tournaments.log.selectors import read_log
from tournaments.models import Balance, Event, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.reports import acceptances
from tournaments.seating import draws, redraws, roll_call, roster

pytestmark = pytest.mark.django_db


def three(*points: int | None, knocker: int | None = None) -> dict[str, Any]:
    """A round of golf."""
    return {"points": list(points)} | ({} if knocker is None else {"knocker": knocker})


# Keys and conflicts -----------------------------------------------------------------


def test_a_page_that_is_old_is_not_believed() -> None:
    """What this process read for a page counts only if nothing has happened since."""
    event = start(GOLF, 3)
    old = table(event)
    _ = Hall.of(old.seating.event).boards
    say(table(event), 1, three(1, 2, 3))
    say(old, 2, three(1, 2, 3), at_table(event, 1), seen=0)
    assert totals(event) == (3, 3, 1)
    with pytest.raises(Conflict):
        say(old, 2, three(3, 2, 1), at_table(event, 1), seen=0)


# Who may -----------------------------------------------------------------------------


@pytest.mark.parametrize("desk", [True, False])
def test_seats_that_were_put_away_take_no_reports(*, desk: bool) -> None:
    event = start(GIN, 4)
    old = table(event)
    redraws.reseat(event=event, actor=host(event))
    old.seating.refresh_from_db()
    with refuses("seats.replaced"):
        say(old, 1, gin(0, 20))
    drive = drives.start(people=8)
    old = table(drive)
    roll_call.add_late_guest(event=drive, actor=host(drive), name="Zoe", role="lady")
    drive.refresh_from_db()
    redraws.reseat(event=drive, actor=host(drive))
    old.seating.refresh_from_db()
    with refuses("seats.replaced"):
        say(old, 1, {"tricks": [7, 6]}, host(drive) if desk else at_table(drive, 1))
    assert not Report.objects.exists()


def test_only_the_desk_says_that_a_couple_is_away() -> None:
    event = start(GIN, 4)
    with refuses("away.desk"):
        evening.away(event, 1, at_table(event, 1))
    report = say(table(event), 1, {"away": True, "outcome": "gin", "by": 99}, host(event))
    assert report.payload == {"away": True}
    assert read_log(event).rows[0].sentence == "Round 1, place 1: G1 and L1 are not playing."
    say(table(event, 2), 1, gin(0, 20))
    assert totals(event) == (20, 0)
    assert read_board(event).rounds[0].counted
    with pytest.raises(Refused):
        say(table(start(GOLF, 3)), 1, {"away": True}, host(Event.objects.latest("pk")))


def test_a_round_that_nobody_plays_counts_for_nothing_and_the_next_begins() -> None:
    event = start(GIN, 2)
    evening.away(event, 1)
    now = read_board(event)
    assert [board_round.counted for board_round in now.rounds] == [False, False]
    assert now.rounds[1].number == 2
    say(table(event), 1, gin(0, 20))
    assert totals(event) == (20, 0)


# The rules ---------------------------------------------------------------------------


def a_richer_space_first(event: Event) -> dict[str, Any]:
    """Two rounds of Rummoli, then last deals that begin with a space that is not the poorest."""
    at = table(event)
    keys = [space.key for space in read_board(event).state.spaces[:7]]
    say(at, 1, {"claims": {keys[0]: 0}, "rummoli": 0, "poker": [1]})
    say(at, 2, {"rummoli": 0, "poker": [1]})
    return {"final_poker": [{"space": key, "player": 2} for key in (*keys[1:], keys[0])]}


def test_an_override_needs_the_desk_and_a_reason_and_counts() -> None:
    event = start(RUMMOLI, 3)
    told, at = a_richer_space_first(event), table(event)
    for actor, more, code in (
        (None, {}, "final_poker.order"),
        (None, {"override": True, "reason": "so it was"}, "final_poker.order"),
        (host(event), {"override": True}, "reason.missing"),
        (host(event), {"override": True, "reason": "x" * 301}, "reason.long"),
    ):
        with pytest.raises(Refused) as refused:
            say(at, 3, told, actor, **more)
        assert code in codes(refused)
    report = say(at, 3, told, host(event), override=True, reason="so it was")
    assert (report.overrode, report.reason) == (["final_poker.order"], "so it was")
    now = read_board(event)
    assert now.rounds[2].counted
    assert now.ending is not None
    assert not now.rounds[1].reports[0].accepted  # a phone says no yes for the others at its table
    line = now.rounds[2].reports[0]
    assert (line.allowed, line.reason, line.accepted) == (("final_poker.order",), "so it was", True)
    row = read_log(event).rows[0]
    assert "against a rule" in row.sentence
    assert row.reason == "so it was"
    say(at, 2, {"rummoli": 1, "poker": [0]}, host(event))  # and counts after a correction elsewhere
    assert read_board(event).rounds[2].counted


def test_an_override_by_a_scorekeeper_who_leads_waits_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.reports.judging.leads", lambda _event, _entry: True)
    event = start(RUMMOLI, 3)
    acceptances.set_saved_is_agreed(event=event, actor=host(event), saved=True)
    roster.set_scorekeeper(event=event, actor=host(event), entry=entry(event, "Cy"))
    told, at = a_richer_space_first(event), table(event)
    waiting = say(at, 3, told, host(event), override=True, reason="so it was")
    now = read_board(event)
    assert (now.rounds[2].reports[0].pending_id, now.ending) == (waiting.pk, None)
    assert not now.rounds[2].complete
    assert not waiting.acceptances.exists()  # what a table saves is agreed, not what the desk does
    assert not Balance.objects.filter(report=waiting).exists()
    assert "needs another player" in read_log(event).rows[0].sentence
    assert "POKER" not in read_log(event).rows[0].sentence
    with pytest.raises(Refused):
        acceptances.accept(report=waiting, actor=host(event))
    with refuses("agree.self"):
        acceptances.agree(report=waiting, actor=host(event), by=entry(event, "Cy"))
    for _twice in (1, 2):
        acceptances.agree(report=waiting, actor=at_table(event, 1), by=entry(event, "Ann"))
    assert read_board(event).ending is not None
    assert Balance.objects.filter(report=waiting).count() == 1
    assert read_log(event).rows[0].sentence == "Round 3: Ann agreed to the override."


# Corrections and withdrawals ---------------------------------------------------------


def test_a_correction_that_takes_a_seat_at_the_final_table_is_asked() -> None:
    event = start(GOLF, 4, tables=2, options={"stake": 1, "ante": 1})
    for number in (1, 2):
        say(table(event, number), 1, {"points": [1, 2]})
    at = table(event, 1)
    say(at, 1, {"points": [2, 1]})
    say(at, 1, {"points": [1, 2]})  # nobody has been seated by it yet
    draws.seat_final(event=event, actor=host(event))
    with pytest.raises(Refused) as refused:
        say(at, 1, {"points": [2, 1]}, host(event))
    assert codes(refused) == ["final.moved"]
    assert "Ann is at the final table" in refused.value.problems[0].message
    say(at, 1, {"points": [3, 4]}, host(event))
    say(at, 1, {"points": [2, 1]}, host(event), confirmed=("final.moved",))
    final = read_board(event)
    assert (final.title, final.names) in (
        ("Final table", ("Ann", "Cy")),
        ("Final table", ("Cy", "Ann")),
    )


def test_a_correction_can_end_the_game_earlier_and_it_goes_on_again() -> None:
    """The round that nobody has played is put away, and comes back with another correction."""
    event = start(GIN, 2)
    for number in range(1, 4):
        say(table(event), 1, gin(0, 60))
        assert read_board(event).rounds[-1].number == number + 1
    say(table(event, 1, 3), 1, gin(0, 114), host(event), confirmed=("caught.rare",))
    assert read_board(event).ending is None
    say(table(event, 1, 2), 1, gin(0, 114), host(event), confirmed=("caught.rare",))
    while read_board(event).ending is None:
        say(table(event), 1, gin(0, 60))
    last = len(read_board(event).rounds)
    rows = read_log(event).rows
    assert "All three games are over" in rows[0].sentence
    say(table(event), 1, stock(0, 0), host(event))
    now = read_board(event)
    assert (now.ending, len(now.rounds)) == (None, last + 1)
    assert f"Round {last + 1} began." in read_log(event).rows[0].sentence
    say(table(event, 1, last), 1, gin(0, 60), host(event))
    now = read_board(event)
    assert now.ending is not None
    assert len(now.rounds) == last
    assert f"Round {last + 1} is not played" in read_log(event).rows[0].sentence


def test_a_table_does_not_take_back_what_later_rounds_stand_on() -> None:
    event = start(GOLF, 3, options={"stake": 2, "ante": 1})
    at = table(event)
    for deal, points in enumerate(((1, 2, 3), (1, 2, 3), (1, 2, None)), 1):
        say(at, deal, three(*points))
    with refuses("later.broken"):
        take_back(at, 1, at_table(event, 1))
    take_back(at, 1)
    assert [board_round.counted for board_round in read_board(event).rounds] == [False, True, False]


def test_withdrawing_asks_for_a_reason_once_and_for_what_is_there() -> None:
    event = start(GOLF, 3)
    at = table(event)
    with refuses("report.none"):
        take_back(at, 1)
    say(at, 1, three(1, 2, 3))
    with refuses("reason.missing"):
        take_back(at, 1, reason=" ")
    with pytest.raises(Conflict):
        take_back(at, 1, seen=0)
    with refuses("table.foreign"):
        take_back(at, 1, at_table(start(GOLF, 3, name="Other"), 1))
    once = take_back(at, 1, key="w")
    assert take_back(at, 1, key="w").pk == once.pk
    say(at, 1, three(1, 2, 3))
    with pytest.raises(Conflict):  # the page that took it back once knows nothing of this one
        take_back(at, 1, key="w", seen=1)
    take_back(at, 1)
    with pytest.raises(Refused):
        take_back(at, 1)


SLUG = "fast-track"
WON = {"winner": 1, "home": [4, 4, 3, 4]}


def test_those_who_sit_across_score_together() -> None:
    event = start(SLUG, 4, options={"partners": True})
    assert read_board(event).setup.roster.side_names == ("Ann & Cy", "Bo & Di")
    say(table(event), 1, WON)
    now = read_board(event)
    assert now.plays.totals(now.standing) == (0, 1)


def test_five_cannot_be_partners() -> None:
    with pytest.raises(Refused, match="Partners play with 4 or 6, not 5"):
        start(SLUG, 5, options={"partners": True})
