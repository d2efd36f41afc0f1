"""Lines of the wall's long lists, of which a hall has a thousand: {% load wall %}."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesets.engine.words import signed
from tournaments.templatetags.charts import moved, name_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.seating.reads import ByName
    from tournaments.standing.rows import StandingRow

register = template.Library()
SHARED = '<span class="shared">=</span>'


@register.simple_tag
def wall_places(rows: Sequence[StandingRow]) -> SafeString:
    """A line for each place: rank, movement, name and total."""
    lines = (
        f'<li><span class="wall-rank">{row.rank}{SHARED if row.shared else ""}</span>'
        f"{moved(row.moved)}{_name(row.name)}<strong>{signed(row.total)}</strong></li>"
        for row in rows
    )
    return mark_safe("\n".join(lines))  # noqa: S308  numbers, and names that are escaped


@register.simple_tag
def wall_names(lines: Sequence[ByName]) -> SafeString:
    """A line for each name: the table, and the chair there or who sits across."""
    out = f'<span class="wall-compass">{escape(gettext("sits out"))}</span>'
    found = (
        f"<li>{_name(line.name)}<b>{line.table}</b>"
        f'<span class="wall-compass">{escape(line.partner or line.compass)}</span></li>'
        if line.table
        else f"<li>{_name(line.name)}{out}</li>"
        for line in lines
    )
    return mark_safe("\n".join(found))  # noqa: S308  numbers, and words that are escaped


def _name(name: str) -> str:
    return f'<span class="wall-name size-{name_size(name)}">{escape(name)}</span>'
