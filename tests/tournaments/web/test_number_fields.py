"""Numbers that are typed: what is no whole number is refused, and no field of the app is one that
drops what it does not know."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django import forms

from tournaments.report_forms.bound_question import HalvesField
from tournaments.web.forms import WholeNumberField

ROOT = Path(__file__).resolve().parents[3]
OF_THE_BROWSER = re.compile(r"type=[\"']?number|forms\.(IntegerField|NumberInput)\b")


@pytest.mark.parametrize("typed", ["12,5", "12.5", "12_5", "1e3", "12 5", "½", "twelve", "--1"])
def test_what_is_no_whole_number_is_refused(typed: str) -> None:
    with pytest.raises(forms.ValidationError, match="Enter a whole number"):
        WholeNumberField().clean(typed)


@pytest.mark.parametrize(
    ("typed", "number"), [(" 12 ", 12), ("−3", -3), ("+4", 4), ("007", 7), (5, 5)]
)
def test_a_whole_number_is_read(typed: object, number: int) -> None:
    assert WholeNumberField().clean(typed) == number


@pytest.mark.parametrize(("typed", "number"), [("12,5", 12.5), ("−0.5", -0.5), ("3", 3)])
def test_a_half_has_a_point_or_a_comma(typed: str, number: float) -> None:
    assert HalvesField().clean(typed) == number


def test_no_field_of_the_app_leaves_a_number_to_the_browser() -> None:
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "tournaments").rglob("*.py")]
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files
        if "migrations" not in path.parts
        for match in OF_THE_BROWSER.finditer(path.read_text(encoding="utf-8"))
        if not (path.name == "forms.py" and path.parent.name == "web")
    ]
    assert not found
