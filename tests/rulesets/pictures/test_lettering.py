"""Letters are read on what they stand on, by day and by night."""

import pytest

from rulesets.pictures.lettering import seat
from rulesets.pictures.spots import spot
from rulesets.show.drawing import Circle, Text
from rulesets.words import Words, as_is
from tests.rulesets.shapes import leaves

READ = {"card": "black", "black": "card", "felt": "ink"}  # what stays dark on light, or turns alike


@pytest.mark.parametrize(
    "drawn",
    [
        seat(0, 0, 40, as_is("A")),
        seat(0, 0, 40, as_is("A"), filled=True),
        spot((0, 0), "home 1", Words("Home")),
        spot((0, 0), "exit 1", Words("Exit"), fill="felt"),
    ],
)
def test_letters_differ_from_their_ground_in_every_theme(drawn) -> None:
    (disc,) = (item for item in leaves(drawn.items) if isinstance(item, Circle))
    (words,) = (item for item in leaves(drawn.items) if isinstance(item, Text))
    assert words.role == READ[disc.fill]
