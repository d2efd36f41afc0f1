"""Problems and refusals in words."""

import pytest

from rulesets.engine.problems import LONGEST_MESSAGE, Unusable


@pytest.mark.parametrize("more", [0, 1])
def test_a_refusal_is_one_line_that_is_cut_where_it_is_too_long(more: int) -> None:
    text = "x" * (LONGEST_MESSAGE - 2)
    assert str(Unusable(f"{text}\n{'y' * (1 + more)}")) == f"{text} y" + "…" * more
