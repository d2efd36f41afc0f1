"""The evening that most pages and verbs are tried on."""

import pytest
from django.test import Client

from tests.tournaments.evening import a_user, start
from tournaments.files import smoke_check
from tournaments.models import Event


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
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each kind are looked at before a file is kept. That usually all are is told by the tests
    of event files."""
    monkeypatch.setattr(smoke_check, "MOST", 2)
    monkeypatch.setattr(smoke_check, "FEWEST", 2)


@pytest.fixture
def laptop() -> Client:
    """The browser of a host, of no evening in particular."""
    client = Client()
    client.force_login(a_user())
    return client
