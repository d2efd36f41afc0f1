"""A game of one's own as it will be: its pad and its sheet, with people made up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from rulesets.engine.game import NAMES
from rulesets.engine.roster import Setup
from tournaments.scoring.report_form import ReportForm, report_fields
from tournaments.words import said

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.engine.game import Game
    from rulesets.engine.plays import State
    from rulesets.engine.words import Words

ROUNDS = 3
USUAL = 4  # people at the table of the picture


@dataclass(frozen=True, slots=True)
class Preview:
    """The form of the first round, what that round is called, and the sheet after a few rounds
    that are made up."""

    form: ReportForm
    called: str
    sheet: Scoreboard


def preview(game: Game) -> Preview:
    """How a game will look to a table of four (or as near to it as it can be played)."""
    plays = game.plays
    low, high = plays.players
    fits = plays.seats or tuple(range(low, high + 1))
    count = min(fits, key=lambda number: (abs(number - USUAL), number))
    setup = Setup(plays.roster(NAMES[:count]), game.options(), 0)
    state = plays.start(setup).state
    form = ReportForm(
        fields=report_fields(plays, state),
        roster=setup.roster,
        playing=plays.playing(state),
    )
    board = plays.board(made_up(game, setup))
    return Preview(
        form, said(plays.name_of_round(state)), replace(board, notes=_notes(game, setup))
    )


def made_up(game: Game, setup: Setup) -> list[State]:
    """The table before and after a few rounds as they might be; always the same ones."""
    plays, chance = game.plays, Random(2)  # noqa: S311 - no chance at all
    states = [plays.start(setup).state]
    while len(states) <= ROUNDS and plays.over(states[-1]) is None:
        report = plays.sample(states[-1], chance)
        states.append(plays.play(states[-1], report).state)
    return states


def _notes(game: Game, setup: Setup) -> tuple[Words, ...]:
    return game.plays.sheet(setup).notes
