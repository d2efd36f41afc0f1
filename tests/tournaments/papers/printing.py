"""Papers printed from plain values, without a database, and what holds for every page."""

from collections.abc import Callable
from dataclasses import fields
from math import hypot
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from tournaments.papers.catalogue import Bundle, Order, Pages, PrintOptions
from tournaments.papers.data import Heading, Progress
from tournaments.papers.writer import render_paper

OPTIONS = {each.name for each in fields(PrintOptions)}


def pdf_of(
    draw: Callable[[Order], Pages | Bundle],
    heading: Heading | None = None,
    *,
    progress: Progress | None = None,
    **given: Any,
) -> bytes:
    """The PDF of a paper; `given` are options and values of its order by their names."""
    options = {name: value for name, value in given.items() if name in OPTIONS}
    values = {name: value for name, value in given.items() if name not in OPTIONS}
    if heading is not None:
        values["heading"] = heading
    order = Order(PrintOptions("", **options), **values)
    return render_paper(order, draw(order), progress)


def check_page(page: pypdfium2.PdfPage, edge: float = 5, least: float = 0) -> str:
    """The text of a page, without spaces: nothing lies nearer to its edges than `edge` points, no
    letter is replaced by a box, and none is set in less than `least` points."""
    width, height = page.get_size()
    text = page.get_textpage()
    words = text.get_text_bounded()
    assert words.strip()
    assert not {"■", "\ufffd"} & set(words)
    for number in range(text.count_rects()):
        left, foot, right, top = text.get_rect(number)
        within = left >= edge and right <= width - edge and foot >= edge and top <= height - edge
        assert within, text.get_text_bounded(left, foot, right, top)
    for place in range(text.count_chars() if least else 0):
        if pdfium.FPDFText_IsGenerated(text, place):  # a break between lines
            continue
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(text, place, matrix)
        size = pdfium.FPDFText_GetFontSize(text, place) * hypot(matrix.c, matrix.d)
        assert size >= least - 0.01, (size, text.get_text_range(place, 9))
    return "".join(words.split())
