"""What the pages of a room say in the course of some evenings, for the recording of each room.

The witness reads an evening once it is over; here pages are read after its deeds, and each room has
its own, so that its tests notice what they say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.recordings import Digests, Recording, digest
from tests.tournaments.visits import words_of
from tests.tournaments.walks import Walk
from tests.tournaments.witness import Script, begin_anew
from tournaments.models import Event

RECORDING = Recording("rooms")
EVERY = 6  # deeds until pages are read again
SCRIPTS = (
    Script("court-whist", "court_whist", 9, 3),
    Script("euchre", "swiss then knockout", 9, 2),
    Script("golf", "meetings", 10, 2),
    Script("gin-tournament", "team_line", 5, 3),
    Script("hearts", "table", 4, 4),
)
Addresses = Callable[[Event], Iterable[str]]

of_some_evenings = pytest.mark.parametrize("script", SCRIPTS, ids=str)


class Reading(Walk):
    """A walk on which some pages are read after every few deeds, and at the end."""

    def __init__(self, event: Event, client: Client, addresses: Addresses) -> None:
        super().__init__(event, client)
        self.addresses = addresses
        self.texts: list[tuple[str, str]] = []

    def look(self) -> None:
        if len(self.deeds) % EVERY == 0:
            self.read()

    def look_at_reveal(self) -> None:
        self.read()

    def look_at_end(self) -> None:
        self.read()

    def read(self) -> None:
        for address in self.addresses(self.event):
            response = self.client.get(address)
            assert response.status_code < 500, address
            self.texts.append((address, f"{response.status_code} {words_of(response)}"))


def addresses_of(event: Event, *names: str) -> Iterator[str]:
    """Pages of an evening by name: of all of it, of two tables of its last set, of some people."""
    people = [*event.entries.order_by("pk")]
    seating = event.seatings.filter(state="published").order_by("set_number").last()
    tables = seating.tables.order_by("number")[:2] if seating else ()
    places = [[event.pk, table.seating.set_number, table.number] for table in tables]
    of_one = {
        "event_player": [[event.pk, entry.pk] for entry in [*people[:3], *people[-1:]]],
        "event_entry": [[event.pk, entry.pk] for entry in people[1:3]],
        "event_table": places,
        "event_deal": [[*place, deal] for place in places for deal in (1, 3)],
    }
    for name in names:
        yield from (reverse(name, args=at) for at in of_one.get(name, [[event.pk]]))


def digests_of(script: Script, names: Iterable[str], client: Client, patch: Any) -> Digests:
    """What is done in an evening, and what some pages say of it."""
    begin_anew(patch)
    reading = script.play(client, partial(Reading, addresses=lambda it: addresses_of(it, *names)))
    return {"deeds": digest(reading.deeds), "pages": digest(reading.texts)}
