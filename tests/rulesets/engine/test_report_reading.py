"""Strict reading of reports: everything malformed at once, with the part that is sound."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.engine.answers import CHOICE, PLAYER
from rulesets.engine.fields import Field
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Roster, partners
from rulesets.engine.text import say
from rulesets.formats import format_of
from rulesets.games import load

SIXTH = format_of(load("court-whist")).hands.fields(6)
FOUR = partners(("Ann", "Bo", "Cy", "Di"), 2)
HOW = Field("how", say("How?"), kind=CHOICE, choices=(("won", say("Won")), ("lost", say("Lost"))))
BY = Field("by", say("By how much?"), low=1, high=9, when=("how", ("won",)))
WHO = Field("who", say("Who?"), kind=PLAYER, required=False)
EACH = Field("each", say("Each"), per="player", high=5, total=5, step=1, required=False)
ASKED = (HOW, BY, WHO, EACH)


def codes(fields: tuple[Field, ...], report: object, roster: Roster = FOUR) -> list[Any]:
    return [(problem.code, problem.at, problem.firm) for problem in read(fields, report, roster)[0]]


@pytest.mark.parametrize(
    ("report", "code", "at"),
    [
        ([], "report.type", ()),
        (None, "report.type", ()),
        ({}, "tricks.missing", ("tricks",)),
        ({"tricks": None}, "tricks.missing", ("tricks",)),
        ({"tricks": [7, 6], "more": 1}, "report.field", ("more",)),
        ({"tricks": [7, True]}, "tricks.type", ("tricks", 1)),
        ({"tricks": [7, None]}, "tricks.missing", ("tricks", 1)),
        ({"tricks": "76"}, "tricks.type", ("tricks",)),
        ({"tricks": {"Ann": 7}}, "tricks.type", ("tricks",)),
        ({"tricks": [7, 6, 0]}, "tricks.count", ("tricks",)),
    ],
)
def test_malformed_reports_are_refused_with_their_place(report: Any, code: str, at: Any) -> None:
    assert codes(SIXTH, report) == [(code, at, True)]


def test_what_another_answer_decides_belongs_to_no_other_report() -> None:
    assert codes(ASKED, {"how": "won", "by": 3}) == []
    assert codes(ASKED, {"how": "won"}) == [("by.missing", ("by",), True)]
    assert codes(ASKED, {"how": "lost"}) == []
    assert codes(ASKED, {"how": "lost", "by": 3}) == [("report.field", ("by",), True)]


def test_while_it_is_not_decided_both_ways_are_open() -> None:
    assert codes(ASKED, {"how": "drawn", "by": 3}) == [("how.choice", ("how",), True)]
    assert codes(ASKED, {"by": 3}) == [("how.missing", ("how",), True)]


def test_parts_are_read_as_a_report_of_their_own() -> None:
    parts = Field(
        "widow",
        say("Widow"),
        kind=CHOICE,
        choices=(("kept", say("Kept")),),
        parts=(Field("price", say("Price"), high=9),),
    )
    assert codes((parts,), {"widow": "kept"}) == []
    assert codes((parts,), {"widow": {"price": 3}}) == []
    assert codes((parts,), {"widow": {"price": 10, "x": 1}}) == [
        ("report.field", ("widow", "x"), True),
        ("price.range", ("widow", "price"), False),
    ]
    assert codes((parts,), {"widow": 3}) == [("widow.type", ("widow",), True)]
