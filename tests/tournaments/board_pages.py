"""Addresses and forms of the host's pages for boards, for their tests."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.models import Event


def at(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.pk, *more])


def where(deal: int = 1, number: int = 1, set_number: int = 1) -> tuple[int, int, int]:
    """The place of a report in an address: the team game's rounds are sets, with one deal each."""
    return set_number, number, deal


def counts(*points: int | str, **more: Any) -> dict[str, Any]:
    """The form of a round in which everybody's count is asked for."""
    told = {f"answer-points-{place}": value for place, value in enumerate(points) if value != ""}
    return {"seen": 0, "key": "a-key", **told, **more}


def answers(**more: Any) -> dict[str, Any]:
    """Answers by the names of their inputs, with what else a form holds."""
    beside = ("seen", "key", "step", "reason", "confirmed", "override", "reseat", "then", "last")
    return {name if name in beside else f"answer-{name}": told for name, told in more.items()}


def couple(outcome: str, **more: Any) -> dict[str, Any]:
    """The form of a couple's report."""
    return {"seen": 0, "key": "a-key", **answers(outcome=outcome, **more)}


def spaces(**more: Any) -> dict[str, Any]:
    """The form of a round round the board of spaces: who was out first, the best hand."""
    return {"seen": 0, "key": "a-key", **answers(rummoli=0, poker=[1], widow="kept", **more)}


def begun(client: Client, event: Event, **questions: Any) -> Event:
    """Draw the seats in the order of entering and begin, all by the page."""
    client.force_login(event.owner)
    response = client.post(
        at("event_draw", event), {"act": "draw", "order": "entered", **questions}
    )
    assert response.status_code == 303
    draft = event.seatings.get(state="draft")
    draft.tables.exclude(first_dealer=None).update(first_dealer=0)
    shown = client.post(at("event_draw", event), {"act": "publish", "seating": draft.pk})
    assert shown.status_code == 303
    event.refresh_from_db()
    return event


def read_boards(event: Event) -> tuple[EventBoard, ...]:
    event.refresh_from_db()
    return Hall.now(event).boards


def totals(event: Event) -> tuple[int, ...]:
    one = read_boards(event)[0]
    return one.plays.totals(one.state)


def next_step(client: Client, event: Event) -> str:
    """What the desk says is to be done now."""
    page = client.get(at("event", event)).content.decode()
    match = re.search(r'<section class="hero" id="hero".*?</section>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", match[0]).split())
