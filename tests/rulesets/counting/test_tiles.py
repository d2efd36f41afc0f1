"""Dominoes read and counted."""

from __future__ import annotations

import pytest

from rulesets.counting.tiles import read_tiles, tiles_of


@pytest.mark.parametrize(("highest", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set_is_whole(highest: int, count: int, pips: int) -> None:
    """games.md: sets of 6, 9, 12 have 28, 55, 91 tiles and 168, 495, 1092 pips."""
    tiles = tiles_of(highest)
    assert (len(set(tiles)), sum(tile.pips for tile in tiles)) == (count, pips)
    found, problems = read_tiles([tile.text for tile in tiles], highest)
    assert found == tiles
    assert not problems


@pytest.mark.parametrize("text", ["4-6", "6-4", "6:4", "4|6"])
def test_either_end_may_come_first(text: str) -> None:
    ((tile,), problems) = read_tiles([text], 6)
    assert (tile.text, tile.pips, problems) == ("6-4", 10, ())


def test_what_is_no_tile_is_told_with_its_place() -> None:
    found, problems = read_tiles(["6-4", "7-1", "x", "6-6", "4-6"], 6, middle=6)
    assert [(one.code, one.at) for one in problems] == [
        ("tile.unknown", (1,)),
        ("tile.unknown", (2,)),
        ("tile.middle", (3,)),
        ("tile.twice", ()),
    ]
    assert len(found) == 3
