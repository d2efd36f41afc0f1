"""Which lines of a text stand for a picture."""

import pytest

from rulesets.rule_texts import PictureMention, find_mentions


def test_pictures_are_found_in_order() -> None:
    text = (
        "# A\n\n![Three toes](picture:toes)\n\nwords\n\n![A hub, seen from above](picture:hub-2)\n"
    )
    assert find_mentions(text) == (
        PictureMention("toes", "Three toes"),
        PictureMention("hub-2", "A hub, seen from above"),
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
    assert find_mentions(text) == ()
