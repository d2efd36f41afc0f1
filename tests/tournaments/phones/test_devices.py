"""Which phones are at a table, what is agreed by being saved, and how it is undone."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.board_evening import read_board, say, start, table
from tests.tournaments.phones.test_round_pages import COUNTS, PLAIN, address, hidden, shown, words
from tournaments.access import devices
from tournaments.models import Acceptance, Device, LogEntry, Report

pytestmark = pytest.mark.django_db

GOLF, GIN = "golf", "gin-tournament"


def opened(event, number=1, query=""):
    """A phone that has opened the table's link, and has looked for news."""
    phone = Client()
    assert phone.get(address("table", event, number) + query).status_code == 200
    phone.get(address("table_state", event, number))
    return phone


def save(phone, event, deal=1, number=1, **more):
    key = f"k{deal}-{Report.objects.count()}"
    sent = PLAIN | COUNTS | {"round": deal, "key": key} | more
    return phone.post(address("table_report", event, number), sent)


def undo(phone, event, **more):
    report = Report.objects.order_by("-pk")[0]
    sent = {"set": 1, "report": report.pk, "key": f"undo-{report.pk}"} | more
    return phone.post(address("table_undo", event), sent)


@pytest.mark.sql
def test_what_the_only_phone_saves_is_agreed():
    event = start(GOLF)
    phone = opened(event)
    assert save(phone, event).status_code == 303
    line = read_board(event).rounds[0].reports[0]
    assert line.accepted
    assert line.by_saving
    yes = Acceptance.objects.get()
    assert (yes.by_saving, yes.by) == (True, "Table 1")
    assert LogEntry.objects.get(event=event, code="report.added").params["saved"] is True
    seen = shown(phone, event)
    assert "Round 1: Bo pays 1 Undo" in seen
    assert "right?" not in seen.lower()


def test_the_code_of_a_phone_stays_at_its_link():
    event = start(GOLF)
    answer = Client().get(address("table", event))
    cookie = answer.cookies[devices.COOKIE]
    assert cookie["path"] == address("table", event)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not Device.objects.exists()  # who only fetches the page is nobody's phone


def test_the_other_phone_is_asked_quietly_and_the_own_one_never():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    assert save(first, event).status_code == 303
    assert not read_board(event).rounds[0].accepted
    assert "Round 1: Bo pays 1 Undo" in shown(first, event)
    assert "right?" not in shown(first, event).lower()
    asked = shown(second, event)
    assert "Round 1 is in. Is it right?" in asked
    assert "Undo" not in asked
    page = second.get(address("table", event)).content.decode()
    assert page.index('class="lines') < page.index(
        "Round 1 is in. Is it right?"
    )  # never above totals
    save(first, event, 2)
    assert "Rounds 1 and 2: are they right?" in shown(second, event)
    upto = Report.objects.order_by("-pk")[0].pk
    assert second.post(address("table_accept", event), {"upto": upto}).status_code == 303
    assert all(board_round.accepted for board_round in read_board(event).rounds)
    assert "Undo" not in shown(first, event)
    assert "Undo" not in shown(second, event)


@pytest.mark.sql
def test_a_phone_that_has_left_is_not_asked_for():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    assert "This phone has left" in words(second.post(address("table_leave", event)))
    assert save(first, event).status_code == 303
    assert read_board(event).rounds[0].accepted
    second.get(address("table", event))  # it is back
    assert save(first, event, 2).status_code == 303
    assert not read_board(event).rounds[1].accepted


@pytest.mark.sql
def test_one_phone_keeps_on_alone():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    assert first.post(address("table_alone", event)).status_code == 303
    second.get(address("table_state", event))  # its page is still open somewhere
    save(first, event)
    assert read_board(event).rounds[0].accepted
    save(second, event, 2)  # whoever enters is there
    assert not read_board(event).rounds[1].accepted


@pytest.mark.sql
def test_a_phone_that_was_not_seen_in_a_while_has_gone():
    event = start(GOLF)
    first, _second = opened(event), opened(event)
    mine = first.cookies[devices.COOKIE].value
    ago = timezone.now() - devices.HERE_FOR - dt.timedelta(seconds=1)
    Device.objects.exclude(code=mine).update(seen=ago)
    save(first, event)
    assert read_board(event).rounds[0].accepted


# --- undo --------------------------------------------------------------------------------------


def test_what_was_saved_last_is_undone_once():
    event = start(GOLF)
    phone = opened(event)
    save(phone, event)
    report = Report.objects.get().pk
    assert undo(phone, event).status_code == 303
    assert not read_board(event).rounds[0].complete
    again = {"set": 1, "report": report, "key": f"undo-{report}"}
    assert phone.post(address("table_undo", event), again).status_code == 303
    assert Report.objects.count() == 2


@pytest.mark.sql
def test_undo_is_out_of_reach_once_more_is_saved():
    event = start(GOLF)
    phone = opened(event)
    save(phone, event)
    first = Report.objects.get().pk
    save(phone, event, 2)
    refused = undo(phone, event, report=first, key="late")
    assert refused.status_code == 422
    assert "More has been saved since then." in words(refused)


def test_undo_of_what_another_phone_has_changed_shows_both():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    save(first, event)
    mine = Report.objects.get().pk
    assert save(second, event, seen=1, **{"answer-points-1": "29"}).status_code == 303
    met = undo(first, event, report=mine, key="crossed")
    assert met.status_code == 409
    assert Report.objects.count() == 2


def test_undo_of_what_somebody_agreed_to_is_refused():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    save(first, event)
    report = Report.objects.get().pk
    second.post(address("table_accept", event), {"report": report})
    assert undo(first, event).status_code == 422
    assert read_board(event).rounds[0].accepted


def test_undo_reaches_no_other_table():
    event = start(GOLF, 8, tables=2)
    one, two = opened(event), opened(event, 2)
    save(one, event)
    report = Report.objects.get().pk
    values = {"set": 1, "report": report, "key": "other"}
    assert two.post(address("table_undo", event, 2), values).status_code == 404
    assert two.post(address("table_undo", event, 1), values).status_code == 303  # that link is open


# --- changes -----------------------------------------------------------------------------------


def test_a_change_of_an_agreed_round_shows_first_what_it_moves():
    event = start(GOLF)
    phone = opened(event)
    save(phone, event)
    save(phone, event, 2)
    asked = save(phone, event, seen=1, **{"answer-points-0": "60"})
    assert asked.status_code == 200
    seen = words(asked)
    for name in ("Change round 1?", "before Bo pays 1", "after Ann pays 1", "Save the change"):
        assert name in seen
    assert Report.objects.count() == 2
    assert phone.post(address("table_report", event), hidden(asked)).status_code == 303
    assert read_board(event).rounds[0].reports[0].payload["points"][0] == 60
    assert read_board(event).rounds[0].accepted


def test_the_host_changes_from_the_board_what_others_agreed_to():
    event = start(GOLF)
    first, second = opened(event), opened(event)
    save(first, event)
    second.post(address("table_accept", event), {"report": Report.objects.get().pk})
    changed = {"seen": 1, "answer-points-0": "13"}
    assert save(first, event, **changed).status_code == 422
    assert "The host can change it." in shown(first, event, query="?deal=1")
    first.force_login(event.owner)
    assert "Change round 1" in shown(first, event, query="?deal=1")
    assert save(first, event, **changed).status_code == 303
    made = Report.objects.order_by("-pk")[0]
    assert (made.author, made.payload["points"][0]) == ("Host", 13)
    assert undo(first, event).status_code == 303
    assert read_board(event).rounds[0].reports[0].payload["points"][0] == 12


def test_a_change_that_breaks_later_rounds_is_for_one_phone_alone():
    event = start(GOLF, 3, options={"stake": 2, "ante": 1})
    for deal, points in enumerate(((1, 2, 3), (1, 2, 3), (1, 2, None)), 1):
        say(table(event), deal, {"points": list(points)})  # Cy is out after the second
    values = {"set": 1, "round": 1, "seen": 1, "key": "first"}
    values |= {"answer-points-0": "1", "answer-points-1": "3", "answer-points-2": "2"}
    first, second = opened(event), opened(event)
    refused = first.post(address("table_report", event), values)
    assert refused.status_code == 422
    assert "round 3 could not have been played as reported. The host can change it." in words(
        refused
    )
    second.post(address("table_leave", event))
    response = first.post(address("table_report", event), values)
    assert "Round 3 would no longer count" in words(response)
    assert first.post(address("table_report", event), hidden(response)).status_code == 303
    assert not read_board(event).rounds[2].counted


@pytest.mark.sql
def test_the_dealer_is_drawn_once_with_a_seed_in_the_log():
    event = start(GOLF)
    phone = opened(event)
    values = {"set": 1, "drawn": "1", "key": "draw"}
    for _ in range(2):
        assert phone.post(address("table_dealer", event), values).status_code == 303
    (line,) = LogEntry.objects.filter(event=event, code="dealer.set")
    assert 0 <= line.params["seed"] < 10**6
    assert table(event).first_dealer == line.params["chair"]
    assert "Change the dealer" in shown(phone, event)
