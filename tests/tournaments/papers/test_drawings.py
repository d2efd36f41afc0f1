"""Drawings on paper: the shapes of the screen in black, white and grey."""

from math import cos, hypot, pi, sin
from typing import get_args

import pypdfium2
import pytest

from rulesets import games
from rulesets.drawing.suits import suit
from rulesets.drawing.vectors import Area, Circle, Drawing, Group, Polygon, Rect, Role, Text
from rulesets.engine.text import Phrase, as_is
from tests.tournaments.papers.conftest import pages_of
from tournaments.papers.board_sheets import GREYS, LINES, blank_board, draw_drawing
from tournaments.papers.catalogue import Order, Pages
from tournaments.papers.data import Heading
from tournaments.papers.geometry import Box
from tournaments.papers.marks import draw_suit, draw_trump
from tournaments.papers.theme import Style
from tournaments.papers.writer import render_paper

ROOM = Box(100, 300, 400, 400)


def picture(*items, width=100.0, height=100.0):
    return Drawing(width, height, Phrase("Something"), (), items)


def printed(drawing, room=ROOM):
    return render_paper(
        Order(heading=Heading("")),
        Pages("x", [lambda pen: draw_drawing(pen, drawing, room)], Style(), foot=False),
    )


def image(drawing):
    """What is seen in ROOM, 100 by 100 points of the picture each 4 by 4 pixels."""
    document = pypdfium2.PdfDocument(printed(drawing))
    found = document[0].render(scale=1).to_pil().convert("L")
    document.close()
    top = round(842 - ROOM.top)
    return found.crop((100, top, 500, top + 400))


def test_every_role_has_an_ink():
    assert set(GREYS) == set(get_args(Role)) == set(LINES)
    assert all(0 <= grey <= 1 for grey in (*GREYS.values(), *LINES.values()))


def test_a_line_never_has_the_colour_of_its_own_ground():
    for role in ("card", "coin", "light", "ink", "line"):
        assert LINES[role] < 0.5


def test_shapes_lie_where_they_lie_in_the_drawing():
    seen = image(picture(Rect(Area(10, 20, 30, 40), "ink")))
    assert seen.getpixel((4 * 12, 4 * 22)) < 20
    assert seen.getpixel((4 * 38, 4 * 58)) < 20
    assert seen.getpixel((4 * 8, 4 * 40)) > 240
    assert seen.getpixel((4 * 42, 4 * 40)) > 240
    assert seen.getpixel((4 * 25, 4 * 18)) > 240
    assert seen.getpixel((4 * 25, 4 * 62)) > 240


def test_every_kind_of_shape_is_drawn():
    triangle = Polygon(((0, 0), (40, 0), (0, 40)), "ink")
    disc = Circle(80, 20, 15, "ink")
    ring = Circle(20, 80, 15, None, "ink", 3)
    seen = image(picture(triangle, disc, ring, suit("S", 60, 60, 40)))
    assert seen.getpixel((4 * 10, 4 * 10)) < 20
    assert seen.getpixel((4 * 35, 4 * 35)) > 240
    assert seen.getpixel((4 * 80, 4 * 20)) < 20
    assert seen.getpixel((4 * 20, 4 * 80)) > 240
    assert seen.getpixel((4 * 35, 4 * 80)) < 60
    assert seen.getpixel((4 * 80, 4 * 80)) < 20


def test_a_dashed_ring_leaves_gaps_and_what_follows_is_whole():
    dashed = Circle(25, 50, 20, None, "ink", 4, dash=6)
    whole = Circle(75, 50, 20, None, "ink", 4)
    seen = image(picture(dashed, whole))

    def dark(x):
        """How much of a circle of radius 20 about x is drawn."""
        angles = [place * pi / 90 for place in range(180)]
        points = [(4 * (x + 20 * cos(a)), 4 * (50 + 20 * sin(a))) for a in angles]
        return sum(seen.getpixel((round(a), round(b))) < 128 for a, b in points) / 180

    assert 0.3 < dark(25) < 0.75
    assert dark(75) == 1


@pytest.mark.parametrize(("turn", "x", "y"), [(90, 50, 90), (-90, 50, 10), (180, 10, 50)])
def test_groups_turn_clockwise(turn, x, y):
    bar = Rect(Area(85, 45, 10, 10), "ink")
    seen = image(picture(Group((bar,), turn=turn, about=(50, 50))))
    assert seen.getpixel((4 * x, 4 * y)) < 20
    assert seen.getpixel((4 * 90, 4 * 50)) > 240


@pytest.mark.parametrize(
    ("letter", "open_"), [("S", False), ("C", False), ("H", True), ("D", True)]
)
def test_red_suits_are_open(letter, open_):
    middle = image(picture(suit(letter, 10, 10, 80))).getpixel((4 * 50, 4 * 45))
    assert (middle > 240) is open_


def test_a_drawing_keeps_its_shape_in_any_box():
    taken = []
    for drawing in (picture(width=200.0), picture(height=300.0)):
        render_paper(
            Order(heading=Heading("")),
            Pages(
                "x",
                [lambda pen, value=drawing: taken.append(draw_drawing(pen, value, ROOM))],
                Style(),
            ),
        )
    wide, tall = taken
    assert wide == Box(100, 400, 400, 200)
    assert (tall.x, tall.y) == pytest.approx((100 + 400 / 3, 300))
    assert (tall.width, tall.height) == pytest.approx((400 / 3, 400))


BOX = Area(10, 40, 60, 20)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize(
    "words", ["Poker", "Wolfeschlegelsteinhausenbergerdorff", "林志玲 山田はなこ"]
)
@pytest.mark.parametrize("lines", [1, 3])
def test_words_stay_in_their_box(anchor, words, lines):
    text = Text(BOX, as_is(words), 18, "ink", "bold", anchor, lines)
    (page,) = pages_of(printed(picture(text)))
    chars = [char for char in page.chars if not char["text"].isspace()]
    assert "".join(char["text"] for char in chars) == words.replace(" ", "")
    assert min(char["x0"] for char in chars) >= 100 + 4 * BOX.x - 1
    assert max(char["x1"] for char in chars) <= 100 + 4 * BOX.right + 1
    top = float(page.height) - ROOM.top
    # Fonts claim more room above and below than their letters take.
    feet = [(float(page.height) - char["matrix"][5], char["size"]) for char in chars]
    assert min(foot - 0.75 * size for foot, size in feet) >= top + 4 * BOX.y - 1
    assert max(foot + 0.22 * size for foot, size in feet) <= top + 4 * BOX.foot + 1


def test_what_is_struck_has_a_line_as_long_as_it_is():
    text = Text(BOX, as_is("Ann"), 18, "ink", "bold", "start", struck=True)
    (page,) = pages_of(printed(picture(text)))
    (line,) = page.lines
    assert line["x0"] == pytest.approx(page.chars[0]["x0"], abs=0.5)
    assert line["x1"] == pytest.approx(page.chars[-1]["x1"], abs=0.5)


def test_words_are_said_in_the_language_of_the_moment(monkeypatch):
    monkeypatch.setattr(
        "tournaments.papers.board_sheets.gettext", lambda text: {"Poker": "Pokern"}.get(text, text)
    )
    (page,) = pages_of(printed(picture(Text(BOX, Phrase("Poker"), 18))))
    assert "".join(char["text"] for char in page.chars) == "Pokern"


MOVED_ON = [
    (slug, board)
    for slug in ("jokers-wild-board", "fast-track")
    for board in games.load(slug).plays.blank_drawings(games.load(slug).options())
]


@pytest.mark.parametrize(("slug", "board"), MOVED_ON[:: len(MOVED_ON) - 1])
def test_no_type_on_a_small_board_is_below_6_points(heading, read, slug, board):
    (page,) = read(blank_board, heading, paper="a5", blank_pictures=[(slug, board)])
    assert min(char["size"] for char in page.chars) >= 6 - 0.01
    words = page.extract_text()
    for name in ("Start", "Home"):
        assert name in words or f"{name[0]} {name}" in words


@pytest.mark.parametrize(("slug", "board"), MOVED_ON)
def test_the_labels_of_spots_keep_clear_of_their_rings(slug, board):
    for group in (item for item in board.items if isinstance(item, Group)):
        if len(group.items) != 2 or not isinstance(group.items[0], Circle):
            continue
        ring, label = group.items
        inner = ring.radius - ring.width / 2
        for x, y in label.area.corners:
            assert hypot(x - ring.x, y - ring.y) < inner


def darkness(draw):
    """Draw in a square of 100 points and return the share of it that is black."""
    data = render_paper(Order(heading=Heading("")), Pages("suit", [draw], Style(), foot=False))
    document = pypdfium2.PdfDocument(data)
    square = document[0].render(scale=1).to_pil().convert("L").crop((100, 642, 200, 742))
    document.close()
    return sum(level < 128 for level in square.tobytes()) / 10_000


def test_black_suits_are_full_and_red_ones_outlines():
    for letter in "SCHD":
        share = darkness(lambda pen, s=letter: draw_suit(pen, s, 100, 100, 100))
        assert share > 0.1
        assert (share > 0.35) == (letter in "SC")


def test_the_marks_of_a_game_are_all_known(game):
    marks = {mark for record in game.sets for mark in record.signs}
    assert all(
        darkness(lambda pen, m=mark: draw_trump(pen, m, 100, 100, 100)) > 0.02 for mark in marks
    )
