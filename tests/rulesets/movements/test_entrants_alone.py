"""People who play alone at tables of two and more: what holds for whoever comes and goes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.movements.schedule import table_sizes
from tests.rulesets.movements.movement_requests import PairsMovement, SwissMovement
from tests.rulesets.movements.pair_evenings import PairEvening, crowd
from tests.sampling import examples

Movement = Any
CIRCLE = PairsMovement(alone=True)
TWOS = SwissMovement(lambda people: (2,) * (people // 2))
FOURS = SwissMovement(lambda people: table_sizes(people, 4, 3, 6))
MOVES = ("", "", "goes", "comes", "comes back")


@settings(max_examples=examples(40), deadline=None)
@given(
    movement=st.sampled_from((CIRCLE, TWOS, FOURS)),
    number=st.integers(3, 14),
    moves=st.lists(st.sampled_from(MOVES), max_size=7),
    seed=st.integers(0, 9),
)
def test_people_come_and_go(movement: Movement, number: int, moves: list[str], seed: int) -> None:
    """Everybody once a round, and who is there throughout sits out as often."""
    evening = PairEvening(movement, seed, sets=8)
    here, gone = [*range(number)], list[int]()
    crowds = [{*here}]
    evening.play(crowd(*here))
    for turn, move in enumerate(moves):
        if move == "comes":
            here.append(1000 + turn)
        elif move == "comes back" and gone:
            here.append(gone.pop())
        elif move == "goes" and len(here) > 3:
            gone.append(here.pop(turn * 2 % len(here)))
        here.sort()
        evening.play(crowd(*here))
        crowds.append({*here})
    outs = Counter(who for played in evening.past for who in played.sitting_out)
    several = [outs[who] for who in set.intersection(*crowds)]
    # Where people have left or come in between, one more may fall on somebody.
    assert max(several, default=0) - min(several, default=0) <= 1 + bool(any(moves))
