"""Shapes: what they read, what they refuse and where, and the schema that follows from them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesets.engine.problems import Unusable
from rulesets.files.reader import STRICT, Wording, read, schema
from rulesets.files.shapes import (
    TEXT,
    TRUTH,
    ByField,
    ByName,
    Choice,
    Constant,
    Either,
    FixedRow,
    Listing,
    Maybe,
    Record,
    Text,
    Whole,
    optional,
)

STEP = ByField(
    {
        "play": Record({"play": Listing(TEXT, most=3)}),
        "pass": Record({"pass": Constant(value=True)}),
    }
)
SHAPE = Record(
    {
        "name": Text(1, 5),
        "seats": FixedRow((Whole(1, 4), Whole(1, 4))),
        "held": optional(Either((Whole(0, 9), ByName(Whole(0, 9))))),
        "steps": optional(Listing(STEP, most=3), []),
        "end": optional(Maybe(Choice(("early", "late")))),
        "open": optional(TRUTH, default=False),
    }
)
SOUND: dict[str, Any] = {"name": "Ann", "seats": [1, 2]}
ALL = Wording({**STRICT.texts, "type": "An object is wanted."}, prefix="file", unknown="file.field")
REFUSING = Wording(STRICT.texts, unknown=None)


def test_what_is_left_out_has_its_default() -> None:
    found, problems = read(SHAPE, SOUND)
    assert found == {**SOUND, "held": None, "steps": [], "end": None, "open": False}
    assert not problems


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": 3}, "name: expected text"),
        ({"name": "too long"}, "name: expected text of at most 5 letters"),
        ({"seats": [1]}, "seats: expected a list of 2"),
        ({"seats": [1, 5]}, "seats[1]: expected a number from 1 to 4"),
        ({"seats": [1, True]}, "seats[1]: expected a whole number"),
        ({"held": {"Bo": "x"}}, "held.Bo: expected a whole number"),
        ({"steps": [{"pass": True}, {"pass": 1}]}, "steps[1].pass: expected True"),
        ({"steps": [{"pass": True, "play": []}]}, "steps[0]: expected an object"),
        ({"end": "soon"}, "end: expected one of early, late"),
        ({"open": None}, "open: expected true or false"),
        ({"more": 1}, "more: expected no field of that name"),
    ],
)
def test_the_first_fault_is_named_with_its_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Unusable, match="expected") as refused:
        read(SHAPE, {**SOUND, **change}, REFUSING)
    assert str(refused.value) == words


def test_all_faults_are_problems_where_the_format_has_words_for_them() -> None:
    wrong = {"name": 3, "seats": [0, 2], "open": "yes", "more": 1}
    _found, problems = read(SHAPE, wrong, ALL, ("game",))
    assert {(problem.code, problem.at) for problem in problems} == {
        ("file.field", ("game", "more")),
        ("file.text", ("game", "name")),
        ("file.range", ("game", "seats", 0)),
        ("file.yes", ("game", "open")),
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.text(max_size=7),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*SHAPE.fields, "play", "pass", "Bo"]), inner, max_size=4)
    ),
    max_leaves=12,
)
CHANGES = st.dictionaries(
    st.sampled_from([*SHAPE.fields, "more"]), JSON | st.just([{"pass": True}]), max_size=3
)


@given(CHANGES)
def test_what_is_read_is_what_the_schema_takes(change: dict[str, Any]) -> None:
    value = {**SOUND, **change}
    try:
        read(SHAPE, value, REFUSING)
    except Unusable:
        is_read = False
    else:
        is_read = True
    # A name of nothing but blanks is one for the schema alone.
    if is_read or not str(value["name"]).isspace():
        assert Draft202012Validator(schema(SHAPE)).is_valid(value) == is_read
