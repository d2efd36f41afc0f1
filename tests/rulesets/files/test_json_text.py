"""Strict JSON: what cannot be used is refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rulesets.engine import problems
from rulesets.engine.problems import Unusable
from rulesets.files.cli import parse, read

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not usable JSON"),
        (b"{", "not usable JSON"),
        (b"{} {}", "not usable JSON"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[Infinity]", "Infinity is not a number"),
        (b"[-Infinity]", "Infinity is not a number"),
        (b"[1e999]", "too large"),
        (b"[" + b"9" * 5000 + b"]", "not usable JSON"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b'["\xff"]', "not UTF-8 text (byte 2)"),
        (b"\xff\xfe[\x00]\x00", "not UTF-8 text"),
    ],
)
def test_what_is_no_json_is_unusable(raw: bytes, reason: str) -> None:
    with pytest.raises(Unusable) as caught:
        parse(raw, "drive.json")
    text = str(caught.value)
    assert text.startswith("drive.json: ")
    assert reason in text
    assert "\n" not in text
    assert len(text) < 400


def test_a_byte_order_mark_is_allowed() -> None:
    assert parse('\ufeff{"name": "Zoë"}'.encode(), "x") == {"name": "Zoë"}


@pytest.mark.parametrize("name", ["missing.json", ".", "nul\0byte"])
def test_what_cannot_be_opened_is_unusable(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unusable):
        read(f"{tmp_path}/{name}")


@pytest.mark.parametrize(
    ("look", "value"),
    [
        (problems.as_int, True),
        (problems.as_int, 7.0),
        (problems.as_int, "7"),
        (problems.as_int, 10**10),
        (problems.as_text, 7),
        (problems.as_text, None),
        (problems.as_text, "half \ud83c of a pair"),
        (problems.as_list, {}),
        (problems.as_object, []),
        (problems.as_bool, 1),
    ],
)
def test_a_value_of_another_type_is_named_by_its_place(look, value) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Unusable, match=r"sets\[0\]\.tables\[2\]: "):
        look(value, ("sets", 0, "tables", 2))
