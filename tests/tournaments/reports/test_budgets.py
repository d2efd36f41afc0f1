"""How many statements each way through the reports takes, and how many of them while it holds the
event, so that nobody else's result is saved. The numbers may only fall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournaments import board_evening as boards
from tests.tournaments.evening import host, newest, next_set, play_set, say, start, table
from tests.tournaments.reports.test_seats_by_rank import HIGH, LOW
from tests.tournaments.reports.test_seats_by_rank import an_event as a_swiss
from tournaments.access.services import ensure_links
from tournaments.db.rows import REST_ON_DISK
from tournaments.db.sql import RESERVE
from tournaments.models import Event, Link
from tournaments.reports import services
from tournaments.reports.judging import preview
from tournaments.reports.submission import Submission
from tournaments.seating import draws

pytestmark = [pytest.mark.sql, pytest.mark.django_db(transaction=True)]
HOLD = "UPDATE tournaments_event SET version"
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")
OF_A_SERVER = (RESERVE, REST_ON_DISK)  # one more each, on PostgreSQL alone


@dataclass
class Statements:
    """What the database was asked, and whether the event was held meanwhile."""

    every: list[tuple[bool, str]] = field(default_factory=list)
    held: bool = False

    def note(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.held = connection.in_atomic_block and (self.held or sql.startswith(HOLD))
        if not (sql.startswith(FRAME) or sql in OF_A_SERVER):
            self.every.append((self.held, " ".join(sql.split())))
        return execute(sql, params, many, context)

    @property
    def counts(self) -> tuple[int, int]:
        """All, and those while the event was held."""
        return len(self.every), sum(held for held, _sql in self.every)

    def __str__(self) -> str:
        return "\n".join(f"{'held' if held else 'free'} {sql[:120]}" for held, sql in self.every)


@contextmanager
def counted(total: int, held: int) -> Iterator[None]:
    """Fail where more statements are needed, or fewer, so that the budget falls with them."""
    statements = Statements()
    with connection.execute_wrapper(statements.note):
        yield
    assert statements.counts == (total, held), f"{statements.counts}:\n{statements}"


def path(event: Event, name: str, number: int = 1) -> str:
    ensure_links(event)
    link = Link.objects.get(event=event, kind=Link.Kind.TABLE, table_number=number)
    return reverse(name, args=(link.token,))


def a_phone(event: Event) -> Client:
    """A phone that has looked at the page of the first table."""
    phone = Client()
    assert phone.get(path(event, "table")).status_code == 200
    return phone


def send(phone: Client, event: Event, data: dict[str, Any]) -> None:
    """Send an entry from the outbox, with the state of the table."""
    answer = phone.post(path(event, "table_report"), data, headers={"x-outbox": "state"})
    assert answer.json()["saved"], answer.content


def a_hand(deal: int) -> dict[str, Any]:
    return {"set": 1, "hand": deal, "seen": 0, "key": f"hand-{deal}", "answer-tricks-0": 7}


def a_round(deal: int) -> dict[str, Any]:
    points = {f"answer-points-{place}": place + 3 for place in range(4)}
    return {
        "set": 1,
        "round": deal,
        "seen": 0,
        "key": f"round-{deal}",
        "answer-knocker": 0,
    } | points


def test_a_result_of_a_drive_with_the_state() -> None:
    event = start(people=8)
    phone = a_phone(event)
    send(phone, event, a_hand(1))
    address, data = path(event, "table_report"), a_hand(2)
    with counted(8, 4):
        phone.post(address, data, headers={"x-outbox": "state"})
    with counted(7, 3):  # the same key again
        phone.post(address, data, headers={"x-outbox": "state"})


def test_a_result_of_a_pad_with_the_state() -> None:
    event = boards.start(boards.GOLF, 4)
    phone = a_phone(event)
    send(phone, event, a_round(1))
    address, data = path(event, "table_report"), a_round(2)
    with counted(11, 6):
        phone.post(address, data, headers={"x-outbox": "state"})


def test_the_page_of_a_table_that_has_news() -> None:
    event = start(people=8)
    phone, address = a_phone(event), path(event, "table")
    say(table(event), 1, {"tricks": [7, 6]})
    with counted(3, 0):
        phone.get(address)


def a_set_of_a_drive() -> Event:
    event = start(people=8)
    play_set(event, Random(3))
    return event


def a_set_of_a_swiss() -> Event:
    event = a_swiss("euchre", 16)
    for number in (1, 2, 3, 4):
        say(table(event, number), 1, LOW)
    return event


@pytest.mark.parametrize(
    ("begin", "drawn", "published"),
    [(a_set_of_a_drive, (19, 7), (20, 20)), (a_set_of_a_swiss, (20, 7), (20, 20))],
)
def test_the_next_seats(
    begin: Callable[[], Event], drawn: tuple[int, int], published: tuple[int, int]
) -> None:
    event = begin()
    actor = host(event)
    with counted(*drawn):
        draft = draws.draw(event=event, actor=actor, seed=2)
    with counted(*published):
        draws.publish(event=event, actor=actor, seating=draft)


def other_winners(event: Event) -> dict[str, Any]:
    """A result of the first hand of the first table by which others win its set."""
    return {"tricks": [0, 13]} if event.game == "court-whist" else HIGH


@pytest.mark.parametrize(
    ("begin", "shown", "saved"),
    [(a_set_of_a_drive, 23, (27, 12)), (a_set_of_a_swiss, 19, (21, 12))],
)
def test_a_correction_with_seats(
    begin: Callable[[], Event], shown: int, saved: tuple[int, int]
) -> None:
    event = begin()
    next_set(event, seed=2)
    at, payload = table(event, 1, 1), other_winners(event)
    with counted(shown, 0):
        consequences = preview(table=at, deal=1, payload=payload)
    assert consequences.next_set == 2
    codes = [problem.code for problem in consequences.problems]
    values: dict[str, Any] = {"seen": 1, "confirmed": codes, "reason": "misread", "reseat": True}
    submission = Submission(host(event), "again", payload, **values)
    before = newest(event).pk
    with counted(*saved):
        services.save_report(at, 1, submission)
    assert newest(event).pk != before
