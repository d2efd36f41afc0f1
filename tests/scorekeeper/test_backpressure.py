"""Results go before looks, whoever is refused is told when to come again, and what nobody waits for
any more is left undone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import RequestFactory
from django.urls import reverse

from scorekeeper import backpressure
from scorekeeper.backpressure import Guard, Lane, Lanes, look_pause, spread
from scorekeeper.pages import Pages
from scorekeeper.requests import Handler
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
        self.event = event
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


def test_entries_beyond_what_can_wait_are_asked_to_come_again(event: Event, hall: Hall) -> None:
    hall.pages.lanes = Lanes.of(waiting=4)
    taken = 4 + backpressure.AT_ONCE

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
                assert answer.status == 503
                assert answer.headers["Retry-After"] in ("2", "3")
                # A phone would take JSON for the last word on its entry.
                assert answer.body == b"busy"
            over.set()
            assert {(await one).status for one in tries.keys() - refused} == {200}
            again = [await hall.ask(hall.entry(tries[one])) for one in refused]
        assert all(json.loads(answer.body)["saved"] for answer in again)

    asyncio.run(evening_of())
    assert reported(event) == sorted(f"key-{number}" for number in range(TABLES))
    assert hall.pages.lanes.entries.in_flight == 0


def test_looks_that_are_too_many_or_too_late_are_refused_and_results_are_not(
    event: Event, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = hall.pages.lanes.looks
    looks.bound = 0
    assert asyncio.run(hall.ask(hall.look())).status == 503
    assert asyncio.run(hall.ask(hall.entry(0))).status == 200
    looks.bound = 1
    answer = asyncio.run(hall.ask(hall.look()))
    assert (answer.status, answer.headers["Retry-After"]) == (200, "4")
    monkeypatch.setattr("scorekeeper.pages.PHONE_TIMEOUT", -1.0)
    answer = asyncio.run(hall.ask(hall.look()))
    assert (answer.status, answer.body) == (503, b"busy")
    assert int(answer.headers["Retry-After"]) >= backpressure.REFUSED_LOOK_SECONDS
    assert asyncio.run(hall.ask(hall.entry(1))).status == 503
    assert reported(event) == ["key-0"]
    assert hall.pages.lanes.looks.in_flight == hall.pages.lanes.entries.in_flight == 0


@pytest.mark.parametrize(
    ("path", "accept", "words"),
    [
        ("/t/some-token/report/", "text/html", "That was not saved"),
        ("/t/some-token/report/", "application/json", "What you just sent was not saved"),
        ("/api/events/1/people", "*/*", "server.busy"),
    ],
)
def test_people_and_programs_read_more_than_a_phones_script(
    hall: Hall, path: str, accept: str, words: str
) -> None:
    hall.pages.lanes.entries.bound = 0
    ask = Ask(path, form=(("a", "b"),), headers=(("accept", accept), ("accept-encoding", "")))
    answer = asyncio.run(hall.ask(ask))
    assert answer.status == 503
    assert answer.headers["Retry-After"] in ("2", "3")
    assert words in answer.body.decode()


# --- the processes of a large installation --------------------------------------------------------


class Process:
    """Django's pages behind the guard, as a WSGI server calls them."""

    def __init__(self, hall: Hall, lanes: Lanes, application: Any = None) -> None:
        self.hall, self.lanes = hall, lanes
        self.guard = Guard(application or Handler(), lanes)

    def ask(self, environ: dict[str, Any]) -> Answer:
        start: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], *_error: Any) -> None:
            start[:] = int(status[:3]), dict(headers)

        try:
            body = b"".join(self.guard(environ, start_response))
        finally:
            connections.close_all()
        return Answer(*start, body, len(body))

    def post(self, number: int, start: str = "") -> Answer:
        """A phone's entry, which the proxy had at that moment."""
        ask = self.hall.entry(number)
        headers = dict(ask.headers) | {"Host": HOST, "X-Request-Start": start}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in ask.cookies)
        request = RequestFactory(headers=headers).post(ask.path, dict(ask.form))
        return self.ask(request.environ)

    def look(self, start: str = "") -> Answer:
        headers = {"Host": HOST, "X-Request-Start": start}
        return self.ask(RequestFactory(headers=headers).get(self.hall.look().path).environ)


def test_a_process_takes_no_more_entries_than_it_can(event: Event, hall: Hall) -> None:
    process = Process(hall, Lanes.of(waiting=0))
    entries = process.lanes.entries
    with ThreadPoolExecutor(entries.bound) as waiting:
        with held(event):
            first = [waiting.submit(process.post, number) for number in range(entries.bound)]
            deadline = time.monotonic() + LONG
            while entries.in_flight < entries.bound and time.monotonic() < deadline:
                time.sleep(0.01)
            refused = process.post(entries.bound)
            assert refused.status == 503
            assert refused.headers["Retry-After"] in ("2", "3")
            assert process.look().status == 200
        assert all(json.loads(entry.result().body)["saved"] for entry in first)
    assert json.loads(process.post(entries.bound).body)["saved"]
    assert reported(event) == [f"key-{number}" for number in range(entries.bound + 1)]
    assert entries.in_flight == 0


def test_nobody_waits_for_a_turn_for_ever(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backpressure, "LONGEST_WAIT", 0.01)
    process = Process(hall, Lanes.of(waiting=1))
    with ExitStack() as turns:
        for _place in range(backpressure.AT_ONCE):
            assert turns.enter_context(process.lanes.entries.turn())
        assert process.post(0).status == 503
    assert process.post(0).status == 200


def test_what_its_phone_no_longer_waits_for_is_dropped_unread(hall: Hall, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    calls: list[str] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        calls.append(environ["PATH_INFO"])
        start_response("200 OK", [])
        return [b"read"]

    process = Process(hall, Lanes.of(waiting=1), application)
    ago = {seconds: f"t={time.time() - seconds:.3f}" for seconds in (1, 16)}
    assert process.look(start=ago[16]).status == 503
    assert process.post(0, start=ago[16]).status == 503
    assert calls == []
    assert process.post(0, start=ago[1]).status == 200
    answer = process.look(start=ago[1])
    assert answer.status == 200
    assert 12 <= int(answer.headers["Retry-After"]) <= 19
    # A browser without scripts has more time, and so has a program.
    ask = process.hall.entry(0)
    headers = {"Host": HOST, "X-Request-Start": ago[16]}
    form = RequestFactory(headers=headers).post(ask.path, dict(ask.form))
    assert process.ask(form.environ).status == 200


@pytest.mark.parametrize(
    ("start", "proxy"),
    [("", True), ("t=", True), ("t=yesterday", True), ("t=99999999999", True), ("t=1", False)],
)
def test_a_time_that_cannot_be_or_that_no_proxy_tells_is_no_wait(
    hall: Hall, settings: Any, start: str, proxy: bool
) -> None:
    settings.BEHIND_PROXY = proxy
    answer = Process(hall, Lanes.of(waiting=1)).look(start)
    assert (answer.status, answer.headers["Retry-After"]) == (200, "4")


def test_what_a_host_does_is_not_counted() -> None:
    lanes = Lanes.of(waiting=0)
    for method, path in (
        ("POST", "/events/1/draw/"),
        ("GET", "/t/token/"),
        ("GET", "/t/token/state/more/"),
        ("GET", "/api/events/1"),
        ("HEAD", "/t/token/state/"),
    ):
        assert lanes.lane(method, path) is None, (method, path)
    assert lanes.lane("GET", "/t/token/state/") is lanes.looks
    assert lanes.lane("GET", "/w/token/slides/") is lanes.looks
    assert lanes.lane("POST", "/t/token/report/") is lanes.entries
    assert lanes.lane("POST", "/api/events/1/reports") is lanes.entries


def test_a_crash_gives_the_place_back(hall: Hall) -> None:
    def application(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise LookupError

    process = Process(hall, Lanes.of(waiting=0), application)
    for _time in range(2 * process.lanes.entries.bound):
        with pytest.raises(LookupError):
            process.post(0)
        with pytest.raises(LookupError):
            process.look()
    for lane in (process.lanes.entries, process.lanes.looks):
        assert lane.in_flight == 0
        with lane.turn() as mine:
            assert mine


# --- when to come again ---------------------------------------------------------------------------


def test_the_longer_a_look_waited_the_later_the_next_one_comes() -> None:
    phone, wall = "/t/token/state/", "/w/token/slides/"
    waits = (0.0, -5.0, backpressure.SHORT_WAIT)
    assert {look_pause(phone, waited) for waited in waits} == {4}
    assert {look_pause(wall, waited) for waited in waits} == {0}
    for path in (phone, wall):
        means = [sum(look_pause(path, waited) for _time in range(200)) for waited in (0.3, 1, 2)]
        assert means == sorted(means)
        longest = max(look_pause(path, 60.0) for _time in range(200))
        assert longest <= 1.5 * backpressure.MOST_SECONDS


def test_the_longer_the_queue_the_later_and_one_after_the_other_all_come_again() -> None:
    lane = Lane(at_once=4, bound=28, seconds=2, most=30)
    assert lane.pause() in (2, 3)
    lane.in_flight, lane.each = 28, 1.0
    assert 7 <= lane.pause() <= 11
    lane.in_flight = 4000
    assert lane.pause() <= 45
    # As fast as they can be served, which is four a second.
    lane = Lane(at_once=4, bound=28, seconds=2, most=30)
    lane.each = 1.0
    pauses = [lane.pause() for _time in range(60)]
    assert sum(pauses[:20]) / 20 < 7
    assert sum(pauses[-20:]) / 20 > 14
    assert max(lane.pause() for _time in range(400)) <= 45
    assert len({spread(20) for _time in range(300)}) > 8


def test_who_waits_for_an_entry_is_not_sent_away_for_as_long_as_a_look() -> None:
    lanes = Lanes.of(waiting=backpressure.WAITING)
    for lane in (lanes.entries, lanes.looks):
        lane.each = 100.0
    longest = backpressure.MOST_ENTRY_SECONDS * backpressure.SPREAD
    assert max(lanes.entries.pause() for _time in range(300)) <= longest
    assert max(lanes.looks.pause() for _time in range(300)) > longest
