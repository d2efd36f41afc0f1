"""A scoreboard as a table: headings, marks in words, nothing of a name let through as markup."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.template import Context, Template
from django.utils import translation

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.drawing.vectors import Drawing
from rulesets.engine.text import Phrase, as_is, say
from tests.rulesets.tables import played, plays_of, setup
from tournaments.templatetags import scoreboards
from tournaments.templatetags.scoreboards import (
    WORDS,
    cut_names,
    render_cell,
    short_names,
    with_short_names,
)


def show(board: Scoreboard, **values: object) -> str:
    names = ("links", "corner", "last", "beside", "best")
    arguments = " ".join(f"{name}={name}" for name in names)
    tag = f"{{% load scoreboards %}}{{% rounds board {arguments} %}}"
    context = {"links": (), "corner": "", "last": 0, "beside": None, "best": "", **values}
    return Template(tag).render(Context(context | {"board": board}))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def board(columns: int = 2, rows: int = 3, **values: object) -> Scoreboard:
    heads = tuple(Column(say(f"P{place}")) for place in range(columns))
    lines = tuple(
        Row(say(str(line + 1)), tuple(Cell(line * columns + place) for place in range(columns)))
        for line in range(rows)
    )
    return Scoreboard(say("Board"), heads, lines, **values)  # type: ignore[arg-type]


def test_notes_are_left_out_beside_the_picture_that_shows_them() -> None:
    noted = replace(board(rows=1), notes=(say("Pot: 4"),))
    assert "Pot: 4" in show(noted)
    assert "Pot: 4" not in show(noted, beside=Drawing(10, 10, Phrase("Pot"), (), ()))


def test_rows_and_columns_are_headed() -> None:
    html = show(board(), corner="Round")
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 3
    assert "<caption" in html
    assert re.search(
        r'<th class="corner" scope="col"><span class="visually-hidden">Round</span></th>', html
    )
    html = show(board())
    assert not re.search(r"<th[^>]*></th>", html)
    assert '<td class="corner">' in html
    assert "Nothing written down yet." in words(show(board(rows=0)))


def test_groups_stand_above_their_columns() -> None:
    heads = tuple(Column(say(f"Game {n}"), say(team)) for team in ("A", "B") for n in (1, 2, 3))
    html = show(Scoreboard(say("Sheet"), heads, (Row(say("1"), (EMPTY,) * 6),)))
    assert re.findall(r'scope="colgroup" colspan="(\d)"', html) == ["3", "3"]
    assert re.findall(r'<colgroup span="(\d)">', html) == ["3", "3"]
    # The double line between the teams: their headings, the third column's heading and its cell.
    assert len(re.findall(r'class="[^"]*\bends\b', html)) == 3


@pytest.mark.parametrize("mark", WORDS)
def test_every_mark_is_said_in_words(mark: str) -> None:
    assert str(WORDS[mark]) in words(render_cell(Cell(7, marks=(mark,))))  # type: ignore[arg-type, index]
    rows = (Row(say("1"), (Cell(7, marks=(mark,)),)),)  # type: ignore[arg-type]
    html = show(Scoreboard(say("B"), (Column(say("P")),), rows))
    assert f'<td class="is-{mark}">' in html


def test_circles_coins_and_minus_signs_are_drawn_and_said() -> None:
    assert words(render_cell(Cell(45, circled=True))) == "45 circled"
    assert 'class="ring"' in render_cell(Cell(45, circled=True))
    assert words(render_cell(Cell(None, circled=True))) == "empty circle"
    assert words(render_cell(Cell(45))) == "45"
    assert render_cell(EMPTY) == ""
    for coins, circles in ((0, 0), (1, 1), (5, 5), (80, 5)):
        html = render_cell(Cell(coins, coins=coins))
        assert html.count("<circle") == circles
        assert words(html) == str(coins)
    assert words(render_cell(Cell(-12))) == "−12"
    assert words(render_cell(Cell(0))) == "0"


def test_who_is_out_is_struck_and_so_is_the_heading() -> None:
    foot = (Row(say("Left"), (Cell(0, marks=("out",)), Cell(3))),)
    html = show(board(foot=foot))
    assert "<s>0</s>" in html
    assert re.findall(r'class="name[^"]*\bgone\b[^"]*"><span>(\w+)', html) == ["P0"]


def test_names_labels_remarks_and_addresses_are_escaped() -> None:
    bad = '<img src=x onerror="1">'
    said = as_is(bad)
    html = show(
        Scoreboard(
            said,
            (Column(said, said),),
            (Row(said, (Cell(1, text=bad),)),),
            (Row(said, (Cell(text=bad),)),),
            (said,),
        ),
        links=[f"/{bad}"],
        corner=bad,
    )
    assert "<img" not in html
    assert html.count("&lt;img") >= 9


def test_a_cell_is_another_one_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    foot = (Row(say("Left"), (Cell(7, marks=("dealer",)), Cell(3))),)
    assert '<b aria-hidden="true">D</b>' in show(board(foot=foot))
    monkeypatch.setattr(scoreboards, "gettext", {"D": "G"}.get)
    with translation.override("fr"):
        assert '<b aria-hidden="true">G</b>' in show(board(foot=foot))
    scoreboards._plain_cell.cache_clear()  # of words that are of this test alone


def test_rows_lead_where_the_page_says() -> None:
    html = show(board(), links=["/one/", None])
    assert re.findall(r'<a href="([^"]+)">(\d)</a>', html) == [("/one/", "1")]
    html = show(board(rows=5), links=[f"/{n}/" for n in range(1, 6)], last=2)
    assert re.findall(r'<a href="([^"]+)">(\d)</a>', html) == [("/4/", "4"), ("/5/", "5")]
    html = show(replace(board(rows=3), lead=1), links=["/1/", "/2/"])
    assert [one.split(">")[0] for one in html.split("<a href=")[1:]] == ['"/1/"', '"/2/"']
    first = html.split("<tbody>")[1].split("</tr>")[0]
    assert "<a " not in first


@pytest.mark.parametrize(
    ("names", "shape"),
    [
        (("Ann", "Bo", "Cy", "Di"), ""),
        (("Maximiliane & Bo", "Cy & Di"), ""),
        (("Bartholomew", "Rosa", "Hilde", "Emil"), "many level"),
        (("Bartholomew", "Rosa", "Hilde", "Emil", "Christopher"), "many"),
        (tuple("ABCDEFGHIJ"), "many"),
        (tuple("ABCDEFGHIJKLMNOP"), "many crowd"),
    ],
)
def test_columns_too_many_or_too_wide_for_a_phone_become_lines(
    names: tuple[str, ...], shape: str
) -> None:
    columns = tuple(Column(as_is(name)) for name in names)
    cells = tuple(Cell(place) for place, _name in enumerate(names))
    html = show(Scoreboard(say("B"), columns, (Row(say("1"), cells),)))
    assert f'class="{f"rounds {shape}".strip()}"' in html
    assert (f'data-name="{names[0]}"' in html) == bool(shape)  # the heading is out of sight then


@pytest.mark.parametrize(("best", "values"), [("low", ["0", "2", "4"]), ("high", ["1", "3", "5"])])
def test_the_best_of_each_round_is_bold_and_said(best: str, values: list[str]) -> None:
    html = show(board(), best=best)
    assert re.findall(r"<b><span>(\d)</span><span[^>]*> best</span></b>|<b>(\d)<span", html) == [
        ("", value) for value in values
    ]
    level = replace(board(rows=1), rows=(Row(say("1"), (Cell(3), Cell(3))),))
    assert "best" not in show(level, best=best)


def test_a_board_that_holds_more_than_scores_has_no_best() -> None:
    (first, *others), (cell, *more) = board().rows, board().rows[0].cells
    with_mark = replace(first, cells=(replace(cell, marks=("knocked",)), *more))
    assert " best" not in words(show(replace(board(), rows=(with_mark, *others)), best="low"))


def test_a_spade_stands_before_what_the_queen_cost_and_is_explained_below() -> None:
    plays, started = plays_of("hearts"), setup("hearts", 3)
    reports = [{"hearts": [3, 10, 0], "queen": 2}, {"hearts": [0, 13, 0], "queen": 0}]
    history = played("hearts", started, *reports)
    made = plays.board((history.opening.state, *(r.state for r in history.rounds)))
    queens = [["queen" in cell.marks for cell in row.cells] for row in made.rows]
    assert queens == [[False, False, True], [True, False, False]]
    html = show(made, best="low")
    assert html.count("suit-s") == 3  # two rounds and the key
    assert "took the queen of spades" in html
    assert "took the queen of spades 13" in words(html)
    assert "3 best" in words(html)  # which is still a board of scores


def test_below_the_lines_of_a_board_the_newest_round_comes_first() -> None:
    made = board(rows=3, foot=(Row(say("Total"), (Cell(9), Cell(12))),))
    dealt = replace(made.rows[1].cells[0], marks=("dealer",))
    rows = (made.rows[0], replace(made.rows[1], cells=(dealt, EMPTY)), made.rows[2])
    tag = "{% load scoreboards %}{% rounds board below_lines=True %}"
    html = Template(tag).render(Context({"board": replace(made, rows=rows)}))
    assert re.findall(r'<th scope="row">(\w+)', html) == ["3", "2", "1"]
    assert "dealer" not in html  # told beside the name
    assert "Total" not in html  # nor a sum, unless every round is in sight
    rows = tuple(replace(row, report=number) for number, row in enumerate(rows, 1))
    joined = Cell(37, marks=("joined",), text="joined")
    rows = (replace(rows[0], cells=(rows[0].cells[0], joined)), *rows[1:])
    html = Template(tag).render(Context({"board": replace(made, rows=rows)}))
    assert re.findall(r'<th scope="row">(\w+)', html) == ["3", "2", "1", "Σ"]
    assert re.search(
        r"<tr class=.told.><td colspan=.3. data-name=..>\w+ came in with 37</td></tr><tr", html
    )
    assert "joined" not in html


@pytest.mark.parametrize(
    ("titles", "short"),
    [
        (["Ann Baker", "Bo Lind"], ["Ann", "Bo"]),
        (["Ann Baker", "Ann Cole", "Bo"], ["Ann B.", "Ann C.", "Bo"]),
        (["Ann Baker", "Ann Bell"], ["Ann Baker", "Ann Bell"]),
        (["Ann Baker + Cy Fox", "Bo & Di"], ["Ann + Cy", "Bo & Di"]),
        (["محمد عبد الرحمن", "محمد السيد"], ["محمد عبد الرحمن", "محمد السيد"]),
        (["Ann (the elder)", "Ann Cole"], ["Ann (the elder)", "Ann C."]),
    ],
)
def test_columns_bear_first_names_as_far_as_these_differ(
    titles: list[str], short: list[str]
) -> None:
    assert short_names(titles) == short


def test_a_sentence_has_short_names() -> None:
    names = ["Ann Baker", "Ann Baker-Lowe", "Bo Lind", "山田 太郎"]
    told = with_short_names("Ann Baker-Lowe 3, Bo Lind & 山田 太郎 10, Ann Baker is out", names)
    assert told == "Ann Baker-Lowe 3, Bo & 山田 10, Ann Baker is out"
    assert with_short_names("All pass", ()) == "All pass"


PEOPLE = ["Bartholomew", "Rosa", "Hilde", "Emil", "Kurt", "山田 太郎", "Zoë", "Anna"]


def below_lines(people: Sequence[str], cell: Cell, total: int = 0) -> str:
    """Show a round, in which the first of these people has that cell, below everybody's lines."""
    cells = (cell, *(Cell(0, report=cell.report) for _name in people[1:]))
    foot = (Row(say("Total"), tuple(Cell(total) for _name in people)),) if total else ()
    columns = tuple(Column(as_is(name)) for name in people)
    shown = Scoreboard(say("B"), columns, (Row(say("1"), cells),), foot)
    tag = "{% load scoreboards %}{% rounds board below_lines=True %}"
    return Template(tag).render(Context({"board": shown}))


def test_up_to_eight_people_have_a_table_on_the_smallest_phone() -> None:
    people = PEOPLE
    assert cut_names(people) == ["Bart", "Rosa", "Hild", "Emil", "Kurt", "山田", "Zoë", "Anna"]
    assert cut_names(people[:4]) == ["Bartholo", "Rosa", "Hilde", "Emil"]
    assert cut_names(people[:2]) is None  # their names have room
    ends = cut_names([*people[:7], "Bartek"])  # alike in four letters
    assert ends == ["B…w", "Rosa", "Hild", "Emil", "Kurt", "山田", "Zoë", "B…k"]
    assert cut_names([*people[:7], "Bartow"]) is None  # and at their ends
    alike = cut_names([*people[:4], "Kurt", "Zoë", "Anna B.", "Anna C."])
    assert alike == ["Bart", "Rosa", "Hild", "Emil", "Kurt", "Zoë", "AnnB", "AnnC"]
    html = below_lines(people, Cell(-120))
    assert 'class="rounds even"' in html
    assert 'aria-label="Bartholomew"><span>Bartholomew</span><span class="cut">Bart<' in html
    assert 'class="rounds even"' in below_lines(people[:4], Cell(-120))
    assert 'class="rounds"' in below_lines(["Ann", "Bo", "Cy", "Di"], Cell(-120))


@pytest.mark.parametrize(
    ("cell", "shape"),
    [
        (Cell(26, marks=("high", "knocked", "out"), text="−2"), "even"),  # Golf
        (Cell(0, text="(550)"), "even"),  # 10,000
        (Cell(text="went home"), "even"),
        (Cell(1450), "even"),
        (Cell(12500), "many"),
        (Cell(4, text="unfortunately"), "many"),
    ],
)
def test_remarks_stand_below_a_number_and_wide_ones_make_lines(cell: Cell, shape: str) -> None:
    assert f'class="rounds {shape}"' in below_lines(PEOPLE, cell)


def test_sums_that_are_too_wide_for_a_table_of_eight_are_left_to_the_totals() -> None:
    assert "Σ" in below_lines(PEOPLE, Cell(4500, report=1), total=9500)
    html = below_lines(PEOPLE, Cell(4500, report=1), total=10_500)
    assert 'class="rounds even"' in html
    assert "Σ" not in html
