"""Tags and filters for long lists: {% load paging %}{{ address|at:row.entry_id }}."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from django import template
from django.template.base import token_kwargs

from tournaments.cache.page_cache import render_fragment

if TYPE_CHECKING:
    from django.template.base import FilterExpression, NodeList, Parser, Token
    from django.template.context import Context
    from django.utils.safestring import SafeString

    from tournaments.web.paging import Address


register = template.Library()
_places = count()  # each {% memo %} of a template is a place of its own


@register.filter
def at(address: Address, number: int) -> str:
    """Return the address with that number: as {% url %}, at a hundredth of its cost."""
    return address.of(number)


@register.tag
def memo(parser: Parser, token: Token) -> MemoNode:
    """{% memo row=row total=total %}…{% endmemo %}: render a part of a template once for these
    values. The part has no other variables, so that no value can be forgotten. Raises
    TemplateSyntaxError without values, or for anything but `name=value`."""
    _name, *words = token.split_contents()
    values = token_kwargs(words, parser)
    if words or not values:
        raise template.TemplateSyntaxError("memo wants values by name: {% memo row=row %}")
    nodes = parser.parse(("endmemo",))
    parser.delete_first_token()
    return MemoNode(values, nodes)


class MemoNode(template.Node):
    """A part of a template that is rendered once for the same values."""

    def __init__(self, values: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.values, self.nodelist = values, nodelist
        self.place = next(_places)

    def render(self, context: Context) -> SafeString:
        shows = {name: value.resolve(context) for name, value in self.values.items()}
        key = (MemoNode, self.place, context.use_l10n, *shows.values())

        def draw() -> SafeString:
            return self.nodelist.render(context.new(shows))

        return render_fragment(key, draw)
