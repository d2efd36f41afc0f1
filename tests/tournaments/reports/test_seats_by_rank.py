"""Corrections where the next seats follow from the order of all."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.evening import an_event_in, host, newest, next_set, say, table
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.report_forms.report_form import make_form
from tournaments.reports import services
from tournaments.reports.judging import preview
from tournaments.reports.submission import Submission

pytestmark = pytest.mark.django_db

LOW, HIGH = {"makers": 0, "alone": False, "tricks": 3}, {"makers": 0, "alone": True, "tricks": 5}


def an_event(game: str, people: int, **options: object) -> Event:
    usual = {"rounds": 3, "deals": 1, "carry": "points"}
    event = an_event_in("swiss", people, game, **usual | options)
    next_set(event, seed=1)
    return event


def seated(event: Event) -> list[set[int]]:
    tables = newest(event).tables.order_by("number")
    return [set(one.seats.values_list("entry_id", flat=True)) for one in tables]


def correct_first(event: Event, payload: Any, *, reseat: bool) -> None:
    values: dict[str, Any] = {"seen": 1, "reason": "misheard", "reseat": reseat}
    submission = Submission(host(event), f"again-{reseat}", payload, **values)
    services.save_report(table(event, 1, 1), 1, submission)
    event.refresh_from_db()


def test_who_wins_by_more_meets_others_next() -> None:
    event = an_event("euchre", 16)
    tricks = (3, 5, 3, 5)  # one, two, one and two points for the winners
    for number, taken in enumerate(tricks, 1):
        say(table(event, number), 1, {"makers": 0, "alone": False, "tricks": taken})
    next_set(event, seed=2)
    before = seated(event)
    effects = preview(table=table(event, 1, 1), deal=1, payload=HIGH)
    assert effects.now.winners == effects.then.winners
    assert (effects.next_set, effects.draws_again) == (2, False)  # the seats stay as announced
    assert effects.seats
    assert seated(event) == before
    correct_first(event, HIGH, reseat=True)
    after = seated(event)
    assert after != before
    names = dict(event.entries.values_list("pk", "name"))
    told = [set(effects.then.seats[number]) for number in sorted(effects.then.seats)]
    assert [{names[pk] for pk in one} for one in after] == told


def test_nothing_is_offered_where_the_order_stays() -> None:
    event = an_event("euchre", 8)
    for number in (1, 2):
        say(table(event, number), 1, {"makers": 0, "alone": False, "tricks": (5, 3)[number - 1]})
    next_set(event, seed=2)
    event.entries.update(keeps_chair=True)  # which would seat others, but not for this result
    effects = preview(table=table(event, 1, 1), deal=1, payload=HIGH)
    assert (effects.next_set, effects.seats) == (None, [])


# --- a changed semifinal --------------------------------------------------------------------------


WON, LOST = {"makers": 0, "alone": False, "tricks": 5}, {"makers": 1, "alone": False, "tricks": 5}


def a_semifinal(form: str, **options: object) -> Event:
    """Two matches of pairs, both won by the first of them, and the seats of the final."""
    event = an_event_in(form, 8, **{"deals": 1, **options})
    next_set(event, seed=1)
    for number in (1, 2):
        say(table(event, number), 1, WON)
    next_set(event, seed=2)
    return event


def checked(page: str) -> list[str]:
    return re.findall(r'name="reseat" value="(\d)" checked', page)


@pytest.mark.parametrize(
    ("form", "options"),
    [("knockout", {"places": "all"}), ("swiss", {"rounds": 1, "stages": "knockout", "qualify": 2})],
)
def test_a_changed_semifinal_draws_the_final_again_unless_it_has_begun(
    client: Client, form: str, options: dict[str, Any]
) -> None:
    event = a_semifinal(form, **options)
    client.force_login(event.owner)
    url = reverse("event_deal_report", args=[event.pk, 1, 1, 1])
    found = Hall.of(event).deal(1, 1, 1)
    assert found is not None
    values: dict[str, Any] = {"seen": 1, "key": "again"}
    for name, value in make_form(found, None, LOST).form_data():
        values[name] = [*values.get(name, []), value]
    page = client.post(url, values | {"step": "preview"}).content.decode()
    assert checked(page) == ["1"]
    assert "Are drawn again" in page
    stays = client.post(url, values | {"step": "preview", "reseat": "0"}).content.decode()
    assert checked(stays) == ["0"]
    before = seated(event)
    saved = values | {"step": "apply", "reseat": checked(page)[0], "reason": "misheard"}
    assert client.post(url, saved).status_code == 303
    final = seated(event)[0]
    assert final != before[0]
    winners = {seat.entry_id for seat in table(event, 1, 1).seats.filter(chair__in=(1, 3))}
    assert winners <= final
    say(table(event, 1), 1, WON)
    late = client.post(url, values | {"step": "preview", "seen": 2}).content.decode()
    assert checked(late) == []
