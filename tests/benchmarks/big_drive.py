"""A whole drive of many players, written straight into the database."""

from __future__ import annotations

from random import Random

from tests.benchmarks.row_writers import open_event, write_set
from tests.made_up_hands import a_payload
from tournaments.models import Event

PLAYERS = 1000
SETS = 7
HANDS = 4


def big_drive(players: int = PLAYERS, sets: int = SETS) -> Event:
    """A whole drive, written straight into the tables; the seats are shuffled for each set."""
    event, entries = open_event(players, ("gentleman", "lady"), game="court-whist")
    rng, men, women = Random(1), entries[::2], entries[1::2]
    for number in range(1, sets + 1):
        rng.shuffle(men)
        rng.shuffle(women)
        places = range(0, players // 4 * 2, 2)
        write_set(
            event,
            number,
            [(*men[place : place + 2], *women[place : place + 2]) for place in places],
            lambda _table, number=number: (a_payload(number, rng) for _ in range(HANDS)),
        )
    return event
