"""Functions followed with unknown numbers: the tree of decisions answers as the function does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from rulesets.engine.tracing import Branch, Trace, UndecidableError, follow, is_one_of, trace

Compare = Callable[[Any, Any], tuple[bool, ...]]


def tree_of(compare: Compare) -> Any:
    return trace(lambda path: compare(path.unknown("a"), path.unknown("b")), None)


@pytest.mark.parametrize(
    "compare",
    [
        lambda a, b: (bool(a == b), bool(b >= a)),
        lambda a, b: (bool(b >= a), bool(a == b), bool(a >= b)),
        lambda a, b: (bool(a > b), bool(b > a)),
        lambda a, b: (bool(a != b), bool(b == a)),
        lambda a, b: (bool(a + b >= 3), bool(a == 2), bool(a <= 2)),
        lambda a, b: (bool(2 * a - b == 1), bool(b - 2 * a >= -1)),
        lambda a, b: (is_one_of(2 * a, (4,)), bool(a >= 2), bool(a >= 3)),
        lambda a, b: (bool(abs(a - 2 * b) >= 2),),
    ],
)
def test_every_question_has_its_own_answer(compare: Compare) -> None:
    tree = tree_of(compare)
    for a, b in product(range(-1, 5), repeat=2):
        assert follow(tree, {"a": a, "b": b}) == compare(a, b), (a, b)


@pytest.mark.parametrize("more", [0, 1])
def test_an_equation_is_decided_once_either_way_round(more: int) -> None:
    tree = tree_of(lambda a, b: (bool(a - b == more), bool(b - a == -more)))
    assert isinstance(tree, Branch)
    assert (tree.yes, tree.no) == ((True, True), (False, False))


def test_one_of_a_few_values_is_followed_and_one_of_many_is_not() -> None:
    tree = trace(lambda path: int(path.unknown("a", 0, 3)), None)
    assert [follow(tree, {"a": value}) for value in range(4)] == [0, 1, 2, 3]
    with pytest.raises(UndecidableError):
        int(Trace().unknown("a", 0, 1000))
