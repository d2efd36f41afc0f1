"""Where an evening stands is said once: a headline, the tables that are done, and the countdown."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import (
    an_event,
    entry,
    host,
    newest,
    next_set,
    play_set,
    start,
    table,
)
from tournaments.desk.selectors import desk
from tournaments.events import services as events
from tournaments.models import Event, SitOut
from tournaments.reports.disputes import note_dispute
from tournaments.scores.event_state import countdown_of, headline_of
from tournaments.seating import draws
from tournaments.seating.roll_call import substitute
from tournaments.wall import services as wall
from tournaments.wall.selectors import wall as wall_of

pytestmark = pytest.mark.django_db


def renewed(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_the_first_that_is_true_is_the_headline() -> None:
    """Done is what is in; accepting it is no part of that."""
    event = start(people=8)
    assert headline_of(event).text == "Set 1 · 0 of 2 tables done"
    play_set(event, Random(3))
    event = renewed(event)
    headline = headline_of(event)
    assert (headline.text, headline.done, headline.total) == ("Set 1 is complete", 2, 2)
    assert desk(event).headline.words == (
        "Coronation. 8 results are not accepted yet; they count already."
    )
    next_set(event)
    play_set(event, Random(4))
    event = renewed(event)
    assert desk(event).to_accept == 16
    assert "16 results are not accepted yet" in desk(event).headline.words  # of all sets
    note_dispute(event=event, actor=host(event), objector="G1", text="No", table=table(event))
    assert headline_of(renewed(event)).text == "Set 2 · 2 of 2 tables done"
    draws.draw(event=event, actor=host(event), seed=4)
    assert headline_of(renewed(event)).text == "Set 3 is drawn"
    assert desk(renewed(event)).headline.text == "Set 3 is drawn"


def timed() -> Event:
    event = start(people=8)
    wall.set_timer(event=event, actor=host(event), minutes=20)
    return renewed(event)


@pytest.mark.parametrize("what", ["finish", "put away", "reveal"])
def test_the_countdown_goes_with_the_end_and_with_the_reveal(what: str) -> None:
    event = timed()
    if what == "finish":
        events.finish_event(event=event, actor=host(event), early=True)
    elif what == "put away":
        events.put_away_event(event=event, actor=host(event))
    else:
        wall.plan_reveal(event=event, actor=host(event), first=0)
        wall.reveal_next(event=event, actor=host(event))
    event = renewed(event)
    assert event.round_ends_at is None
    assert countdown_of(event) is None
    assert wall_of(event).round_ends_at is None


@pytest.mark.sql
def test_who_has_come_to_a_table_sits_out_no_more() -> None:
    event = an_event(9)
    next_set(event)
    [out] = SitOut.objects.filter(seating=newest(event)).select_related("entry")
    assert [sitter.name for sitter in desk(event).sit_outs] == [out.entry.name]
    substitute(
        event=event, actor=host(event), table=table(event), chair=0, from_hand=1, entry=out.entry
    )
    page = desk(renewed(event))
    assert page.sit_outs == ()
    assert entry(event, out.entry.name).name in {n for card in page.cards for n in card.names}


def test_nothing_is_hidden_once_every_place_is_revealed(client: Client) -> None:
    event = start(people=8)
    play_set(event, Random(3))
    wall.plan_reveal(event=event, actor=host(event), first=0)
    events.finish_event(event=event, actor=host(event), early=True)
    client.force_login(event.owner)
    address = reverse("event_standings", args=[event.pk])
    assert "hidden from the guests" in client.get(address).content.decode()
    while wall_of(renewed(event)).hidden:
        wall.reveal_next(event=event, actor=host(event))
    assert "hidden from the guests" not in client.get(address).content.decode()
