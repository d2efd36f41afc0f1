"""The run of a game as a drawing: everything said, nothing let through, lines that differ."""

import re
from itertools import combinations

import pytest
from django.template import Context, Template

from tournaments.templatetags.charts import DASHES, SIGNS

SERIES = [("Ann", (3, 2, 1)), ("Bo", (3, 3, 2)), ("Cy", (3, 3, -4))]


def show(series: object, tag: str = "{% run_chart s %}", **values: object) -> str:
    return Template("{% load charts %}" + tag).render(Context({"s": series, **values}))


def twenty() -> list[tuple[str, tuple[int, ...]]]:
    return [(f"P{n}", (0, n, 2 * n)) for n in range(20)]


def test_the_end_is_said_in_words_the_highest_first() -> None:
    html = show(SERIES)
    assert 'aria-label="The run of the game: Bo 2, Ann 1, Cy −4"' in html
    assert html.count('role="img"') == 2  # for phones and for desks; one of them is shown


def test_the_figures_stand_in_a_table_too() -> None:
    html = show(SERIES)
    table = html[html.index("<table") :]
    rows = re.findall(r'<th scope="row">(\d)</th>(.*?)</tr>', table)
    cells = [re.findall(r"<span>([^<]+)</span>", row) for _, row in rows]
    assert [number for number, _ in rows] == ["0", "1", "2"]
    assert cells == [["3", "3", "3"], ["2", "3", "3"], ["1", "2", "−4"]]
    html = show(SERIES, "{% run_chart s first=1 %}")
    assert re.findall(r'<th scope="row">(\d)</th>', html) == ["1", "2", "3"]


def test_names_are_escaped_and_whole_in_the_tooltip() -> None:
    html = show([("<b>&amp;", (1, 2))], "{% run_chart s title=t %}", t="<i>T")
    assert "<b>" not in html
    assert "<i>" not in html
    assert html.count("&lt;b&gt;&amp;amp;") >= 4
    long = "Wolfeschlegelsteinhausenbergerdorff-" * 3 + "Schmidt"
    assert f"<title>{long}</title>" in show([(long, (1, 2))])
    assert "<title>" not in show(SERIES)
    assert "style=" not in show(twenty())


def test_the_wall_has_a_drawing_for_each_shape_of_screen_and_no_table() -> None:
    html = show(twenty(), '{% run_chart s size="wall" %}')
    assert "<table" not in html
    boxes = re.findall(r'viewBox="0 0 (\S+) (\S+)"', html)
    assert boxes == [("1560", "880"), ("1200", "1060")]


def test_nobody_s_line_looks_like_another_s_even_without_colour() -> None:
    html = show(twenty(), '{% run_chart s size="wall" %}').partition("</svg>")[0]
    lines = re.findall(r'<g class="run-line run-\d">(.*?)</g>', html)
    looks = []
    for line in lines:
        dashes = re.findall(r'stroke-dasharray="([^"]+)"', line)
        signs = set(re.findall(r' d="([^"]+)"', line))
        assert len(signs) == 1
        looks.append((tuple(dashes), signs.pop()))
    assert len(looks) == 20
    assert all(one != other for one, other in combinations(looks, 2))
    assert len(DASHES) * len(SIGNS) == 30  # no common divisor: thirty different pairs


@pytest.mark.parametrize("series", [[], [("Ann", ())]])
def test_before_there_is_anything_nothing_is_drawn(series: object) -> None:
    assert show(series).strip() == ""
