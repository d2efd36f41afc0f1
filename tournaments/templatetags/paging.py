"""What long lists need in templates: {% load paging %}{{ address|at:row.entry_id }}."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from django import template
from django.template.base import token_kwargs
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from rulesets.engine.text import signed
from tournaments.cache.page_cache import render_fragment
from tournaments.templatetags.charts import moved, name_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.template.base import FilterExpression, NodeList, Parser, Token
    from django.template.context import Context
    from django.utils.safestring import SafeString

    from tournaments.boards.seats import ByName
    from tournaments.standings.rows import StandingRow
    from tournaments.web.paging import Address


register = template.Library()
_places = count()  # each {% kept %} of a template is a place of its own


@register.filter
def at(address: Address, number: int) -> str:
    """The address of one of a list; as {% url %}, at a hundredth of its cost."""
    return address.of(number)


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """{% kept row=row total=total %}…{% endkept %}: a part that shows these values and nothing
    else, kept as it was drawn last. Inside, only they are known, so that none can be forgotten."""
    _name, *words = token.split_contents()
    values = token_kwargs(words, parser)
    if words or not values:
        raise template.TemplateSyntaxError("kept wants values by name: {% kept row=row %}")
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(values, nodes)


class Kept(template.Node):
    """A part of a template that is drawn once for all who see the same."""

    def __init__(self, values: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.values, self.nodelist = values, nodelist
        self.place = next(_places)

    def render(self, context: Context) -> SafeString:
        shows = {name: value.resolve(context) for name, value in self.values.items()}
        key = (Kept, self.place, context.use_l10n, *shows.values())

        def draw() -> SafeString:
            return self.nodelist.render(context.new(shows))

        return render_fragment(key, draw)


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
