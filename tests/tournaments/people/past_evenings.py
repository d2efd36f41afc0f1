"""Finished evenings of many years, written straight into the database, for tests of records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from random import Random
from typing import Any

from rulesets.records.persons import PersonRecord, person_record
from tests.tournaments.board_evening import start
from tests.tournaments.evening import host
from tests.tournaments.row_copies import remember_rows
from tournaments.boards.hall import Hall
from tournaments.events import services as events
from tournaments.models import Event, Person, Report, Table
from tournaments.records.selectors import family_records

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


@remember_rows
def finished(
    game: str,
    names: Sequence[str] = NAMES[:4],
    *,
    rounds: int = 8,
    date: dt.date = dt.date(2026, 11, 21),
    seed: int = 1,
    **more: Any,
) -> Event:
    """An evening of so many made-up rounds (fewer where the game ends), finished as a host would.

    The same people sit down each time. Rounds that raise no question are reported.
    """
    event = start(game, names, date=date, name=f"{game} {date:%d %b %Y}", **more)
    rng = Random(seed)
    for board in Hall.now(event).boards:
        plays, state = board.plays, board.replay.opening.state
        reports: list[Report] = []
        while len(reports) < rounds and plays.over(state) is None:
            report = plays.sample(state, rng)
            if plays.check(state, report):
                continue
            number = len(reports) + 1
            reports.append(
                Report(
                    table=Table.objects.get(pk=board.table_id),
                    deal=number,
                    revision=1,
                    payload=report,
                    author="Bench",
                    key=f"{board.table_id}-{number}",
                )
            )
            state = plays.play(state, report).state
        Report.objects.bulk_create(reports)
    event.refresh_from_db()
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    return event


def shelf(evenings: int, rounds: int, games: Sequence[str]) -> list[Event]:
    """So many evenings, two months apart, the games by turns."""
    first = dt.date(2018, 1, 6)
    return [
        finished(
            games[number % len(games)],
            rounds=rounds,
            date=first + dt.timedelta(days=60 * number),
            seed=number,
        )
        for number in range(evenings)
    ]


def figures(person: Person) -> PersonRecord:
    """What records say of somebody."""
    return person_record(family_records(person.family_id).house, person.pk)
