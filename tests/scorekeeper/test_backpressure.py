"""Entries that wait for their event: those who look do not wait with them, and they are bounded."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from scorekeeper import middleware, pages
from scorekeeper.pages import Pages
from tests.benchmarks.callers import sent, tokens_of
from tests.benchmarks.serving import HOST, Answer, Ask
from tests.tournaments import evening
from tournaments.models import Event, Report

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 16
LONG = 15.0  # seconds, of which nobody needs one
LONGEST = 60.0


@contextmanager
def held(event: Event) -> Iterator[Signal]:
    """Another process writes to the event, until it is told to end."""
    begun, over = Signal(), Signal()

    def hold() -> None:
        with transaction.atomic():
            Event.objects.filter(pk=event.pk).update(place="The barn")
            begun.set()
            over.wait(LONGEST)
        connections.close_all()

    with ThreadPoolExecutor(1) as other:
        holding = other.submit(hold)
        try:
            assert begun.wait(LONGEST)
            yield over
        finally:
            over.set()
            holding.result()


class InTest(Pages):
    """Pages whose threads give their connections back, so that the test's database can go."""

    def respond(self, scope: Any, body: Any) -> Any:
        try:
            return super().respond(scope, body)
        finally:
            connections.close_all()


class Hall:
    """The pages of one machine in their threads, and tables that report a hand each."""

    def __init__(self, event: Event) -> None:
        self.pages = InTest()
        self.tokens = tokens_of(event)

    def entry(self, number: int) -> Ask:
        """What a table's phone sends: the same whenever it sends it."""
        form = {"set": 1, "deal": 1, "seen": 0, "key": f"key-{number}"}
        return sent("table_report", self.tokens[number], form | {"tricks_0": 7, "tricks_1": 6})

    def look(self) -> Ask:
        return Ask(reverse("table_state", args=(self.tokens[0],)))

    async def ask(self, ask: Ask) -> Answer:
        scope, body = ask.scope()
        messages: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        await self.pages(scope, receive, send)
        headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
        parts = b"".join(message.get("body", b"") for message in messages[1:])
        return Answer(messages[0]["status"], headers, parts, len(parts))


@pytest.fixture
def event() -> Event:
    return evening.start(people=4 * TABLES)


@pytest.fixture
def hall(event: Event, settings: Any) -> Hall:
    settings.ALLOWED_HOSTS = [HOST.partition(":")[0]]
    return Hall(event)


def reported(event: Event) -> list[str]:
    reports = Report.objects.filter(table__seating__event=event)
    return sorted(reports.values_list("key", flat=True))


# --- one machine ----------------------------------------------------------------------------------


def test_a_look_is_answered_while_results_wait(event: Event, hall: Hall) -> None:
    async def evening_of() -> list[Answer]:
        with held(event) as over:
            entries = [asyncio.ensure_future(hall.ask(hall.entry(n))) for n in range(TABLES)]
            await asyncio.sleep(0.3)  # they have all the threads that they can get
            look = await asyncio.wait_for(hall.ask(hall.look()), LONG)
            assert look.status == 200
            assert not any(entry.done() for entry in entries)
            over.set()
            return await asyncio.gather(*entries)

    answers = asyncio.run(evening_of())
    assert {answer.status for answer in answers} == {200}
    assert reported(event) == sorted(f"key-{number}" for number in range(TABLES))


def test_entries_beyond_what_can_wait_are_asked_to_come_again(
    event: Event, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "WAITING", 4)
    taken = 4 + middleware.AT_ONCE

    async def evening_of() -> None:
        with held(event) as over:
            tries = {asyncio.ensure_future(hall.ask(hall.entry(n))): n for n in range(TABLES)}
            refused: set[asyncio.Future[Answer]] = set()
            while len(refused) < TABLES - taken:
                done, _ = await asyncio.wait(
                    tries.keys() - refused, timeout=LONG, return_when=asyncio.FIRST_COMPLETED
                )
                assert done
                refused |= done
            for one in refused:
                answer = one.result()
                assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
                told = json.loads(answer.body)
                assert "key" not in told, "a phone would take it for the last word on its entry"
                assert "What you just sent was not saved" in told["problem"]
            over.set()
            assert {(await one).status for one in tries.keys() - refused} == {200}
            again = [await hall.ask(hall.entry(tries[one])) for one in refused]
        assert all(json.loads(answer.body)["saved"] for answer in again)

    asyncio.run(evening_of())
    assert reported(event) == sorted(f"key-{number}" for number in range(TABLES))
    assert hall.pages.entries == 0


# --- the processes of a large installation --------------------------------------------------------


def posted(hall: Hall, number: int) -> Any:
    entry = hall.entry(number)
    client = Client(headers={"X-Outbox": "1", "Accept": "application/json", "Host": HOST})
    try:
        return client.post(entry.path, dict(entry.form))
    finally:
        connections.close_all()


def test_a_process_takes_no_more_entries_than_it_can(
    event: Event, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "limit", middleware.Limit(1, 1))
    with ThreadPoolExecutor(2) as waiting:
        with held(event):
            first = [waiting.submit(posted, hall, number) for number in (0, 1)]
            deadline = time.monotonic() + LONG
            while middleware.limit.places._value and time.monotonic() < deadline:
                time.sleep(0.01)  # one of them has not begun
            refused = posted(hall, 2)
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
            assert Client(headers={"Host": HOST}).get(hall.look().path).status_code == 200
        assert [one.result().json()["saved"] for one in first] == [True, True]
    assert posted(hall, 2).json()["saved"]
    assert reported(event) == ["key-0", "key-1", "key-2"]


def test_nobody_waits_for_a_turn_for_ever(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "limit", middleware.Limit(1, 1))
    monkeypatch.setattr(middleware, "LONGEST_WAIT", 0.01)
    with middleware.limit.turn() as mine:
        assert mine
        assert posted(hall, 0).status_code == 503
    assert posted(hall, 0).status_code == 200


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No place is free."""
    monkeypatch.setattr(middleware, "limit", middleware.Limit(1, 0))
    with middleware.limit.turn():
        yield


@pytest.mark.usefixtures("full")
def test_a_program_is_told_as_the_api_tells_it(client: Client) -> None:
    answer = client.post("/api/events/1/people", {}, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    (problem,) = answer.json()["problems"]
    assert problem["code"] == "server.busy"


@pytest.mark.usefixtures("full")
def test_a_browser_without_scripts_is_told_on_a_page(client: Client) -> None:
    answer = client.post("/t/some-token/report/", {})
    assert answer.status_code == 503
    assert "That was not saved" in answer.content.decode()
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"]


@pytest.mark.usefixtures("full")
def test_what_a_host_does_is_not_counted(client: Client) -> None:
    assert client.post("/events/1/draw/", {}).status_code == 403
