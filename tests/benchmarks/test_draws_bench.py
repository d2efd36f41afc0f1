"""What CPU it takes to draw the next set of 1,000 people: the standings that it follows from, the
seats, and keeping them."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

import pytest

from tests.benchmarks.row_writers import open_event, write_set
from tests.tournaments import evening
from tests.tournaments.evening import host
from tournaments.models import Event, Seating, Table
from tournaments.models.event_games import format_of
from tournaments.seating import draws

PEOPLE, SETS, DEALS = 1000, 5, 4


def a_hall(form: str) -> Event:
    """Pairs who have played some sets of euchre, written straight into the database."""
    options = {"rounds": SETS + 1}
    event, entries = open_event(PEOPLE, game="euchre", format=form, options=options)
    format = format_of(event)
    pairs, chance = list(zip(entries[::2], entries[1::2], strict=True)), Random(1)
    for number in range(1, SETS + 1):

        def payloads(_table: int, number: int = number) -> list[Any]:
            hands = (format.hands.table(number, deal) for deal in range(1, DEALS + 1))
            return [format.game.plays.sample(hand, chance) for hand in hands]

        chance.shuffle(pairs)
        sides = zip(pairs[::2], pairs[1::2], strict=True)
        seats = [(north, east, south, west) for (north, south), (east, west) in sides]
        write_set(event, number, seats, payloads)
    for table in Table.objects.filter(seating__event=event, seating__set_number=SETS):
        evening.settle(event, table)
    event.refresh_from_db()
    return event


@pytest.mark.django_db
@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("form", ["swiss", "progressive"])
def test_the_next_seats_of_a_hall(benchmark: Any, form: str) -> None:
    event = a_hall(form)

    def draw() -> Seating:
        return draws.draw(event=event, actor=host(event), seed=1)

    seating = benchmark.pedantic(draw, rounds=3, warmup_rounds=1)
    assert seating.tables.count() == PEOPLE // 4
