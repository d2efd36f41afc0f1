import pytest

from tests.tournaments.papers.conftest import visual
from tournaments.papers.data import CardPerson
from tournaments.papers.table_cards import FACE_HEIGHT, WIDTH, place_cards


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_name_stands_on_both_sides_of_its_tent(heading, people, read, find_all, paper):
    pages = read(place_cards, heading, people=people, paper=paper)
    for number, person in enumerate(people):
        page = pages[number // 6]
        left, top = _corner(page, number % 6)
        found = find_all(page, visual(person.name))
        assert len(found) == 2
        for chars in found:
            assert min(char["x0"] for char in chars) >= left + 5
            assert max(char["x1"] for char in chars) <= left + WIDTH - 5
        heights = sorted(sum(char["top"] for char in chars) / len(chars) for chars in found)
        assert top < heights[0] < top + FACE_HEIGHT < heights[1] < top + 2 * FACE_HEIGHT


def _corner(page, place):
    across, down = place % 2, place // 2
    left = (page.width - 2 * WIDTH) / 2 + across * WIDTH
    top = (page.height - 6 * FACE_HEIGHT) / 2 + down * 2 * FACE_HEIGHT
    return left, top


def test_the_far_side_stands_on_its_head(heading, read):
    (page,) = read(place_cards, heading, people=[CardPerson("Quentin")])
    turns = [char["matrix"][0] for char in page.chars if char["text"] == "Q"]
    assert sorted(round(turn) for turn in turns) == [-1, 1]


def test_role_table_and_chair_are_told_where_known(heading, read, find_all):
    (page,) = read(
        place_cards, heading, people=[CardPerson("Ann", "lady", 12, 1), CardPerson("Bo")]
    )
    assert len(find_all(page, "Ladies · Table 12 · East")) == 2
    assert len(find_all(page, "Table")) == 2


def test_three_open_tents_fit_between_the_margins_of_a_printer():
    assert 3 * 2 * FACE_HEIGHT <= 792 - 2 * 18
    assert 2 * WIDTH <= 595 - 2 * 18
