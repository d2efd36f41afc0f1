"""An evening in progress of every game that keeps a score for the whole evening, made up from what
the game declares, for a newcomer to look around in."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actors import Actor, host_actor, link_actor
from tournaments.events import writes as events
from tournaments.events.demo import GENTLEMEN, LADIES, made_up, parsed
from tournaments.games import every_game, formats_of
from tournaments.models import Event, Link, Table
from tournaments.scoring import acceptances, reports
from tournaments.scoring.pads import ROUND, read_pads
from tournaments.seating import draws, lineup, roster

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.game import Game
    from tournaments.people.names import ParsedName
    from tournaments.scoring.pad import Line, Pad

SEED = 2031
AT_A_TABLE = 5
TEAM_SIZES = (7, 8)
# What has been played: whole rounds of the teams, and couples that have reported of the next;
# rounds at a table; where the last ones meet, one table has come to its end.
TEAM_ROUNDS, COUPLES_IN = 4, 3
ROUNDS, TO_THE_END = 5, 200


def make_demo_pads(owner: Any) -> tuple[Event, ...]:
    """An evening of every game that keeps score pads, each with what belongs to it: teams in
    their fifth round, tables of which one has its winner, or one table. The same evenings every
    time (but for their links)."""
    made = []
    for game in every_game():
        form = formats_of(game)[0]
        if form.lasts:
            rng = Random(f"{game.slug} {SEED}")  # noqa: S311 - the same evening every time
            event = _teams(owner, game, rng) if form.room else _tables(owner, game, rng)
            event.refresh_from_db()  # the reports were made through its tables
            made.append(event)
    return tuple(made)


def _tables(owner: Any, game: Game, rng: Random) -> Event:
    """A table that has played some rounds; two, the first of them to its end, where there is a
    final one."""
    low, high = game.plays.players
    sitting = game.plays.seats[0] if game.plays.seats else min(max(low, AT_A_TABLE), high)
    tables = 2 if game.plays.final_table else 1
    known = rng.sample([*GENTLEMEN, *LADIES], sitting * tables)
    people = [parsed(name, "", line) for line, name in enumerate(known, 1)]
    event = _begun(owner, game, people, tables)
    for number in range(1, tables + 1):
        table, actor = _at(event, number, 1)
        for deal in range(1, (TO_THE_END if number < tables else ROUNDS) + 1):
            pad = next(one for one in read_pads(event) if one.table_number == number)
            if not pad.open:
                break
            payload = made_up(game.plays, pad.standing, rng)
            _say(table, deal, payload, actor, rng)
    return event


def _teams(owner: Any, game: Game, rng: Random) -> Event:
    """Whole rounds, some couples of the next, and one correction at the desk."""
    people = [
        parsed(name, role, line)
        for role, names, size in zip(
            game.plays.side_names, (GENTLEMEN, LADIES), TEAM_SIZES, strict=True
        )
        for line, name in enumerate(names[:size], 1)
    ]
    event = _begun(owner, game, people)
    for number in range(1, TEAM_ROUNDS + 2):
        (pad,) = read_pads(event)
        told = made_up(game.plays, pad.standing, rng)
        lines = pad.rounds[-1].lines
        for line in lines if number <= TEAM_ROUNDS else lines[:COUPLES_IN]:
            table, actor = _at(event, line.table_number, number)
            _say(table, ROUND, _of_couple(pad, line, told), actor, rng)
    _correct_one(event, rng)
    return event


def _correct_one(event: Event, rng: Random) -> None:
    (pad,) = read_pads(event)
    line = pad.rounds[1].lines[2]
    told = line.payload
    while told == line.payload:
        made = made_up(pad.plays, pad.rounds[1].before, rng)
        told = _of_couple(pad, line, made)
    table, _actor = _at(event, line.table_number, line.set_number)
    reports.report(
        table=table,
        deal=ROUND,
        payload=told or {},
        actor=host_actor(event, event.owner),
        key=f"demo-{event.pk}-again",
        seen=1,
        reason=_("It was called out wrongly."),
    )


def _of_couple(pad: Pad, line: Line, told: list[Mapping[str, Any]]) -> dict[str, Any]:
    """A couple's own report, people by their chairs, out of one of the whole room."""
    fields = pad.plays.fields(pad.standing)
    sitting = next(field.key for field in fields if field.kind.name == "players")
    people = {field.key for field in fields if field.kind.name == "player"}
    (row,) = (row for row in told if sorted(row[sitting]) == sorted(line.chairs))
    return {
        key: line.chairs.index(value) if key in people else value
        for key, value in row.items()
        if key != sitting
    }


def _begun(owner: Any, game: Game, people: list[ParsedName], tables: int = 1) -> Event:
    event = events.create_event(
        owner=owner,
        name=_("An evening of {game}").format(game=game.name),
        date=timezone.localdate(),
        place=_("Village hall"),
        game=game.slug,
    )
    host = host_actor(event, owner)
    roster.enter_people(event=event, actor=host, parsed=people)
    draft = lineup.draw_seats(event=event, actor=host, tables=tables, seed=SEED)
    draws.publish(event=event, actor=host, seating=draft)
    return event


def _at(event: Event, number: int, set_number: int) -> tuple[Table, Actor]:
    """A table, and whoever holds its link."""
    table = Table.objects.select_related("seating__event").get(
        seating__event=event, seating__set_number=set_number, number=number
    )
    link = Link.objects.get(event=event, kind=Link.Kind.TABLE, table_number=number)
    return table, link_actor(link)


def _say(table: Table, deal: int, payload: dict[str, Any], actor: Actor, rng: Random) -> None:
    event = table.seating.event
    key = f"demo-{event.pk}-{table.seating.set_number}-{table.number}-{deal}"
    kept = reports.report(table=table, deal=deal, payload=payload, actor=actor, key=key, seen=0)
    if rng.random() < 0.4:
        acceptances.accept(report=kept, actor=actor)
