"""A scoreboard of the engine as a table: circles, coins and marks, with words for screen readers.

{% load scoreboards %}
{% rounds board %}                                       a sheet or a worksheet, with its foot
{% rounds board links=addresses corner=word %}           rows link to addresses (None: no link)
{% rounds board reports=addresses below_lines=True %}    below everybody's line (_lines.html)
"""

from __future__ import annotations

import re
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
from rulesets.engine.text import Phrase, say, signed
from tournaments.models.families import PLUS
from tournaments.templatetags.cards import pip
from tournaments.templatetags.charts import name_size
from tournaments.templatetags.icons import crown, goal
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.drawing.vectors import Drawing
    from tournaments.scores.lines import Line

register = template.Library()

MOST_COINS = 5  # drawn one by one; the number beside them counts more
TWO, LARGE, MIDDLE = 2, 4, 6  # numbers of lines: very large, large, and as large as a heading
DIGITS = 3  # longer totals are smaller
NARROW, LEVEL = 244, 314  # pixels for columns on the smallest phone, and on most phones
LEAST, LETTER, BESIDE = 34, 8, 8  # pixels of a column, of each of its letters, of its padding
SMALL, CLOSE = 6.5, 5  # letter and padding of smaller headings, which fit most phones
CROWD = 14  # more columns are a table on no page
NUMBER = 4  # letters of a label with only a number
# Letters over a column by the number of columns, and pixels across all of them; smallest phone.
ROOM = {3: 11, 4: 8, 5: 7, 6: 6, 7: 5, 8: 4}
ACROSS, FIGURE, REMARK, GAP = 256, 7, 6, 2  # there: a digit, a letter of a remark, and between two
ALWAYS_EVEN = 5  # columns, from which on names are cut level without a look at their letters
NUMBERED = "{number} · {name}"  # the label of a round that has a name
SHORT = 12  # a label longer than this needs a wide first column
COIN, STEP = 16, 7
SUM = say("Σ")
CACHE_SIZE = 4096  # cells of a process

# The word for each mark, in the order of the key below the board.
WORDS: dict[Mark, object] = {
    "dealer": gettext_lazy("dealer"),
    "knocked": gettext_lazy("knocked"),
    "queen": gettext_lazy("took the queen of spades"),
    "high": gettext_lazy("has to pay"),
    "face": gettext_lazy("on their face"),
    "out": gettext_lazy("out"),
    "won": gettext_lazy("won"),
    "lost": gettext_lazy("lost"),
}
LETTERS: dict[Mark, str] = {"dealer": "D", "knocked": "K"}
SIGNS: tuple[Mark, ...] = (*LETTERS, "high", "face", "queen")
PLAIN = {"dealer", "out", "queen"}  # a cell with no more than these is a score
SPELT = ("out", "won", "lost")  # shown as the word itself: no key is needed
FACE = (
    "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14z"
    "M6.2 8h2.4v2H6.2zM11.4 8h2.4v2h-2.4zM6.4 14.6 7.8 16c1.2-1.3 3.2-1.3 4.4 0"
    "l1.4-1.4c-2-2.1-5.2-2.1-7.2 0z"
)
HIGH = "M10 2.5 19 17H1z"


@dataclass(frozen=True, slots=True)
class Heads:
    """Settings of all rows: whether each column ends a group, the name of each column if headings
    may be out of sight, and whether the table is below the lines of a board."""

    ends: tuple[bool, ...]
    names: tuple[str, ...]
    below: bool


def _sums(board: Scoreboard) -> tuple[Row, ...]:
    """Return the row of the sums of a board that has all rounds since the first; else nothing."""
    is_whole = board.foot and not board.lead and _first_report(board) == 1
    return (replace(board.foot[0], label=SUM),) if is_whole else ()


@register.inclusion_tag("boards/_rounds.html")
def rounds(
    board: Scoreboard,
    links: Sequence[str | None] = (),
    corner: str = "",
    reports: Mapping[int, str] | None = None,
    last: int = 0,
    beside: Drawing | None = None,
    below_lines: bool = False,
    best: str = "",
) -> dict[str, object]:
    """Return the context of `board` as a table; on a phone too narrow for its columns, every row
    becomes a few lines.

    `links`: the addresses of its rows, from the first round on; `reports`: addresses by report
    (`Row.report`, `Cell.report`); `corner`: the word for rows; `last`: the number of last rows to
    show; `beside`: a picture in place of the notes.

    `below_lines`: the table is below everybody's line, which shows the dealer: the newest round
    comes first, with its number, and columns have first names; who joined has a row, and the totals
    are summed up where every round is in sight. `best`: which of a round's scores are the best, the
    "high" or the "low" ones ("": that does not decide it).
    """
    addresses, groups = reports or {}, _groups(board.columns)
    below = below_lines and not groups
    joined = _rows_of_joined(board) if below else {}
    if joined:
        board = replace(board, rows=tuple(map(_without_joined, board.rows)))
    if best and not groups and _is_plain(board):
        board = replace(board, rows=tuple(_with_best(row, best) for row in board.rows))
    hidden = max(0, len(board.rows) - last) if last else 0
    urls = [*(None,) * board.lead, *links, *(None,) * len(board.rows)][: len(board.rows)]
    heads, shape, headings = _arrange_columns(board, below=below)
    step, columns = corner if "many" in shape else "", len(heads.ends)
    rows = [
        _joined(
            (
                _row_of_words(joined.get(place, ""), columns),
                _row(row, url or addresses.get(row.report or 0, ""), heads, addresses, step),
            )
        )
        for place, (row, url) in enumerate(zip(board.rows, urls, strict=True))
        if place >= hidden
    ]
    foot = board.foot
    if below:
        foot = () if hidden or "many" in shape else _sums(board)
        foot = foot if "even" not in shape or _fit_level(foot) else ()
    return {
        "title": translate(board.title),
        "shape": shape,
        "groups": groups,
        "corner": corner,
        "headings": headings,
        "columns": columns,
        "rows": _joined(rows[::-1] if below else rows),
        "foot": _joined(_row(row, "", heads, {}) for row in foot),
        "notes": () if below or beside else tuple(map(translate, board.notes)),
        "key": _key(board.rows[hidden:], foot, without=("dealer",) if below else ()),
    }


def _arrange_columns(board: Scoreboard, *, below: bool) -> tuple[Heads, str, SafeString]:
    """Return the settings of all rows, the table's CSS classes, and its drawn headings. `below`: it
    is below everybody's line."""
    titles = [translate(column.title) for column in board.columns]
    names = short_names(titles) if below else titles
    labels = () if below else [translate(row.label) for row in (*board.rows, *board.foot)]
    ends, shape = _ends(board), _shape(names, labels)
    cut = None
    if below and (shape or len(names) >= ALWAYS_EVEN) and _fit_level(board.rows):
        cut = cut_names(names)
    shape = "even" if cut else shape
    both = zip(board.columns, names, strict=True)
    alone = (f"{translate(column.group)} {name}".strip() for column, name in both)
    heads = Heads(tuple(ends), tuple(alone) if "many" in shape else (), below)
    return heads, shape, _headings(board, ends, names, cut or names)


@register.simple_tag
def everybody(lines: Sequence[Line], why: str = "", list_name: str = "") -> SafeString:
    """Draw everybody's line as a list. `why`: the address of "How we got here" ("": totals are no
    links); `list_name`: a name for a list with a choice of order (static js/board.js)."""
    language = get_language()
    return format_html(
        '<ol class="lines{}" role="list"{}>{}</ol>',
        lines_shape(lines),
        format_html(' data-list="{}"', list_name) if list_name else "",
        _joined(_line(line, why, language) for line in lines),
    )


@lru_cache(CACHE_SIZE)
def _line(line: Line, why: str, language: str | None) -> SafeString:
    """Draw one line; most are the same as in the last request of the table. After a round all
    change, so the text is joined directly: format_html is slower. `language` is part of the cache
    key."""
    kind = ' class="lead"' if line.leads else ' class="out"' if line.out else ""
    return mark_safe(  # noqa: S308  all parts are safe or numbers
        f'<li data-line="{line.scorer}" data-seat="{line.seat}"{kind}><div class="name">'
        f"{crown() if line.leads else ''}{_names(line)}</div>"
        f'<div class="gain">{_gain(line)}</div>{_total(line, why)}{_sub(line)}'
        f"{goal(line.share, len(line.pieces)) if line.share is not None else ''}</li>"
    )


def _names(line: Line) -> str:
    """Return the name, or those of partners, with a word beside the dealer."""
    deals = f' <span class="deals">{escape(line.deals)}</span>' if line.deals else ""
    if not line.people:
        return f"{escape(line.name)}{deals}"
    return "".join(
        f'<span class="partner">{escape(name)}{deals if name == line.dealer else ""}</span>'
        for name in line.people
    )


def _gain(line: Line) -> str:
    if line.bid:
        return escape(line.bid)
    if line.coins is not None:
        return coins(line.coins)
    if line.joined:
        return escape(gettext("joined"))
    return "" if line.gain is None else with_plus(line.gain)


def _total(line: Line, why: str) -> str:
    """Return the total, with a link to "How we got here" if there is one."""
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
    """Return the CSS classes for the size of these lines' totals."""
    count, widest = len(lines), max((len(str(line.total)) for line in lines), default=0)
    wide = " wide" if widest > DIGITS else ""
    if count == TWO:
        return f" two{wide}"
    return wide + ("" if count <= LARGE else " five" if count <= MIDDLE else " tight")


@register.filter
def with_plus(value: int) -> str:
    """Write a gain with its sign."""
    return f"+{value}" if value >= 0 else signed(value)


@register.filter
def with_sign(value: int) -> str:
    """Write a number with a true minus sign, which is as wide as a digit."""
    return signed(value)


def _groups(columns: Sequence[Column]) -> list[tuple[str, int]]:
    """Return the names of groups of columns with their widths; none without groups."""
    called = groupby(translate(column.group) for column in columns)
    groups = [(name, len(list(members))) for name, members in called]
    return groups if any(name for name, _ in groups) else []


def _ends(board: Scoreboard) -> list[bool]:
    """Return for each column whether it ends a group inside the board."""
    edges = set(accumulate(width for _, width in _groups(board.columns)))
    columns = len(board.columns)
    return [place in edges and place < columns for place in range(1, columns + 1)]


def short_names(titles: Sequence[str]) -> list[str]:
    """Return first names, with an initial of the last name or in full if two are alike; both first
    names for partners and two who share a chair."""
    first_names = [_each(title, lambda name: name.split()[0]) for title in titles]
    longer = [_each(title, _with_initial) for title in titles]
    return [
        short if first_names.count(short) == 1 else long if longer.count(long) == 1 else title
        for short, long, title in zip(first_names, longer, titles, strict=True)
    ]


@register.filter
def with_short_names(text: str, names: Sequence[str]) -> str:
    """Return a text in which these people have their short names."""
    short = dict(zip(names, short_names(names), strict=True))
    longest_first = sorted(filter(None, short), key=len, reverse=True)
    if not longest_first:
        return text
    pattern = "|".join(map(re.escape, longest_first))
    return re.sub(pattern, lambda match: short[match[0]], text)


@register.filter
def with_whole_figures(text: str) -> str:
    """Return a text with every number on the line of the name before it: "Ann 3, Bo 18"."""
    return re.sub(r"(?<=\w) (?=[-−+]?\d+(?:,|$))", "\N{NO-BREAK SPACE}", text)


def cut_names(names: Sequence[str]) -> list[str] | None:
    """Return the names of three to eight people, with as many letters as fit level on the smallest
    phone, the last of them the initial of the last name where two would be alike ("AnnB"), or the
    end of the name ("Ch…e"). None for other numbers, or if these would not tell people apart."""
    room = ROOM.get(len(names))
    if room is None:
        return None
    cut = [_cut(name, room) for name in names]
    for shorten in (_cut_to_initial, _cut_to_end):
        cut = [
            short if cut.count(short) == 1 else shorten(name, room)
            for name, short in zip(names, cut, strict=True)
        ]
    return cut if len(set(cut)) == len(cut) and all(cut) else None


def _cut(name: str, room: float) -> str:
    while _letters(name) > room:
        name = name[:-1]
    return name.rstrip(" -.")


def _cut_to_initial(name: str, room: float) -> str:
    """Cut what comes before the initial at the end of a name; a name without one as any other."""
    *others, last = name.split()
    initial = last.removesuffix(".")
    if not others or len(initial) > 1:
        return _cut(name, room)
    return _cut(others[0], room - _letters(initial)) + initial


def _cut_to_end(name: str, room: float) -> str:
    """Cut the middle out of a name: "Christine" and "Christian" differ at their ends."""
    end = f"…{name[-1:]}"
    return _cut(name, room - _letters(end)) + end


def _fit_level(rows: Sequence[Row]) -> bool:
    """Whether each number and each word of these rows is as narrow as its column on the smallest
    phone; what a cell holds besides its number stands below that."""
    return not any(
        _widest(cell) > ACROSS / len(row.cells) - GAP for row in rows for cell in set(row.cells)
    )


def _widest(cell: Cell) -> float:
    """Return the width of the widest number or word of a cell, in pixels on the smallest phone."""
    words = [*cell.text.split(), *(str(WORDS[mark]) for mark in cell.marks if mark in SPELT)]
    number = "" if cell.value is None else str(cell.value)
    remarks = (_letters(word.strip("()")) * REMARK + GAP for word in words)
    return max(len(number) * FIGURE, *remarks, 0)


def _each(title: str, shorten: Callable[[str], str]) -> str:
    """Return a title with each of its names shortened."""
    sides = (side.split(PLUS) for side in title.split(AND))
    return AND.join(PLUS.join(shorten(name) for name in members if name) for members in sides)


def _with_initial(name: str) -> str:
    """Return the first name and the initial of the last word; the whole name if that is no capital
    (Arabic, Thai, a note in brackets)."""
    first, *others = name.split() or [name]
    initial = others[-1][:1] if others else ""
    return f"{first} {initial}." if initial.isupper() else name


def _headings(
    board: Scoreboard, ends: Sequence[bool], names: Sequence[str], cut: Sequence[str]
) -> SafeString:
    """Draw the headings of the columns, `names` as they are `cut`; those of players who are out are
    struck."""
    out = {
        place for row in board.foot for place, cell in enumerate(row.cells) if "out" in cell.marks
    }
    both = enumerate(zip(names, cut, strict=True))
    return _joined(
        _heading(name, short, place in out, ends[place]) for place, (name, short) in both
    )


@lru_cache(CACHE_SIZE)
def _heading(title: str, short: str, is_out: bool, end: bool) -> SafeString:
    names = ("name", f"size-{name_size(short)}", "gone" if is_out else "", "ends" if end else "")
    classes = " ".join(filter(None, names))
    if short == title:
        return format_html('<th scope="col" class="{}"><span>{}</span></th>', classes, title)
    text = (
        '<th scope="col" class="{}" aria-label="{}"><span>{}</span><span class="cut">{}</span></th>'
    )
    return format_html(text, classes, title, title, short)


def _shape(names: Sequence[str], labels: Sequence[str]) -> str:
    """Return the CSS classes of a table with these columns and row labels: "many" (too wide for the
    smallest phone), "level" (but not for most phones), "crowd" (too wide for any page), "labelled"
    (rows have more than a number)."""
    words = " ".join(names).replace("-", "- ").split()
    longest = max(map(_letters, words), default=1)
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
    return " ".join(name for name, applies in parts.items() if applies)


def _letters(word: str) -> float:
    """Return a word's width in Latin letters: other scripts are wider."""
    return sum(1 if letter < "\u0370" else 1.25 if letter < "\u2e80" else 2 for letter in word)


def _rows_of_joined(board: Scoreboard) -> dict[int, str]:
    """Return for the rows after which somebody joined what is told of it."""
    words = {}
    for place, row in enumerate(board.rows):
        both = zip(board.columns, row.cells, strict=True)
        sentences = [
            gettext("{name} came in with {total}").format(
                name=translate(column.title), total=signed(cell.value or 0)
            )
            for column, cell in both
            if "joined" in cell.marks
        ]
        if sentences:
            words[place] = " · ".join(sentences)
    return words


def _without_joined(row: Row) -> Row:
    cells = (Cell() if "joined" in cell.marks else cell for cell in row.cells)
    return replace(row, cells=tuple(cells))


def _is_plain(board: Scoreboard) -> bool:
    """Whether all rounds of a board hold what everybody scored, and no more."""
    cells = [cell for row in board.rows for cell in row.cells]
    return not any(
        cell.text or cell.circled or cell.coins is not None or set(cell.marks) - PLAIN
        for cell in cells
    )


def _with_best(row: Row, best: str) -> Row:
    """Return a row with its best scores marked; as it is if all are equal."""
    values = [cell.value for cell in row.cells if cell.value is not None]
    if len(set(values)) < TWO:
        return row
    top = min(values) if best == "low" else max(values)
    cells = (
        replace(cell, marks=(*cell.marks, "best")) if cell.value == top else cell
        for cell in row.cells
    )
    return replace(row, cells=tuple(cells))


def _row_of_words(words: str, columns: int) -> SafeString:
    """Draw a row that is a sentence; nothing without one."""
    if not words:
        return mark_safe("")
    return format_html(
        '<tr class="told"><td colspan="{}" data-name="">{}</td></tr>', columns + 1, words
    )


def _first_report(board: Scoreboard) -> int:
    """Return the first report that a board shows; 0 if it shows none."""
    own = [row.report for row in board.rows]
    reports = (*own, *(cell.report for row in board.rows for cell in row.cells))
    return min((report for report in reports if report), default=0)


def _row(
    row: Row, url: str, heads: Heads, reports: Mapping[int, str], step: str = ""
) -> SafeString:
    """Draw one row; `step`: the word before a round's number if rows become lines."""
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
    """Draw a row whose cells have no links; cached."""
    return _render_row(cells, texts, heads, language, {})


def _render_row(
    cells: tuple[Cell, ...],
    texts: tuple[str, str, str, str],
    heads: Heads,
    language: str | None,
    reports: Mapping[int, str],
) -> SafeString:
    label, called, url, step = texts
    subtitle = format_html('<span class="called"> {}</span>', called) if called else ""
    head = format_html("{}{}", label, subtitle)
    before = format_html(' data-step="{}"', step) if step else ""
    if url:
        head = format_html('<a href="{}"{}>{}</a>', url, before, head)
    row_cells = map(_quiet, cells) if heads.below else cells
    names = heads.names or ("",) * len(cells)
    inside = _joined(
        _place(cell, end, language, reports.get(cell.report or 0, ""), name)
        for cell, end, name in zip(row_cells, heads.ends, names, strict=True)
    )
    return format_html('<tr><th scope="row"{}>{}</th>{}</tr>', before, head, inside)


def _quiet(cell: Cell) -> Cell:
    """Return a cell without the dealer's mark, which is beside the name."""
    if "dealer" not in cell.marks:
        return cell
    return replace(cell, marks=tuple(mark for mark in cell.marks if mark != "dealer"))


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  each part is safe


def _place(
    cell: Cell, end: bool, language: str | None, url: str = "", name: str = ""
) -> SafeString:
    """Draw one `td`; `url`: its link; `name`: the column's name if the heading may be out of
    sight."""
    if not url:
        return _plain_cell(cell, end, language, name)
    return _td(cell, end, format_html('<a href="{}">{}</a>', url, render_cell(cell)), name)


@lru_cache(CACHE_SIZE)
def _plain_cell(cell: Cell, end: bool, language: str | None, name: str = "") -> SafeString:
    """Draw a cell without a link; cached, because many cells of a board are alike. `language` is
    part of the cache key."""
    return _td(cell, end, render_cell(cell), name)


def _td(cell: Cell, end: bool, inside: SafeString, name: str = "") -> SafeString:
    names = [f"is-{mark}" for mark in cell.marks if mark]
    if end:
        names.append("ends")
    named = format_html(' class="{}"', " ".join(names)) if names else ""
    whose = format_html(' data-name="{}"', name) if name and inside else ""
    return format_html("<td{}{}>{}</td>", named, whose, inside)


def render_cell(cell: Cell) -> SafeString:
    """Draw the content of a cell, with words for screen readers."""
    signs = [_icon(mark) for mark in cell.marks if mark in SIGNS]
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
    if "best" in cell.marks:
        return format_html(
            '<b>{}<span class="visually-hidden"> {}</span></b>', number, gettext("best")
        )
    return format_html("<s>{}</s>" if "out" in cell.marks else "<span>{}</span>", number)


def _icon(mark: Mark) -> SafeString:
    """Draw a mark, with its word for screen readers."""
    if mark in LETTERS:
        sign = format_html('<b aria-hidden="true">{}</b>', gettext(LETTERS[mark]))
    elif mark == "queen":
        sign = pip("♠")
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
    """Draw coins, each leaning on the next; decoration beside the number."""
    if count < 1:
        return mark_safe("")
    drawn_count = min(count, MOST_COINS)
    width = COIN + STEP * (drawn_count - 1) + 2
    circles = format_html_join(
        "",
        '<circle cx="{}" cy="9" r="7"/>',
        ((1 + COIN // 2 + STEP * place,) for place in range(drawn_count)),
    )
    return format_html(
        '<svg class="coins" viewBox="0 0 {} 18" width="{}" height="18" aria-hidden="true"'
        ' focusable="false">{}</svg>',
        width,
        width,
        circles,
    )


def _key(*parts: Sequence[Row], without: Sequence[str] = ()) -> list[tuple[SafeString, object]]:
    """Return the drawn marks of these rows with their words."""
    used = {mark for rows in parts for row in rows for cell in row.cells for mark in cell.marks}
    left = used - {*SPELT, *without}
    return [(_icon(mark), words) for mark, words in WORDS.items() if mark in left]
