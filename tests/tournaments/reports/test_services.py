"""What a table says: kept once, never changed, refused with reasons, agreed to where needed."""

import uuid
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.evening import (
    at_table,
    codes,
    entry,
    host,
    live,
    next_set,
    play,
    refuses,
    say,
    start,
    table,
)
from tournaments.access.permissions import Actor
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.events import services as events
from tournaments.log.services import undo_last
from tournaments.models import Event, LogEntry, Report
from tournaments.models.errors import Conflict, Refused
from tournaments.models.event_games import format_of
from tournaments.reports import acceptances
from tournaments.reports.revisions import lost_race
from tournaments.reports.submission import Submission
from tournaments.seating import roster
from tournaments.standings.selectors import standings

pytestmark = pytest.mark.django_db

SEVEN: dict[str, Any] = {"tricks": [7, 6]}
EIGHT: dict[str, Any] = {"tricks": [8, 5]}
TWELVE: dict[str, Any] = {"tricks": [7, 5]}


def test_the_same_key_with_other_values_is_a_conflict_that_has_both(event: Event) -> None:
    """A browser's Back brings a page back with its key."""
    at = table(event)
    first = say(at, 1, SEVEN, host(event), key="k", seen=0)
    with pytest.raises(Conflict) as conflict:
        say(at, 1, EIGHT, host(event), key="k", seen=0)
    assert (conflict.value.report.newest_id, conflict.value.submitted) == (first.pk, EIGHT)
    assert [report.payload for report in at.reports.all()] == [SEVEN]
    say(at, 1, EIGHT, host(event), key="k2", seen=1)
    assert say(at, 1, EIGHT, host(event), key="k3", seen=2).revision == 2  # the same once more
    assert say(at, 1, EIGHT, host(event), key="k", seen=0).revision == 2
    with pytest.raises(Conflict):  # changed since by somebody else: it does not stand as sent
        say(at, 1, SEVEN, host(event), key="k", seen=0)


def test_the_key_of_a_cut_names_one_answer(event: Event) -> None:
    at = table(event)
    for deal, tricks in enumerate(([7, 6], [6, 7], [7, 6], [6, 7]), 1):
        say(at, deal, {"tricks": tricks})
    one, other = reports_at(at).result(format_of(event), uncut=True).cuts[:2]
    submission = Submission(at_table(event, 1), "k")
    acceptances.report_cut(at, one, submission)
    with pytest.raises(Conflict):
        acceptances.report_cut(at, other, submission)
    assert reports_at(at).cut == one


def test_a_key_used_for_another_hand_is_refused(event: Event) -> None:
    say(table(event), 1, SEVEN, key="k")
    with refuses("key.used"):
        say(table(event), 2, SEVEN, key="k")
    with pytest.raises(Refused):
        say(table(event, 2), 1, SEVEN, key="k")
    report = Report.objects.get()
    # A database that lets two writers in refuses the second report itself.
    again = Submission(at_table(event, 1), "k", SEVEN)
    assert lost_race(table(event), 1, again) == report
    with pytest.raises(Conflict):
        lost_race(table(event), 1, replace(again, payload=EIGHT))
    with refuses("key.used"):
        lost_race(table(event), 2, again)


@pytest.mark.parametrize(
    ("payload", "code", "at"),
    [
        (TWELVE, "tricks.sum", ("tricks",)),
        ({"tricks": ["7", 6]}, "tricks.type", ("tricks", 0)),
        ({**SEVEN, "face_cards": [6, 6]}, "report.field", ("face_cards",)),
    ],
)
def test_an_impossible_report_is_refused_with_its_place(
    event: Event, payload: dict[str, Any], code: str, at: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        say(table(event), 1, payload)
    problem = refused.value.problems[0]
    assert (problem.code, problem.at) == (code, at)
    assert not Report.objects.exists()


def test_a_table_cannot_speak_for_another(event: Event) -> None:
    with refuses("table.foreign"):
        say(table(event, 2), 1, SEVEN, at_table(event, 1))


@pytest.mark.parametrize("kind", ["spectator", "wall"])
def test_who_only_watches_cannot_report(event: Event, kind: Any) -> None:
    watcher = Actor(kind, "Somebody", event.pk)
    with pytest.raises(Refused):
        say(table(event), 1, SEVEN, watcher)
    with pytest.raises(Refused):
        acceptances.accept(report=say(table(event), 1, SEVEN), actor=watcher)


def test_a_scorekeeper_who_does_not_lead_decides(event: Event) -> None:
    """Before the first result nobody leads."""
    live(event)
    actor = host(event)
    at = table(event)
    roster.set_scorekeeper(event=event, actor=actor, entry=entry(event, "L1"))
    assert not say(table(event, 2), 1, TWELVE, actor, override=True, reason="so").needs_agreement
    say(at, 1, {"tricks": [10, 3]})
    last = standings(event).rows[-1]
    roster.set_scorekeeper(event=event, actor=actor, entry=event.entries.get(pk=last.entry_id))
    assert not say(at, 2, TWELVE, actor, override=True, reason="so be it").needs_agreement


def test_accepting_twice_is_once_and_an_old_report_is_told(event: Event) -> None:
    live(event)
    at = table(event)
    first = say(at, 1, SEVEN)
    assert standings(event).provisional
    acceptances.accept(report=first, actor=at_table(event, 1), by="L2")
    acceptances.accept(report=first, actor=at_table(event, 1))
    assert first.acceptances.count() == 1
    assert LogEntry.objects.filter(code="report.accepted").count() == 1
    event.refresh_from_db()
    assert not standings(event).provisional
    with refuses("report.agreed"):
        say(at, 1, EIGHT)
    second = say(at, 1, EIGHT, host(event))
    with pytest.raises(Conflict) as conflict:
        acceptances.accept(report=first, actor=at_table(event, 1))
    assert conflict.value.report.newest_id == second.pk
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert not standings(event).provisional  # what counts again has been accepted
    with refuses("report.agreed"):
        say(at, 1, EIGHT)


def test_an_answer_that_was_lost_is_given_again_after_the_set(event: Event) -> None:
    at = table(event)
    first = say(at, 1, SEVEN, key="lost", seen=0)
    play(event, sets=1)
    next_set(event)
    assert say(at, 1, SEVEN, key="lost", seen=0).pk == first.pk


def test_a_finished_event_takes_no_results_and_says_nothing_else_of_them() -> None:
    event = start(people=4)
    play(event, sets=1)
    events.finish_event(event=event, actor=host(event), early=True)
    for tricks in ([12, 1], [12, 3]):
        with refuses("event.not_playing"):
            say(table(event), 1, {"tricks": tricks}, host(event))


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_a_report_needs_a_usable_key(event: Event, key: str) -> None:
    with pytest.raises(Refused):
        say(table(event), 1, SEVEN, key=key)


def test_a_cut_is_asked_for_and_kept(event: Event) -> None:
    at = table(event)
    actor = at_table(event, 1)
    with pytest.raises(Refused):
        acceptances.report_cut(at, [0, 2], Submission(actor, "early"))
    for deal, first in enumerate((6, 7, 6, 7), 1):
        say(at, deal, {"tricks": [first, 13 - first]})
    board = Hall.of(event).board(1)
    assert (board.result.tied, board.uncut.cut_pick) == ((0, 1, 2, 3), 2)
    roles = reports_at(at).table.roles
    same = [chair for chair in range(4) if roles[chair] == roles[0]]
    with refuses("cut.wrong"):
        acceptances.report_cut(at, same, Submission(actor, "wrong"))
    kept = acceptances.report_cut(at, board.uncut.cuts[0], Submission(actor, "right"))
    assert kept.payload == {"winners": list(board.uncut.cuts[0]), "drawn": False}
    after = Hall.of(event).board(1)
    assert after.result.winners == board.uncut.cuts[0]


@pytest.mark.sql
def test_a_cut_can_be_drawn_and_is_the_same_when_asked_again(event: Event) -> None:
    at = table(event)
    actor = at_table(event, 1)
    for deal, first in enumerate((6, 7, 6, 7), 1):
        say(at, deal, {"tricks": [first, 13 - first]})
    key = uuid.uuid4().hex
    drawn = acceptances.draw_cut(at, Submission(actor, key))
    assert drawn.payload is not None
    assert drawn.payload["drawn"]
    assert acceptances.draw_cut(at, Submission(actor, key)).pk == drawn.pk
    board = Hall.of(event).board(1)
    other = next(cut for cut in board.uncut.cuts if list(cut) != drawn.payload["winners"])
    with pytest.raises(Conflict):
        acceptances.report_cut(at, other, Submission(actor, "late"))


HOST, PHONE = Actor("host", "Host", 1), Actor("table", "Table 1", 1)


@pytest.mark.parametrize("reseat", [True, False])
def test_a_correction_is_the_desks_and_has_a_reason(reseat: bool) -> None:
    Submission(HOST, "k", reason="misread", reseat=reseat).refuse_correction()
    Submission(PHONE, "k").refuse_correction()  # it is none
    with pytest.raises(Refused) as by_table:
        Submission(PHONE, "k", reason="misread", reseat=reseat).refuse_correction()
    with pytest.raises(Refused) as silent:
        Submission(HOST, "k", reason="  ", reseat=reseat).refuse_correction()
    assert codes(by_table) + codes(silent) == ["correct.desk", "reason.missing"]
