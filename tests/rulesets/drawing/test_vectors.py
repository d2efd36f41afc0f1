"""Words and measures of drawings."""

from rulesets.drawing.vectors import Area
from rulesets.engine.text import Phrase


def test_nothing_to_say_asks_for_no_translation() -> None:
    # To the gettext of a catalogue the empty text means its header.
    assert Phrase("").render(lambda _template: "Project-Id-Version: 1") == ""


def test_the_parts_of_an_area_make_up_the_whole() -> None:
    whole = Area(10, 20, 100, 50)
    assert whole.strip(0, 0.5).foot == whole.strip(0.5, 1).y
    assert whole.inset(10, 5) == Area(20, 25, 80, 40)
    assert whole.corners == ((10, 20), (110, 20), (110, 70), (10, 70))
