"""The ledger of sit-outs of a large hall: a page of it, and whoever is looked for."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import play, start
from tournaments.models import Event
from tournaments.web import paging

pytestmark = pytest.mark.django_db

ON_A_PAGE = 3


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    monkeypatch.setattr(paging.list_page, "__defaults__", (ON_A_PAGE,))
    monkeypatch.setattr(paging, "LINES", ON_A_PAGE)
    made = start(people=10)
    play(made, sets=2)
    return made


def lines(answer: Any) -> list[tuple[str, str]]:
    """The name and the number of times in each line."""
    text = answer.content.decode()
    return re.findall(r'<a[^>]*><b>([^<]+)</b></a>.*?<span class="figure">(\d+)×', text)


def test_nobody_of_a_name(event: Event, desk: Client) -> None:
    answer = desk.get(reverse("event_ledger", args=(event.pk,)), {"q": "Rumpelstiltskin"})
    assert lines(answer) == []
    assert "Rumpelstiltskin" in answer.content.decode()
