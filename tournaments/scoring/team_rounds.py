"""The rounds of two teams along one table: who faces whom, and the next one when it opens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine.problems import Problem, error
from rulesets.engine.roster import Roster, Setup
from tournaments.access.writes import ensure_links
from tournaments.errors import Refused, refusal
from tournaments.games import game_of
from tournaments.models import Event, Seating, SitOut
from tournaments.people.reads import present
from tournaments.scoring import movement
from tournaments.scoring.pads import roster_of
from tournaments.scoring.rows import PadRows, pad_rows
from tournaments.scoring.seatings import AS_ENTERED, next_revision, seat_table, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.game import Game


def open_round(event: Event, number: int) -> Seating | None:
    """Show the seats of the next round of two teams. Inside a turn.

    None while one team has nobody who would play it.
    """
    game = game_of(event)
    here, rows = present(event, number), pad_rows(event)
    if not {rows.people[pk][1] for pk in here} >= set(game.plays.side_names):
        return None
    seating = seat_round(event, game, rows, number, AS_ENTERED, None)
    show(event, seating)
    ensure_links(event)
    return seating


def seat_round(
    event: Event, game: Game, rows: PadRows, number: int, seed: int, first: int | None
) -> Seating:
    """Two teams face each other in a round; whoever faces an empty chair sits it out.

    The teams sit in the order of the first seats in `rows`, or are drawn by `seed` where there
    are none. `first` is the team that deals the first round.
    """
    plays = game.plays
    here = present(event, number)
    roster, entries = roster_of(event, plays, rows, seed)
    if number == 1:
        _refuse_teams(event, game, here, roster, entries)
    stays, moves = ([entries[p] for p in team if entries[p] in here] for team in roster.sides)
    if not stays or not moves:
        raise refusal("people.few", "Both teams need somebody to play.")
    seating = Seating.objects.create(
        event=event, set_number=number, revision=next_revision(event, number), seed=seed
    )
    for facing in movement.module(event).seated(stays, moves, number):
        if facing.stays is not None and facing.moves is not None:
            couple = list(zip((facing.stays, facing.moves), plays.side_names, strict=True))
            seat_table(seating, facing.chair, couple, first)
        else:
            alone = facing.stays if facing.moves is None else facing.moves
            reason = {
                "code": "bye",
                "template": "the chair across is empty (place {chair})",
                "params": {"chair": facing.chair},
            }
            if alone is not None:
                SitOut.objects.create(seating=seating, entry_id=alone, reason=reason)
    return seating


def _refuse_teams(
    event: Event, game: Game, here: set[int], roster: Roster, entries: Sequence[int]
) -> None:
    problems: list[Problem] = [
        error("role.missing", "{name} has no team yet.", ("roles",), name=e.name)
        for e in event.entries.filter(pk__in=here).exclude(role__in=game.plays.side_names)
    ]
    if not problems:
        teams = tuple(tuple(p for p in team if entries[p] in here) for team in roster.sides)
        setup = Setup(Roster(roster.names, teams, roster.side_names), game.options())
        problems += game.plays.seated(setup)
    if problems:
        raise Refused(problems)
