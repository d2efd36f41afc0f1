"""How long it takes to print 1,000 score cards: the target is 8,000 pages per CPU second.

The names of each round are new, so that nothing measured of one document helps the next.
"""

import io
import itertools
import time
from typing import Any

import pytest
from pypdf import PdfReader

from rulesets import games
from rulesets.formats import sheet
from rulesets.formats.court_whist import CourtWhistFormat
from tournaments.papers.data import CardPerson, Heading, SeatedPerson, Seats, TableCode, TableSeats
from tournaments.papers.score_sheets import score_cards
from tournaments.papers.seating_charts import seating_chart, where_do_i_sit
from tournaments.papers.table_cards import table_cards

CARDS = 1_000
PAGES_PER_SECOND = 8_000
HEADING = Heading(
    "Family evening",
    "21 November 2026",
    "Parish hall",
    {"gentleman": "Gentlemen", "lady": "Ladies"},
)
LAYOUT = sheet.layout(CourtWhistFormat(games.load("court-whist")))
FIRST = ("Anne-Marie", "Bo", "Łukasz", "Zoë", "Quentin", "Ελένη", "Олег", "Hanna")
LAST = ("Metzker", "Łódź", "Featherstonehaugh", "García", "O'Brien")


def fresh_people(round_number: int) -> list[CardPerson]:
    return [
        CardPerson(
            f"{FIRST[i % 8]} {LAST[i % 5]} {round_number}-{i}",
            ("gentleman", "lady")[i % 2],
            i // 4 + 1,
            i % 4,
        )
        for i in range(CARDS)
    ]


@pytest.mark.benchmark(timer=time.process_time)
def test_a_thousand_prefilled_cards(benchmark: Any) -> None:
    rounds = itertools.count()
    score_cards(HEADING, LAYOUT, fresh_people(next(rounds)))  # the fonts are read once a process

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (HEADING, LAYOUT, fresh_people(next(rounds))), {}

    data = benchmark.pedantic(score_cards, setup=arrange, rounds=12)
    assert len(PdfReader(io.BytesIO(data)).pages) == CARDS
    if benchmark.enabled:
        pages_per_second = CARDS / benchmark.stats.stats.min
        benchmark.extra_info["pages per CPU second"] = round(pages_per_second)
        assert pages_per_second >= PAGES_PER_SECOND


@pytest.mark.benchmark(timer=time.process_time)
def test_one_warm_score_card(benchmark: Any) -> None:
    """Somebody prints one more: the fonts have been cut down to these letters before."""
    people = fresh_people(0)[:1]
    data = benchmark.pedantic(
        score_cards, args=(HEADING, LAYOUT, people), rounds=40, warmup_rounds=1
    )
    assert len(PdfReader(io.BytesIO(data)).pages) == 1


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_the_cards_of_250_tables(benchmark: Any, known: bool) -> None:
    """With a code each; `known` ones have been shown or printed before."""
    rounds = itertools.count()

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        evening = 0 if known else next(rounds)
        tables = [
            TableCode(n, f"https://games.example.org/t/{'abcdefgh' * 4}{evening:04}{n:04}/")
            for n in range(250)
        ]
        return (HEADING, tables), {}

    data = benchmark.pedantic(table_cards, setup=arrange, rounds=4, warmup_rounds=1)
    assert len(PdfReader(io.BytesIO(data)).pages) == 125


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("make", [seating_chart, where_do_i_sit])
def test_the_seats_of_250_tables(benchmark: Any, make: Any) -> None:
    people = fresh_people(0)
    seats = Seats(
        "Set 1",
        tuple(
            TableSeats(
                t + 1,
                tuple(SeatedPerson(p.name, p.role) for p in people[4 * t : 4 * t + 4]),
                t % 4,
            )
            for t in range(250)
        ),
    )
    data = benchmark.pedantic(make, args=(HEADING, seats), rounds=5, warmup_rounds=1)
    assert len(PdfReader(io.BytesIO(data)).pages) > 10
