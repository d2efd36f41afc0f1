"""A drive of 1,000 players × 28 hands, rescored from its stored reports; and one result kept."""

from __future__ import annotations

import gc
import itertools
import time
from typing import TYPE_CHECKING, Any

import pytest

from rulesets.formats.carry import tally
from tests.benchmarks.big_drive import HANDS, PLAYERS, SETS, big_drive
from tests.benchmarks.test_counting_bench import seconds
from tournaments.access.permissions import Actor
from tournaments.boards.event_tables import current_table
from tournaments.boards.hall import Hall
from tournaments.cache.gc_control import pause_gc, settle
from tournaments.models import Event, Link, Report
from tournaments.reports import services
from tournaments.reports.submission import Submission
from tournaments.standings.selectors import computed, standings

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.django_db, pytest.mark.benchmark(timer=time.process_time)]

RESCORED_WITHIN = 0.040  # seconds of CPU, reading included


@pytest.fixture
def event() -> Event:
    return big_drive()


@pytest.mark.parametrize("players", [10, 100, 1_000, 10_000])
def test_rescoring_grows_with_the_people(players: int, benchmark: Callable[..., Any]) -> None:
    """As the standings do it, in a process that has settled; at 10,000 at most ten times what
    1,000 take."""
    event = big_drive(players // 4 * 4)
    settle()

    @pause_gc()
    def rescore() -> list[list[int]]:
        return tally(Hall.of(event).drive.drive)

    try:
        rows = benchmark.pedantic(rescore, rounds=7, warmup_rounds=1)  # type: ignore[attr-defined]
    finally:
        gc.unfreeze()
    assert len(rows) == players // 4 * 4


def test_rescoring_a_thousand_players_from_their_reports(
    event: Event, benchmark: Callable[..., Any], say: Callable[[object], None]
) -> None:
    """At most 40 ms, the reading of the reports included."""

    def rescore() -> list[list[int]]:
        return tally(Hall.of(event).drive.drive)

    rows = benchmark(rescore)
    assert len(rows) == PLAYERS
    assert all(len(row) == SETS for row in rows)
    best = seconds(rescore, 9)
    say(f"{PLAYERS} players rescored from their reports: {best * 1000:.1f} ms of CPU")
    assert best < RESCORED_WITHIN, f"{best * 1000:.1f} ms"


def test_the_standings_of_a_thousand_players(event: Event, benchmark: Callable[..., Any]) -> None:
    """Everything that the standings page needs, after each report anew."""
    found = benchmark(lambda: computed(event))
    assert len(found.rows) == PLAYERS


def test_the_standings_when_nothing_has_changed(
    event: Event, benchmark: Callable[..., Any]
) -> None:
    standings(event)
    assert benchmark(lambda: standings(event)).rows


def test_keeping_one_result(event: Event, benchmark: Callable[..., Any]) -> None:
    """The service's part of one result that a phone sends, in a drive of 250 tables."""
    link = Link.objects.create(event=event, kind=Link.Kind.TABLE, table_number=7)
    actor = Actor("table", "Table 7", event.pk, link_id=link.pk, table_number=7)
    Report.objects.filter(table__seating__set_number=SETS).delete()
    table = current_table(event, 7)
    assert table is not None
    numbers = itertools.count()

    def keep() -> None:
        n = next(numbers)
        # Four hands in turn; what a hand has gathered before stays as short as in a real evening.
        services.save_report(
            table,
            n % HANDS + 1,
            Submission(
                actor,
                f"bench-{n}",
                {"tricks": [6 + n // HANDS % 2, 7 - n // HANDS % 2], "face_cards": [6, 6]},
                seen=n // HANDS,
            ),
        )

    benchmark.pedantic(keep, rounds=40, iterations=1, warmup_rounds=4)  # type: ignore[attr-defined]
    assert Report.objects.filter(table=table).count() == next(numbers)
