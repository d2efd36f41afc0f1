"""The desk of a hall: its tables in pages, those that need the host first, renewed card by card."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import start as boards
from tests.tournaments.evening import host, object_to, say, start, table
from tournaments.desk.selectors import desk as desk_of
from tournaments.models import Event
from tournaments.web import paging

pytestmark = pytest.mark.django_db

ON_A_PAGE = 3
TABLES = 8
HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Eight tables: table 8 is disputed, tables 1 and 2 are done; a page holds three."""
    monkeypatch.setattr(paging.list_page, "__defaults__", (ON_A_PAGE,))
    monkeypatch.setattr(paging, "LINES", ON_A_PAGE)
    made = start(people=4 * TABLES)
    for number in (1, 2):
        for deal in range(1, 5):
            say(table(made, number), deal, {"tricks": [9, 4]}, host(made))
    object_to(made, table(made, 8), 1)
    made.refresh_from_db()
    return made


def shown(answer: Any) -> list[int]:
    """The numbers of the tables whose cards are on a page, in their order."""
    return [int(number) for number in re.findall(r'id="card-1-(\d+)"', answer.content.decode())]


def kept(answer: Any) -> list[int]:
    """Those whose cards the browser keeps as they are."""
    matches = re.findall(r'id="card-1-(\d+)" data-same', answer.content.decode())
    return [int(number) for number in matches]


def renewed_at(answer: Any) -> str:
    """Where the page asks for itself once something has changed."""
    match = re.search(r'id="desk"[^>]* hx-get="([^"]*)"', answer.content.decode())
    assert match is not None
    return html.unescape(match[1])


def test_tables_that_need_the_host_come_first(event: Event, desk: Client) -> None:
    address = reverse("event", args=(event.pk,))
    first = desk.get(address)
    assert shown(first) == [8, 3, 4]
    assert 'href="?page=3"' in first.content.decode()
    assert shown(desk.get(address, {"page": 2})) == [5, 6, 7]
    assert shown(desk.get(address, {"page": 3})) == [1, 2]
    assert shown(desk.get(address, {"page": 99})) == [1, 2]
    text = first.content.decode()
    assert "2 of 8 tables done" in text  # of all of them, whatever the page shows


def test_a_table_is_found_by_its_number_and_by_who_sits_there(event: Event, desk: Client) -> None:
    address = reverse("event", args=(event.pk,))
    assert shown(desk.get(address, {"q": "table 6"})) == [6]
    name = desk_of(event).cards[0].names[0]
    assert 8 in shown(desk.get(address, {"q": name}))
    nothing = desk.get(address, {"q": "Zoë"})
    assert shown(nothing) == []
    assert "No table has “Zoë”" in nothing.content.decode()


def test_a_page_is_renewed_as_the_page_that_it_is(event: Event, desk: Client) -> None:
    second = desk.get(reverse("event", args=(event.pk,)), {"page": 2})
    say(table(event, 6), 1, {"tricks": [9, 4]})
    again = desk.get(renewed_at(second), headers=HTMX)
    assert shown(again) == [5, 6, 7]
    assert kept(again) == [5, 7]
    assert "1 of 4 hands in" in again.content.decode()


def test_boards_put_those_in_need_first() -> None:
    made = boards("golf", people=16, tables=4)
    last = made.seatings.get().tables.get(number=4)
    object_to(made, last, 1, "A", "No")
    assert [card.number for card in desk_of(made).cards] == [4, 1, 2, 3]


# --- what stands against going on -----------------------------------------------------------------


def seen_at_once(page: str) -> str:
    """What stands there before anything is opened."""
    return re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize(("name", "deed"), [("event_end", "finish"), ("event_draw", "draw")])
def test_of_many_tables_the_first_are_named_and_the_others_at_a_tap(
    client: Client, name: str, deed: str
) -> None:
    event = start(people=4 * 10)
    client.force_login(event.owner)
    response = client.get(reverse(name, args=(event.pk,)))
    to = "event_finish" if deed == "finish" else name
    refused = client.post(reverse(to, args=(event.pk,)), {"act": deed})
    assert (response.status_code, refused.status_code) == (200, 422)
    for page in (response.content.decode(), refused.content.decode()):
        named = re.findall(r"[Tt]able (\d+): 4 hands are missing", page)
        assert named == [str(number) for number in range(1, 11)]
        assert re.findall(r"[Tt]able (\d+): 4 hands", seen_at_once(page)) == named[:8]
        assert f"and {2 + page.count('have not been played')} more" in page
