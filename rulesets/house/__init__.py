"""A family's own games: declared as JSON, judged strictly, played like any other.

`read_declaration` judges a decoded JSON value, `house_game` makes the game of a sound one; what
the form holds is in docs/house-games.md.
"""

from __future__ import annotations

from rulesets.house.building import house_game
from rulesets.house.declaration import PREFIX, Ask, Declaration, canonical, plain, slug_of
from rulesets.house.judging import read_declaration

__all__ = [
    "PREFIX",
    "Ask",
    "Declaration",
    "canonical",
    "house_game",
    "plain",
    "read_declaration",
    "slug_of",
]
