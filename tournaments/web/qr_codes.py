"""QR codes of addresses: for papers, pages and consoles."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING

import segno
from django.http import HttpResponse

if TYPE_CHECKING:
    from tournaments.papers.geometry import Box
    from tournaments.papers.pen import Pen


MOST = 3072  # of some 5 kB each; a hall of ten thousand people has 2,500 tables
# The chequered one of the eight masks of ISO/IEC 18004. Trying them all for the one with the fewest
# patterns costs several times as much as the code itself. The choice helps regular contents, but
# the long part of our addresses is random. Readers learn the mask from the code.
MASK = 0
QUIET = 4  # modules that stay white round a code


@lru_cache(maxsize=MOST)
def code_of(address: str) -> segno.QRCode:
    """Return the QR code of an address, readable with 15 % of it worn (level M). Raises ValueError
    if the address is longer than any code."""
    return segno.make(address, error="m", micro=False, mask=MASK)


def draw_code(pen: Pen, box: Box, text: str) -> None:
    """Draw `text` as a QR code that fills the square `box`, quiet zone within."""
    matrix, canvas = code_of(text).matrix, pen.canvas
    side = len(matrix) + 2 * QUIET
    path = canvas.beginPath()
    for number, row in enumerate(matrix, QUIET + 1):
        for dark, group in groupby(range(len(row)), row.__getitem__):
            if dark:
                left, *others = group
                # A bar is a hair taller than its row: viewers otherwise show white seams.
                path.rect(left + QUIET, side - number, 1 + len(others), 1.02)
    canvas.saveState()
    canvas.translate(box.x, box.top - box.width)
    canvas.scale(box.width / side, box.width / side)
    canvas.drawPath(path, stroke=0, fill=1, fillMode=1)
    canvas.restoreState()


# Black on white whatever the colours of the terminal: most cameras read no code of light on dark.
_INK, _RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
_HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
MARGIN = 2  # modules round a code on a console, where rows are dear


def console_lines(address: str) -> list[str]:
    """Return the code of an address in half blocks, two rows of modules on a line. It has the least
    error correction: screens do not wear, and fewer rows are easier to scan."""
    modules = segno.make(address, error="l", micro=False, boost_error=False).matrix
    width = len(modules) + 2 * MARGIN
    empty = (0,) * width
    rows = [empty] * MARGIN
    rows += [(*(0,) * MARGIN, *row, *(0,) * MARGIN) for row in modules]
    rows += [empty] * (MARGIN + (len(rows) + MARGIN) % 2)
    return [
        _INK + "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True)) + _RESET
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def qr_response(address: str) -> HttpResponse:
    """Return the code of an address as an SVG, black on white, that no cache may store."""
    image = BytesIO()
    code_of(address).save(image, kind="svg", scale=8, border=4, light="#fff")
    response = HttpResponse(image.getvalue(), content_type="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response
