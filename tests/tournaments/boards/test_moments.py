"""What of a deal is worth remembering is told on its own page, and nowhere where it is not so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import board_evening, evening
from tests.tournaments.board_evening import say, table
from tests.tournaments.visits import words_of
from tournaments.models import Event, Link

pytestmark = pytest.mark.django_db

TOLD = "Worth remembering:"


def page_of(laptop: Client, event: Event, deal: int = 1, number: int = 1) -> str:
    return words_of(laptop.get(reverse("event_deal", args=[event.pk, 1, number, deal])))


def test_a_rare_round_is_told_at_the_desk_and_on_the_phone(laptop: Client) -> None:
    event = board_evening.start("hearts", ("Ann", "Bo", "Cy"))
    say(table(event), 1, {"hearts": [13, 0, 0], "queen": 0}, confirmed=("hearts.power",))
    say(table(event), 2, {"hearts": [5, 5, 3], "queen": 1})
    line = f"{TOLD} Ann took every heart and the queen"
    assert line in page_of(laptop, event)
    assert TOLD not in page_of(laptop, event, 2)
    token = event.links.get(kind=Link.Kind.TABLE, table_number=1).token
    phone = reverse("table", args=[token])
    assert line in words_of(Client().get(f"{phone}?deal=1"))
    assert TOLD not in words_of(Client().get(f"{phone}?deal=2"))
    assert TOLD not in words_of(Client().get(phone))


def test_a_hand_of_a_set_is_told_of_the_partners_by_name(laptop: Client) -> None:
    event = evening.start(8)
    evening.say(evening.table(event), 1, {"tricks": [13, 0]})
    page = page_of(laptop, event)
    names = [seat.entry.name for seat in evening.table(event).seats.order_by("chair")]
    assert f"{TOLD} {names[0]} & {names[2]}: all thirteen tricks" in page
    evening.say(evening.table(event), 2, {"tricks": [7, 6]})
    assert TOLD not in page_of(laptop, event, 2)
