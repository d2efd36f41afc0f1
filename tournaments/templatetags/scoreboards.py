"""A scoreboard of the engine as a table: circles, coins and marks drawn, all of it said in words.

    {% load scoreboards %}
    {% scoreboard board %}                                on desks and phones
    {% scoreboard board links=addresses corner=word %}    rows lead to addresses (None: to nowhere)
    {% scoreboard board reports=addresses %}              rows and cells lead to their reports
    {% scoreboard board size="wall" %}                    fills its box on the wall

Pages that show one load `tournaments/css/play.css`. Why a board is not turned round on phones: it
looks as it does on the paper on the table; the first column and the foot stay in sight instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from rulesets.drawing.scoreboard import Cell, Column, Mark, Row, Scoreboard
from rulesets.engine.text import signed
from tournaments.templatetags.charts import name_size
from tournaments.web.labels import translate

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing

register = template.Library()

MOST_COINS = 5  # drawn one by one; more are a pile, and the number says how many
UPRIGHT = 8  # with more columns than this their names stand on end,
MANY = 3  # and on phones with more than this,
ACROSS = 26  # or where the longest word of a name, as often as there are columns, has more letters
WALL_ROWS, WALL_UPRIGHT = 6, 12  # as many rows and level names as can be read across a hall
SHORT = 12  # a label longer than this needs a wide first column
MOST_LINES, MOST_COLUMNS = 16, 24  # as far as the stylesheet of the wall knows sizes
COIN, STEP = 16, 7
KEPT = 4096  # cells of a process

# What a mark looks like and what it is called, in the order of the key below the board.
WORDS: dict[Mark, object] = {
    "dealer": gettext_lazy("dealer"),
    "knocked": gettext_lazy("knocked"),
    "high": gettext_lazy("has to pay"),
    "face": gettext_lazy("on their face"),
    "out": gettext_lazy("out"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
}
LETTERS: dict[Mark, str] = {"dealer": "D", "knocked": "K"}
SPELT = ("out", "won", "lost")  # shown as the word itself: no key is needed
FACE = (
    "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14z"
    "M6.2 8h2.4v2H6.2zM11.4 8h2.4v2h-2.4zM6.4 14.6 7.8 16c1.2-1.3 3.2-1.3 4.4 0"
    "l1.4-1.4c-2-2.1-5.2-2.1-7.2 0z"
)
HIGH = "M10 2.5 19 17H1z"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row as the template draws it: its label, where that leads, and its cells."""

    label: str
    url: str
    cells: SafeString


@register.inclusion_tag("reports/_scoreboard.html")
def scoreboard(
    board: Scoreboard,
    links: Sequence[str | None] = (),
    size: str = "",
    corner: str = "",
    reports: Mapping[int, str] | None = None,
    last: int = 0,
    beside: Drawing | None = None,
) -> dict[str, object]:
    """`board` as a table.

    `links` are the addresses of its rows, in their order, from the first round on; `reports` those
    of reports (`Row.report`, `Cell.report`); `corner` says what the rows are. `size` "wall" is the
    large one, which shows the last rows only. `last` limits the rows in another place too (0: all
    of them). `beside` is the picture that stands next to the board, if there is one: it shows what
    the notes would say.
    """
    wall = size == "wall"
    grouped = bool(_groups(board.columns))  # then each column grows by itself, from the top
    most = last or (WALL_ROWS if wall and not grouped else len(board.rows))
    hidden = max(0, len(board.rows) - most)
    rows = board.rows[hidden:]
    before = (None,) * board.lead  # what stands above the first round leads to nothing
    urls = [*before, *links, *(None,) * len(board.rows)][hidden : len(board.rows)]
    told = reports or {}
    ends = _ends(board)
    return {
        "notes": () if beside else tuple(map(translate, board.notes)),
        "title": translate(board.title),
        "corner": corner,
        "groups": _groups(board.columns),
        "headings": _headings(board, ends),
        "columns": len(ends),
        "rows": [
            _line(row, url or told.get(row.report or 0, ""), ends, told)
            for row, url in zip(rows, urls, strict=True)
        ],
        "foot": [_line(row, "", ends) for row in board.foot],
        "key": _key(rows, board.foot),
        "wall": wall,
        "shape": _shape(board, len(rows), WALL_UPRIGHT if wall else UPRIGHT),
    }


@register.filter
def with_sign(value: int) -> str:
    """A number with a true minus sign, which is as wide as a digit."""
    return signed(value)


def split(board: Scoreboard, most: int) -> tuple[Scoreboard, ...]:
    """The board as several with at most so many columns each, as even as can be.

    For pages of a wall: twenty players are two pages of ten. Groups are not kept together.
    """
    parts = max(1, -(-len(board.columns) // most))
    ends = [round(len(board.columns) * part / parts) for part in range(parts + 1)]
    return tuple(
        replace(
            board,
            columns=board.columns[low:high],
            rows=tuple(replace(row, cells=row.cells[low:high]) for row in board.rows),
            foot=tuple(replace(row, cells=row.cells[low:high]) for row in board.foot),
        )
        for low, high in pairwise(ends)
    )


def _groups(columns: Sequence[Column]) -> list[tuple[str, int]]:
    """The headings above the headings with their widths; none where no column is in a group."""
    called = groupby(translate(column.group) for column in columns)
    groups = [(name, len(list(members))) for name, members in called]
    return groups if any(name for name, _ in groups) else []


def _ends(board: Scoreboard) -> list[bool]:
    """Of each column whether it is the last one of its group; the board ends by itself."""
    edges = set(accumulate(width for _, width in _groups(board.columns)))
    columns = len(board.columns)
    return [place in edges and place < columns for place in range(1, columns + 1)]


def _headings(board: Scoreboard, ends: Sequence[bool]) -> SafeString:
    """The headings of the columns; that of somebody who is out is struck."""
    gone = {
        place for row in board.foot for place, cell in enumerate(row.cells) if "out" in cell.marks
    }
    return _joined(
        _heading(translate(column.title), place in gone, ends[place])
        for place, column in enumerate(board.columns)
    )


@lru_cache(KEPT)
def _heading(title: str, gone: bool, end: bool) -> SafeString:
    names = ("name", f"size-{name_size(title)}", "gone" if gone else "", "ends" if end else "")
    classes = " ".join(filter(None, names))
    return format_html('<th scope="col" class="{}"><span>{}</span></th>', classes, title)


def _shape(board: Scoreboard, rows: int, upright: int) -> str:
    """Classes that tell the stylesheet how much there is to be shown."""
    columns = len(board.columns)
    grouped = bool(_groups(board.columns))
    classes = [
        f"lines-{min(max(rows, 1) + len(board.foot) + grouped, MOST_LINES)}",
        f"cols-{min(columns, MOST_COLUMNS)}",
        *(f"more-than-{most}" for most in (6, 9, 16) if columns > most),
        *(["many"] if columns > MANY else []),
        *(["long"] if columns * _longest_word(board.columns) > ACROSS else []),
        *(["on-end"] if columns > upright else []),
        *(["grouped"] if grouped else []),
        *(["labelled"] if any(len(translate(row.label)) > SHORT for row in board.rows) else []),
    ]
    return " ".join(classes)


def _longest_word(columns: Sequence[Column]) -> int:
    words = (
        word for column in columns for word in translate(column.title).replace("-", "- ").split()
    )
    return max(map(len, words), default=0)


def _line(
    row: Row, url: str, ends: Sequence[bool], reports: Mapping[int, str] | None = None
) -> BoardRow:
    told = reports or {}
    both, language = zip(row.cells, ends, strict=True), get_language()
    cells = (_place(cell, end, language, told.get(cell.report or 0, "")) for cell, end in both)
    return BoardRow(translate(row.label), url, _joined(cells))


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  each of them is


def _place(cell: Cell, end: bool, language: str | None, url: str = "") -> SafeString:
    """One `td` with everything that stands in it; `url` is where it leads."""
    if not url:
        return _plain_cell(cell, end, language)
    return _td(cell, end, format_html('<a href="{}">{}</a>', url, drawn(cell)))


@lru_cache(KEPT)
def _plain_cell(cell: Cell, end: bool, language: str | None) -> SafeString:
    """One that leads nowhere: the cells of a board are like each other, and like those that were
    shown before."""
    del language  # another cell in each
    return _td(cell, end, drawn(cell))


def _td(cell: Cell, end: bool, inside: SafeString) -> SafeString:
    names = [f"is-{mark}" for mark in cell.marks if mark]
    if end:
        names.append("ends")
    named = format_html(' class="{}"', " ".join(names)) if names else ""
    return format_html("<td{}>{}</td>", named, inside)


def drawn(cell: Cell) -> SafeString:
    """What stands in a cell, drawn and in words."""
    signs = [_icon(mark) for mark in cell.marks if mark in (*LETTERS, "high", "face")]
    number = format_html_join(" ", "{}", ((sign,) for sign in (*signs, _number(cell)) if sign))
    parts = [format_html('<span class="nowrap">{}</span>', number) if signs else number]
    if cell.text:
        kind = "words" if cell.value is None else "said"
        parts.append(format_html('<span class="{}">{}</span>', kind, cell.text))
    if cell.coins is not None:
        parts.append(coins(cell.coins))
    parts += [
        format_html('<span class="tag">{}</span>', WORDS[mark])
        for mark in cell.marks
        if mark in SPELT
    ]
    return format_html_join(" ", "{}", ((part,) for part in parts if part))


def _number(cell: Cell) -> SafeString:
    if cell.value is None:
        if not cell.circled:
            return mark_safe("")
        return format_html(
            '<span class="ring hollow"><span class="visually-hidden">{}</span></span>',
            gettext("empty circle"),
        )
    number = with_sign(cell.value)
    if cell.circled:
        words = gettext("circled")
        return format_html(
            '<span class="ring">{}<span class="visually-hidden"> {}</span></span>', number, words
        )
    return format_html("<s>{}</s>" if "out" in cell.marks else "<span>{}</span>", number)


def _icon(mark: Mark) -> SafeString:
    """A mark as a small drawing with its word."""
    if mark in LETTERS:
        sign = format_html('<b aria-hidden="true">{}</b>', gettext(LETTERS[mark]))
    else:
        path = FACE if mark == "face" else HIGH
        sign = format_html(
            '<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">'
            '<path fill-rule="evenodd" d="{}"/></svg>',
            path,
        )
    return format_html(
        '<span class="mark-{}">{}<span class="visually-hidden">{}</span></span>',
        mark,
        sign,
        WORDS[mark],
    )


@register.simple_tag
def coins(count: int) -> SafeString:
    """So many coins, one leaning on the other; decoration beside the number."""
    if count < 1:
        return mark_safe("")
    shown = min(count, MOST_COINS)
    width = COIN + STEP * (shown - 1) + 2
    circles = format_html_join(
        "",
        '<circle cx="{}" cy="9" r="7"/>',
        ((1 + COIN // 2 + STEP * place,) for place in range(shown)),
    )
    return format_html(
        '<svg class="coins" viewBox="0 0 {} 18" width="{}" height="18" aria-hidden="true"'
        ' focusable="false">{}</svg>',
        width,
        width,
        circles,
    )


def _key(*parts: Sequence[Row]) -> list[tuple[SafeString, object]]:
    """The marks that the board uses and that are not words themselves, with what they mean."""
    used = {mark for rows in parts for row in rows for cell in row.cells for mark in cell.marks}
    return [
        (_icon(mark), words) for mark, words in WORDS.items() if mark in used and mark not in SPELT
    ]
