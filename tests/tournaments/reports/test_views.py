"""One report at the desk: refused, asked about, overridden, corrected, in conflict, taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.board_evening import (
    GIN,
    GOLF,
    RUMMOLI,
    an_event,
    at_table,
    gin,
    host,
    say,
    stock,
    table,
)
from tests.tournaments.board_pages import (
    at,
    begun,
    counts,
    couple,
    read_boards,
    spaces,
    totals,
    where,
)
from tests.tournaments.visits import words_of
from tournaments.events import services as events
from tournaments.models import Event, Report
from tournaments.seating import roster

pytestmark = pytest.mark.django_db

THREE = ("Ann", "Bo", "Cy")


@pytest.fixture
def table_event(client: Client) -> Event:
    """Three people at one table, nothing reported."""
    return begun(client, an_event(GOLF, THREE, options={"stake": 3, "on_face": "until_next_loss"}))


@pytest.fixture
def room(client: Client) -> Event:
    """Three couples in one room, nothing reported."""
    return begun(client, an_event(GIN, 6))


def report(event: Event, *place: int) -> str:
    return at("event_deal_report", event, *(place or where()))


def hidden(response: Any, name: str) -> list[str]:
    text = response.content.decode()
    return re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)"', text)


# --- what is refused ----------------------------------------------------------------------------


def test_a_missing_count_keeps_what_was_typed(client: Client, table_event: Event) -> None:
    refused = client.post(report(table_event), counts(12, "", 7))
    assert refused.status_code == 422
    assert "Bo is still in; a count is missing" in words_of(refused)
    assert 'value="12"' in refused.content.decode()
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"answer-points-0": "abc", "answer-points-1": "1", "answer-points-2": "2"},
        {"answer-points-0": "9" * 30, "answer-points-1": "1", "answer-points-2": "2"},
        {
            "answer-points-0": "1",
            "answer-points-1": "1",
            "answer-points-2": "2",
            "answer-knocker": "77",
        },
        {
            "answer-points-0": "1",
            "answer-points-1": "1",
            "answer-points-2": "2",
            "answer-knocker": "x\x01y",
        },
        {"answer-points-0": "\x01", "answer-points-1": "1", "answer-points-2": "2"},
        {
            "answer-points-0": "1",
            "answer-points-1": "1",
            "answer-points-2": "2",
            "answer-grids-0": "QQ ZZ",
        },
    ],
)
def test_garbage_is_refused(client: Client, table_event: Event, sent: dict[str, str]) -> None:
    for extra in ({}, {"seen": "many", "key": "x" * 900, "step": "apply", "last": "9"}):
        assert client.post(report(table_event), sent | extra).status_code == 422
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"answer-outcome": "none"},
        {"answer-outcome": "gin", "answer-by": "2", "answer-caught": "5"},
        {"answer-outcome": "gin", "answer-by": "0"},
        {"answer-outcome": "run", "answer-by": "0", "answer-ran_with": "40", "answer-caught": "5"},
        {"answer-outcome": "stock_out", "answer-counts-0": "5"},
    ],
)
def test_garbage_of_a_couple_is_refused(client: Client, room: Event, sent: dict[str, str]) -> None:
    assert client.post(report(room), sent | {"key": "k", "seen": "0"}).status_code == 422
    assert not Report.objects.exists()


def test_what_is_rare_is_asked_about_once(client: Client, room: Event) -> None:
    asked = client.post(report(room), couple("gin", by=0, caught=0))
    assert asked.status_code == 422
    assert "Yes, enter it" in words_of(asked)
    codes = hidden(asked, "confirmed")
    assert codes
    sent = couple("gin", by=0, caught=0, confirmed=codes)
    assert client.post(report(room), sent).status_code == 303
    # A report that comes twice by one key is one.
    assert client.post(report(room), sent | {"step": "apply", "reason": "x"}).status_code == 303
    assert Report.objects.count() == 1


def out_of_turn(client: Client, event: Event) -> tuple[tuple[int, int, int], dict[str, Any]]:
    """Three rounds, and last deals that begin with a space that should wait: where, and what."""
    for number, claims in enumerate(({}, {"claims-0": 1}, {}), 1):
        sent = spaces(key=f"round {number}", **claims)
        assert client.post(report(event, *where(number)), sent).status_code == 303
    form = client.get(f"{report(event, *where(4))}?last=1").content.decode()
    names = sorted(set(re.findall(r'name="(answer-final_poker-\d+)"', form)))
    return where(4), {names[-1]: 0, "last": 1, "seen": 0, "key": "k"}


def test_against_the_rules_with_a_reason_only(client: Client) -> None:
    event = begun(client, an_event(RUMMOLI, THREE))
    place, wrong = out_of_turn(client, event)
    last = report(event, *place)
    refused = client.post(last, wrong)
    assert refused.status_code == 422
    assert "comes first" in words_of(refused)
    assert "It did happen like this" in words_of(refused)
    without = client.post(last, wrong | {"override": "1"})
    assert without.status_code == 422
    assert "Write the reason" in words_of(without)
    assert client.post(last, wrong | {"override": "1", "reason": "agreed"}).status_code == 303
    assert "because: agreed" in words_of(client.get(at("event_deal", event, *place)))


# --- corrections --------------------------------------------------------------------------------


def test_a_correction_shows_first_what_it_changes(client: Client, table_event: Event) -> None:
    say(table(table_event), 1, {"points": [12, 30, 7]})
    assert totals(table_event) == (2, 1, 2)
    form = client.get(report(table_event))
    assert 'value="30"' in form.content.decode()
    assert hidden(form, "seen") == ["1"]
    changed = counts(44, 30, 7, seen=1)
    preview = client.post(report(table_event), changed | {"step": "preview"})
    assert preview.status_code == 200
    shown = words_of(preview)
    assert "before Bo pays 1 after Ann pays 1" in shown
    assert "Ann 2 1" in shown
    assert "Bo 1 2" in shown
    assert totals(table_event) == (2, 1, 2)
    without = client.post(report(table_event), changed | {"step": "apply"})
    assert without.status_code == 422
    assert "Write the reason" in words_of(without)
    assert 'value="44"' in without.content.decode()
    done = client.post(report(table_event), changed | {"step": "apply", "reason": "misheard"})
    assert done.status_code == 303
    assert "Corrected: Ann pays 1" in words_of(client.get(done["Location"]))
    assert totals(table_event) == (1, 2, 2)
    page = words_of(client.get(at("event_deal", table_event, *where())))
    assert "because: misheard" in page
    assert "Ann is highest with 44" in page


def test_a_correction_that_breaks_later_rounds_is_asked_about(
    client: Client, table_event: Event
) -> None:
    at_it = table(table_event)
    for number, points in enumerate(([9, 30, 7], [9, 30, 7], [9, 30, 7], [9, None, 7]), 1):
        say(at_it, number, {"points": points})
    assert [one.counted for one in read_boards(table_event)[0].rounds] == [True] * 4
    changed = counts(40, 30, 7, seen=1)
    preview = client.post(report(table_event), changed | {"step": "preview"})
    assert "it could not have been played like that" in words_of(preview)
    codes = hidden(preview, "confirmed")
    assert codes == ["later.broken"]
    sure = changed | {"step": "apply", "reason": "misheard"}
    assert client.post(report(table_event), sure).status_code == 422
    assert client.post(report(table_event), sure | {"confirmed": codes}).status_code == 303
    assert "Round 4 does not count" in words_of(client.get(at("event", table_event)))
    broken = words_of(client.get(at("event_deal", table_event, *where(4))))
    assert "This round does not count" in broken
    back = counts(9, 30, 7, seen=2) | {"step": "preview"}
    assert "Round 4 would count again" in words_of(client.post(report(table_event), back))


def test_a_correction_may_end_the_game_or_take_its_end_back(
    client: Client, table_event: Event
) -> None:
    at_it = table(table_event)
    told = [[9, 30, 7], [9, 30, 7], [9, 30, 7], [30, None, 7], [30, None, 7], [30, None, 7]]
    for number, points in enumerate(told, 1):
        say(at_it, number, {"points": points})
    assert read_boards(table_event)[0].ending is not None
    changed = counts(1, "", 7, seen=1, step="preview")
    preview = client.post(report(table_event, *where(6)), changed)
    assert "The game would go on" in words_of(preview)
    client.post(report(table_event, *where(6)), changed | {"step": "apply", "reason": "swapped"})
    assert read_boards(table_event)[0].ending is None
    again = counts(30, "", 7, seen=2, step="preview")
    assert "The game would be over" in words_of(client.post(report(table_event, *where(6)), again))


def test_a_couples_correction_shows_what_the_round_brings(client: Client, room: Event) -> None:
    for number in (1, 2, 3):
        say(table(room, number, 1), 1, gin(0, 10))
    assert read_boards(room)[0].rounds[0].counted
    changed = couple("gin", by=1, caught=40, seen=1, step="preview")
    shown = words_of(client.post(report(room), changed))
    assert "Points for the round: Guys 30 points and 3 gins → Girls 20 points, Guys 1 gin" in shown
    done = client.post(report(room), changed | {"step": "apply", "reason": "the other one"})
    assert done.status_code == 303
    assert totals(room) == (0, 20)


# --- two at once --------------------------------------------------------------------------------


def test_two_reports_at_once_are_shown_side_by_side(client: Client, table_event: Event) -> None:
    form = client.get(report(table_event))
    say(table(table_event), 1, {"points": [1, 2, 3]})
    clash = client.post(report(table_event), counts(30, 2, 3, seen=hidden(form, "seen")[0]))
    assert clash.status_code == 409
    shown = words_of(clash)
    assert "Table 1" in shown
    assert "Cy pays 1" in shown
    assert "Ann pays 1" in shown
    again = {name: hidden(clash, name)[0] for name in ("seen", "key", "step")}
    typed = r'<input type="hidden" name="(answer-points-\d)" value="([^"]*)"'
    kept = dict(re.findall(typed, clash.content.decode()))
    assert kept == {"answer-points-0": "30", "answer-points-1": "2", "answer-points-2": "3"}
    preview = client.post(report(table_event), again | kept)
    assert preview.status_code == 200
    sent = again | kept | {"step": "apply", "reason": "I sat there"}
    assert client.post(report(table_event), sent).status_code == 303
    assert totals(table_event) == (1, 2, 2)


def test_the_same_report_twice_is_no_conflict(client: Client, room: Event) -> None:
    say(table(room, 1), 1, stock(3, 8))
    sent = couple(
        "stock_out", **{"counts-0": 3, "counts-1": 8}, seen=0, step="apply", reason="read in"
    )
    assert client.post(report(room), sent).status_code == 303
    assert Report.objects.count() == 1


# --- accepted, agreed, taken back ---------------------------------------------------------------


def test_a_report_is_accepted_on_its_page(client: Client, room: Event) -> None:
    made = say(table(room, 1), 1, gin(0, 10))
    page = at("event_deal", room, *where())
    assert "to check" in words_of(client.get(page))
    act = at("event_deal_act", room, *where())
    assert client.post(act, {"act": "accept", "report": made.pk}).status_code == 303
    assert "accepted" in words_of(client.get(page))
    for wrong in (
        {"act": "accept", "report": 999},
        {"act": "accept"},
        {"act": "agree", "report": made.pk, "by": "x"},
        {"act": "sing"},
    ):
        assert client.post(act, wrong).status_code == 422, wrong


def test_a_leading_scorekeepers_override_waits_for_another(client: Client) -> None:
    event = begun(client, an_event(RUMMOLI, THREE))
    place, wrong = out_of_turn(client, event)
    now = read_boards(event)[0]
    have = now.plays.totals(now.state)
    leader = now.entry_ids[have.index(max(have))]
    entry = event.entries.get(pk=leader)
    roster.set_scorekeeper(event=event, actor=host(event), entry=entry)
    sent = wrong | {"override": "1", "reason": "so it was"}
    answer = client.post(report(event, *place), sent)
    assert "once another player agrees" in words_of(client.get(answer["Location"]))
    page = words_of(client.get(at("event_deal", event, *place)))
    assert "needs agreement" in page
    waiting = Report.objects.get(needs_agreement=True)
    other = next(pk for pk in now.entry_ids if pk != leader)
    act = at("event_deal_act", event, *place)
    mine = client.post(act, {"act": "agree", "report": waiting.pk, "by": leader})
    assert mine.status_code == 422
    assert client.post(act, {"act": "agree", "report": waiting.pk, "by": other}).status_code == 303
    assert read_boards(event)[0].rounds[3].counted


def test_taking_back_says_what_it_changes_and_wants_a_reason(
    client: Client, table_event: Event
) -> None:
    say(table(table_event), 1, {"points": [12, 30, 7]}, at_table(table_event, 1))
    page = at("event_deal_withdraw", table_event, *where())
    assert "Bo 1 2" in words_of(client.get(page))
    assert client.post(page, {"reason": " ", "seen": 1, "key": "k"}).status_code == 422
    say(table(table_event), 1, {"points": [12, 31, 7]}, host(table_event))
    old = client.post(page, {"reason": "wrong table", "seen": 1, "key": "k"})
    assert old.status_code == 422
    assert "Somebody else has changed this" in words_of(old)
    assert client.post(page, {"reason": "wrong table", "seen": 2, "key": "k"}).status_code == 303
    assert totals(table_event) == (2, 2, 2)
    assert client.get(page).status_code == 303
    # The same round is entered again, as a correction of nothing.
    assert "Enter round 1" in words_of(client.get(at("event", table_event)))


def test_nothing_is_entered_into_a_finished_evening(client: Client, table_event: Event) -> None:
    say(table(table_event), 1, {"points": [12, 30, 7]})
    events.finish_event(event=table_event, actor=host(table_event), early=True)
    late = client.post(report(table_event, *where(2)), counts(1, 2, 3))
    assert late.status_code == 422
    assert "not in play" in words_of(late)
    assert "Correct" not in words_of(client.get(at("event_deal", table_event, *where())))
    assert client.get(report(table_event)).status_code == 303


def test_a_round_says_in_few_lines_what_it_moved(client: Client) -> None:
    event = begun(client, an_event(RUMMOLI, THREE))
    say(table(event), 1, {"rummoli": 1, "poker": [2]})
    page = client.get(at("event_deal", event, *where()))
    moved = page.content.decode().split("sentences")[1].split("</ol>")[0]
    assert moved.count("<li>") == 1 + 2  # what all put in, and what was taken
    assert "and Cy put in 1 chip each on 10♠" in moved
