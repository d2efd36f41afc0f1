"""What a family may declare, and what is wrong with the rest: all of it, each with its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.files.house_game import read_declaration
from rulesets.house_games import canonical, plain, slug_of
from tests.rulesets.every_game import DECLARED, declared
from tests.rulesets.house_games.declarations import SMALL, changed, declarations, spoiled

NAMES = sorted(path.stem for path in DECLARED.glob("*.json"))


def found(value: Any) -> list[tuple[str, tuple[Any, ...]]]:
    sound, problems = read_declaration(value)
    assert (sound is None) == bool(problems)
    assert all(problem.message for problem in problems)
    return [(problem.code.removeprefix("house."), problem.at) for problem in problems]


def asking(**fields: Any) -> Any:
    return {**SMALL, "asks": [{**SMALL["asks"][0], **fields}]}


def test_the_games_of_the_tests_are_sound_and_written_as_they_are_read() -> None:
    assert len(NAMES) == 3
    for name in NAMES:
        sound, problems = read_declaration(declared(name))
        assert sound is not None, problems
        assert read_declaration(plain(sound)) == (sound, ())
        assert canonical(sound) == canonical(read_declaration(plain(sound))[0] or sound)


@pytest.mark.parametrize("value", [None, True, 7, 1.5, "x", [], [{}], {}, {"name": "A"}])
def test_what_is_no_declaration_has_problems(value: Any) -> None:
    assert found(value)


def test_every_problem_names_its_place() -> None:
    wrong = {
        "name": " ",
        "players": [5, 3],
        "wins": "most",
        "ends": {"reach": 0},
        "unit": "{0.__class__}",
        "colour": "red",
        "asks": [
            {"key": "a", "label": "A", "high": 5, "worth": 1},
            {"key": "a", "label": "", "kind": "dance"},
            {"key": "Class", "label": "B", "high": 5, "of": "side"},
        ],
    }
    places = {at for _code, at in found(wrong)}
    assert places >= {
        ("name",),
        ("players", 1),
        ("wins",),
        ("ends", "reach"),
        ("unit",),
        ("colour",),
        ("asks", 1, "key"),
        ("asks", 1, "label"),
        ("asks", 1, "kind"),
        ("asks", 2, "key"),
        ("asks", 2, "of"),
    }


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"players": [2]}, "players", ("players",)),
        ({"players": [0, 4]}, "range", ("players", 0)),
        ({"players": [2, 99]}, "range", ("players", 1)),
        ({"players": "2-4"}, "list", ("players",)),
        ({"sides": 1}, "sides", ("sides",)),
        ({"sides": 2, "players": [3, 3]}, "players", ("players", 0)),
        ({"ends": {"reach": 5, "rounds": 2}}, "ends", ("ends",)),
        ({"ends": {"reach": True}}, "number", ("ends", "reach")),
        ({"ends": {"until": 5}}, "field", ("ends", "until")),
        ({"rounds": ["One"], "ends": {"rounds": 3}}, "named", ("rounds",)),
        ({"rounds": ["One", ""]}, "missing", ("rounds", 1)),
        ({"rounds": ["x"] * 61}, "many", ("rounds",)),
        ({"deals": "points"}, "choice", ("deals",)),
        ({"deals": 3}, "choice", ("deals",)),
        ({"collects": ["points"]}, "collects", ("collects",)),
        ({"collects": ["points", "points"]}, "collects.out", ("collects", 0)),
        ({"collects": [["points"], {}]}, "collects", ("collects",)),
        ({"name": "x" * 61}, "long", ("name",)),
        ({"name": "two\nlines"}, "text", ("name",)),
        ({"name": "turned \u202e round"}, "text", ("name",)),
        ({"name": "half a pair \ud800"}, "text", ("name",)),
        ({"text": 5}, "text", ("text",)),
        ({"text": "x" * 4001}, "long", ("text",)),
        ({"how": ["x"] * 9}, "many", ("how",)),
        ({"asks": []}, "asks", ("asks",)),
        ({"asks": {}}, "list", ("asks",)),
        ({"asks": [7]}, "type", ("asks", 0)),
        ({"asks": [SMALL["asks"][0]] * 11}, "many", ("asks",)),
    ],
)
def test_a_wrong_declaration(change: dict[str, Any], code: str, at: tuple[Any, ...]) -> None:
    assert (code, at) in found({**SMALL, **change})


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"key": "lambda"}, "key", "key"),
        ({"key": "turn"}, "key", "key"),
        ({"key": "__class__"}, "key", "key"),
        ({"key": None}, "key", "key"),
        ({"high": None}, "missing", "high"),
        ({"high": 0}, "empty", "high"),
        ({"high": 10**9}, "range", "high"),
        ({"high": 2.5}, "number", "high"),
        ({"step": 0}, "range", "step"),
        ({"step": 3}, "step", "high"),
        ({"total": 100}, "total", "total"),
        ({"step": 5, "total": 7}, "step", "total"),
        ({"worth": "1"}, "number", "worth"),
        ({"worth": [1, 2]}, "number", "worth"),
        ({"optional": 1}, "yes", "optional"),
        ({"says": "x" * 41}, "long", "says"),
        ({"kind": "side"}, "side", "kind"),
        ({"kind": "yes"}, "foreign", "high"),
        ({"kind": "order"}, "foreign", "high"),
        ({"of": "table"}, "choice", "of"),
        ({"worth": 0}, None, None),
        ({"format": "{:>99999999}"}, "field", "format"),
    ],
)
def test_a_wrong_question(change: dict[str, Any], code: str | None, field: str | None) -> None:
    expected = ("worthless", ("asks",)) if code is None else (code, ("asks", 0, field))
    assert expected in found(asking(**change))


def test_a_total_fits_any_number_of_players() -> None:
    assert not found(asking(high=10, total=20))
    assert found({**asking(high=10, total=20), "players": [1, 4]}) == [
        ("total", ("asks", 0, "total"))
    ]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Grandma's Rummy", "house-grandmas-rummy"),
        ("  Élan  2! ", "house-elan-2"),
        ("ばば抜き", "house-game"),
        ("golf", "house-golf"),
        ("x" * 99, f"house-{'x' * 40}"),
    ],
)
def test_a_slug_is_none_of_the_shelf(name: str, slug: str) -> None:
    assert slug_of(name) == slug


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)


@given(JSON)
def test_no_json_makes_reading_fail(value: Any) -> None:
    found(value)


@given(declarations(), st.data())
def test_a_spoiled_declaration_is_read_or_refused_but_never_fails(
    value: dict[str, Any], data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        value = changed(value, data.draw(spoiled(JSON)), data.draw)
    found(value)


@given(declarations())
def test_a_sound_declaration_is_written_as_it_is_read(value: dict[str, Any]) -> None:
    sound, problems = read_declaration(value)
    if sound is not None:
        assert read_declaration(plain(sound)) == (sound, ())
    else:
        assert problems
