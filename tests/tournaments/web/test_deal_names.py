"""A deal is called the same on every page and paper: what the game and its format call it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.board_evening import say, start, table, take_back
from tests.tournaments.visits import texts_of
from tournaments.access.services import ensure_links
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.printing import print_paper
from tournaments.papers.selectors import missing, papers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

OTHER = re.compile(r"\brounds?\b", re.IGNORECASE)


class Heard(HTMLParser):
    """All that a page says, labels for screen readers included."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = ("aria-label", "title", "data-label", "placeholder")
        self.said += [value for name, value in attrs if name in told and value]

    def handle_data(self, data: str) -> None:
        self.said.append(" ".join(data.split()))


def heard(html: str) -> list[str]:
    parser = Heard()
    parser.feed(re.sub(r"<(script|style)\b.*?</\1>", "", html, flags=re.DOTALL))
    return [one for one in parser.said if one]


def evening(tables: int) -> Event:
    """Some turns of a game that is told turn by turn; the last one is taken back."""
    event = start("ten-thousand", 4, tables=tables)
    for number in range(1, tables + 1):
        for deal, points in enumerate((1000, 1500, 0), 1):
            say(table(event, number), deal, {"points": points})
        take_back(table(event, number), 3)
    return event


def pages(event: Event) -> Iterator[str]:
    """The addresses of everything that people see of an evening that is played."""
    ensure_links(event)
    links = {one.kind: one.token for one in event.links.order_by("-table_number")}
    person = event.entries.order_by("pk")[0].pk
    for name, more in (
        ("event", ()),
        ("event_table", (1, 1)),
        ("event_deal", (1, 1, 1)),
        ("event_deal_report", (1, 1, 1)),
        ("event_deal_report", (1, 1, 3)),
        ("event_stakes", ()),
        ("event_standings", ()),
        ("event_player", (person,)),
        ("event_log", ()),
        ("event_people", ()),
        ("event_wall_control", ()),
        ("event_disputes", ()),
    ):
        yield reverse(name, args=(event.pk, *more))
    yield reverse("table", args=(links["table"],))
    yield reverse("table", args=(links["table"],)) + "?deal=1"
    yield reverse("table_books", args=(links["table"],))
    spectator = links["spectator"]
    for name in ("spectator", "spectator_score", "spectator_standings", "spectator_books"):
        yield reverse(name, args=(spectator,))
    yield reverse("spectator_player", args=(spectator, person))
    yield reverse("wall", args=(links["wall"],))
    yield reverse("wall_slides", args=(links["wall"],))


def test_a_turn_is_a_turn_on_every_page(client: Client) -> None:
    event = evening(tables=2)
    client.force_login(event.owner)
    turns = 0
    for address in pages(event):
        answer = client.get(address)
        assert answer.status_code == 200, address
        said = heard(answer.content.decode())
        assert not [one for one in said if OTHER.search(one)], address
        turns += sum("turn" in one.lower() for one in said)
    assert turns > 40


def test_a_turn_is_a_turn_on_every_paper() -> None:
    event = evening(tables=1)
    printed = 0
    for kind in papers_of(event):
        if missing(event, kind):
            continue
        paper = print_paper(event, PrintOptions(kind=kind.kind))
        for text in texts_of(paper.pdf):
            assert not OTHER.search(text), kind.kind
        printed += 1
    assert printed > 5
