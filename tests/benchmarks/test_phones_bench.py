"""What a table's phone costs: its entry with the state that comes back, the yes, the look for news.

The figures stand beside the minimal view of the same run. What fails here is what has become far
dearer, has outgrown the air, or grows with the rounds; the figures themselves depend on what else
the machine does.
"""

from __future__ import annotations

import gzip
import itertools
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from tests.benchmarks import halls
from tests.benchmarks.big_drive import HANDS, SETS, big_drive
from tests.benchmarks.callers import sent, tokens_of
from tests.benchmarks.serving import Ask, Cost, Server, beside_minimal
from tests.tournaments.board_evening import read_board
from tournaments.access.services import links_for
from tournaments.models import Acceptance, Link, Report
from tournaments.phones.request_params import deal_for_entry, form_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

# Goals, × the minimal view; a phone sends its result and its yes with the state.
POLL, STATE_OF_DRIVE, STATE_OF_BOARD, RESULT, YES = 1.5, 12.0, 32.0, 2.0, 4.8
RESULT_OF_DRIVE, RESULT_OF_BOARD, YES_AND_STATE, HAND_OF_DRIVE = 11.0, 22.0, 12.0, 6.0
FAR_DEARER = 2.5  # times the goal
MOST_BYTES = 12 * 1024  # of a state, compressed
GROWTH = 1.4  # with ten times the rounds; a result cost twice as much, and a state eight times
ENTRIES = 20
BATCH = 40
AS_SENT = ("state", "1")  # as a phone sends it; and what it costs without the state


Entries = "Iterator[tuple[str, dict[str, Any]]]"  # a table's token, and what it sends


def of_a_drive(event: Event) -> Entries:
    Report.objects.filter(table__seating__set_number=SETS).delete()
    tokens = tokens_of(event)
    for number in itertools.count():
        table, deal = divmod(number, HANDS)
        form = {"set": SETS, "deal": deal + 1, "seen": 0, "key": f"key-{event.pk}-{number}"}
        form |= {
            "answer-": "",
            "answer-tricks-0": 6,
            "answer-tricks-1": 7,
            "answer-face_cards-0": 5,
            "answer-face_cards-1": 7,
        }
        yield tokens[table], form


def of_couples(event: Event) -> Entries:
    count = event.seatings.filter(state="published").count()
    for number, token in enumerate(tokens_of(event)):
        form = {"set": count, "deal": 1, "seen": 0, "key": f"key-{event.pk}-{number}"}
        answers = {"answer-outcome": "gin", "answer-by": 0, "answer-caught": 7}
        yield token, form | {"answer-": "", **answers}


def of_golf(event: Event) -> Entries:
    return of_rounds(event, halls.golf_round)


def of_rummoli(event: Event) -> Entries:
    return of_rounds(event, halls.rummoli_round)


def of_rounds(event: Event, make: Callable[[Any, Random], halls.Payload]) -> Entries:
    """One round after the other at a single table, with the inputs that its form has."""
    (token,), chance = tokens_of(event), Random(3)
    for number in itertools.count(read_board(event).next_number):
        board = read_board(event)
        deal = deal_for_entry(board, board.table_number, number)
        assert deal is not None
        form = {"set": 1, "deal": number, "seen": 0, "key": f"key-{event.pk}-{number}"}
        yield token, form | dict(form_of(deal, payload=make(board.standing, chance)).form_data())


@dataclass(frozen=True)
class Entered:
    """What an entry costs as a phone sends it, with the state that comes back; what it costs alone,
    and what that state costs alone, in which `size` bytes come, compressed; what an entry costs
    that moves the page on by itself (None: no page does)."""

    with_state: Cost
    alone: Cost
    state: Cost
    size: int
    with_hand: Cost | None

    def __str__(self) -> str:
        hand = f"\n{self.with_hand}" if self.with_hand else ""
        return f"{self.with_state}{hand}\n{self.alone}\n{self.state}, {self.size} bytes"


def tag_of(server: Server, look: Ask) -> str:
    """The tag of the page that a phone has."""
    return server.ask(look).body.decode().partition("?seen=")[2].partition('"')[0]


def entered(server: Server, name: str, entries: Entries, ways: Iterable[str]) -> Entered:
    """Entries in these ways in turn; of those that bring nothing the state is asked for."""
    floors: list[float] = []
    taken: dict[str, list[float]] = {"state": [], "1": [], "hand": [], "": []}
    size = 0
    for (token, form), asks in zip(itertools.islice(entries, ENTRIES), ways, strict=False):
        look = Ask(reverse("table_state", args=(token,)))
        seen = tag_of(server, look) if asks == "hand" else ""
        floors.append(server.cost([Ask("/minimal/")] * 10))
        entry = sent("table_report", token, form, asks=asks, seen=seen)
        taken[asks].append(server.cost([entry]))
        if asks == "1":
            taken[""].append(server.cost([look]))
            size = len(gzip.compress(server.ask(look).body, 6))
    floor = min(floors) * 1e6

    def cost(what: str, asks: str) -> Cost:
        return Cost(f"{name}: {what}", floor, min(taken[asks][2:]) * 1e6)

    with_hand = cost("a hand of it", "hand") if taken["hand"] else None
    with_state, alone = cost("a result with its state", "state"), cost("the result alone", "1")
    return Entered(with_state, alone, cost("the state after it", ""), size, with_hand)


def test_a_result_of_a_drive(server: Server, say: Callable[[object], None]) -> None:
    # Of four hands the second and third move the page on; the last ends the set.
    ways = itertools.cycle(("1", "hand", "hand", "state"))
    found = entered(server, "a drive", of_a_drive(big_drive()), ways)
    say(found)
    assert found.with_hand is not None
    assert found.with_hand.whole <= HAND_OF_DRIVE * FAR_DEARER * found.with_hand.floor
    assert found.state.whole <= STATE_OF_DRIVE * FAR_DEARER * found.state.floor
    assert found.with_state.whole <= RESULT_OF_DRIVE * FAR_DEARER * found.with_state.floor
    assert found.size <= MOST_BYTES


BOARDS = {
    "Gin, 60 couples": (halls.room_of_couples, of_couples, (2, 9)),  # it ends before twenty
    "Golf, 20 people": (halls.long_golf, of_golf, (40, 400)),
    "Rummoli, 8 people": (halls.long_rummoli, of_rummoli, (80, 800)),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_result_of_a_board(server: Server, say: Callable[[object], None], name: str) -> None:
    make, entries, sizes = BOARDS[name]
    costs: list[tuple[float, float]] = []
    for rounds in sizes:
        ways = itertools.cycle(AS_SENT)
        found = entered(server, f"{name}, {rounds} rounds", entries(make(rounds)), ways)
        say(found)
        assert found.state.whole <= STATE_OF_BOARD * FAR_DEARER * found.state.floor
        assert found.with_state.whole <= RESULT_OF_BOARD * FAR_DEARER * found.with_state.floor
        assert found.size <= MOST_BYTES
        both = found.state, found.with_state
        costs.append((both[0].whole / both[0].floor, both[1].whole / both[1].floor))
    assert all(more <= GROWTH * few for few, more in zip(*costs, strict=True))


def test_a_poll_while_others_report(server: Server, say: Callable[[object], None]) -> None:
    event = big_drive()
    entries = of_a_drive(event)
    mine = Ask(reverse("table_state", args=(tokens_of(event)[-1],)))
    poll = Ask(f"{mine.path}?seen={tag_of(server, mine)}")

    def asks(_batch: int) -> list[Ask]:
        server.ask(sent("table_report", *next(entries)))
        return [poll] * 40

    cost = beside_minimal(server, "a poll while others report", asks, status=204)
    say(cost)
    assert cost.whole <= POLL * FAR_DEARER * cost.floor


def test_a_look_of_a_wall_without_news(server: Server, say: Callable[[object], None]) -> None:
    event = big_drive()
    entries = of_a_drive(event)
    wall = next(link for link in links_for(event) if link.kind == Link.Kind.WALL)
    path = reverse("wall_slides", args=(wall.token,))

    def asks(_batch: int) -> list[Ask]:
        server.ask(sent("table_report", *next(entries)))
        event.refresh_from_db(fields=["version"])
        return [Ask(f"{path}?v={event.version}")] * 40

    cost = beside_minimal(server, "a look of a wall without news", asks, status=204)
    say(cost)
    assert cost.whole <= POLL * FAR_DEARER * cost.floor


def test_a_result_and_a_yes(server: Server, say: Callable[[object], None]) -> None:
    event = big_drive()
    entries = of_a_drive(event)
    given: list[str] = []
    words = {"state": " with its state", "1": " alone"}
    found: list[Cost] = []
    for asks in AS_SENT:

        def results(_batch: int, asks: str = asks) -> list[Ask]:
            some = list(itertools.islice(entries, BATCH))
            given.extend(token for token, _form in some)
            return [sent("table_report", token, form, asks=asks) for token, form in some]

        found.append(beside_minimal(server, f"a result{words[asks]}", results))
        say(found[-1])
    made = Report.objects.filter(table__seating__set_number=SETS).order_by("pk")
    said = iter(zip(given, made.values_list("pk", flat=True), strict=True))
    for asks in AS_SENT:

        def yeses(_batch: int, asks: str = asks) -> list[Ask]:
            return [
                sent("table_accept", at, {"report": pk, "key": f"y-{pk}"}, asks=asks)
                for at, pk in itertools.islice(said, BATCH)
            ]

        found.append(beside_minimal(server, f"a yes{words[asks]}", yeses))
        say(found[-1])
    assert Acceptance.objects.count() == len(given) == 2 * 12 * BATCH
    goals = RESULT_OF_DRIVE, RESULT, YES_AND_STATE, YES
    for cost, goal in zip(found, goals, strict=True):
        assert cost.whole <= goal * FAR_DEARER * cost.floor, cost
