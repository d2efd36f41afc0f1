"""Boards: as many spots as they say, alike from every side, apart, and large enough for pieces."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import cos, hypot, pi, sin

import pytest

from rulesets import games
from rulesets.drawing.board_pictures import (
    ACROSS,
    CORNERS,
    ENTRANCE,
    PER_MM,
    RANKS,
    START,
    STEPS_A_SIDE,
    Arm,
    board_of_arms,
    board_of_one_ring,
    castle,
    cluster,
    field_of_cards,
    home,
    layout,
    loop,
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


@pytest.mark.parametrize(("arms", "pieces"), ARMS)
def test_every_arm_has_its_spots(arms: int, pieces: int) -> None:
    found = Counter(key for key, _disc in spots(board_of_arms(arms, pieces)))
    rows = max(6, pieces + 1)
    for number in range(1, arms + 1):
        assert found[f"home {number}"] == found[f"pen {number}"] == pieces
        assert found[f"start {number}"] == found[f"exit {number}"] == 1
        # Up one side, across the tip, down the other; the start is one of them.
        assert found[f"track {number}"] + found[f"start {number}"] == 2 * rows + 1
    assert found["bullseye"] == 1
    assert sum(found.values()) == arms * (2 * rows + 2 + 2 * pieces) + 1


def test_the_usual_board_for_six_has_84_spots_on_the_way() -> None:
    found = Counter(key.split(" ")[0] for key, _disc in spots(board_of_arms(6)))
    assert found["track"] + found["start"] + found["exit"] == 84
    assert found["exit"] == 6


@pytest.mark.parametrize(("arms", "pieces"), ARMS)
def test_the_board_looks_the_same_from_every_arm(arms: int, pieces: int) -> None:
    found = [Arm(number, arms, pieces) for number in range(arms)]
    angle = 2 * pi / arms
    for one, other in zip(found, (*found[1:], found[0]), strict=True):
        here = (*one.track, *one.home, one.pen)
        there = (*other.track, *other.home, other.pen)
        for (x, y), point in zip(here, there, strict=True):
            turned = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
            assert turned == pytest.approx(point, abs=1e-6)


@pytest.mark.parametrize("arms", range(2, 7))
def test_a_piece_goes_round_clockwise_from_its_start_to_its_entrance(arms: int) -> None:
    """The way from the start leads past all other arms; the entrance is the last spot of it."""
    found = [Arm(number, arms, 4) for number in range(arms)]
    track = [point for arm in found for point in arm.track]
    own = found[0]
    begins, ends = track.index(own.start), track.index(own.at(0, own.rows))
    assert begins == ends + 1
    assert own.home[0] == own.at(0, own.rows - 1)
    # Clockwise: seen from the middle every arm comes after the one before it.
    x, y = own.exit
    (a, b) = found[1].exit
    assert (x * b - y * a > 0) == (arms > 2) or arms == 2
    # The exit is on the way to the arm, not past it.
    assert track.index(own.exit) < ends


@pytest.mark.parametrize("given", [(1, 4), (7, 4), (4, 3), (4, 7)])
def test_there_is_no_other_board_of_arms(given: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no board has"):
        board_of_arms(*given)


@pytest.mark.parametrize(("sides", "pieces"), RINGS)
def test_every_side_has_its_spots(sides: int, pieces: int) -> None:
    found = Counter(key for key, _disc in spots(board_of_one_ring(sides, pieces)))
    for number in range(1, sides + 1):
        assert found[f"home {number}"] == found[f"castle {number}"] == pieces
        assert found[f"start {number}"] == found[f"entrance {number}"] == 1
        assert found[f"track {number}"] == STEPS_A_SIDE - 2
    assert sum(found.values()) == sides * (STEPS_A_SIDE + 2 * pieces)


@pytest.mark.parametrize(("sides", "pieces"), RINGS)
def test_the_ring_looks_the_same_from_every_side(sides: int, pieces: int) -> None:
    track = loop(sides)
    assert len(track) == len(set(track)) == sides * STEPS_A_SIDE
    steps = zip(track, (*track[1:], track[0]), strict=True)
    assert all(abs(x - a) + abs(y - b) == 1 for (x, y), (a, b) in steps)
    middle = max(x for x, _y in track) / 2, max(y for _x, y in track) / 2
    angle = 2 * pi / sides
    for side in range(sides):
        here = (*track[side * STEPS_A_SIDE :][:STEPS_A_SIDE], *castle(sides, side, pieces))
        after = (side + 1) % sides
        there = (*track[after * STEPS_A_SIDE :][:STEPS_A_SIDE], *castle(sides, after, pieces))
        for at, point in zip(here, there, strict=True):
            x, y = at[0] - middle[0], at[1] - middle[1]
            turned = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
            assert turned == pytest.approx((point[0] - middle[0], point[1] - middle[1]))
        assert len(home(sides, side, pieces)) == pieces
    assert START - ENTRANCE == 5


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


def test_the_board_of_cards_is_the_same_turned_round() -> None:
    cards = layout()
    last = ACROSS - 1
    assert all(cards[last - row, last - column] == card for (row, column), card in cards.items())


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
        assert all(min(one.area.width, one.area.height) >= PIECE * PER_MM for one in faces)


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


@pytest.mark.parametrize("count", [4, 5, 6])
def test_pieces_that_wait_lie_about_a_middle(count: int) -> None:
    points = cluster(count, 10)
    assert len(set(points)) == count
    assert sum(x for x, _y in points) == pytest.approx(0)
    assert sum(y for _x, y in points) == pytest.approx(0)
    assert all(hypot(a - c, b - d) >= 10 for (a, b), (c, d) in combinations(points, 2))


@pytest.mark.parametrize(
    ("slug", "count"),
    [("fast-track", 5), ("jokers-wild-board", 2), ("five-in-a-row", 1), ("rummoli", 3)],
)
def test_a_game_shows_every_board_once(slug: str, count: int) -> None:
    game = games.load(slug)
    boards = game.plays.blank_drawings(game.options())
    assert len(boards) == count
    assert len({board.title.text for board in boards}) == count
    assert all(board.true_width for board in boards)


def test_a_board_is_for_those_who_play() -> None:
    plays, options = games.load("fast-track").plays, games.load("fast-track").options
    for count in range(2, 7):
        board = plays.blank_drawing(options(pegs=5), count)
        assert board == board_of_arms(count, 5)
    assert plays.blank_drawing(options()) == board_of_arms(4)
    assert games.load("hearts").plays.blank_drawing(None, 4) is None
    assert games.load("hearts").plays.blank_drawings(None) == ()
