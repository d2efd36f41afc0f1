"""The books: what lies on the table adds up after every report, and the database sees to it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from rulesets.engine.replay import Unbalanced
from tests.tournaments.board_evening import (
    GOLF,
    RUMMOLI,
    host,
    say,
    start,
    table,
    take_back,
)
from tournaments.log.services import undo_last
from tournaments.models import Balance, Report

pytestmark = pytest.mark.django_db

WRONG: list[dict[str, Any]] = [
    {"held": 9, "pooled": 3, "brought": 11},
    {"held": 9, "pooled": 3, "brought": 13},
    {"held": 12, "pooled": 0, "brought": 12, "least": -1},
    {"held": -1, "pooled": 13, "brought": 12},
    {"held": 12, "pooled": 0, "brought": 12, "unit": "quarters"},  # it is booked already
]


def booked() -> tuple[int, int, int, int]:
    """What the newest row of the books says."""
    row = Balance.objects.latest("pk")
    return row.held, row.pooled, row.brought, row.least


@pytest.mark.sql
def test_what_is_bought_again_is_brought() -> None:
    event = start(RUMMOLI, 3, options={"chips": 9, "rebuy": True})
    at = table(event)
    say(at, 1, {"rummoli": 0, "poker": [0]})
    assert booked() == (6, 21, 27, 0)
    say(at, 2, {"rebuys": [10, 20, 9], "rummoli": 0, "poker": [0]})
    assert booked()[2] == 27 + 39
    take_back(at, 2)
    assert booked() == (6, 21, 27, 0)


def test_corrections_withdrawals_and_undoing_are_booked() -> None:
    event = start(GOLF, 3)
    at = table(event)
    say(at, 1, {"points": [1, 2, 3]})
    say(at, 2, {"points": [1, 2, 3], "knocker": 2})
    assert booked() == (6, 6, 12, 0)
    say(at, 1, {"points": [1, 3, 2]}, host(event))
    assert booked() == (6, 6, 12, 1)
    take_back(at, 1)
    assert booked() == (7, 5, 12, 1)
    undo_last(event=event, actor=host(event))
    assert booked() == (6, 6, 12, 1)
    undo_last(event=event, actor=host(event))
    assert booked() == (6, 6, 12, 0)
    assert Balance.objects.count() == Report.objects.count() == 6


@pytest.mark.sql
@pytest.mark.parametrize("row", WRONG)
def test_the_database_refuses_a_wrong_sum(row: dict[str, Any]) -> None:
    event = start(GOLF, 3)
    report = say(table(event), 1, {"points": [1, 2, 3]})
    with pytest.raises(IntegrityError), transaction.atomic():
        Balance.objects.create(report=report, **{"unit": "cents"} | row)
    Balance.objects.create(report=report, unit="cents", held=9, pooled=3, brought=12, least=0)


@pytest.mark.sql
def test_a_report_whose_sums_are_wrong_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of the program takes the whole step back; nothing half is kept."""
    event = start(GOLF, 3)
    monkeypatch.setattr(
        "tournaments.reports.report_effects.stakes_brought", lambda _board: {"quarters": 13}
    )
    version = event.log.count()
    with pytest.raises(Unbalanced), transaction.atomic():
        say(table(event), 1, {"points": [1, 2, 3]})
    assert not Report.objects.exists()
    assert event.log.count() == version
