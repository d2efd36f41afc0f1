"""PostgreSQL: what is answered as saved, and what is shown as saved, lies on disk.

A turn lets the next one go on before its own flush. Here that flush never comes, as if the disk
were slow or the machine about to fail; whoever reads what was written has to see to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import at_table, start, table
from tournaments.access.services import ensure_links
from tournaments.db import rows
from tournaments.models import Acceptance, Event, Link, Report, RivalReport
from tournaments.reports import acceptances, services
from tournaments.reports.submission import Submission

pytestmark = [
    pytest.mark.sql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="elsewhere nobody sees it"),
]
KEY = "sent-twice"
TRIES = 6  # now and then the server's own writer comes first, once in some 200 ms
Look = Callable[[Event], Any]


def address(event: Event, name: str, kind: str, number: int | None = None) -> str:
    ensure_links(event)
    link = Link.objects.get(event=event, kind=kind, table_number=number)
    return reverse(name, args=(link.token,))


def lsn(name: str) -> Any:
    """A position in the log of the server, as a number of bytes."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_current_wal_{name}_lsn() - '0/0'")
        return cursor.fetchone()[0]


def sent_again(event: Event) -> None:
    values = {"set": 1, "hand": 1, "seen": 0, "key": KEY, "answer-tricks-0": 7}
    answer = Client().post(address(event, "table_report", "table", 1), values)
    assert answer.status_code == 303


def other_values(event: Event) -> None:
    values = {"set": 1, "hand": 1, "seen": 0, "key": "another", "answer-tricks-0": 9}
    answer = Client().post(address(event, "table_report", "table", 1), values)
    assert answer.status_code in (409, 422)  # the others have agreed to 7 : 6


def accepted_again(event: Event) -> None:
    report = Report.objects.latest("pk").pk
    answer = Client().post(address(event, "table_accept", "table", 1), {"report": report})
    assert answer.status_code == 303


def table_page(event: Event) -> None:
    assert Client().get(address(event, "table", "table", 1)).status_code == 200


def table_state(event: Event) -> None:
    assert Client().get(address(event, "table_state", "table", 1)).status_code == 200


def guests_page(event: Event) -> None:
    assert Client().get(address(event, "spectator", "spectator")).status_code == 200


def write(event: Event, *, unflushed: bool) -> None:
    """Save and accept a result of the first table, unless that was done before."""
    at = table(event)
    actor = at_table(event, 1)
    with pytest.MonkeyPatch.context() as patch:
        if unflushed:
            patch.setattr(rows, "ALL_ON_DISK", "SELECT 1")
        report = services.save_report(at, 1, Submission(actor, KEY, {"tricks": [7, 6]}))
        acceptances.accept(report=report, actor=actor)


def clear() -> None:
    RivalReport.objects.all().delete()
    Acceptance.objects.all().delete()
    Report.objects.all().delete()


def test_a_turn_can_be_read_before_it_lies_on_disk() -> None:
    """What the others are about."""
    event = start(people=8)
    ensure_links(event)
    assert any(is_ahead(event) for _number in range(TRIES))


def is_ahead(event: Event) -> bool:
    clear()
    write(event, unflushed=True)
    return bool(lsn("flush") < lsn("insert"))


@pytest.mark.parametrize(
    "look",
    [sent_again, other_values, accepted_again, table_page, table_state, guests_page],
    ids=lambda look: look.__name__,
)
def test_what_is_answered_lies_on_disk(look: Look) -> None:
    event = start(people=8)
    ensure_links(event)
    look_once(look, event)
    ahead = 0
    for _number in range(TRIES):
        clear()
        write(event, unflushed=True)
        written = lsn("insert")
        if lsn("flush") >= written:
            continue
        ahead += 1
        look(event)
        assert lsn("flush") >= written
    assert ahead


def look_once(look: Look, event: Event) -> None:
    """What a first look writes down, such as a device, is written before."""
    write(event, unflushed=False)
    look(event)
