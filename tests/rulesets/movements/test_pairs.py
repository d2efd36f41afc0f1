"""Each against each in a large room, where many come and go."""

from __future__ import annotations

import random
from collections import Counter

from tests.rulesets.movements.movement_requests import PairsMovement
from tests.rulesets.movements.pair_evenings import crowd, meetings


def test_in_a_large_room_the_rounds_left_are_made_anew_without_a_repeat() -> None:
    """Of very many, only some are looked at as opponents of each."""
    movement = PairsMovement(alone=True)
    here = crowd(*range(101))
    past = list(movement.rounds_left(here, (), rng=random.Random(1), sets=30).rounds[:3])
    here = crowd(*range(4, 113))
    planned = movement.rounds_left(here, past, rng=random.Random(1), sets=30)
    assert "redrawn" in planned.source.text
    met = meetings([*past, *planned.rounds])
    assert max(met.values()) == 1
    outs = Counter(who for board_round in planned.rounds for who in board_round.sitting_out)
    assert len(planned.rounds) == 27
    assert [*outs.values()] == [1] * 27
