"""What a phone is sent after a hand of a set: only what the hand adds, if nothing else happened."""

import re

import pytest

from tests.tournaments.evening import say, table
from tests.tournaments.phones.test_round_pages import address
from tests.tournaments.phones.test_views import EVEN

pytestmark = pytest.mark.django_db


def tag(client, event):
    page = client.get(address("table_state", event)).content.decode()
    return re.search(r'seen=([^&"]+)', page)[1]


def sent(client, event, deal, page, **more):
    """What the phone is answered to a hand."""
    form = {"set": 1, "deal": deal, "seen": 0, "key": f"k{deal}", "answer-": ""}
    form |= {"answer-tricks-0": 7} | more
    headers = {"X-Outbox": "hand", "X-Seen": page}
    return client.post(address("table_report", event), form, headers=headers).json()


def cut(client, event):
    client.post(address("table_dealer", event), {"set": 1, "chair": 3, "key": "cut"})


def test_hands_bring_what_they_add_and_the_tag_of_the_page(client, event):
    cut(client, event)
    seen = tag(client, event)
    first = sent(client, event, 1, seen)
    assert set(first["hand"]) == {"tag", "waiting", "hands"}
    second = sent(client, event, 2, first["hand"]["tag"])["hand"]
    assert set(second) == {"tag", "waiting", "row", "sums"}
    assert second["sums"][0] in (12, 14)
    assert "7 : 6" in second["row"]
    assert "is this right?" in second["waiting"]
    look = client.get(address("table_state", event), {"seen": second["tag"]})
    assert look.status_code == 204
    say(table(event, 2), 1, EVEN)  # somewhere else
    assert "hand" in sent(client, event, 3, second["tag"])
    assert "fragment" in sent(client, event, 4, second["tag"])


def test_the_page_comes_whole_where_nobody_has_cut(client, event):
    assert "fragment" in sent(client, event, 1, tag(client, event))
    assert "hand" in sent(client, event, 2, tag(client, event))


def test_the_page_comes_whole_after_a_correction(client, event):
    cut(client, event)
    sent(client, event, 1, tag(client, event))
    answer = sent(client, event, 1, tag(client, event), seen=1, key="k1b", **{"answer-tricks-0": 8})
    assert answer["saved"]
    assert "8 : 5" in answer["fragment"]


def test_a_refused_hand_brings_its_form(client, event):
    cut(client, event)
    answer = sent(client, event, 1, tag(client, event), **{"answer-tricks-0": 14})
    assert not answer["saved"]
    assert "data-sent" in answer["fragment"]
