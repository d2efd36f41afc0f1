"""How long the rulebook takes: the target is 24 ms of CPU a page for all games, with contents and
index, and a booklet within a fifth more."""

import time
from typing import Any

import pytest

from tests.tournaments.papers.rulebook.books import book
from tournaments.papers.rulebook.book import BookStyle
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.writer import impose

SECONDS_A_PAGE = 0.024
MORE_FOR_A_BOOKLET = 1.2
FOLDED = BookStyle("a4", folded=True)


def pages_of(looks: BookStyle) -> int:
    """How many pages there are."""
    told = [0]

    def note(done: int, _total: int) -> None:
        told[0] = done

    print_book(book(), looks, note)  # the fonts are read once a process
    return told[0]


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize(
    "looks", [BookStyle("a4"), BookStyle("a5", "large")], ids=["a4", "a5-large"]
)
def test_the_whole_rulebook(benchmark: Any, looks: BookStyle) -> None:
    pages = pages_of(looks)
    benchmark.pedantic(print_book, args=(book(), looks), rounds=4)
    if benchmark.enabled:
        a_page = benchmark.stats.stats.min / pages
        benchmark.extra_info["pages"] = pages
        benchmark.extra_info["ms a page"] = round(1000 * a_page, 1)
        assert a_page <= SECONDS_A_PAGE


@pytest.mark.benchmark(timer=time.process_time)
def test_a_booklet(benchmark: Any) -> None:
    pages_of(FOLDED)
    began = time.process_time()
    pdf = print_book(book(), FOLDED)
    printing = time.process_time() - began
    benchmark.pedantic(impose, args=(pdf, "a4"), rounds=4)
    if benchmark.enabled:
        more = 1 + benchmark.stats.stats.min / printing
        benchmark.extra_info["times the pages alone"] = round(more, 3)
        assert more <= MORE_FOR_A_BOOKLET
