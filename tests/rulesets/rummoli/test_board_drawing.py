"""The board as a drawing: every space is there, in its place, with what lies on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.vectors import Text, fit_text
from rulesets.rummoli.board_drawing import (
    HEIGHT,
    OUTER,
    PLACES,
    WIDTH,
    board_drawing,
    state_drawing,
)
from rulesets.rummoli.chips import BOARDS, Space, board
from tests.rulesets.evenings import histories
from tests.rulesets.shapes import area, is_within, leaves, of_key, outline, texts
from tests.rulesets.tables import played, plays_of

LONG = (
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Grandmother's favourite place by the window",
    "林志玲 山田はなこ",
    "{space} & <b>",
    "x",
    "Queens-and-their-ladies-in-waiting",
    "seventh",
    "The best poker hand of the whole evening",
    "Whoever goes out first of all",
)
KINDS = [*BOARDS, "custom"]


def spaces_of(kind: str) -> tuple[Space, ...]:
    return board(kind, LONG)


def fitted_size(item: Text) -> float:
    room = item.area
    words = item.words.render()
    return fit_text(words, item.size, room.width, room.height, item.most_lines).size


def test_the_spaces_lie_in_the_frame_beside_each_other() -> None:
    shapes = [place.shape for place in PLACES]
    assert all(is_within(OUTER, point) for shape in shapes for point in shape)
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in OUTER)
    # All of them together are as large as the octagon: none covers another, none leaves a gap.
    assert sum(map(area, shapes)) == pytest.approx(area(OUTER))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chips", [None, 0, 1, 7, 100_004])
def test_everything_in_a_space_stays_in_it(kind: str, chips: int | None) -> None:
    spaces = spaces_of(kind)
    on = None if chips is None else {space.key: chips for space in spaces}
    drawing = board_drawing(spaces, on)
    for space, place in zip(spaces, PLACES, strict=True):
        for item in of_key(drawing, space.key).items:
            wrong = [point for point in outline(item) if not is_within(place.shape, point)]
            assert not wrong, (space.label, item)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("filled", [False, True])
def test_every_space_says_what_it_is_called(kind: str, filled: bool) -> None:
    spaces = spaces_of(kind)
    drawing = board_drawing(spaces, {} if filled else None)
    for space in spaces:
        assert space.label in texts(of_key(drawing, space.key).items)
        if filled and kind != "custom":  # read from the back of a hall: 2.4 % of a wall of 4 : 3
            letters = [item for item in of_key(drawing, space.key).items if isinstance(item, Text)]
            assert min(map(fitted_size, letters)) >= 44, space.label
    told = [words.render() for words in drawing.description]
    assert told == [f"{space.label}: 0" if filled else space.label for space in spaces]


@given(
    st.lists(st.text(min_size=1, max_size=40), min_size=9, max_size=9, unique=True),
    st.integers(0, 100_000),
)
def test_names_of_any_length_fit(names: list[str], chips: int) -> None:
    spaces = board("custom", tuple(names))
    drawing = board_drawing(spaces, {space.key: chips for space in spaces})
    for item in leaves(drawing.items):
        if isinstance(item, Text):
            words, room = item.words.render(), item.area
            done = fit_text(words, item.size, room.width, room.height, item.most_lines)
            assert "".join("".join(done.lines).split()) == "".join(words.split())
            assert done.size > 5


@given(histories("rummoli", most=3))
def test_the_picture_of_a_state_shows_its_chips(history) -> None:
    begin, reports = history
    replay = played("rummoli", begin, *reports)
    state = replay.rounds[-1].state if reports else plays_of("rummoli").start(begin).state
    drawing = state_drawing(state)
    for space, count in zip(state.spaces, state.board, strict=True):
        assert texts(of_key(drawing, space.key).items)[-1] == str(count)
