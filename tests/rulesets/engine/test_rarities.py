"""Every kind of moment that a game remembers has words without names or numbers."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

import pytest

from rulesets import games
from rulesets.engine.rounds import Rounds


@pytest.mark.parametrize("slug", games.slugs())
def test_moments_are_of_kinds_that_the_game_declares(slug: str) -> None:
    game = games.load(slug)
    plays = game.plays
    if isinstance(plays, Rounds):
        assert (plays.notable is None) == (not plays.rarities)
    assert not any("{" in words for words in plays.rarities.values())


def test_codes_are_those_that_games_yield() -> None:
    """What a module yields by name is declared in it."""
    for slug in games.slugs():
        game = games.load(slug)
        source = inspect.getsource(import_module(f"rulesets.games.{slug.replace('-', '_')}"))
        codes = set(re.findall(r'moment\(\s*table, [^"]*?"([a-z-]+)"', source))
        codes |= set(re.findall(r'at_least\("\w+", [^"]*?"([a-z-]+)"', source))
        assert codes <= game.plays.rarities.keys(), slug
