import pypdfium2

from tournaments.papers.catalogue import Order, Pages
from tournaments.papers.data import Heading
from tournaments.papers.marks import draw_suit, draw_trump
from tournaments.papers.theme import Style
from tournaments.papers.writer import render_paper


def darkness(draw):
    """Draw in a square of 100 points and return the share of it that is black."""
    data = render_paper(Order(heading=Heading("")), Pages("suit", [draw], Style(), foot=False))
    document = pypdfium2.PdfDocument(data)
    image = document[0].render(scale=1).to_pil().convert("L")
    document.close()
    square = image.crop((100, 642, 200, 742))
    return sum(level < 128 for level in square.tobytes()) / 10_000


def test_black_suits_are_full_and_red_ones_outlines():
    for suit in "SCHD":
        share = darkness(lambda pen, s=suit: draw_suit(pen, s, 100, 100, 100))
        assert share > 0.1
        assert (share > 0.35) == (suit in "SC")


def test_the_marks_of_a_game_are_all_known(game):
    marks = {mark for one in game.sets for mark in one.signs}
    assert all(
        darkness(lambda pen, m=mark: draw_trump(pen, m, 100, 100, 100)) > 0.02 for mark in marks
    )
