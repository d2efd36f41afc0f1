"""The Golf grid, against every way to lay blocks over it."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.counting.grid import card_value, count_grid
from rulesets.equipment.cards import CARDS, parse_cards

ROWS = st.one_of(
    st.lists(st.lists(st.sampled_from(faces), min_size=4, max_size=4), min_size=2, max_size=2)
    for faces in (CARDS, parse_cards("JK KS QH"), parse_cards("7S 7H 7D JK"))
)


def least_count(rows):
    """Every set of blocks that do not overlap; the rest by columns, paired or not."""
    columns = list(zip(*rows, strict=True))

    def same(*cards):
        return len({card.rank for card in cards}) == 1

    def alone(column):
        plain = sum(map(card_value, column))
        return min(plain, 0) if same(*column) else plain

    counts = []
    for number in range(3):
        for blocks in combinations(range(3), number):
            covered = [place for left in blocks for place in (left, left + 1)]
            whole = all(same(*columns[left], *columns[left + 1]) for left in blocks)
            if whole and len(set(covered)) == len(covered):
                counted = sum(-50 if columns[left][0].is_joker else -10 for left in blocks)
                rest = (alone(columns[place]) for place in range(4) if place not in covered)
                counts.append(counted + sum(rest))
    return min(counts)


@settings(max_examples=400, deadline=None)
@given(ROWS)
def test_the_least_count(rows):
    found = count_grid(rows)
    assert found.count == least_count(rows)
    assert found.count == sum(column.count for column in found.columns)
    assert [column.cards for column in found.columns] == list(zip(*rows, strict=True))
    assert -100 <= found.count <= 80


@settings(max_examples=100, deadline=None)
@given(ROWS)
def test_mirrored_and_upside_down_count_the_same(rows):
    count = count_grid(rows).count
    assert count == count_grid(rows[::-1]).count
    assert count == count_grid([row[::-1] for row in rows]).count


@pytest.mark.parametrize(
    ("upper", "lower", "count"),
    [
        ("KS QH QD 7H", "2D QS QC 7D", -8),  # a block of queens, a pair of red sevens, king and two
        ("KS QH QD 7H", "2D JS QC 7S", 22),
        ("JK JK AS 2S", "JK JK 9H 10C", -28),  # a block of jokers
        ("JK AS JK 2S", "JK 9H JK 10C", 2),  # two pairs of jokers apart stay at -10 each
        ("JK JK JK 2S", "JK JK JK 2C", -60),
        ("JK JK JK JK", "JK JK JK JK", -100),
        ("5S 5H 5D 9S", "5C 5S 5H 9D", -10),  # three equal pairs: one block and a pair
        ("5S 5H 5D 5S", "5C 5S 5H 5D", -20),
        ("QS 10S JS QH", "QD 10H JH QC", 0),  # a queen and a ten are no pair
        ("10S JS QS 10H", "JH QH 10D JD", 80),
        ("7H 7S 9S AS", "8H 2S 3H KH", 30),  # the red seven alone counts nothing
    ],
)
def test_worked_grids(upper, lower, count):
    assert count_grid([parse_cards(upper), parse_cards(lower)]).count == count


def test_kinds_of_columns():
    found = count_grid([parse_cards("QH QD 3S 4S"), parse_cards("QS QC 3D 5S")])
    assert [column.kind for column in found.columns] == ["block", "block", "pair", "cards"]


@pytest.mark.parametrize("rows", [["AS 2S 3S 4S"], ["AS 2S 3S", "AS 2S 3S"], []])
def test_other_shapes_are_refused(rows):
    with pytest.raises(ValueError, match="two rows of four"):
        count_grid([parse_cards(row) for row in rows])
