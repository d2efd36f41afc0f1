"""Weights: whatever worths a report declares, the fold and the booked rounds agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from rulesets.engine.roster import Setup
from rulesets.engine.scoring import fold, terms_of
from rulesets.rounds import PerPlayer, PerSide, Rounds, Table, ask, declared

NAMES = ("Ann", "Bo", "Cy", "Di")
NUMBERS = st.integers(-5, 20)


@dataclass(frozen=True)
class Worths:
    """What the answers below are worth at a table."""

    tricks: int | None = None
    faces: int | None = None
    spoke: int | None = None
    crossed: bool = False


@declared
class Hand:
    tricks: PerSide[int] = ask(
        "Tricks",
        worth=lambda table: table.options.tricks,
        crossed=lambda table: table.options.crossed,
    )
    faces: PerSide[int] = ask("Faces", worth=lambda table: table.options.faces)
    spoke: PerPlayer[int | None] | None = ask("Spoke", worth=lambda table: table.options.spoke)


PLAYS = Rounds(players=(4, 4), sides=2, alone=True, asks=Hand)
PAIR = st.tuples(NUMBERS, NUMBERS).map(list)
REPORT = st.fixed_dictionaries(
    {"tricks": PAIR, "faces": PAIR},
    optional={"spoke": st.lists(st.none() | NUMBERS, min_size=4, max_size=4)},
)
WORTHS = st.builds(
    Worths, st.none() | NUMBERS, st.none() | NUMBERS, st.none() | NUMBERS, st.booleans()
)


def table(options: Any) -> Table:
    state: Table = PLAYS.start(Setup(PLAYS.roster(NAMES), options)).state
    return state


@example(Worths(2, 3, 5), [{"tricks": [1, 2], "faces": [3, 4], "spoke": [1, None, 2, 3]}])
@given(WORTHS, st.lists(st.none() | REPORT, max_size=4))
def test_fold_and_booked_rounds_agree(worths: Worths, hands: list[Any]) -> None:
    state = table(worths)
    terms = terms_of(Hand, state)
    if not terms:
        assert (worths.tricks, worths.faces, worths.spoke) == (None, None, None)
        return
    totals = fold(terms)(hands)
    for hand in hands:
        state = state if hand is None else PLAYS.play(state, hand).state
    assert tuple(totals) == state.totals
