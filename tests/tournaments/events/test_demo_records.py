"""The evenings from which the records of the demonstration come."""

import datetime as dt
from collections.abc import Callable, Iterator

import pytest

from rulesets.records.house import ENOUGH
from tests.tournaments.evening import a_user
from tournaments.events.demo_records import make_past
from tournaments.models import Photo
from tournaments.records.evening_pages import evening_page
from tournaments.records.pages import all_lists
from tournaments.records.selectors import family_records

pytestmark = pytest.mark.django_db
AUTUMN, NEW_YEAR = dt.date(2026, 11, 30), dt.date(2027, 1, 1)


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dt.date], None]]:
    """Choose the day on which the demonstration is made."""

    def choose(day: dt.date) -> None:
        monkeypatch.setattr("django.utils.timezone.localdate", lambda *_zone: day)

    return choose


def test_past_evenings_make_records(today: Callable[[dt.date], None]) -> None:
    today(AUTUMN)
    past = make_past(a_user(), years=2)
    records = family_records(past[0].book)
    house = records.house
    assert [evening.key for evening in house.evenings] == [event.pk for event in past]
    assert list(house.champions) == [2024, 2025, 2026]
    cup, whist = past[0].game, past[1].game
    assert "comeback" in house.lists[cup]
    assert "partnership" in house.lists[whist]
    assert any(house.falls)
    pages = [evening_page(records, event.pk) for event in past]
    assert any(award.kind == "partners" for page in pages if page for award in page.awards)
    assert Photo.objects.get().event == [event for event in past if event.game == whist][-1]
    assert "partnership" in {row.list for group in all_lists(records) for row in group.lists}
    for at, page in enumerate(page for page in pages if page):
        row = house.nearest_record(at)
        early = sum(event.game == past[at].game for event in past[: at + 1]) < ENOUGH
        assert (row is None) == early
        assert bool(page.nearest) == (not early and not page.fell)
        if row is not None:
            lines = [
                line.value
                for line in house.lines_of(row.game, row.list)
                if line.evening is not None and line.evening <= at
            ]
            assert row.record.value == lines[0] != row.line.value == lines[row.place - 1]
