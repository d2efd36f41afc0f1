"""docs/architecture.md names what exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "architecture.md"
NAMES = sorted(
    set(re.findall(r"`((?:rulesets|tournaments)(?:\.\w+)+)`", DOCUMENT.read_text(encoding="utf-8")))
)
SECTIONS = ["Floors", "Ten concepts", "Five ways"]


def look_up(name: str) -> object:
    """The module, class, function or method of that name. Raises ImportError or AttributeError."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError as error:
            if not name.startswith(str(error.name)):
                raise
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_exists(name: str) -> None:
    look_up(name)


def test_a_name_that_does_not_exist_is_noticed() -> None:
    for name in ("tournaments.reports.nothing", "tournaments.reports.services.nothing"):
        with pytest.raises((AttributeError, ModuleNotFoundError)):
            look_up(name)


def test_it_has_its_sections_on_two_screens() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SECTIONS
    assert len(NAMES) > 50
    assert len(text.splitlines()) <= 80
