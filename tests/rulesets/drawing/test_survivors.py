"""The survivors' board: everyone is on it, with coins, on their face, or out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.run_chart import IN_POT, IN_ROW, Survivor, survivors_drawing
from rulesets.drawing.vectors import Circle, Group, Path, Text
from rulesets.families.quarters import faces
from tests.rulesets.evenings import histories
from tests.rulesets.shapes import leaves, of_key, outline, texts
from tests.rulesets.tables import played, plays_of

GOLF = plays_of("golf")


def coins(group: Group) -> int:
    """How many coins are drawn."""
    return sum(isinstance(item, Circle) and item.fill == "coin" for item in leaves(group.items))


def tile(one: Survivor) -> Group:
    return of_key(survivors_drawing([one], 3), "player-0")


@pytest.mark.parametrize("count", [1, 3, IN_ROW, IN_ROW + 1, 100])
def test_coins_are_drawn_and_counted(count: int) -> None:
    drawn = tile(Survivor("Ann", count))
    assert coins(drawn) == min(count, IN_ROW)
    assert texts(drawn.items)[0] == "Ann"
    assert texts(drawn.items)[-1] == str(count)


def test_who_is_out_is_struck_through_and_says_since_when() -> None:
    drawn = tile(Survivor("Ann", 0, out_in=5))
    assert texts(drawn.items) == ["Ann", "out in round 5"]
    struck = [item.struck for item in leaves(drawn.items) if isinstance(item, Text)]
    assert struck == [True, False]
    assert not coins(drawn)


@pytest.mark.parametrize("pot", [0, 1, IN_POT, IN_POT + 1, 2000])
def test_the_pot_shows_what_lies_in_it(pot: int) -> None:
    drawn = of_key(survivors_drawing([Survivor("Ann", 3)], pot), "pot")
    assert coins(drawn) == min(pot, IN_POT)
    assert texts(drawn.items)[0] == "Pot"
    assert str(pot) in texts(drawn.items)


people = st.builds(
    Survivor,
    name=st.text(min_size=1, max_size=50),
    coins=st.integers(0, 100),
    on_face=st.booleans(),
    out_in=st.none() | st.integers(1, 99),
    winner=st.booleans(),
)


@given(st.lists(people, min_size=1, max_size=20), st.integers(0, 2000))
def test_tiles_lie_in_the_drawing_beside_each_other(all_in: list[Survivor], pot: int) -> None:
    drawing = survivors_drawing(all_in, pot)
    boxes = []
    for item in drawing.items:
        if isinstance(item, Group):
            ground, *rest = (outline(part) for part in item.items)
            left, right = min(x for x, _ in ground), max(x for x, _ in ground)
            top, foot = min(y for _, y in ground), max(y for _, y in ground)
            assert 0 < left < right < drawing.width
            assert 0 < top < foot < drawing.height
            assert all(left <= x <= right and top <= y <= foot for part in rest for x, y in part)
            boxes.append((left, right, top, foot))
    assert len(boxes) == len(all_in) + 1
    for place, (left, right, top, foot) in enumerate(boxes):
        for other in boxes[:place]:
            assert right <= other[0] or other[1] <= left or foot <= other[2] or other[3] <= top


def test_the_words_say_all_that_is_drawn() -> None:
    drawing = survivors_drawing(
        [
            Survivor("Ann", 3),
            Survivor("Bo", 0, on_face=True),
            Survivor("Cy", 0, out_in=2),
            Survivor("{x}", 7, winner=True),
        ],
        4,
    )
    assert [words.render() for words in drawing.description] == [
        "Ann: 3",
        "Bo: on their face",
        "Cy: out in round 2",
        "{x}: 7, last one in",
        "in the pot: 4",
    ]


@given(histories("golf", most=12))
def test_the_picture_of_a_state_accounts_for_everyone(history) -> None:
    begin, reports = history
    replay = played("golf", begin, *reports)
    state = replay.rounds[-1].state if reports else GOLF.start(begin).state
    drawing = GOLF.drawing(state)
    assert drawing is not None
    tiles = [of_key(drawing, f"player-{place}") for place in range(len(state.totals))]
    said = [texts(drawn.items) for drawn in tiles]
    for player, (name, *_, last) in enumerate(said):
        assert name == state.roster.names[player]
        if player in state.out:
            assert last == f"out in round {dict(state.gone)[player]}"
        elif player in faces(state):
            assert last == "on their face"
        else:
            assert last == str(state.totals[player])
    stars = [item for item in leaves(drawing.items) if isinstance(item, Path) and item.fill]
    assert len(stars) == (len(state.players) == 1)
