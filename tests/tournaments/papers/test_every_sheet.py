"""Score sheets of every game, blank and filled, for the fewest and for the most who can play it.

Whatever the game: everybody, every round and every column that it declares stand on its sheet;
nothing lies beyond the margins; what is to be written in is large enough, and a filled sheet has
room to go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pypdfium2
import pytest

from rulesets.drawing.scoreboard import EMPTY, Scoreboard
from rulesets.engine.game import Game
from rulesets.engine.roster import Setup
from rulesets.games import load
from tests.rulesets.every_game import GAMES, LARGE
from tests.sampling import GAMES_OF_EACH_KIND
from tests.tournaments.papers.printing import check_page, pdf_of
from tournaments.papers.board_grid import extended, label_parts
from tournaments.papers.data import Heading, Paper
from tournaments.papers.scoreboards import Sheet, layout_of, score_sheet
from tournaments.papers.theme import SIZES, Style

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
LEAST = 7 * 72 / 25.4
LEAST_SIZE = 4.4  # points on paper
any_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
# Of every game a sheet is laid out; some are printed and read back.
of_each_kind = pytest.mark.exhaustive(keep=GAMES_OF_EACH_KIND)


def opened(game: Game, count: int) -> Setup:
    options = game.options()
    return Setup(game.plays.roster(NAMES[:count], options=options), options, 0)


def numbers(game: Game) -> tuple[int, ...]:
    """The fewest and the most who can play by the usual options; of a room, more than a table."""
    low, high = game.plays.players
    among = game.plays.seats or range(low, min(high, 2 * LARGE) + 1)
    found = [count for count in among if not game.plays.check_setup(opened(game, count))]
    return tuple(dict.fromkeys((found[0], found[-1])))


def after(game: Game, begin: Setup, rounds: int) -> list[Any]:
    """The states of a made-up evening, until it ends or so many rounds have been played."""
    plays, chance = game.plays, Random(rounds)
    states = [plays.start(begin).state]
    while len(states) <= rounds and plays.over(states[-1]) is None:
        report = plays.sample(states[-1], chance)
        states.append(plays.play(states[-1], report).state)
    return states


def sheets(game: Game, played: tuple[int, ...] = ROUNDS) -> Iterator[Sheet]:
    """Each game blank, begun, and played for long, by the fewest and by the most."""
    for count in numbers(game):
        begin = opened(game, count)
        for rounds in played:
            states = after(game, begin, rounds) if rounds else []
            board = game.plays.sheet(begin, states)
            over = bool(states) and game.plays.over(states[-1]) is not None
            lines = None if board.whole or over else 0
            blank = {"written": True, "several": True} if not rounds else {}
            yield Sheet(board, game.name, "Table 2", game.source, lines=lines, **blank)


def letters(text: str) -> str:
    """Without spaces; a hyphen at the end of a line is read as a mark of its own."""
    return "".join(text.split()).replace("\ufe0e", "").replace("\x02", "-")


def headings(board: Scoreboard) -> list[str]:
    words = [
        *(column.title for column in board.columns),
        *(column.group for column in board.columns),
    ]
    return [letters(case.text) for case in (*words, *board.name_lines) if case.text]


def check(data: bytes, sheet: Sheet, paper: Paper) -> None:
    board = sheet.board
    least = LEAST_SIZE * (0.6 if paper == "a6" else 1)
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            assert sorted(page.get_size()) == pytest.approx(sorted(SIZES[paper]), abs=0.1)
        told = [letters(check_page(page, edge=11, least=least)) for page in document]
    whole = "".join(told)
    for head in headings(board):
        assert head in whole
    for row in board.rows:
        assert all(letters(part) in whole for part in label_parts(row.label))
    for note in board.notes:
        assert letters(note.text) in whole
    assert letters(sheet.title) in told[0]


@pytest.mark.exhaustive(keep=("a4",))
@pytest.mark.parametrize("paper", PAPERS)
@of_each_kind
@any_game
def test_a_sheet_holds_everybody_and_every_round(game: Game, paper: Paper) -> None:
    for sheet in sheets(game, ROUNDS if paper == "a4" else ROUNDS[:2]):
        check(pdf_of(score_sheet, HEADING, sheets=[sheet], paper=paper), sheet, paper)


@pytest.mark.exhaustive(keep=("a4",))
@pytest.mark.parametrize("paper", ["a4", "letter"])
@any_game
def test_what_is_to_be_written_has_7_mm(game: Game, paper: Paper) -> None:
    for sheet in sheets(game, ROUNDS[:2]):
        plan = layout_of(sheet, Style(paper))
        free = any(all(cell == EMPTY for cell in row.cells) for row in sheet.board.rows)
        if not free and sheet.lines is None:
            continue  # the game is over
        assert plan.grid.line >= LEAST
        assert not sheet.board.foot or plan.grid.foot >= LEAST
        for band in plan.grid.bands:
            assert min(band.widths) >= LEAST


@of_each_kind
@any_game
def test_a_filled_sheet_has_room_to_go_on(game: Game) -> None:
    """Empty rows below those that were played, unless the game is over."""
    for count in numbers(game):
        begin = opened(game, count)
        states = after(game, begin, 3)
        board = game.plays.sheet(begin, states)
        if game.plays.over(states[-1]) is not None:
            continue
        sheet = Sheet(board, lines=None if board.whole else 0)
        plan = layout_of(sheet, Style())
        rows = extended(board, plan.lines).rows
        empty = [
            row for row in rows if all(cell.value is None and not cell.text for cell in row.cells)
        ]
        assert empty
        assert board.whole or plan.lines >= 1


@of_each_kind
@any_game
def test_a_blank_sheet_fills_its_page(game: Game) -> None:
    """Between the title and the foot no more than two fifths of the page are left empty."""
    for sheet in sheets(game, (0,)):
        document = pypdfium2.PdfDocument(pdf_of(score_sheet, HEADING, sheets=[sheet]))
        image = document[0].render(scale=0.5).to_pil().convert("L")
        document.close()
        foot = image.height - 24
        rows = (image.crop((20, y, image.width - 20, y + 1)) for y in range(foot))
        used = [y for y, row in enumerate(rows) if row.getextrema()[0] < 200]
        assert max(used) > foot * 0.6, game.slug


def test_what_was_reported_is_written_into_the_columns() -> None:
    game, options = load("oh-hell"), load("oh-hell").options()
    begin = Setup(game.plays.roster(("Ann", "Bo", "Cy", "Di"), options=options), options, 0)
    start = game.plays.start(begin).state
    report = {"bid": [2, 3, 2, 4], "tricks": [2, 3, 2, 3]}
    board = game.plays.sheet(begin, [start, game.plays.play(start, report).state])
    assert [cell.value for cell in board.rows[0].cells] == [2, 2, 12, 3, 3, 13, 2, 2, 12, 4, 3, 0]
    assert len(board.rows) == 19
    assert all(cell.value is None for row in board.rows[1:] for cell in row.cells)


@pytest.mark.parametrize("slug", ["ten-thousand", "euchre", "500-bid"])
def test_the_score_so_far_is_the_total(slug: str) -> None:
    game = load(slug)
    begin = opened(game, numbers(game)[0])
    states = after(game, begin, 12)
    board = game.plays.sheet(begin, states)
    values = [
        [row.cells[place].value for row in board.rows]
        for place, column in enumerate(board.columns)
        if "so far" in f"{column.group.text} {column.title.text}"
    ]
    last = [next(value for value in reversed(rows) if value is not None) for rows in values]
    assert last == list(game.plays.totals(states[-1]))


def test_a_ladder_tells_in_which_hand_somebody_climbed_a_rung() -> None:
    game, options = load("desert-rummy"), load("desert-rummy").options()
    begin = Setup(game.plays.roster(("Ann", "Bo"), options=options), options, 0)
    states = [game.plays.start(begin).state]
    for melded in ([0], [1, 0]):
        states.append(game.plays.play(states[-1], {"melded": melded, "out": melded[0]}).state)
    board = game.plays.sheet(begin, states)
    assert [[cell.value for cell in row.cells] for row in board.rows[:3]] == [
        [1, 2],
        [2, None],
        [None, None],
    ]


def test_two_games_stand_on_a_blank_sheet_where_one_is_short() -> None:
    game = load("push")
    sheet = Sheet(game.plays.sheet(opened(game, 4)), written=True, several=True)
    document = pypdfium2.PdfDocument(pdf_of(score_sheet, HEADING, sheets=[sheet]))
    assert len(document) == 1
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    assert [f"Game {number}" in text for number in (1, 2, 3)] == [True, True, False]
    for row in sheet.board.rows:
        assert letters(text).count(letters(label_parts(row.label)[1])) == 2
    for note in sheet.board.notes:
        assert letters(text).count(letters(note.text)) == 1
