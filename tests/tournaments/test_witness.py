"""Two hundred made-up evenings say what they said when they were written down."""

from __future__ import annotations

import os

import pytest
from django.test import Client

from tests.tournaments.witness import (
    EVENINGS,
    SCRIPTS,
    Script,
    begin_anew,
    digests_of,
    read_book,
    write_down,
)

KEPT = ("canadian-salad-table-4-2", "push-mixed-10-4")  # without --exhaustive: a table, a drive


@pytest.fixture
def repeatable(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_anew(monkeypatch)


def test_every_evening_is_in_the_book() -> None:
    assert list(read_book()) == [str(script) for script in SCRIPTS]
    assert len(set(map(str, SCRIPTS))) == EVENINGS


@pytest.mark.usefixtures("repeatable")
@pytest.mark.exhaustive(keep=KEPT)
@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_an_evening_says_what_it_said(client: Client, script: Script) -> None:
    digests = digests_of(script.play(client))
    if os.environ.get("WITNESS") == "write":
        write_down(script, digests)
    assert digests == read_book()[str(script)]
