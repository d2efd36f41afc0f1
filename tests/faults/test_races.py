"""What crosses: preview, deletion and two hosts at once; pages that answer, nothing doubled."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.faults.rounds import rounds
from tests.tournaments.evening import an_event, at_table, play, start
from tournaments.access.services import ensure_links
from tournaments.models import Event, Link, Person, Report

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]
TOGETHER = 3


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment, each in a thread with a connection of its own."""
    barrier = Barrier(len(work))

    def one(task: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=60)
            return task()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(one, work))


def posted(address: str, data: dict[str, Any], user: Any = None) -> Callable[[], int]:
    client = Client()
    if user is not None:
        client.force_login(user)
    return lambda: client.post(address, data).status_code


def token(event: Event, number: int = 1) -> str:
    ensure_links(event)
    return event.links.get(kind=Link.Kind.TABLE, table_number=number).token


def test_deleting_an_event_against_reports() -> None:
    for number in range(rounds(short=6, long=120)):
        event = start(people=8, name=f"Evening {number}")
        tables = [token(event, 1), token(event, 2)]
        reports = [
            posted(
                reverse("table_report", args=[table]),
                {
                    "set": 1,
                    "deal": 1,
                    "seen": 0,
                    "answer-tricks-0": 7,
                    "answer-tricks-1": 6,
                    "key": f"{number}-{table}",
                },
            )
            for table in tables
        ]
        delete = posted(reverse("event_delete", args=[event.pk]), {"name": event.name}, event.owner)
        *said, deleted = at_once(*reports, delete)
        assert deleted in (303, 422)
        assert set(said) <= {200, 302, 303, 404, 409, 422}, said
        if deleted == 303:
            assert not Event.objects.filter(pk=event.pk).exists()


def test_preview_of_a_correction_against_reports() -> None:
    event = start(people=8)
    play(event, sets=1)
    at_table(event, 1)
    owner, code = event.owner, token(event)
    preview = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    for number in range(rounds(short=10, long=200)):
        seen = Report.objects.filter(table__number=1, deal=2).count()
        values = {
            "answer-tricks-0": 3 + number % 8,
            "answer-tricks-1": 10 - number % 8,
            "step": "preview",
        }
        sent = {"answer-tricks-0": 4, "answer-tricks-1": 9, "seen": seen, "key": f"race-{number}"}
        answers = at_once(
            posted(preview, values | {"seen": 1, "reason": "misheard", "key": f"p{number}"}, owner),
            posted(reverse("table_report", args=[code]), sent | {"set": 1, "deal": 2}),
        )
        assert max(answers) < 500, answers


def test_one_person_is_added_once() -> None:
    event = start(people=4)
    for number in range(rounds(short=6, long=100)):
        name = f"Mabel {number}"
        add = [
            posted(reverse("people"), {"name": name, "note": ""}, event.owner)
            for _hand in range(TOGETHER)
        ]
        answers = at_once(*add)
        assert sorted(answers) == [303, *[422] * (TOGETHER - 1)]
        assert Person.objects.filter(name=name).count() == 1


def test_one_guest_comes_late_once() -> None:
    event = start(people=8)
    role = {"role": event.entries.all()[0].role}
    for number in range(rounds(short=6, long=100)):
        guest = {"name": f"Mabel {number}", "note": ""} | role
        late = posted(reverse("event_late", args=[event.pk]), guest, event.owner)
        answers = at_once(*[late] * TOGETHER)
        assert sorted(answers) == [303, *[422] * (TOGETHER - 1)]
        assert event.entries.filter(name=guest["name"]).count() == 1
        assert Person.objects.filter(name=guest["name"]).count() == 1


def test_one_name_is_entered_once() -> None:
    """In one event, and in two that share the book."""
    events = an_event(people=4), an_event(people=4, name="Another")
    for number in range(rounds(short=6, long=100)):
        name = f"Mabel {number}"
        enter = [
            posted(reverse("event_people", args=[event.pk]), {"names": name}, event.owner)
            for event in (events[0], *events)
        ]
        first, second, other = at_once(*enter)
        assert sorted((first, second)) == [303, 422]
        assert other == 303
        assert Person.objects.filter(name=name).count() == 1
        assert Person.objects.get(name=name).entries.count() == 2
