"""Seats that follow from a correction: those of the preview are those that it then brings."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.sampling import examples
from tests.tournaments import evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_random_evenings import (
    IN_STAGES,
    PLANS,
    Plan,
    Playing,
    another_report,
    begin,
    of_each_family,
)
from tournaments.models import CUT, Event, Seating
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.reports import report_effects, services
from tournaments.reports.judging import LATER, preview
from tournaments.reports.submission import Submission
from tournaments.seating import draws

pytestmark = pytest.mark.django_db
ALWAYS = (
    *("court-whist-court_whist", "500-bid-progressive", "500-bid-individual", "500-bid-mixed"),
    *("500-bid-knockout", "euchre-swiss then knockout", "golf-swiss then knockout"),
    *("desert-rummy-swiss", "arizona-rummy-knockout", "oh-hell-meetings", "500-bid-pairs"),
)
Seats = dict[int, tuple[str, ...]]


def seats_after(event: Event, set_number: int) -> Seats:
    """Who sits where in the set after, by table, drawn or shown."""
    seating = report_effects.following(event, set_number)
    rows = seating.seats.order_by("table__number", "chair").values_list(
        "table__number", "entry__name"
    )
    seats: Seats = {}
    for number, name in rows:
        seats[number] = (*seats.get(number, ()), name)
    return seats


def play_sets(event: Event, plan: Plan, sets: int) -> int:
    """Play so many sets, or as many as there are before the last, and draw the next; return how
    many were played."""
    playing = Playing(event, plan, straight=True)
    for number in range(sets):
        playing.come_and_go(number)
        playing.draw(plan.seed + number)
        playing.play_set()
        event.refresh_from_db()
        if draws.why_not(event):
            return 0
    if plan.seed % 3:
        playing.draw(plan.seed + sets)
    else:  # not shown yet
        draws.draw(event=event, actor=host(event), seed=plan.seed + sets)
    event.refresh_from_db()
    return sets


def corrections(event: Event, plan: Plan, set_number: int) -> list[tuple[Any, int, Any]]:
    """Some other results of the set: table, deal and what could have been reported there."""
    chance, others = Random(f"{plan.seed}/corrections"), []
    tables = event.seatings.get(set_number=set_number, state=Seating.State.PUBLISHED).tables
    for number in sorted(tables.values_list("number", flat=True)):
        at = evening.table(event, number, set_number)
        reports = at.reports.filter(deal__gt=CUT).exclude(payload=None).order_by("pk")
        report = chance.choice(list(reports))
        other = another_report(event, plan, set_number, number, report.deal, report.payload)
        if other != report.payload:
            others.append((at, report.deal, other))
    return chance.sample(others, min(len(others), 2))


def follow(event: Event, at: Any, deal: int, payload: Any) -> None:
    """Look at what a correction would change, correct, and compare."""
    event.refresh_from_db()
    at = evening.table(event, at.number, at.seating.set_number)
    set_number = at.seating.set_number
    before = seats_after(event, set_number)
    shown = preview(table=at, deal=deal, payload=payload)
    codes = [problem.code for problem in shown.problems]
    seen = at.reports.filter(deal=deal).count()
    submission = Submission(
        actor=host(event),
        key=uuid.uuid4().hex,
        payload=payload,
        seen=seen,
        confirmed=(*codes, LATER, "final.moved"),
        reason="The slip said so",
        reseat=True,
    )
    compares = report_effects.compares_seats(format_of(event), set_number)
    if shown.next_set is None and not compares:
        with pytest.raises(Refused):
            services.save_report(at, deal, submission)
        return
    try:
        services.save_report(at, deal, submission)
    except Refused:
        assert shown.next_set is None  # a match that was over goes on
        return
    after = seats_after(event, set_number)
    if shown.next_set is None:
        assert after == before
    else:
        assert shown.next_set == set_number + 1
        assert shown.now.seats == before
        assert shown.then.seats == after
        assert after != before


@pytest.mark.exhaustive(keep=ALWAYS)
@pytest.mark.parametrize(
    ("game", "form"),
    [pytest.param(*one, id="-".join(one)) for one in (*of_each_family(), *IN_STAGES)],
)
@settings(
    max_examples=examples(12) // 4,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(plan=PLANS, sets=st.integers(1, 2))
def test_seats_of_a_preview_are_those_that_the_correction_brings(
    game: str, form: str, plan: Plan, sets: int
) -> None:
    event = begin(game, form, plan)
    if not report_effects.seats_follow(format_of(event), sets):
        return
    if not play_sets(event, plan, sets):
        return
    for at, deal, payload in corrections(event, plan, sets):
        follow(event, at, deal, payload)
