"""A family's own games: declared as JSON, judged strictly, played like any other.

`rulesets.files.house_game` reads a declaration, `house_game` makes the game of a sound one; what it
holds is in docs/house-games.md.
"""

from __future__ import annotations

from rulesets.house_games.building import house_game
from rulesets.house_games.declaration import (
    PREFIX,
    Ask,
    Declaration,
    canonical,
    plain,
    slug_of,
)

__all__ = [
    "PREFIX",
    "Ask",
    "Declaration",
    "canonical",
    "house_game",
    "plain",
    "slug_of",
]
