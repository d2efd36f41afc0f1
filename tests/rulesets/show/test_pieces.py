"""Chips, coins and faces."""

import pytest

from rulesets.show.drawing import Circle
from rulesets.show.pieces import HEAP_HEIGHT, MOST_CHIPS, chip, coin, face, heap, heap_width, star
from tests.rulesets.shapes import leaves, outline, texts

CHIP = len(chip(0, 0, 1))


@pytest.mark.parametrize("count", [*range(MOST_CHIPS + 1), 8, 1000])
def test_a_heap_shows_its_chips_up_to_the_most(count: int) -> None:
    assert len(heap(0, 0, 10, count).items) == CHIP * min(count, MOST_CHIPS)


@pytest.mark.parametrize("count", range(1, MOST_CHIPS + 1))
def test_a_heap_keeps_to_its_measures(count: int) -> None:
    points = outline(heap(0, 0, 10, count))
    assert max(abs(x) for x, _ in points) * 2 <= heap_width(count) * 10 * 1.05
    assert max(abs(y) for _, y in points) * 2 <= HEAP_HEIGHT * 10 * 1.05


@pytest.mark.parametrize("count", range(2, MOST_CHIPS + 1))
def test_no_chip_hides_another(count: int) -> None:
    chips = [item for item in heap(0, 0, 10, count).items if isinstance(item, Circle)]
    middles = {(item.x, item.y) for item in chips}
    assert len(middles) == count
    for x, y in middles:
        others = middles - {(x, y)}
        assert min((x - a) ** 2 + (y - b) ** 2 for a, b in others) > 25


def test_a_coin_says_what_it_is_worth() -> None:
    assert texts((coin(0, 0, 10, "25"),)) == ["25"]
    assert not texts((coin(0, 0, 10, ""),))


def test_a_face_is_a_face_without_its_colour() -> None:
    head, *features = leaves((face(0, 0, 10),))
    assert isinstance(head, Circle)
    assert len(features) == 3


def test_a_star_has_five_points() -> None:
    points = outline(star(0, 0, 10))
    assert sum(x * x + y * y > 60 for x, y in points) == 5
    assert all(abs(x) <= 10 and abs(y) <= 10 for x, y in points)
