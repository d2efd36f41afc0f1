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
from tournaments.selectors.hands import standing
from tournaments.selectors.padrows import PadRows, pad_rows
from tournaments.selectors.pads import COUPLE, Pad, read_pads, roster_of
from tournaments.selectors.people import present
from tournaments.services.access import ensure_links
from tournaments.services.attendance import refuse_foreign
from tournaments.services.errors import Refused, refusal
from tournaments.services.journal import turn
from tournaments.services.names import MAX_PEOPLE
from tournaments.services.roster import admitted
from tournaments.services.seating import current_seating, show

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.game import Game
    from tournaments.access import Actor
    from tournaments.services.names import ParsedName

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
            first = Random(f"dealers {chosen or secrets.randbits(53)}")  # noqa: S311
            dealing = first.randrange(2)
            seating = _room(event, game, pad_rows(event), 1, chosen, dealing)
        else:
            seating = _tables(event, game, here, tables, chosen)
        replaced = before.pk if before else None
        step.log("seating.drawn", set=1, seating=seating.pk, replaced=replaced)
    return seating


def begin(*, event: Event, actor: Actor, seating: Seating) -> Seating:
    """Show the drawn seats: the game begins.

    Raises Refused if the draft was replaced meanwhile, if people have come or gone since, and if
    options that changed since do not suit them.
    """
    with turn(event, actor) as step:
        seating.refresh_from_db()
        begun = seating.set_number != 1 or event.state != Event.State.SETUP
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT or begun:
            raise refusal("draft.gone", "This draw was replaced meanwhile. Look at the new one.")
        drawn = set(Seat.objects.filter(seating=seating).values_list("entry_id", flat=True))
        drawn |= set(SitOut.objects.filter(seating=seating).values_list("entry_id", flat=True))
        if drawn != {entry.pk for entry in _here(event, 1)}:
            raise refusal("draft.people", "People have come or gone since this draw. Draw again.")
        game = games.load(event.game)
        if scheme_of(game).rows != COUPLE:
            for table in seating.tables.prefetch_related("seats__entry"):
                _refuse_setup(game, event, [seat.entry for seat in table.seats.all()])
        show(event, seating)
        told = {"seating": seating.pk, "tables": seating.tables.count(), "first": True}
        step.log("seating.published", set=seating.set_number, **told)
        ensure_links(event)
    return seating


def set_first_dealer(*, event: Event, actor: Actor, table: Table, first: int) -> None:
    """Note whose the first deal is: a chair, or a team (0 or 1) where teams deal.

    Raises Refused once a result is in, because the deal has passed on by then.
    """
    game = games.load(event.game)
    scheme = scheme_of(game)
    team = scheme.dealers == "team"
    refuse_foreign(table, actor)
    with turn(event, actor) as step:
        several = len(scheme.teams) if team else table.seats.count()
        if scheme.dealers == "none" or not 0 <= first < several:
            raise refusal("dealer.chair", "Choose who deals first.", "first")
        ours = Report.objects.filter(table__seating__event=event)
        late = team and table.seating.set_number > 1
        if late or standing(ours if team else ours.filter(table=table)).exists():
            text = "A result is in; the deal has passed on from there."
            raise refusal("dealer.late", text, "first")
        before = Table.objects.values_list("first_dealer", flat=True).get(pk=table.pk)
        if before == first:
            return
        tables = Table.objects.filter(seating=table.seating)
        (tables if team else tables.filter(pk=table.pk)).update(first_dealer=first)
        table.first_dealer = first
        if team:
            roster, _entries = roster_of(event, scheme, pad_rows(event))
            name = roster.team_names[first]
        else:
            name = table.seats.select_related("entry").get(chair=first).entry.name
        told: dict[str, Any] = {"set": table.seating.set_number, "table": table.number}
        told |= {"alone": not team and table.seating.tables.count() == 1}
        told |= {"id": table.pk, "before": before, "chair": first, "team": team, "name": name}
        step.log("dealer.set", **told)


def open_round(event: Event, number: int) -> Seating | None:
    """Show the seats of the next round of two teams. Inside a turn.

    None while one team has nobody who would play it.
    """
    game = games.load(event.game)
    here, rows = present(event, number), pad_rows(event)
    if not {rows.people[pk][1] for pk in here} >= set(game.roles):
        return None
    seating = _room(event, game, rows, number, AS_ENTERED, None)
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
        if standing(Report.objects.filter(table__seating=running)).exists():
            text = "Round {round} has results already; the next round is seated anew."
            raise refusal("round.begun", text, round=running.set_number)
        brought = _bring_forward(event, running.set_number)
        rows = pad_rows(event)
        first = running.tables.values_list("first_dealer", flat=True).first()
        running.state = Seating.State.REPLACED
        running.save(update_fields=["state"])
        seating = _room(event, game, rows, running.set_number, running.seed, first)
        show(event, seating)
        ensure_links(event)
        told = {"set": seating.set_number, "old": running.pk, "new": seating.pk}
        step.log("seating.anew", presences=brought, **told)
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


def open_table(*, event: Event, actor: Actor, parsed: Iterable[ParsedName]) -> Table:
    """Enter people who came late and seat them, in this order, at a table of their own beside
    those that play already.

    Raises Refused for too few or too many, for somebody who is entered already, and once the
    final table is seated.
    """
    wanted = list(parsed)
    with turn(event, actor) as step:
        game = games.load(event.game)
        running = current_seating(event)
        if event.state != Event.State.PLAYING or running is None:
            raise refusal("event.not_playing", "The event is not being played.")
        if scheme_of(game).rows == COUPLE or running.set_number > 1:
            raise refusal("table.late", "No further table can begin now.", "names")
        number = max(running.tables.values_list("number", flat=True)) + 1
        _refuse_number(game, len(wanted), 1)
        if number > MOST_TABLES or event.entries.count() + len(wanted) > MAX_PEOPLE:
            raise refusal("table.late", "No further table can begin now.", "names")
        entries = admitted(event, wanted)
        if len(entries) < len(wanted):
            text = "Somebody of these is entered already, or stands there twice."
            raise refusal("names.twice", text, "names")
        _refuse_setup(game, event, entries)
        first = secrets.randbelow(len(entries)) if scheme_of(game).dealers == "player" else None
        table = _seat(running, number, [(entry.pk, "") for entry in entries], first)
        ensure_links(event)
        told: dict[str, Any] = {"table": number, "id": table.pk}
        told |= {"entries": [e.pk for e in entries], "names": [e.name for e in entries]}
        step.log("table.opened", **told)
    return table


def _refuse_number(game: Game, people: int, tables: int) -> None:
    """Refuse more tables than there may be, and more or fewer people than play at them."""
    low, high = scheme_of(game).players
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


def _revision(event: Event, number: int) -> int:
    newest = event.seatings.filter(set_number=number).order_by("-revision").first()
    return newest.revision + 1 if newest else 1


def _tables(
    event: Event, game: Game, here: Sequence[Entry], tables: int, seed: int, *, number: int = 1
) -> Seating:
    """Tables of their own pads, as even as they can be."""
    scheme = scheme_of(game)
    _refuse_number(game, len(here), tables)
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


def _room(
    event: Event, game: Game, rows: PadRows, number: int, seed: int, first: int | None
) -> Seating:
    """Two teams face each other in a round; whoever faces an empty chair sits it out.

    The teams sit in the order of the first seats in `rows`, or are drawn by `seed` where there
    are none. `first` is the team that deals the first round.
    """
    scheme = scheme_of(game)
    here = present(event, number)
    roster, entries = roster_of(event, scheme, rows, seed)
    if number == 1:
        _refuse_teams(event, game, here, roster, entries)
    stays, moves = ([entries[p] for p in team if entries[p] in here] for team in roster.teams)
    if not stays or not moves:
        raise refusal("people.few", "Both teams need somebody to play.")
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


def _seat(seating: Seating, number: int, people: Sequence[tuple[int, str]], first: Any) -> Table:
    table = Table.objects.create(seating=seating, number=number, first_dealer=first)
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=role)
        for chair, (pk, role) in enumerate(people)
    )
    return table
