"""What long lists need in templates: {% load paging %}{{ address|at:row.entry_id }}."""

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
