"""Cutting the cards where a set is tied: what the table drew, or drawn here for it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.actors import refuse_foreign
from tournaments.errors import Conflict, Refused, refusal
from tournaments.games import drive_in
from tournaments.models import CUT, Report, Table
from tournaments.scoring.hands import table_hands
from tournaments.scoring.reports import Said, keep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.actors import Actor


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
    chairs = sorted(set(winners))
    payload = {"winners": chairs, "drawn": drawn}

    def judged() -> tuple[Said, None]:
        game = drive_in(table.seating.event)
        hands = table_hands(table)
        if any(not 0 <= chair < game.width for chair in chairs):
            raise refusal("cut.chair", "Choose from the chairs of this table.", "winners")
        stage = table.seating.set_number
        problems = game.check_cut(stage, hands.roles, hands.payloads(game), chairs)
        if problems:
            raise Refused(replace(one, severity="error", at=("winners",)) for one in problems)
        return Said(payload), None

    return keep(table, CUT, payload, actor, key, seen, judged)


def draw_cut(*, table: Table, actor: Actor, key: str) -> Report:
    """Draw the cut in place of the cards: every possible answer has the same chance.

    Asked again with the same key, it answers with what was drawn.
    """
    refuse_foreign(table, actor)
    again = Report.objects.filter(key=key, table=table, deal=CUT).first()
    if again is not None:
        return again
    game = drive_in(table.seating.event)
    hands = table_hands(table)
    stage = table.seating.set_number
    result = game.result(stage, hands.roles, hands.payloads(game), None)
    if not result.cuts:
        raise refusal("cut.unneeded", "Nothing is tied at this table.")
    winners = secrets.choice(result.cuts)
    seen = hands.deal(CUT).revision
    try:
        return report_cut(table=table, winners=winners, actor=actor, key=key, seen=seen, drawn=True)
    except Conflict as conflict:
        if conflict.current.key == key:  # asked twice at once: the first answer holds
            return conflict.current
        raise
