"""What a paper will be like: its first page as a picture, drawn from the paper itself."""

from __future__ import annotations

import io
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING

import pypdfium2
from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.papers import jobs
from tournaments.papers.selectors import paper_of
from tournaments.papers.writer import first_page_alone

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.papers.print_options import PrintOptions

KEPT_SECONDS = 24 * 60 * 60
PICTURES = 4  # changes whenever papers look different though the event is the same
WIDE = 420  # pixels: sharp at the size the menu shows it in, also on phones
GREYS = 32  # enough for what is printed in black and white, and a third of the bytes

# pdfium may be called by one thread at a time.
_PDFIUM = Lock()


def version(event: Event) -> str:
    """What the pictures of an event are fresh by: another after whatever happens in it."""
    state = (PICTURES, event.pk, event.version, event.changed.isoformat(), get_language())
    return sha256(repr(state).encode()).hexdigest()[:16]


def picture(event: Event, options: PrintOptions) -> bytes:
    """The PNG of a paper's first page. Raises Refused where the paper cannot be made yet."""
    with first_page_alone():
        pdf = jobs.print_paper(event, _shorten(event, options)).pdf
    return picture_of(pdf)


def picture_of(pdf: bytes) -> bytes:
    """The PNG of a file's first page, kept under what the file holds."""
    key = f"first-page:{WIDE}:{sha256(pdf).hexdigest()}"
    found: bytes | None = cache.get(key)
    if found is None:
        found = first_page(pdf)
        cache.set(key, found, KEPT_SECONDS)
    return found


def first_page(pdf: bytes) -> bytes:
    """The PNG of its first page, in greys. Raises pypdfium2.PdfiumError for what is no PDF."""
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        picture = page.render(scale=WIDE / page.get_width(), grayscale=True).to_pil()
    out = io.BytesIO()
    picture.quantize(GREYS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _shorten(event: Event, options: PrintOptions) -> PrintOptions:
    """The same paper with no more in it than its first page shows, where it would be long."""
    options = replace(options, count=min(options.count, 2))
    paper = paper_of(event, options.kind)
    if paper is None or "only" not in paper.options or not jobs.is_long(event, options):
        return options
    first = event.entries.order_by("pk").values_list("pk", flat=True).first()
    return replace(options, only=first)
