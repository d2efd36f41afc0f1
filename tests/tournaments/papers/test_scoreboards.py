from itertools import accumulate, pairwise

import pytest

from rulesets.drawing.scoreboard import Cell, Column, Row, Scoreboard
from rulesets.engine.text import say
from tests.sampling import on_both_papers
from tests.tournaments.papers.boards import GIN, GOLF, RUMMOLI, played, setup
from tests.tournaments.papers.conftest import NAMES, RIGHT_TO_LEFT, pages_of, visual
from tests.tournaments.papers.printing import pdf_of
from tournaments.papers.board_grid import extended, plan_grid, sheaves, wants_sideways
from tournaments.papers.data import NameList
from tournaments.papers.scoreboards import Sheet, score_sheet
from tournaments.papers.theme import Style

PEOPLE = (*NAMES, *RIGHT_TO_LEFT, "Anne", "Anne (2)", "Di", "Eve", "Fay", "Gus")
BOOK = tuple(
    [{"couple": [0, 1], "outcome": "stock_out", "counts": counts}]
    for counts in ([0, 5], [10, 0], [0, 10], [15, 0], [0, 15], [20, 0])
)


def circles(page):
    """The round outlines on a page (all curves that are no suit or mark of a title)."""
    return [
        curve
        for curve in page.curves
        if not curve["fill"] and abs(curve["width"] - curve["height"]) < 0.5 and curve["width"] > 15
    ]


def texts(page):
    return [word["text"] for word in page.extract_words()]


def of(slug, count, rounds, **options):
    return played(slug, setup(slug, PEOPLE[:count], **options), rounds)


@on_both_papers
def test_the_sheet_of_the_book_reads_as_in_the_book(heading, read, spelled, paper):
    plays, states, _ = of(GIN, 2, 0)
    for report in BOOK:
        states.append(plays.play(states[-1], report).state)
    board = plays.board(states)
    (page,) = read(score_sheet, heading, sheets=[Sheet(board)], paper=paper)
    text = spelled(page)
    for label in ("Guys", "Girls", "Finalscore"):
        assert label in text
    assert text.count("Game1") == text.count("Game2") == text.count("Game3") == 2
    style = Style(paper)
    (band,) = plan_grid(board, style.body.width, written=False).bands
    lines = [words for words in page.extract_text_lines() if words["text"][0] in "123"]
    assert len(lines) == 3
    top, bottom = lines[0]["top"] - 1, lines[-1]["bottom"] + 1
    rows = [
        word for word in page.extract_words() if top <= word["top"] and word["bottom"] <= bottom
    ]
    written = [
        [word["text"] for word in rows if left < word["x0"] - style.body.x < right]
        for left, right in pairwise(band.edges)
    ]
    assert written == [
        ["5", "15", "30"],
        ["10", "25"],
        ["15"],
        ["10", "25", "45"],
        ["15", "35"],
        ["20"],
    ]


def test_gins_are_circles_round_numbers_and_empty_ones(heading, read):
    board = Scoreboard(
        say("Sheet"),
        (Column(say("Game 1"), say("Guys")), Column(say("Game 1"), say("Girls"))),
        (
            Row(say("1"), (Cell(45, circled=True), Cell(7))),
            Row(say("2"), (Cell(None, circled=True), Cell())),
            Row(say("3"), (Cell(None, circled=True), Cell())),
        ),
    )
    (page,) = read(score_sheet, heading, sheets=[Sheet(board)])
    found = circles(page)
    assert len(found) == 3
    (number,) = [word for word in page.extract_words() if word["text"] == "45"]
    assert min(curve["x0"] for curve in found) < number["x0"]
    assert number["x1"] < max(curve["x1"] for curve in found)
    assert min(curve["width"] for curve in found) >= 24  # large enough to write in


@pytest.mark.parametrize(("slug", "lines"), [(GIN, 0), (GOLF, 3), (RUMMOLI, 60)])
def test_a_blank_sheet_has_every_heading_and_as_many_lines_as_are_wanted(
    heading, read, spelled, slug, lines
):
    plays, _states, _reports = of(slug, 4, 0)
    board = plays.sheet(setup(slug, PEOPLE[:4]))
    pages = read(score_sheet, heading, sheets=[Sheet(board, written=True, lines=lines)])
    letters = "".join(spelled(page) for page in pages)
    for column in board.columns:
        assert "".join(visual(column.title.text).split()) in letters
        assert "".join(column.group.text.split()) in letters
    for note in map(str, board.notes):
        assert "".join(note.split()) in letters
    numbers = [int(word) for page in pages for word in texts(page) if word.isdigit()]
    if lines:
        assert set(range(1, lines + 1)) <= set(numbers)
        assert (len(pages) > 1) == (lines == 60)
    else:
        assert len(pages) == 1
        assert set(range(1, 7)) <= set(numbers)  # below heads in which long names can be read
    # Headings are repeated on every page.
    first = "".join(board.columns[0].title.text.split())
    assert all(first in spelled(page) for page in pages if numbers)


def test_coins_are_drawn_one_by_one_and_many_as_a_number(heading, read, spelled):
    def coins(count):
        foot = (Row(say("Coins"), (Cell(coins=count),)),)
        board = Scoreboard(say("Sheet"), (Column(say("Ann")),), (), foot)
        (page,) = read(score_sheet, heading, sheets=[Sheet(board, written=True, lines=1)])
        outlines = [c for c in page.curves if not c["fill"] and 4 < c["width"] < 12]
        return len([c for c in outlines if abs(c["width"] - c["height"]) < 0.1]), spelled(page)

    empty = coins(0)[0]
    assert [coins(count)[0] - empty for count in (1, 3, 12)] == [2, 6, 24]  # two rings each
    many, text = coins(40)
    assert many - empty == 2
    assert "40×" in text


@pytest.mark.parametrize(
    ("mark", "word"),
    [
        ("dealer", "deals"),
        ("knocked", "knocked"),
        ("high", "has to pay"),
        ("won", "won"),
        ("lost", "lost"),
        ("face", "on their face"),
        ("queen", "took the queen of spades"),
        ("out", "is out"),
    ],
)
def test_every_mark_is_drawn_and_told(heading, spelled, mark, word):
    def printed(marks):
        rows = (Row(say("1"), (Cell(12, marks=marks),)),)
        board = Scoreboard(say("Sheet"), (Column(say("Ann")),), rows)
        return pdf_of(score_sheet, heading, sheets=[Sheet(board)])

    plain, marked = printed(()), printed((mark,))
    assert plain != marked
    (page,) = pages_of(marked)
    assert "".join(word.split()) in spelled(page)
    (page,) = pages_of(plain)
    assert "".join(word.split()) not in spelled(page)


def test_the_worksheet_of_sixty_couples_goes_over_pages_with_its_headings(heading, read, spelled):
    names = tuple(f"Guest {number}" for number in range(120))
    plays, states, reports = played(GIN, setup(GIN, names), 1)
    board = plays.worksheet(states[0], reports[0])
    for sheet in (Sheet(board), Sheet(plays.worksheet(states[0], []), written=True)):
        pages = read(score_sheet, heading, sheets=[sheet])
        assert len(pages) in (2, 3)
        for page in pages:
            text = spelled(page)
            assert "Outcome" in text
            assert "Doublegin" in text
            assert text.count("Guys") >= 2
        letters = "".join(spelled(page) for page in pages)
        for number in range(60):
            assert f"Guest{number}–Guest{number + 60}" in letters
        assert "Together" not in spelled(pages[0])
        assert "Difference" in spelled(pages[-1])


def test_too_many_columns_go_on_further_pages_each_with_the_rows(heading, read, spelled):
    board = Scoreboard(
        say("Sheet"),
        tuple(Column(say(f"P{number}")) for number in range(60)),
        tuple(Row(say(f"R{row}"), tuple(Cell(row) for _ in range(60))) for row in range(3)),
    )
    assert wants_sideways(board, Style().body.width)
    pages = read(score_sheet, heading, sheets=[Sheet(board)])
    assert len(pages) == 3
    letters = "".join(spelled(page) for page in pages)
    assert all(f"P{number}" in letters for number in range(60))
    for number, page in enumerate(pages, 1):
        assert f"part{number}of3" in spelled(page)
        assert "R0" in spelled(page)
        assert page.width > page.height


@pytest.mark.parametrize("rows", [0, 1, *range(33, 40), 200])
def test_rows_are_shared_among_pages_without_loss(rows):
    foot = (Row(say("Sum"), (Cell(1),)),)
    board = extended(Scoreboard(say("Sheet"), (Column(say("Ann")),), (), foot), rows)
    body = Style().body
    grid = plan_grid(board, body.width, written=False)
    parts = sheaves(board, grid, body)
    assert [row.label.text for part in parts for row in part.rows] == [
        str(number) for number in range(1, rows + 1)
    ]
    lengths = [len(part.rows) for part in parts]
    assert [part.first for part in parts] == [0, *accumulate(lengths)][:-1]  # so stripes go on
    assert [bool(part.foot) for part in parts] == [False] * (len(parts) - 1) + [True]
    for part in parts:
        height = grid.head_height + len(part.rows) * grid.line + len(part.foot) * grid.foot
        assert height <= body.height + 0.01


def test_names_of_two_teams_stand_below_or_on_a_page_of_their_own(heading, read, spelled):
    plays, states, _ = of(GIN, 2, 0)
    few = (NameList("Guys", ("Al",)), NameList("Girls", (), 12))
    (page,) = read(score_sheet, heading, sheets=[Sheet(plays.board(states), lists=few)])
    assert "Al" in texts(page)
    many = tuple(NameList(t, tuple(f"{t}{n}" for n in range(200))) for t in ("Guys", "Girls"))
    pages = read(score_sheet, heading, sheets=[Sheet(plays.board(states), lists=many)])
    assert len(pages) == 2
    assert {f"Guys{number}" for number in range(200)} <= set(texts(pages[1]))
