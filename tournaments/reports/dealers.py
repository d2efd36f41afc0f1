"""Who deals: chosen or drawn at the start; from there the deal passes on, unless somebody deals out
of turn."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.deals import dealer_of, passes_deal
from tournaments.access.permissions import refuse_foreign
from tournaments.boards.board_reading import roster_of
from tournaments.boards.deal_reports import standing
from tournaments.boards.event_tables import count_chairs, read_tables
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Event, Report, Table
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.reports.report_steps import phones_table, where
from tournaments.reports.submission import check_key
from tournaments.web.labels import called

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params

SEEDS = 10**6  # how many different draws of a dealer there are


def draw_first_dealer(*, table: Table, actor: Actor, key: str) -> None:
    """Draw who deals first, everybody with the same chance. The log keeps the seed, so that anybody
    can check the draw; with the same key again, nothing changes."""
    check_key(key)
    event = table.seating.event
    plays = format_of(event).game.plays
    if event.log.filter(code="dealer.set", params__key=key).exists():
        return
    several = len(plays.side_names) if plays.dealers == "side" else count_chairs(table)
    if plays.dealers == "none" or not several:
        raise refusal("dealer.chair", "Choose who deals.", "first")
    seed = secrets.randbelow(SEEDS)
    first = Random(seed).randrange(several)  # noqa: S311 - it is to be repeated
    set_dealer(table=table, chair=first, actor=actor, key=key, seed=seed)


def set_dealer(
    *, table: Table, chair: int, actor: Actor, key: str = "", seed: int | None = None
) -> None:
    """Save who deals: a chair, or a team (0 or 1) if teams deal. `seed`: it was drawn with it.

    Until a result is in, this is who deals first. Later it is who deals the next round, and the
    deal passes on from there; Refused where the game or the number of a round says who deals. The
    same key again changes nothing.
    """
    event = table.seating.event
    format = format_of(event)
    plays = format.game.plays
    team = plays.dealers == "side"
    refuse_foreign(table, actor)
    with event_transaction(event, actor) as step:
        if event.state == Event.State.FINISHED:
            raise refusal("event.finished", "The event is finished.")
        earlier = event.log.filter(code="dealer.set", params__key=key, params__chair=chair)
        if key and earlier.exists():
            return
        several = len(plays.side_names) if team else count_chairs(table)
        if plays.dealers == "none" or not 0 <= chair < several:
            raise refusal("dealer.chair", "Choose who deals.", "first")
        passes_on = (
            dealer_of(format, chair, 1) is None
        )  # else the number of the deal says who deals
        if not passes_on or not _is_late(event, table, team=team):
            after = 0
        else:
            after = _rounds_before(event, table, chair, seed)
        row = Table.objects.only("first_dealer", "dealers").get(pk=table.pk)
        before = dict(row.dealers).get(after) if after else row.first_dealer
        if before == chair and seed is None:
            return
        params = where(table) | {"chair": chair, "name": _dealer_name(event, table, chair)}
        params["only_table"] = phones_table(table)
        if after:
            _keep_dealer(row, after, chair)
        else:
            tables = Table.objects.filter(seating=table.seating)
            (tables if team else tables.filter(pk=table.pk)).update(first_dealer=chair)
            table.first_dealer = chair
        if not passes_on:  # beside the course of the evening, see `Step.is_aside`
            step.log("dealer", **params)
            return
        params |= {"id": table.pk, "before": before, "team": team}
        params |= {"after": after} if after else {}
        params |= {"key": key} if key else {}
        step.log("dealer.set", **params, **({} if seed is None else {"seed": seed}))


def _is_late(event: Event, table: Table, *, team: bool) -> bool:
    """Whether the deal has already passed on because something was reported."""
    ours = Report.objects.filter(table__seating__event=event)
    if team:
        return table.seating.set_number > 1 or standing(ours).exists()
    return standing(ours.filter(table=table)).exists()


def _rounds_before(event: Event, table: Table, chair: int, seed: int | None) -> int:
    """How many rounds come before the one that is dealt now, at a table that has reported
    something. Raises Refused if it cannot choose who deals, or lots were drawn (`seed`)."""
    text = "There is already a result, so the deal has moved on."
    if not passes_deal(format_of(event)) or seed is not None:
        raise refusal("dealer.late", text, "first")
    board = next((board for board in Hall.now(event).boards if board.table_id == table.pk), None)
    if board is None or not (board.running and board.open):
        raise refusal("dealer.late", text, "first")
    if chair not in board.plays.playing(board.standing):
        raise refusal("dealer.chair", "Choose who deals.", "first")
    return board.next_number - 1


def _dealer_name(event: Event, table: Table, chair: int) -> str:
    """The name of the team that deals, or of who sits in the chair."""
    plays = format_of(event).game.plays
    if plays.dealers == "side":
        return roster_of(event, plays, read_tables(event))[0].side_names[chair]
    return reports_at(table).table.names_at_end[chair]


def _keep_dealer(table: Table, after: int, chair: int | None) -> None:
    """Store who deals out of turn after that many rounds; None: nobody."""
    others = [change for change in table.dealers if change[0] != after]
    table.dealers = sorted(others if chair is None else [*others, [after, chair]])
    table.save(update_fields=["dealers"])


def _sentence(params: Params) -> str:
    if params.get("after"):
        return _("{name} deals {round}.")
    if "seed" in params:
        return _("Drawn (seed {seed}): {name} deals first.")
    return _("{name} deal first.") if params.get("team") else _("{name} deals first.")


def _round_words(event: Event, params: Params) -> dict[str, str]:
    return {"round": called(event).within(params.get("after", 0) + 1)}


def _can_undo(_event: Event, params: Params) -> bool:
    """Whether nothing that the dealer of a later round has dealt is reported."""
    later = Report.objects.filter(table=params["id"], deal__gt=params.get("after", 0))
    return not params.get("after") or not standing(later).exists()


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    tables = Table.objects.filter(pk=params["id"])
    if params.get("after"):
        _keep_dealer(tables.get(), params["after"], params["before"])
        return
    if params["team"]:
        tables = Table.objects.filter(seating__event=event, seating__tables=params["id"])
    tables.update(first_dealer=params["before"])


register(
    Step("dealer", _sentence, has_place=True, is_aside=True),
    Step(
        "dealer.set",
        _sentence,
        words=_round_words,
        has_place=lambda params: not params.get("team"),
        undo=_undo,
        can_undo=_can_undo,
    ),
)
