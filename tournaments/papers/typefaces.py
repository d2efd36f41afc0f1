"""The fonts of the printed pages, and which of them draws which character.

reportlab prints a missing glyph as a black box without a word, so text never reaches it unseen:
each character goes to the first font that has it, and one that no font has is printed as its
code. The fonts are read once per process, the large one for Chinese, Japanese and Korean only
when a name needs it.
"""

import threading
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournaments.papers.embedding import KeptFont
from tournaments.papers.scripts import visual

# Binary streams, not ASCII-85 text: a fifth smaller and far cheaper to write.
rl_config.useA85 = 0

_FOLDER = Path(__file__).parent / "fonts"
_LOADING = threading.Lock()
_LOADED: dict["Face", TTFont] = {}

# A font keeps a reading position while it is cut down to the glyphs in use, so two threads must
# not finish their documents at the same moment.
SAVING = threading.Lock()


class Face(StrEnum):
    """The faces of the type scale; the value is the font's name and its file's stem."""

    TEXT = "DejaVuSansCondensed"
    BOLD = "DejaVuSansCondensed-Bold"
    DISPLAY = "DejaVuSerifCondensed-Bold"
    FALLBACK = "DroidSansFallback"


_CHAINS = {
    Face.TEXT: (Face.TEXT, Face.FALLBACK),
    Face.BOLD: (Face.BOLD, Face.TEXT, Face.FALLBACK),
    Face.DISPLAY: (Face.DISPLAY, Face.BOLD, Face.TEXT, Face.FALLBACK),
    Face.FALLBACK: (Face.FALLBACK, Face.TEXT),
}


@dataclass(frozen=True, slots=True)
class Shaped:
    """A line of text ready to draw.

    runs: (font, text) in drawing order; width: at size 1, so that width × size is in points.
    """

    runs: tuple[tuple[Face, str], ...]
    width: float


def font(face: Face) -> TTFont:
    """Return the font of `face`, read and registered on first use."""
    if face in _LOADED:
        return _LOADED[face]
    with _LOADING:
        if face not in _LOADED:
            loaded = KeptFont(face.value, str(_FOLDER / f"{face.value}.ttf"))
            pdfmetrics.registerFont(loaded)
            _LOADED[face] = loaded
        return _LOADED[face]


def has_glyph(face: Face, char: str) -> bool:
    """Say whether `face` can draw `char`."""
    return ord(char) in font(face).face.charToGlyph


@lru_cache(maxsize=20_000)
def shape(text: str, face: Face) -> Shaped:
    """Split `text` into runs that their fonts can draw, in drawing order, and measure it."""
    drawn = visual(text)
    own = font(face).face
    codes = [ord(char) for char in drawn]
    if all(map(own.charToGlyph.__contains__, codes)):
        return Shaped(((face, drawn),), sum(map(own.charWidths.__getitem__, codes)) / 1000)
    runs: list[tuple[Face, str]] = []
    for char in drawn:
        for chosen, piece in _drawable(char, face):
            if runs and runs[-1][0] == chosen:
                runs[-1] = (chosen, runs[-1][1] + piece)
            else:
                runs.append((chosen, piece))
    width = sum(font(used).stringWidth(piece, 1) for used, piece in runs)
    return Shaped(tuple(runs), width)


def _drawable(char: str, face: Face) -> list[tuple[Face, str]]:
    """Return the font for one character; failing all, for its plain form, else for its code."""
    for candidate in _CHAINS[face]:
        if has_glyph(candidate, char):
            return [(candidate, char)]
    plain = unicodedata.normalize("NFKD", char)
    if plain != char:
        return [part for piece in plain for part in _drawable(piece, face)]
    return [(face, f"‹U+{ord(char):04X}›")]


def width(text: str, face: Face, size: float) -> float:
    """Return the width of `text` in points when set in `face` at `size` points."""
    return shape(text, face).width * size
