"""Seats are found before the event is held; inside the transaction they are found again only where
something has happened meanwhile from which they follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.evening import an_event, host, next_set, say, start, table
from tournaments.models import Event, Seating
from tournaments.models.errors import Refused
from tournaments.reports import services
from tournaments.reports.submission import Submission
from tournaments.seating import draws
from tournaments.seats import early_seats
from tournaments.seats import requests as drive
from tournaments.seats.storage import roles_before

pytestmark = pytest.mark.django_db
TURNED = {"tricks": [3, 10]}  # with this as the first hand the others have won at a table


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

    def reading(event: Event, number: int, *more: Any, **given: Any) -> Any:
        sets.append(number)
        return real(event, number, *more, **given)

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
        given = {"key": f"{number}/{seen}/{payload}", "seen": seen, "reason": "misread"}
        submission = Submission(host(event), payload=payload, **{**given, **more})
        return services.save_report(at, 1, submission)

    return correct


def afterwards(
    monkeypatch: pytest.MonkeyPatch, where: Any, work: Callable[[], object], name: str
) -> None:
    """Have something happen once after `where.name` was called."""
    real, left = getattr(where, name), [work]

    def call(*given: Any, **more: Any) -> Any:
        result = real(*given, **more)
        if left:
            left.pop()()
        return result

    monkeypatch.setattr(where, name, call)


def test_seats_are_found_once_where_nothing_happens(event: Event, found: list[int]) -> None:
    draws.draw(event=event, actor=host(event), seed=4)
    assert found == [2]


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


def test_an_event_that_was_refused_is_no_version_further(found: list[int]) -> None:
    """Else seats that were found from it would hold although another step came between."""
    event = an_event(people=8)
    next_set(event)
    before = event.version
    with pytest.raises(Refused):
        draws.draw(event=event, actor=host(event))
    assert event.version == before == Event.objects.get(pk=event.pk).version


@pytest.mark.parametrize("shown", [True, False])
def test_the_seats_of_a_correction_are_found_once(
    event: Event, found: list[int], *, shown: bool
) -> None:
    draft = draws.draw(event=event, actor=host(event), seed=4)
    if shown:
        draws.publish(event=event, actor=host(event), seating=draft)
    before = tables(draft)
    found.clear()
    correction(event, 1, TURNED, reseat=True)()
    newest = event.seatings.exclude(state="replaced").get(set_number=2)
    assert found == [2]
    assert tables(newest) == as_they_follow(event, newest) != before


def test_the_seats_of_a_correction_are_found_again_after_another(
    event: Event, found: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_set(event, seed=4)
    found.clear()
    other = correction(event, 2, TURNED, reseat=True)
    afterwards(monkeypatch, services, other, "find_next_seats")
    correction(event, 1, TURNED, reseat=True)()
    newest = event.seatings.get(set_number=2, state="published")
    assert found == [2, 2, 2]
    assert tables(newest) == as_they_follow(event, newest)
