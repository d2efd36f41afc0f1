"""Tags for the wall: lines of long lists, coins, the pips of a champion, marks of awards.

{% load wall %}
{% wall_places rows %}  {% wall_names lines %}     lines, as text: a hall has thousands
{% wall_coins count %}                             one by one
{% wall_pips %}  {% wall_mark kind %}              of the champion, of an award
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from django import template
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rulesets.engine.text import signed
from tournaments.templatetags.cards import PATHS
from tournaments.templatetags.charts import moved
from tournaments.web.collation import base_letter

if TYPE_CHECKING:
    from tournaments.seats.selectors import ByName
    from tournaments.standings.rows import StandingRow
    from tournaments.standings.team_ranking import TeamRow

register = template.Library()

MOST_COINS = 10  # beside each other; the number counts more
PIPS = 26
MARKS = {
    "climb": "M3 18l6-6 4 4 8-9M15 7h6v6",
    "moment": "M12 3l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1L12 16.8l-5.4 2.9 1.1-6.1-4.5-4.2 6.1-.8z",
    "steadiest": "M12 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8.5 13l-2 8 5.500-3 5.500 3-2-8",
    "giant_killer": "M4 21V4M4 5h13l-3 4 3 4H4",
    "partners": "M8 4a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2 20c0-4 3-6 6-6s6 2 6 6"
    "M16 4.500a3.500 3.500 0 0 1 0 6.500M17 14.500c3 .700 5 2.600 5 5.500",
}


@register.simple_tag
def wall_places(
    rows: Sequence[StandingRow | TeamRow], *, notes: bool = True, brass: bool = True
) -> SafeString:
    """Draw a line for each place: rank, name, what is said in place of a rank, or the reason for it
    besides the total (`notes`), movement and total; the leader in `brass`."""
    lines = (
        f'<li{" class=lead" if brass and row.rank == 1 else ""} data-box><b class="at">'
        f"{'' if row.status else row.place}</b>{_name(row.name)}"
        f"{_status(row.status) if row.status else _note(row.note if notes else '')}"
        f"{moved(row.shift) or '<i></i>'}"
        f"<strong>{signed(row.total)}</strong></li>"
        for row in rows
    )
    return mark_safe("\n".join(lines))  # noqa: S308  numbers, and names that are escaped


@register.simple_tag
def wall_names(lines: Sequence[ByName]) -> SafeString:
    """Draw a line for each name: its letter where that begins, the table, and the chair."""
    out = f'<small class="out">{escape(_("sits out"))}</small>'
    items, letter = [], ""
    for line in lines:
        begins, letter = base_letter(line.name) != letter, base_letter(line.name)
        side = f'<i aria-hidden="true">{escape(letter) if begins else ""}</i>'
        place = f'<b class="no">{line.table}</b>{_chair(line.compass)}' if line.table else out
        items.append(f"<li data-box>{side}{_name(line.name)}{place}</li>")
    return mark_safe("\n".join(items))  # noqa: S308  numbers, and words that are escaped


def _chair(compass: str) -> str:
    """The chair as one letter, read out as its word."""
    if not compass:
        return "<small></small>"
    word = f'<span class="visually-hidden">{escape(compass)}</span>'
    return f'<small><span aria-hidden="true">{escape(compass[:1])}</span>{word}</small>'


def _name(name: str) -> str:
    return f'<span class="who" data-fit="short">{escape(name)}</span>'


def _status(status: str) -> str:
    return f'<small class="status">{escape(status)}</small>'


def _note(note: str) -> str:
    return f'<small class="why">{escape(note)}</small>' if note else "<small></small>"


@register.simple_tag
def wall_coins(count: int | None) -> SafeString:
    """Draw coins one by one; an empty place for none."""
    if not count:
        return mark_safe('<div class="coins" aria-hidden="true"><i class="gone"></i></div>')
    coin = mark_safe("<i>25</i>")
    coins = format_html_join("", "{}", ((coin,) for _number in range(min(count, MOST_COINS))))
    return format_html('<div class="coins" aria-hidden="true">{}</div>', coins)


@register.simple_tag
def wall_pips() -> SafeString:
    """Draw pips that fall once, each on its own path; the same ones every time."""
    chance = Random(21)  # noqa: S311  decoration
    pips = (
        (
            f"pip pip-{number % 6}",
            round(chance.uniform(1, 98), 1),
            round(chance.uniform(-6, 96), 1),
            round(chance.uniform(0.6, 1.4), 2),
            chance.randrange(-40, 40),
            PATHS["SHCD"[number % 4]],
        )
        for number in range(PIPS)
    )
    paths = format_html_join(
        "",
        '<g class="{}"><path transform="translate({} {}) scale({}) rotate({})'
        ' scale(.18)" d="{}"/></g>',
        ((kind, x * 1.78, y, scale, turn, path) for kind, x, y, scale, turn, path in pips),
    )
    return format_html(
        '<svg class="pips" viewBox="0 0 178 100" preserveAspectRatio="xMidYMid slice"'
        ' aria-hidden="true" focusable="false">{}</svg>',
        paths,
    )


@register.simple_tag
def wall_mark(kind: str) -> SafeString:
    """Draw the mark of an award."""
    return format_html(
        '<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<path d="{}"/></svg>',
        MARKS[kind],
    )
