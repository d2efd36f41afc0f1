"""Which lines of a text stand for a picture."""

import pytest

from rulesets.pictures.mentions import Mention, mentions


def test_pictures_are_found_in_order() -> None:
    text = (
        "# A\n\n![Three toes](picture:toes)\n\nwords\n\n![A hub, seen from above](picture:hub-2)\n"
    )
    assert mentions(text) == (
        Mention("toes", "Three toes"),
        Mention("hub-2", "A hub, seen from above"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "words ![in a line](picture:toes)",
        "![elsewhere](https://example.org/toes)",
        "![](picture:toes)",
        "![two\nlines](picture:toes)",
        "[no picture](picture:toes)",
    ],
)
def test_nothing_else_is_a_picture(text: str) -> None:
    assert mentions(text) == ()
