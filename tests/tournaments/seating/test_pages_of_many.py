"""The pages about people in a hall: short however many there are, and still to the person."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.desk_pages import at
from tests.tournaments.evening import an_event, an_event_in, entry, host, newest, start, table
from tests.tournaments.visits import words_of
from tournaments.models import Event, Person
from tournaments.seating import draws
from tournaments.web import paging

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db

LINES = 12  # on a page here
MANY = 2 * LINES + 8


@pytest.fixture(autouse=True)
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paging, "LINES", LINES)
    monkeypatch.setattr(paging.list_page, "__defaults__", (LINES,))


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_event(0).owner)
    return client


@pytest.mark.parametrize("page", ["event_people", "event_roll", "event_print", "event_links"])
def test_a_page_asks_no_more_of_many_than_of_few(desk: Client, page: str) -> None:
    def asked(people: int) -> int:
        event = start(people)
        desk.get(at(page, event))  # links are made when they are first looked at
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
        with CaptureQueriesContext(connection) as queries:
            desk.get(at(page, event))
        return len(queries)

    assert asked(LINES) >= asked(MANY)  # of many nobody is listed to be chosen from


def test_more_than_a_thousand_are_shown_their_seats(desk: Client) -> None:
    """SQLite's longest condition has a thousand parts."""
    event = an_event_in("swiss", 1004, "golf", size=4)
    draft = draws.draw(event=event, actor=host(event), seed=1)
    draws.publish(event=event, actor=host(event), seating=draft)
    for page in ("event", "event_draw", "event_people", "event_standings"):
        assert desk.get(at(page, event)).status_code == 200


def test_the_roll_call_stays_where_somebody_was_marked(desk: Client) -> None:
    event = start(MANY)
    roll = at("event_roll", event)
    page = desk.get(roll, {"page": 2}).content.decode()
    assert page.count('<button id="roll-') == LINES
    gone = int(re.findall(r'id="roll-(\d+)"', page)[5])
    (address,) = set(re.findall(r'hx-post="([^"]+)"', page))
    there = html.unescape(address)
    answer = desk.post(there, {"act": "away", "entry": gone})
    assert (answer.status_code, answer["Location"]) == (303, f"{roll}?page=2")
    assert f"{MANY - 1} of {MANY} are here" in words_of(desk.get(roll))
    part = desk.post(
        there, {"act": "here", "entry": gone}, headers={"HX-Request": "true"}
    ).content.decode()
    assert f'id="roll-{gone}"' in part
    text = desk.get(roll, {"q": "l1"}).content.decode()
    assert f'id="roll-{entry(event, "L1").pk}"' in text
    assert f'id="roll-{entry(event, "G1").pk}"' not in text


def test_a_substitute_of_many_is_named(desk: Client) -> None:
    event = start(MANY + 1)
    waiting = newest(event).sit_outs.get().entry
    sits = table(event, 1).seats.get(chair=0).entry
    page = desk.get(at("event_roll", event)).content.decode()
    assert '<input type="text" name="seat"' in page
    url = at("event_substitute", event)
    data: dict[str, Any] = {"seat": sits.name.lower(), "entry": waiting.name, "from_hand": 3}
    both = desk.post(url, data | {"entry": sits.name})
    assert both.status_code == 422
    assert f"Nobody here is called “{sits.name}”" in words_of(both)
    assert f'value="{sits.name}"' in both.content.decode()
    assert desk.post(url, data | {"act": "substitute"}).status_code == 303
    assert table(event, 1).substitutions.get().entry == waiting


def balance_of(desk: Client, event: Event) -> tuple[str, list[str]]:
    """What the page says of roles, and who is ticked."""
    page = desk.get(at("event_people", event)).content.decode()
    (form,) = re.findall(r'(?s)<form[^>]+id="balance">.*?</form>', page)
    return form, re.findall(r'name="entry" value="(\d+)" checked', form)


def test_very_many_are_chosen_by_the_program(desk: Client) -> None:
    event = an_event(2 * MANY)
    event.entries.update(role="lady")
    form, ticked = balance_of(desk, event)
    assert not ticked
    assert "let the app choose" in form
    assert desk.post(at("event_balance", event), {"all": "1"}).status_code == 303
    assert event.entries.filter(role="lady").count() == MANY


def test_who_is_entered_takes_no_line_among_those_to_tick(desk: Client) -> None:
    event = an_event(2)
    Person.objects.bulk_create(Person(name=f"A{number:03}") for number in range(450))
    first = desk.get(at("event_people", event), {"book": 1})
    assert "These are the first 400" in words_of(first)
    known = re.findall(r'name="known" value="(\d+)"', first.content.decode())
    assert len(known) == 400
    assert desk.post(at("event_known", event), {"known": known}).status_code == 303
    rest = desk.get(at("event_people", event), {"book": 1})
    assert rest.content.decode().count('name="known"') == 50
    assert "These are the first" not in words_of(rest)


def test_the_paper_of_one_of_many_is_found_by_name(desk: Client) -> None:
    event = start(MANY)
    url = at("event_print", event)
    ask = {"kind": "place-cards", "paper": "a4"}
    several = desk.post(url, ask | {"who": "G1"})
    text = f"place-cards.pdf?paper=a4&count=1&only={entry(event, 'G1').pk}"
    assert several["Location"].endswith(text)
    unclear = desk.post(url, ask | {"who": "G"})
    assert unclear.status_code == 422
    assert "That could be" in words_of(unclear)
    assert unclear.content.decode().count('value="G"') == 1  # at that paper alone
    nobody = desk.get(at("event_pdf", event, "place-cards"), {"who": "Zoë"})  # type: ignore[arg-type]
    assert nobody.status_code == 422
    page = desk.get(url, {"one": entry(event, "L2").pk}).content.decode()
    assert 'name="who" id="only-place-cards" value="L2"' in page
    everybody = desk.post(url, ask | {"who": ""})
    assert everybody["Location"].endswith("count=1")


def test_the_code_of_one_of_many_tables_is_found(desk: Client) -> None:
    event = start(4 * (LINES + 5))
    page = desk.get(at("event_links", event)).content.decode()
    assert page.count("<h3>Table ") == LINES
    found = desk.get(at("event_links", event), {"q": "13"})
    assert found.content.decode().count("<h3>Table ") == 1
    link = event.links.get(kind="table", table_number=13)
    there = f"{at('event_links', event)}?q=13"
    assert f'name="next" value="{there}"' in found.content.decode()
    again = desk.post(at("event_link", event, link.pk), {"act": "renew", "next": there})
    assert again["Location"] == there


def test_one_of_many_who_is_written_twice_is_named(desk: Client) -> None:
    an_event(MANY)
    ann = Person.objects.create(name="Ann Łódzki")
    double = Person.objects.create(name="Ann Lodzki", note="entered twice")
    url = reverse("people_merge")
    begun = desk.get(url, {"keep": ann.pk}).content.decode()
    assert 'value="Ann Łódzki"' in begun
    asked = desk.get(url, {"keep": "Ann Łódzki", "duplicate": "twice"})
    assert "leaves your list" in words_of(asked)
    assert f'name="duplicate" value="{double.pk}"' in asked.content.decode()
    same = desk.get(url, {"keep": "Ann Łódzki", "duplicate": "Ann Łódzki"})
    assert same.status_code == 422
    unclear = desk.get(url, {"keep": "lodzki", "duplicate": "G1"})
    assert unclear.status_code == 422
    assert "That could be 2 people" in words_of(unclear)
