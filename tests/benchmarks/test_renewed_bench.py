"""The pages of a full hall after a result: what the first one to look costs, and everybody after.

Each page is asked for right after a result that was really reported, so nothing of it can have
been kept. Costs are CPU time beside the minimal view of the same run, the best of several results;
sizes are those of the compressed answer. `PEOPLE=100,1000,10000` measures other halls than that of
1,000 people.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from tests.benchmarks.big_drive import big_drive
from tests.benchmarks.callers import as_host, sent
from tests.benchmarks.serving import Ask, Server
from tests.benchmarks.test_phones_bench import of_a_drive
from tests.load.browser import attribute
from tournaments.access.services import ensure_links
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

HALLS = [int(number) for number in os.environ.get("PEOPLE", "1000").split(",")]
RESULTS = 8


class Hall:
    """An evening in its last set, whose results come in one by one."""

    def __init__(self, server: Server, people: int) -> None:
        self.server = server
        self.event = big_drive(people)
        ensure_links(self.event)
        self.results = of_a_drive(self.event)
        links = self.event.links
        self.spectator = links.get(kind="spectator").token
        self.wall = links.get(kind="wall").token
        self.host = as_host(self.event)

    def result(self) -> None:
        """One more table sends a hand."""
        token, form = next(self.results)
        answer = self.server.ask(sent("table_report", token, form))
        assert answer.status == 200, answer.body

    def pages(self) -> dict[str, Ask]:
        """What browsers ask for; the desk asks by the address that stands on it, which tells the
        version and the cards that it shows."""
        event, entry = self.event.pk, self.event.entries.order_by("pk")[0].pk
        at_desk: dict[str, Any] = {"cookies": self.host}
        page = self.server.ask(Ask(reverse("event", args=(event,)), **at_desk)).body.decode()
        desk = attribute(page, "hx-get")
        return {
            "standings, spectators": Ask(reverse("spectator_standings", args=(self.spectator,))),
            "own page, spectators": Ask(reverse("spectator_player", args=(self.spectator, entry))),
            "seats, spectators": Ask(reverse("spectator_seats", args=(self.spectator,))),
            "find, spectators": Ask(reverse("spectator", args=(self.spectator,))),
            "wall": Ask(reverse("wall_slides", args=(self.wall,)) + "?v=0"),
            "desk": Ask(desk, headers=(("HX-Request", "true"),), **at_desk),
            "standings, host": Ask(reverse("event_standings", args=(event,)), **at_desk),
            "people, host": Ask(reverse("event_people", args=(event,)), **at_desk),
            "own page, host": Ask(reverse("event_player", args=(event, entry)), **at_desk),
        }


@pytest.mark.parametrize("people", HALLS)
def test_pages_after_a_result(server: Server, people: int, say: Callable[[object], None]) -> None:
    hall = Hall(server, people)
    Event.objects.filter(pk=hall.event.pk).update(live_standings=True)  # each result counts at once
    names = list(hall.pages())
    for name in names:
        floors, first, further = [], [], []
        for _ in range(RESULTS):
            ask = hall.pages()[name]
            hall.result()
            floors.append(server.cost([Ask("/minimal/")] * 20))
            first.append(server.cost([ask]))
            further.append(server.cost([ask] * 5))
        floor, sent = min(floors), server.ask(ask).sent
        say(
            f"{people} people, {name}: {min(first) * 1e3:.1f} ms for the first"
            f" ({min(first) / floor:.0f} × minimal of {floor * 1e6:.0f} µs),"
            f" {min(further) * 1e3:.2f} ms for each further ({min(further) / floor:.1f} ×),"
            f" {sent / 1024:.1f} KiB sent",
        )
