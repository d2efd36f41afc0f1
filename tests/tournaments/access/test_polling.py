"""Looks for news, of phones, walls and desks, that are answered from what is known: never longer
than it is true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import evening as drives
from tournaments.access import polling
from tournaments.access.services import ensure_links, renew_link, revoke_link
from tournaments.db.steps import event_changed
from tournaments.events import services as events
from tournaments.models import Event, LogEntry
from tournaments.phones import views

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)

EVEN = {"tricks": [7, 6]}


class Clock:
    """A clock that stands still until it is told otherwise."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Looks as they are outside of tests, in a process that has just begun, by a clock of their
    own."""
    found = Clock()
    monkeypatch.setattr(polling, "OLD", 0.25)
    monkeypatch.setattr(polling, "monotonic", found)
    monkeypatch.setattr(polling.phone_states, "pace", polling.Pace())
    return found


class Phone:
    """The phone of table 1, which has been told once that there is no news."""

    def __init__(self, event: Event) -> None:
        ensure_links(event)
        self.link = event.links.get(kind="table", table_number=1)
        self.path = reverse("table_state", args=(self.link.token,))
        self.client = Client()
        text = self.client.get(self.path).content.decode()
        match = re.search(r"seen=([\w.]+)", text)
        assert match
        self.seen = match[1]
        assert self.look() == 204

    def look(self, **questions: Any) -> int:
        return self.client.get(self.path, {"seen": self.seen}, **questions).status_code


@pytest.fixture
def phone(event: Event, clock: Clock) -> Phone:
    return Phone(event)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on another process writes: this one hears nothing of it."""
    return lambda: monkeypatch.setattr(event_changed, "receivers", [])


def say(event: Event, number: int) -> None:
    drives.say(drives.table(event, number), 1, EVEN)


def test_where_nothing_is_new_nothing_is_asked(
    event: Event, phone: Phone, clock: Clock, django_assert_num_queries: Any
) -> None:
    say(event, 2)  # which is read once for all
    with django_assert_num_queries(1):
        assert phone.look() == 204
    with django_assert_num_queries(0):
        assert phone.look() == 204
    clock.now += 0.3
    with django_assert_num_queries(1):
        assert phone.look() == 204


@pytest.mark.sql
def test_what_another_process_writes_is_told_a_moment_later(
    event: Event, phone: Phone, clock: Clock, elsewhere: Callable[[], None]
) -> None:
    phone.look()
    elsewhere()
    say(event, 1)
    assert phone.look() == 204
    clock.now += 0.3
    assert phone.look() == 200


@pytest.mark.sql
def test_a_change_while_the_news_are_read_is_not_missed(
    event: Event, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be committed after they were read, and heard of before they are known."""
    objects = LogEntry.objects

    class Before:
        """The log as it was read, just before the report."""

        def filter(self, **questions: Any) -> Any:
            found = objects.filter(**questions, version__lte=event.version)
            list(found)
            say(Event.objects.get(pk=event.pk), 1)
            return found

    event.refresh_from_db()
    polling.phone_states.heard(event.pk)
    with monkeypatch.context() as during:
        during.setattr(LogEntry, "objects", Before())
        assert phone.look() == 204
    assert phone.look() == 200


@pytest.mark.parametrize("change", [revoke_link, renew_link])
def test_a_link_that_was_withdrawn_or_renewed_is_news(
    event: Event, phone: Phone, change: Callable[..., object]
) -> None:
    phone.look()
    change(link=phone.link, actor=drives.host(event))
    assert phone.look() == 410


@pytest.mark.sql
def test_an_event_that_is_gone_is_news(
    event: Event, phone: Phone, clock: Clock, elsewhere: Callable[[], None]
) -> None:
    phone.look()
    elsewhere()
    events.delete_event(event=event, actor=drives.host(event))
    clock.now += 0.3
    assert phone.look() == 404


def test_an_event_out_of_a_backup_is_looked_at_anew(
    event: Event, phone: Phone, clock: Clock
) -> None:
    """Its versions come again, of other lines."""
    phone.look()
    LogEntry.objects.filter(event=event).update(created=timezone.now())
    clock.now += 0.3
    answer = phone.client.get(phone.path, {"seen": phone.seen})
    assert "ETag" in answer.headers  # it was built, and shows the same


def test_another_language_is_another_page(
    phone: Phone, settings: Any, django_assert_num_queries: Any
) -> None:
    """Which of them a page is in, its reader's browser or cookie says."""
    phone.look()
    with django_assert_num_queries(0):
        assert phone.look() == 204
    with django_assert_num_queries(1):
        assert phone.look(headers={"Accept-Language": "de"}) == 204
    phone.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    with django_assert_num_queries(1):
        assert phone.look(headers={"Accept-Language": "de"}) == 204


def test_only_looks_under_the_own_name_are_answered_from_what_is_known(
    phone: Phone, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    assert phone.look() == 204
    assert phone.look(headers={"Host": "elsewhere.example"}) == 400
    phone.look()
    assert phone.client.post(f"{phone.path}?seen={phone.seen}").status_code == 405


@pytest.fixture
def slow(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page that is built takes a second, and half of the time is for that."""
    build = views.part

    def building(*values: Any) -> Any:
        clock.now += 1
        return build(*values)

    monkeypatch.setattr(views, "part", building)
    monkeypatch.setattr(polling, "PART", 0.5)
    monkeypatch.setattr(polling, "AT_ONCE", 1.0)
    monkeypatch.setattr(polling.phone_states, "pace", polling.Pace())


def test_one_page_is_built_at_a_time(event: Event, phone: Phone, slow: None) -> None:
    say(event, 1)
    with polling.phone_states.pace.turn() as mine:
        assert mine
        assert phone.look() == 204
    assert phone.look() == 200


def test_a_page_that_cannot_be_built_holds_up_nobody(clock: Clock) -> None:
    pace = polling.Pace()
    with pytest.raises(LookupError), pace.turn():
        raise LookupError
    with pace.turn() as mine:
        assert mine


# --- walls and desks: they show the whole event ---------------------------------------------------


class Screen:
    """A wall, or the desk of a signed-in host, that has been told once that there is no news."""

    def __init__(self, event: Event, kind: str) -> None:
        ensure_links(event)
        self.client, self.link = Client(), event.links.get(kind="wall")
        self.headers, self.path = {}, reverse("wall_slides", args=(self.link.token,))
        if kind == "desk":
            self.client.force_login(event.owner)
            self.headers, self.path = {"HX-Request": "true"}, reverse("event", args=(event.pk,))
        self.version = Event.objects.get(pk=event.pk).version
        assert self.look() == 204

    def look(self) -> int:
        response = self.client.get(self.path, {"v": self.version}, headers=self.headers)
        return response.status_code


@pytest.fixture(params=["wall", "desk"])
def screen(request: pytest.FixtureRequest, event: Event, clock: Clock) -> Screen:
    return Screen(event, request.param)


def test_a_screen_without_news_asks_nothing(
    screen: Screen, clock: Clock, django_assert_num_queries: Any
) -> None:
    screen.look()
    with django_assert_num_queries(0):
        assert screen.look() == 204
    clock.now += 0.3
    with django_assert_num_queries(1):
        assert screen.look() == 204


def test_what_any_table_reports_is_news_for_a_screen(event: Event, screen: Screen) -> None:
    screen.look()
    say(event, 2)
    assert screen.look() == 200


def test_what_is_not_in_the_log_is_found_a_little_later(
    event: Event, screen: Screen, clock: Clock
) -> None:
    """A change that somebody makes in the database by hand."""
    screen.look()
    Event.objects.filter(pk=event.pk).update(version=screen.version + 1)
    assert screen.look() == 204
    clock.now += polling.RECHECK
    assert screen.look() == 200


@pytest.mark.sql
def test_a_wall_whose_link_was_withdrawn_goes_dark(event: Event, clock: Clock) -> None:
    screen = Screen(event, "wall")
    screen.look()
    revoke_link(link=screen.link, actor=drives.host(event))
    assert screen.look() == 410


def test_a_desk_that_signs_out_is_told_nothing(event: Event, clock: Clock) -> None:
    """At once in that browser; elsewhere, where its session has ended, a little later."""
    screen, twin = Screen(event, "desk"), Client()
    twin.cookies.update(screen.client.cookies)
    screen.client.post(reverse("sign_out"))
    assert screen.look() == 403
    screen.client = twin
    assert screen.look() == 204
    clock.now += polling.RECHECK
    assert screen.look() == 403
