"""A scoreboard as a table: headings, marks in words, nothing of a name let through as markup."""

import re
from dataclasses import replace

import pytest
from django.template import Context, Template
from django.utils import translation

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.drawing.vectors import Drawing
from rulesets.engine.text import Words, as_is, say
from tests.rulesets.evenings import played, plays_of, setup
from tournaments.templatetags import scoreboards
from tournaments.templatetags.scoreboards import WORDS, drawn, split


def show(board: Scoreboard, **given: object) -> str:
    names = ("links", "size", "corner", "last", "beside")
    arguments = " ".join(f"{name}={name}" for name in names)
    tag = f"{{% load scoreboards %}}{{% scoreboard board {arguments} %}}"
    context = {"links": (), "size": "", "corner": "", "last": 0, "beside": None, **given}
    return Template(tag).render(Context(context | {"board": board}))


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def board(columns: int = 2, rows: int = 3, **given: object) -> Scoreboard:
    """Numbers counted upwards, row by row."""
    heads = tuple(Column(say(f"P{place}")) for place in range(columns))
    lines = tuple(
        Row(say(str(line + 1)), tuple(Cell(line * columns + place) for place in range(columns)))
        for line in range(rows)
    )
    return Scoreboard(say("Board"), heads, lines, **given)  # type: ignore[arg-type]


def test_what_stands_above_the_first_round_leads_nowhere() -> None:
    html = show(replace(board(rows=3), lead=1), links=["/1/", "/2/"])
    assert [one.split(">")[0] for one in html.split("<a href=")[1:]] == ['"/1/"', '"/2/"']
    first = html.split("<tbody>")[1].split("</tr>")[0]
    assert "<a " not in first


def test_notes_are_left_out_beside_the_picture_that_shows_them() -> None:
    noted = replace(board(rows=1), notes=(say("Pot: 4"),))
    assert "Pot: 4" in show(noted)
    assert "Pot: 4" not in show(noted, beside=Drawing(10, 10, Words("Pot"), (), ()))


def test_rows_and_columns_are_headed() -> None:
    html = show(board(), corner="Round")
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 3
    assert "<caption" in html
    assert re.search(r'<th class="corner" scope="col">Round</th>', html)


def test_without_a_word_for_the_rows_no_heading_is_empty() -> None:
    html = show(board())
    assert not re.search(r"<th[^>]*></th>", html)
    assert '<td class="corner">' in html


def test_groups_stand_above_their_columns() -> None:
    heads = tuple(Column(say(f"Game {n}"), say(team)) for team in ("A", "B") for n in (1, 2, 3))
    html = show(Scoreboard(say("Sheet"), heads, (Row(say("1"), (EMPTY,) * 6),)))
    assert re.findall(r'scope="colgroup" colspan="(\d)"', html) == ["3", "3"]
    assert re.findall(r'<colgroup span="(\d)">', html) == ["3", "3"]
    # The double line between the teams: their headings, the third column's heading and its cell.
    assert len(re.findall(r'class="[^"]*\bends\b', html)) == 3


@pytest.mark.parametrize("mark", WORDS)
def test_every_mark_is_said_in_words(mark: str) -> None:
    assert str(WORDS[mark]) in words(drawn(Cell(7, marks=(mark,))))  # type: ignore[arg-type, index]
    rows = (Row(say("1"), (Cell(7, marks=(mark,)),)),)  # type: ignore[arg-type]
    shown = show(Scoreboard(say("B"), (Column(say("P")),), rows))
    assert f'<td class="is-{mark}">' in shown


def test_circles_are_drawn_and_said() -> None:
    assert words(drawn(Cell(45, circled=True))) == "45 circled"
    assert 'class="ring"' in drawn(Cell(45, circled=True))
    assert words(drawn(Cell(None, circled=True))) == "empty circle"
    assert words(drawn(Cell(45))) == "45"
    assert drawn(EMPTY) == ""


def test_coins_are_drawn_up_to_a_pile_and_always_counted() -> None:
    for coins, circles in ((0, 0), (1, 1), (5, 5), (80, 5)):
        html = drawn(Cell(coins, coins=coins))
        assert html.count("<circle") == circles
        assert words(html) == str(coins)


def test_a_negative_number_has_a_minus_sign() -> None:
    assert words(drawn(Cell(-12))) == "−12"
    assert words(drawn(Cell(0))) == "0"


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


def test_the_last_rows_keep_their_addresses() -> None:
    html = show(board(rows=5), links=[f"/{n}/" for n in range(1, 6)], last=2)
    assert re.findall(r'<a href="([^"]+)">(\d)</a>', html) == [("/4/", "4"), ("/5/", "5")]


def test_the_wall_shows_the_last_rounds_but_all_of_a_sheet_in_groups() -> None:
    assert "lines-6 " in show(board(rows=20), size="wall")
    assert show(board(rows=20), size="wall").count('scope="row"') == 6
    heads = (Column(say("Game 1"), say("A")), Column(say("Game 1"), say("B")))
    sheet = Scoreboard(say("S"), heads, board(rows=9).rows)
    assert show(sheet, size="wall").count('scope="row"') == 9


def test_nothing_yet_says_so() -> None:
    assert "Nothing is written yet." in words(show(board(rows=0)))


def test_many_columns_stand_on_end_and_say_that_there_is_more() -> None:
    assert "on-end" not in show(board(columns=8))
    html = show(board(columns=9))
    assert "on-end" in html
    assert "swipe sideways" in html
    assert 'tabindex="0" role="group"' in html


@pytest.mark.parametrize(
    ("names", "long"),
    [
        (("Ann & Bo", "Cy & Di"), False),
        (("Maximiliane & Bo", "Cy & Di"), False),
        (("Schwarzenberger & Bo", "Cy & Di"), True),
        (("Ann-Margareta", "Cy"), False),  # goes over two lines at its hyphen
        (("Christopher", "Bo", "Cy"), True),
    ],
)
def test_names_too_long_to_stand_level_on_a_phone_are_told(
    names: tuple[str, ...], long: bool
) -> None:
    columns = tuple(Column(as_is(name)) for name in names)
    html = show(Scoreboard(say("B"), columns, ()))
    assert (re.search(r'class="scoreboard [^"]*\blong\b', html) is not None) is long


@pytest.mark.parametrize(("columns", "parts"), [(20, [10, 10]), (11, [6, 5]), (10, [10])])
def test_a_board_is_split_evenly_and_loses_nothing(columns: int, parts: list[int]) -> None:
    whole = board(columns=columns, foot=(Row(say("Sum"), (Cell(1),) * columns),), notes=(say("n"),))
    pages = split(whole, 10)
    assert sorted(len(page.columns) for page in pages) == sorted(parts)
    assert [c for page in pages for c in page.columns] == list(whole.columns)
    assert [c for page in pages for c in page.rows[1].cells] == list(whole.rows[1].cells)
    assert all(len(page.foot[0].cells) == len(page.columns) for page in pages)


def test_a_board_with_no_columns_is_one_page() -> None:
    empty = Scoreboard(say("B"), (), ())
    assert split(empty, 10) == (empty,)


@pytest.mark.parametrize("slug", ["gin-tournament", "golf", "rummoli"])
def test_the_boards_of_the_games_are_shown(slug: str) -> None:
    reports = {
        "gin-tournament": [{"couple": [0, 1], "outcome": "gin", "by": 0, "caught": 30}],
        "golf": {"points": [3, 40], "knocker": 1},
        "rummoli": {"rummoli": 0, "poker": [1]},
    }
    history = played(slug, setup(slug, 2, first=0), reports[slug])
    made = plays_of(slug).board((history.opening.state, *(r.state for r in history.rounds)))
    seen = words(show(made))
    assert all(column.title.text in seen for column in made.columns)
    assert all(
        str(cell.value).replace("-", "−") in seen for cell in made.rows[-1].cells if cell.value
    )
