"""The evening that most pages and verbs are tried on."""

import pytest
from django.test import Client

from tests.tournaments.evening import a_user, start
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
def laptop() -> Client:
    """The browser of a host, of no evening in particular."""
    client = Client()
    client.force_login(a_user())
    return client
