"""Cutting the cards where a set is tied: what the table drew, or drawn here for it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from rulesets import games
from rulesets.game import Problem
from tournaments.models import CUT, Report, Table
from tournaments.selectors.hands import table_hands
from tournaments.services.attendance import refuse_foreign
from tournaments.services.errors import Refused, refusal
from tournaments.services.reports import Said, keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access import Actor


def report_cut(
    *,
    table: Table,
    winners: Sequence[int],
    actor: Actor,
    key: str,
    seen: int,
    drawn: bool = False,
) -> Report:
    """Keep which chairs won the cut of a tied set. Raises Refused where nothing is to be cut."""
    refuse_foreign(table, actor)
    game = games.load(table.seating.event.game)
    hands = table_hands(table)
    chairs = sorted(set(winners))
    if any(not 0 <= chair < game.players_per_table for chair in chairs):
        raise refusal("cut.chair", "Choose from the chairs of this table.", "winners")
    stage = table.seating.set_number
    problems = game.check_cut(stage, hands.roles, hands.payloads(game), chairs)
    if problems:
        raise Refused(
            Problem(one.code, "error", one.template, one.params, ("winners",)) for one in problems
        )
    said = Said({"winners": chairs, "drawn": drawn})
    return keep(table, CUT, said, actor, key, seen)


def draw_cut(*, table: Table, actor: Actor, key: str) -> Report:
    """Draw the cut in place of the cards: every possible answer has the same chance.

    Asked again with the same key, it answers with what was drawn.
    """
    refuse_foreign(table, actor)
    again = Report.objects.filter(key=key, table=table, deal=CUT).first()
    if again is not None:
        return again
    game = games.load(table.seating.event.game)
    hands = table_hands(table)
    stage = table.seating.set_number
    result = game.result(stage, hands.roles, hands.payloads(game), None)
    if not result.cuts:
        raise refusal("cut.unneeded", "Nothing is tied at this table.")
    winners = secrets.choice(result.cuts)
    seen = hands.deal(CUT).revision
    return report_cut(table=table, winners=winners, actor=actor, key=key, seen=seen, drawn=True)
