"""One report on a board of a hundred rounds: read, judged, kept, and what follows from it; and
one after 80 beside one after 800, which costs the same, as do the pages that explain the score."""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import TYPE_CHECKING

import pytest

from rulesets import games
from tests.benchmarks import halls
from tests.tournaments.board_evening import at_table, long_evening, read_board, sound, table
from tests.tournaments.phones.test_round_pages import address
from tournaments.boards.board_reading import _replay_memo
from tournaments.boards.hall import Hall
from tournaments.reports import services
from tournaments.reports.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client


pytestmark = pytest.mark.django_db

ROUNDS, TIMES = 100, 15
REMEMBERED, COLD = 0.015, 0.040  # seconds of CPU
# Games that can go on so long, each of another family, with what makes them.
LONG = [
    ("crazy-eights", {}),
    ("golf", {"stake": 100}),
    ("extra-steps", {}),
    ("ten-thousand", {"target": 100_000}),
]


@pytest.mark.parametrize(("slug", "options"), LONG, ids=[slug for slug, _ in LONG])
def test_one_report(slug: str, options: dict[str, int], say: Callable[[object], None]) -> None:
    event = long_evening(slug, options, ROUNDS)
    at, actor, chance = table(event), at_table(event, 1), Random(11)
    plays = games.load(slug).plays
    best = {"remembered": float("inf"), "cold": float("inf")}
    deal = ROUNDS
    for number in range(2 * TIMES):
        kind = "cold" if number % 2 else "remembered"
        deal += 1
        payload = sound(plays, read_board(event).standing, chance)
        if kind == "cold":
            _replay_memo.clear()
        started = time.process_time()
        services.save_report(at, deal, Submission(actor, f"kept-{deal}", payload))
        _ = Hall.now(event).boards
        best[kind] = min(best[kind], time.process_time() - started)
    told = ", ".join(f"{kind} {spent * 1000:.1f} ms" for kind, spent in best.items())
    say(f"{slug}, {ROUNDS} rounds: a report kept and the board read again, {told}")
    assert best["remembered"] < REMEMBERED
    assert best["cold"] < COLD


SIZES = (80, 800)
GROWTH = 1.25  # with ten times the rounds; it doubled


PAGES = {
    "how we got here": ("table_books", ""),
    "one account": ("table_books", "?of=0"),
    "one total": ("table_books", "?who=0"),
    "an older part": ("table_books", "?page=2"),
    "all rounds at a table": ("table", "?rounds=all"),
}
EXPLAINED = 0.12  # seconds of CPU for fifty rounds of Rummoli with eight people


@pytest.mark.parametrize("name", PAGES)
def test_explanations_after_many_rounds(
    name: str, client: Client, say: Callable[[object], None]
) -> None:
    """A page of fifty rounds: the same after 80 and 800."""
    view, query = PAGES[name]
    costs = {}
    for rounds in SIZES:
        path = address(view, halls.long_rummoli(rounds)) + query
        client.get(path)
        times = []
        for _ in range(TIMES):
            started = time.process_time()
            assert client.get(path).status_code == 200
            times.append(time.process_time() - started)
        costs[rounds] = median(times)
    each = ", ".join(f"{rounds} rounds {cost * 1e3:.1f} ms" for rounds, cost in costs.items())
    say(f"rummoli, {name}: {each}")
    assert costs[800] <= max(GROWTH * costs[80], 0.02)
    assert costs[800] < EXPLAINED
