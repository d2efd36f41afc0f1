"""Dominoes in pictures lie as the rules have them: ends that touch show the same number."""

from itertools import pairwise

from rulesets.drawing.card_pictures import TRAINS, hub
from tests.rulesets.shapes import texts


def test_every_train_begins_with_the_double_in_the_middle_and_fits() -> None:
    tiles = [tuple(sorted(ends)) for _name, _angle, train in TRAINS for ends in train]
    assert len(set(tiles)) == len(tiles)  # a set has every tile once
    for _name, _angle, train in TRAINS:
        assert train[0][0] == 12
        assert all(one[1] == other[0] for one, other in pairwise(train))


def test_the_train_of_all_is_called_as_the_game_calls_it() -> None:
    assert "Our train" in texts(hub("Our train").items)
