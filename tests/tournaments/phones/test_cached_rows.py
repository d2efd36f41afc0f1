"""Rows that many phones show are drawn once; what is each phone's own is filled in."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.evening import say, start, table
from tests.tournaments.phones.test_round_pages import address
from tournaments.access.services import ensure_links
from tournaments.phones import head
from tournaments.phones.blocks import DealerChoice


@pytest.mark.django_db
def test_a_hand_to_be_changed_is_drawn_once_for_all_tables(monkeypatch: Any) -> None:
    event = start(people=8)
    ensure_links(event)
    for number in (1, 2):
        say(table(event, number), 1, {"tricks": [7, 6]})
    drawn = []
    render = head.render_to_string
    monkeypatch.setattr(head, "render_to_string", lambda *args: drawn.append(1) or render(*args))
    pages, counts = {}, []
    for number in (1, 2):
        pages[number] = Client().get(address("table", event, number)).content.decode()
        counts.append(len(drawn))
    for number, page in pages.items():
        assert f'href="{address("table", event, number)}?deal=1"' in page
        assert address("table", event, 3 - number) not in page
    assert counts[0] == counts[1]


def test_the_dealer_is_marked_among_the_names_to_tap() -> None:
    names = ((0, "A"), (1, "B & C"))
    picks = DealerChoice(names, known=True, dealer="B & C").picks
    first = '<label class="pick"><input type="radio" name="first" value='
    assert picks == (
        f'{first}"0" required><span>A</span></label>'
        f'{first}"1" checked required><span>B &amp; C</span></label>'
    )
