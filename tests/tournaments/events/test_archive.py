"""The winners' page of a house that has played for many years: in parts, with few queries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import a_user, an_event
from tournaments.events import views
from tournaments.events.selectors import finished_events
from tournaments.models import Event, Snapshot, family_of

pytestmark = pytest.mark.django_db

ON_A_PAGE = 3


@pytest.fixture
def at_home(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(views, "CARDS", ON_A_PAGE)
    client.force_login(a_user(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def finished(name: str, date: str) -> Event:
    event = an_event(people=4, name=name, date=date)
    values = {"role": "", "role_name": "", "shared": False, "sets": [], "sit_outs": 0, "moved": 0}
    values |= {"progress": []}
    rows = [
        {"entry_id": one.pk, "name": one.name, "rank": place, "total": 10 - place, **values}
        for place, one in enumerate(event.entries.order_by("name"), 1)
    ]
    Snapshot.objects.create(event=event, edition=1, standings=rows, players={})
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    return event


def shown(answer: Any) -> list[str]:
    """The names of the events on a page."""
    return re.findall(r"<h2>([^<]+)</h2>", answer.content.decode())


def test_the_winners_come_in_pages_and_are_searched_by_name(at_home: Client) -> None:
    for year in range(2001, 2009):
        finished(f"Evening {year}", f"{year}-05-01")
    page = reverse("winners")
    assert shown(at_home.get(page)) == ["Evening 2008", "Evening 2007", "Evening 2006"]
    assert shown(at_home.get(page, {"page": 3})) == ["Evening 2002", "Evening 2001"]
    assert shown(at_home.get(page, {"q": "2004"})) == ["Evening 2004"]
    assert shown(at_home.get(page, {"year": 2005})) == ["Evening 2005"]
    nobody = at_home.get(page, {"q": "Rumpelstiltskin"}).content.decode()
    assert "Rumpelstiltskin" in nobody
    assert "Nobody won anything" not in nobody
    assert "Finish a game" not in nobody


def test_a_page_of_winners_asks_no_more_where_there_are_more(
    at_home: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        finished(f"Evening {number}", f"2010-05-{number + 1:02}")
    assert len(finished_events(family_of(a_user()))) == 12
    at_home.get(reverse("winners"))
    with django_assert_max_num_queries(7):  # session, user, family twice, years, numbers, one page
        at_home.get(reverse("winners"))
