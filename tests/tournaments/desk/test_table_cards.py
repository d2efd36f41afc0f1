"""The cards of the desk: calm until somebody needs the host, and the host knows what for."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import board_evening as boards
from tests.tournaments.desk_pages import at
from tests.tournaments.evening import host, next_set, object_to, play_set, say, start, table
from tests.tournaments.events.test_knockout import an_event
from tests.tournaments.visits import words_of
from tournaments.desk.selectors import desk
from tournaments.desk.table_cards import sit_outs
from tournaments.models import Event
from tournaments.seating import draws

pytestmark = pytest.mark.django_db


def tell(event: Event, number: int, hands: int) -> None:
    for deal in range(1, hands + 1):
        say(table(event, number), deal, {"tricks": [9, 4]}, host(event))


def test_nothing_is_red_before_play_and_a_table_far_behind_can_be_nudged(client: Client) -> None:
    event = start(people=16)
    shown = desk(event)
    assert {card.tone for card in shown.cards} == {"wait"}
    assert not shown.late
    assert shown.headline.text == "Set 1 · 0 of 4 tables done"
    client.force_login(event.owner)
    page = client.get(at("event", event)).content.decode()
    assert 'class="state bad"' not in page
    assert "Nudge" not in page
    for number, hands in ((1, 4), (2, 3), (3, 2)):
        tell(event, number, hands)
    assert desk(event).late == {(1, 4)}
    page = client.get(at("event", event)).content.decode()
    assert page.count('value="nudge"') == 1
    late = page.partition('id="card-1-4"')[2].partition("</li>")[0]
    assert "Enter the slip" in late  # beside Nudge
    done = next(card for card in desk(event).cards if card.number == 1)
    assert [total for _side, total in done.lines_of_sides] == ["36", "16"]
    assert f"{done.sides[0].replace('&', '&amp;')} <b>36</b>" in page


def test_what_can_wait_is_no_large_button_and_the_end_of_the_time_makes_late(
    client: Client,
) -> None:
    event = start(people=8)
    for deal in range(1, 5):
        say(table(event, 1), deal, {"tricks": [9, 4]})
    client.force_login(event.owner)
    page = client.get(at("event", event)).content.decode()
    hero = page.partition('id="hero"')[2].partition("</section>")[0]
    assert "Table 2 is still playing." in hero
    assert 'class="button' not in hero
    assert "Accept 4 results" in page
    event.round_ends_at = timezone.now() - timedelta(seconds=1)
    event.save()
    assert desk(event).late == {(1, 2)}
    event.round_ends_at = timezone.now() + timedelta(minutes=5)
    event.save()
    assert desk(event).headline.words == "Coronation. Table 2 is still playing."


def test_a_dispute_is_the_one_next_step_and_says_which_hand(client: Client) -> None:
    event = start(people=8)
    tell(event, 2, 2)
    object_to(event, table(event, 2), 2)
    shown = desk(event)
    assert (shown.settle, shown.cards[0].tone) == ("Settle table 2", "bad")
    assert shown.cards[0].objection == "Hand 2: disputed."
    client.force_login(event.owner)
    page = client.get(at("event_disputes", event))
    assert "9 : 4" in words_of(page)
    decide = at("event_dispute_decide", event, event.disputes.get().pk)
    assert client.post(decide, {"decision": " "}).status_code == 422
    stands = {"decision": "It stands: 9 : 4"}
    assert f'action="{decide}"' in page.content.decode()
    assert client.post(decide, stands).status_code == 303
    event.refresh_from_db()
    assert desk(event).settle == ""


def test_the_value_before_is_a_tap_away_from_what_it_would_change(client: Client) -> None:
    event = start(people=8)
    say(table(event, 1), 1, {"tricks": [9, 4]})
    say(table(event, 1), 1, {"tricks": [4, 9]})
    object_to(event, table(event, 1), 1)
    client.force_login(event.owner)
    page = client.get(at("event_disputes", event)).content.decode()
    assert page.index("4 : 9") < page.index("9 : 4")
    form = page[page.index("This one stands") - 900 :]
    assert 'name="step" value="preview"' in form
    assert 'name="answer-tricks-0" value="9"' in form


def test_a_couple_is_late_once_most_are_in(client: Client) -> None:
    event = boards.start(boards.GIN, 6)
    client.force_login(event.owner)
    assert "Nudge" not in words_of(client.get(at("event", event)))
    for number in (1, 2):
        boards.say(boards.table(event, number), 1, boards.gin(0, 10))
    assert client.get(at("event", event)).content.decode().count('value="nudge"') == 1


def test_a_tie_that_nobody_cuts_for_is_told(client: Client) -> None:
    event = an_event(8, form="swiss", rounds=3, deals=2)
    next_set(event)
    for deal, makers in enumerate((0, 1), 1):
        say(table(event), deal, {"makers": makers, "alone": False, "tricks": 3}, host(event))
    card = next(card for card in desk(event).cards if card.number == 1)
    assert (card.state, card.result) == ("done", "A tie")
    at_table = reverse("table", args=[event.links.get(kind="table", table_number=1).token])
    assert "This set is a tie." in words_of(client.get(at_table))


def test_the_desk_says_why_somebody_sits_out_as_the_seats_do() -> None:
    event = start(people=9)
    play_set(event, Random(1))
    draft = draws.draw(event=event, actor=host(event), seed=1)
    draws.publish(event=event, actor=host(event), seating=draft)
    for code, said in (
        ("drawn_none_yet", "by lot"),
        ("fewest_repeats", "in turn"),
        ("fewest", "in turn"),
    ):
        out = draft.sit_outs.get()
        out.reason = {"code": code, "template": code}
        out.save()
        assert sit_outs(event, draft, ())[0].reason == said
