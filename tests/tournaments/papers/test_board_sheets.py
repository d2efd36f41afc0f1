"""A board on a page of its own, and at its true size on several sheets to be joined."""

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from rulesets.drawing.board_pictures import board_of_arms, board_of_one_ring, field_of_cards
from rulesets.drawing.run_chart import Survivor, survivors_drawing
from rulesets.drawing.vectors import Area, Drawing, Rect, Text
from rulesets.engine.text import Phrase, as_is
from rulesets.rummoli.board_drawing import board_drawing
from rulesets.rummoli.chips import BOARDS, board
from tests.sampling import on_both_papers
from tests.tournaments.papers.conftest import pages_of
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.board_sheets import LAP, RIM, blank_board, tiling
from tournaments.papers.theme import SIZES, Style

NAMES = (
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Grandmother's favourite place by the window",
    "林志玲 山田はなこ",
    "Łukasz & Zoë",
    "Đặng Thị Hương",
    "Queens-and-their-ladies-in-waiting",
    "שרה לוי",
    "The best poker hand of the whole evening",
    "Whoever goes out first of all",
)
CUSTOM = board("custom", NAMES)
DRAWINGS = {
    "blank": board_drawing(BOARDS["rummoli"]),
    "blank michigan": board_drawing(BOARDS["michigan"]),
    "with chips": board_drawing(BOARDS["rummoli"], {"AS": 12, "poker": 3}),
    "own spaces": board_drawing(CUSTOM, {space.key: 100_000 for space in CUSTOM}),
    "arms": board_of_arms(5),
    "ring": board_of_one_ring(2),
    "cards": field_of_cards(),
    "survivors": survivors_drawing(
        [Survivor(name, place, out_in=place or None) for place, name in enumerate(NAMES)], 7
    ),
}


@on_both_papers
@pytest.mark.parametrize("kind", ["blank michigan", "own spaces", "arms", "survivors"])
def test_nothing_lies_beyond_the_page_and_no_character_is_replaced(heading, read, kind, paper):
    (page,) = read(blank_board, heading, paper=paper, blank_pictures=[("", DRAWINGS[kind])])
    for thing in (*page.chars, *page.rects, *page.curves, *page.lines):
        assert thing["x0"] >= 20
        assert thing["x1"] <= page.width - 20
        assert thing["top"] >= 20
        assert thing["bottom"] <= page.height - 10
    text = "".join(char["text"] for char in page.chars)
    assert "■" not in text
    assert "‹U+" not in text


def test_the_page_says_what_it_is(heading, find_all):
    drawing = replace(DRAWINGS["with chips"], title=as_is("after round 7"))
    found = [("Table 2", drawing), ("Table 3", drawing)]
    data = pdf_of(blank_board, heading, blank_pictures=found)
    page, _other = pages_of(data)
    for words in ("Table 2", "after round 7", "Family evening", "Page 1 of 2"):
        assert find_all(page, words), words
    assert PdfReader(io.BytesIO(data)).metadata.title == "Table 2 · Family evening"


def test_every_sheet_of_a_poster_says_where_it_belongs(heading, read, find_all):
    pages = read(blank_board, heading, poster=True, blank_pictures=[("", DRAWINGS["blank"])])
    places = ("upper left", "upper right", "lower left", "lower right")
    for number, (page, place) in enumerate(zip(pages, places, strict=True), start=1):
        assert find_all(page, f"Page {number} of 4")
        assert find_all(page, place)
        assert find_all(page, "at the marks")


def square(x, y):
    """A drawing of the shape of four sheets of A4 with a mark and a word somewhere."""
    across, down = SIZES["a4"]
    wide, high = 2 * (across - 2 * RIM) - LAP, 2 * (down - 2 * RIM) - LAP
    spot = Area(x * wide - 2, y * high - 2, 4, 4)
    word = Text(Area(x * wide - 30, y * high - 10, 60, 20), Phrase("here"), 20)
    return Drawing(wide, high, Phrase("Spot"), (), (Rect(spot, "ink"), word))


@pytest.mark.parametrize(
    ("x", "y", "sheets"),
    [
        (0.25, 0.25, {0}),
        (0.75, 0.25, {1}),
        (0.25, 0.75, {2}),
        (0.75, 0.75, {3}),
        (0.5, 0.25, {0, 1}),
        (0.25, 0.5, {0, 2}),
        (0.5, 0.5, {0, 1, 2, 3}),
    ],
)
def test_sheets_lap_over_each_other_where_they_meet(heading, read, find_all, x, y, sheets):
    pages = read(blank_board, heading, poster=True, blank_pictures=[("", square(x, y))])
    assert {number for number, page in enumerate(pages) if find_all(page, "here")} == sheets


def test_sheets_fit_together_at_their_marks(heading, read):
    """Laid mark on mark, a spot in the middle of the poster is at the same place on all four."""
    found = set()
    for page in read(blank_board, heading, poster=True, blank_pictures=[("", square(0.5, 0.5))]):
        across = {round(line["x0"], 1) for line in page.lines if line["x0"] == line["x1"]}
        upright = {round(line["top"], 1) for line in page.lines if line["top"] == line["bottom"]}
        assert len(across) == len(upright) == 1
        (spot,) = (rect for rect in page.curves + page.rects if 3 < rect["width"] < 5)
        middle = (spot["x0"] + spot["x1"]) / 2, (spot["top"] + spot["bottom"]) / 2
        found.add((round(middle[0] - across.pop()), round(middle[1] - upright.pop())))
    assert found == {(0, 0)}


TRUE = {
    "six arms": (board_of_arms(6), 4),
    "two arms": (board_of_arms(2), 2),
    "six arms, six pieces": (board_of_arms(6, 6), 6),
    "a ring for two": (board_of_one_ring(2), 2),
    "a ring for four": (board_of_one_ring(4), 4),
    "cards": (field_of_cards(), 2),
    "nine spaces": (DRAWINGS["blank"], 4),
}


@on_both_papers
@pytest.mark.parametrize("kind", TRUE)
def test_a_board_of_a_true_size_takes_the_fewest_sheets_that_hold_it(heading, read, kind, paper):
    drawing, sheets = TRUE[kind]
    plan = tiling(drawing, Style(paper))
    pages = read(blank_board, heading, paper=paper, poster=True, blank_pictures=[("", drawing)])
    assert len(pages) == plan.across * plan.down
    assert paper != "a4" or len(pages) == sheets
    room = plan.sheet
    for long, count, each in (
        (plan.wide, plan.across, room.width),
        (plan.high, plan.down, room.height),
    ):
        assert count * (each - LAP) + LAP >= long - 0.01
        assert count == 1 or (count - 1) * (each - LAP) + LAP < long
    for page in pages:
        across, down = SIZES[paper]
        turned = (down, across) if plan.style.landscape else (across, down)
        assert (page.width, page.height) == pytest.approx(turned, abs=0.01)


def test_the_size_is_true_and_a_rule_shows_it(heading, read, find_all):
    """A spot of 16 mm with its line is so large on paper, and the rule is 50 mm long."""
    pages = read(blank_board, heading, poster=True, blank_pictures=[("", board_of_arms(2))])
    curves = [curve for page in pages for curve in page.curves if curve["width"] < 60]
    sizes = {round(curve["width"] / 72 * 25.4, 1) for curve in curves}
    assert 14.8 in sizes  # the middle of the line round an ordinary spot
    for page in pages:
        assert find_all(page, "50 mm if printed at 100 %")
        rules = [line["width"] for line in page.lines if line["top"] > page.height - 30]
        assert any(abs(width - 50 / 25.4 * 72) < 0.1 for width in rules)


def test_several_boards_go_one_after_the_other(heading, read, find_all):
    found = [("Game", board_of_arms(2)), ("Game", board_of_arms(3))]
    pages = read(blank_board, heading, blank_pictures=found)
    assert len(pages) == 2
    for count, page in zip((2, 3), pages, strict=True):
        assert find_all(page, f"The board for {count} players")
    posters = read(blank_board, heading, blank_pictures=found, poster=True)
    counts = [tiling(drawing, Style()) for _title, drawing in found]
    assert len(posters) == sum(count.across * count.down for count in counts)
    assert len(read(blank_board, heading, blank_pictures=found[:1])) == 1
