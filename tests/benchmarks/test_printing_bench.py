"""How long it takes to print 1,000 score cards: the target is 4,000 pages per CPU second; and what
score sheets of other games take.

The names of each round are new, so that nothing measured of one document helps the next.
"""

import io
import itertools
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader

from rulesets import games
from rulesets.drawing.scoreboard import Scoreboard
from rulesets.engine.game import Game
from rulesets.engine.roster import Setup
from rulesets.engine.text import as_is
from rulesets.formats import card, court_whist
from tests.benchmarks.big_drive import big_drive
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.data import (
    CardPerson,
    Heading,
    PersonInChair,
    Seats,
    TableCode,
    TableSeats,
)
from tournaments.papers.score_sheets import completed_cards, score_cards
from tournaments.papers.scoreboards import Sheet, score_sheet
from tournaments.papers.seating_charts import seating_chart, where_do_i_sit
from tournaments.papers.selectors import EventOrder
from tournaments.papers.table_cards import table_cards
from tournaments.papers.writer import render_paper

CARDS = 1_000
PAGES_PER_SECOND = 4_000
MOST_MEMORY = 40 << 20
HEADING = Heading(
    "Family evening",
    "21 November 2026",
    "Parish hall",
    {"gentleman": "Gentlemen", "lady": "Ladies"},
)
LAYOUT = card.layout(court_whist.KIND.of(games.load("court-whist")))
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


def cards(people: list[CardPerson]) -> dict[str, Any]:
    return {"heading": HEADING, "layout": LAYOUT, "card_people": people}


@pytest.mark.benchmark(timer=time.process_time)
def test_a_thousand_prefilled_cards(benchmark: Any) -> None:
    rounds = itertools.count()
    pdf_of(score_cards, **cards(fresh_people(next(rounds))))  # the fonts are read once a process

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (score_cards,), cards(fresh_people(next(rounds)))

    data = benchmark.pedantic(pdf_of, setup=arrange, rounds=12)
    assert len(PdfReader(io.BytesIO(data)).pages) == CARDS
    if benchmark.enabled:
        pages_per_second = CARDS / benchmark.stats.stats.min
        benchmark.extra_info["pages per CPU second"] = round(pages_per_second)
        assert pages_per_second >= PAGES_PER_SECOND


@pytest.mark.benchmark(timer=time.process_time)
def test_one_warm_score_card(benchmark: Any) -> None:
    """Somebody prints one more."""
    people = fresh_people(0)[:1]
    data = benchmark.pedantic(
        pdf_of, args=(score_cards,), kwargs=cards(people), rounds=40, warmup_rounds=1
    )
    assert len(PdfReader(io.BytesIO(data)).pages) == 1


@pytest.mark.django_db
@pytest.mark.benchmark(timer=time.process_time)
def test_the_cards_of_a_finished_hall(benchmark: Any) -> None:
    """Every hand of 1,000 people is counted, explained and written on their cards."""
    event = big_drive(CARDS)

    def make() -> bytes:
        order = EventOrder(event, PrintOptions("cards-done"))
        return render_paper(order, completed_cards(order))

    data = benchmark.pedantic(make, rounds=3, warmup_rounds=1)
    assert len(PdfReader(io.BytesIO(data)).pages) == CARDS


def fresh_sheets(game: Game, boards: Sequence[Scoreboard], round_number: int) -> list[Sheet]:
    """A thousand tables with names of their own; many of them have come to the same numbers."""
    found = []
    for table in range(CARDS):
        board = boards[table % len(boards)]
        columns = tuple(
            replace(column, title=as_is(f"{FIRST[(table + n) % 8]} {LAST[n % 5]} {table}-{n}"))
            for n, column in enumerate(board.columns)
        )
        title = f"Score sheet · Table {round_number}-{table}"
        found.append(Sheet(replace(board, columns=columns), title, game.name))
    return found


def evenings(game: Game) -> list[Scoreboard]:
    """What some tables of four (or of as many as the game wants) have after up to ten rounds."""
    low, high = game.plays.players
    count = 4 if low <= 4 <= high else low
    names = tuple(f"P{number}" for number in range(count))
    options = game.options()
    begin = Setup(game.plays.roster(names, options=options), options, 0)
    boards = []
    for seed in range(30):
        chance, states = Random(seed), [game.plays.start(begin).state]
        while len(states) <= 10 and game.plays.over(states[-1]) is None:
            report = game.plays.sample(states[-1], chance)
            states.append(game.plays.play(states[-1], report).state)
        boards.append(game.plays.board(states))
    return boards


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("slug", ["push", "hearts", "golf", "rummoli", "fast-track"])
def test_a_thousand_filled_sheets(benchmark: Any, slug: str) -> None:
    """Names and numbers are drawn over the form of their kind."""
    game, rounds = games.load(slug), itertools.count()
    boards = evenings(game)
    pdf_of(score_sheet, HEADING, sheets=fresh_sheets(game, boards, next(rounds)))

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (score_sheet, HEADING), {"sheets": fresh_sheets(game, boards, next(rounds))}

    data = benchmark.pedantic(pdf_of, setup=arrange, rounds=6)
    assert len(PdfReader(io.BytesIO(data)).pages) == CARDS
    if benchmark.enabled:
        benchmark.extra_info["pages per CPU second"] = round(CARDS / benchmark.stats.stats.min)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("slug", ["push", "hearts", "golf"])
def test_one_warm_sheet(benchmark: Any, slug: str) -> None:
    """Somebody prints the sheet of one table."""
    game = games.load(slug)
    sheets = fresh_sheets(game, evenings(game), 0)[:1]
    values: dict[str, Any] = {"args": (score_sheet, HEADING), "kwargs": {"sheets": sheets}}
    data = benchmark.pedantic(pdf_of, **values, rounds=40, warmup_rounds=1)
    assert len(PdfReader(io.BytesIO(data)).pages) == 1


@pytest.mark.parametrize("kind", ["cards", "sheets"])
def test_a_thousand_pages_take_less_than_40_mib(kind: str) -> None:
    game = games.load("hearts")
    made = {
        "cards": lambda: pdf_of(score_cards, **cards(people)),
        "sheets": lambda: pdf_of(score_sheet, HEADING, sheets=sheets),
    }[kind]
    people, sheets = fresh_people(0), fresh_sheets(game, evenings(game), 0)
    pdf_of(score_cards, **cards(people[:1]))  # the fonts are read once a process
    tracemalloc.start()
    made()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MOST_MEMORY


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
def test_the_cards_of_250_tables(benchmark: Any, known: bool) -> None:
    """With a code each; `known` ones have been worked out before."""
    rounds = itertools.count()

    def arrange() -> tuple[tuple[Any, ...], dict[str, Any]]:
        evening = 0 if known else next(rounds)
        tables = [
            TableCode(n, f"https://games.example.org/t/{'abcdefgh' * 4}{evening:04}{n:04}/")
            for n in range(250)
        ]
        return (table_cards, HEADING), {"table_codes": tables}

    data = benchmark.pedantic(pdf_of, setup=arrange, rounds=4, warmup_rounds=1)
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
                tuple(PersonInChair(p.name, p.role) for p in people[4 * t : 4 * t + 4]),
                t % 4,
            )
            for t in range(250)
        ),
    )
    data = benchmark.pedantic(lambda: pdf_of(make, HEADING, seats=seats), rounds=5, warmup_rounds=1)
    assert len(PdfReader(io.BytesIO(data)).pages) > 10
