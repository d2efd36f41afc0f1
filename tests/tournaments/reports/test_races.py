"""Two phones at once: real threads, real transactions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.db import connection, connections

from tests.tournaments import board_evening as boards
from tests.tournaments.evening import at_table, host, play, play_set, say, sitters, start, table
from tournaments.access.services import create_sign_in, use_sign_in
from tournaments.boards.event_tables import table_of
from tournaments.jobs import runner
from tournaments.jobs import services as jobs
from tournaments.models import Acceptance, Event, Job, LogEntry, Report, Seating
from tournaments.models.errors import Conflict, Refused
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission
from tournaments.seating import draws, redraws, searches
from tournaments.seats import requests as drive
from tournaments.seats.storage import roles_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = [pytest.mark.sql, pytest.mark.django_db(transaction=True)]
TOGETHER = 6


@pytest.fixture(autouse=True)
def clean_cache() -> Iterator[None]:
    yield
    cache.clear()


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment, each in a thread with a connection of its own; what each gave
    or raised, in order."""
    barrier = Barrier(len(work))

    def one(task: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=20)
            return task()
        except (Conflict, Refused) as said:
            return said
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work))


def test_one_key_from_many_phones_is_one_report() -> None:
    event = start(people=4)
    actor = at_table(event, 1)

    def send() -> Report:
        return say(table(event), 1, {"tricks": [7, 6]}, actor, key="one", seen=0)

    answers = at_once(*[send] * TOGETHER)
    assert len({report.pk for report in answers}) == 1
    assert Report.objects.count() == 1
    assert LogEntry.objects.filter(code="report.added").count() == 1


def test_two_phones_with_other_numbers_one_is_asked() -> None:
    event = start(people=4)
    actor = at_table(event, 1)

    def send(first: int) -> Callable[[], Report]:
        payload = {"tricks": [first, 13 - first]}
        return lambda: say(table(event), 1, payload, actor, key=f"k{first}", seen=0)

    answers = at_once(*[send(first) for first in range(4, 4 + TOGETHER)])
    kept = [one for one in answers if isinstance(one, Report)]
    asked = [one for one in answers if isinstance(one, Conflict)]
    assert (len(kept), len(asked)) == (1, TOGETHER - 1)
    assert all(conflict.report.newest_id == kept[0].pk for conflict in asked)


def test_many_tables_at_once_all_arrive_and_versions_have_no_gap() -> None:
    event = start(people=24)
    tables = [(table(event, number), at_table(event, number)) for number in range(1, 7)]

    def send(number: int) -> Callable[[], Report]:
        at, actor = tables[number]
        return lambda: say(at, 1, {"tricks": [7, 6]}, actor, key=f"k{number}", seen=0)

    answers = at_once(*[send(number) for number in range(6)])
    assert all(isinstance(one, Report) for one in answers)
    event.refresh_from_db()
    versions = list(event.log.values_list("version", flat=True))
    assert versions == list(range(1, event.version + 1))


def test_agreement_and_change_do_not_cross() -> None:
    """What the others have agreed to stands; what was changed first is not agreed to."""
    event = start(people=4)
    at, actor = table(event), at_table(event, 1)
    report = say(at, 1, {"tricks": [7, 6]}, actor)
    agreed, changed = at_once(
        lambda: acceptances.accept(report=report, actor=actor),
        lambda: say(at, 1, {"tricks": [9, 4]}, actor, seen=1),
    )
    assert isinstance(agreed, Acceptance) != isinstance(changed, Report)
    if isinstance(agreed, Acceptance):
        assert isinstance(changed, Refused)
        assert at.reports.get().payload == {"tricks": [7, 6]}
    else:
        assert isinstance(agreed, Conflict)


def test_the_same_seats_are_published_once() -> None:
    event = start(people=8)
    play(event, sets=1)
    draft = draws.draw(event=event, actor=host(event), seed=3)

    def show() -> Seating:
        mine = Event.objects.get(pk=event.pk)
        mine_draft = Seating.objects.get(pk=draft.pk)
        return draws.publish(event=mine, actor=host(event), seating=mine_draft)

    answers = at_once(*[show] * 3)
    assert sum(isinstance(one, Seating) for one in answers) == 1
    assert event.seatings.filter(state="published").count() == 2


def test_a_report_and_the_next_set_do_not_cross() -> None:
    """Either the correction is in first, and the seats drawn before it are put away, or the set is
    over first, and the table is told so."""
    event = start(people=8)
    play(event, sets=1)
    actor = at_table(event, 1)
    old = table_of(event, 1, 1)
    draft = draws.draw(event=event, actor=host(event), seed=3)
    seen = old.reports.filter(deal=1).count()

    def late() -> Report:
        mine = table_of(Event.objects.get(pk=event.pk), 1, 1)
        assert mine is not None
        payload = {"tricks": [12, 1]}
        return services.save_report(mine, 1, Submission(actor, "late", payload, seen=seen))

    def show() -> Seating:
        mine = Event.objects.get(pk=event.pk)
        return draws.publish(event=mine, actor=host(event), seating=draft)

    reported, shown = at_once(late, show)
    if isinstance(shown, Seating):
        assert isinstance(reported, Refused)
        assert reported.problems[0].code == "set.over"
    else:
        assert isinstance(shown, Refused)
        assert shown.problems[0].code == "draft.gone"
        assert event.log.get(code="report.corrected").params["discarded"] == draft.pk


def test_one_sign_in_lets_one_in() -> None:
    event = start(people=4)
    token = create_sign_in(event.owner)
    answers = at_once(*[lambda: use_sign_in(token)] * 4)
    assert sum(user is not None for user in answers) == 1


def test_the_database_queues_writers() -> None:
    """What the tests above rest on: SQLite begins writing at once, PostgreSQL locks the row."""
    if connection.vendor == "sqlite":
        assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    else:
        assert connection.vendor == "postgresql"


# Where boards are kept --------------------------------------------------------------------------


def test_couples_at_once_open_exactly_one_next_round() -> None:
    couples = 6
    event = boards.start(boards.GIN, 2 * couples)
    places = [(boards.table(event, n), at_table(event, n)) for n in range(1, couples + 1)]

    def send(number: int) -> Callable[[], Report]:
        at, actor = places[number]
        return lambda: boards.say(at, 1, boards.gin(0, 20), actor, key=f"k{number}", seen=0)

    answers = at_once(*[send(number) for number in range(couples)])
    assert all(isinstance(one, Report) for one in answers)
    rows = event.seatings.filter(state="published").values_list("set_number", flat=True)
    assert sorted(rows) == [1, 2]
    assert event.seatings.count() == 2
    opened = [line for line in event.log.all() if "opened" in line.params]
    assert len(opened) == 1
    assert boards.totals(event)[0] == 20 * couples


def test_the_last_couple_and_the_desk_do_not_cross() -> None:
    """The host notes a couple away while its phone reports: one of them is told."""
    event = boards.start(boards.GIN, 4)
    boards.say(boards.table(event, 1), 1, boards.gin(0, 20))
    at, actor = boards.table(event, 2), at_table(event, 2)
    answers = at_once(
        lambda: boards.say(at, 1, boards.gin(1, 30), actor, key="phone", seen=0),
        lambda: boards.say(at, 1, {"away": True}, host(event), key="desk", seen=0),
    )
    assert sum(isinstance(one, Conflict | Refused) for one in answers) == 1
    assert len(boards.read_board(event).rounds) == 2
    assert boards.read_board(event).rounds[0].counted


def test_a_report_and_new_seats_do_not_cross() -> None:
    event = boards.start(boards.GIN, 4)
    at, actor = boards.table(event, 1), at_table(event, 1)
    mine = Event.objects.get(pk=event.pk)
    reported, shown = at_once(
        lambda: boards.say(at, 1, boards.gin(1, 30), actor, key="phone", seen=0),
        lambda: redraws.reseat(event=mine, actor=host(event)),
    )
    assert isinstance(reported, Report) != isinstance(shown, Seating)
    refused = shown if isinstance(reported, Report) else reported
    assert refused.problems[0].code in ("round.begun", "seats.replaced")


def test_two_hosts_draw_large_seats_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One search, one draft, and nobody sits twice; a third host stops it or comes too late."""
    monkeypatch.setattr(searches, "LARGE", 4)
    monkeypatch.setattr(runner, "queue", lambda *_task: True)  # nobody takes it yet
    event = start(people=9)
    play_set(event, Random(1))
    event = Event.objects.get(pk=event.pk)

    def draw() -> None:
        searches.draw(event=Event.objects.get(pk=event.pk), actor=host(event))

    assert at_once(draw, draw) == [None, None]
    [search] = Job.objects.all()
    _first, _second, stopped = at_once(
        lambda: jobs.run(search.pk, by_page=False),
        lambda: jobs.run(search.pk, by_page=False),
        lambda: searches.stop(event),
    )
    drafts = Seating.objects.filter(event=event, set_number=2)
    assert drafts.count() == (0 if stopped else 1)
    assert not Job.objects.exists()
    if not stopped:
        [draft] = drafts
        places = [*draft.seats.values_list("entry_id", flat=True)]
        places += draft.sit_outs.values_list("entry_id", flat=True)
        assert sorted(places) == sorted(event.entries.values_list("pk", flat=True))


# Seats that are found before the event is held -------------------------------------------------


def correct(event: Event, number: int, **more: Any) -> Report:
    """Have the others win the first set at a table: its first hand is corrected by the host."""
    at = table_of(Event.objects.get(pk=event.pk), 1, number)
    newest = at.reports.filter(deal=1).order_by("-revision")[0]
    tricks = [3, 10] if newest.payload == {"tricks": [7, 6]} else [7, 6]
    submission = Submission(
        actor=host(event),
        key=f"{number}/{newest.pk}",
        payload={"tricks": tricks},
        seen=newest.revision,
        reason="misread",
        **more,
    )
    return services.save_report(at, 1, submission)


def two_close_tables() -> Event:
    """Two tables whose first set is played; at each, the first hand decides who has won."""
    event = start(people=8)
    for number in (1, 2):
        for deal, first in enumerate((7, 7, 6, 7), 1):
            say(table(event, number), deal, {"tricks": [first, 13 - first]})
    return event


@pytest.mark.exhaustive(keep=("8",))
@pytest.mark.parametrize("rounds", [8, 200])
def test_seats_follow_from_the_last_report_whoever_draws_them(rounds: int) -> None:
    event = two_close_tables()

    def draw(seed: int) -> Seating:
        mine = Event.objects.get(pk=event.pk)
        return draws.draw(event=mine, actor=host(event), seed=seed)

    text = 0
    for seed in range(rounds):
        answers = at_once(
            lambda seed=seed: draw(seed),
            lambda seed=seed: draw(seed + rounds),
            lambda: correct(event, 1),
        )
        assert not [one for one in answers if isinstance(one, Conflict | Refused)]
        drafts = list(event.seatings.filter(state="draft"))
        assert len(drafts) <= 1
        for draft in drafts:
            seats = drive.seat(Event.objects.get(pk=event.pk), 2, draft.seed)
            assert sitters(draft) == seats.tables
            text += 1
    assert text
    versions = list(event.log.order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, Event.objects.get(pk=event.pk).version + 1))


@pytest.mark.exhaustive(keep=("8",))
@pytest.mark.parametrize("rounds", [8, 100])
def test_seats_follow_from_both_of_two_corrections(rounds: int) -> None:
    event = two_close_tables()
    draft = draws.draw(event=event, actor=host(event), seed=3)
    draws.publish(event=event, actor=host(event), seating=draft)
    for _round in range(rounds):
        answers = at_once(
            lambda: correct(event, 1, reseat=True), lambda: correct(event, 2, reseat=True)
        )
        assert not [one for one in answers if isinstance(one, Conflict | Refused)]
        [shown] = event.seatings.filter(state="published", set_number=2)
        mine = Event.objects.get(pk=event.pk)
        seats = drive.seat(mine, 2, shown.seed, roles=roles_before(shown))
        assert sitters(shown) == seats.tables
