"""The fonts of the printed pages, and which of them draws which character.

Each is read once per process, when something needs it.
"""

import threading
import unicodedata
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics

from tournaments.papers.embedding import KeptFont

# Binary streams, not ASCII-85 text: a fifth smaller and far cheaper to write.
rl_config.useA85 = 0

_FOLDER = Path(__file__).parent / "fonts"
_LOADING = threading.Lock()
_LOADED: dict["Face", KeptFont] = {}


class Face(StrEnum):
    """The faces of the type scale and those of other scripts; the value is the font's name and its
    file's stem.

    TEXT and BOLD have lining figures of one width, as tables have them; BOOK and those like it
    have figures of the text, and the small letters of BOOK_CAPS are small capitals. Their ♥ and ♦
    are open, ♠ and ♣ full. OTHERS draws what they lack.
    """

    TEXT = "Vollkorn-Table"
    BOLD = "Vollkorn-TableBold"
    DISPLAY = "Vollkorn-Head"
    OTHERS = "DejaVuSansCondensed"
    OTHERS_BOLD = "DejaVuSansCondensed-Bold"
    BOOK = "Vollkorn-Text"
    BOOK_ITALIC = "Vollkorn-Italic"
    BOOK_BOLD = "Vollkorn-Bold"
    BOOK_CAPS = "Vollkorn-Caps"
    FALLBACK = "DroidSansFallback"
    EMOJI = "NotoEmoji-Regular"
    HEBREW = "NotoSansHebrew-Regular"
    HEBREW_BOLD = "NotoSansHebrew-Bold"
    ARABIC = "NotoSansArabic-Regular"
    ARABIC_BOLD = "NotoSansArabic-Bold"
    DEVANAGARI = "NotoSansDevanagari-Regular"
    DEVANAGARI_BOLD = "NotoSansDevanagari-Bold"
    BENGALI = "NotoSansBengali-Regular"
    GURMUKHI = "NotoSansGurmukhi-Regular"
    GUJARATI = "NotoSansGujarati-Regular"
    TAMIL = "NotoSansTamil-Regular"
    TELUGU = "NotoSansTelugu-Regular"
    KANNADA = "NotoSansKannada-Regular"
    MALAYALAM = "NotoSansMalayalam-Regular"
    THAI = "NotoSansThai-Regular"
    THAI_BOLD = "NotoSansThai-Bold"


_CHAINS = {
    Face.TEXT: (Face.TEXT, Face.OTHERS),
    Face.BOLD: (Face.BOLD, Face.OTHERS_BOLD, Face.OTHERS),
    Face.DISPLAY: (Face.DISPLAY, Face.OTHERS_BOLD, Face.OTHERS),
    Face.BOOK: (Face.BOOK, Face.OTHERS),
    Face.BOOK_ITALIC: (Face.BOOK_ITALIC, Face.BOOK, Face.OTHERS),
    Face.BOOK_BOLD: (Face.BOOK_BOLD, Face.OTHERS_BOLD, Face.OTHERS),
    Face.BOOK_CAPS: (Face.BOOK_CAPS, Face.OTHERS),
}

_LIGHT = (Face.TEXT, Face.BOOK, Face.BOOK_ITALIC, Face.BOOK_CAPS)

KERNED = frozenset((Face.DISPLAY, Face.BOOK, Face.BOOK_ITALIC, Face.BOOK_BOLD, Face.BOOK_CAPS))
"""The faces whose pairs of letters are set closer or wider: not those of tables and names."""

# First and last code of the scripts with fonts of their own: of the lighter and the bolder faces.
_SCRIPTS = (
    (0x0590, 0x05FF, Face.HEBREW, Face.HEBREW_BOLD),
    (0x0600, 0x077F, Face.ARABIC, Face.ARABIC_BOLD),
    (0x08A0, 0x08FF, Face.ARABIC, Face.ARABIC_BOLD),
    (0x0900, 0x097F, Face.DEVANAGARI, Face.DEVANAGARI_BOLD),
    (0x0980, 0x09FF, Face.BENGALI, Face.BENGALI),
    (0x0A00, 0x0A7F, Face.GURMUKHI, Face.GURMUKHI),
    (0x0A80, 0x0AFF, Face.GUJARATI, Face.GUJARATI),
    (0x0B80, 0x0BFF, Face.TAMIL, Face.TAMIL),
    (0x0C00, 0x0C7F, Face.TELUGU, Face.TELUGU),
    (0x0C80, 0x0CFF, Face.KANNADA, Face.KANNADA),
    (0x0D00, 0x0D7F, Face.MALAYALAM, Face.MALAYALAM),
    (0x0E00, 0x0E7F, Face.THAI, Face.THAI_BOLD),
    (0xA8E0, 0xA8FF, Face.DEVANAGARI, Face.DEVANAGARI_BOLD),
    (0xFB1D, 0xFB4F, Face.HEBREW, Face.HEBREW_BOLD),
    (0xFB50, 0xFDFF, Face.ARABIC, Face.ARABIC_BOLD),
    (0xFE70, 0xFEFE, Face.ARABIC, Face.ARABIC_BOLD),
)


def font(face: Face) -> KeptFont:
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
    return font(face).draws(ord(char))


@lru_cache(maxsize=8192)
def face_for(char: str, face: Face) -> Face | None:
    """The font that draws a character in text of `face`; None if there is none."""
    code = ord(char)
    for first, last, light, bold in _SCRIPTS:
        if first <= code <= last:
            own = light if face in _LIGHT else bold
            if has_glyph(own, char):
                return own
    chain = (*_CHAINS.get(face, (face,)), Face.FALLBACK, Face.OTHERS, Face.EMOJI)
    return next((one for one in chain if has_glyph(one, char)), None)


@lru_cache(maxsize=8192)
def drawable(char: str, face: Face) -> str:
    """The character itself if a font has it; failing that its plain form, else its code."""
    if face_for(char, face) is not None:
        return char
    plain = unicodedata.normalize("NFKD", char)
    if plain != char:
        return "".join(drawable(piece, face) for piece in plain)
    return f"‹U+{ord(char):04X}›"
