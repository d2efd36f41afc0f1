"""Two phones at a table that give two answers: both are asked which is right, each sees whose the
values are, and nobody is told that others agreed when only one phone has saved."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.board_evening import read_board, say, start
from tests.tournaments.evening import host, table
from tests.tournaments.evening import say as say_hand
from tests.tournaments.evening import start as start_sets
from tests.tournaments.phones.test_devices import opened, save
from tests.tournaments.phones.test_round_pages import address, shown, words
from tournaments.log.selectors import read_log
from tournaments.models import Acceptance, Event, Report, RivalReport
from tournaments.reports.acceptances import accept

pytestmark = pytest.mark.django_db
GOLF = "golf"


def duel(event: Event) -> tuple[Client, Client, Any]:
    """Two phones that have saved different values of round 1, and the answer to the second one."""
    first, second = opened(event), opened(event)
    assert save(first, event).status_code == 303
    return first, second, save(second, event, key="late", **{"answer-points-1": "29"})


def forms(response: Any) -> dict[str, dict[str, str]]:
    """The forms of a page's duel: the words of each button, and what it sends."""
    values = {}
    for text in re.findall(r"<form.*?</form>", response.content.decode(), re.DOTALL):
        button = re.search(r"<button[^>]*>([^<]*)", text)
        if button:
            sent = dict(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', text))
            sent.pop("csrfmiddlewaretoken", None)
            values[button.group(1).strip()] = sent
    return values


def test_keeping_theirs_is_a_yes_to_it() -> None:
    event = start(GOLF)
    first, second, met = duel(event)
    sent = forms(met)["Keep theirs"]
    assert second.post(address("table_keep", event), sent).status_code == 303
    assert read_board(event).rounds[0].accepted
    assert "other numbers" not in shown(first, event)


def test_keeping_mine_asks_the_other_phone_for_its_yes() -> None:
    event = start(GOLF)
    first, second, _met = duel(event)
    sent = forms(first.get(address("table", event), {"compare": 1}))["Keep mine"]
    assert first.post(address("table_keep", event), sent).status_code == 303
    assert not Acceptance.objects.exists()
    page = shown(second, event)
    assert "Round 1 is in. Is it right?" in page
    assert "This phone had" in page


def test_a_yes_to_several_leaves_the_contested_one_out() -> None:
    event = start(GOLF)
    first, second, _met = duel(event)
    save(first, event, 2)
    assert "Round 2 is in. Is it right?" in shown(second, event)
    upto = Report.objects.order_by("-pk")[0].pk
    assert second.post(address("table_accept", event), {"upto": upto}).status_code == 303
    assert [board_round.accepted for board_round in read_board(event).rounds] == [False, True]


def test_the_host_was_quicker() -> None:
    event = start_sets(people=4)
    say_hand(table(event), 1, {"tricks": [9, 4]}, host(event))
    phone = opened(event)
    values = {"set": 1, "deal": 1, "seen": 0, "key": "k", "answer-tricks-0": 7}
    response = phone.post(address("table_report", event), values)
    assert response.status_code == 409
    text = words(response)
    assert "Only the host can change it. The host sees both." in text
    assert "Take mine" not in forms(response)
    assert "Keep what Host saved" in forms(response)
    assert "Host saved it, and it is accepted." in text
    assert RivalReport.objects.get().payload == {"tricks": [7, 6]}


def test_comparing_what_is_settled_shows_the_page() -> None:
    event = start(GOLF)
    first, second, met = duel(event)
    second.post(address("table_keep", event), forms(met)["Keep theirs"])
    page = first.get(address("table", event), {"compare": 1})
    assert page.status_code == 200
    assert "two answers" not in words(page)


def test_equal_numbers_from_a_second_phone_are_its_yes() -> None:
    event = start_sets(people=4)
    first, second, third = opened(event), opened(event), opened(event)
    values = {"set": 1, "deal": 1, "seen": 0, "answer-tricks-0": 7}
    for key, phone in (("one", first), ("two", second)):
        assert phone.post(address("table_report", event), values | {"key": key}).status_code == 303
    assert Report.objects.count() == 1
    assert not Acceptance.objects.get().by_saving
    for phone in (first, second, third):
        text = words(phone.get(address("table", event)))
        assert "is this right?" not in text
        assert "agreed" in text
    assert read_log(event).rows[0].sentence.endswith("was accepted.")


def test_equal_numbers_choose_nothing_while_a_third_phone_says_otherwise() -> None:
    event = start(GOLF)
    _first, _second, met = duel(event)
    assert met.status_code == 409
    assert save(opened(event), event, key="third").status_code == 303
    assert not Acceptance.objects.exclude(by_saving=True).exists()
    assert RivalReport.objects.filter(settled_at=None).exists()


def test_what_two_phones_say_reads_as_a_person_would_tell_it() -> None:
    """A question of the table keeps its own sentence; neither right, the table counts again."""
    event = start("hearts")
    first, second = opened(event), opened(event)
    values = {"set": 1, "deal": 1, "seen": 0, "answer-queen": 0}
    values |= {"answer-hearts-0": 3, "answer-hearts-3": 0}
    mine = values | {"key": "a", "answer-hearts-1": 9, "answer-hearts-2": 1}
    theirs = values | {"key": "b", "answer-hearts-1": 4, "answer-hearts-2": 6}
    assert first.post(address("table_report", event), mine).status_code == 303
    response = second.post(address("table_report", event), theirs)
    text = words(response)
    assert "They differ in two lines." in text
    assert "The same on both: Ann 3 and Di 0. ♠ Queen of spades: Ann." in text
    assert "Keep theirs 9 and 1 Take mine 4 and 6" in text
    assert "Decide later, enter round 2" in text
    anew = second.get(address("table", event), {"deal": 1}).content.decode()
    assert '<input type="hidden" name="choice" value="1">' in anew
    queen = theirs | {"key": "c", "answer-queen": 3, "seen": 1, "choice": 1}
    moves = second.post(address("table_report", event), queen)
    anew = forms(moves)["Save the change"]
    assert second.post(address("table_report", event), anew).status_code == 303
    assert not RivalReport.objects.filter(settled_at=None).exists()
    assert "This phone had" in shown(first, event)


def test_the_suit_of_a_card_stands_before_its_name_where_two_phones_differ() -> None:
    event = start("hearts")
    first, second = opened(event), opened(event)
    sent = {f"answer-hearts-{chair}": hearts for chair, hearts in enumerate((3, 9, 1, 0))}
    sent |= {"set": 1, "deal": 1, "seen": 0}
    save = address("table_report", event)
    assert first.post(save, sent | {"answer-queen": 0, "key": "a"}).status_code == 303
    other = second.post(save, sent | {"answer-queen": 2, "key": "b"})
    assert "♠ Queen of spades Ann Cy" in words(other)


def test_whoever_looks_on_is_told_at_the_next_look_what_was_chosen_and_by_whom() -> None:
    event = start(GOLF)
    first, second, _met = duel(event)
    page = first.get(address("table", event), {"compare": 1}).content.decode()
    look = re.search(r'hx-get="([^"]+)"', page)
    assert look is not None
    looks_for = look.group(1).replace("&amp;", "&")
    assert first.get(looks_for).status_code == 204
    accept(report=Report.objects.get(), actor=host(event), is_choice=True)
    news = words(first.get(looks_for))
    assert "Two phones, two answers" not in news
    assert "Round 1: Bo 30. Host chose this." in news
    assert "This phone had" not in news
    assert "This phone had 29." in shown(second, event)
    # It is news until the next round is in.
    say(table(event), 2, {"points": [12, 30, 7, 9], "knocker": 0}, host(event))
    assert "chose this" not in shown(second, event)


def test_three_answers_stand_side_by_side() -> None:
    event = start(GOLF)
    first, second, _met = duel(event)
    third = opened(event)
    met = save(third, event, key="third", **{"answer-points-1": "28"})
    page = words(met)
    assert "Three phones, three answers" in page
    assert "Bo 30 29 28" in page
    assert {"Keep phone 1’s", "Take phone 2’s", "Take mine"} <= forms(met).keys()
    assert "Phone 1 saved" in page
    assert "This phone Phone 3 saved" in page  # as the desk calls it
    compared = words(second.get(address("table", event), {"compare": 1}))
    assert "This phone Phone 2 saved" in compared
    assert "Take phone 3’s" in compared
    assert "2 phones have other numbers for round 1: Bo 29 or 28, not 30." in shown(first, event)
    onlooker = opened(event)
    assert "Several answers for round 1" in shown(onlooker, event)
    sent = forms(met)["Take phone 2’s"]
    assert third.post(address("table_report", event), sent).status_code == 303
    assert "chose this" not in shown(third, event)
    assert "Round 1: Bo 29. Another phone chose this." in shown(second, event)
    assert "This phone had 30." in shown(first, event)
