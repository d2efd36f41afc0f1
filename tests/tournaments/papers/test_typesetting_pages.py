"""Pages filled as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from tournaments.papers.typesetting import LEAST, fill_pages, height_of


@dataclass(frozen=True)
class Strip:
    height: float = 10.0
    before: float = 0.0
    leads: bool = False


strips = st.builds(Strip, st.floats(1, 40), st.floats(0, 15), st.booleans())
ROOM = 100.0


@given(st.lists(strips, max_size=60))
def test_every_piece_is_on_one_page_in_order_and_no_page_is_too_full(pieces: list[Strip]) -> None:
    pages = fill_pages(pieces, ROOM)
    assert [at for page in pages for at in page] == list(range(len(pieces)))
    for page in pages:
        assert page
        assert height_of([pieces[at] for at in page]) <= ROOM + 0.02


@given(st.integers(1, 400))
def test_no_page_of_lines_is_nearly_empty(count: int) -> None:
    pages = fill_pages([Strip()] * count, ROOM)
    assert len(pages) == -(-count // 10)
    if len(pages) > 1:
        assert min(len(page) for page in pages) >= 10 * LEAST


def test_what_leads_stays_with_what_follows() -> None:
    pieces = [Strip()] * 8 + [Strip(leads=True), Strip(leads=True), Strip(), *[Strip()] * 6]
    pages = fill_pages(pieces, ROOM)
    assert {8, 9, 10} <= set(pages[1])
    assert all(not pieces[page[-1]].leads for page in pages)


def test_the_space_above_the_first_piece_of_a_page_falls_away() -> None:
    pieces = [Strip(before=50.0), *[Strip()] * 9]
    assert len(fill_pages(pieces, ROOM)) == 1
    pieces = [*[Strip()] * 10, Strip(before=60.0), *[Strip()] * 9]
    assert [len(page) for page in fill_pages(pieces, ROOM)] == [10, 10]


def test_the_first_page_may_have_less_room() -> None:
    pages = fill_pages([Strip()] * 25, ROOM, first=50.0)
    assert [len(page) for page in pages] == [5, 10, 10]


def test_what_is_higher_than_a_page_has_one_of_its_own() -> None:
    pages = fill_pages([Strip(), Strip(300.0), Strip()], ROOM)
    assert [list(page) for page in pages] == [[0], [1], [2]]
    leading = fill_pages([Strip(60.0, leads=True), Strip(60.0, leads=True), Strip(60.0)], ROOM)
    assert len(leading) == 3
