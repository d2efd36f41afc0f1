"""The typefaces of the printed pages: which font draws which character, and lines of text as they
are drawn and how wide they are.

reportlab prints a missing glyph as a black box without a word, so text never reaches it unseen:
each character goes to the first font that has it, and one that no font has is printed as its
code. Where letters join, change places or stand above each other, HarfBuzz chooses the glyphs.
Each goes onto the page under a private code of its font that also says which letters it stands
for, so that a PDF can be searched and read aloud.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr, TTFont

VIRAMA = 9  # the combining class of marks that join consonants
UNKNOWN = ("", "B", "BN", "S")
JOINERS = "\u200c\u200d"  # say how letters join, and which emoji form one picture
PICTURE = "\ufe0f"  # after a character that has an emoji, too
ISOLATES = "\u2068\u2069"  # around a name, whose direction leaves what is beside it in place
ISOLATED = re.compile("\u2068([^\u2068\u2069]*)\u2069?|([^\u2068\u2069]*)\u2069")

# Every block whose letters join, change places, stand above each other or run from right to left;
# marks that stand on letters; emoji. Nearly all text has none of them and needs no closer look.
COMPLEX = re.compile(
    "[\u0300-\u036f\u0590-\u109f\u1780-\u17ff\u1a20-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u20d0-\u20ff\ua840-\ua9ff\uaa60-\uaaff\ufb1d-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff"
    "\U00010800-\U00010fff\U00011000-\U00011fff\U0001e800-\U0001efff\U0001f000-\U0001faff"
    "\U000e0000-\U000e01ef\U000f0000-\U0010ffff]"
)


def composed(text: str) -> str:
    """Return `text` with its accents on their letters."""
    return unicodedata.normalize("NFC", text)


def is_plain(text: str) -> bool:
    """Whether each character of a composed text is a glyph, one after the other."""
    return text.isprintable() and not COMPLEX.search(text)


def cleaned(text: str) -> str:
    """The text with control characters as spaces, and without invisible ones, except those that
    join letters, and those around an isolated name."""
    return "".join(map(_cleaned, text))


def _cleaned(char: str) -> str:
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    if char in JOINERS or char in ISOLATES or char == PICTURE:
        return char
    if category == "Cf" or "\ufe00" <= char <= "\ufe0e" or "\U000e0100" <= char <= "\U000e01ef":
        return ""
    return char


def runs_right_to_left(text: str) -> bool:
    """Whether some of the text runs from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


def stretches(text: str) -> list[tuple[int, int, bool]]:
    """Cut a cleaned text into (begin, end, from right to left), in the order of the page.

    This is the Unicode bidirectional algorithm, rules P2 to L2, for text without explicit
    embeddings. Text with isolates belongs to a page from left to right, and each of them has the
    direction of its own first letter (an end that is missing is on another line).
    """
    if not runs_right_to_left(text):
        return [(0, len(text), False)] if text else []
    levels = _levels_of_parts(text)
    runs = []
    for level, group in groupby(range(len(text)), key=levels.__getitem__):
        places = list(group)
        runs.append((level, places[0], places[-1] + 1))
    odd = [level for level, _begin, _end in runs if level % 2]
    for level in range(max(levels), min(odd, default=max(levels) + 1) - 1, -1):
        runs = _turned(runs, level)
    return [(begin, end, level % 2 == 1) for level, begin, end in runs]


def _levels_of_parts(text: str) -> list[int]:
    """The levels of a text: of its isolates each by itself, of the rest as a page has it."""
    if not set(ISOLATES) & set(text):
        return _levels(text)
    levels = _levels(ISOLATED.sub(lambda match: "a" * len(match[0]), text), base=0)
    for match in ISOLATED.finditer(text):
        begin, end = match.span(1) if match[1] is not None else match.span(2)
        levels[begin:end] = _levels(text[begin:end])
    return levels


def _levels(text: str, base: int | None = None) -> list[int]:
    from bidi import algorithm  # imported only if a name needs it

    # Joiners count as marks on the letter before: the library would drop them.
    # Unclassified characters and paragraph separators count as letters from left to right.
    text = re.sub(f"[{JOINERS}]", "\u0300", text)
    text = "".join("a" if unicodedata.bidirectional(c) in UNKNOWN else c for c in text)
    storage: dict[str, Any] = algorithm.get_empty_storage()
    base = algorithm.get_base_level(text) if base is None else base
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(text, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    return [letter["level"] for letter in storage["chars"]]


def _turned(runs: list[tuple[int, int, int]], level: int) -> list[tuple[int, int, int]]:
    """Reverse each sequence of runs of at least that level (rule L2)."""
    order = []
    for high, group in groupby(runs, key=lambda run: run[0] >= level):
        row = list(group)
        order += row[::-1] if high else row
    return order


def letters(text: str) -> list[str]:
    """Cut text into units: a letter with its marks, a conjunct, an emoji."""
    units: list[str] = []
    for char in text:
        joined = units and (
            unicodedata.category(char) in ("Mn", "Mc", "Me")
            or char in JOINERS
            or "\U0001f3fb" <= char <= "\U0001f3ff"
            or units[-1][-1] in JOINERS
            or unicodedata.combining(units[-1][-1]) == VIRAMA
        )
        if joined:
            units[-1] += char
        else:
            units.append(char)
    return units


# Binary streams, not ASCII-85 text: a fifth smaller and far cheaper to write.
rl_config.useA85 = 0

# A font keeps a reading position while it is cut down to the glyphs in use, so two threads must
# not finish their documents at the same moment.
SAVING = threading.Lock()
# The library that renders pages to pictures allows one thread at a time.
PDFIUM = threading.Lock()

# Glyphs without a character of their own, or that stand for several, get codes of Unicode's last
# two planes, which nobody's name is written in.
PRIVATE = range(0xF0000, 0x10FFFE)

_FOLDER = Path(__file__).parent / "fonts"
_LOADING = threading.Lock()
_LOADED: dict["Face", "Font"] = {}
_INVISIBLE = JOINERS + PICTURE + ISOLATES
_MEANING = re.compile(r"^<([0-9A-F]{2})> <[0-9A-F]{4,}>$", re.MULTILINE)


class Face(StrEnum):
    """The faces of the type scale and of other scripts; the value is the font's name and the stem
    of its file.

    TEXT and BOLD have lining figures of one width, for tables; BOOK and its companions have text
    figures, and the small letters of BOOK_CAPS are small capitals. Their ♥ and ♦ are open, ♠ and ♣
    full. OTHERS draws what they lack. HEADLINE, SCREEN and SCREEN_BOLD are the faces of web pages,
    for pictures shown beside them.
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
    HEADLINE = "Fraunces-SemiBold"
    SCREEN = "Figtree-Regular"
    SCREEN_BOLD = "Figtree-Bold"
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
    Face.HEADLINE: (Face.HEADLINE, Face.DISPLAY, Face.OTHERS_BOLD, Face.OTHERS),
    Face.SCREEN: (Face.SCREEN, Face.OTHERS),
    Face.SCREEN_BOLD: (Face.SCREEN_BOLD, Face.OTHERS_BOLD, Face.OTHERS),
}

_LIGHT = (Face.TEXT, Face.BOOK, Face.BOOK_ITALIC, Face.BOOK_CAPS, Face.SCREEN)

KERNED = frozenset(
    (
        *(Face.DISPLAY, Face.BOOK, Face.BOOK_ITALIC, Face.BOOK_BOLD, Face.BOOK_CAPS),
        *(Face.HEADLINE, Face.SCREEN, Face.SCREEN_BOLD),
    )
)
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


class Font(TTFont):
    """A TrueType font that can also draw glyphs without a character of their own."""

    def __init__(self, name: str, filename: str) -> None:
        super().__init__(name, filename)
        self._private: dict[tuple[int, str], int] = {}
        self._letters: dict[int, str] = {}
        self._lock = threading.Lock()

    def draws(self, code: int) -> bool:
        """Whether the font has a glyph for a character."""
        return code < PRIVATE.start and code in self.face.charToGlyph

    @cached_property
    def shaper(self) -> uharfbuzz.Font:
        """The font as HarfBuzz reads it."""
        return uharfbuzz.Font(self.hbFace)

    def glyph(self, number: int, letters: str) -> tuple[int, float]:
        """The code that draws a glyph and reads as `letters`, and its width in thousandths of the
        size."""
        if len(letters) == 1 and self.face.charToGlyph.get(ord(letters)) == number:
            return ord(letters), self.face.charWidths[ord(letters)]
        with self._lock:
            # With that many different glyphs, further ones are drawn but cannot be read.
            letters = letters if len(self._private) < len(PRIVATE) // 2 else ""
            code = self._private.get((number, letters))
            if code is None:
                code = PRIVATE[len(self._private)]
                self.face.charWidths[code] = self.pdfScale(self.shaper.get_glyph_h_advance(number))
                self.face.charToGlyph[code] = number
                self._letters[code] = letters
                self._private[number, letters] = code
        return code, self.face.charWidths[code]

    def meaning(self, code: int) -> str:
        """The letters as which a code is read."""
        return self._letters.get(code, chr(code))

    def addObjects(self, doc: Any) -> None:  # noqa: N802  reportlab's name
        """Add the subsets that a document uses, each with the letters that its glyphs stand for:
        reportlab would write the code of a glyph there, even above U+FFFF, where readers ignore
        it."""
        subsets = {
            self.getSubsetInternalName(number, doc)[1:]: subset
            for number, subset in enumerate(self.state[doc].subsets)
        }
        super().addObjects(doc)
        for name, subset in subsets.items():
            stream = doc.idToObject[doc.idToObject[name].ToUnicode.name]

            def row(match: re.Match[str], subset: list[int] = subset) -> str:
                letters = self.meaning(subset[int(match[1], 16)])
                return f"<{match[1]}> <{letters.encode('utf-16-be').hex().upper()}>"

            stream.content = _MEANING.sub(row, stream.content)


def font(face: Face) -> Font:
    """Return the font of `face`, read and registered on first use."""
    if face in _LOADED:
        return _LOADED[face]
    with _LOADING:
        if face not in _LOADED:
            loaded = Font(face.value, str(_FOLDER / f"{face.value}.ttf"))
            pdfmetrics.registerFont(loaded)
            _LOADED[face] = loaded
        return _LOADED[face]


def has_glyph(face: Face, char: str) -> bool:
    """Say whether `face` can draw `char`."""
    return font(face).draws(ord(char))


FIGURES = frozenset("0123456789")


@lru_cache(maxsize=8192)
def face_for(char: str, face: Face) -> Face | None:
    """The font that draws a character in text of `face`; None if there is none. The text figures of
    DISPLAY are capitals in disguise: its 11 reads as two."""
    if face is Face.DISPLAY and char in FIGURES:
        return Face.BOLD
    code = ord(char)
    for first, last, light, bold in _SCRIPTS:
        if first <= code <= last:
            own = light if face in _LIGHT else bold
            if has_glyph(own, char):
                return own
    chain = (*_CHAINS.get(face, (face,)), Face.FALLBACK, Face.OTHERS, Face.EMOJI)
    return next((candidate for candidate in chain if has_glyph(candidate, char)), None)


@lru_cache(maxsize=8192)
def drawable(char: str, face: Face) -> str:
    """The character itself if a font has it, else its plain form, else its code."""
    if face_for(char, face) is not None:
        return char
    plain = unicodedata.normalize("NFKD", char)
    if plain != char:
        return "".join(drawable(piece, face) for piece in plain)
    return f"‹U+{ord(char):04X}›"


class Run(NamedTuple):
    """Text in one font, in the order of the page; a `ShapedStr` if its glyphs are placed
    individually."""

    face: Face
    text: str


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
    # Readers reverse text from right to left by themselves, and would reverse this, too.
    says = "" if runs_right_to_left(text) else text
    return Shaped(*shaped_runs(text, face), says=says)


@lru_cache(maxsize=20_000)
def replaced(text: str) -> str:
    """The characters of a text that no font has; on paper their codes replace them."""
    return "".join(
        dict.fromkeys(c for c in cleaned(composed(text)) if "‹U+" in drawable(c, Face.TEXT))
    )


LONG_WORD = re.compile(r"\S{40,}")
PIECE = 16  # letters of such a word after which a line may end
UNDRAWN = frozenset(f"{JOINERS}{PICTURE}\u00a0")


def printable(text: str) -> str:
    """The text with the code of every letter that no font has in its place (the typesetter refuses
    a page with such a letter), without invisible characters, and with places to break words that
    no column holds."""
    if text.isascii() and text.isprintable():
        return LONG_WORD.sub(_broken, text)
    letters = (
        char if char in UNDRAWN else drawable(char, Face.BOOK) for char in _clean(composed(text))
    )
    return LONG_WORD.sub(_broken, "".join(letters))


def _clean(text: str) -> str:
    """Cleaned, but with the spaces that no line may end at."""
    return "\u00a0".join(map(cleaned, text.split("\u00a0")))


def _broken(word: re.Match[str]) -> str:
    letters = word[0]
    return "\u200b".join(letters[at : at + PIECE] for at in range(0, len(letters), PIECE))


def width(text: str, face: Face, size: float) -> float:
    """Return the width of `text` in points when set in `face` at `size` points."""
    return shape(text, face).width * size


def shaped_runs(text: str, face: Face) -> tuple[tuple[Run, ...], float]:
    """The runs of a text in the order of the page, and their width at size 1."""
    whole = "".join(drawable(c, face) if c not in _INVISIBLE else c for c in cleaned(text))
    runs: list[Run] = []
    total = 0.0
    for begin, end, leftwards in stretches(whole):
        pieces = list(_by_font(whole[begin:end].strip(ISOLATES), face))
        for used, piece in reversed(pieces) if leftwards else pieces:
            if leftwards or used in KERNED or COMPLEX.search(piece):
                run, advance = _shape(piece, used, leftwards)
            else:
                run, advance = Run(used, piece), font(used).stringWidth(piece, 1)
            runs.append(run)
            total += advance
    return tuple(join_runs(runs)), total


def join_runs(runs: Iterable[Run]) -> Iterator[Run]:
    """Join adjacent runs of one font."""
    for face, row in groupby(runs, key=attrgetter("face")):
        first, *others = (run.text for run in row)
        for text in others:
            first += text
        yield Run(face, first)


def _by_font(text: str, face: Face) -> Iterator[tuple[Face, str]]:
    """Cut text where the font changes. Marks and joiners stay with their letters, and so do spaces
    and the like if that font has them."""
    begin, current = 0, None
    for place, char in enumerate(text):
        if char in _INVISIBLE:
            continue
        choice = face_for(char, face) or face
        follows = text[place + 1 : place + 2] == PICTURE
        if follows and font(Face.EMOJI).draws(ord(char)):
            choice = Face.EMOJI
        keeps = not char.isalnum()
        if current not in (None, Face.EMOJI, Face.FALLBACK) and keeps and not follows:
            before = font(current)
            if before.draws(ord(char)) and choice not in (Face.EMOJI, Face.FALLBACK):
                choice = current
        if current is not None and choice != current:
            yield current, text[begin:place]
            begin = place
        current = choice
    if text:
        yield current or face, text[begin:]


def _shape(text: str, face: Face, leftwards: bool) -> tuple[Run, float]:
    """Shape text of one font and direction."""
    used = font(face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.direction = "rtl" if leftwards else "ltr"
    buffer.guess_segment_properties()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    # Single letters can be searched and divided; fi and fl of the book face need no ligature.
    uharfbuzz.shape(used.shaper, buffer, {"liga": False} if face in KERNED else None)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    clusters = [info.cluster for info in infos]
    # From right to left the glyphs of a cluster are in reverse order, too.
    meant = _meanings(text, clusters[::-1])[::-1] if leftwards else _meanings(text, clusters)
    glyphs, places, width = "", [], 0.0
    for info, place, letters in zip(infos, positions, meant, strict=True):
        code, own = used.glyph(info.codepoint, letters)
        glyphs += chr(code)
        numbers = place.x_advance, place.y_advance, place.x_offset, place.y_offset
        moves = [round(used.pdfScale(each), 2) for each in numbers]
        places.append(ShapeData(info.cluster, *moves, round(own, 2)))
        width += used.pdfScale(place.x_advance)
    moved = any(
        glyph.x_offset or glyph.y_offset or glyph.x_advance != glyph.width for glyph in places
    )
    return Run(face, ShapedStr(glyphs, places) if moved else glyphs), width / 1000


def _meanings(text: str, clusters: list[int]) -> list[str]:
    """The letters that each glyph stands for: those of a cluster are divided among its glyphs, and
    the last one gets the rest."""
    ends = dict(pairwise([*sorted(set(clusters)), len(text)]))
    counts: dict[int, int] = {}
    meanings = []
    for place, cluster in enumerate(clusters):
        letters = text[cluster : ends[cluster]]
        at = counts.get(cluster, 0)
        counts[cluster] = at + 1
        last = cluster not in clusters[place + 1 :]
        meanings.append(letters[at:] if last else letters[at : at + 1])
    return meanings
