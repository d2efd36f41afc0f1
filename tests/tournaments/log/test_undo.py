"""Undo: the last step, back to what was, with a line in the log for it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.evening import (
    an_event,
    at_table,
    entry,
    host,
    live,
    newest,
    next_set,
    play,
    refuses,
    say,
    start,
    table,
    undo,
)
from tournaments.boards.table_reports import reports_at
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.log.selectors import last_undoable, read_log
from tournaments.log.services import undo_last
from tournaments.models import CUT, Acceptance, Event, Report
from tournaments.models.errors import Refused
from tournaments.people import names
from tournaments.reports import acceptances
from tournaments.reports.submission import Submission
from tournaments.seating import draws, exchanges, roll_call, roster
from tournaments.standings.selectors import computed

pytestmark = pytest.mark.django_db


def what_pages_show(event: Event) -> Any:
    """The event as people see it: everything but the log and the reports' history."""
    event.refresh_from_db()
    shown = export_event(event)
    live = [
        {key: one[key] for key in ("set", "state", "flips", "sitting_out")}
        | {"tables": [{**t, "reports": None} for t in one["tables"]]}
        for one in shown["seatings"]
        if one["state"] != "replaced"
    ]
    rows = [(row.name, row.total, row.rank, row.sets) for row in computed(event).rows]
    return (shown["event"], shown["people"], shown["pairings"], live, rows)


Step = Callable[[Event], Any]
BEFORE_PLAY: dict[str, Step] = {
    "draw": lambda e: draws.draw(event=e, actor=host(e), seed=9),
    "people": lambda e: roster.enter_people(
        event=e, actor=host(e), parsed=names.parse_names("Newcomer")
    ),
    "role": lambda e: roster.set_role(
        event=e, actor=host(e), entry=entry(e, "L1"), role="gentleman"
    ),
    "keeps chair": lambda e: roster.set_keeps_chair(
        event=e, actor=host(e), entry=entry(e, "L1"), keeps=True
    ),
    "pairing": lambda e: roster.add_pairing(
        event=e, actor=host(e), first=entry(e, "L1"), second=entry(e, "G1"), kind="apart"
    ),
    "scorekeeper": lambda e: roster.set_scorekeeper(event=e, actor=host(e), entry=entry(e, "L1")),
    "away": lambda e: roll_call.mark_away(event=e, actor=host(e), entry=entry(e, "L1"), from_set=1),
    "publish": next_set,
}
IN_PLAY: dict[str, Step] = {
    "report": lambda e: say(table(e), 1, {"tricks": [7, 6]}),
    "late guest": lambda e: roll_call.add_late_guest(
        event=e, actor=host(e), name="Zoë", role="lady", late_as_sit_out=True
    ),
    "substitute": lambda e: roll_call.substitute(
        event=e,
        actor=host(e),
        table=table(e),
        chair=0,
        from_hand=2,
        entry=newest(e).sit_outs.select_related("entry")[0].entry,
    ),
    "exchange": lambda e: exchanges.exchange_chairs(
        event=e,
        actor=host(e),
        seating=newest(e),
        first=table(e, 1).seats.select_related("entry")[0].entry,
        second=table(e, 1).seats.select_related("entry")[1].entry,
        from_hand=1,
    ),
}


@pytest.mark.parametrize("name", BEFORE_PLAY)
def test_a_step_before_play_is_undone(name: str) -> None:
    event = an_event(people=9)
    before = what_pages_show(event)
    BEFORE_PLAY[name](event)
    assert what_pages_show(event) != before
    while last_undoable(event) and what_pages_show(event) != before:
        undo(event)
    assert what_pages_show(event) == before


@pytest.mark.sql
@pytest.mark.parametrize("name", IN_PLAY)
def test_a_step_in_play_is_undone(name: str) -> None:
    event = live(start(people=9))
    before = what_pages_show(event)
    IN_PLAY[name](event)
    assert what_pages_show(event) != before
    undo(event)
    assert what_pages_show(event) == before


def test_an_undone_step_is_not_undone_twice() -> None:
    event = start(people=8)
    say(table(event), 1, {"tricks": [7, 6]})
    say(table(event), 1, {"tricks": [8, 5]})
    undo(event)
    assert reports_at(table(event)).deal(1).payload == {"tricks": [7, 6]}
    undo(event)
    assert reports_at(table(event)).deal(1).payload is None
    # Before it stands the publication, now without a result that counts.
    last = last_undoable(event)
    assert last.code == "seating.published"
    rows = read_log(event).rows
    assert [row.undone for row in rows[:4]] == [False, False, True, True]
    assert rows[0].sentence == "Undone: Set 1, table 1, hand 1: 7 : 6 (G2 & L4 : L2 & G3)."


@pytest.mark.sql
def test_undo_keeps_whether_a_result_was_accepted() -> None:
    event = start(people=4)
    at = table(event)
    acceptances.accept(report=say(at, 1, {"tricks": [7, 6]}), actor=at_table(event, 1))
    say(at, 1, {"tricks": [8, 5]}, host(event))
    undo(event)
    newest_report = at.reports.order_by("-revision")[0]
    assert newest_report.acceptances.filter(kind=Acceptance.Kind.ACCEPT).exists()


def test_undo_of_an_override_that_waits_brings_back_what_counted() -> None:
    event = start(people=4)
    at = table(event)
    say(at, 1, {"tricks": [10, 3]})
    leader = computed(event).rows[0].entry_id
    roster.set_scorekeeper(event=event, actor=host(event), entry=event.entries.get(pk=leader))
    waiting = say(at, 1, {"tricks": [9, 3]}, host(event), override=True, reason="lost card")
    assert waiting.needs_agreement
    undo(event)
    hands = reports_at(at)
    assert (hands.deal(1).payload, hands.deal(1).pending) == ({"tricks": [10, 3]}, False)


def test_what_happened_meanwhile_is_not_undone_by_mistake_nor_by_a_table() -> None:
    event = start(people=8)
    say(table(event), 1, {"tricks": [7, 6]})
    seen = last_undoable(event)
    say(table(event, 2), 1, {"tricks": [7, 6]})
    with refuses("undo.other"):
        undo_last(event=event, actor=host(event), expected=seen.pk)
    assert Report.objects.count() == 2
    with pytest.raises(Refused):
        undo_last(event=event, actor=at_table(event, 1))


def test_people_who_were_reported_of_stay_on_the_list() -> None:
    """Reports are kept for ever, and so is who they are about."""
    event = start(people=8)
    say(table(event), 1, {"tricks": [7, 6]})
    for _step in ("the report", "the publication", "the draw"):
        undo(event)
    assert last_undoable(event) is None
    with refuses("entry.seated"):
        roster.remove_entry(event=event, actor=host(event), entry=entry(event, "G1"))


def test_finishing_can_be_undone() -> None:
    event = start(people=4)
    play(event, sets=1)
    events.finish_event(event=event, actor=host(event), early=True)
    undo(event)
    event.refresh_from_db()
    assert event.state == Event.State.PLAYING
    assert not hasattr(event, "snapshot")


def test_undoing_a_cut_asks_for_it_again() -> None:
    event = start(people=4)
    at = table(event)
    for deal, first in enumerate((6, 7, 6, 7), 1):
        say(at, deal, {"tricks": [first, 13 - first]})
    acceptances.draw_cut(at, Submission(at_table(event, 1), uuid.uuid4().hex))
    undo(event)
    assert reports_at(at).deal(CUT).payload is None
