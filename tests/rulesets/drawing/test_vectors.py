"""Words and measures of drawings."""

from hypothesis import given
from hypothesis import strategies as st

from rulesets.drawing.vectors import Area
from rulesets.engine.text import Phrase, as_is


def shout(template: str) -> str:
    return template.replace("out in round", "AUS IN RUNDE").replace("Poker", "POKERN")


def test_words_are_put_into_their_template() -> None:
    assert Phrase("out in round {number}", {"number": 5}).render() == "out in round 5"


def test_a_template_is_translated_and_so_are_words_within_it() -> None:
    words = Phrase("{space}: {count}", {"space": Phrase("Poker"), "count": 3})
    assert words.render(shout) == "POKERN: 3"


@given(st.text())
def test_peoples_own_words_stay_as_they_are(text: str) -> None:
    assert as_is(text).render(shout) == text


def test_nothing_to_say_asks_for_no_translation() -> None:
    # To the gettext of a catalogue the empty text means its header.
    assert Phrase("").render(lambda _template: "Project-Id-Version: 1") == ""


def test_the_parts_of_an_area_make_up_the_whole() -> None:
    whole = Area(10, 20, 100, 50)
    assert whole.strip(0, 0.5).foot == whole.strip(0.5, 1).y
    assert whole.inset(10, 5) == Area(20, 25, 80, 40)
    assert whole.corners == ((10, 20), (110, 20), (110, 70), (10, 70))
