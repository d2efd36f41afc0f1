from itertools import combinations

import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import NAMES, RIGHT_TO_LEFT, visual
from tournaments.papers.data import Heading, PersonInChair, Seats, TableSeats
from tournaments.papers.geometry import Box
from tournaments.papers.seating_charts import seating_chart
from tournaments.papers.table_maps import place_chairs, sides
from tournaments.papers.theme import Style

ROUND = Heading("Evening", chairs=tuple(f"Chair {number}" for number in range(1, 21)))
PEOPLE = (*NAMES, *RIGHT_TO_LEFT, "Anne", "Anne (2)", "Di", "Eve", "Fay", "Gus")


def seats(*counts, dealer=None):
    return Seats(
        "Seats",
        tuple(
            TableSeats(number, tuple(PersonInChair(name) for name in PEOPLE[:count]), dealer)
            for number, count in enumerate(counts, 1)
        ),
    )


@pytest.mark.parametrize("count", range(21))
def test_chairs_stand_around_the_table_without_touching(count):
    assert sum(sides(count)) == count
    for style in (Style(), Style("letter")):
        page = style.body.below(70)
        for cell in (page, *(page.rows(2, 24) if count <= 8 else ())):
            table, chairs = place_chairs(cell, count)
            assert len(chairs) == count
            boxes = [chair.box for chair in chairs]
            assert not any(_touch(box, table) for box in boxes)
            assert not any(_touch(one, other) for one, other in combinations(boxes, 2))
            for box in boxes:
                assert cell.x - 0.1 <= box.x
                assert box.right <= cell.right + 0.1
                assert cell.y - 0.1 <= box.y
                assert box.top <= cell.top + 0.1


@pytest.mark.parametrize("count", range(2, 21))
def test_they_are_counted_clockwise_from_the_top(count):
    table, chairs = place_chairs(Box(0, 0, 500, 600), count)
    x, y = table.middle
    # The sum over the edges is negative where the middles of the boxes go clockwise.
    middles = [chair.box.middle for chair in chairs]
    turned = sum(
        (x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)
        for (x1, y1), (x2, y2) in zip(middles, middles[1:] + middles[:1], strict=True)
    )
    assert turned < 0 or count == 2
    assert middles[0][1] == max(upper for _x, upper in middles)


def _touch(one, other):
    return not (
        one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y
    )


@on_both_papers
@pytest.mark.parametrize(
    ("counts", "pages"), [((2,), 1), ((5, 3), 1), ((8, 7, 6), 2), ((20,), 1), ((12, 9), 2)]
)
def test_every_name_and_chair_stands_on_the_chart(read, spelled, paper, counts, pages):
    found = read(seating_chart, ROUND, seats=seats(*counts), paper=paper)
    assert len(found) == pages
    letters = "".join(spelled(page) for page in found)
    for name in PEOPLE[: max(counts)]:
        assert "".join(visual(name).split()) in letters
    assert all(f"Chair{number}" in letters for number in range(1, max(counts) + 1))


def test_the_first_dealer_has_a_d(read):
    def discs(dealer):
        (page,) = read(seating_chart, ROUND, seats=seats(6, dealer=dealer))
        return [c for c in page.chars if c["text"] == "D" and c["non_stroking_color"] == (1.0,)]

    assert not discs(None)
    (first,), (other,) = discs(0), discs(3)
    assert first["top"] < other["top"]
