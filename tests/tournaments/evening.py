"""A whole evening in the database, played through the app, for tests."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from rulesets.files import drive_answers
from rulesets.files.score_file import read_file
from tests.made_up_hands import a_payload
from tests.tournaments.row_copies import remember_rows
from tournaments.access.permissions import Actor, host_actor, link_actor
from tournaments.access.services import ensure_links
from tournaments.boards.event_tables import table_of
from tournaments.boards.table_reports import reports_at, reports_in
from tournaments.events import services as events
from tournaments.files.event_document import export_event, score_file
from tournaments.files.event_import import import_event
from tournaments.log.services import undo_last
from tournaments.models import Dispute, Entry, Event, Link, Report, Seating, Table
from tournaments.models.errors import Refused
from tournaments.models.event_games import format_of
from tournaments.models.families import family_alone
from tournaments.people.names import ParsedName
from tournaments.reports import acceptances as scoring_cuts
from tournaments.reports import disputes, services
from tournaments.reports.submission import Submission
from tournaments.seating import draws, roster
from tournaments.seats.storage import current_seating
from tournaments.standings.selectors import standings
from tournaments.wall.services import count_live

DAY = dt.date(2026, 11, 21)
ROLES = ("gentleman", "lady")


def a_user(name: str = "host") -> Any:
    return get_user_model().objects.get_or_create(username=name)[0]


def a_stranger() -> Any:
    """Somebody of another family."""
    user = a_user("stranger")
    family_alone(user)
    return user


def an_event(people: int = 8, **fields: Any) -> Event:
    """An event in setup with people named G1, L1, G2, ... of alternating roles."""
    usual = {"name": "Autumn evening", "date": DAY, "place": "The hall", "game": "court-whist"}
    event = events.create_event(**({"owner": a_user()} | usual | fields))
    enter(event, [f"{'GL'[number % 2]}{number // 2 + 1}" for number in range(people)], ROLES)
    return event


def an_event_in(form: str, people: int = 8, game: str = "euchre", **options: Any) -> Event:
    """An event of a format in setup, with P0, P1, ... in its roles by turns."""
    event = events.create_event(
        owner=a_user(), game=game, format=form, name="Game night", date=DAY, options=options
    )
    roles = format_of(event).facts.roles.names
    enter(event, [f"P{number}" for number in range(people)], roles or ("",))
    return event


def enter(event: Event, names: Sequence[str], roles: Sequence[str] = ("",)) -> None:
    """Enter people in this order, in these roles by turns."""
    parsed = [
        ParsedName(name, "", roles[number % len(roles)], number + 1)
        for number, name in enumerate(names)
    ]
    if parsed:
        roster.enter_people(event=event, actor=host(event), parsed=parsed)


def host(event: Event) -> Actor:
    return host_actor(event, event.owner)


def at_table(event: Event, number: int) -> Actor:
    """Whoever holds the table's link."""
    links = Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None)
    found = links.filter(table_number=number).first()
    if found is None:
        ensure_links(event)
        found = links.get(table_number=number)
    return link_actor(found)


@remember_rows
def start(people: int = 8, seed: int = 1, **fields: Any) -> Event:
    """An event with the first set shown."""
    event = an_event(people, **fields)
    next_set(event, seed=seed)
    return event


@remember_rows
def played(people: int = 8, sets: int = 1, **fields: Any) -> Event:
    """An event of which so many sets are played."""
    event = start(people, **fields)
    play(event, sets)
    event.refresh_from_db()
    return event


def undo(event: Event) -> None:
    undo_last(event=event, actor=host(event))


def next_set(event: Event, seed: int = 1) -> Seating:
    draft = draws.draw(event=event, actor=host(event), seed=seed)
    return draws.publish(event=event, actor=host(event), seating=draft)


def newest(event: Event) -> Seating:
    running = current_seating(event)
    assert running is not None
    return running


def sitters(seating: Seating) -> tuple[tuple[int, ...], ...]:
    """Return who sits at each table, chair by chair."""
    return tuple(
        tuple(table.seats.order_by("chair").values_list("entry_id", flat=True))
        for table in seating.tables.order_by("number")
    )


def table(event: Event, number: int = 1, set_number: int | None = None) -> Table:
    """A table with its seating and event, as a view reads it."""
    found = table_of(event, set_number or newest(event).set_number, number)
    assert found is not None
    return found


def entry(event: Event, name: str) -> Entry:
    return Entry.objects.get(event=event, name=name)


def say(
    at: Table, deal: int, payload: dict[str, Any], actor: Actor | None = None, **more: Any
) -> Report:
    """Report a hand; the form has seen what is there, warnings are confirmed."""
    event = at.seating.event
    actor = actor or at_table(event, at.number)
    values = {"key": uuid.uuid4().hex, "seen": reports_at(at).deal(deal).revision}
    values |= {"confirmed": ("score.negative", "tricks.all", "spoke.many")}
    return services.save_report(at, deal, Submission(actor, payload=payload, **values | more))


def live(event: Event) -> Event:
    """The event, with standings that count the set in play as it goes."""
    count_live(event=event, actor=host(event), live=True)
    event.refresh_from_db()
    return event


def play_set(
    event: Event, rng: Random, payload: Callable[[int, Random], dict[str, list[int]]] | None = None
) -> None:
    """Report every hand of the set in play, of any game, and cut where it is tied."""
    game = format_of(event)
    payload = payload or (a_payload if event.game == "court-whist" else sampled_reports(event))
    shown = newest(event)
    for hands in reports_in(shown):
        at = table(event, hands.table.number)
        for deal in range(1, game.length.most_deals + 1):
            if hands.deal(deal).payload is None:
                say(at, deal, payload(shown.set_number, rng))
        settle(event, at)


def sound(plays: Any, state: Any, chance: Random) -> Any:
    """A made-up report of the next deal that nobody would ask about."""
    while True:
        report = plays.sample(state, chance)
        if not plays.check(state, report):
            return report


def sampled_reports(event: Event) -> Callable[[int, Random], Any]:
    """What a table of a drive of any game could report of a hand of a set."""
    format = format_of(event)

    def sample(number: int, chance: Random) -> Any:
        return sound(format.game.plays, format.hands.table(number), chance)

    return sample


def settle(event: Event, at: Table) -> None:
    """Cut where the set is tied, the same way every time."""
    game = format_of(event)
    hands = reports_at(at)
    tied = hands.result(game)
    if tied.tied:
        scoring_cuts.report_cut(
            at,
            tied.cuts[0],
            Submission(at_table(event, at.number), uuid.uuid4().hex, seen=hands.deal(0).revision),
        )


def play(event: Event, sets: int, seed: int = 7) -> None:
    """Play whole sets from the one in play on, drawing and showing those between."""
    rng = Random(seed)
    for number in range(sets):
        if number:
            next_set(event, seed=rng.randrange(10**6))
        play_set(event, rng)


def check_files(event: Event) -> Event:
    """The event file and the score file tell the standings; return the event of the former."""
    rows = standings(event).rows
    copy = import_event(owner=a_user(), data=json.loads(json.dumps(export_event(event))))
    assert [(row.name, row.total, row.rank, row.sets) for row in standings(copy).rows] == [
        (row.name, row.total, row.rank, row.sets) for row in rows
    ]
    file = read_file(json.loads(json.dumps(score_file(event))))
    assert not file.broken, [problem.message for problem in file.problems]
    answer = drive_answers.score(file, explain=False)
    assert {line["name"]: (line["total"], line["rank"]) for line in answer["standings"]} == {
        row.name: (row.total, row.rank) for row in rows
    }
    assert [(team["name"], team["total"], team["rank"]) for team in answer.get("teams", ())] == [
        (team.name, team.total, team.rank) for team in standings(event).by_team
    ]
    return copy


def finish(event: Event) -> None:
    """Finish an evening, whatever is missing."""
    events.finish_event(event=event, actor=host(event), early=True)
    event.refresh_from_db()


def object_to(
    event: Event, at: Table, deal: int, objector: str = "L1", text: str = "No"
) -> Dispute:
    """Note an objection to a deal."""
    values = {"objector": objector, "text": text, "table": at, "deal": deal}
    return disputes.note_dispute(event=event, actor=host(event), **values)


def check_end(event: Event, *, early: bool = False) -> Event:
    """Finish an evening, whose standings stay; return it as it is read from its snapshot."""
    before = [(row.name, row.total, row.rank) for row in standings(event).rows]
    events.finish_event(event=event, actor=host(event), early=early)
    finished = Event.objects.get(pk=event.pk)
    assert [(row.name, row.total, row.rank) for row in standings(finished).rows] == before
    return finished


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    """What was refused, by the codes of its problems."""
    return [problem.code for problem in refused.value.problems]


@contextmanager
def refuses(*reasons: str) -> Iterator[None]:
    """Expect a refusal for these reasons, the codes of its problems, and no other."""
    with pytest.raises(Refused) as refused:
        yield
    assert codes(refused) == list(reasons)
