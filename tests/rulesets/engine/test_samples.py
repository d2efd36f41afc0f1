"""Made-up reports: from the declaration alone, and without errors."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.engine.fields import Field
from rulesets.engine.table import split_total
from rulesets.engine.text import say
from rulesets.rounds import PerPlayer, PerSide, Player, ask, at_most, declared, error, none_left
from tests.rulesets.engine.small import begun, game


@declared
class Hand:
    out: Player = ask("Out")
    left: PerPlayer[int] = ask("Left", high=60, step=5)
    bonus: PerPlayer[int | None] | None = ask("Bonus", high=9, rare=True)
    how: str = ask("How?", choices=(("won", "Won"), ("lost", "Lost")))
    by: int = ask("By", low=1, high=3, when=("how", ("won",)))


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_made_up_reports_keep_to_the_declaration(seed: int, players: int) -> None:
    few = at_most("left", 150, "{sum}")
    plays = game(Hand, checks=(none_left("out", "left", 5), few))
    state = begun(plays, players)
    report = plays.sample(state, Random(seed))
    assert plays.check(state, report) == ()
    assert "bonus" not in report
    assert ("by" in report) == (report["how"] == "won")
    assert plays.sample(state, Random(seed)) == report


@declared
class Tricks:
    tricks: PerSide[int] = ask("Tricks", high=13, total=13)
    each: PerPlayer[int] = ask("Each", high=4, total=10)


@given(st.integers(0, 10**6))
def test_what_has_to_add_up_does(seed: int) -> None:
    plays = game(Tricks, sides=2, players=(4, 4))
    report = plays.sample(begun(plays, 4), Random(seed))
    assert (sum(report["tricks"]), sum(report["each"])) == (13, 10)
    assert max(report["each"]) <= 4


@given(st.integers(1, 6), st.integers(0, 9), st.integers(1, 4), st.integers(0, 10**6), st.data())
def test_a_total_is_shared_within_the_bounds(
    count: int, low: int, step: int, seed: int, data: st.DataObject
) -> None:
    low, high = low * step, (low + 5) * step
    total = data.draw(st.integers(count * low // step, count * high // step)) * step
    field = Field("f", say("F"), low=low, high=high, step=step, total=total)
    shares = split_total(total, field, count, Random(seed))
    assert sum(shares) == total
    assert all(low <= share <= high and share % step == 0 for share in shares)


def test_what_cannot_be_made_up_is_said() -> None:
    def never(_deal: object, _table: object):  # type: ignore[no-untyped-def]
        yield error("no", "Never.")

    plays = game(Tricks, sides=2, players=(4, 4), checks=(never,))
    with pytest.raises(LookupError, match="round 1"):
        plays.sample(begun(plays, 4), Random(0))
