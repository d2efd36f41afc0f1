"""Draws that are not shown yet, while what they were drawn from changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.tournaments.evening import (
    an_event,
    an_event_in,
    entry,
    host,
    next_set,
    refuses,
    start,
    table,
)
from tournaments.log.services import undo_last
from tournaments.models.errors import Refused
from tournaments.reports import disputes
from tournaments.seating import draws, roster
from tournaments.seats.selectors import seats
from tournaments.web import paging

if TYPE_CHECKING:
    from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("deals", "text"), [(1, "Table 1: one hand is missing."), (2, "Table 1: 2 hands are missing.")]
)
def test_nothing_is_drawn_while_hands_are_missing(deals: int, text: str) -> None:
    event = an_event_in("individual", 8, rounds=2, deals=deals)
    next_set(event)
    with pytest.raises(Refused) as refused:
        draws.draw(event=event, actor=host(event), seed=2)
    assert refused.value.problems[0].message == text


@pytest.mark.sql
@pytest.mark.parametrize("step", ["role", "keeps", "apart", "not apart", "balance"])
def test_a_draw_is_put_away_when_what_it_was_drawn_for_changes(step: str) -> None:
    event = an_event(people=8)
    one, two = entry(event, "G1"), entry(event, "G2")
    if step == "not apart":
        wish = roster.add_pairing(
            event=event, actor=host(event), first=one, second=two, kind="apart"
        )
    draft = draws.draw(event=event, actor=host(event), seed=4)
    if step == "role":
        roster.set_role(event=event, actor=host(event), entry=one, role="lady")
    elif step == "keeps":
        roster.set_keeps_chair(event=event, actor=host(event), entry=one, keeps=True)
    elif step == "apart":
        roster.add_pairing(event=event, actor=host(event), first=one, second=two, kind="apart")
    elif step == "not apart":
        roster.remove_pairing(event=event, actor=host(event), pairing=wish)
    else:
        roster.apply_balance(event=event, actor=host(event), entries=[one])
    with pytest.raises(Refused):
        draws.publish(event=event, actor=host(event), seating=draft)
    undo_last(event=event, actor=host(event))
    draws.publish(event=event, actor=host(event), seating=draft)


@pytest.mark.sql
def test_somebody_in_a_draw_can_still_be_taken_off_the_list() -> None:
    event = an_event(people=9)
    gone = entry(event, "G1")
    number = gone.pk
    roster.set_keeps_chair(event=event, actor=host(event), entry=gone, keeps=True)
    roster.set_scorekeeper(event=event, actor=host(event), entry=gone)
    other = entry(event, "L1")
    roster.add_pairing(event=event, actor=host(event), first=gone, second=other, kind="apart")
    draws.draw(event=event, actor=host(event), seed=4)
    draws.draw(event=event, actor=host(event), seed=5)
    roster.remove_entry(event=event, actor=host(event), entry=gone)
    assert not event.seatings.exists()
    undo_last(event=event, actor=host(event))
    back = entry(event, "G1")
    assert (back.pk, back.keeps_chair) == (number, True)
    assert event.pairings.get().first_id == back.pk
    event.refresh_from_db()
    assert event.scorekeeper_id == back.pk


def test_somebody_whose_seat_was_disputed_stays_on_the_list() -> None:
    event = start(people=4)
    at = table(event)
    disputes.note_dispute(event=event, actor=host(event), objector="G1", text="The cut.", table=at)
    undo_last(event=event, actor=host(event))
    event.refresh_from_db()
    assert event.state == "setup"
    with refuses("entry.seated"):
        roster.remove_entry(event=event, actor=host(event), entry=entry(event, "G1"))


def test_the_seats_of_a_full_hall_come_in_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten tables, as if four were as many as a page holds; drawn first, then shown."""
    monkeypatch.setattr(paging.list_page, "__defaults__", (4,))
    monkeypatch.setattr(paging, "LINES", 4)
    event = an_event(people=40)
    client.force_login(event.owner)
    where = reverse("event_draw", args=(event.pk,))

    def tables(**questions: object) -> list[int]:
        text = client.get(where, questions).content.decode()
        return [int(number) for number in re.findall(r'aria-label="Table (\d+)"', text)]

    client.post(where, {"act": "draw"})
    for draft in (True, False):
        assert [tables(page=number) for number in (1, 2, 3)] == [
            [1, 2, 3, 4],
            [5, 6, 7, 8],
            [9, 10],
        ]
        view = seats(event, draft=draft)
        sits = next(guest for guest in view.by_name if guest.name == "G17")
        assert tables(q="g17") == [sits.table]
        assert tables(q="table 7") == [7]
        client.post(where, {"act": "publish", "seating": view.seating_id})
    assert "No table has" in client.get(where, {"q": "nobody"}).content.decode()
