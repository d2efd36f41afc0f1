"""Evenings that Hypothesis makes up: one game of each family in each format in which people carry
points along, to the end, with late guests, leavers, corrections and undo."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulesets import games
from rulesets.formats import FORMATS
from rulesets.formats.drive import set_in_play
from tests.sampling import examples
from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tournaments.boards.board_reading import report_at_place
from tournaments.boards.deals import on_board
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at, reports_in
from tournaments.events import services as events
from tournaments.files.event_document import export_event
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import CUT, Event, Seating
from tournaments.models.event_games import format_of
from tournaments.people.names import ParsedName
from tournaments.reports import services
from tournaments.reports.judging import LATER
from tournaments.reports.submission import Submission
from tournaments.seating import draws, roll_call, roster
from tournaments.seats.requests import next_set
from tournaments.standings.selectors import computed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test import Client

pytestmark = pytest.mark.django_db

SETS = 3
DETOURS = ("right", "right", "corrected", "undone", "withdrawn")
COMINGS = ("late", "leaves", "back", "leaves by mistake", "drawn twice")


def of_each_family() -> list[tuple[str, str]]:
    """The first game of each family that each of these formats fits."""
    values: dict[tuple[str, str], tuple[str, str]] = {}
    for slug in sorted(games.slugs()):
        game = games.load(slug)
        for name in game.formats:
            if FORMATS[name].keeping.credit == "carried":
                values.setdefault((game.family, name), (slug, name))
    return sorted(set(values.values()))


@dataclass(frozen=True)
class Plan:
    """What happens: how many begin; before each set who comes and goes; how each report is sent;
    which of all is found to have been wrong once everything is played; of how many games a match
    is, where two meet."""

    people: int
    seed: int
    comings: tuple[tuple[str, ...], ...]
    detours: tuple[str, ...]
    found_late: int = 0
    best_of: int = 1


PLANS = st.builds(
    Plan,
    people=st.integers(8, 13),
    seed=st.integers(0, 999),
    comings=st.tuples(
        st.just(()),
        *(st.lists(st.sampled_from(COMINGS), max_size=2).map(tuple) for _ in range(SETS - 1)),
    ),
    detours=st.lists(st.sampled_from(DETOURS), min_size=1, max_size=7).map(tuple),
    found_late=st.integers(0, 99),
    best_of=st.sampled_from((1, 3, 5)),
)


@dataclass
class Playing:
    """An evening as it goes on; `straight`: without whatever is put right at once."""

    event: Event
    plan: Plan
    straight: bool
    away: list[str] = field(default_factory=list)
    reports: int = 0

    def play(self) -> Event:
        """To the end, or to the last set that can be seated."""
        number = 0
        while not draws.why_not(self.event):
            self.come_and_go(number)
            if draws.why_not(self.event):
                break
            seed = self.plan.seed + number
            self.draw(seed)
            self.play_set()
            number += 1
        self.event.refresh_from_db()
        return self.event

    def come_and_go(self, number: int) -> None:
        for turn, what in enumerate(self.comings(number)):
            chance = Random(f"{self.plan.seed}/{number}/{turn}")
            here = [
                one
                for one in self.event.entries.order_by("pk")
                if one.name not in self.away and one.name.startswith("P")
            ]
            values: dict[str, Any] = {"event": self.event, "actor": host(self.event)}
            if what == "late":
                roles = format_of(self.event).facts.roles.names or ("",)
                name = f"Late {number}.{turn}"
                roll_call.add_late_guest(**values, name=name, role=chance.choice(roles))
            elif what == "back" and self.away:
                one = self.event.entries.get(name=self.away.pop())
                roll_call.mark_here(**values, entry=one, from_set=next_set(self.event))
            elif what.startswith("leaves") and len(here) > 7:
                one = chance.choice(here)
                mistake = what != "leaves"
                if mistake and self.straight:
                    continue
                roll_call.mark_away(**values, entry=one, from_set=next_set(self.event))
                if mistake:
                    undo_last(**values)
                else:
                    self.away.append(one.name)
            self.event.refresh_from_db()

    def comings(self, number: int) -> tuple[str, ...]:
        return self.plan.comings[number] if number < SETS else ()

    def draw(self, seed: int) -> None:
        values: dict[str, Any] = {"event": self.event, "actor": host(self.event)}
        if not self.straight and "drawn twice" in self.comings(next_set(self.event) - 1):
            draws.publish(**values, seating=draws.draw(**values, seed=seed + 77))
            for _ in range(2):
                self.event.refresh_from_db()
                undo_last(**values)
        self.event.refresh_from_db()
        draws.publish(**values, seating=draws.draw(**values, seed=seed))
        self.event.refresh_from_db()

    def play_set(self) -> None:
        if format_of(self.event).keeping.apart:
            shown = evening.newest(self.event)
            sample = evening.sampled_reports(self.event)
            for hands in reports_in(shown):
                format, table = format_of(self.event), evening.table(self.event, hands.table.number)
                for deal in range(1, format.length.most_deals + 1):
                    row = reports_at(table)
                    if deal > len(row.payloads(format)):
                        break  # who is level plays one more
                    if row.deal(deal).payload is not None:
                        continue
                    place = f"{shown.set_number}/{hands.table.number}/{deal}"
                    self.report(
                        hands.table.number, deal, place, lambda c: sample(shown.set_number, c)
                    )
                evening.settle(self.event, evening.table(self.event, hands.table.number))
        else:
            for number in sorted(board.table_number for board in self.boards()):
                while not (board := self.board(number)).is_over:
                    place = f"{board.set_number}/{number}/{board.next_number}"
                    self.report(
                        number,
                        board.next_number,
                        place,
                        lambda c, p=board: evening.sound(p.plays, p.standing, c),
                    )

    def boards(self) -> list[Any]:
        boards = Hall.now(self.event).boards
        return [board for board in boards if board.set_number == boards[-1].set_number]

    def board(self, number: int) -> Any:
        return next(board for board in self.boards() if board.table_number == number)

    def report(self, number: int, deal: int, place: str, sample: Any) -> None:
        """Send a report, perhaps a wrong one before it."""
        right = sample(Random(f"{self.plan.seed}/{place}"))
        detour = self.plan.detours[self.reports % len(self.plan.detours)]
        self.reports += 1
        at = evening.table(self.event, number)
        if detour != "right" and not self.straight:
            wrong = sample(Random(f"{self.plan.seed}/wrong/{place}"))
            if wrong != right:
                evening.say(at, deal, wrong)
                self.take_back(at, deal, detour)
        evening.say(at, deal, right)

    def take_back(self, at: Any, deal: int, detour: str) -> None:
        self.event.refresh_from_db()
        if detour == "undone":
            undo_last(event=self.event, actor=host(self.event))
        elif detour == "withdrawn":
            seen = reports_at(at).deal(deal).revision
            values: dict[str, Any] = {
                "reason": "Wrong slip",
                "seen": seen,
                "key": f"{at.pk}/{deal}/{seen}",
            }
            services.withdraw(at, deal, Submission(host(self.event), **values))
        self.event.refresh_from_db()


def begin(game: str, form: str, plan: Plan) -> Event:
    form, _, second = form.partition(" then ")
    known = FORMATS[form].of(games.load(game))
    names = {value.name for value in known.kind.options.__dataclass_fields__.values()}
    options = {key: value for key, value in {"rounds": SETS, "deals": 1}.items() if key in names}
    options |= {"stages": second, "qualify": 2} if second else {}
    low, high = known.game.plays.players
    if (
        plan.best_of > 1
        and "knockout" in (form, second)
        and (known.facts.partners or low <= 2 <= high)
    ):
        options |= {"best_of": plan.best_of} | ({"size": 2} if "size" in names else {})
    values: dict[str, Any] = {"name": "x", "date": dt.date(2026, 11, 21), "options": options}
    event = events.create_event(owner=a_user(), game=game, format=form, **values)
    roles = format_of(event).facts.roles.names or ("",)
    people = [
        ParsedName(f"P{n}", "", roles[n % len(roles)], n + 1, team=f"T{n % 3}")
        for n in range(plan.people)
    ]
    roster.enter_people(event=event, actor=host(event), parsed=people)
    return event


def lines(event: Event) -> list[tuple[Any, ...]]:
    rows = computed(event).rows
    return [(row.name, row.total, row.rank, row.sets, row.decision) for row in rows]


def shown_sets(event: Event) -> Iterator[tuple[Seating, Counter[str]]]:
    """Each set with everybody who has a part in it, as often as that is."""
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    for seating in shown:
        seats = [seat.entry.name for seat in seating.seats.select_related("entry")]
        outs = [out.entry.name for out in seating.sit_outs.select_related("entry")]
        yield seating, Counter((*seats, *outs))


def check_seats(event: Event) -> None:
    """Everybody once a set; sit-outs differ by one at most among those who were always there."""
    format, everyone = format_of(event), []
    for seating, people in shown_sets(event):
        assert set(people.values()) == {1}, seating.set_number
        everyone.append(set(people))
    if format.length.by_people:  # who is out of a knockout looks on
        return
    outs = [out for one, _ in shown_sets(event) for out in one.sit_outs.select_related("entry")]
    # Whose partner has left waits for another one, however often that is.
    alone = {out.entry.name for out in outs if out.reason["code"] == "alone"}
    always = set.intersection(*everyone) - alone
    waits = Counter(out.entry.name for out in outs if not out.watches)
    groups: dict[str, list[int]] = {}
    for one in event.entries.filter(name__in=always):
        groups.setdefault(one.role, []).append(waits[one.name])
    for role, counts in groups.items():
        assert max(counts) - min(counts) <= 1, (role, waits)


def check_late_correction(event: Event, plan: Plan) -> None:
    """One report, of whichever set, is corrected after the last one: no seat changes, and the
    standings are those of the very evening in which it was right from the start."""
    document = json.loads(json.dumps(export_event(event)))
    rows = [
        (seating, table, report)
        for seating in document["seatings"]
        if seating["state"] == Seating.State.PUBLISHED
        for table in seating["tables"]
        for report in table["reports"]
        if report["deal"] > CUT and report["payload"] is not None and is_newest(report, table)
    ]
    seating, table, report = rows[plan.found_late % len(rows)]
    number, deal = seating["set"], report["deal"]
    right = another_report(event, plan, number, table["number"], deal, report["payload"])
    before = [people for _, people in shown_sets(event)]
    at = evening.table(event, table["number"], number)
    rows: dict[str, Any] = {"reason": "The slip said so", "confirmed": (LATER,)}
    evening.say(at, deal, right, host(event), **rows)
    event.refresh_from_db()
    assert [people for _, people in shown_sets(event)] == before
    report["payload"] = right
    assert lines(import_event(owner=a_user(), data=document)) == lines(event)


def is_newest(report: Any, table: Any) -> bool:
    same = [one["revision"] for one in table["reports"] if one["deal"] == report["deal"]]
    return bool(report["revision"] == max(same))


def another_report(event: Event, plan: Plan, number: int, table: int, deal: int, said: Any) -> Any:
    """What could have been reported there instead; the same, where nothing else is found."""
    chance = Random(f"{plan.seed}/late")
    board = Hall.now(event).board(table, number)
    assert board is not None
    for _ in range(20):
        if format_of(event).keeping.apart:
            found = evening.sampled_reports(event)(number, chance)
        else:
            line = report_at_place(board, table, deal)
            assert line is not None
            before = on_board(board, deal, line).before
            found = board.plays.sample(before, chance)
            if board.plays.check(before, found):
                continue
        if found != said:
            return found
    return said


IN_STAGES = (
    ("euchre", "swiss then knockout"),
    ("golf", "swiss then knockout"),
    ("golf", "meetings then table"),
)
PLAYED_ALWAYS = ("euchre-swiss then knockout", "court-whist-court_whist", "500-bid-pairs")


@pytest.mark.exhaustive(keep=PLAYED_ALWAYS)
@pytest.mark.parametrize(
    ("game", "form"),
    [pytest.param(*case, id="-".join(case)) for case in (*of_each_family(), *IN_STAGES)],
)
@settings(
    max_examples=examples(24) // 4,  # the first of which is as plain as can be
    deadline=None,
    phases=(Phase.generate,),  # to make a whole evening smaller takes minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(plan=PLANS)
def test_an_evening_as_it_goes_is_the_evening_played_right_at_once(
    client: Client, game: str, form: str, plan: Plan
) -> None:
    crooked = Playing(begin(game, form, plan), plan, straight=False).play()
    straight = Playing(begin(game, form, plan), plan, straight=True).play()
    assert lines(crooked) == lines(straight)
    check_seats(crooked)
    check_late_correction(crooked, plan)
    if set_in_play(Hall.now(crooked).drive.drive):  # a match that was over is level again
        Playing(crooked, plan, straight=True).play_set()
    evening.check_files(crooked)
    client.force_login(crooked.owner)
    for name in ("event", "event_standings", "event_people", "event_roll", "event_ledger"):
        if name == "event_ledger" and not format_of(crooked).ranking.sit_out.counts:
            continue
        assert client.get(reverse(name, args=[crooked.pk])).status_code == 200, name
    evening.check_end(crooked, early=True)
