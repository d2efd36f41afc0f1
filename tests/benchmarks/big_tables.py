"""A whole hall of tables that keep a score of their own, written straight into the database."""

from __future__ import annotations

from random import Random

from rulesets import games
from rulesets.engine.roster import Setup
from tests.benchmarks.row_writers import open_event, write_set
from tournaments.models import Event

PLAYED = 50  # courses of a game, which tables share: nobody waits for thousands to be made up


def big_tables(slug: str, people: int, at_table: int = 4, rounds: int = 9) -> Event:
    """Tables of so many, each with so many rounds (or till the end of the game)."""
    event, entries = open_event(people, game=slug, edition=games.load(slug).edition)
    courses = [_course(slug, at_table, rounds, Random(n)) for n in range(PLAYED)]
    seats = [entries[place : place + at_table] for place in range(0, people, at_table)]
    write_set(event, 1, seats, lambda place: courses[place % PLAYED], first_dealer=0)
    return event


def _course(slug: str, people: int, rounds: int, chance: Random) -> list[object]:
    """The reports of a table."""
    game = games.load(slug)
    plays, options = game.plays, game.options()
    roster = plays.roster(tuple(f"Player {n}" for n in range(people)), options=options)
    state = plays.start(Setup(roster, options, 0)).state
    found: list[object] = []
    while len(found) < rounds and plays.over(state) is None:
        report = plays.sample(state, chance)
        if not plays.check(state, report):
            found.append(report)
            state = plays.play(state, report).state
    return found
