"""The address of the rules of an event's game, or of a game.

{% load rules %}
{% rules_of event %}
{% rules_of event as rules_url %}
{% rules_of game %}
{% if event|has_referee %}
"""

from django import template

from rulesets.engine.game import Game
from tournaments.models import Event
from tournaments.models.event_games import find_game_of
from tournaments.rules.rule_markup import rules_address, rules_of_game

register = template.Library()


@register.simple_tag
def rules_of(played: Event | Game) -> str:
    """Return the address of an event's rules; of a game's, for the family's hosts."""
    return rules_of_game(played) if isinstance(played, Game) else rules_address(played)


@register.filter
def has_referee(played: Event | Game) -> bool:
    """Whether the turns of a game can be judged."""
    game = played if isinstance(played, Game) else find_game_of(played)
    return game is not None and game.referee is not None
