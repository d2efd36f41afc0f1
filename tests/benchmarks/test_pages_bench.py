"""The pages that a full room asks for most, in CPU time beside a minimal view of the same run.

Targets: the standings page within 2 queries and 600 µs beyond the minimal view, one result from a
table's phone within 700 µs beyond it. `serving` says what is counted. What fails here is a page
that has become far dearer: the figures themselves depend on what else the machine does, and that
of a result on the disk, because SQLite's commit waits for it and is counted as far as it computes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from tests.benchmarks.big_drive import HANDS, SETS, big_drive
from tests.benchmarks.callers import as_host, sent, tokens_of
from tests.benchmarks.serving import Ask, Cost, Server, beside_minimal
from tests.tournaments.evening import play, start
from tournaments.access.services import ensure_links
from tournaments.models import Event, Link, Report
from tournaments.web.paging import LINES

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 30
STANDINGS_TARGET = 600.0  # µs beyond the minimal view
RESULT_TARGET = 700.0
FAR_DEARER = 2.5  # times the target; a page rendered anew each time is at six times and more


def evening() -> Event:
    """Thirty people in their fourth set."""
    event = start(people=PEOPLE)
    play(event, sets=4)
    return event


def link_token(event: Event, kind: str, **more: Any) -> str:
    ensure_links(event)
    return Link.objects.get(event=event, kind=kind, **more).token


@pytest.mark.parametrize("make", [evening, big_drive], ids=["30 people", "1,000 people"])
def test_standings_for_spectators(
    server: Server, make: Callable[[], Event], say: Callable[[Cost], None]
) -> None:
    event = make()
    path = reverse("spectator_standings", args=(link_token(event, "spectator"),))
    count = event.entries.count()
    body = server.ask(Ask(path)).body.decode()
    assert body.count("<tr data-entry=") == min(count, LINES)
    cost = beside_minimal(server, f"standings for spectators, {count}", lambda _: [Ask(path)] * 40)
    say(cost)
    assert cost.beyond <= STANDINGS_TARGET * FAR_DEARER


@pytest.mark.parametrize("make", [evening, big_drive], ids=["30 people", "1,000 people"])
def test_standings_for_the_host(
    server: Server, make: Callable[[], Event], say: Callable[[Cost], None]
) -> None:
    event = make()
    ask = Ask(reverse("event_standings", args=(event.pk,)), as_host(event))
    count = event.entries.count()
    assert server.ask(ask).body.decode().count('class="num rank"') == min(count, LINES)
    cost = beside_minimal(server, f"standings for the host, {count}", lambda _: [ask] * 40)
    say(cost)
    assert cost.beyond <= STANDINGS_TARGET * FAR_DEARER


def test_one_result_from_a_phone(server: Server, say: Callable[[Cost], None]) -> None:
    """As the outbox sends it: a hand of the last set, at one of 250 tables, kept and committed."""
    event = big_drive()
    Report.objects.filter(table__seating__set_number=SETS).delete()
    tokens = tokens_of(event)

    def a_hand(number: int) -> Ask:
        table, deal = divmod(number, HANDS)
        form = {"set": SETS, "hand": deal + 1, "seen": 0, "key": f"key-{number}"}
        form |= {
            "answer-tricks-0": 6,
            "answer-tricks-1": 7,
            "answer-face_cards-0": 5,
            "answer-face_cards-1": 7,
        }
        return sent("table_report", tokens[table], form)

    size = 80  # among them what SQLite does every hundred results or so, its checkpoint
    cost = beside_minimal(
        server,
        "one result from a phone",
        lambda batch: [a_hand(batch * size + n) for n in range(size)],
    )
    say(cost)
    assert Report.objects.filter(table__seating__set_number=SETS).count() == 12 * size
    assert cost.beyond <= RESULT_TARGET * FAR_DEARER
