"""Who may call the desk of an event that keeps score pads, and which pages belong to which kind."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.evening import start as start_drive
from tests.tournaments.padevening import GIN, GOLF, RUMMOLI, host, play_round, start, table
from tests.tournaments.views.test_permissions import (
    ADDRESSES,
    DESK,
    PADS,
    PADS_POST,
    WHO,
    caller,
)
from tournaments.models import Event
from tournaments.services.access import ensure_links, make_link

pytestmark = pytest.mark.django_db

PLACE = {"set_number": 1, "number": 2}
# Of the team game there are rounds of the room, of the others a pad at each table and its books.
WANTED = {
    "event_end": {},
    "event_worksheet": {"set_number": 1},
    "event_pad": PLACE,
    "event_pad_act": PLACE,
    "event_round": PLACE | {"deal": 1},
    "event_round_act": PLACE | {"deal": 1},
    "event_round_report": PLACE | {"deal": 1},
    "event_round_withdraw": PLACE | {"deal": 1},
    "event_stakes": {},
}
OF_TABLES = {"event_pad", "event_pad_act"}
OF_TEAMS = {"event_worksheet"}
OF_DRIVES = {
    "event_table": PLACE,
    "event_table_act": PLACE,
    "event_hand": PLACE | {"deal": 1},
    "event_correct": PLACE | {"deal": 1},
    "event_withdraw": PLACE | {"deal": 1},
    "event_substitute": {},
    "event_ledger": {},
    "event_balance": {},
    "event_pairings": {},
}
POSTED = {"event_table_act", "event_substitute", "event_balance", "event_pairings"}


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
    others = OF_TABLES if slug == GIN else OF_TEAMS
    return {
        name: reverse(name, kwargs={"event_id": event.pk, **given})
        for name, given in WANTED.items()
        if name not in others
    }


def test_all_addresses_of_score_pads_are_tried_here() -> None:
    assert {name for name, who in ADDRESSES.items() if who in (PADS, PADS_POST)} == set(WANTED)


@pytest.mark.parametrize("slug", [GIN, RUMMOLI])
@pytest.mark.parametrize("who", WHO)
def test_who_may_open_the_pages_of_score_pads(who: str, slug: str) -> None:
    evening = an_evening(slug)
    client = caller(who, evening)
    version = evening["event"].version
    for name, address in addresses(evening["event"], slug).items():
        wanted = DESK[WHO.index(who)]
        posted = ADDRESSES[name] == PADS_POST
        if posted or wanted != 2:
            refused = 422 if wanted == 2 else wanted
            status = client.post(address, {"act": "none"}).status_code
            read_only = status == 405 and name in (
                "event_end",
                "event_worksheet",
                "event_stakes",
                "event_pad",
                "event_round",
            )
            assert status == refused or read_only, name
        if not posted:
            assert client.get(address).status_code == (200 if wanted == 2 else wanted), name
    evening["event"].refresh_from_db()
    assert evening["event"].version == version


@pytest.mark.parametrize("slug", [GIN, GOLF])
def test_pages_of_drives_are_not_there_for_score_pads(slug: str) -> None:
    evening = an_evening(slug)
    client = caller("owner", evening)
    for name, given in OF_DRIVES.items():
        address = reverse(name, kwargs={"event_id": evening["event"].pk, **given})
        answer = client.post(address) if name in POSTED else client.get(address)
        assert answer.status_code == 404, name
    others = OF_TABLES if slug == GIN else OF_TEAMS
    for name in others:
        address = reverse(name, kwargs={"event_id": evening["event"].pk, **WANTED[name]})
        answer = client.post(address) if name == "event_pad_act" else client.get(address)
        assert answer.status_code == 404, name


def test_pages_of_score_pads_are_not_there_for_drives() -> None:
    event = start_drive(people=8)
    client = caller("owner", {"event": event})
    for name, given in WANTED.items():
        address = reverse(name, kwargs={"event_id": event.pk, **given})
        answer = client.post(address) if ADDRESSES[name] == PADS_POST else client.get(address)
        assert answer.status_code == 404, name


@pytest.mark.parametrize("deal", [0, 3, 99, 32_767, 2**31, 10**12])
@pytest.mark.parametrize("slug", [GIN, GOLF])
def test_places_that_are_not_there_are_not_found(slug: str, deal: int) -> None:
    evening = an_evening(slug)
    event, client = evening["event"], caller("owner", evening)
    name = "event_round"
    for given in ((1, 1, deal), (deal, 1, 1), (1, deal, 1)):
        if given == (3, 1, 1) or (slug == GIN and given == (1, 3, 1)):
            continue  # that place may be there
        assert client.get(reverse(name, args=[event.pk, *given])).status_code == 404, given
    if slug == GOLF:
        assert client.get(reverse("event_pad", args=[event.pk, 1, deal])).status_code == 404
    else:
        assert table(event).seating.set_number == 3
        if deal != 3:
            wrong = reverse("event_worksheet", args=[event.pk, deal])
            assert client.get(wrong).status_code == 404


def test_the_team_game_alone_has_a_roll_call() -> None:
    for slug, wanted in ((GIN, 200), (GOLF, 404)):
        evening = an_evening(slug)
        client = caller("owner", evening)
        event = evening["event"]
        assert client.get(reverse("event_roll", args=[event.pk])).status_code == wanted
        tabs = client.get(reverse("event", args=[event.pk])).content.decode()
        assert (reverse("event_roll", args=[event.pk]) in tabs) == (wanted == 200)
        assert reverse("event_stakes", args=[event.pk]) in tabs
        late = {"name": "Zoe", "role": "guys"}
        answer = client.post(reverse("event_late", args=[event.pk]), late)
        assert answer.status_code == (303 if wanted == 200 else 404)
