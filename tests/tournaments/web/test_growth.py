"""What pages cost grows with people and rounds, and never with their square.

A sum inside a loop is no fault that a page shows: it is right, and fast with eight people. So the
lines that are executed are counted, which are the same on every machine, of pages that are made
anew with so many people or rounds, twice and four times as many. What the second doubling adds is
about twice what the first has added; with a loop inside a loop it is four times as much.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.benchmarks.big_drive import big_drive
from tests.benchmarks.halls import long_golf, long_rummoli, room_of_couples
from tests.call_counts import count_lines
from tests.tournaments.evening import host
from tournaments.access.services import ensure_links
from tournaments.cache.memo import clear_memos
from tournaments.events import services as events
from tournaments.models import Event, Person

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

TWICE = 2.4  # how often what the first doubling adds; of a square it is 4
FEWEST = 12  # pages of every format
LEAST = 300  # lines that a doubling adds; fewer are no loop

HOSTS = ("event", "event_standings", "event_results", "event_people", "event_draw")
HOSTS += ("event_ledger", "event_accept", "event_wall_control")


def pages_of(event: Event) -> dict[str, str]:
    ensure_links(event)
    links = dict(event.links.order_by("-pk").values_list("kind", "token"))
    entry, person = event.entries.order_by("pk").values_list("pk", "person_id")[0]
    at, books = (reverse(name, args=(links["table"],)) for name in ("table", "table_books"))
    return {
        **{name: reverse(name, args=(event.pk,)) for name in HOSTS},
        "event_player": reverse("event_player", args=(event.pk, entry)),
        "event_table": reverse("event_table", args=(event.pk, 1, 1)),
        "spectator_standings": reverse("spectator_standings", args=(links["spectator"],)),
        "spectator_score": reverse("spectator_score", args=(links["spectator"],)),
        "people": reverse("people"),
        "person": reverse("person", args=(person,)),
        "wall_slides": reverse("wall_slides", args=(links["wall"],)),
        "rounds": f"{at}?rounds=all&page=all",
        "books": f"{books}?page=all",
        "total": f"{books}?page=all&who=0",
    }


def costs(event: Event, *, is_first: bool) -> dict[str, int]:
    """How many lines each page executes that is made anew. The first event is looked at before:
    what is read once in a process (a game, its words) is no cost of a page."""
    client = Client()
    client.force_login(event.owner, backend="django.contrib.auth.backends.ModelBackend")
    values = {}
    for name, path in pages_of(event).items():
        if is_first:
            client.get(path)
        answers: list[Any] = []
        looks = []
        for _look in range(2):  # one of them may do what is due once in a while
            clear_memos()
            looks.append(count_lines(partial(look, client, path, answers)))
        if answers[0].status_code == 200:  # else it is none of this format
            values[name] = min(looks)
    return values


def look(client: Client, path: str, answers: list[Any]) -> None:
    answers.append(client.get(path))


def finished(event: Event) -> Event:
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()
    return event


KINDS: dict[str, tuple[Callable[[int], Event], int]] = {
    "people of a drive": (lambda many: big_drive(many, sets=2), 12),
    "people of a drive that is over": (lambda many: finished(big_drive(many, sets=2)), 6),
    "couples of a room": (lambda many: room_of_couples(2, many), 3),
    "rounds of a table": (lambda many: long_rummoli(many, 3), 6),
    "rounds of a table that is over": (lambda many: finished(long_golf(many, 3)), 5),
    "people of a table": (lambda many: long_golf(4, many), 5),
}


@pytest.mark.exhaustive(keep=("people of a drive that is over", "rounds of a table"))
@pytest.mark.parametrize("kind", KINDS)
def test_twice_as_much_is_twice_the_work(kind: str) -> None:
    make, many = KINDS[kind]
    found = []
    for times in (4, 2, 1):
        event = make(times * many)
        found.append(costs(event, is_first=times == 4))
        events.delete_event(event=event, actor=host(event))
        Person.objects.all().delete()
    assert len(found[0]) > FEWEST
    grown = {}
    for name in found[0]:
        four, two, one = (cost[name] for cost in found)
        if four - two > LEAST:
            grown[name] = round((four - two) / max(two - one, 1), 2)
    assert grown, "nothing has grown at all"
    assert not {name: times for name, times in grown.items() if times > TWICE}
