"""What a table's phone costs: its entry, what it shows after it, the yes, the look for news.

The figures stand beside the minimal view of the same run. What fails here is what has become far
dearer, has outgrown the air, or grows with the rounds; the figures themselves depend on what else
the machine does.
"""

from __future__ import annotations

import gzip
import itertools
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.benchmarks import halls
from tests.benchmarks.big_drive import HANDS, SETS, big_drive
from tests.benchmarks.callers import sent, tokens_of
from tests.benchmarks.serving import Ask, Cost, Server, beside_minimal
from tests.tournaments.padevening import pad
from tournaments.models import Acceptance, Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

POLL, STATE_OF_DRIVE, STATE_OF_BOARD, RESULT, YES = 1.5, 12.0, 32.0, 2.0, 4.8  # × minimal: goals
FAR_DEARER = 2.5  # times the goal
MOST_BYTES = 12 * 1024  # of a state, compressed
GROWTH = 1.8  # with ten times the rounds; it grew eightfold
ENTRIES = 14


Entries = "Iterator[tuple[str, dict[str, Any]]]"  # a table's token, and what it sends


def of_a_drive(event: Event) -> Entries:
    Report.objects.filter(table__seating__set_number=SETS).delete()
    tokens = tokens_of(event)
    for number in itertools.count():
        table, deal = divmod(number, HANDS)
        form = {"set": SETS, "deal": deal + 1, "seen": 0, "key": f"key-{event.pk}-{number}"}
        form |= {
            "answer-tricks-0": 6,
            "answer-tricks-1": 7,
            "answer-face_cards-0": 5,
            "answer-face_cards-1": 7,
        }
        yield tokens[table], form


def of_couples(event: Event) -> Entries:
    shown = event.seatings.filter(state="published").count()
    for number, token in enumerate(tokens_of(event)):
        form = {"set": shown, "deal": 1, "seen": 0, "key": f"key-{event.pk}-{number}"}
        yield token, form | {"outcome": "gin", "by": 0, "caught": 7}


def of_golf(event: Event) -> Entries:
    (token,), chance = tokens_of(event), Random(3)
    for deal in itertools.count(pad(event).next_number):
        told = halls.golf_round(pad(event).standing, chance)
        points = {f"answer-points-{place}": value for place, value in enumerate(told["points"])}
        form = {"set": 1, "deal": deal, "seen": 0, "key": f"key-{event.pk}-{deal}", "knocker": 0}
        yield token, form | points


def of_rummoli(event: Event) -> Entries:
    (token,), chance = tokens_of(event), Random(3)
    for deal in itertools.count(pad(event).next_number):
        state = pad(event).standing
        told = halls.rummoli_round(state, chance)
        spaces = [space.key for space in state.spaces]
        claims = {f"claims_{spaces.index(key)}": who for key, who in told["claims"].items()}
        form = {"set": 1, "deal": deal, "seen": 0, "key": f"key-{event.pk}-{deal}", "widow": "kept"}
        yield token, form | claims | {"rummoli": told["rummoli"], "poker": told["poker"][0]}


def state_after(server: Server, name: str, entries: Entries) -> tuple[Cost, int]:
    """What a table's state costs right after its entry, and how many bytes it is compressed."""
    floors, wholes, size = [], [], 0
    for token, form in itertools.islice(entries, ENTRIES):
        server.cost([sent("table_report", token, form)])
        ask = Ask(reverse("table_state", args=(token,)))
        floors.append(server.cost([Ask("/minimal/")] * 10))
        wholes.append(server.cost([ask]))
        size = len(gzip.compress(server.ask(ask).body, 6))
    return Cost(name, min(floors) * 1e6, min(wholes[2:]) * 1e6), size


def test_the_state_after_an_entry_of_a_drive(server: Server, say: Callable[[object], None]) -> None:
    cost, size = state_after(server, "a drive's state after its entry", of_a_drive(big_drive()))
    say(f"{cost}, {size} bytes")
    assert cost.whole <= STATE_OF_DRIVE * FAR_DEARER * cost.floor
    assert size <= MOST_BYTES


BOARDS = {
    "Gin, 60 couples": (halls.room_of_couples, of_couples, (2, 9)),  # it ends before twenty
    "Golf, 20 people": (halls.long_golf, of_golf, (40, 400)),
    "Rummoli, 8 people": (halls.long_rummoli, of_rummoli, (80, 800)),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_state_after_an_entry_of_a_board(
    server: Server, say: Callable[[object], None], name: str
) -> None:
    make, entries, sizes = BOARDS[name]
    costs = []
    for rounds in sizes:
        told = f"{name}, {rounds} rounds: the state after an entry"
        cost, size = state_after(server, told, entries(make(rounds)))
        say(f"{cost}, {size} bytes")
        assert cost.whole <= STATE_OF_BOARD * FAR_DEARER * cost.floor
        assert size <= MOST_BYTES
        costs.append(cost.whole / cost.floor)
    assert costs[1] <= GROWTH * costs[0]


def test_a_poll_while_others_report(server: Server, say: Callable[[object], None]) -> None:
    event = big_drive()
    entries = of_a_drive(event)
    mine = Ask(reverse("table_state", args=(tokens_of(event)[-1],)))
    seen = server.ask(mine).body.decode().partition("?seen=")[2].partition('"')[0]
    poll = Ask(f"{mine.path}?seen={seen}")

    def asks(_batch: int) -> list[Ask]:
        server.ask(sent("table_report", *next(entries)))
        return [poll] * 40

    cost = beside_minimal(server, "a poll while others report", asks, status=204)
    say(cost)
    assert cost.whole <= POLL * FAR_DEARER * cost.floor


def test_a_result_and_a_yes(server: Server, say: Callable[[object], None]) -> None:
    event = big_drive()
    entries = of_a_drive(event)
    given: list[str] = []

    def results(_batch: int) -> list[Ask]:
        found = list(itertools.islice(entries, 80))
        given.extend(token for token, _form in found)
        return [sent("table_report", token, form) for token, form in found]

    cost = beside_minimal(server, "a result", results)
    say(cost)
    assert cost.whole <= RESULT * FAR_DEARER * cost.floor
    made = Report.objects.filter(table__seating__set_number=SETS).order_by("pk")
    said = iter(zip(given, made.values_list("pk", flat=True), strict=True))

    def yeses(_batch: int) -> list[Ask]:
        some = itertools.islice(said, 80)
        return [sent("table_accept", at, {"report": pk, "key": f"y-{pk}"}) for at, pk in some]

    cost = beside_minimal(server, "a yes", yeses)
    say(cost)
    assert Acceptance.objects.count() == len(given) == 12 * 80
    assert cost.whole <= YES * FAR_DEARER * cost.floor
