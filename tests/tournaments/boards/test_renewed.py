"""What is kept of an evening and brought up to date by the log is what is read anew, whatever
happens."""

from __future__ import annotations

import uuid
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulesets.formats import FORMATS
from tests.sampling import examples
from tests.tournaments import board_evening, evening
from tests.tournaments.evening import host
from tests.tournaments.events.test_random_evenings import (
    PLANS,
    Plan,
    Playing,
    another_report,
    begin,
)
from tests.tournaments.walks import play_round
from tournaments.boards.deal_reports import unaccepted
from tournaments.boards.hall import Hall
from tournaments.log.services import undo_last
from tournaments.models import CUT, Event, Report, Seating
from tournaments.models.errors import Conflict, Refused
from tournaments.models.event_games import format_of
from tournaments.reports import acceptances, services
from tournaments.reports.disputes import note_dispute
from tournaments.reports.judging import LATER
from tournaments.reports.submission import Submission
from tournaments.seating import draws, exchanges, redraws, roll_call, roster
from tournaments.seats.requests import next_set
from tournaments.seats.selectors import seats
from tournaments.seats.storage import current_seating
from tournaments.standings.deductions import deduct

# Inside a transaction nothing is kept, so these have none around them.
pytestmark = pytest.mark.django_db(transaction=True)
ALWAYS = ("court-whist-court_whist", "golf-swiss", "golf-table", "gin-tournament-team_line")
PLAYED = (
    *(("court-whist", "court_whist"), ("euchre", "swiss"), ("golf", "swiss")),
    *(("500-bid", "individual"), ("oh-hell", "meetings"), ("500-bid", "knockout")),
    *(("golf", "table"), ("gin-tournament", "team_line")),
)


def read(event: Event, hall: Hall) -> dict[str, Any]:
    """All that a hall tells of an event."""
    values: dict[str, Any] = {"tables": hall.tables, "boards": hall.boards}
    values["seats"] = seats(event)
    values["unaccepted"] = unaccepted(event)
    if format_of(event).keeping.credit == "carried":
        rows = hall.drive
        values |= {"drive": rows.drive, "entries": rows.entry_ids, "left": rows.has_left}
        values["of the drive"] = rows.tables
    return values


class Deeds:
    """What happens in an evening, one thing after the other; what is refused has not happened."""

    def __init__(self, event: Event, plan: Plan) -> None:
        self.event, self.plan, self.chance = event, plan, Random(plan.seed)
        self.done: list[str] = []

    @property
    def by_host(self) -> dict[str, Any]:
        return {"event": self.event, "actor": host(self.event)}

    def do(self, name: str) -> None:
        if name != "draw" and current_seating(self.event) is None:  # the first seats were undone
            return
        try:
            getattr(self, name)()
        except (Refused, Conflict):
            name = f"({name})"
        self.done.append(name)
        self.event = Event.objects.get(pk=self.event.pk)

    def find_differences(self) -> list[str]:
        """What is kept otherwise than it is read anew."""
        kept = read(self.event, Hall.of(self.event))
        with transaction.atomic():
            anew = read(self.event, Hall.now(self.event))
        return [part for part, value in anew.items() if kept[part] != value]

    # --- reports --------------------------------------------------------------------------------

    def any_report(self) -> Report | None:
        found = Report.objects.filter(table__seating__event=self.event, deal__gt=CUT)
        shown = found.filter(table__seating__state=Seating.State.PUBLISHED).exclude(payload=None)
        rows = list(shown.select_related("table__seating").order_by("pk"))
        return self.chance.choice(rows) if rows else None

    def result(self) -> None:
        format = format_of(self.event)
        if format.keeping.credit != "carried":
            play_round(self.event, self.chance)
            return
        tables = list(evening.newest(self.event).tables.order_by("number"))
        at = evening.table(self.event, self.chance.choice(tables).number)
        board = Hall.now(self.event).board(at.number, at.seating.set_number)
        assert board is not None
        deal = board.next_number
        if format.keeping.apart:
            deal = self.chance.randint(1, format.length.most_deals)
            payload = evening.sampled_reports(self.event)(at.seating.set_number, self.chance)
        else:
            payload = board.plays.sample(board.standing, self.chance)
        evening.say(at, deal, payload)

    def play_set(self) -> None:
        if format_of(self.event).keeping.credit == "carried":
            playing = Playing(self.event, self.plan, straight=True)
            playing.play_set()
            self.event.refresh_from_db()
            playing.draw(self.chance.randrange(999))
        else:
            play_round(self.event, self.chance)

    def correct(self, **more: Any) -> None:
        report = self.any_report()
        if report is None:
            return
        number, table = report.table.seating.set_number, report.table.number
        at = evening.table(self.event, table, number)
        if format_of(self.event).keeping.board == "room":
            payload = board_evening.gin(self.chance.randrange(2), self.chance.randrange(1, 40))
        else:
            was = number, table, report.deal, report.payload
            payload = another_report(self.event, self.plan, *was)
        seen = at.reports.filter(deal=report.deal).count()
        values = {"seen": seen, "confirmed": (LATER, "score.negative", "tricks.all", "spoke.many")}
        submission = Submission(
            host(self.event), uuid.uuid4().hex, payload, reason="misread", **values, **more
        )
        services.save_report(at, report.deal, submission)

    def correct_with_seats(self) -> None:
        self.correct(reseat=True)

    def withdraw(self) -> None:
        report = self.any_report()
        if report is not None:
            at = evening.table(self.event, report.table.number, report.table.seating.set_number)
            values = {"seen": at.reports.filter(deal=report.deal).count(), "reason": "misread"}
            submission = Submission(host(self.event), uuid.uuid4().hex, **values)
            services.withdraw(at, report.deal, submission)

    def accept(self) -> None:
        report = self.any_report()
        if report is not None:
            acceptances.accept(report=report, actor=host(self.event))

    def object_to(self) -> None:
        report = self.any_report()
        if report is not None:
            at = evening.table(self.event, report.table.number, report.table.seating.set_number)
            values = {"objector": "Somebody", "text": "That was nine.", "deal": report.deal}
            note_dispute(**self.by_host, table=at, **values)

    def undo(self) -> None:
        undo_last(**self.by_host)

    # --- people and seats -----------------------------------------------------------------------

    def late(self) -> None:
        role = (format_of(self.event).facts.roles.names or ("",))[0]
        roll_call.add_late_guest(**self.by_host, name=f"Late {len(self.done)}", role=role)

    def rename(self) -> None:
        one = self.chance.choice(list(self.event.entries.order_by("pk")))
        roster.rename_entry(**self.by_host, entry=one, name=f"Renamed {len(self.done)}")

    def leave(self) -> None:
        one = self.chance.choice(list(self.event.entries.order_by("pk")))
        roll_call.mark_away(**self.by_host, entry=one, from_set=next_set(self.event))

    def back(self) -> None:
        one = self.chance.choice(list(self.event.entries.order_by("pk")))
        roll_call.mark_here(**self.by_host, entry=one, from_set=next_set(self.event))

    def substitute(self) -> None:
        entries = list(self.event.entries.order_by("pk"))
        tables = list(evening.newest(self.event).tables.order_by("number"))
        at = evening.table(self.event, self.chance.choice(tables).number)
        place = {"table": at, "chair": self.chance.randrange(2), "from_hand": 1}
        roll_call.substitute(**self.by_host, **place, entry=self.chance.choice(entries))

    def swap(self) -> None:
        first, second = self.chance.sample(list(self.event.entries.order_by("pk")), 2)
        pair = {"first": first, "second": second, "from_hand": 1}
        exchanges.exchange_chairs(**self.by_host, seating=evening.newest(self.event), **pair)

    def deduct(self) -> None:
        one = self.chance.choice(list(self.event.entries.order_by("pk")))
        deduct(**self.by_host, entry=one, points=2, reason="Late again")

    def draw(self) -> None:
        if format_of(self.event).keeping.credit == "carried":
            draws.draw(**self.by_host, seed=self.chance.randrange(999))

    def discard(self) -> None:
        draws.discard_draft(**self.by_host)

    def reseat(self) -> None:
        redraws.reseat(**self.by_host, seed=self.chance.randrange(999))


DEEDS = (
    *("result", "result", "result", "play_set", "correct", "correct_with_seats", "withdraw"),
    *("accept", "object_to", "undo", "late", "leave", "back", "substitute", "swap", "deduct"),
    "rename",
    *("draw", "discard", "reseat"),
)


@pytest.mark.exhaustive(keep=ALWAYS)
@pytest.mark.parametrize(("game", "form"), [pytest.param(*one, id="-".join(one)) for one in PLAYED])
@settings(
    max_examples=examples(15) // 5 * 2,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(plan=PLANS, deeds=st.lists(st.sampled_from(DEEDS), min_size=6, max_size=14))
def test_what_is_kept_is_what_is_read_anew(
    game: str, form: str, plan: Plan, deeds: list[str]
) -> None:
    if FORMATS[form].keeping.credit == "carried":
        event = begin(game, form, plan)
        playing = Playing(event, plan, straight=True)
        playing.draw(plan.seed)
        event = playing.event
    else:
        event = board_evening.start(game, plan.people // 2, seed=plan.seed)
    walk = Deeds(event, plan)
    for name in deeds:
        walk.do(name)
        assert not walk.find_differences(), walk.done
