"""Late guests, leavers, substitutes: nobody is dropped, everybody is credited by hand."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.tournaments.evening import (
    a_user,
    entry,
    host,
    newest,
    next_set,
    play,
    refuses,
    say,
    start,
    table,
)
from tournaments.boards.hall import Hall
from tournaments.events.services import create_event
from tournaments.log.services import undo_last
from tournaments.models import Event, Seat, Substitution
from tournaments.models.errors import Refused
from tournaments.scores.sets import chairs_of
from tournaments.seating import roll_call, roster
from tournaments.seating.views import late_form
from tournaments.seats.selectors import seats
from tournaments.standings.players import explanation, player_page
from tournaments.standings.selectors import computed

pytestmark = pytest.mark.django_db


def test_a_late_guest_may_count_as_having_sat_out() -> None:
    event = start(people=8)
    play(event, sets=1)
    late = roll_call.add_late_guest(
        event=event, actor=host(event), name="Zoë", role="lady", late_as_sit_out=True
    )
    next_set(event)
    row = computed(event).row(late.pk)
    assert row.sets[0] == 32
    number = Seat.objects.get(entry=late).table.number
    say(table(event, number), 1, {"tricks": [9, 4]})
    for _step in ("the result", "the seats", "their draw"):
        event.refresh_from_db()
        undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    with refuses("undo.nothing"):  # whoever has played stays on record
        undo_last(event=event, actor=host(event))


def test_the_seats_that_are_shown_are_not_changed_by_the_roll() -> None:
    event = start(people=9)
    for line in (newest(event).seats.first(), newest(event).sit_outs.get()):
        other = "gentleman" if line.entry.role == "lady" else "lady"
        with refuses("role.played"):
            roster.set_role(event=event, actor=host(event), entry=line.entry, role=other)
    with refuses("attendance.shown"):
        roll_call.mark_away(event=event, actor=host(event), entry=entry(event, "L2"), from_set=1)


def test_a_substitute_and_the_one_replaced_are_credited_by_hand() -> None:
    event = start(people=9)
    at = table(event)
    waiting = newest(event).sit_outs.select_related("entry")[0].entry
    first = Seat.objects.select_related("entry").get(table=at, chair=0).entry
    for deal in (1, 2):
        say(at, deal, {"tricks": [9, 4]})
    assert roll_call.next_hand(at) == 3  # as it is proposed
    roll_call.substitute(
        event=event, actor=host(event), table=at, chair=0, from_hand=3, entry=waiting
    )
    for deal in (3, 4):
        say(at, deal, {"tricks": [5, 8]})
    play(event, sets=1)  # the other tables
    rows = computed(event)
    replaced, sub = rows.row(first.pk), rows.row(waiting.pk)
    assert replaced.total == 18
    assert sub.total == 2 * 8 + 10  # two hands sat out, two played
    board = Hall.of(event).board(1)
    assert board is not None
    chair = chairs_of(event, board)[0]
    assert (chair.name, chair.replaces) == (waiting.name, first.name)
    (one,) = explanation(event, waiting.pk)
    assert [hand.points for hand in one.hands] == [8, 8, 5, 5]
    page = player_page(event, waiting.pk)
    assert page.seat_text == "Set 1 · Coronation: table 1, North"
    view = seats(event)
    assert view.tables[0].seats[0].name == waiting.name
    assert view.sit_outs == ()


def test_a_substitute_cannot_have_two_chairs_or_take_a_reported_hand() -> None:
    event = start(people=9)
    at = table(event)
    waiting = newest(event).sit_outs.select_related("entry")[0].entry
    seated = Seat.objects.select_related("entry").get(table=table(event, 2), chair=1).entry
    values = {"event": event, "actor": host(event), "table": at, "chair": 0}
    with refuses("substitute.seated"):
        roll_call.substitute(**values, from_hand=1, entry=seated)
    say(at, 1, {"tricks": [9, 4]})
    with refuses("substitute.late"):
        roll_call.substitute(**values, from_hand=1, entry=waiting)
    roll_call.substitute(**values, from_hand=2, entry=waiting)
    with pytest.raises(Refused):
        roll_call.substitute(**values, from_hand=3, entry=waiting)
    undo_last(event=event, actor=host(event))  # nothing has been reported since
    assert not Substitution.objects.exists()
    roll_call.substitute(**values, from_hand=2, entry=waiting)


@pytest.mark.parametrize(
    ("game", "carry", "favours_zero"),
    [
        ("hearts", "points", True),  # the fewest win
        ("hearts", "beaten", False),
        ("euchre", "points", False),
        ("euchre", "margin", True),  # half of all have less than nothing
        ("saskatchewan-rummy", "points", True),  # cards in hand count against whoever holds them
    ],
)
def test_where_a_zero_is_an_advantage_missed_sets_are_proposed_as_sit_outs(
    game: str, carry: str, *, favours_zero: bool
) -> None:
    event = start_event(game, carry)
    field = late_form(event).fields["late_as_sit_out"]
    assert bool(field.initial) == favours_zero


def start_event(game: str, carry: str = "points") -> Event:
    return create_event(
        owner=a_user(), game=game, format="swiss", name="Late", date=dt.date(2026, 11, 21),
        options={"carry": carry},
    )  # fmt: skip
