"""Who is entered, however many they are."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import evening as evenings
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
