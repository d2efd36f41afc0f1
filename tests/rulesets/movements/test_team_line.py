"""Two teams along a table: everybody meets everybody, and byes are shared evenly."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rulesets.movements.long_table import couples, facing, seat_teams

teams = st.integers(1, 60)


def test_the_second_side_moves_one_chair_and_the_last_goes_to_the_first() -> None:
    assert couples(4, 4, 1) == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert couples(4, 4, 2) == ((0, 3), (1, 0), (2, 1), (3, 2))
    assert couples(4, 4, 5) == couples(4, 4, 1)


def test_who_faces_an_empty_chair_sits_out() -> None:
    first = facing(2, 3, 1)
    assert [(pair.chair, pair.stays, pair.moves) for pair in first] == [
        (1, None, 0),
        (2, 0, 1),
        (3, 1, 2),
    ]
    assert couples(2, 3, 2) == ((0, 0), (1, 1))
    assert couples(3, 2, 2) == ((0, 1), (2, 0))


@given(teams)
def test_as_many_rounds_as_couples_bring_everyone_together_once(size: int) -> None:
    pairs = [pair for number in range(1, size + 1) for pair in couples(size, size, number)]
    assert sorted(pairs) == [(a, b) for a in range(size) for b in range(size)]


@given(teams, teams, st.integers(1, 130))
def test_everyone_of_the_smaller_team_plays_and_byes_differ_by_one(
    staying: int, moving: int, rounds: int
) -> None:
    smaller, larger = sorted((staying, moving))
    side = 0 if staying == larger else 1
    played: Counter[int] = Counter(dict.fromkeys(range(larger), 0))
    for number in range(1, rounds + 1):
        pairs = couples(staying, moving, number)
        assert len(pairs) == smaller
        assert len({a for a, _ in pairs}) == len({b for _, b in pairs}) == smaller
        played.update(pair[side] for pair in pairs)
        assert max(played.values()) - min(played.values()) <= 1


@given(st.sets(st.integers(0, 40), max_size=20), st.integers(1, 50), st.data())
def test_everyone_here_sits_on_one_chair_and_nobody_else(
    here: set[int], number: int, data: st.DataObject
) -> None:
    first = data.draw(st.sets(st.sampled_from(sorted(here)))) if here else set()
    second = here - first
    pairs = seat_teams(sorted(first), sorted(second), number)
    assert len(pairs) == max(len(first), len(second))
    assert sorted(pair.stays for pair in pairs if pair.stays is not None) == sorted(first)
    assert sorted(pair.moves for pair in pairs if pair.moves is not None) == sorted(second)
