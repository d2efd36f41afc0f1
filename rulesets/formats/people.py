"""Checks of how many people a format seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulesets.engine.problems import error
from rulesets.engine.roster import Setup

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem
    from rulesets.formats.parts import Check


def check_sizes(game: Game, options: object, sizes: Iterable[int]) -> tuple[Problem, ...]:
    """The game's own problems with tables of these sizes."""
    plays = game.plays
    for size in dict.fromkeys(sizes):
        names = [str(number) for number in range(size)]
        problems = plays.check_setup(Setup(plays.roster(names, options=options), options))
        if problems:
            return tuple(problems)
    return ()


def game_check(game: Game, options: object, sizes: Callable[[int], Iterable[int]]) -> Check:
    """A check of the game's own problems with the tables of so many people."""
    return lambda people: check_sizes(game, options, sizes(people))


def check_schedule(most: int) -> Check:
    """A check that no more than `most` people come to a schedule."""
    text = "{count} people are here, but a schedule seats at most {most}. Choose another format."
    return _check_most(most, text)


def check_bracket(most: int) -> Check:
    """A check that no more than `most` people come to a bracket."""
    text = "{count} people are here, but a bracket has room for {most}. Choose another format."
    return _check_most(most, text)


def _check_most(most: int, text: str) -> Check:
    def check(people: int) -> tuple[Problem, ...]:
        if people <= most:
            return ()
        return (error("people.many", text, count=people, most=most),)

    return check
