"""Lines of text in the faces of the type scale, as they are drawn and how wide they are.

reportlab prints a missing glyph as a black box without a word, so text never reaches it unseen:
each character goes to the first font that has it, and one that no font has is printed as its
code.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache

from tournaments.papers.faces import KERNED, Face, drawable, font, has_glyph
from tournaments.papers.scripts import cleaned, composed, is_plain, runs_right_to_left
from tournaments.papers.shaping import Run, shaped_runs

__all__ = ["SAVING", "Face", "Run", "Shaped", "font", "has_glyph", "replaced", "shape", "width"]

# A font keeps a reading position while it is cut down to the glyphs in use, so two threads must
# not finish their documents at the same moment.
SAVING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Shaped:
    """A line of text ready to draw.

    runs: in drawing order; width: at size 1, so that width × size is in points; says: the text,
    where what is drawn does not say it letter by letter.
    """

    runs: tuple[Run, ...]
    width: float
    says: str = ""


@lru_cache(maxsize=20_000)
def shape(text: str, face: Face) -> Shaped:
    """Split `text` into runs that their fonts can draw, in drawing order, and measure it."""
    text = composed(text)
    plain = is_plain(text)
    if plain and face not in KERNED:
        own = font(face).face
        codes = [ord(char) for char in text]
        if all(map(own.charToGlyph.__contains__, codes)):
            return Shaped((Run(face, text),), sum(map(own.charWidths.__getitem__, codes)) / 1000)
    if plain:
        return Shaped(*shaped_runs(text, face))
    # Programs turn round by themselves what they find from right to left, and would turn this too.
    says = "" if runs_right_to_left(text) else text
    return Shaped(*shaped_runs(text, face), says=says)


@lru_cache(maxsize=20_000)
def replaced(text: str) -> str:
    """The characters of a text that no font has: on paper their codes stand in their place."""
    return "".join(
        dict.fromkeys(c for c in cleaned(composed(text)) if "‹U+" in drawable(c, Face.TEXT))
    )


def width(text: str, face: Face, size: float) -> float:
    """Return the width of `text` in points when set in `face` at `size` points."""
    return shape(text, face).width * size
