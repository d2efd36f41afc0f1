"""A scoreboard of the engine as a table: circles, coins and marks drawn, all of it said in words.

{% load scoreboards %}
{% rounds board %}                                       a sheet or a worksheet, with its foot
{% rounds board links=addresses corner=word %}           rows lead to addresses (None: to nowhere)
{% rounds board reports=addresses below_lines=True %}    below everybody's line (_lines.html)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy

from rulesets.drawing.scoreboard import Cell, Column, Mark, Row, Scoreboard
from rulesets.engine.roster import AND
from rulesets.engine.text import Phrase, signed
from tournaments.people.names import PLUS
from tournaments.templatetags.charts import name_size
from tournaments.templatetags.icons import crown, goal
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing
    from tournaments.boards.lines import Line

register = template.Library()

MOST_COINS = 5  # drawn one by one; more are a pile, and the number says how many
TWO, LARGE, MIDDLE = 2, 4, 6  # so many lines are very large, large, and as large as a heading
DIGITS = 3  # a total of more is written smaller
NARROW, LEVEL = 244, 314  # pixels that columns have on the smallest phone, and on most of them
LEAST, LETTER, BESIDE = 34, 8, 8  # of them a column needs, each of its letters, and what is beside
SMALL, CLOSE = 6.5, 5  # the same of headings that are written smaller, to lie level there
CROWD = 14  # more columns are nowhere a table
NUMBER = 4  # letters of a label that is no more than a number
NUMBERED = "{number} · {name}"  # the label of a round that has a name
SHORT = 12  # a label longer than this needs a wide first column
COIN, STEP = 16, 7
CACHE_SIZE = 4096  # cells of a process

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
class Heads:
    """What rows share: after which columns a group ends, whose each column is where headings may be
    out of sight, and whether they stand below the lines of a board."""

    ends: tuple[bool, ...]
    names: tuple[str, ...]
    below: bool


@register.inclusion_tag("boards/_rounds.html")
def rounds(
    board: Scoreboard,
    links: Sequence[str | None] = (),
    corner: str = "",
    reports: Mapping[int, str] | None = None,
    last: int = 0,
    beside: Drawing | None = None,
    below_lines: bool = False,
) -> dict[str, object]:
    """`board` as a table whose names lie level; where a phone is too narrow for its columns, every
    row becomes a few lines.

    `links` are the addresses of its rows, in their order, from the first round on; `reports` those
    of reports (`Row.report`, `Cell.report`); `corner` says what the rows are; `last` limits them.
    `beside` is the picture next to it, which shows what the notes would say.

    `below_lines`: it stands below everybody's line, which tells totals and who deals: the newest
    round comes first, called by its number, and columns by first names.
    """
    told, groups = reports or {}, _groups(board.columns)
    hidden = max(0, len(board.rows) - last) if last else 0
    urls = [*(None,) * board.lead, *links, *(None,) * len(board.rows)][: len(board.rows)]
    titles = [translate(column.title) for column in board.columns]
    below = below_lines and not groups
    names = short_names(titles) if below else titles
    labels = () if below else [translate(row.label) for row in (*board.rows, *board.foot)]
    ends, shape = _ends(board), _shape(names, labels)
    both = zip(board.columns, names, strict=True)
    alone = (f"{translate(column.group)} {name}".strip() for column, name in both)
    heads = Heads(tuple(ends), tuple(alone) if "many" in shape else (), below)
    step = corner if "many" in shape else ""
    rows = [
        _row(row, url or told.get(row.report or 0, ""), heads, told, step)
        for row, url in zip(board.rows[hidden:], urls[hidden:], strict=True)
    ]
    foot = () if below else board.foot
    return {
        "title": translate(board.title),
        "shape": shape,
        "groups": groups,
        "corner": corner,
        "headings": _headings(board, ends, names),
        "columns": len(ends),
        "rows": _joined(rows[::-1] if below else rows),
        "foot": _joined(_row(row, "", heads, {}) for row in foot),
        "notes": () if below or beside else tuple(map(translate, board.notes)),
        "key": _key(board.rows[hidden:], foot, without=("dealer",) if below else ()),
    }


@register.simple_tag
def everybody(lines: Sequence[Line], why: str = "", list_name: str = "") -> SafeString:
    """Everybody's line as a list. `why` is the address of "How we got here" ("": totals are not
    pressed), `list_name` a name for the list where its order may be chosen (static js/board.js)."""
    language = get_language()
    return format_html(
        '<ol class="lines{}" role="list"{}>{}</ol>',
        lines_shape(lines),
        format_html(' data-list="{}"', list_name) if list_name else "",
        _joined(_line(line, why, language) for line in lines),
    )


@lru_cache(CACHE_SIZE)
def _line(line: Line, why: str, language: str | None) -> SafeString:
    """One of them; most are as they were when somebody else at the table looked. After a round
    all are others: so they are put together by hand, not by format_html. `language` is there for
    the cache: each has words of its own."""
    kind = ' class="lead"' if line.leads else ' class="out"' if line.out else ""
    return mark_safe(  # noqa: S308  each of them is, or a number
        f'<li data-line="{line.scorer}" data-seat="{line.seat}"{kind}><div class="name">'
        f"{crown() if line.leads else ''}{_names(line)}</div>"
        f'<div class="gain">{_gain(line)}</div>{_total(line, why)}{_sub(line)}'
        f"{goal(line.share, len(line.pieces)) if line.share is not None else ''}</li>"
    )


def _names(line: Line) -> str:
    """The name, or those of partners, with a word for who deals."""
    deals = f' <span class="deals">{escape(line.deals)}</span>' if line.deals else ""
    if not line.people:
        return f"{escape(line.name)}{deals}"
    return "".join(
        f'<span class="partner">{escape(name)}{deals if name == line.dealer else ""}</span>'
        for name in line.people
    )


def _gain(line: Line) -> str:
    if line.coins is not None:
        return coins(line.coins)
    if line.joined:
        return escape(gettext("joined"))
    return "" if line.gain is None else with_plus(line.gain)


def _total(line: Line, why: str) -> str:
    """The total, which leads to how it came about."""
    number = escape(gettext("out")) if line.out and not line.total else with_sign(line.total)
    if not why:
        return f'<div class="total" data-value="{line.total}">{number}</div>'
    words = gettext("{name}: how we got here").format(name=line.name)
    return (
        f'<a class="total" href="{escape(why)}{escape(line.why)}" data-why'
        f' data-value="{line.total}">{number}'
        f'<span class="visually-hidden"> {escape(words)}</span></a>'
    )


def _sub(line: Line) -> str:
    if not line.words and not line.due:
        return ""
    due = f'<span class="due">{escape(line.due)}</span>' if line.due else ""
    return f'<div class="sub">{escape(line.words)}{due}</div>'


def lines_shape(lines: Sequence[Line]) -> str:
    """The class for so many lines: how large their totals are."""
    count, widest = len(lines), max((len(str(line.total)) for line in lines), default=0)
    wide = " wide" if widest > DIGITS else ""
    if count == TWO:
        return f" two{wide}"
    return wide + ("" if count <= LARGE else " five" if count <= MIDDLE else " tight")


@register.filter
def with_plus(value: int) -> str:
    """What somebody gained, with its sign."""
    return f"+{value}" if value >= 0 else signed(value)


@register.filter
def with_sign(value: int) -> str:
    """A number with a true minus sign, which is as wide as a digit."""
    return signed(value)


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


def short_names(titles: Sequence[str]) -> list[str]:
    """First names, with a letter of the last one or whole where two would be alike; partners, and
    two who share a chair, by both of theirs."""
    found = [_each(title, lambda name: name.split()[0]) for title in titles]
    longer = [_each(title, _with_initial) for title in titles]
    return [
        short if found.count(short) == 1 else long if longer.count(long) == 1 else title
        for short, long, title in zip(found, longer, titles, strict=True)
    ]


def _each(title: str, shorten: Callable[[str], str]) -> str:
    """A title with each of its names shortened."""
    sides = (one.split(PLUS) for one in title.split(AND))
    return AND.join(PLUS.join(shorten(name) for name in side if name) for side in sides)


def _with_initial(name: str) -> str:
    """The first name and an initial, which is a capital: nobody writes one in Arabic or in Thai,
    and a note in brackets has none."""
    first, *others = name.split() or [name]
    initial = others[-1][:1] if others else ""
    return f"{first} {initial}." if initial.isupper() else name


def _headings(
    board: Scoreboard, ends: Sequence[bool], names: Sequence[str] | None = None
) -> SafeString:
    """The headings of the columns; that of somebody who is out is struck."""
    gone = {
        place for row in board.foot for place, cell in enumerate(row.cells) if "out" in cell.marks
    }
    titles = names or [translate(column.title) for column in board.columns]
    return _joined(
        _heading(title, place in gone, ends[place]) for place, title in enumerate(titles)
    )


@lru_cache(CACHE_SIZE)
def _heading(title: str, gone: bool, end: bool) -> SafeString:
    names = ("name", f"size-{name_size(title)}", "gone" if gone else "", "ends" if end else "")
    classes = " ".join(filter(None, names))
    return format_html('<th scope="col" class="{}"><span>{}</span></th>', classes, title)


def _shape(names: Sequence[str], labels: Sequence[str]) -> str:
    """Whether so many columns with such names are too wide for the smallest phone ("many"), but not
    for most of them ("level"), or for any page ("crowd"), and whether rows have more than a number
    to be called by ("labelled")."""
    longest = max((_letters(word) for name in names for word in name.split()), default=1)
    label = max(map(len, labels), default=0)
    beside = max(0, label - SHORT) * LETTER
    need = len(names) * max(LEAST, longest * LETTER + BESIDE) + beside
    least = len(names) * max(LEAST, longest * SMALL + CLOSE) + beside
    many = need > NARROW or len(names) > CROWD
    parts = {
        "many": many,
        "level": many and least <= LEVEL,
        "crowd": len(names) > CROWD,
        "labelled": label > NUMBER,
    }
    return " ".join(name for name, wanted in parts.items() if wanted)


def _letters(word: str) -> float:
    """How many letters of Latin a word is as wide as: other scripts are wider."""
    return sum(1 if letter < "\u0370" else 1.25 if letter < "\u2e80" else 2 for letter in word)


def _row(
    row: Row, url: str, heads: Heads, reports: Mapping[int, str], step: str = ""
) -> SafeString:
    """One row; `step` stands before the number of a round where rows become lines."""
    label, called = translate(row.label), ""
    if heads.below and row.label.template == NUMBERED:
        number, name = (row.label.params[key] for key in ("number", "name"))
        label = str(number)
        called = translate(name) if isinstance(name, Phrase) else str(name)
    before = step if label.isdecimal() else ""  # the start has no number
    language = get_language()
    if any(cell.report for cell in row.cells):
        return _render_row(row.cells, (label, called, url, before), heads, language, reports)
    return _row_alike(row.cells, (label, called, url, before), heads, language)


@lru_cache(CACHE_SIZE)
def _row_alike(
    cells: tuple[Cell, ...], texts: tuple[str, str, str, str], heads: Heads, language: str | None
) -> SafeString:
    """One whose cells lead nowhere: as it was when somebody looked before."""
    return _render_row(cells, texts, heads, language, {})


def _render_row(
    cells: tuple[Cell, ...],
    texts: tuple[str, str, str, str],
    heads: Heads,
    language: str | None,
    reports: Mapping[int, str],
) -> SafeString:
    label, called, url, step = texts
    told = format_html('<span class="called"> {}</span>', called) if called else ""
    head = format_html("{}{}", label, told)
    before = format_html(' data-step="{}"', step) if step else ""
    if url:
        head = format_html('<a href="{}"{}>{}</a>', url, before, head)
    shown = map(_quiet, cells) if heads.below else cells
    names = heads.names or ("",) * len(cells)
    inside = _joined(
        _place(cell, end, language, reports.get(cell.report or 0, ""), name)
        for cell, end, name in zip(shown, heads.ends, names, strict=True)
    )
    return format_html('<tr><th scope="row"{}>{}</th>{}</tr>', before, head, inside)


def _quiet(cell: Cell) -> Cell:
    """A cell without who dealt: that is told beside the name."""
    if "dealer" not in cell.marks:
        return cell
    return replace(cell, marks=tuple(mark for mark in cell.marks if mark != "dealer"))


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  each of them is


def _place(
    cell: Cell, end: bool, language: str | None, url: str = "", name: str = ""
) -> SafeString:
    """One `td` with everything that stands in it; `url` is where it leads, `name` whose it is where
    the heading may be out of sight."""
    if not url:
        return _plain_cell(cell, end, language, name)
    return _td(cell, end, format_html('<a href="{}">{}</a>', url, render_cell(cell)), name)


@lru_cache(CACHE_SIZE)
def _plain_cell(cell: Cell, end: bool, language: str | None, name: str = "") -> SafeString:
    """One that leads nowhere: the cells of a board are like each other, and like those that were
    shown before. `language` is there for the cache."""
    return _td(cell, end, render_cell(cell), name)


def _td(cell: Cell, end: bool, inside: SafeString, name: str = "") -> SafeString:
    names = [f"is-{mark}" for mark in cell.marks if mark]
    if end:
        names.append("ends")
    named = format_html(' class="{}"', " ".join(names)) if names else ""
    whose = format_html(' data-name="{}"', name) if name and inside else ""
    return format_html("<td{}{}>{}</td>", named, whose, inside)


def render_cell(cell: Cell) -> SafeString:
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
            '<span class="ring"><span class="visually-hidden">{}</span></span>',
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
@cache
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


def _key(*parts: Sequence[Row], without: Sequence[str] = ()) -> list[tuple[SafeString, object]]:
    """The marks that the board uses and that are not words themselves, with what they mean."""
    used = {mark for rows in parts for row in rows for cell in row.cells for mark in cell.marks}
    left = used - {*SPELT, *without}
    return [(_icon(mark), words) for mark, words in WORDS.items() if mark in left]
