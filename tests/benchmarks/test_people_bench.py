"""A person's page after eight years: more than 2,000 deals, read and rendered.

At most 50 ms of CPU, also as the first page of a process: nothing of it is kept anywhere. `cold`
empties what this process remembers of games, options and templates before each page.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from django.template import engines
from django.test import Client
from django.urls import reverse

from rulesets import games
from tests.tournaments.evening import a_user
from tests.tournaments.people.shelf import shelf
from tournaments import games as door
from tournaments.models import Person
from tournaments.people.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db

EVENINGS, ROUNDS = 56, 40
WITHIN = 0.050  # seconds of CPU
GAMES = ("crazy-eights", "ten-thousand")


def forget() -> None:
    """What a fresh process has not got yet."""
    for engine in engines.all():
        for loader in engine.engine.template_loaders:  # type: ignore[attr-defined]
            if hasattr(loader, "reset"):
                loader.reset()
    door._parsed.cache_clear()
    for kept in (value for value in vars(games).values() if hasattr(value, "cache_clear")):
        kept.cache_clear()


def test_a_persons_page(capsys: pytest.CaptureFixture[str]) -> None:
    shelf(EVENINGS, ROUNDS, GAMES)
    ann = Person.objects.get(name="Ann")
    deals = record(ann).deals
    client = Client()
    client.force_login(a_user())
    address = reverse("person", args=[ann.pk])

    def spent(before: Callable[[], None]) -> float:
        found = []
        for _ in range(8):
            before()
            started = time.process_time()
            assert client.get(address).status_code == 200
            found.append(time.process_time() - started)
        return min(found)

    warm, cold = spent(lambda: None), spent(forget)
    with capsys.disabled():
        print(
            f"\na person's page, {deals} deals in {EVENINGS} evenings:"
            f" {warm * 1000:.1f} ms of CPU, cold {cold * 1000:.1f} ms"
        )
    assert deals >= 2000
    assert max(warm, cold) < WITHIN, f"{warm * 1000:.1f} and {cold * 1000:.1f} ms"
