"""Strict reading of reports and options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from rulesets.game import PayloadError, entry
from rulesets.games import load
from rulesets.payload import parse, parse_options

QUESTIONS = load("court-whist").questions(6)


def test_what_may_be_left_out_is_nought() -> None:
    assert parse(QUESTIONS, {"tricks": [7, 6]}) == {"tricks": (7, 6), "spoke": (0, 0, 0, 0)}


@pytest.mark.parametrize(
    ("payload", "code", "at"),
    [
        ([], "report.type", ()),
        ({}, "tricks.missing", ("tricks",)),
        ({"tricks": [7, 6], "more": 1}, "report.field", ("more",)),
        ({"tricks": [7, True]}, "tricks.type", ("tricks", 1)),
        ({"tricks": "76"}, "tricks.type", ("tricks",)),
        ({"tricks": [7, 6, 0]}, "tricks.count", ("tricks",)),
    ],
)
def test_malformed_payloads_are_refused_with_their_place(payload: Any, code: str, at: Any) -> None:
    with pytest.raises(PayloadError) as caught:
        parse(QUESTIONS, payload)
    assert (caught.value.problem.code, caught.value.problem.at) == (code, at)
    assert str(caught.value) == caught.value.problem.message


@dataclass(frozen=True, slots=True)
class Options:
    target: int = entry("Play until", default=100, low=50, high=200)
    jokers: bool = entry("With jokers", default=False)


def test_options_are_read_strictly() -> None:
    assert parse_options(Options, {"target": 120, "jokers": True}) == (
        Options(target=120, jokers=True),
        (),
    )


@pytest.mark.parametrize(
    ("given", "code", "at"),
    [
        ({"target": 20}, "options.range", ("target",)),
        ({"target": 201}, "options.range", ("target",)),
        ({"target": True}, "options.type", ("target",)),
        ({"target": 100.0}, "options.type", ("target",)),
        ({"jokers": 1}, "options.type", ("jokers",)),
        ({"aces": 1}, "options.unknown", ("aces",)),
        ([], "options.type", ()),
    ],
)
def test_a_bad_option_is_named_and_left_at_its_default(given: Any, code: str, at: Any) -> None:
    options, [problem] = parse_options(Options, given)
    assert options == Options()
    assert (problem.code, problem.at) == (code, at)
    assert problem.message
