"""Several papers bound into one file, each with a bookmark."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader, PdfWriter


@dataclass(frozen=True, slots=True)
class Part:
    """A paper within a larger one. `within`: the bookmark that its own stands under."""

    title: str
    pdf: bytes
    within: str = ""


def bound(parts: Iterable[Part], *, title: str, author: str = "") -> bytes:
    """Return one PDF with the pages of all parts in their order, and a bookmark for each.

    The same parts give the same bytes. Raises ValueError where there is nothing to bind.
    """
    writer = PdfWriter()
    chapters: dict[str, Any] = {}
    for part in parts:
        first = len(writer.pages)
        writer.append(PdfReader(io.BytesIO(part.pdf)), import_outline=False)
        if part.within and part.within not in chapters:
            chapters[part.within] = writer.add_outline_item(title=part.within, page_number=first)
        chapter = chapters.get(part.within)
        writer.add_outline_item(title=part.title, page_number=first, parent=chapter)
    if not len(writer.pages):
        raise ValueError("nothing to bind")
    writer.add_metadata({"/Title": title, "/Author": author, "/Creator": "Scorekeeper"})
    writer.page_mode = "/UseOutlines"
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
