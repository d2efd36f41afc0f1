"""What names of other scripts cost beside plain ones, and the pictures of first pages."""

import io
import itertools
import time
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.data import CardPerson, Heading
from tournaments.papers.printing import first_page
from tournaments.papers.table_cards import place_cards

HEADING = Heading("Family evening", "21 November 2026", "Parish hall")
PLAIN = ("Anne-Marie", "Łukasz", "Ελένη", "Олег", "Zoë")
SHAPED = ("फ़ातिमा", "محمد", "שרה", "สมชาย", "Anna 🎉")
CARDS = 300


def people(names: tuple[str, ...], number: int) -> list[CardPerson]:
    return [CardPerson(f"{names[i % len(names)]} {number}-{i}") for i in range(CARDS)]


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("names", [PLAIN, SHAPED], ids=["plain", "shaped"])
def test_place_cards_of_new_names(benchmark: Any, names: tuple[str, ...]) -> None:
    rounds = itertools.count()
    pdf_of(
        place_cards, HEADING, people=people(names, next(rounds))
    )  # the fonts are read once a process

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (place_cards, HEADING), {"people": people(names, next(rounds))}

    data = benchmark.pedantic(pdf_of, setup=arrange, rounds=6)
    assert len(PdfReader(io.BytesIO(data)).pages) == CARDS // 6


@pytest.mark.benchmark(timer=time.process_time)
def test_the_picture_of_a_first_page(benchmark: Any) -> None:
    pdf = pdf_of(place_cards, HEADING, people=people(PLAIN, 0))
    png = benchmark.pedantic(first_page, args=(pdf,), rounds=20, warmup_rounds=1)
    assert len(png) < 40_000
