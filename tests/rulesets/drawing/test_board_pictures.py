"""Boards: as many spots as they say, alike from every side, apart, and large enough for pieces."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot

import pytest

from rulesets import games
from rulesets.drawing.board_pictures import (
    ACROSS,
    CORNERS,
    PER_MM,
    RANKS,
    board_of_arms,
    board_of_one_ring,
    field_of_cards,
    layout,
)
from rulesets.drawing.vectors import Area, Circle, Drawing, Group, Rect, Text, fit_text
from tests.rulesets.shapes import is_within, leaves, outline

PIECE = 15.0  # millimetres
ARMS = [(arms, pieces) for arms in range(2, 7) for pieces in range(4, 7)]
RINGS = [(sides, pieces) for sides in (2, 4) for pieces in range(4, 7)]
SPOTS = ("track", "start", "exit", "home", "pen", "entrance", "castle", "bullseye")


def spots(drawing: Drawing) -> list[tuple[str, Circle]]:
    """Every spot that a piece can stand on, with its key."""
    found = []
    for item in drawing.items:
        if isinstance(item, Group) and item.key.split(" ")[0] in SPOTS:
            (disc,) = (part for part in item.items if isinstance(part, Circle))
            found.append((item.key, disc))
    return found


def every_board() -> list[Drawing]:
    return [
        *(board_of_arms(*one) for one in ARMS),
        *(board_of_one_ring(*one) for one in RINGS),
        field_of_cards(),
    ]


IDS = [f"{board.title.text} {board.description[1].text}" for board in every_board()]


def test_the_usual_board_for_six_has_84_spots_on_the_way() -> None:
    found = Counter(key.split(" ")[0] for key, _disc in spots(board_of_arms(6)))
    assert found["track"] + found["start"] + found["exit"] == 84
    assert found["exit"] == 6


@pytest.mark.parametrize("given", [(1, 4), (7, 4), (4, 3), (4, 7)])
def test_there_is_no_other_board_of_arms(given: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no board has"):
        board_of_arms(*given)


def test_there_is_no_other_ring() -> None:
    for sides in (3, 8):
        with pytest.raises(ValueError, match=f"for {sides} players"):
            board_of_one_ring(sides)
    with pytest.raises(ValueError, match="3 pieces"):
        board_of_one_ring(4, 3)


def test_every_card_but_the_jacks_lies_on_the_board_twice() -> None:
    cards = layout()
    assert Counter(cards.values()) == {(rank, suit): 2 for rank in RANKS for suit in "SHCD"}
    assert "J" not in RANKS
    assert len(RANKS) == 12
    everywhere = {(row, column) for row in range(ACROSS) for column in range(ACROSS)}
    assert set(cards) == everywhere - CORNERS
    drawn = Counter(item.key for item in field_of_cards().items if isinstance(item, Group))
    assert {key: count for key, count in drawn.items() if not key.startswith("corner")} == {
        f"{rank}{suit}": 2 for rank in RANKS for suit in "SHCD"
    }


@pytest.mark.parametrize("board", every_board(), ids=IDS)
def test_pieces_fit_and_do_not_touch(board: Drawing) -> None:
    assert board.true_width == pytest.approx(board.width / PER_MM)
    found = spots(board)
    for _key, disc in found:
        assert 2 * disc.radius + disc.width >= PIECE * PER_MM
    for (_one, a), (_other, b) in combinations(found, 2):
        assert hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius + a.width / 2 + b.width / 2
        assert hypot(a.x - b.x, a.y - b.y) >= PIECE * PER_MM
    if not found:  # spaces with cards
        faces = [item for item in leaves(board.items) if isinstance(item, Rect)][1:]
        assert all(min(face.area.width, face.area.height) >= PIECE * PER_MM for face in faces)


@pytest.mark.parametrize("board", every_board(), ids=IDS)
def test_everything_lies_in_the_frame_and_can_be_read(board: Drawing) -> None:
    whole = Area(0, 0, board.width, board.height).corners
    for item in board.items:
        assert all(is_within(whole, point) for point in outline(item))
    for item in leaves(board.items):
        if isinstance(item, Text):
            words, room = item.words.text, item.area
            done = fit_text(words, item.size, room.width, room.height, item.most_lines)
            assert done.size >= 2.0 * PER_MM  # in millimetres, at the true size


def test_a_board_is_for_those_who_play() -> None:
    plays, options = games.load("fast-track").plays, games.load("fast-track").options
    for count in range(2, 7):
        board = plays.blank_drawing(options(pegs=5), count)
        assert board == board_of_arms(count, 5)
    assert plays.blank_drawing(options()) == board_of_arms(4)
    assert games.load("hearts").plays.blank_drawing(None, 4) is None
    assert games.load("hearts").plays.blank_drawings(None) == ()
