"""One report on a pad of a hundred rounds: read, judged, kept, and what it makes of the board."""

from __future__ import annotations

import time
from random import Random

import pytest

from rulesets import games
from tests.tournaments.padevening import at_table, long_evening, pad, sound, table
from tournaments.boards.pads import _replay_memo, read_pads
from tournaments.reports import services

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
def test_one_report(slug: str, options: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    event = long_evening(slug, options, ROUNDS)
    at, actor, chance = table(event), at_table(event, 1), Random(11)
    plays = games.load(slug).plays
    best = {"remembered": float("inf"), "cold": float("inf")}
    deal = ROUNDS
    for number in range(2 * TIMES):
        kind = "cold" if number % 2 else "remembered"
        deal += 1
        payload = sound(plays, pad(event).standing, chance)
        if kind == "cold":
            _replay_memo.clear()
        started = time.process_time()
        services.report(
            table=at, deal=deal, payload=payload, actor=actor, key=f"kept-{deal}", seen=0
        )
        read_pads(event)
        best[kind] = min(best[kind], time.process_time() - started)
    with capsys.disabled():
        told = ", ".join(f"{kind} {spent * 1000:.1f} ms" for kind, spent in best.items())
        print(f"\n{slug}, {ROUNDS} rounds: a report kept and the pad read again, {told}")
    assert best["remembered"] < REMEMBERED
    assert best["cold"] < COLD
