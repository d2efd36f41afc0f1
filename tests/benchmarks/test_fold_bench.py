"""The fold alone: from stored payloads to everybody's points, in hand-scores a second.

A hand-score is what one hand brings one player: 1,000 players × 28 hands are 28,000. The reports
lie in memory as they come from the database; every table of every set is folded anew in each pass.
"""

import gc
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rulesets import games
from rulesets.formats import court_whist
from rulesets.formats.carry import tally
from rulesets.formats.drive import Drive, Player, SetRecord, TableSet
from tests.benchmarks.test_counting_bench import seconds
from tests.made_up_hands import a_payload

PLAYERS = 1000
SETS = 7
HANDS = 4
HAND_SCORES_A_SECOND = 5_000_000
PASSES = 30


def a_drive() -> Drive:
    """1,000 players, 250 tables, seven sets with all their hands."""
    rng = Random(1)
    players = tuple(Player(f"Player {n}", ("gentleman", "lady")[n % 2]) for n in range(PLAYERS))
    sets = []
    for number in range(1, SETS + 1):
        order = list(range(PLAYERS))
        rng.shuffle(order)
        tables = tuple(
            TableSet(
                table=n // 4 + 1,
                chairs=tuple(order[n : n + 4]),
                hands=tuple(a_payload(number, rng) for _ in range(HANDS)),
            )
            for n in range(0, PLAYERS, 4)
        )
        sets.append(SetRecord(number, tables))
    format = court_whist.KIND.of(games.load("court-whist"))
    return Drive(format, players, tuple(sets))


@pytest.fixture(autouse=True)
def without_others_objects() -> Iterator[None]:
    """Keep the collector from walking through what other benchmarks have left in memory."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.benchmark(timer=time.process_time)
def test_the_fold_of_a_thousand_players(benchmark: Any, say: Callable[[object], None]) -> None:
    drive = a_drive()
    rows = benchmark.pedantic(tally, args=(drive,), rounds=PASSES, warmup_rounds=3)
    # Set 1 brings a point a trick: everybody's points together are two sides' tricks, twice.
    assert sum(row[0] for row in rows) == PLAYERS // 4 * HANDS * 13 * 2
    rate = PLAYERS * SETS * HANDS / seconds(lambda: tally(drive), PASSES)
    say(f"fold: {rate / 1e6:.1f} million hand-scores a CPU second")
    assert rate >= HAND_SCORES_A_SECOND
