"""Two hundred made-up evenings say what they said when they were written down."""

from __future__ import annotations

import datetime as dt
import os

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.tournaments.walks import Walk
from tests.tournaments.witness import (
    BEGINNING,
    EVENINGS,
    SCRIPTS,
    Script,
    digests_of,
    read_book,
    write_down,
)

KEPT = ("canadian-salad-table-4-2", "push-mixed-10-4")  # without --exhaustive: a table, a drive


@pytest.fixture
def first_numbers(db: None) -> None:
    """Number rows from 1, whatever ran before: pages have the numbers in their addresses."""
    if connection.vendor != "sqlite":
        pytest.skip("statements and numbers were written down on SQLite")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute passes with each deed, and none else."""
    moment = [BEGINNING]
    do = Walk.do

    def do_a_minute_later(walk: Walk, deed: str, act: object) -> bool:
        moment[0] += dt.timedelta(minutes=1)
        return do(walk, deed, act)

    monkeypatch.setattr(timezone, "now", lambda: moment[0])
    monkeypatch.setattr(Walk, "do", do_a_minute_later)


def test_every_evening_is_in_the_book() -> None:
    assert list(read_book()) == [str(script) for script in SCRIPTS]
    assert len(set(map(str, SCRIPTS))) == EVENINGS


@pytest.mark.usefixtures("first_numbers")
@pytest.mark.exhaustive(keep=KEPT)
@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_an_evening_says_what_it_said(client: Client, script: Script) -> None:
    digests = digests_of(script.play(client))
    if os.environ.get("WITNESS") == "write":
        write_down(script, digests)
    assert digests == read_book()[str(script)]
