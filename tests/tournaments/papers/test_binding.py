"""Pages two by two on sheets to be folded."""

from __future__ import annotations

import io
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from rulesets import games
from tests.tournaments.papers.rulebook.books import a_book, chapter, read_pdf, words_of
from tests.tournaments.papers.rulebook.ua_check import kinds_in
from tournaments.papers.rulebook.book import BookStyle
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.theme import SIZES
from tournaments.papers.writer import NEST, SIGNATURES, impose, sheets_for, sides_of, signatures_of

A5 = BookStyle("a5")


def read_back(sides: list[tuple[int | None, int | None]]) -> list[int | None]:
    """The pages of sheets that lie in each other, as they follow when it is folded."""
    leaves: list[int | None] = []
    pairs = list(zip(sides[::2], sides[1::2], strict=True))
    for front, back in pairs:  # the right halves, outside in
        leaves += [front[1], back[0]]
    for front, back in reversed(pairs):
        leaves += [back[1], front[0]]
    return leaves


@given(st.integers(1, 400), st.sampled_from(SIGNATURES))
def test_signatures_one_after_the_other_have_the_pages_in_order(pages: int, most: int) -> None:
    sheets = sheets_for(pages)
    sizes = signatures_of(sheets, most)
    assert sum(sizes) == sheets
    assert len(sizes) == 1 if sheets <= NEST else max(sizes) <= most
    assert max(sizes) - min(sizes) <= 1
    sides = list(sides_of(pages, most))
    leaves: list[int | None] = []
    for count in sizes:
        leaves += read_back(sides[: 2 * count])
        del sides[: 2 * count]
    assert not sides
    assert leaves[:pages] == list(range(pages))
    assert set(leaves[pages:]) <= {None}
    assert len(leaves) - pages < 4


@given(st.integers(1, 400))
def test_read_as_it_is_folded_the_pages_follow_each_other(pages: int) -> None:
    sides = list(sides_of(pages))
    assert len(sides) == 2 * sheets_for(pages)
    leaves = read_back(sides)
    assert [leaf for leaf in leaves if leaf is not None] == list(range(pages))
    assert leaves[:pages] == list(range(pages))
    assert 0 <= leaves.count(None) < 4


@cache
def a_small_book() -> bytes:
    """Chapters with tables and figures, with a cover and lists: more pages than two sheets have."""
    return print_book(a_book(*map(chapter, map(games.load, ("hearts", "sticks")))), A5).pdf


@pytest.mark.parametrize("most", [0, 2])
def test_a_booklet_has_every_page_on_half_a_sheet(most: int) -> None:
    pdf, found = impose(a_small_book(), "a4", most), read_pdf(a_small_book())
    reader = PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) == 2 * sheets_for(len(found.pages))
    down, across = SIZES["a4"]
    sides = sides_of(len(found.pages), most)
    for page, text, side in zip(reader.pages, words_of(pdf), sides, strict=True):
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (across, down)
        )
        for number in side:
            if number is not None and found.pages[number]:
                assert " ".join(found.pages[number].split())[:20] in " ".join(text.split())
        forms = page["/Resources"]["/XObject"]
        assert len(forms) == sum(number is not None for number in side)
    assert reader.metadata is not None
    assert reader.metadata.title == found.reader.metadata.title
    assert impose(a_small_book(), "a4", most) == pdf


def test_a_booklet_keeps_the_structure_of_its_pages_in_their_order() -> None:
    whole, folded = kinds_in(a_small_book()), kinds_in(impose(a_small_book(), "a4"))
    for role in ("H1", "H2", "TH", "Figure"):
        assert folded[role] == whole[role] > 0
    assert folded["Link"] == 0  # nobody follows a link on paper
