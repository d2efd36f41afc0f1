"""The tables of worked examples say what the engine counts."""

from __future__ import annotations

import pytest

from rulesets import games
from rulesets.engine.game import Game
from tests.rulesets.every_game import GAMES
from tests.rulesets.games.worked_examples import (
    END,
    Part,
    contains,
    numbers_in,
    parts_of,
    table_of,
    worked,
)

TOLD = [game for game in GAMES if "{#example}" in games.text_of(game)]


def figures_of(part: Part) -> list[int]:
    """The numbers of a part but for what its rows are called."""
    return [number for row in part.rows for cell in row[1:] for number in numbers_in(cell)]


def wrong_in(game: Game, rows: list[list[str]]) -> list[str]:
    """What a table says that the engine does not count, and what it leaves out."""
    found: list[str] = []
    sets = {value.name for value in getattr(game.plays, "sets", ())}
    for part in parts_of(rows[1:]):
        name, figures = part.rows[0][0], figures_of(part)
        played = worked(game, name if name in sets else "")
        if part.number is not None:
            known = played.facts(part.number)
            gains, totals = played.gains(part.number), played.totals(part.number)
            if game.plays.turns:  # of which one player gets something
                gains = [gain for gain in gains if gain] or [0]
            if not (contains(figures, gains) or contains(figures, totals)):
                found.append(f"{name}: neither {gains} nor {totals}")
        else:
            known = played.every_fact
            if name.startswith(END) and not contains(figures, played.example.gives):
                found.append(f"{name}: not {played.example.gives}")
        found += [f"{name}: {number}" for number in figures if number not in known]
    return found


def test_there_are_examples_with_tables_of_all_kinds() -> None:
    assert len(TOLD) >= 40


@pytest.mark.parametrize("game", TOLD, ids=[game.slug for game in TOLD])
def test_every_figure_of_a_worked_example_is_the_engines(game: Game) -> None:
    rows = table_of(game)
    assert len(rows) > 1, "an example has a table"
    assert not wrong_in(game, rows)
    assert any(figures_of(part) for part in parts_of(rows[1:]))
