"""Who is entered, however many they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import evening as evenings
from tournaments.models import Person
from tournaments.models.errors import Refused
from tournaments.people.names import parse_names
from tournaments.seating import roster

pytestmark = pytest.mark.django_db

ROLES = ("gentleman", "lady")


def test_many_people_are_entered_in_as_many_queries_as_few(
    django_assert_max_num_queries: Any,
) -> None:
    event = evenings.an_event(0)
    few = parse_names("\n".join(f"Guest {number}, m" for number in range(5)), roles=ROLES)
    many = parse_names("\n".join(f"Other {number}, f" for number in range(60)), roles=ROLES)
    with CaptureQueriesContext(connection) as asked:
        roster.enter_people(event=event, actor=evenings.host(event), parsed=few)
    with django_assert_max_num_queries(len(asked)):
        roster.enter_people(event=event, actor=evenings.host(event), parsed=many)
    assert event.entries.count() == 65


def test_who_is_entered_already_takes_no_further_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MAX_PEOPLE", 8)
    event = evenings.an_event(6)
    by_host: Any = {"event": event, "actor": evenings.host(event)}
    there = [f"{letter}{number}" for letter in "GL" for number in (1, 2, 3)]
    assert not roster.enter_people(**by_host, parsed=parse_names("\n".join(there)))
    with pytest.raises(Refused) as refused:
        roster.enter_people(**by_host, parsed=parse_names("\n".join([*there, "A", "B", "C"])))
    assert "6 people are entered and you are adding 3; the most is 8" in str(refused.value)
    assert not Person.objects.filter(name="A").exists()
    assert (
        len(roster.enter_people(**by_host, parsed=parse_names("\n".join([*there, "A", "B"])))) == 2
    )
