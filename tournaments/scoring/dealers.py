"""Who deals first at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.actors import refuse_foreign
from tournaments.errors import refusal
from tournaments.games import format_of
from tournaments.journal import turn
from tournaments.log.steps import Step, register
from tournaments.models import Event, Report, Table
from tournaments.scoring.hands import standing
from tournaments.scoring.pads import roster_of
from tournaments.scoring.report_steps import shown_at, where
from tournaments.scoring.rows import pad_rows

if TYPE_CHECKING:
    from tournaments.actors import Actor
    from tournaments.log.steps import Params


def set_first_dealer(*, table: Table, first: int, actor: Actor) -> None:
    """Note whose the first deal is: a chair, or a team (0 or 1) where teams deal.

    From there the deal passes on; so it is refused once a result is in, unless each report stands
    by itself.
    """
    event = table.seating.event
    form = format_of(event)
    plays = form.game.plays
    team = plays.dealers == "side"
    refuse_foreign(table, actor)
    with turn(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.")
        several = len(plays.side_names) if team else table.seats.count()
        if plays.dealers == "none" or not 0 <= first < several:
            raise refusal("dealer.chair", "Choose who deals first.", "first")
        if not form.apart and _is_late(event, table, team=team):
            text = "A result is in; the deal has passed on from there."
            raise refusal("dealer.late", text, "first")
        before = Table.objects.values_list("first_dealer", flat=True).get(pk=table.pk)
        if before == first:
            return
        tables = Table.objects.filter(seating=table.seating)
        (tables if team else tables.filter(pk=table.pk)).update(first_dealer=first)
        table.first_dealer = first
        if team:
            roster, _entries = roster_of(event, plays, pad_rows(event))
            name = roster.side_names[first]
        else:
            name = table.seats.select_related("entry").get(chair=first).entry.name
        told = where(table) | {"chair": first, "name": name, "shown_at": shown_at(table)}
        if form.apart:  # it stands beside the course of the evening
            step.log("dealer", **told)
        else:
            step.log("dealer.set", id=table.pk, before=before, team=team, **told)


def _is_late(event: Event, table: Table, *, team: bool) -> bool:
    """Whether the deal has passed on by what was reported."""
    ours = Report.objects.filter(table__seating__event=event)
    if team:
        return table.seating.set_number > 1 or standing(ours).exists()
    return standing(ours.filter(table=table)).exists()


def _sentence(params: Params) -> str:
    return _("{name} deal first.") if params.get("team") else _("{name} deals first.")


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    tables = Table.objects.filter(pk=params["id"])
    if params["team"]:
        tables = Table.objects.filter(seating__event=event, seating__tables=params["id"])
    tables.update(first_dealer=params["before"])


register(
    Step("dealer", _sentence, has_place=True, is_aside=True),
    Step("dealer.set", _sentence, has_place=lambda params: not params.get("team"), undo=_undo),
)
