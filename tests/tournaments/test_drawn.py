"""Parts of pages that are kept as they were drawn."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from tournaments.drawn import Drawn


class Pen:
    """Draws, and counts how often it had to."""

    def __init__(self, text: str = "drawn") -> None:
        self.text = text
        self.times = 0

    def __call__(self) -> SafeString:
        self.times += 1
        return mark_safe(f"{self.text} {self.times}")


def test_what_shows_the_same_is_drawn_once():
    drawn, pen = Drawn(), Pen()
    assert drawn.part("seats", pen) == drawn.part("seats", pen) == "drawn 1"
    assert drawn.part("others", pen) == "drawn 2"


def test_what_shows_something_else_is_drawn_anew():
    drawn, pen = Drawn(), Pen()
    drawn.part("form", pen, shows=["tricks"])
    assert drawn.part("form", pen, shows=["tricks"]) == "drawn 1"
    assert drawn.part("form", pen, shows=["tricks", "lady"]) == "drawn 2"
    assert drawn.part("form", pen, shows=["tricks"]) == "drawn 3"
    assert drawn.taken == len("drawn 3")


def test_every_language_has_its_own():
    drawn, pen = Drawn(), Pen()
    drawn.part("seats", pen)
    with override("de"):
        assert drawn.part("seats", pen) == "drawn 2"
    assert drawn.part("seats", pen) == "drawn 1"


def test_the_oldest_make_room():
    drawn, pen = Drawn(room=20), Pen()
    for key in ("first", "second", "third"):  # seven letters each
        drawn.part(key, pen)
    assert pen.times == 3
    assert drawn.taken == 14
    drawn.part("third", pen)
    drawn.part("second", pen)
    assert pen.times == 3
    assert drawn.part("first", pen) == "drawn 4"


def test_what_is_larger_than_all_the_room_is_not_kept():
    drawn, pen = Drawn(room=3), Pen()
    assert drawn.part("seats", pen) == "drawn 1"
    assert drawn.part("seats", pen) == "drawn 2"
    assert drawn.taken == 0
