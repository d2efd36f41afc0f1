"""The log where boards are kept: what it says, and undo with all that followed from a step."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.sampling import examples
from tests.tournaments import board_evening as evening
from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    SLUGS,
    a_report,
    at_table,
    entry,
    gin,
    host,
    play,
    read_board,
    say,
    start,
    stock,
    table,
    take_back,
)
from tests.tournaments.evening import undo
from tournaments.boards.board_reading import _replay_memo
from tournaments.boards.event_board import BoardRound, EventBoard
from tournaments.boards.hall import Hall
from tournaments.log.selectors import last_undoable, read_log
from tournaments.models import Balance, Event, Presence, Report, Seat, Seating, Table
from tournaments.models.errors import Refused
from tournaments.reports import acceptances, dealers, services
from tournaments.reports.submission import Submission
from tournaments.seating import draws, redraws, roll_call
from tournaments.wall import services as wall

pytestmark = pytest.mark.django_db


def what_is_shown(event: Event) -> Any:
    """The event as people see it: boards, seats, who is there; not how it came to be."""
    event.refresh_from_db()
    seats = {
        (seat.seating.set_number, seat.table.number, seat.chair, seat.entry.name)
        for seat in Seat.objects.filter(
            seating__event=event, seating__state=Seating.State.PUBLISHED
        ).select_related("seating", "table", "entry")
    }
    dealers = set(
        Table.objects.filter(
            seating__event=event, seating__state=Seating.State.PUBLISHED
        ).values_list("seating__set_number", "number", "first_dealer")
    )
    here = sorted(
        Presence.objects.filter(entry__event=event).values_list("entry", "from_set", "here")
    )
    names = [person.name for person in evening.people(event)]
    boards = [_board(board) for board in Hall.now(event).boards]
    return event.state, names, here, seats, dealers, boards


def _board(one: EventBoard) -> Any:
    rounds = list(one.rounds)
    while one.format.keeping.board != "room" and rounds and not _said(rounds[-1]):
        rounds.pop()  # where everything was taken back there is nothing to see
    rows = [
        (
            board_round.number,
            board_round.byes,
            board_round.value,
            board_round.complete,
            board_round.played,
            _said(board_round),
        )
        for board_round in rounds
    ]
    return one.title, one.entry_ids, rows, one.replay, one.open, one.next_number


def _said(found: BoardRound) -> list[Any]:
    lines = [
        (line.chairs, line.payload, line.accepted, line.allowed)
        + ((line.author, line.reason) if line.payload is not None else ())
        for line in found.reports
    ]
    return lines if any(line.payload is not None or line.pending for line in found.reports) else []


Step = Callable[[Event], Any]


def _couples(event: Event) -> None:
    for line in read_board(event).rounds[-1].reports:
        say(table(event, line.table_number), 1, gin(0, 20))


STEPS: dict[str, tuple[str, Step]] = {
    "one couple": (GIN, lambda e: say(table(e), 1, gin(0, 20))),
    "the last couple": (GIN, _couples),
    "a couple is away": (GIN, lambda e: evening.away(e, 1)),
    "a round": (GOLF, lambda e: say(table(e), 1, {"points": [1, 2, 3, 4, 5, 6]})),
    "a board": (RUMMOLI, lambda e: say(table(e), 1, {"rummoli": 0, "poker": [0]})),
    "the dealer": (RUMMOLI, lambda e: dealers.set_dealer(table=table(e), chair=3, actor=host(e))),
    "the dealing team": (GIN, lambda e: dealers.set_dealer(table=table(e), chair=1, actor=host(e))),
    "a late guest": (
        GIN,
        lambda e: roll_call.add_late_guest(event=e, actor=host(e), name="Zoë", role="girls"),
    ),
    "somebody leaves": (
        GIN,
        lambda e: roll_call.mark_away(event=e, actor=host(e), entry=entry(e, "G1"), from_set=2),
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_undone(name: str) -> None:
    slug, step = STEPS[name]
    event = start(slug, 6)
    before = what_is_shown(event)
    count = event.log.count()
    step(event)
    assert what_is_shown(event) != before
    for _line in range(event.log.count() - count):
        undo(event)
    assert what_is_shown(event) == before


@pytest.mark.exhaustive(keep=(GOLF, RUMMOLI))  # of a room only its end: below
@pytest.mark.parametrize("slug", SLUGS)
def test_an_evening_is_undone_step_by_step_to_its_start(slug: str) -> None:
    """Through corrections, withdrawals, rounds that began and the end of the game."""
    rng = Random(8)
    event = start(slug, 4, seed=2)
    states = [what_is_shown(event)]

    def note(step: Step) -> None:
        step(event)
        states.append(what_is_shown(event))

    while read_board(event).open:
        for at, deal in _missing(event):
            note(lambda e, at=at, deal=deal: say(at, deal, _next(e, rng)))  # type: ignore[misc]
    at = table(event, 1, 2 if slug == GIN else 1)
    deal = 1 if slug == GIN else 2
    payload = read_board(event).rounds[1].reports[0].payload
    assert payload is not None
    note(lambda e: take_back(at, deal))
    note(lambda e: say(at, deal, payload, host(e)))
    assert read_board(event).ending is not None
    while len(states) > 1:
        assert what_is_shown(event) == states.pop()
        undo(event)
    assert what_is_shown(event) == states[0]
    assert not Balance.objects.exclude(report__table__seating__event=event).exists()
    undo(event)
    undo(event)
    assert event.seatings.exclude(state=Seating.State.REPLACED).count() == 0
    assert Hall.now(event).boards == ()
    assert last_undoable(event) is None  # who was reported of stays on the list


def _missing(event: Event) -> list[tuple[Table, int]]:
    now = read_board(event)
    if now.table_id is not None:
        return [(table(event), now.next_number)]
    waiting = now.awaiting
    lines = waiting.reports if waiting else ()
    return [(table(event, line.table_number), 1) for line in lines if line.payload is None]


def _next(event: Event, rng: Random) -> dict[str, Any]:
    now = read_board(event)
    closes = now.plays.final is not None and now.state.rounds >= 3
    return evening.last_deals(now, rng) if closes else a_report(now, rng)


def test_a_round_whose_reports_are_all_taken_back_does_not_stop_undoing() -> None:
    event = start(GIN, 4)
    before = what_is_shown(event)
    _couples(event)
    say(table(event, 1), 1, gin(1, 5))
    take_back(table(event, 1), 1)
    for _step in range(4):
        undo(event)
    assert what_is_shown(event) == before


def test_a_round_that_was_put_away_comes_back() -> None:
    event = start(GIN, 2)
    while read_board(event).ending is None:
        say(table(event), 1, gin(0, 60))
    last = len(read_board(event).rounds)
    say(table(event), 1, stock(0, 0), host(event))
    before = what_is_shown(event)
    assert len(read_board(event).rounds) == last + 1
    say(table(event, 1, last), 1, gin(0, 60), host(event))
    assert len(read_board(event).rounds) == last
    undo(event)
    assert what_is_shown(event) == before


def test_a_guest_who_was_reported_of_stays() -> None:
    event = start(GIN, 2)
    roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "L1"), from_set=2)
    say(table(event), 1, gin(0, 20))
    roll_call.add_late_guest(event=event, actor=host(event), name="Zoë", role="girls")
    say(table(event), 1, gin(0, 20))
    undo(event)
    assert last_undoable(event) is None
    assert len(read_board(event).rounds) == 2


def test_the_final_table_is_undone_while_nobody_has_played_at_it() -> None:
    event = start(GOLF, 4, tables=2)
    play(event, tables=(1, 2))
    before = what_is_shown(event)
    draws.seat_final(event=event, actor=host(event))
    say(table(event), 1, {"points": [1, 2]})
    assert last_undoable(event).code == "report.added"  # type: ignore[union-attr]
    undo(event)
    undo(event)
    assert what_is_shown(event) == before
    draws.seat_final(event=event, actor=host(event))
    assert Hall.now(event).boards[-1].title == "Final table"


# Any sequence ------------------------------------------------------------------------

WAYS = ("play", "play", "play", "correct", "withdraw", "unsay", "undo", "undo")
VERBS = st.sampled_from(WAYS)
MOVES = st.lists(st.tuples(VERBS, st.integers(0, 10**6)), min_size=1, max_size=12)


@pytest.mark.parametrize("slug", SLUGS)
@settings(
    max_examples=examples(8),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(moves=MOVES)
def test_whatever_is_done_and_undone_the_books_and_the_boards_agree(
    slug: str, moves: list[tuple[str, int]]
) -> None:
    """Any reports, corrections, withdrawals and undos: nothing comes from nowhere, undo brings
    back exactly what was, and a fresh read of the database gives the same boards."""
    options = {GIN: {}, GOLF: {"options": {"stake": 3}}, RUMMOLI: {"options": {"chips": 30}}}[slug]
    event = start(slug, 4, seed=1 + moves[0][1] % 5, **options)
    history = [what_is_shown(event)]
    for verb, seed in moves:
        rng = Random(seed)
        event.refresh_from_db()
        assert Hall.of(event).boards == read_anew(event)  # what is carried on from step to step
        if verb == "undo":
            if len(history) > 1:
                history.pop()
                undo(event)
                assert what_is_shown(event) == history[-1]
            continue
        lines = event.log.count()
        try:
            _move(event, verb, rng)
        except Refused:
            continue
        if event.log.count() > lines:
            history.append(what_is_shown(event))
        for _more in range(event.log.count() - lines - 1):
            history.insert(-1, history[-1])
    event.refresh_from_db()
    assert Hall.of(event).boards == read_anew(event)
    for row in Balance.objects.filter(report__table__seating__event=event):
        assert row.held + row.pooled == row.brought
    newest = Report.objects.filter(table__seating__event=event).last()
    if slug != GIN and newest is not None:
        row = newest.balances.get()
        balances = read_board(event).plays.holdings(read_board(event).state)[row.unit]
        assert sum(balances.values()) == row.brought


def read_anew(event: Event) -> Any:
    _replay_memo.clear()
    return Hall.now(event).boards


def _move(event: Event, verb: str, rng: Random) -> None:
    """One step of the log: the next report, or something said otherwise or taken back."""
    now = read_board(event)
    if verb == "play":
        if now.open:
            at, deal = rng.choice(_missing(event))
            say(at, deal, _next(event, rng))
        return
    rows = [
        (board_round, line)
        for board_round in now.rounds
        for line in board_round.reports
        if line.payload is not None
    ]
    if not rows:
        return
    one, line = rng.choice(rows)
    at = Table.objects.select_related("seating__event").get(pk=line.table_id)
    if verb == "withdraw":
        take_back(at, line.deal)
        return
    if verb == "unsay":  # at the table, what was saved last
        newest = Report.objects.filter(table=at).latest("pk")
        key, actor = f"un-{newest.pk}", at_table(event, at.number)
        services.undo_report(at, newest, Submission(actor, key))
        return
    told = a_report(_as_of(now, one), rng)
    say(at, line.deal, told, host(event), confirmed=("later.broken", "dealer.turn"))


def _as_of(now: EventBoard, one: BoardRound) -> Any:
    """What a report of that round is made from."""

    class Then:
        game, plays, standing = now.game, now.plays, one.before

    return Then


VISITS = ("late", "leave", "back", "anew", "dealer")
COMING = st.sampled_from(
    (*VISITS, "play", "play", "play", "correct", "withdraw", "undo", "undo", "undo")
)


@settings(
    max_examples=examples(8),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(moves=st.lists(st.tuples(COMING, st.integers(0, 10**6)), min_size=4, max_size=16))
def test_people_come_and_go_between_reports_and_all_is_undone(moves: list[tuple[str, int]]) -> None:
    """Each step is one line of the log; undo goes back through them one by one."""
    event = start(GIN, 4, seed=1 + moves[0][1] % 5)
    history = [what_is_shown(event)]
    for number, (verb, seed) in enumerate(moves):
        rng, lines = Random(seed), event.log.count()
        try:
            if verb == "undo":
                _back(event, history)
            else:
                _come_and_go(event, verb, rng, f"New{number}")
        except Refused:
            continue
        if verb != "undo" and event.log.count() == lines + 1:
            history.append(what_is_shown(event))
        now = read_board(event)
        assert all(played_round.counted for played_round in now.rounds if played_round.complete)
        for board_round in now.rounds:
            places = [place for line in board_round.reports for place in line.chairs] + list(
                board_round.byes
            )
            assert len(places) == len(set(places))
    while len(history) > 1 and last_undoable(event) is not None:
        _back(event, history)
        assert Hall.of(Event.objects.get(pk=event.pk)).boards == Hall.now(event).boards


def _back(event: Event, history: list[Any]) -> None:
    if len(history) > 1:
        undo(event)  # refused where somebody was reported of who would leave the list
        history.pop()
        assert what_is_shown(event) == history[-1]


def _come_and_go(event: Event, verb: str, rng: Random, name: str) -> None:
    now, desk = read_board(event), host(event)
    following = len(now.rounds) + 1
    if verb == "late":
        role = rng.choice(("guys", "girls"))
        roll_call.add_late_guest(event=event, actor=desk, name=name, role=role)
    elif verb in ("leave", "back"):
        somebody = rng.choice(evening.people(event))
        mark = roll_call.mark_away if verb == "leave" else roll_call.mark_here
        mark(event=event, actor=desk, entry=somebody, from_set=following)
    elif verb == "anew":
        redraws.reseat(event=event, actor=desk)
    elif verb == "dealer":
        at = table(event, now.rounds[-1].reports[0].table_number)
        dealers.set_dealer(table=at, chair=rng.randrange(2), actor=desk)
    elif verb == "play" and now.awaiting is not None:
        line = rng.choice([report for report in now.awaiting.reports if report.payload is None])
        at = table(event, line.table_number, line.set_number)
        say(at, 1, a_report(now, rng), desk)
    elif verb in ("correct", "withdraw"):
        _move(event, verb, rng)


# --- in its own words -----------------------------------------------------------------------------


def newest(event: Event, count: int = 1) -> list[str]:
    return [row.sentence for row in read_log(event).rows[:count]]


def test_reports_of_couples() -> None:
    event = start(GIN, 4)
    say(table(event, 1), 1, gin(0, 20))
    assert newest(event) == ["Round 1, place 1: G1: gin, L1 caught with 20 (Guys 20, 1 gin)."]
    report = say(table(event, 1), 1, stock(4, 9))
    assert newest(event)[0] == (
        "Round 1, place 1: G1: gin, L1 caught with 20 (Guys 20, 1 gin). "
        "It was corrected to: Stock ran out: G1 has 4 left, L1 9 (Guys 5)."
    )
    acceptances.accept(report=report, actor=host(event))
    assert newest(event) == ["Round 1, place 1 was accepted."]
    say(table(event, 2), 1, gin(1, 20))
    assert newest(event)[0].endswith("(Girls 20, 1 gin). Round 2 began.")
    take_back(table(event, 2, 1), 1)
    assert newest(event) == [
        "Round 1, place 2: L2: gin, G2 caught with 20 (Girls 20, 1 gin). It was withdrawn."
    ]
    wall.nudge(event=event, actor=host(event), table_number=2)
    assert newest(event) == ["Place 2 was asked for its results."]


@pytest.mark.sql
def test_reports_of_tables() -> None:
    one = start(GOLF, 3)
    say(table(one), 1, {"points": [1, 2, 3]})
    assert newest(one) == ["Round 1: Cy pays 1."]
    line = one.log.order_by("-version")[0]
    line.params.pop("text")  # as if it had been written without words
    line.save()
    assert newest(one) == ["Round 1: something else."]
    several = start(RUMMOLI, 4, tables=2)
    say(table(several, 2), 1, {"rummoli": 0, "poker": [0]})
    assert newest(several) == ["Round 1, table 2: Rummoli: Cy 2, Poker: Cy 2."]
    dealers.set_dealer(table=table(several, 1), chair=1, actor=host(several))
    assert newest(several) == ["Table 1: Bo deals first."]
    wall.nudge(event=several, actor=host(several), table_number=1)
    assert newest(several) == ["Table 1 was asked for its results."]


def test_a_game_that_ends_and_goes_on() -> None:
    event = start(GOLF, 2, options={"stake": 1, "ante": 1})
    say(table(event), 1, {"points": [1, 2]})
    assert newest(event) == ["Round 1: Bo is out. Ann is the last one in and has 2 quarters."]
    undo(event)
    assert newest(event) == [
        "Undone: Round 1: Bo is out. Ann is the last one in and has 2 quarters."
    ]


def test_seats_and_people() -> None:
    event = start(GIN, 4)
    assert newest(event, 2) == ["The seats were shown (2 couples).", "The seats were drawn."]
    roll_call.add_late_guest(event=event, actor=host(event), name="Zoë", role="girls")
    roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "G1"), from_set=2)
    redraws.reseat(event=event, actor=host(event))
    roll_call.mark_here(event=event, actor=host(event), entry=entry(event, "G1"), from_set=2)
    assert newest(event, 4) == [
        "G1 is here from round 2 on.",
        "Round 1 was reseated.",
        "G1 is away from round 2 on.",
        "Zoë came late and is playing from round 2 on.",
    ]
    other = start(GOLF, 4, name="Other")
    assert newest(other) == ["The seats were shown (1 table)."]


@pytest.mark.parametrize("slug", SLUGS)
def test_no_line_speaks_of_sets_and_hands(slug: str) -> None:
    event = start(slug, 4, seed=2)
    play(event)
    at, deal = (table(event, 1, 1), 1) if slug == GIN else (table(event), 1)
    payload = read_board(event).rounds[0].reports[0].payload
    take_back(at, deal)
    assert payload is not None
    say(at, deal, payload, host(event))
    undo(event)
    evening.at_table(event, 1)
    pages = read_log(event).pages
    told_lines = [
        row.sentence for page in range(1, pages + 1) for row in read_log(event, page).rows
    ]
    assert len(told_lines) == event.log.count()
    for sentence in told_lines:
        assert not re.search(r"\b[Ss]et\b|\bhand\b|None|something else|[{}]", sentence), sentence


@pytest.mark.parametrize("slug", [GIN, GOLF])
def test_a_page_of_the_log_costs_the_same_whatever_was_played(slug: str) -> None:
    costs = []
    for rounds in (1, 6):
        event = start(slug, 4, seed=2, name=str(rounds))
        play(event, rounds)
        say(
            table(event, 1, 1), 1, read_board(event).rounds[0].reports[0].payload or {}, host(event)
        )
        with CaptureQueriesContext(connection) as queries:
            read_log(event)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 8
