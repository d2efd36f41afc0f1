"""Games against oneself go turn by turn as they did when that was recorded.

A turn is chosen among what the referee lets happen; so a card that may be laid where it could not
be, or a draw that is one card more, leads to another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.files.turn_file import judge
from rulesets.referee import list_plays, list_verbs
from tests.recordings import Recording, digest, plain
from tests.rulesets.referee.self_play import WHOLE, Table, as_file

RECORDING = Recording("turns")
TURNS = 20  # of a game


def turns_of(slug: str, seed: int, players: int) -> Iterator[Any]:
    """What is open before each turn, the turn, and the position after it; at last the verdicts."""
    table = Table(slug, seed, players)
    first = table.position
    while table.position.over is None and len(table.turns) < TURNS:
        yield list_plays(table.position), list_verbs(table.position)
        table.one_turn()
        yield plain(table.turns[-1].steps), str(table.position.over)
    yield judge(as_file(slug, table, first))


@pytest.mark.parametrize("slug", WHOLE)
def test_turns_are_as_recorded(slug: str) -> None:
    digests = {f"game {seed}": digest(list(turns_of(slug, seed, 4))) for seed in (1, 2)}
    assert digests == RECORDING.entry(slug, digests)


def test_every_referee_is_recorded() -> None:
    assert list(RECORDING.read()) == sorted(WHOLE)
