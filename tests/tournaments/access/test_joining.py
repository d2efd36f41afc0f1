"""Join codes: what they are, what they open, who is stopped and until when."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.evening import an_event, host, start
from tests.tournaments.visits import words_of
from tournaments.access import join_codes
from tournaments.access.join_codes import (
    SIGNS,
    TABLES_OPEN,
    WINDOW,
    close_tables,
    find_event,
    join_table,
    join_token,
    new_code,
    open_tables,
    read_code,
    renew_code,
    revoke_code,
)
from tournaments.access.selectors import join_code, tables_open_until
from tournaments.access.services import ensure_links, make_link, revoke_link
from tournaments.events import services as events
from tournaments.log.selectors import read_log
from tournaments.models import Event, JoinAttempt, JoinCode, Link
from tournaments.models.errors import Refused

pytestmark = pytest.mark.django_db

JOIN = "/join/"


@pytest.fixture
def event() -> Event:
    made = start(people=8)
    ensure_links(made)
    return made


def token(event: Event, kind: str, number: int | None = None) -> str:
    return event.links.get(kind=kind, table_number=number, revoked_at=None).token


def wrong(event: Event) -> str:
    """A code like the event's that is nobody's."""
    code = read_code(join_code(event))
    last = next(sign for sign in SIGNS if sign != code[-1])
    return code[:-1] + last


# --- what a code is ----------------------------------------------------------------------------


def test_a_code_is_read_however_it_is_typed() -> None:
    codes = ("k7m2qx", "K7M 2QX", " k7m-2qx ", "K7M·2QX", "K7MZOX", "K7MZ0x", "k7m2qx\u200b")
    assert {read_code(text) for text in codes} == {"K7M2QX"}
    others = ("", "K7M2Q", "K7M2QXX", "K7M2Q1", "IIIIII", "K7M2Qß", "\0" * 6, "x" * 9000)
    assert {read_code(text) for text in others} == {""}


def test_a_code_is_never_given_twice(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = read_code(join_code(event))
    drawn = [taken] * (join_codes.DRAWS + 1) + ["234567"]
    monkeypatch.setattr(join_codes, "_draw", lambda: drawn.pop(0))
    assert new_code() == "234567"


# --- what it opens -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["setup", "playing", "finished"])
def test_it_leads_to_the_spectators_pages(client: Client, event: Event, state: str) -> None:
    if state == "setup":
        event = an_event(4, name="Next")
        ensure_links(event)
    if state == "finished":
        events.finish_event(event=event, actor=host(event), early=True)
    values = {"code": join_code(event).lower(), "to": "watch"}
    response = client.post(JOIN, values)
    assert response.status_code == 303
    assert response["Location"] == reverse("spectator", args=[token(event, "spectator")])
    assert client.get(response["Location"]).status_code == 200


def test_it_leads_to_a_choice_and_on_to_the_wall(client: Client, event: Event) -> None:
    response = client.post(JOIN, {"code": join_code(event)})
    assert response.status_code == 303
    page = client.get(response["Location"])
    assert page.status_code == 200
    assert "Use this as the wall screen" in words_of(page)
    assert "ask the host to open the tables" in words_of(page)
    assert token(event, "table", 1) not in page.content.decode()
    there = client.post(response["Location"], {"to": "wall"})
    assert there["Location"] == reverse("wall", args=[token(event, "wall")])
    assert client.get(there["Location"]).status_code == 200
    for page in (
        client.get(JOIN),
        client.get(client.post(JOIN, {"code": join_code(event)})["Location"]),
    ):
        assert "noindex" in page.headers["X-Robots-Tag"]
        assert "no-store" in page.headers["Cache-Control"]
    assert "camera=(self)" in client.get(JOIN).headers["Permissions-Policy"]
    assert "camera=()" in client.get(reverse("sign_in_form")).headers["Permissions-Policy"]


def test_it_signs_nobody_in(client: Client, event: Event) -> None:
    client.post(client.post(JOIN, {"code": join_code(event)})["Location"], {"to": "watch"})
    assert client.get(reverse("event", args=[event.pk])).status_code == 403
    assert not client.session.keys()
    for to in ("host", "scorekeeper", "desk", ""):
        make_link(event=event, actor=host(event), kind="scorekeeper", label="Sam")
        there = client.post(reverse("join_event", args=[join_token(code_of(event))]), {"to": to})
        assert there.status_code == 422


def code_of(event: Event) -> str:
    return read_code(join_code(event))


def test_a_code_is_no_link(client: Client, event: Event) -> None:
    """Nothing that takes a link's token takes a code: so it cannot be guessed at elsewhere."""
    code = code_of(event)
    for path in ("s", "t", "w", "k", "sign-in"):
        assert client.post(f"/{path}/{code}/").status_code in (403, 404, 405)
    headers = {"authorization": f"Bearer {code}"}
    assert client.get("/api/events", headers=headers).status_code in (401, 404)
    assert not Link.objects.filter(token=code).exists()


def test_where_the_spectators_link_is_withdrawn_nobody_is_led_there(
    client: Client, event: Event
) -> None:
    revoke_link(link=event.links.get(kind="spectator"), actor=host(event))
    assert client.post(JOIN, {"code": join_code(event), "to": "watch"}).status_code == 410


# --- tables ------------------------------------------------------------------------------------


def test_tables_open_for_a_quarter_of_an_hour_and_close_themselves(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = client.post(JOIN, {"code": join_code(event)})["Location"]
    assert "tables are closed" in words_of(client.post(choice, {"number": 1}))
    waiting = {"HX-Request": "true"}
    assert "HX-Refresh" not in client.get(choice, headers=waiting)
    until = open_tables(event=event, actor=host(event))
    assert tables_open_until(event) == until
    assert client.get(choice, headers=waiting)["HX-Refresh"] == "true"
    assert "Which table are you at?" in words_of(client.get(choice))
    there = client.post(choice, {"number": 2})
    assert there.status_code == 303
    assert there["Location"] == reverse("table", args=[token(event, "table", 2)])
    JoinCode.objects.update(tables_until=timezone.now() - timedelta(seconds=1))
    assert tables_open_until(event) is None
    assert client.post(choice, {"number": 2}).status_code == 422
    assert "Which table" not in words_of(client.get(choice))
    sentences = [row.sentence for row in read_log(event).rows]
    assert sentences[0] == "A phone joined table 2 by code."
    assert sentences[1].startswith("Until ")


def test_the_host_closes_them_before(event: Event) -> None:
    open_tables(event=event, actor=host(event))
    close_tables(event=event, actor=host(event))
    version = event.version
    close_tables(event=event, actor=host(event))  # nothing more is to be closed
    assert event.version == version
    with pytest.raises(Refused, match="closed"):
        join_table(event=event, number=1)


def test_tables_open_only_while_the_evening_is_played(event: Event) -> None:
    later = an_event(4, name="Next")
    ensure_links(later)
    with pytest.raises(Refused, match="once the evening has started"):
        open_tables(event=later, actor=host(later))
    open_tables(event=event, actor=host(event))
    events.finish_event(event=event, actor=host(event), early=True)
    with pytest.raises(Refused, match="closed"):
        join_table(event=event, number=1)


def test_a_table_that_is_none_or_withdrawn_is_refused(client: Client, event: Event) -> None:
    open_tables(event=event, actor=host(event))
    choice = reverse("join_event", args=[join_token(code_of(event))])
    for number in ("", "0", "9", "-1", "x", "99999999999"):
        response = client.post(choice, {"number": number})
        assert response.status_code == 422
        assert "There is no such table" in words_of(response)
    revoke_link(link=event.links.get(table_number=1), actor=host(event))
    with pytest.raises(Refused, match="no such table"):
        join_table(event=event, number=1)


def test_a_browser_counts_once_however_often_it_joins(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_codes, "MOST_PHONES", 2)
    open_tables(event=event, actor=host(event))
    client.get(JOIN)
    choice = client.post(JOIN, {"code": join_code(event)})["Location"]
    for _time in range(8):
        assert client.post(choice, {"number": 1}).status_code == 303
    assert event.log.filter(code="join.table").count() == 1
    assert Client().post(choice, {"number": 1}).status_code == 303
    third = Client().post(choice, {"number": 1})
    assert third.status_code == 422
    assert "2 phones" in words_of(third)
    assert client.post(choice, {"number": 1}).status_code == 303  # it is here already


def test_a_table_takes_so_many_phones(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_codes, "MOST_PHONES", 2)
    open_tables(event=event, actor=host(event))
    for _phone in range(2):
        join_table(event=event, number=1)
    with pytest.raises(Refused, match="2 phones"):
        join_table(event=event, number=1)
    join_table(event=event, number=2)
    JoinCode.objects.update(tables_until=timezone.now() + 2 * TABLES_OPEN)
    open_tables(event=event, actor=host(event))  # anew
    join_table(event=event, number=1)


# --- renewed, withdrawn, over ------------------------------------------------------------------


def test_a_new_code_kills_the_old(client: Client, event: Event) -> None:
    old = join_code(event)
    choice = client.post(JOIN, {"code": old})["Location"]
    open_tables(event=event, actor=host(event))
    assert renew_code(event=event, actor=host(event)) == code_of(event) != read_code(old)
    assert client.post(JOIN, {"code": old}).status_code == 422
    assert client.get(choice).status_code == 410
    assert tables_open_until(event) is None
    assert client.post(JOIN, {"code": join_code(event)}).status_code == 303
    assert read_log(event).rows[0].sentence == "There is a new join code."


def test_a_withdrawn_code_opens_nothing_until_there_is_a_new_one(
    client: Client, event: Event
) -> None:
    old = join_code(event)
    revoke_code(event=event, actor=host(event))
    version = event.version
    revoke_code(event=event, actor=host(event))
    assert event.version == version
    ensure_links(event)
    assert join_code(event) == ""
    assert client.post(JOIN, {"code": old}).status_code == 422
    with pytest.raises(Refused, match="no code"):
        open_tables(event=event, actor=host(event))
    assert renew_code(event=event, actor=host(event))
    assert client.post(JOIN, {"code": join_code(event)}).status_code == 303


def test_some_days_after_the_end_it_opens_nothing(event: Event) -> None:
    events.finish_event(event=event, actor=host(event), early=True)
    code = code_of(event)
    assert find_event(code) == event
    Event.objects.update(changed=timezone.now() - timedelta(days=8))
    event.refresh_from_db()
    assert find_event(code) is None
    assert join_code(event) == ""


def test_an_evening_that_was_left_lying_is_closed_one_that_is_to_come_is_not(event: Event) -> None:
    code = code_of(event)
    long_ago = timezone.now() - timedelta(days=60)
    Event.objects.update(changed=long_ago, date=long_ago.date())
    assert find_event(code) is None
    Event.objects.update(date=timezone.localdate() + timedelta(days=60))
    assert find_event(code) == event


# --- who guesses -------------------------------------------------------------------------------


def test_guesses_are_limited_by_address(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_codes, "MOST_BY_ADDRESS", 3)
    for _guess in range(3):
        page = client.post(JOIN, {"code": "222222"})
        assert page.status_code == 422
        assert "No evening has this code" in words_of(page)
    right = {"code": join_code(event)}
    page = client.post(JOIN, right)
    assert page.status_code == 429
    assert 0 < int(page.headers["Retry-After"]) <= WINDOW.total_seconds()
    assert re.search(r"Try again at \d+:\d\d [ap]\.m\., or scan the code instead", words_of(page))
    assert client.post(JOIN, right, REMOTE_ADDR="10.0.0.9").status_code == 303
    JoinAttempt.objects.update(moment=timezone.now() - WINDOW - timedelta(seconds=1))
    assert client.post(JOIN, right).status_code == 303


def test_wrong_codes_slow_down_the_device_that_sends_them(client: Client, event: Event) -> None:
    """A hall has one address: who sends a right code gets in."""
    right = {"code": join_code(event)}
    for _guess in range(join_codes.MOST_BY_ADDRESS):
        client.post(JOIN, {"code": wrong(event)})
        JoinAttempt.objects.update(moment=timezone.now() - 2 * join_codes.PAUSE)
    assert JoinAttempt.objects.count() == join_codes.MOST_BY_ADDRESS
    assert client.post(JOIN, {"code": wrong(event)}).status_code == 422
    slowed = client.post(JOIN, right)
    assert slowed.status_code == 429
    assert join_code(event) in slowed.content.decode()  # what was typed stays
    assert 0 < int(slowed.headers["Retry-After"]) <= join_codes.PAUSE.total_seconds()
    other = Client()
    assert other.post(JOIN, right).status_code == 303
    other.get(JOIN)
    assert other.post(JOIN, right).status_code == 303
    JoinAttempt.objects.update(moment=timezone.now() - join_codes.PAUSE)
    assert client.post(JOIN, right).status_code == 303


def test_some_slips_slow_nobody_down(client: Client, event: Event) -> None:
    for _slip in range(join_codes.MOST_BY_DEVICE - 1):
        client.post(JOIN, {"code": wrong(event)})
    assert client.post(JOIN, {"code": join_code(event)}).status_code == 303


def test_who_is_another_device_each_time_is_stopped_by_address(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_codes, "MOST_BY_ADDRESS", 1)
    for _guess in range(join_codes.FAR):
        fresh = Client()
        fresh.get(JOIN)
        assert fresh.post(JOIN, {"code": wrong(event)}).status_code == 422
    right = {"code": join_code(event)}
    assert Client().post(JOIN, right).status_code == 429
    assert Client().post(JOIN, right, REMOTE_ADDR="10.0.0.9").status_code == 303


def test_guesses_are_limited_by_event_from_wherever_they_come(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_codes, "MOST_BY_EVENT", 4)
    other = start(people=4, name="Another")
    ensure_links(other)
    for number in range(4):
        values = {"code": wrong(event)}
        assert client.post(JOIN, values, REMOTE_ADDR=f"10.0.0.{number}").status_code == 422
    values = {"code": join_code(event)}
    assert client.post(JOIN, values, REMOTE_ADDR="10.0.1.1").status_code == 429
    assert Client().post(JOIN, values, REMOTE_ADDR="10.0.1.1").status_code == 303
    monkeypatch.setattr(join_codes, "FAR", 1)
    assert Client().post(JOIN, values, REMOTE_ADDR="10.0.1.1").status_code == 429
    others = client.post(JOIN, {"code": join_code(other)}, REMOTE_ADDR="10.0.1.1")
    assert others.status_code == 303


def test_what_is_right_or_no_code_at_all_is_no_guess(client: Client, event: Event) -> None:
    for text in ("", "K7M", "IIIIII", join_code(event)):
        client.post(JOIN, {"code": text})
    assert not JoinAttempt.objects.exists()
    client.post(JOIN, {"code": wrong(event)})
    assert JoinAttempt.objects.count() == 1


def test_the_token_of_the_choice_cannot_be_made_up(client: Client, event: Event) -> None:
    for made_up in (code_of(event), "x" * 40, join_token(code_of(event))[:-2] + "xx"):
        assert client.get(reverse("join_event", args=[made_up])).status_code == 404


def test_the_choice_is_open_for_a_day(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = reverse("join_event", args=[join_token(code_of(event))])
    monkeypatch.setattr(join_codes, "TOKEN_LIFE", -1)
    page = client.get(choice)
    assert page.status_code == 410
    assert "This code is closed" in words_of(page)


# --- the host's page ---------------------------------------------------------------------------


def page_of_codes(client: Client, event: Event) -> Any:
    client.force_login(event.owner)
    return client.get(reverse("event_links", args=[event.pk]))


def test_the_page_of_codes_shows_renews_and_withdraws_it_and_opens_tables(
    client: Client, event: Event
) -> None:
    page = page_of_codes(client, event)
    assert join_code(event) in words_of(page)
    assert "/join" in words_of(page)
    act = reverse("event_tables_open", args=[event.pk])
    assert client.post(act, {"act": "open"}).status_code == 303
    assert tables_open_until(event)
    assert "Tables too, until" in words_of(page_of_codes(client, event))
    client.post(act, {"act": "close"})
    assert tables_open_until(event) is None
    assert client.post(act, {"act": "dance"}).status_code == 422
    act, old = reverse("event_join_code", args=[event.pk]), join_code(event)
    assert client.post(act, {"act": "renew"}).status_code == 303
    assert join_code(event) != old
    assert client.post(act, {"act": "revoke"}).status_code == 303
    assert join_code(event) == ""
    assert client.post(act, {"act": "x"}).status_code == 422


def test_a_scorekeeper_opens_tables_and_does_not_renew_the_code(
    client: Client, event: Event
) -> None:
    link = make_link(event=event, actor=host(event), kind="scorekeeper", label="Sam")
    client.post(reverse("scorekeeper_in", args=[link.token]))
    act = reverse("event_tables_open", args=[event.pk])
    assert client.post(act, {"act": "open"})["Location"] == reverse("event", args=[event.pk])
    assert tables_open_until(event)
    client.post(act, {"act": "x"})
    renew = reverse("event_join_code", args=[event.pk])
    assert client.post(renew, {"act": "renew"}).status_code == 403
