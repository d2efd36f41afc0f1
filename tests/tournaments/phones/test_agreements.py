"""What a report that waits for a yes shows: what it brought only where no answer says so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import say, start, table
from tests.tournaments.phones.test_round_pages import token

pytestmark = pytest.mark.django_db


def page(slug: str, *reports: dict[str, object], people: int = 3) -> str:
    event = start(slug, people)
    for number, report in enumerate(reports, 1):
        say(table(event), number, report)
    return Client().get(reverse("table", args=(token(event),))).content.decode()


def test_points_that_were_told_are_not_told_twice() -> None:
    shown = page("chicken-foot", {"pips": [0, 14, 23]})
    assert shown.count("Ann 0, Bo 14, Cy 23") == 1


@pytest.mark.parametrize(("people", "asks_first"), [(5, False), (6, True)])
def test_a_yes_is_asked_for_on_the_first_screen(people: int, asks_first: bool) -> None:
    shown = page("chicken-foot", {"pips": list(range(people))}, people=people)
    assert (shown.index('id="accept-1"') < shown.index('<ol class="lines')) == asks_first
