"""Wishes about two people: which a format has, how long they hold, and that files tell them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from rulesets.files.drive_answers import next_seats
from rulesets.files.score_file import read_file
from tests.tournaments import evening
from tests.tournaments.evening import a_user, host
from tests.tournaments.events.test_drives_without_roles import an_event
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.seating import draws, roster
from tournaments.seats.requests import all_rounds

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Event

pytestmark = pytest.mark.django_db

APART, TOGETHER, PARTNERS = "not at the same table", "at the same table", "partners"


@pytest.mark.parametrize(
    ("form", "offered", "holds"),
    [
        ("progressive", [APART, TOGETHER], "For the first draw."),
        ("individual", [APART, TOGETHER, PARTNERS], "For every set."),
        ("swiss", [PARTNERS, APART], "In twos, as they were entered."),
        ("knockout", [PARTNERS, APART], "In twos, as they were entered."),
    ],
)
def test_the_page_of_people_offers_what_the_format_has(
    client: Client, form: str, offered: list[str], holds: str
) -> None:
    event = an_event(form, 8)
    client.force_login(event.owner)
    page = client.get(reverse("event_people", args=[event.pk]))
    assert [str(label) for _, label in page.context["pairing"].fields["kind"].choices] == offered
    assert holds in words_of(page)


def wished(event: Event, first: str, second: str, kind: str) -> None:
    one, two = (evening.entry(event, name) for name in (first, second))
    roster.add_pairing(event=event, actor=host(event), first=one, second=two, kind=kind)


def test_partners_in_every_set_of_a_schedule(client: Client) -> None:
    event = an_event("individual", 8)
    client.force_login(event.owner)
    one, two = (evening.entry(event, name).pk for name in ("P2", "P7"))
    values = {"first": one, "second": two, "kind": "paired"}
    assert client.post(reverse("event_pairings", args=[event.pk]), values).status_code == 303
    assert "P2 partner of P7" in words_of(client.get(reverse("event_people", args=[event.pk])))
    seating = draws.draw(event=event, actor=host(event), seed=5)
    draws.publish(event=event, actor=host(event), seating=seating)
    rounds = all_rounds(event, 1, 5)
    assert len(rounds) > 1
    for played in rounds:
        sides = [side for table in played.tables for side in (table[::2], table[1::2])]
        assert {one, two} in [{*side} for side in sides]


def test_files_tell_wishes() -> None:
    event = an_event("individual", 8)
    wished(event, "P2", "P7", "paired")
    wished(event, "P0", "P1", "apart")
    wished(event, "P3", "P4", "together")
    told = score_file(event)
    assert told["partners"] == [["P2", "P7"]]
    assert (told["apart"], told["together"]) == ([["P0", "P1"]], [["P3", "P4"]])
    file = read_file(json.loads(json.dumps(told)))
    assert not file.problems
    assert not next_seats(file, 1).problems
    again = import_event(owner=a_user("other"), data=json.loads(json.dumps(export_event(event))))
    kinds = again.pairings.order_by("pk").values_list("first__name", "second__name", "kind")
    assert [*kinds] == [("P2", "P7", "paired"), ("P0", "P1", "apart"), ("P3", "P4", "together")]


def test_a_wish_of_another_format_is_the_nearest_there_is() -> None:
    """Partners of a schedule sit at one table in the first draw of a progressive, and are partners
    where these stay together."""
    event = an_event("individual", 12)
    wished(event, "P2", "P9", "paired")
    events.update_event(event=event, actor=host(event), format="progressive")
    seating = draws.draw(event=event, actor=host(event), seed=1)
    names = [{*table.seats.values_list("entry__name", flat=True)} for table in seating.tables.all()]
    assert any({"P2", "P9"} <= table for table in names)
    assert "partners" not in score_file(event)
    events.update_event(event=event, actor=host(event), format="swiss")
    assert ["P2", "P9"] in score_file(event)["sides"]
