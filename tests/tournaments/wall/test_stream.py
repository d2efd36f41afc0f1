"""The live stream, driven as the ASGI application that it is, without a server."""

import asyncio
import datetime
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tournaments.access.permissions import host_actor
from tournaments.access.services import stream_token
from tournaments.db import broadcast
from tournaments.db.broadcast import Change, announce
from tournaments.models import Event, Link
from tournaments.wall import stream
from tournaments.wall.client import MOST_UNSENT
from tournaments.web.network import common_headers

PATIENCE = 20  # seconds until a test that waits for a message gives up


@pytest.fixture
def event(transactional_db: None) -> Event:
    owner = get_user_model().objects.create(username="host")
    return Event.objects.create(
        owner=owner, name="A", date=datetime.date(2026, 1, 6), game="court-whist", version=7
    )


@pytest.fixture
def link(event: Event) -> Link:
    return Link.objects.create(event=event, kind=Link.Kind.WALL)


class Browser:
    """One EventSource: what it was sent, and a way to hang up."""

    def __init__(
        self,
        token: str,
        *,
        method: str = "GET",
        last: str = "",
        query: str = "",
        reads: bool = True,
    ) -> None:
        headers = [(b"last-event-id", last.encode())] if last else []
        self.scope = {
            "type": "http",
            "method": method,
            "path": f"/live/{token}/",
            "query_string": query.encode(),
            "headers": headers,
        }
        self.messages: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.gone = asyncio.Event()
        self.reads = asyncio.Event()
        if reads:
            self.reads.set()
        self.asked = False

    async def receive(self) -> dict[str, Any]:
        if not self.asked:
            self.asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            await self.reads.wait()
        self.messages.append(message)
        self.news.set()

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def text(self) -> str:
        return b"".join(m.get("body", b"") for m in self.messages).decode()

    async def until(self, words: str) -> None:
        while words not in self.text:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def begun(self) -> None:
        """Wait for the head of the answer: from then on changes are meant for this one too."""
        while not self.messages:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    def changes(self) -> list[dict[str, Any]]:
        lines = self.text.splitlines()
        return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


def play(story: Callable[[stream.LiveStream], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        app = stream.LiveStream()
        await asyncio.wait_for(story(app), 3 * PATIENCE)
        if app.broadcaster is not None:
            assert not app.broadcaster.clients
            assert not app.broadcaster.tasks

    asyncio.run(whole())
    assert not broadcast.listeners


def opened(app: stream.LiveStream, browser: Browser) -> asyncio.Task[None]:
    return asyncio.create_task(app(browser.scope, browser.receive, browser.send))


async def begun(app: stream.LiveStream, *browsers: Browser) -> list[asyncio.Task[None]]:
    """Open a stream for each, and wait until all of them know the event as it stands."""
    tasks = [opened(app, browser) for browser in browsers]
    for browser in browsers:
        await browser.until("id: 7\n")
    return tasks


async def closed(task: Awaitable[None], browser: Browser) -> None:
    browser.gone.set()
    await asyncio.wait_for(task, PATIENCE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "status"), [("GET", 404), ("HEAD", 404), ("POST", 405)])
def test_a_stranger_gets_no_stream(method: str, status: int) -> None:
    async def story(app: stream.LiveStream) -> None:
        browser = Browser("no-such-token", method=method)
        await opened(app, browser)
        assert browser.status == status

    play(story)


def test_a_withdrawn_link_gets_no_stream(link: Link) -> None:
    link.revoked_at = timezone.now()
    link.save()

    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        await opened(app, browser)
        assert browser.status == 404

    play(story)


def test_a_stream_begins_with_how_to_come_back(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        [task] = await begun(app, browser)
        headers = dict(browser.messages[0]["headers"])
        assert browser.status == 200
        assert headers[b"content-type"].startswith(b"text/event-stream")
        assert headers[b"content-encoding"] == b"identity"
        assert headers[b"x-accel-buffering"] == b"no"
        assert b"no-store" in headers[b"cache-control"]
        assert {name.lower().encode() for name in common_headers()} <= set(headers)
        assert "retry: 2000\n" in browser.text
        assert browser.changes() == []
        await closed(task, browser)

    play(story)


@pytest.mark.parametrize(
    ("last", "query", "told"),
    [
        ("6", "", True),
        ("7", "", False),
        ("", "v=5", True),
        ("", "v=7", False),
        ("7", "v=5", False),  # the browser's own word is the later one
        ("x", "v=²", False),
    ],
)
def test_who_missed_something_is_told_at_once(
    link: Link, last: str, query: str, told: bool
) -> None:
    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token, last=last, query=query)
        [task] = await begun(app, browser)
        expected = [{"event": link.event_id, "version": 7, "topics": ["*"]}]
        assert browser.changes() == (expected if told else [])
        await closed(task, browser)

    play(story)


def test_an_announcement_reaches_the_streams_of_its_event_alone(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        browsers = [Browser(link.token) for _ in range(3)]
        tasks = await begun(app, *browsers)
        await asyncio.to_thread(announce, link.event_id + 1, 99, ["report"])
        await asyncio.to_thread(announce, link.event_id, 8, ["report", "cut"])
        for browser, task in zip(browsers, tasks, strict=True):
            await browser.until("event: changed\nid: 8\n")
            assert browser.changes() == [
                {"event": link.event_id, "version": 8, "topics": ["report", "cut"]}
            ]
            await closed(task, browser)

    play(story)


def test_ids_never_fall_where_announcements_overtake_each_other(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        [task] = await begun(app, browser)
        announce(link.event_id, 9, ["cut"])
        announce(link.event_id, 8, ["report"])
        await browser.until('["report"]')
        assert [change["version"] for change in browser.changes()] == [9, 9]
        await closed(task, browser)

    play(story)


def test_many_streams_are_told_part_by_part_and_of_what_changed_meanwhile_at_once(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "AT_ONCE", 2)

    async def story(app: stream.LiveStream) -> None:
        browsers = [Browser(link.token) for _ in range(5)]
        tasks = await begun(app, *browsers)
        for version, topic in ((8, "report"), (9, "cut"), (10, "report")):
            announce(link.event_id, version, [topic])
        for browser in browsers:
            await browser.until("id: 10\n")
            (change,) = browser.changes()
            assert change["version"] == 10
            assert change["topics"] == ["report", "cut"]
        announce(link.event_id, 11, ["report"])  # a round begins anew
        for browser, task in zip(browsers, tasks, strict=True):
            await browser.until("id: 11\n")
            await closed(task, browser)
        assert app.broadcaster
        assert not app.broadcaster.rounds

    play(story)


def test_a_hall_that_leaves_while_it_is_told_ends_the_round(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "AT_ONCE", 1)

    async def story(app: stream.LiveStream) -> None:
        browsers = [Browser(link.token) for _ in range(3)]
        tasks = await begun(app, *browsers)
        announce(link.event_id, 8, ["report"])
        await asyncio.sleep(0)
        assert app.broadcaster
        assert app.broadcaster.rounds
        for browser, task in zip(browsers, tasks, strict=True):
            await closed(task, browser)
        await asyncio.sleep(4 * stream.HEAD_START)
        assert not app.broadcaster.rounds

    play(story)


def test_a_change_by_another_process_is_found_in_the_database(link: Link, settings: Any) -> None:
    settings.REDIS_URL = ""

    def change() -> None:
        Event.objects.filter(pk=link.event_id).update(version=12)

    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        [task] = await begun(app, browser)
        await stream.in_thread(change)
        await browser.until("id: 12\n")
        assert browser.changes()[-1]["topics"] == ["*"]
        await closed(task, browser)

    play(story)


def test_a_change_that_nobody_announced_is_found_at_a_heartbeat(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(stream, "watch_changes", sources_asleep)

    def change() -> None:
        Event.objects.filter(pk=link.event_id).update(version=12)

    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        [task] = await begun(app, browser)
        await stream.in_thread(change)
        await browser.until("id: 12\n")
        await closed(task, browser)

    play(story)


async def sources_asleep(hearer: stream.Broadcaster) -> None:
    """Stands for sources that hear nothing."""
    hearer.ready.set()
    await asyncio.Event().wait()


def test_a_newcomer_who_sees_a_change_first_does_not_hide_it(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change() -> None:
        Event.objects.filter(pk=link.event_id).update(version=8)

    monkeypatch.setattr(stream, "watch_changes", sources_asleep)

    async def story(app: stream.LiveStream) -> None:
        early = Browser(link.token)
        [first] = await begun(app, early)
        await stream.in_thread(change)
        late = Browser(link.token)
        second = opened(app, late)
        await early.until("id: 8\n")
        await closed(first, early)
        await closed(second, late)

    play(story)


def test_a_withdrawn_link_ends_its_streams(link: Link) -> None:
    other = Link.objects.create(event=link.event, kind=Link.Kind.SPECTATOR)

    def revoke() -> None:
        Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())

    async def story(app: stream.LiveStream) -> None:
        browser, stays = Browser(link.token), Browser(other.token)
        task, staying = await begun(app, browser, stays)
        await stream.in_thread(revoke)
        announce(link.event_id, 8, ["link"])
        await asyncio.wait_for(task, PATIENCE)
        assert browser.messages[-1].get("more_body", False) is False
        assert not staying.done()
        await closed(staying, stays)

    play(story)


def test_signing_out_ends_the_streams_of_that_browser(event: Event) -> None:
    here, there = Client(), Client()
    for one in (here, there):
        one.force_login(event.owner)
    keys = [one.session.session_key for one in (here, there)]
    token = stream_token(event, host_actor(event, event.owner))

    async def story(app: stream.LiveStream) -> None:
        browsers = [Browser(token) for _key in keys]
        for browser, key in zip(browsers, keys, strict=True):
            browser.scope["headers"] = [(b"cookie", f"a=b; sessionid={key}".encode())]
        tasks = await begun(app, *browsers)
        await stream.in_thread(lambda: here.post("/sign-out/"))
        await asyncio.wait_for(tasks[0], PATIENCE)
        assert not tasks[1].done()
        await closed(tasks[1], browsers[1])

    play(story)


def test_a_stream_that_does_not_read_is_dropped(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        stuck, reader = Browser(link.token, reads=False), Browser(link.token)
        first, second = opened(app, stuck), opened(app, reader)
        await stuck.begun()
        await reader.until("id: 7\n")
        for version in range(8, 10 + MOST_UNSENT):
            announce(link.event_id, version, ["report"])
            await reader.until(f"id: {version}\n")
        await asyncio.wait_for(first, PATIENCE)
        assert len(reader.changes()) == 2 + MOST_UNSENT
        await closed(second, reader)

    play(story)


@pytest.mark.parametrize("ends", [False, True])
def test_a_stream_that_stops_reading_for_a_while_misses_nothing(link: Link, ends: bool) -> None:
    async def story(app: stream.LiveStream) -> None:
        slow, reader = Browser(link.token), Browser(link.token)
        first, second = await begun(app, slow, reader)
        slow.reads.clear()
        for version in (8, 9, 10):
            announce(link.event_id, version, ["report"])
            await reader.until(f"id: {version}\n")
        assert slow.changes() == []
        if ends:
            app.close_all()
            await asyncio.sleep(0.01)
            assert not first.done()
        slow.reads.set()
        await slow.until("id: 10\n")
        assert [change["version"] for change in slow.changes()] == [8, 9, 10]
        if not ends:
            announce(link.event_id, 11, ["report"])
            await slow.until("id: 11\n")
            slow.gone.set()
            reader.gone.set()
        await asyncio.wait_for(asyncio.gather(first, second), PATIENCE)
        assert slow.messages[-1] == {"type": "http.response.body", "body": b""}

    play(story)


def test_what_cannot_be_sent_to_one_reaches_the_others(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        browsers = [Browser(link.token) for _ in range(3)]
        tasks = await begun(app, *browsers)
        browsers[1].reads = None  # type: ignore[assignment]  # sending raises from now on
        announce(link.event_id, 8, ["report"])
        await asyncio.wait_for(tasks.pop(1), PATIENCE)
        del browsers[1]
        for browser, task in zip(browsers, tasks, strict=True):
            await browser.until("id: 8\n")
            await closed(task, browser)

    play(story)


def test_streams_of_one_link_are_capped(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "STREAMS_PER_LINK", 1)

    async def story(app: stream.LiveStream) -> None:
        one, two, three = Browser(link.token), Browser(link.token), Browser(link.token)
        [task] = await begun(app, one)
        await opened(app, two)
        assert two.status == 503
        await closed(task, one)
        [task] = await begun(app, three)
        await closed(task, three)

    play(story)


def test_silence_is_filled_with_comments(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.01)

    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        task = opened(app, browser)
        await browser.until(": still here\n\n")
        await closed(task, browser)

    play(story)


def test_a_server_that_stops_ends_its_streams(link: Link) -> None:
    async def story(app: stream.LiveStream) -> None:
        browser = Browser(link.token)
        [task] = await begun(app, browser)
        app.close_all()
        await asyncio.wait_for(task, PATIENCE)
        assert browser.messages[-1] == {"type": "http.response.body", "body": b""}

    play(story)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"event": 1, "version": "x", "topics": []}'])
def test_only_an_announcement_is_read_as_one(text: str) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Change.from_json(text)


def test_an_announcement_survives_the_wire() -> None:
    change = Change(3, 18, ("report", "cut"))
    assert Change.from_json(change.as_json()) == change


def test_announcing_does_not_need_redis(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Change] = []
    settings.REDIS_URL = "redis://127.0.0.1:1/7"
    broadcast.listeners.add(heard.append)
    try:
        announce(3, 18)
    finally:
        broadcast.listeners.remove(heard.append)
    assert heard == [Change(3, 18, ("*",))]
    assert "Redis is left alone" in caplog.text
