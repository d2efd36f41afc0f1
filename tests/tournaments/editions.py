"""Editions of the rulebook, for tests."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfWriter

from tournaments.models import BookEdition
from tournaments.papers.editions.selectors import BookWish


def a_wish(**values: Any) -> BookWish:
    """A small book."""
    usual = {"title": "Our games", "line": "First edition", "which": "chosen", "sheets": False}
    return BookWish(**{**usual, "games": ("hearts", "golf"), **values})


def an_edition(family: int, pages: int = 2, **values: Any) -> BookEdition:
    """One that was printed: so many empty pages."""
    writer, out = PdfWriter(), io.BytesIO()
    for _page in range(pages):
        writer.add_blank_page(300, 400)
    writer.write(out)
    wish = a_wish(form="booklet", **values)
    return BookEdition.objects.create(
        family_id=family,
        number=1,
        title=wish.title,
        line=wish.line,
        wish=wish.to_json(),
        told={"general": {}, "games": {}},
        pages=pages,
        pdf=out.getvalue(),
    )
