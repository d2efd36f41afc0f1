"""Score sheets of every game, blank and filled, for few and for many, short and long evenings.

Whatever the game: everybody and every round stands on it, headings on every page, nothing beyond
the margins, nothing too small to be read, and the longest realistic names fit.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader

from rulesets.game import Game
from rulesets.roster import Setup
from rulesets.show.scoreboard import Scoreboard
from tests.rulesets.every_game import GAMES, LARGE
from tournaments.papers.data import Heading, Paper
from tournaments.papers.scoreboards import Sheet, score_boards
from tournaments.papers.theme import SCALES, SIZES

PAPERS: tuple[Paper, ...] = ("a4", "letter", "a6")
LONG = (
    "Anne-Marie Featherstonehaugh",
    "Bo",
    "Łukasz Wiśniewski-Kowalczyk",
    "Maximiliane von Hohenstein",
    "Zoë",
    "Konstantinos Papadopoulos",
    "Đặng Thị Hương",
    "Bartholomew Wolfeschlegelstein",
    "Ελένη Παπαδοπούλου",
    "Christopher St John-Mollusc",
)
NAMES = (*LONG, *(f"Guest number {number}" for number in range(11, 121)))
HEADING = Heading("The Metzker family’s evening", "22 November 2026", "Parish hall")
ROUNDS = (0, 3, 60)
LEAST_SIZE = 4.4  # points on paper
any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


def opened(game: Game, count: int) -> Setup:
    options = game.options()
    return Setup(game.plays.roster(NAMES[:count], options=options), options, 0)


def numbers(game: Game) -> tuple[int, ...]:
    """The fewest and the most who can play by the usual options; of a room, more than a table."""
    low, high = game.plays.players
    among = game.plays.seats or range(low, min(high, 2 * LARGE) + 1)
    found = [count for count in among if not game.plays.seated(opened(game, count))]
    return tuple(dict.fromkeys((found[0], found[-1])))


def after(game: Game, begin: Setup, rounds: int) -> list[Any]:
    """The states of a made-up evening, until it ends or so many rounds have been played."""
    plays, chance = game.plays, Random(rounds)
    states = [plays.start(begin).state]
    while len(states) <= rounds and plays.over(states[-1]) is None:
        report = plays.sample(states[-1], chance)
        states.append(plays.play(states[-1], report).state)
    return states


def sheets(game: Game) -> Iterator[tuple[Setup, Sheet]]:
    """Each game blank, begun, and played for long, by the fewest and by the most."""
    for count in numbers(game):
        begin = opened(game, count)
        for rounds in ROUNDS:
            if rounds:
                board = game.plays.board(after(game, begin, rounds))
                yield begin, Sheet(board, subtitle=game.name)
            else:
                lines = None if game.plays.rounds_in_all(begin) else 0
                board = game.plays.sheet(begin)
                yield (
                    begin,
                    Sheet(board, subtitle=game.name, written=True, lines=lines, several=True),
                )


def letters(text: str) -> str:
    """Without spaces; a hyphen at the end of a line is read as a mark of its own."""
    return "".join(text.split()).replace("\ufe0e", "").replace("\x02", "-")


def sizes(data: bytes) -> set[float]:
    """Every size in which something is set."""
    found: set[float] = set()
    for page in PdfReader(io.BytesIO(data)).pages:
        contents = page.get_contents()
        if contents is not None:
            found |= {float(size) for size in re.findall(rb"/\S+ ([\d.]+) Tf", contents.get_data())}
    return found


def check(data: bytes, board: Scoreboard, paper: Paper) -> None:
    document = pypdfium2.PdfDocument(data)
    told = []
    for page in document:
        width, height = page.get_size()
        assert sorted((width, height)) == pytest.approx(sorted(SIZES[paper]), abs=0.1)
        text = page.get_textpage()
        told.append(letters(text.get_text_bounded()))
        for number in range(text.count_rects()):
            left, foot, right, top = text.get_rect(number)
            assert left >= 18, text.get_text_bounded(left, foot, right, top)
            assert right <= width - 18, text.get_text_bounded(left, foot, right, top)
            assert foot >= 11
            assert top <= height - 12
    whole = "".join(told)
    for words in [column.title for column in board.columns] + [row.label for row in board.rows]:
        assert letters(words.text) in whole
    for note in board.notes:
        assert letters(note.text) in whole
    assert "■" not in whole
    # Every page with rows repeats the heads; what is told below may have a page of its own.
    heads = [letters(column.title.text) for column in board.columns]
    bare = [page for page in told if not any(head in page for head in heads)]
    assert len(bare) <= 1
    assert min(sizes(data)) * SCALES.get(paper, 1.0) >= LEAST_SIZE * (1 if paper != "a6" else 0.6)
    document.close()


@pytest.mark.parametrize("paper", PAPERS)
@any_game
def test_a_sheet_holds_everybody_and_every_round(game: Game, paper: Paper) -> None:
    for _begin, sheet in sheets(game):
        check(score_boards(HEADING, [sheet], paper=paper), sheet.board, paper)


@any_game
def test_a_blank_sheet_fills_its_page(game: Game) -> None:
    """Between the title and the foot no more than two fifths of the page are left empty."""
    for begin, sheet in sheets(game):
        if not sheet.written:
            continue
        document = pypdfium2.PdfDocument(score_boards(HEADING, [sheet]))
        image = document[0].render(scale=0.5).to_pil().convert("L")
        document.close()
        foot = image.height - 24
        rows = (image.crop((20, y, image.width - 20, y + 1)) for y in range(foot))
        used = [y for y, row in enumerate(rows) if row.getextrema()[0] < 200]
        assert max(used) > foot * 0.6, (game.slug, len(begin.roster.names))


def test_several_games_stand_on_a_blank_sheet_where_one_is_short() -> None:
    (game,) = (one for one in GAMES if one.slug == "push")
    begin = opened(game, 4)
    sheet = Sheet(game.plays.sheet(begin), written=True, several=True)
    document = pypdfium2.PdfDocument(score_boards(HEADING, [sheet]))
    assert len(document) == 1
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert [f"Game {number}" in text for number in (1, 2, 3, 4)] == [True, True, True, False]
    for row in sheet.board.rows:
        assert letters(text).count(letters(row.label.text)) == 3
    for note in sheet.board.notes:
        assert letters(text).count(letters(note.text)) == 1


def test_a_sheet_that_is_not_of_games_stands_there_once() -> None:
    (game,) = (one for one in GAMES if one.slug == "push")
    sheet = Sheet(game.plays.sheet(opened(game, 4)), written=True)
    document = pypdfium2.PdfDocument(score_boards(HEADING, [sheet]))
    assert "Game 1" not in document[0].get_textpage().get_text_bounded()
    document.close()
