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
    table,
)
from tests.tournaments.board_pages import (
    at,
    begun,
    counts,
    read_boards,
    spaces,
    totals,
    where,
)
from tests.tournaments.evening import refuses
from tests.tournaments.visits import words_of
from tournaments.models import Event, Report

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


def test_garbage_is_refused(client: Client, table_event: Event) -> None:
    whole = {f"answer-points-{place}": "1" for place in range(3)}
    for wrong in (
        dict.fromkeys(whole, ""),
        {"answer-points-0": "abc"},
        {"answer-points-0": "9" * 30},
        {"answer-points-0": "\x01"},
        {"answer-knocker": "77"},
        {"answer-knocker": "x\x01y"},
        {"answer-grids-0": "QQ ZZ"},
    ):
        for more in ({}, {"seen": "many", "key": "x" * 900, "step": "apply", "last": "9"}):
            answer = client.post(report(table_event), whole | wrong | more)
            assert answer.status_code == 422, (wrong, more)
    assert not Report.objects.exists()


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
    words = words_of(preview)
    assert "before Bo pays 1 after Ann pays 1" in words
    assert "Ann 2 1" in words
    assert "Bo 1 2" in words
    assert totals(table_event) == (2, 1, 2)
    without = client.post(report(table_event), changed | {"step": "apply"})
    assert without.status_code == 422
    assert "Write the reason" in words_of(without)
    assert 'value="44"' in without.content.decode()
    done = client.post(report(table_event), changed | {"step": "apply", "reason": "misheard"})
    assert done.status_code == 303
    assert "Corrected. Round 1: Ann pays 1" in words_of(client.get(done["Location"]))
    assert totals(table_event) == (1, 2, 2)
    page = words_of(client.get(at("event_deal", table_event, *where())))
    assert "because: misheard" in page
    assert "Ann is highest with 44" in page


def test_while_a_correction_is_typed_nothing_is_refused_and_nothing_saved(
    client: Client, table_event: Event
) -> None:
    say(table(table_event), 1, {"points": [12, 30, 7]})
    typed, url = {"headers": {"HX-Request": "true"}}, report(table_event)
    half = client.post(url, counts(44, "", 7, seen=1), **typed)
    assert half.status_code == 200
    assert "What would change" not in words_of(half)
    whole = counts(44, 30, 7, seen=1) | {"step": "apply", "reason": "misheard"}
    assert "before Bo pays 1 after Ann pays 1" in words_of(client.post(url, whole, **typed))
    assert totals(table_event) == (2, 1, 2)


def test_a_correction_that_breaks_later_rounds_is_asked_about(
    client: Client, table_event: Event
) -> None:
    at_it = table(table_event)
    for number, points in enumerate(([9, 30, 7], [9, 30, 7], [9, 30, 7], [9, None, 7]), 1):
        say(at_it, number, {"points": points})
    assert [board_round.counted for board_round in read_boards(table_event)[0].rounds] == [True] * 4
    changed = counts(40, 30, 7, seen=1)
    preview = client.post(report(table_event), changed | {"step": "preview"})
    assert "it could not have been played like that" in words_of(preview)
    codes = hidden(preview, "confirmed")
    assert codes == ["later.broken"]
    with refuses("later.broken"):  # a table is not asked
        say(at_it, 1, {"points": [40, 30, 7]})
    sure = changed | {"step": "apply", "reason": "misheard"}
    assert client.post(report(table_event), sure).status_code == 422
    assert client.post(report(table_event), sure | {"confirmed": codes}).status_code == 303
    assert "Round 4 does not count" in words_of(client.get(at("event", table_event)))
    broken = words_of(client.get(at("event_deal", table_event, *where(4))))
    assert "This round does not count" in broken
    back = counts(9, 30, 7, seen=2) | {"step": "preview"}
    assert "Round 4 would count again" in words_of(client.post(report(table_event), back))
    say(at_it, 1, {"points": [9, 30, 7]}, host(table_event))
    assert [board_round.counted for board_round in read_boards(table_event)[0].rounds] == [True] * 4


# --- accepted, agreed, taken back ---------------------------------------------------------------


def test_a_report_is_accepted_on_its_page(client: Client, room: Event) -> None:
    page = at("event_deal", room, *where())
    assert "No results yet." in words_of(client.get(page))
    made = say(table(room, 1), 1, gin(0, 10))
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


def test_taking_back_says_what_it_changes_and_wants_a_reason(
    client: Client, table_event: Event
) -> None:
    say(table(table_event), 1, {"points": [12, 30, 7]}, at_table(table_event, 1))
    page = at("event_deal_withdraw", table_event, *where())
    words = words_of(client.get(page))
    assert "Bo pays 1 after –" in words
    assert "Bo 1 2" in words
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
