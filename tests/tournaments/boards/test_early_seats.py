"""Seats are found before the event is held; inside the transaction they are found again only where
something has happened meanwhile from which they follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.evening import host, say, start, table
from tournaments.models import Event, Seating
from tournaments.reports import services
from tournaments.reports.submission import Submission
from tournaments.seating import draws
from tournaments.seats import early_seats
from tournaments.seats import requests as drive
from tournaments.seats.storage import roles_before

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables whose first set is played; the side of chairs 0 and 2 has won by two tricks."""
    event = start(people=8)
    for number in (1, 2):
        for deal, first in enumerate((7, 7, 6, 7), 1):
            say(table(event, number), deal, {"tricks": [first, 13 - first]})
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sets whose seats were found, one after the other."""
    sets: list[int] = []
    real = early_seats.drive.read_request

    def reading(event: Event, number: int, *more: Any, **values: Any) -> Any:
        sets.append(number)
        return real(event, number, *more, **values)

    monkeypatch.setattr(drive, "read_request", reading)
    return sets


def tables(seating: Seating) -> list[tuple[int, ...]]:
    return [
        tuple(one.seats.order_by("chair").values_list("entry_id", flat=True))
        for one in seating.tables.order_by("number")
    ]


def as_they_follow(event: Event, seating: Seating) -> list[tuple[int, ...]]:
    """The tables of a set as they follow from what is reported now."""
    roles = roles_before(seating)
    return [*drive.seat(event, seating.set_number, seating.seed, roles=roles).tables]


def correction(event: Event, number: int, payload: Any, **more: Any) -> Callable[[], object]:
    """A correction of the first hand of a table in the first set, by the host."""

    def correct() -> object:
        at = table(Event.objects.get(pk=event.pk), number, 1)
        seen = at.reports.filter(deal=1).count()
        values = {"key": f"{number}/{seen}/{payload}", "seen": seen, "reason": "misread"}
        submission = Submission(host(event), payload=payload, **{**values, **more})
        return services.save_report(at, 1, submission)

    return correct


def test_an_error_of_the_first_try_leads_to_a_second(
    event: Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = draws.find_seats

    def break_down(*_event: Any, **_more: Any) -> Any:
        monkeypatch.setattr(draws, "find_seats", real)
        raise KeyError(7)

    monkeypatch.setattr(draws, "find_seats", break_down)
    draft = draws.draw(event=event, actor=host(event), seed=4)
    assert tables(draft) == as_they_follow(event, draft)
    assert "found again" in caplog.text
