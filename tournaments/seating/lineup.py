"""Who sits where at the score pads: the first seats, the rounds of two teams, the final table."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy

from tournaments.access.writes import ensure_links
from tournaments.errors import refusal
from tournaments.games import format_of, game_of
from tournaments.journal import turn
from tournaments.log.steps import Step, register
from tournaments.models import Entry, Event, Presence, Report, Seating, Table
from tournaments.people.reads import present
from tournaments.scoring.hands import standing
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import read_pads
from tournaments.scoring.rows import pad_rows
from tournaments.scoring.seatings import (
    AS_ENTERED,
    hide,
    is_newest,
    is_unused,
    next_revision,
    seat_table,
    show,
)
from tournaments.scoring.team_rounds import seat_round
from tournaments.seating.draws import (
    current_seating,
    is_seating_unused,
    refuse_begun,
    refuse_setup,
)
from tournaments.seating.roster import admitted, people_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.engine.game import Game
    from tournaments.actors import Actor
    from tournaments.log.steps import Params
    from tournaments.people.names import ParsedName

MOST_TABLES = 60


def draw_seats(
    *, event: Event, actor: Actor, tables: int = 1, shuffle: bool = True, seed: int | None = None
) -> Seating:
    """Draw the first seats as a draft; one drawn before gives way.

    `tables` matters only where each table keeps its own pad; without `shuffle` people sit in the
    order in which they were entered. Raises Refused for too few or too many people at a table,
    and for everybody without a team where teams play.
    """
    with turn(event, actor) as step:
        refuse_begun(event)
        game = game_of(event)
        here = _here(event, 1)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        chosen = (secrets.randbits(53) or 1) if seed is None else seed
        chosen = chosen if shuffle else AS_ENTERED
        if format_of(event).room:
            first = Random(f"dealers {chosen or secrets.randbits(53)}")  # noqa: S311
            dealing = first.randrange(2)
            seating = seat_round(event, game, pad_rows(event), 1, chosen, dealing)
        else:
            seating = _tables(event, game, here, tables, chosen)
        replaced = before.pk if before else None
        step.log("seating.drawn", set=1, seating=seating.pk, replaced=replaced)
    return seating


def may_reseat(event: Event) -> bool:
    """Whether a round of two teams is being played of which nobody has reported anything."""
    running = current_seating(event)
    if running is None or not format_of(event).room or event.state != Event.State.PLAYING:
        return False
    return not standing(Report.objects.filter(table__seating=running)).exists()


def reseat(*, event: Event, actor: Actor) -> Seating:
    """Seat the running round of two teams anew with those who are here now.

    Who was noted as here or away from the next round on, is so from this one. Raises Refused
    once somebody has reported of the round: then they are seated from the next one on.
    """
    with turn(event, actor) as step:
        game = game_of(event)
        running = current_seating(event)
        if running is None or not format_of(event).room:
            raise refusal("seats.none", "No round is being played.")
        if standing(Report.objects.filter(table__seating=running)).exists():
            text = "Round {round} has results already; the next round is seated anew."
            raise refusal("round.begun", text, round=running.set_number)
        brought = _bring_forward(event, running.set_number)
        rows = pad_rows(event)
        first = running.tables.values_list("first_dealer", flat=True).first()
        running.state = Seating.State.REPLACED
        running.save(update_fields=["state"])
        seating = seat_round(event, game, rows, running.set_number, running.seed, first)
        show(event, seating)
        ensure_links(event)
        told = {"set": seating.set_number, "old": running.pk, "new": seating.pk}
        step.log("seating.anew", presences=brought, **told)
    return seating


def finalists(found: Sequence[Pad]) -> list[int]:
    """The entries that meet at the final table: the winner of every table, once all have one."""
    if not found or not found[0].plays.final_table or len(found) < 2:
        return []
    if any(pad.set_number > 1 or pad.ending is None for pad in found):
        return []
    return [
        pad.entry_ids[place]
        for pad in found
        if pad.ending
        for winner in pad.ending.winners
        for place in pad.people_of(winner)
    ]


def seat_final(*, event: Event, actor: Actor) -> Seating:
    """Seat the last ones of all tables at one more table. Raises Refused before all are known."""
    with turn(event, actor) as step:
        people = finalists(read_pads(event))
        if event.state != Event.State.PLAYING or not people:
            text = "The final table waits until every table has its winner."
            raise refusal("final.early", text)
        game = game_of(event)
        here = [Entry.objects.get(pk=pk) for pk in people]
        seating = _tables(event, game, here, 1, secrets.randbits(53) or 1, number=2)
        show(event, seating)
        ensure_links(event)
        step.log("final.seated", seating=seating.pk, names=[entry.name for entry in here])
    return seating


def open_table(*, event: Event, actor: Actor, parsed: Iterable[ParsedName]) -> Table:
    """Enter people who came late and seat them, in this order, at a table of their own beside
    those that play already.

    Raises Refused for too few or too many, for somebody who is entered already, and once the
    final table is seated.
    """
    wanted = list(parsed)
    with turn(event, actor) as step:
        game = game_of(event)
        running = current_seating(event)
        if event.state != Event.State.PLAYING or running is None:
            raise refusal("event.not_playing", "The event is not being played.")
        if format_of(event).room or running.set_number > 1:
            raise refusal("table.late", "No further table can begin now.", "names")
        number = max(running.tables.values_list("number", flat=True)) + 1
        _refuse_number(game, len(wanted), 1)
        if number > MOST_TABLES:
            raise refusal("table.late", "No further table can begin now.", "names")
        entries = admitted(event, wanted)
        if len(entries) < len(wanted):
            text = "Somebody of these is entered already, or stands there twice."
            raise refusal("names.twice", text, "names")
        refuse_setup(event, entries)
        first = secrets.randbelow(len(entries)) if game.plays.dealers == "player" else None
        table = seat_table(running, number, [(entry.pk, "") for entry in entries], first)
        ensure_links(event)
        told: dict[str, Any] = {"table": number, "id": table.pk}
        told |= {"entries": [e.pk for e in entries], "names": [e.name for e in entries]}
        step.log("table.opened", **told)
    return table


def _refuse_number(game: Game, people: int, tables: int) -> None:
    """Refuse more tables than there may be, and more or fewer people than play at them."""
    low, high = game.plays.players
    if not 1 <= tables <= MOST_TABLES or not low * tables <= people <= high * tables:
        text = "{count} people at {tables} tables: {low} to {high} play at one."
        params = {"count": people, "tables": tables, "low": low, "high": high}
        raise refusal("people.tables", text, "tables", **params)


def _here(event: Event, number: int) -> list[Entry]:
    ids = present(event, number)
    return [entry for entry in event.entries.order_by("pk") if entry.pk in ids]


def _bring_forward(event: Event, number: int) -> list[int]:
    """Who comes or goes in the next round does so in this one; returns what was noted for it."""
    now, then = present(event, number), present(event, number + 1)
    return [
        Presence.objects.create(entry_id=pk, from_set=number, here=pk in then).pk
        for pk in sorted(now ^ then)
    ]


def _tables(
    event: Event, game: Game, here: Sequence[Entry], tables: int, seed: int, *, number: int = 1
) -> Seating:
    """Tables of their own pads, as even as they can be."""
    plays = game.plays
    _refuse_number(game, len(here), tables)
    order, rng = list(here), Random(seed)  # noqa: S311 - it is to be repeated
    if seed != AS_ENTERED:
        rng.shuffle(order)
    seating = Seating.objects.create(
        event=event, set_number=number, revision=next_revision(event, number), seed=seed
    )
    each, more = divmod(len(order), tables)
    start = 0
    for table_number in range(1, tables + 1):
        sitting = order[start : start + each + (table_number <= more)]
        start += len(sitting)
        refuse_setup(event, sitting)
        first = rng.randrange(len(sitting)) if plays.dealers == "player" else None
        seat_table(seating, table_number, [(entry.pk, "") for entry in sitting], first)
    return seating


def _undo_reseating(event: Event, params: Params, _actor: Actor) -> None:
    """Back to the seats before; who had come or gone for the new ones does so a round later."""
    hide(event, Seating.objects.get(pk=params["new"]), Seating.State.REPLACED)
    show(event, Seating.objects.get(pk=params["old"]))
    Presence.objects.filter(pk__in=params["presences"]).delete()


def _can_undo_reseating(_event: Event, params: Params) -> bool:
    return is_unused(Seating.objects.get(pk=params["new"]))


def _undo_final(event: Event, params: Params, _actor: Actor) -> None:
    hide(event, Seating.objects.get(pk=params["seating"]), Seating.State.REPLACED)


def _undo_table(event: Event, params: Params, _actor: Actor) -> None:
    Table.objects.filter(pk=params["id"]).delete()
    Entry.objects.filter(event=event, pk__in=params["entries"]).delete()


def _can_undo_table(_event: Event, params: Params) -> bool:
    """Whether nothing was ever reported or disputed at the table, and no final table follows it."""
    table = Table.objects.filter(pk=params["id"], reports=None, dispute=None).first()
    return table is not None and is_newest(table.seating)


register(
    Step(
        "seating.anew",
        gettext_lazy("Round {set} was seated anew."),
        undo=_undo_reseating,
        can_undo=_can_undo_reseating,
    ),
    Step(
        "final.seated",
        gettext_lazy("The final table was seated: {people}."),
        words=people_words,
        undo=_undo_final,
        can_undo=is_seating_unused,
    ),
    Step(
        "table.opened",
        gettext_lazy("Table {table} was opened: {people}."),
        words=people_words,
        undo=_undo_table,
        can_undo=_can_undo_table,
    ),
)
