"""Evenings of games that keep score pads, in progress, for a newcomer to look around in."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from rulesets import games
from rulesets.chips import ANTE
from tournaments.access import Actor, host_actor, link_actor
from tournaments.models import Event, Link, Table
from tournaments.selectors.pads import ROUND, read_pads
from tournaments.services import events, lineup, results, rounds
from tournaments.services.demo import GENTLEMEN, LADIES
from tournaments.services.names import ParsedName

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SEED = 2028
TEAM_SIZES = (7, 8)
# What has been played: whole rounds of the teams, and couples that have reported of the next;
# rounds at each table of its own.
TEAM_ROUNDS, COUPLES_IN = 4, 3
GOLF_ROUNDS = {1: 40, 2: 9}  # the first table to its end
CHIP_ROUNDS = {1: 5}


def make_demo_pads(owner: Any) -> tuple[Event, ...]:
    """A Gin tournament in its fifth round, a night of Golf at two tables, one of which has its
    winner, and an evening of Rummoli. The same evenings every time (but for their links)."""
    rng = Random(SEED)  # noqa: S311 - the same evening every time
    chips = _begun(owner, "rummoli", _("Rummoli at Joan’s"), _people(0, 1, 2, 24, 29))
    _play(chips, rng, CHIP_ROUNDS, _board)
    golf = _begun(owner, "golf", _("Golf for quarters"), _people(3, 6, 8, 11, 15, 18, 20, 26), 2)
    _play(golf, rng, GOLF_ROUNDS, _counts)
    teams = _begun(owner, "gin-tournament", _("Guys against Girls"), _teams())
    _play_teams(teams, rng)
    for event in (teams, golf, chips):
        event.refresh_from_db()  # the reports were made through their tables
    return teams, golf, chips


def _people(*places: int) -> list[ParsedName]:
    known = [*GENTLEMEN, *LADIES]
    return [_parsed(known[place], "", line) for line, place in enumerate(places, 1)]


def _teams() -> list[ParsedName]:
    roles = games.load("gin-tournament").roles
    return [
        _parsed(name, role, line)
        for role, names, size in zip(roles, (GENTLEMEN, LADIES), TEAM_SIZES, strict=True)
        for line, name in enumerate(names[:size], 1)
    ]


def _parsed(name: str, role: str, line: int) -> ParsedName:
    shown, _bar, note = name.partition("|")
    return ParsedName(shown, note, role, line)


def _begun(
    owner: Any, game: str, name: str, people: Sequence[ParsedName], tables: int = 1
) -> Event:
    event = events.create_event(
        owner=owner, name=name, date=timezone.localdate(), place=_("Village hall"), game=game
    )
    host = host_actor(event, owner)
    events.enter_people(event=event, actor=host, parsed=people)
    draft = lineup.draw_seats(event=event, actor=host, tables=tables, seed=SEED)
    lineup.begin(event=event, actor=host, seating=draft)
    return event


def _play(
    event: Event,
    rng: Random,
    wanted: dict[int, int],
    made: Callable[[Any, Random], dict[str, Any]],
) -> None:
    """So many rounds at each table, or to its end."""
    for number, most in wanted.items():
        table, actor = _at(event, number, 1)
        for deal in range(1, most + 1):
            pad = next(one for one in read_pads(event) if one.table_number == number)
            if not pad.open:
                break
            _say(table, deal, made(pad.state, rng), actor, rng)


def _play_teams(event: Event, rng: Random) -> None:
    """Whole rounds, some couples of the next, and one correction at the desk."""
    for number in range(1, TEAM_ROUNDS + 2):
        (pad,) = read_pads(event)
        lines = pad.rounds[-1].lines
        for line in lines if number <= TEAM_ROUNDS else lines[:COUPLES_IN]:
            table, actor = _at(event, line.table_number, number)
            _say(table, ROUND, _hand(rng), actor, rng)
    table, _actor = _at(event, 3, 2)
    rounds.report(
        table=table,
        deal=ROUND,
        payload={"outcome": "stock_out", "counts": [17, 4]},
        actor=host_actor(event, event.owner),
        key=f"demo-{event.pk}-again",
        seen=1,
        reason=_("Nobody had gin; the stock ran out."),
    )


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
    kept = rounds.report(table=table, deal=deal, payload=payload, actor=actor, key=key, seen=0)
    if rng.random() < 0.4:
        results.accept(report=kept, actor=actor)


def _hand(rng: Random) -> dict[str, Any]:
    """How a couple's hand may end."""
    outcome = rng.choice(("gin", "gin", "run", "run", "run", "stock_out", "double_gin"))
    if outcome == "stock_out":
        return {"outcome": outcome, "counts": [rng.randint(4, 30), rng.randint(4, 30)]}
    told = {"outcome": outcome, "by": rng.randrange(2), "caught": rng.randint(3, 38)}
    return told | ({"ran_with": rng.randint(2, 9)} if outcome == "run" else {})


def _counts(state: Any, rng: Random) -> dict[str, Any]:
    """What everybody who is still in may count; mostly the lowest knocks."""
    everyone = range(len(state.quarters))
    points = [rng.randint(-4, 34) if p in state.playing else None for p in everyone]
    lowest = min(state.playing, key=lambda p: points[p] or 0)
    return {
        "points": points,
        "knocker": lowest if rng.random() < 0.8 else rng.choice(state.playing),
    }


def _board(state: Any, rng: Random) -> dict[str, Any]:
    """Who may have claimed what in a round; now and then the widow is sold."""
    playing = [p for p, chips in enumerate(state.chips) if chips >= ANTE]
    spaces = rng.sample([space.key for space in state.spaces[:-2]], 4)
    claims = {key: rng.choice(playing) for key in spaces}
    told = {"claims": claims, "rummoli": rng.choice(playing), "poker": [rng.choice(playing)]}
    dealer = state.next_dealer(playing)
    buyer = rng.choice([p for p in playing if p != dealer])
    price = min(rng.randint(2, 6), state.chips[buyer] - ANTE)
    sold = rng.random() < 0.5
    return told | {"widow": {"buyer": buyer, "price": price} if sold else "kept"}
