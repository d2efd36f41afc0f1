"""Pots: main and side, shares and odd chips; no chip is lost."""

from hypothesis import given
from hypothesis import strategies as st

from rulesets.families.pots import share_chips, split_by_hands, split_side_pots
from tests.rulesets.tables import night

PUT = st.lists(st.integers(0, 200), min_size=2, max_size=8)


def test_side_pots_by_where_somebody_stopped() -> None:
    assert split_by_hands([10, 40, 40], {0: 9, 1: 5, 2: 3}) == [(30, (0,)), (60, (1,))]
    assert split_by_hands([10, 40, 40], {0: 3, 1: 5, 2: 5}) == [(90, (1, 2))]
    assert split_by_hands([10, 30, 50], {0: 9, 1: 7, 2: 5}) == [(30, (0,)), (40, (1,)), (20, (2,))]
    assert split_by_hands([5, 20, 20], {1: 4, 2: 4}) == [(45, (1, 2))]


@given(PUT, st.data())
def test_what_is_put_in_comes_out_again(put: list[int], data: st.DataObject) -> None:
    inside = data.draw(st.sets(st.sampled_from(range(len(put))), min_size=1))
    strengths = {who: data.draw(st.integers(0, 3)) for who in inside}
    pots = split_by_hands(put, strengths)
    assert sum(amount for amount, _ in pots) == sum(put)
    table = night("extended-poker", players=len(put)).state
    for amount, winners in pots:
        assert set(winners) <= inside
        parts = dict(share_chips(amount, winners, table))
        assert sum(parts.values()) == amount
        assert max(parts.values()) - min(parts.values()) <= 1
    won = dict.fromkeys(range(len(put)), 0)
    for amount, winners in pots:
        for who, share in share_chips(amount, winners, table):
            won[who] += share
    stayed = max(put[who] for who in inside)
    for who in inside:
        if put[who] < stayed == max(put):  # all in: no more from anybody than one put in
            assert won[who] <= sum(min(one, put[who]) for one in put) + len(put)


@given(st.integers(0, 100), st.integers(0, 80), st.integers(0, 80))
def test_told_pots_come_to_what_there_is(total: int, side: int, second: int) -> None:
    pots = split_side_pots(total, (0,), [(side, (1,)), (second, (2,))])
    assert sum(amount for amount, _ in pots) == total
    assert all(amount >= 0 for amount, _ in pots)
