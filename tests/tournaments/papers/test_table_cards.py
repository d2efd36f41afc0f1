import pypdfium2
import pytest

from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import visual
from tournaments.papers.catalogue import Order, Pages
from tournaments.papers.data import CardPerson, TableCode
from tournaments.papers.geometry import Box
from tournaments.papers.table_cards import (
    FACE_HEIGHT,
    WIDTH,
    draw_code,
    join_codes,
    place_cards,
    table_cards,
)
from tournaments.papers.theme import Style
from tournaments.papers.writer import render_paper
from tournaments.web.qr_codes import code_of

CODES = [TableCode(n, f"http://192.168.1.20:8000/t/Xk3{n}", f"hall.local/{n}") for n in range(1, 6)]


@pytest.mark.parametrize(("shape", "pages"), [("flat", 3), ("tent", 5)])
def test_two_flat_cards_or_one_tent_come_on_a_sheet(heading, read, shape, pages):
    assert len(read(table_cards, heading, table_codes=CODES, tent=shape == "tent")) == pages


@on_both_papers
@pytest.mark.parametrize(("shape", "copies"), [("flat", 1), ("tent", 2)])
def test_each_card_shows_its_number_its_address_and_what_to_do(
    heading, read, find_all, shape, copies, paper
):
    pages = read(table_cards, heading, table_codes=CODES, paper=paper, tent=shape == "tent")
    for code in CODES:
        assert sum(len(find_all(page, code.short)) for page in pages) == copies
        large = [
            char
            for page in pages
            for char in page.chars
            if char["text"] == str(code.number) and char["height"] > 80
        ]
        assert len(large) == copies
    assert all(find_all(page, "Scan with a phone") for page in pages)


def test_the_code_on_paper_is_the_code_of_the_address(heading):
    url = "http://192.168.1.20:8000/t/k3Jd92ls9xPq"
    box = Box(100, 300, 330, 330)
    data = render_paper(
        Order(heading=heading),
        Pages("code", [lambda pen: draw_code(pen, box, url)], Style("letter")),
    )
    matrix = code_of(url).matrix
    scale = 3
    document = pypdfium2.PdfDocument(data)
    image = document[0].render(scale=scale).to_pil().convert("L")
    document.close()
    module = box.width / (len(matrix) + 8)
    for row, line in enumerate(matrix):
        for column, dark in enumerate(line):
            x = (box.x + (column + 4.5) * module) * scale
            y = (792 - box.top + (row + 4.5) * module) * scale
            assert (image.getpixel((int(x), int(y))) < 128) == bool(dark), (row, column)


@pytest.mark.parametrize("tent", [False, True])
def test_the_six_signs_stand_beside_the_code(heading, read, find_all, tent):
    codes = [TableCode(n, f"http://hall.local/t/{n}", "hall.local/join", "K7M 2QX") for n in (1, 2)]
    pages = read(table_cards, heading, table_codes=codes, tent=tent)
    for name in ("K7M 2QX", "hall.local/join"):
        assert sum(len(find_all(page, name)) for page in pages) == (4 if tent else 2)
    (guests, *_rest) = read(join_codes, heading, guests_code=codes[0], table_codes=codes * 4)
    assert find_all(guests, "K7M 2QX")
    assert find_all(guests, "type it at the address")


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
