"""Who may call the desk of an event that keeps boards, and which pages belong to which kind."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.access.test_permissions import (
    ADDRESSES,
    BOARDS,
    BOARDS_POST,
    DESK,
    DESK_POST,
    WHO,
    caller,
)
from tests.tournaments.board_evening import GIN, GOLF, RUMMOLI, host, play_round, start, table
from tests.tournaments.evening import start as start_drive
from tournaments.access.services import ensure_links, make_link
from tournaments.models import Event
from tournaments.models.event_games import format_of

pytestmark = pytest.mark.django_db

PLACE = {"set_number": 1, "number": 2}
TABLE, ROOM, SETS = "table", "room", "set"  # who keeps a board
# Which pages there are by who keeps a board; all others are there for everybody.
THERE: dict[str, tuple[dict[str, Any], set[str]]] = {
    "event_stakes": ({}, {TABLE, ROOM}),
    "event_worksheet": ({"set_number": 1}, {ROOM}),
    "event_table": (PLACE, {TABLE, SETS}),
    "event_table_act": (PLACE, {TABLE, SETS}),
    "event_deal": (PLACE | {"deal": 1}, {TABLE, ROOM, SETS}),
    "event_deal_act": (PLACE | {"deal": 1}, {TABLE, ROOM, SETS}),
    "event_deal_report": (PLACE | {"deal": 1}, {TABLE, ROOM, SETS}),
    "event_deal_withdraw": (PLACE | {"deal": 1}, {TABLE, ROOM, SETS}),
    "event_substitute": ({}, {SETS}),
    "event_exchange": ({}, {SETS}),
    "event_ledger": ({}, {SETS}),
    "event_balance": ({}, {SETS}),
    "event_pairings": ({}, {SETS}),
    "event_roll": ({}, {SETS, ROOM}),
    "event_late": ({}, {SETS, ROOM}),
}
SCORED = {name for name in THERE if name.startswith(("event_table", "event_deal"))}
WANTED = {
    name: given for name, (given, there) in THERE.items() if SETS not in there or name in SCORED
}
POSTED = {
    "event_table_act",
    "event_deal_act",
    "event_substitute",
    "event_balance",
    "event_pairings",
    "event_late",
}


def an_evening(slug: str) -> dict[str, Any]:
    event = start(slug, 8, tables=2 if slug != GIN else 1)
    for number in (1, 2):
        play_round(event, Random(3), number)
    ensure_links(event)
    links = {link.kind: link for link in event.links.all()}
    links["scorekeeper"] = make_link(
        event=event, actor=host(event), kind="scorekeeper", label="Sam"
    )
    return {"event": event, "links": links}


def addresses(event: Event, slug: str) -> dict[str, str]:
    board = ROOM if slug == GIN else TABLE
    return {
        name: reverse(name, kwargs={"event_id": event.pk, **given})
        for name, given in WANTED.items()
        if board in THERE[name][1]
    }


def test_all_addresses_of_score_boards_are_tried_here() -> None:
    assert {name for name, who in ADDRESSES.items() if who in (BOARDS, BOARDS_POST)} == set(
        WANTED
    ) - SCORED


@pytest.mark.parametrize("slug", [GIN, RUMMOLI])
def test_who_may_open_the_pages_of_score_boards(slug: str) -> None:
    evening = an_evening(slug)
    version = evening["event"].version
    clients = [caller(who, evening) for who in WHO]
    at_all = addresses(evening["event"], slug).items()
    for (client, wanted), (name, address) in product(zip(clients, DESK, strict=True), at_all):
        posted = ADDRESSES[name] in (BOARDS_POST, DESK_POST)
        if posted or wanted != 2:
            refused = 422 if wanted == 2 else wanted
            status = client.post(address, {"act": "none"}).status_code
            read_only = status == 405 and name in (
                "event_worksheet",
                "event_stakes",
                "event_table",
                "event_deal",
            )
            assert status == refused or read_only, name
        if not posted:
            assert client.get(address).status_code == (200 if wanted == 2 else wanted), name
    evening["event"].refresh_from_db()
    assert evening["event"].version == version


def of_format(board: str, slug: str, **fields: Any) -> Event:
    """An evening of a game in a format in which this group keeps the board."""
    if board != SETS:
        event: Event = an_evening(slug)["event"]
        return event
    return start_drive(people=8, **fields)


@pytest.mark.parametrize(
    ("board", "slug", "fields"),
    [
        (TABLE, RUMMOLI, {}),
        (ROOM, GIN, {}),
        (SETS, "court-whist", {}),
        (SETS, "whist-tens", {"game": "whist-tens", "format": "court_whist"}),
    ],
)
def test_a_page_is_there_where_the_format_offers_it(
    board: str, slug: str, fields: dict[str, Any]
) -> None:
    event = of_format(board, slug, **fields)
    assert format_of(event).keeping.board == board
    client = caller("owner", {"event": event})
    for name, (given, there) in THERE.items():
        address = reverse(name, kwargs={"event_id": event.pk, **given})
        posted = ADDRESSES.get(name) == BOARDS_POST or name in POSTED
        answer = client.post(address) if posted else client.get(address)
        assert (answer.status_code != 404) == (board in there), name


@pytest.mark.parametrize("slug", [GIN, GOLF])
def test_places_that_are_not_there_are_not_found(slug: str) -> None:
    evening = an_evening(slug)
    event, client = evening["event"], caller("owner", evening)
    assert slug == GOLF or table(event).seating.set_number == 3
    for number in (0, 3, 99, 32_767, 2**31, 10**12):
        places = {(1, 1, number), (number, 1, 1), (1, number, 1)}
        places -= {(3, 1, 1), (1, 3, 1)} if slug == GIN else {(3, 1, 1)}  # may be there
        wrong = [reverse("event_deal", args=[event.pk, *place]) for place in places]
        if slug == GOLF:
            wrong.append(reverse("event_table", args=[event.pk, 1, number]))
        elif number != 3:
            wrong.append(reverse("event_worksheet", args=[event.pk, number]))
        for address in wrong:
            assert client.get(address).status_code == 404, address
