"""Dominoes: how many tiles and pips a set has."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from rulesets.families.dominoes import spots, tiles


@pytest.mark.parametrize(("most", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set(most: int, count: int, pips: int) -> None:
    all_tiles = list(combinations_with_replacement(range(most + 1), 2))
    assert (tiles(most), spots(most)) == (count, pips)
    assert (len(all_tiles), sum(map(sum, all_tiles))) == (count, pips)
