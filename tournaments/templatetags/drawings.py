"""Drawings of the rules in templates: `{% drawing picture %}`."""

from django import template

from tournaments.svg import svg

register = template.Library()
register.simple_tag(svg, name="drawing")
