"""A hall as it would be with a report is the hall once that report has come."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulesets.formats import ranking
from tests.tournaments import board_evening, evening
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    gin,
    host,
    play,
    say,
    start,
    table,
)
from tests.tournaments.events.test_random_evenings import Plan, Playing, begin
from tournaments.boards.board_reading import _replay_memo
from tournaments.boards.hall import Hall
from tournaments.models import Event, LogEntry, Report
from tournaments.models.event_games import format_of
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def of_sets(game: str, form: str) -> Event:
    """Two sets of an evening in which people carry their points along."""
    plan = Plan(people=8, seed=3, comings=((), (), ()), detours=("right",))
    playing = Playing(begin(game, form, plan), plan, straight=True)
    for seed in (1, 2):
        playing.draw(seed)
        playing.play_set()
    return playing.event


def of_boards(game: str, people: int = 4) -> Event:
    """Some rounds of a table's own board, or of the whole room's."""
    event = board_evening.start(game, people)
    board_evening.play(event, 2)
    return event


EVENINGS = {
    "hands that stand by themselves": lambda: of_sets("court-whist", "court_whist"),
    "a board for each set": lambda: of_sets("golf", "swiss"),
    "a board for the evening": lambda: of_boards("golf"),
    "a board for the room": lambda: of_boards("gin-tournament", 6),
}


def another(event: Event, at: tuple[int, int, int]) -> dict[str, Any]:
    """Something else that could have been reported of a deal."""
    deal = Hall.now(event).deal(*at)
    assert deal is not None
    if deal.format.keeping.board == "room":
        return {"outcome": "double_gin", "by": 1, "caught": 88}
    chance = Random(4)
    while True:
        report: dict[str, Any] = deal.plays.sample(deal.before, chance)
        if report != deal.report.payload and not deal.plays.check(deal.before, report):
            return report


def counted(event: Event, hall: Hall, at: tuple[int, int, int]) -> list[Any]:
    """The deal, what its board comes to, and what everybody carries along."""
    deal = hall.deal(*at)
    assert deal is not None
    told: list[Any] = [deal.summary, deal.points, deal.report.payload]
    for board in hall.boards:
        sums = (
            board.score.sums(board.replay)
            if board.format.keeping.apart
            else board.totals(board.state)
        )
        told.append(
            (
                sums,
                board.ending,
                [board_round.number for board_round in board.rounds if board_round.counted],
            )
        )
    if format_of(event).keeping.credit == "carried":
        told += sorted(
            (line.player, line.total, line.rank) for line in ranking.standings(hall.drive.drive)
        )
    return told


@pytest.mark.exhaustive(keep=("corrected", "a board for the room"))
@pytest.mark.parametrize("kind", EVENINGS)
@pytest.mark.parametrize("withdrawn", [False, True], ids=["corrected", "withdrawn"])
def test_what_would_be_is_what_comes(kind: str, *, withdrawn: bool) -> None:
    event = EVENINGS[kind]()
    at = (1, 1, 1)
    payload = None if withdrawn else another(event, at)
    event.refresh_from_db()
    hall, reports = Hall.now(event), Report.objects.count()
    before, deal = counted(event, hall, at), hall.deal(*at)
    assert deal is not None
    then = counted(event, hall.what_if(deal, payload), at)
    assert Report.objects.count() == reports
    assert counted(event, hall, at) == before != then
    values: dict[str, Any] = {"actor": evening.host(event), "confirmed": ("later.broken",)}
    table = evening.table(event, 1, 1)
    if payload is None:
        board_evening.take_back(table, 1)
    else:
        evening.say(table, 1, payload, **values)
    event.refresh_from_db()
    assert counted(event, Hall.now(event), at) == then


@pytest.mark.usefixtures("brief_searches")
def test_after_so_many_sets() -> None:
    event = of_sets("oh-hell", "meetings")
    whole = Hall.now(event).drive
    first = whole.through(1)
    assert [record.number for record in whole.drive.sets] == [1, 2]
    assert first.drive.sets == whole.drive.sets[:1]
    assert first.drive.players == whole.drive.players


def test_lots_are_drawn_by_the_seed_of_the_first_seats() -> None:
    event = evening.an_event_in("individual", 8, rounds=2, deals=1, tie_breaks=["lot"])
    evening.next_set(event, seed=5)
    assert Hall.now(event).drive.drive.seed == 5


def anew(event: Event) -> Any:
    """As another process reads it, which knows nothing."""
    _replay_memo.clear()
    return Hall.now(event).boards


def test_only_what_was_reported_is_read(django_assert_num_queries: Any) -> None:
    """The lines since, the reports and the objections; nothing, where nobody reported."""
    event = start(GOLF, 8, tables=2)
    play(event, most=3, tables=(1, 2))
    event.refresh_from_db()
    first, second = Hall.of(event).boards
    play(event, most=1)
    event.refresh_from_db()
    with django_assert_num_queries(3):
        now = Hall.of(event).boards
    assert now[0] != first
    assert now[1] is second
    wall.set_timer(event=event, actor=host(event), minutes=3)
    with django_assert_num_queries(1):
        assert Hall.of(event).boards is now
    with django_assert_num_queries(0):
        assert Hall.of(event).boards is now


@pytest.mark.sql
def test_after_a_restored_backup_all_is_read_anew() -> None:
    """The numbers of lines and reports come again, and say something else."""
    event = start(GIN, 4)
    say(table(event), 1, gin(0, 7))
    event.refresh_from_db()
    boards = Hall.of(event).boards
    report = table(event).reports.get()
    type(report).objects.filter(pk=report.pk).update(payload=gin(1, 9))
    moved = event.changed.replace(microsecond=(event.changed.microsecond + 1) % 10**6)
    LogEntry.objects.filter(event=event, version=event.version).update(created=moved)
    Event.objects.filter(pk=event.pk).update(changed=moved)
    event.refresh_from_db()
    assert Hall.of(event).boards != boards
    assert Hall.of(event).boards == anew(event)
