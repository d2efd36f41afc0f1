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


def test_who_sat_out_most_comes_first_and_the_rest_in_pages(event: Event, desk: Client) -> None:
    page = reverse("event_ledger", args=(event.pk,))
    every = [line for number in range(1, 5) for line in lines(desk.get(page, {"page": number}))]
    assert len({name for name, _times in every}) == 10
    assert [times for _name, times in every] == ["1"] * 4 + ["0"] * 6
    assert len(lines(desk.get(page))) == ON_A_PAGE
    name, times = every[2]
    assert lines(desk.get(page, {"q": name})) == [(name, times)]


def test_nobody_of_a_name(event: Event, desk: Client) -> None:
    answer = desk.get(reverse("event_ledger", args=(event.pk,)), {"q": "Rumpelstiltskin"})
    assert lines(answer) == []
    assert "Rumpelstiltskin" in answer.content.decode()
