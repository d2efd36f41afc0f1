"""The evening that most pages and verbs are tried on."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.evening import a_user, start
from tournaments.jobs import runner
from tournaments.models import Event
from tournaments.seating import searches


@pytest.fixture
def event() -> Event:
    """A drive of eight people at two tables, its first set shown."""
    return start(people=8)


@pytest.fixture
def desk(client: Client, event: Event) -> Client:
    """The browser of its host."""
    client.force_login(event.owner)
    return client


@pytest.fixture
def laptop() -> Client:
    """The browser of a host, of no evening in particular."""
    client = Client()
    client.force_login(a_user())
    return client


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[Callable[[], object]]:
    """Jobs that were handed over where there is no queue, and that nobody has done yet."""
    settings.REDIS_URL = ""
    jobs: list[Callable[[], object]] = []
    monkeypatch.setattr(runner, "start_thread", lambda _key, work, **_lane: jobs.append(work))
    monkeypatch.setattr(searches, "on_commit", lambda work: work())
    return jobs
