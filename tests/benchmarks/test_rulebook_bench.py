"""How long the rulebook takes: the targets are 3.5 s of CPU for all games, once the lengths of its
chapters are known, 450 MB in the process that sets it, and a fifth more for a booklet."""

import os
import resource
import sys
from typing import Any

import pytest

from tests.tournaments.papers.rulebook.books import book
from tournaments.papers.rulebook.book import BookStyle
from tournaments.papers.rulebook.book_writer import print_book
from tournaments.papers.writer import impose

SECONDS = 3.5
MEGABYTES = 450
MORE_FOR_A_BOOKLET = 1.2
FOLDED = BookStyle("a4", "usual", "booklet")


def cpu() -> float:
    """Seconds of CPU of this process and of those that it started."""
    return sum(os.times()[:4])


@pytest.mark.benchmark(timer=cpu)
@pytest.mark.parametrize(
    "looks", [BookStyle("a4"), BookStyle("a5"), BookStyle("a4", "large")], ids=["a4", "a5", "large"]
)
def test_the_whole_rulebook(benchmark: Any, looks: BookStyle) -> None:
    pages = print_book(book(), looks).pages  # the lengths of the chapters are known then
    benchmark.pedantic(print_book, args=(book(), looks), rounds=3)
    if benchmark.enabled:
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        benchmark.extra_info["pages"] = pages
        benchmark.extra_info["MB"] = most // (1024 if sys.platform == "linux" else 1024**2)
        assert benchmark.stats.stats.min <= SECONDS
        assert benchmark.extra_info["MB"] <= MEGABYTES


@pytest.mark.benchmark(timer=cpu)
def test_a_booklet(benchmark: Any) -> None:
    began = cpu()
    pdf = print_book(book(), FOLDED).pdf
    printing = cpu() - began
    benchmark.pedantic(impose, args=(pdf, "a4"), rounds=3)
    if benchmark.enabled:
        more = 1 + benchmark.stats.stats.min / printing
        benchmark.extra_info["times the pages alone"] = round(more, 3)
        assert more <= MORE_FOR_A_BOOKLET
