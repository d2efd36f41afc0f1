"""What is sent for a deal: its values as they are compared and saved, and what cannot be sent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.evening import codes
from tournaments.access.permissions import Actor
from tournaments.models.errors import Refused
from tournaments.reports.submission import Submission, cleaned

HOST, PHONE = Actor("host", "Host", 1), Actor("table", "Table 1", 1)


@pytest.mark.parametrize(
    ("payload", "values"),
    [
        ({"tricks": [7, 6], "spoke": None}, {"tricks": [7, 6]}),
        ({"away": True, "points": 3}, {"away": True}),
        ({"away": False, "points": 3}, {"away": False, "points": 3}),
        ({}, {}),
    ],
)
def test_what_is_not_answered_is_not_sent(payload: dict[str, Any], values: dict[str, Any]) -> None:
    assert cleaned(payload) == values
    assert Submission(PHONE, "k", payload).payload == values


def test_a_withdrawal_has_no_values_and_a_reason_no_spare_blanks() -> None:
    submission = Submission(HOST, "k", reason="  read \n wrongly ")
    assert submission.payload is None
    assert submission.reason == "read wrongly"


@pytest.mark.parametrize("reseat", [True, False])
def test_a_correction_is_the_desks_and_has_a_reason(reseat: bool) -> None:
    Submission(HOST, "k", reason="misread", reseat=reseat).refuse_correction()
    Submission(PHONE, "k").refuse_correction()  # it is none
    with pytest.raises(Refused) as by_table:
        Submission(PHONE, "k", reason="misread", reseat=reseat).refuse_correction()
    with pytest.raises(Refused) as silent:
        Submission(HOST, "k", reason="  ", reseat=reseat).refuse_correction()
    assert codes(by_table) + codes(silent) == ["correct.desk", "reason.missing"]
