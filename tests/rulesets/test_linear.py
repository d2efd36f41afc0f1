"""Weights: whatever terms a set declares, fold, points and explanation agree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulesets import linear
from rulesets.game import Term
from rulesets.games import load

STAGE = load("court-whist").stage(7)
QUESTIONS = (*STAGE.questions, load("court-whist").questions(6)[1])
NUMBERS = st.integers(-5, 20)
TERMS = st.lists(
    st.one_of(
        st.builds(
            Term,
            st.sampled_from(["tricks", "face_cards"]),
            NUMBERS,
            st.just("{count}"),
            st.sampled_from(["own", "other"]),
        ),
        st.builds(Term, st.just("spoke"), NUMBERS, st.just("{count}"), only_if_any=st.booleans()),
    ),
    min_size=1,
    max_size=4,
)
PAIR = st.tuples(NUMBERS, NUMBERS).map(list)
REPORT = st.fixed_dictionaries(
    {"tricks": PAIR, "face_cards": PAIR},
    optional={"spoke": st.lists(NUMBERS, min_size=4, max_size=4)},
)


@given(TERMS, st.lists(st.none() | REPORT, max_size=4))
def test_fold_points_and_lines_agree(terms: list[Term], hands: list[Any]) -> None:
    stage = replace(STAGE, questions=QUESTIONS, terms=tuple(terms))
    sums = [0, 0, 0, 0]
    for hand in hands:
        if hand is not None:
            points = linear.points(stage, hand)
            lines = linear.explain(stage, hand)
            assert points == tuple(sum(line.points for line in chair) for chair in lines)
            sums = [a + b for a, b in zip(sums, points, strict=True)]
    assert list(linear.fold(stage)(hands)) == sums
