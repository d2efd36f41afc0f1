"""The address of the rules of an event's game.

{% load rules %}
{% rules_of event %}
{% rules_of event as rules_url %}
"""

from django import template

from tournaments.models import Event
from tournaments.scoring.rule_addresses import rules_address

register = template.Library()


@register.simple_tag
def rules_of(event: Event) -> str:
    """Where the rules stand that an event is played by."""
    return rules_address(event)
