"""Pages two by two on sheets to be folded."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.tournaments.papers.rulebook.books import printed, read
from tournaments.papers.rulebook.booklet import folded, sheets_for, sides_of
from tournaments.papers.theme import SIZES


@given(st.integers(1, 400))
def test_read_as_it_is_folded_the_pages_follow_each_other(pages: int) -> None:
    sides = list(sides_of(pages))
    assert len(sides) == 2 * sheets_for(pages)
    leaves: list[int | None] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):  # the right halves, outside in
        leaves += [front[1], back[0]]
    for front, back in reversed(list(zip(sides[::2], sides[1::2], strict=True))):
        leaves += [back[1], front[0]]
    assert [one for one in leaves if one is not None] == list(range(pages))
    assert leaves[:pages] == list(range(pages))
    assert 0 <= leaves.count(None) < 4


def test_a_booklet_has_every_page_on_half_a_sheet() -> None:
    pdf, found = folded(printed("A4 folded"), "a4"), read("A4 folded")
    reader = PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) == 2 * sheets_for(len(found.pages))
    down, across = SIZES["a4"]
    for page, side in zip(reader.pages, sides_of(len(found.pages)), strict=True):
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (across, down)
        )
        text = page.extract_text()
        for number in side:
            if number is not None and found.pages[number]:
                assert found.labels[number] == "Cover" or found.labels[number] in text.split()
        forms = page["/Resources"]["/XObject"]
        assert len(forms) == sum(number is not None for number in side)
    assert reader.metadata is not None
    assert reader.metadata.title == found.reader.metadata.title
    assert folded(printed("A4 folded"), "a4") == pdf
