"""A whole evening of a game that keeps boards, played through the app, for tests."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.rummoli.chips import ANTE
from tests.tournaments.evening import DAY, a_user, at_table, enter, entry, host
from tests.tournaments.row_copies import remember_rows
from tournaments.access.permissions import Actor
from tournaments.boards.board_reading import ROUND, report_at_place
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import EventBoard
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import AWAY
from tournaments.events import services as events
from tournaments.models import Entry, Event, Report, Seating, Table
from tournaments.models.event_games import game_of
from tournaments.reports import services
from tournaments.reports.submission import Submission
from tournaments.seating import draws

if TYPE_CHECKING:
    from rulesets.engine.plays import Plays

__all__ = ["at_table", "entry", "host"]  # of an evening of any game

GIN, GOLF, RUMMOLI = "gin-tournament", "golf", "rummoli"
SLUGS = (GIN, GOLF, RUMMOLI)
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
LONGEST = 200  # rounds, against a game that never ends
RUMMOLI_ROUNDS = 3  # until the spaces that are left are dealt for


def an_event(game: str, people: int | Sequence[str] = 4, **fields: Any) -> Event:
    """An event in setup. Where teams play they are called G1, L1, G2, ... by turns in both teams;
    else Ann, Bo, Cy and so on. `fields` are the event's own, options among them."""
    usual = {"owner": a_user(), "name": "Game night", "date": DAY}
    event = events.create_event(game=game, **(usual | fields))
    roles = game_of(event).plays.side_names or ("",)
    if isinstance(people, int):
        people = [_called(number, len(roles)) for number in range(people)]
    enter(event, people, roles)
    return event


@remember_rows
def start(
    game: str, people: int | Sequence[str] = 4, *, tables: int = 1, seed: int = 0, **fields: Any
) -> Event:
    """An event that has begun, in the order of entering (`seed` 0) or drawn with a seed."""
    return begin(an_event(game, people, **fields), tables=tables, seed=seed)


def begin(event: Event, *, tables: int = 1, seed: int = 0) -> Event:
    """Draw the seats and show them; in the order of entering, the first of all deals."""
    draft = draws.draw_seats(
        event=event, actor=host(event), tables=tables, shuffle=bool(seed), seed=seed or None
    )
    if not seed:
        draft.tables.exclude(first_dealer=None).update(first_dealer=0)
    draws.publish(event=event, actor=host(event), seating=draft)
    return event


def read_board(event: Event, number: int = 1) -> EventBoard:
    """The board of a table (of the newest set), or of the whole room, read anew."""
    found = [board for board in Hall.now(event).boards if board.table_number in (0, number)]
    return found[-1]


def table(event: Event, number: int = 1, set_number: int | None = None) -> Table:
    """A table (a couple's place) with its seating and event; of the newest set, or of one."""
    shown = Table.objects.select_related("seating__event").filter(
        seating__event=event, seating__state=Seating.State.PUBLISHED, number=number
    )
    if set_number is not None:
        shown = shown.filter(seating__set_number=set_number)
    return shown.order_by("-seating__set_number")[0]


def line(at: Table, deal: int = ROUND) -> DealReport | None:
    """What is known of a place's round."""
    event = at.seating.event
    for board in Hall.now(event).boards:
        if board.format.keeping.board == "room":
            return report_at_place(board, at.number, at.seating.set_number)
        if board.table_id == at.pk:
            return report_at_place(board, at.number, deal)
    return None


def seen(at: Table, deal: int = ROUND) -> int:
    """The newest revision, as a form that was just opened has it."""
    found = at.reports.filter(deal=deal).order_by("-revision").first()
    return found.revision if found else 0


def say(
    at: Table, deal: int, payload: dict[str, Any], actor: Actor | None = None, **more: Any
) -> Report:
    """Report a round from the place itself, having seen what is there."""
    actor = actor or at_table(at.seating.event, at.number)
    given = {"key": uuid.uuid4().hex, "seen": seen(at, deal)} | more
    return services.save_report(at, deal, Submission(actor, payload=payload, **given))


def take_back(at: Table, deal: int, actor: Actor | None = None, **more: Any) -> Report:
    """Withdraw a report at the desk."""
    given = {"key": uuid.uuid4().hex, "seen": seen(at, deal), "reason": "misread"} | more
    actor = actor or host(at.seating.event)
    return services.withdraw(at, deal, Submission(actor, **given))


# Reports of Gin ----------------------------------------------------------------------


def gin(by: int, caught: int, outcome: str = "gin") -> dict[str, Any]:
    """A couple's report; `by` is a chair: 0 of the first team, 1 of the second."""
    return {"outcome": outcome, "by": by, "caught": caught}


def run(by: int, ran: int, caught: int) -> dict[str, Any]:
    return gin(by, caught, "run") | {"ran_with": ran}


def stock(first: int, second: int) -> dict[str, Any]:
    return {"outcome": "stock_out", "counts": [first, second]}


# Reports that can have happened ------------------------------------------------------


def a_report(of: EventBoard, rng: Random) -> dict[str, Any]:
    """A report of the next round that raises no question."""
    made = {GIN: a_hand, GOLF: _counts, RUMMOLI: _a_board}[of.game.slug]
    return made(of.standing, rng)


def a_hand(_state: Any, rng: Random) -> dict[str, Any]:
    outcome = rng.choice(("gin", "double_gin", "run", "run", "stock_out"))
    if outcome == "stock_out":
        return stock(rng.randint(0, 60), rng.randint(0, 60))
    if outcome == "run":
        return run(rng.randrange(2), rng.randint(1, 9), rng.randint(0, 60))
    return gin(rng.randrange(2), rng.randint(1, 60), outcome)


def _counts(state: Any, rng: Random) -> dict[str, Any]:
    everyone = range(len(state.names))
    points = [rng.randint(-5, 20) if p in state.players else None for p in everyone]
    knocker = rng.choice((None, *state.players))
    return {"points": points} | ({} if knocker is None else {"knocker": knocker})


def _a_board(state: Any, rng: Random) -> dict[str, Any]:
    playing = [p for p, chips in enumerate(state.chips) if chips >= ANTE]
    spaces = rng.sample([space.key for space in state.spaces[:-2]], 3)
    return {
        "widow": rng.choice(("kept", "dealer")),
        "claims": {key: rng.choice(playing) for key in spaces},
        "rummoli": rng.choice(playing),
        "poker": [rng.choice(playing)],
    }


def last_deals(of: EventBoard, rng: Random) -> dict[str, Any]:
    """Every space that still has chips goes to somebody."""
    state = of.standing
    left = sorted((n, space.key) for space, n in zip(state.spaces, state.board, strict=True) if n)
    won = [{"space": key, "player": rng.choice(state.playing)} for _chips, key in left]
    return {of.plays.final.key: won} if of.plays.final else {}


# Whole rounds and evenings -----------------------------------------------------------


def play_round(event: Event, rng: Random, number: int = 1) -> None:
    """The next round of a table, or of the whole room in any order of couples."""
    now = read_board(event, number)
    if now.format.keeping.board != "room":
        closes = now.plays.final is not None and now.state.rounds >= RUMMOLI_ROUNDS
        told = last_deals(now, rng) if closes else a_report(now, rng)
        at = Table.objects.select_related("seating__event").get(pk=now.table_id)
        say(at, now.next_number, told)
        return
    waiting = now.awaiting
    missing = [report for report in waiting.reports if report.payload is None] if waiting else []
    rng.shuffle(missing)
    for one in missing:
        over = one.set_number < len(now.rounds)  # then the desk says it
        actor = host(event) if over else None
        at = table(event, one.table_number, one.set_number)
        say(at, ROUND, a_report(now, rng), actor)


def play(event: Event, most: int = LONGEST, seed: int = 7, tables: Sequence[int] = (1,)) -> None:
    """So many rounds at each of these tables, or to the end."""
    rng = Random(seed)
    for number in tables:
        for _round in range(most):
            now = read_board(event, number)
            if not now.open:
                break
            play_round(event, rng, number)


def play_any(event: Event, rounds: int, seed: int = 5) -> None:
    """So many rounds of any game at its first table, each with a yes to what is asked."""
    rng = Random(seed)
    for _round in range(rounds):
        now = read_board(event)
        report = now.plays.sample(now.standing, rng)
        codes = [problem.code for problem in now.plays.check(now.standing, report)]
        say(table(event), now.next_number, report, confirmed=codes)
    event.refresh_from_db()


def long_evening(slug: str, options: dict[str, Any], rounds: int, people: int = 4) -> Event:
    """An evening at one table that has so many made-up rounds behind it, and goes on; written
    straight into the database."""
    event = start(slug, people, options=options)
    at, setup, chance = table(event), read_board(event).setup, Random(7)
    plays = game_of(event).plays
    state = plays.start(setup).state
    kept = []
    for deal in range(1, rounds + 1):
        payload = sound(plays, state, chance)
        values = {"payload": payload, "author": "Somebody", "key": f"made-{at.pk}-{deal}"}
        kept.append(Report(table=at, deal=deal, revision=1, **values))
        state = plays.play(state, payload).state
    Report.objects.bulk_create(kept)
    assert len(read_board(event).rounds) == rounds
    return event


def sound(plays: Plays, state: Any, chance: Random) -> Any:
    """A made-up report that nobody would ask about, and with which the game goes on."""
    samples = (plays.sample(state, chance) for _ in range(1000))
    return next(
        one
        for one in samples
        if not plays.check(state, one) and plays.over(plays.play(state, one).state) is None
    )


def away(event: Event, number: int, actor: Actor | None = None) -> Report:
    """The desk notes that a couple does not play the running round."""
    return say(table(event, number), ROUND, {AWAY: True}, actor or host(event))


def people(event: Event, team: str = "") -> list[Entry]:
    """Those entered, in the order of entering; of one team, if it is named."""
    found = event.entries.order_by("pk")
    return list(found.filter(role=team) if team else found)


def totals(event: Event, number: int = 1) -> tuple[int, ...]:
    """What the sides of a board have now."""
    now = read_board(event, number)
    return now.game.plays.totals(now.state)


def _called(number: int, teams: int) -> str:
    if teams == 2:
        return f"{'GL'[number % 2]}{number // 2 + 1}"
    round_number, place = divmod(number, len(NAMES))
    return NAMES[place] + (str(round_number + 1) if round_number else "")
