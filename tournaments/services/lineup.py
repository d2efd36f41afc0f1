"""Who sits where at the score pads: the first seats, the rounds of two teams, the final table."""

from __future__ import annotations

import secrets
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets import games
from rulesets.game import Problem
from rulesets.movements import team_line
from rulesets.payload import parse_options
from rulesets.replay import scheme_of
from rulesets.scheme import Roster, Setup
from tournaments.models import Entry, Event, Presence, Report, Seat, Seating, SitOut, Table
from tournaments.selectors.padrows import pad_rows
from tournaments.selectors.pads import COUPLE, Pad, read_pads, roster_of
from tournaments.selectors.people import present
from tournaments.services.access import ensure_links
from tournaments.services.errors import Refused, refusal
from tournaments.services.journal import turn
from tournaments.services.seating import current_seating, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.game import Game
    from tournaments.access import Actor

MOST_TABLES = 60
AS_ENTERED = 0  # the seed of seats in the order in which people were entered


def draw_seats(
    *, event: Event, actor: Actor, tables: int = 1, shuffle: bool = True, seed: int | None = None
) -> Seating:
    """Draw the first seats as a draft; one drawn before gives way.

    `tables` matters only where each table keeps its own pad; without `shuffle` people sit in the
    order in which they were entered. Raises Refused for too few or too many people at a table,
    and for everybody without a team where teams play.
    """
    with turn(event, actor) as step:
        if event.state != Event.State.SETUP:
            raise refusal("seats.begun", "The game has begun; these seats stay.")
        game = games.load(event.game)
        here = _here(event, 1)
        before = event.seatings.filter(state=Seating.State.DRAFT).first()
        if before is not None:
            before.state = Seating.State.REPLACED
            before.save(update_fields=["state"])
        chosen = (secrets.randbits(53) or 1) if seed is None else seed
        chosen = chosen if shuffle else AS_ENTERED
        if scheme_of(game).rows == COUPLE:
            seating = _room(event, game, 1, chosen)
        else:
            seating = _tables(event, game, here, tables, chosen)
        replaced = before.pk if before else None
        step.log("seating.drawn", set=1, seating=seating.pk, replaced=replaced)
    return seating


def begin(*, event: Event, actor: Actor, seating: Seating) -> Seating:
    """Show the drawn seats: the game begins. Raises Refused if the draft was replaced meanwhile."""
    with turn(event, actor) as step:
        seating.refresh_from_db()
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT:
            raise refusal("draft.gone", "This draw was replaced meanwhile. Look at the new one.")
        drawn = set(Seat.objects.filter(seating=seating).values_list("entry_id", flat=True))
        drawn |= set(SitOut.objects.filter(seating=seating).values_list("entry_id", flat=True))
        if drawn != {entry.pk for entry in _here(event, 1)}:
            raise refusal("draft.people", "People have come or gone since this draw. Draw again.")
        first = event.state == Event.State.SETUP
        show(event, seating)
        told = {"seating": seating.pk, "tables": seating.tables.count(), "first": first}
        step.log("seating.published", set=seating.set_number, **told)
        ensure_links(event)
    return seating


def set_first_dealer(*, event: Event, actor: Actor, table: Table, first: int) -> None:
    """Note whose the first deal is: a chair, or a team (0 or 1) where teams deal.

    Raises Refused once a result is in, because the deal has passed on by then.
    """
    game = games.load(event.game)
    scheme = scheme_of(game)
    if not actor.at_desk and actor.table_number != table.number:
        raise refusal("table.foreign", "This is another table’s result.")
    with turn(event, actor) as step:
        several = len(scheme.teams) if scheme.dealers == "team" else table.seats.count()
        if scheme.dealers == "none" or not 0 <= first < several:
            raise refusal("dealer.chair", "Choose who deals first.", "first")
        ours = Report.objects.filter(table__seating=table.seating)
        mine = ours if scheme.dealers == "team" else ours.filter(table=table)
        if mine.exists():
            text = "A result is in; the deal has passed on from there."
            raise refusal("dealer.late", text, "first")
        tables = Table.objects.filter(seating=table.seating)
        (tables if scheme.dealers == "team" else tables.filter(pk=table.pk)).update(
            first_dealer=first
        )
        if scheme.dealers == "team":
            roster, _entries = roster_of(event, scheme, pad_rows(event))
            name = roster.team_names[first]
        else:
            name = table.seats.select_related("entry").get(chair=first).entry.name
        number = table.seating.set_number
        step.log("dealer", set=number, table=table.number, chair=first, name=name)


def open_round(event: Event, number: int) -> Seating:
    """Show the seats of the next round of two teams. Inside a turn."""
    game = games.load(event.game)
    seating = _room(event, game, number, _first_seed(event))
    show(event, seating)
    ensure_links(event)
    return seating


def reseat(*, event: Event, actor: Actor) -> Seating:
    """Seat the running round of two teams anew with those who are here now.

    Who was noted as here or away from the next round on, is so from this one. Raises Refused
    once somebody has reported of the round: then they are seated from the next one on.
    """
    with turn(event, actor) as step:
        game = games.load(event.game)
        running = current_seating(event)
        if running is None or scheme_of(game).rows != COUPLE:
            raise refusal("seats.none", "No round is being played.")
        if Report.objects.filter(table__seating=running).exists():
            text = "Round {round} has results already; the next round is seated anew."
            raise refusal("round.begun", text, round=running.set_number)
        _bring_forward(event, running.set_number)
        running.state = Seating.State.REPLACED
        running.save(update_fields=["state"])
        seating = _room(event, game, running.set_number, _first_seed(event))
        show(event, seating)
        ensure_links(event)
        told = {"set": seating.set_number, "old": running.pk, "new": seating.pk}
        step.log("seating.anew", **told)
    return seating


def finalists(found: Sequence[Pad]) -> list[int]:
    """The entries that meet at the final table: the winner of every table, once all have one."""
    if not found or not found[0].scheme.final_table or len(found) < 2:
        return []
    if any(pad.set_number > 1 or pad.ending is None for pad in found):
        return []
    return [pad.entry_ids[place] for pad in found if pad.ending for place in pad.ending.winners]


def seat_final(*, event: Event, actor: Actor) -> Seating:
    """Seat the last ones of all tables at one more table. Raises Refused before all are known."""
    with turn(event, actor) as step:
        people = finalists(read_pads(event))
        if event.state != Event.State.PLAYING or not people:
            text = "The final table waits until every table has its winner."
            raise refusal("final.early", text)
        game = games.load(event.game)
        here = [Entry.objects.get(pk=pk) for pk in people]
        seating = _tables(event, game, here, 1, secrets.randbits(53) or 1, number=2)
        show(event, seating)
        ensure_links(event)
        step.log("final.seated", seating=seating.pk, names=[entry.name for entry in here])
    return seating


def _here(event: Event, number: int) -> list[Entry]:
    ids = present(event, number)
    return [entry for entry in event.entries.order_by("pk") if entry.pk in ids]


def _first_seed(event: Event) -> int:
    first = event.seatings.filter(set_number=1, state=Seating.State.PUBLISHED).first()
    return first.seed if first else AS_ENTERED


def _bring_forward(event: Event, number: int) -> None:
    now, then = present(event, number), present(event, number + 1)
    Presence.objects.bulk_create(
        Presence(entry_id=pk, from_set=number, here=pk in then) for pk in sorted(now ^ then)
    )


def _revision(event: Event, number: int) -> int:
    newest = event.seatings.filter(set_number=number).order_by("-revision").first()
    return newest.revision + 1 if newest else 1


def _tables(
    event: Event, game: Game, here: Sequence[Entry], tables: int, seed: int, *, number: int = 1
) -> Seating:
    """Tables of their own pads, as even as they can be."""
    scheme = scheme_of(game)
    low, high = scheme.players
    if not 1 <= tables <= MOST_TABLES or not low * tables <= len(here) <= high * tables:
        text = "{count} people at {tables} tables: {low} to {high} play at one."
        params = {"count": len(here), "tables": tables, "low": low, "high": high}
        raise refusal("people.tables", text, "tables", **params)
    order, rng = list(here), Random(seed)  # noqa: S311 - it is to be repeated
    if seed != AS_ENTERED:
        rng.shuffle(order)
    seating = Seating.objects.create(
        event=event, set_number=number, revision=_revision(event, number), seed=seed
    )
    each, more = divmod(len(order), tables)
    start = 0
    for table_number in range(1, tables + 1):
        sitting = order[start : start + each + (table_number <= more)]
        start += len(sitting)
        _refuse_setup(game, event, sitting)
        first = rng.randrange(len(sitting)) if scheme.dealers == "player" else None
        _seat(seating, table_number, [(entry.pk, "") for entry in sitting], first)
    return seating


def _refuse_setup(game: Game, event: Event, sitting: Sequence[Entry]) -> None:
    """What the game itself says against these people and options."""
    options, problems = parse_options(game.options, event.options)
    if not problems:
        setup = Setup(Roster(tuple(entry.name for entry in sitting)), options)
        problems = scheme_of(game).setup_problems(setup)
    if problems:
        raise Refused(problems)


def _room(event: Event, game: Game, number: int, seed: int) -> Seating:
    """Two teams face each other in a round; whoever faces an empty chair sits it out."""
    scheme = scheme_of(game)
    rows = pad_rows(event)
    here = present(event, number)
    roster, entries = roster_of(event, scheme, rows, seed)
    if number == 1:
        _refuse_teams(event, game, here, roster, entries)
    stays, moves = ([entries[p] for p in team if entries[p] in here] for team in roster.teams)
    if not stays or not moves:
        raise refusal("people.few", "Both teams need somebody to play.")
    first = None
    if number == 1:
        first = Random(f"dealers {seed or secrets.randbits(53)}").randrange(2)  # noqa: S311
    seating = Seating.objects.create(
        event=event, set_number=number, revision=_revision(event, number), seed=seed
    )
    for facing in team_line.seated(stays, moves, number):
        if facing.stays is not None and facing.moves is not None:
            couple = list(zip((facing.stays, facing.moves), scheme.teams, strict=True))
            _seat(seating, facing.chair, couple, first)
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
        Problem("role.missing", "error", "{name} has no team yet.", {"name": e.name}, ("roles",))
        for e in event.entries.filter(pk__in=here).exclude(role__in=game.roles)
    ]
    if not problems:
        teams = tuple(tuple(p for p in team if entries[p] in here) for team in roster.teams)
        setup = Setup(Roster(roster.names, teams, roster.team_names), game.options())
        problems += scheme_of(game).setup_problems(setup)
    if problems:
        raise Refused(problems)


def _seat(seating: Seating, number: int, people: Sequence[tuple[int, str]], first: Any) -> None:
    table = Table.objects.create(seating=seating, number=number, first_dealer=first)
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=role)
        for chair, (pk, role) in enumerate(people)
    )
