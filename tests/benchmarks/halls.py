"""Halls in the middle of an evening, written straight into the database, for benchmarks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.rummoli.chips import ANTE
from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, gin, read_board, start, stock
from tests.tournaments.row_copies import remember_rows
from tournaments.access.services import ensure_links
from tournaments.models import Report, Table
from tournaments.reports.report_effects import open_waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Event

Payload = dict[str, Any]


def room_of_couples(rounds: int, couples: int = 60) -> Event:
    """Gin: so many whole rounds that leave the game open, and the next one just begun."""
    event = start(GIN, 2 * couples, seed=3)
    for number in range(1, rounds + 1):
        places = Table.objects.filter(seating__event=event, seating__set_number=number)
        Report.objects.bulk_create(
            Report(
                table=place,
                deal=1,
                revision=1,
                payload=stock(5, 5) if place.number % 2 else gin(place.number % 4 // 2, 7),
                author="Bench",
                key=f"bench-{place.pk}",
            )
            for place in places
        )
        open_waiting(event)
    ensure_links(event)
    return event


def long_table(
    slug: str, people: int, rounds: int, make: Callable[[Any, Random], Payload], **options: Any
) -> Event:
    """A table with so many rounds behind it, which goes on."""
    event = start(slug, people, options=options)
    at, chance, shown = Table.objects.get(seating__event=event), Random(7), read_board(event)
    state = shown.plays.start(shown.setup).state
    kept = []
    for deal in range(1, rounds + 1):
        told = make(state, chance)
        state = shown.plays.play(state, told).state
        values = {"payload": told, "author": "Bench", "key": f"bench-{at.pk}-{deal}"}
        kept.append(Report(table=at, deal=deal, revision=1, **values))
    Report.objects.bulk_create(kept)
    assert shown.plays.over(state) is None
    ensure_links(event)
    return event


def golf_round(state: Any, chance: Random) -> Payload:
    """Few points, so that nobody is out soon."""
    loses = chance.randrange(len(state.names))
    return {
        "points": [2 if number == loses else 1 for number in range(len(state.names))],
        "knocker": 0,
    }


def rummoli_round(state: Any, chance: Random) -> Payload:
    playing = [one for one, chips in enumerate(state.chips) if chips >= ANTE]
    spaces = chance.sample([space.key for space in state.spaces[:-2]], 3)
    return {
        "widow": "kept",
        "claims": {key: chance.choice(playing) for key in spaces},
        "rummoli": chance.choice(playing),
        "poker": [chance.choice(playing)],
    }


def long_golf(rounds: int, people: int = 20) -> Event:
    return long_table(GOLF, people, rounds, golf_round, stake=100)


@remember_rows
def long_rummoli(rounds: int, people: int = 8) -> Event:
    return long_table(RUMMOLI, people, rounds, rummoli_round, rebuy=True)
