"""The evening that a newcomer sees."""

import pytest

from tests.tournaments.evening import a_user
from tournaments.selectors.desk import desk
from tournaments.selectors.standings import standings
from tournaments.services.demo import make_demo

pytestmark = pytest.mark.django_db


def test_the_demo_is_a_drive_in_its_fourth_set() -> None:
    event = make_demo(a_user())
    found = desk(event)
    assert (found.set_number, found.people, len(found.tables)) == (4, 30, 7)
    states = {card.number: card.state for card in found.tables}
    assert states[4] == "empty"
    assert states[2] == states[5] == states[7] == "partial"
    assert states[1] == "disputed"
    assert found.missing == (2, 4, 5, 7)
    assert found.open_disputes == 1
    assert len(found.sit_outs) == 2
    assert event.log.filter(code="report.corrected").count() == 1


def test_two_demos_stand_beside_each_other_and_score_the_same() -> None:
    owner = a_user()
    first, second = (standings(make_demo(owner)) for _ in range(2))
    assert [(row.name, row.total) for row in first.rows] == [
        (row.name, row.total) for row in second.rows
    ]
