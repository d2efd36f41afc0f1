"""Make the file of a book smaller, with nothing to be seen of it: numbers with fewer digits, tags
without what is plain from the page, streams packed as well as can be."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pikepdf

BEST: Final = 9  # of the levels at which streams are packed
ELEMENT = "/StructElem"
CELLS = ("/TD", "/TH")
LOOK = "/Layout"  # the attributes of a cell that say how its borders look

FOUR = rb"(?:-?\d*\.?\d+ ){4}"
TWO = rb"-?[\d.]+ -?[\d.]+"
PLAIN = rb"[^\\()]*(?:\\.[^\\()]*)*"
STRING = rb"\(" + PLAIN + rb"(?:\(" + PLAIN + rb"\)" + PLAIN + rb")*\)"
# Strings stay, with the whole moves between their letters; a move with a fraction, the first four
# numbers of a matrix, the size of a font, all other numbers.
PARTS = re.compile(
    rb"(?P<string>" + STRING + rb"(?:-?\d+" + STRING + rb")*)"
    rb"|(?P<move>(?<=\))-?\d+\.\d+(?=[(\]]))"
    rb"|(?P<matrix>(?:(?<=q )|(?<=\n)|\A)" + FOUR + rb")(?=" + TWO + rb" cm)"
    rb"|(?P<size>\d+\.\d+)(?= Tf)"
    rb"|-?\d+\.\d+",
    re.DOTALL,
)
DIGITS = {"matrix": 6, "size": 3, "move": 0}
USUAL = 2  # a hundredth of a point is less than any printer shows


def pack(document: pikepdf.Pdf) -> bytes:
    """Return the file, as small as it can be; the same document gives the same bytes."""
    import pikepdf  # 5 MB, for the few papers that are bound

    for page in document.pages:
        streams = page.obj.Contents
        for stream in streams if isinstance(streams, pikepdf.Array) else [streams]:
            stream.write(round_numbers(stream.read_bytes()))
    for element in document.objects:
        if isinstance(element, pikepdf.Dictionary) and element.get("/Type") == ELEMENT:
            _simplify(element)
    out = io.BytesIO()
    pikepdf.settings.set_flate_compression_level(BEST)
    document.save(
        out,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        recompress_flate=True,
    )
    return out.getvalue()


def round_numbers(content: bytes) -> bytes:
    """Round what a page draws, in points or in the units of a drawing, to hundredths; what it is
    multiplied by keeps more digits, and moves between letters, in thousandths of their size, none.
    """
    return PARTS.sub(_rounded, content)


def _rounded(match: re.Match[bytes]) -> bytes:
    kind = match.lastgroup or ""
    if kind == "string":
        return match[0]
    digits = DIGITS.get(kind, USUAL)
    if kind == "matrix":
        return b"".join(_short(number, digits) + b" " for number in match[0].split())
    return _short(match[0], digits)


@lru_cache(maxsize=4096)
def _short(number: bytes, digits: int) -> bytes:
    text = b"%.*f" % (digits, float(number))
    if digits:
        text = text.rstrip(b"0").rstrip(b".")
    return b"0" if text == b"-0" else text


def _simplify(element: Any) -> None:
    """Take from a tag its type, which is plain from where it stands, and the borders of a cell."""
    import pikepdf  # 5 MB, for the few papers that are bound

    del element["/Type"]
    if "/A" not in element or str(element.S) not in CELLS:
        return
    rest = [attributes for attributes in element.A if str(attributes.O) != LOOK]
    if rest:
        element.A = pikepdf.Array(rest)
    else:
        del element["/A"]
