"""Documents of pages of a kind: what they have in common is drawn once, as a form under each.

So a page costs no more than what is written on it. The form of the first page is kept for the next
document with one like it.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from django.utils.translation import get_language
from reportlab.pdfbase.pdfdoc import (
    PDFDictionary,
    PDFObjectReference,
    PDFResourceDictionary,
    xObjectName,
)

from tournaments.papers.board_cells import Drawn
from tournaments.papers.data import Heading, Progress
from tournaments.papers.documents import end_page
from tournaments.papers.kept_forms import lay
from tournaments.papers.pen import Pen
from tournaments.papers.theme import (
    Style,
    draw_number,
    draw_occasion,
    finished,
    new_pen,
    occasion,
    page_numbers,
    sampled,
    turn_to,
)


@dataclass(frozen=True, eq=False)
class Kind:
    """What pages of a document are alike in; `key` tells everything that they have in common."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class Layers:
    """A page: what it has in common with all pages of its kind, and what is its own."""

    kind: Kind
    style: Style
    under: Callable[[Pen], None]
    over: Callable[[Pen, Drawn], None]


class Shared:
    """What all pages of a document stand on: their resources, and the ends of pages."""

    def __init__(self, pen: Pen) -> None:
        self.canvas: Any = pen.canvas
        self.forms = PDFDictionary({})
        resources = PDFResourceDictionary(XObject=self.forms)
        resources.basicFonts()
        self.resources = self.canvas._doc.Reference(resources, "SharedResources")

    def add(self, form: str) -> None:
        """Let all pages show a form."""
        name = xObjectName(form)
        self.forms.dict[name] = PDFObjectReference(name)

    def close(self, style: Style) -> None:
        """End a page."""
        end_page(self.canvas, self.resources, _media_box(style))


def write_layered(
    heading: Heading,
    title: str,
    pages: Sequence[Layers],
    style: Style,
    progress: Progress | None = None,
) -> bytes:
    """Draw the pages one after the other, each with its foot, and return the PDF; with nothing to
    print there is one empty page."""
    nothing = Layers(Kind(None), style, lambda _pen: None, lambda _pen, _drawn: None)
    pages = pages or [nothing]
    pen = new_pen(heading, title, style)
    shared, kinds = Shared(pen), _Kinds(pen, heading, page_numbers(len(pages))(len(pages)))
    numbered = page_numbers(len(pages))
    # Many pages are too short to gain from compression; fonts and forms are always compressed.
    compressed = int(len(pages) == 1)
    for number, page in enumerate(pages[:1] if sampled() else pages, start=1):
        pen.canvas.setPageCompression(1)
        form, drawn = kinds.of(page, shared)
        pen.canvas.setPageCompression(compressed)
        turn_to(pen, page.style)
        pen.canvas.doForm(form)
        page.over(pen, drawn)
        draw_number(pen, page.style, numbered(number))
        shared.close(page.style)
        if progress is not None:
            progress(number, len(pages))
    pen.canvas.setPageCompression(1)
    return finished(pen)


@lru_cache(16)
def _media_box(style: Style) -> bytes:
    across, down = (each * style.scale for each in style.size)
    return f"[0 0 {across:g} {down:g}]".encode()


class _Kinds:
    """The forms of a document, and what was drawn over each."""

    def __init__(self, pen: Pen, heading: Heading, longest: str) -> None:
        self.pen, self.heading, self.longest = pen, heading, longest
        self.found: dict[Kind, tuple[str, Drawn]] = {}

    def of(self, page: Layers, shared: Shared) -> tuple[str, Drawn]:
        """The form of a page's kind, drawn with the first page of it."""
        known = self.found.get(page.kind)
        if known is not None:
            return known
        name = f"kind{len(self.found)}"
        draw = partial(self._draw, page)
        size = page.style.size
        if self.found:
            self.pen.canvas.beginForm(name, 0, 0, *size)
            draw()
            self.pen.canvas.endForm()
        else:
            told = occasion(self.heading), self.longest, get_language()
            lay(self.pen, (*told, page.style, page.kind.key), size, {name: draw})
        shared.add(name)
        made: tuple[str, Drawn] = (name, {})
        self.found[page.kind] = made
        return made

    def _draw(self, page: Layers) -> None:
        page.under(self.pen)
        draw_occasion(self.pen, self.heading, page.style, self.longest)
