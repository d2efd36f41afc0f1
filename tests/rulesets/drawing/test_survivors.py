"""The survivors' board: everyone is on it, with coins, on their face, or out."""

from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.run_chart import Survivor, survivors_drawing
from rulesets.drawing.vectors import Group, Path
from rulesets.families.quarters import faces
from tests.rulesets.evenings import histories
from tests.rulesets.shapes import leaves, of_key, outline, texts
from tests.rulesets.tables import played, plays_of

GOLF = plays_of("golf")


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
    said = [texts(tile.items) for tile in tiles]
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
