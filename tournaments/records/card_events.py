"""Events from score cards: stored, extended, counted and taken back."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.records.house import LISTS
from rulesets.records.played_evenings import UNKNOWN_DAY
from rulesets.records.score_cards.values import fold
from tournaments.access.permissions import host_actor
from tournaments.boards.hall import Hall
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Entry, Event, Job, Person, ScoreCards, Snapshot
from tournaments.models.errors import refusal
from tournaments.models.event_games import declaration_of, forget
from tournaments.models.families import PLUS
from tournaments.people.services import add_person
from tournaments.records.card_lines import to_stored
from tournaments.records.selectors import FamilyRecords, read_records
from tournaments.records.services import record_values
from tournaments.scores.snapshots import as_if_open, snapshot_fields
from tournaments.standings.rows import StandingRow, row_to_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.records.house import Holding
    from rulesets.records.played_evenings import ChairResult, PlayedEvening
    from tournaments.records.card_import import CardReport, ReportedEvening

FROM_CARDS, MORE_CARDS = "event.from_cards", "event.more_cards"
NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list that an import changed: its head before (None: there was none) and now."""

    game: str
    list: str
    old: Holding | None
    now: Holding


@dataclass(slots=True)
class TakenCards:
    """What an import brought: events with what is new, so many lines and rounds, the lists and the
    champions that it changed, and the years that are still missing by game. `begins`: the first
    year of the house, if it is an earlier one now."""

    events: list[Event] = field(default_factory=list)
    lines: int = 0
    made: int = 0
    rounds: int = 0
    people: int = 0
    begins: int | None = None
    changed: list[ChangedList] = field(default_factory=list)
    champions: dict[int, tuple[int, ...]] = field(default_factory=dict)
    missing: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    records: FamilyRecords | None = None


def take_in(
    report: CardReport, *, owner: Any, family: int, job: Job | None = None, dry_run: bool = False
) -> TakenCards:
    """Store what a report brings, all or nothing; with `dry_run` nothing. Raises Refused while
    something is asked or open."""
    if not report.is_ready:
        text = "Not everything is settled yet. Nothing was taken in."
        raise refusal("cards.open", text)
    taken = TakenCards()
    with transaction.atomic():
        before = read_records(family)
        _store(report, owner, family, job, taken)
        _compare(before, read_records(family), taken)
        transaction.set_rollback(dry_run)
    return taken


def _store(report: CardReport, owner: Any, family: int, job: Job | None, taken: TakenCards) -> None:
    people: dict[str, Person] = {}
    ids = {person.person_id for person in report.people.values() if person.person_id}
    ids |= {who for evening in report.taken for who in evening.people_here.values()}
    book = Person.objects.in_bulk(ids)
    here = {
        fold(name) for evening in report.taken for chair in evening.counted.chairs for name in chair
    }
    for key, person in report.people.items():
        if key in report.aliases:
            continue
        if person.person_id:
            people[key] = book[person.person_id]
        elif key in here:
            # Somebody new with the name of somebody known: a note tells the two apart.
            note = _("on old score cards") if person.offers and person.has_same_name else ""
            people[key] = add_person(family=family, name=person.name, note=note)
            taken.people += 1
    for evening in report.taken:
        rounds = set() if evening.event is None else _rounds_of(evening.event)
        here_by_name = people | {name: book[who] for name, who in evening.people_here.items()}
        event = _store_evening(report, evening, here_by_name, owner, family, job)
        taken.events.append(event)
        taken.lines += evening.new_lines
        taken.made += len(evening.counted.checked.made)
        played = {table.number for table in evening.counted.played.tables}
        taken.rounds += len(played - rounds)


def _rounds_of(event: Event) -> set[int]:
    return {row["round"] for row in event.score_cards.lines}


def _store_evening(
    report: CardReport,
    evening: ReportedEvening,
    people: Mapping[str, Person],
    owner: Any,
    family: int,
    job: Job | None,
) -> Event:
    event = evening.event
    code = FROM_CARDS if event is None else MORE_CARDS
    if event is None:
        event = _new_event(evening, report.games.games[evening.key.game], owner, family)
    with event_transaction(event, host_actor(event, owner)) as step:
        entries = _entries(event, evening, people)
        store_snapshot(event, evening.counted.played, entries)
        step.log(code)
    names = {
        fold(name): entry.pk
        for entry, chair in zip(entries, evening.counted.chairs, strict=True)
        for name in chair
    }
    names |= {key: names[fold(name)] for key, name in report.aliases.items() if fold(name) in names}
    values = {
        "lines": to_stored(evening.lines, evening.cells, evening.accepted),
        "people": names,
        "version": event.version,
    }
    if evening.event is None:
        key = evening.key
        values |= {"called": key.event, "day": key.date, "job": job}
    ScoreCards.objects.update_or_create(event=event, defaults=values)
    return event


def _new_event(evening: ReportedEvening, game: Game, owner: Any, family: int) -> Event:
    key, day = evening.key, evening.key.date
    date = dt.date(int(day), 12, 31) if len(day) == UNKNOWN_DAY else dt.date.fromisoformat(day)
    name = evening.counted.name
    if not name:
        written = day if len(day) == UNKNOWN_DAY else date_format(date, "DATE_FORMAT")
        name = _("{game}, {date}").format(game=game.name, date=written)
    return Event.objects.create(
        owner=owner,
        family_id=family,
        name=name[:NAME_LENGTH],
        date=date,
        game=key.game,
        edition=game.edition,
        declared=declaration_of(game),
        state=Event.State.FINISHED,
    )


def _entries(event: Event, evening: ReportedEvening, people: Mapping[str, Person]) -> list[Entry]:
    """Return the entry of each chair; those that are new are added."""
    here: dict[int, Entry] = {}
    for entry_here in Entry.objects.filter(event=event).select_related("person", "second"):
        here |= {person.pk: entry_here for person in entry_here.people}
    entries = []
    for chair in evening.counted.chairs:
        sitters = [people[fold(name)] for name in chair]
        second = sitters[1] if len(sitters) > 1 and sitters[1] != sitters[0] else None
        entry: Entry | None = here.get(sitters[0].pk)
        name = PLUS.join(chair)
        if entry is None:
            entry = Entry(event=event, person=sitters[0], second=second, name=name)
            entry.save()
        elif second is not None and entry.second_id is None:
            entry.second, entry.name = second, name
            entry.save(update_fields=["second", "name"])
        here |= dict.fromkeys((person.pk for person in sitters), entry)
        entries.append(entry)
    return entries


# --- the snapshot ---------------------------------------------------------------------------------


def store_snapshot(event: Event, played: PlayedEvening, entries: Sequence[Entry]) -> None:
    """Store the standings of an event from cards, and what records need of it."""
    ranks = [result.rank for result in played.chairs]
    rows = [
        _row(result, entry, ranks) for result, entry in zip(played.chairs, entries, strict=True)
    ]
    rows.sort(key=lambda row: (row.rank, row.name))
    values: dict[str, Any] = {
        "edition": event.edition,
        "standings": [row_to_json(row) for row in rows],
        "players": {},
        **snapshot_fields(Hall.now(as_if_open(event))),
        **record_values(played, [entry.pk for entry in entries]),
    }
    Snapshot.objects.update_or_create(event=event, defaults=values)
    forget(event)


def _row(result: ChairResult, entry: Entry, ranks: Sequence[int]) -> StandingRow:
    """Return the line of an entry in the standings."""
    run = [now or 0 for now in result.course]
    return StandingRow(
        entry_id=entry.pk,
        name=entry.name,
        role="",
        role_name="",
        total=result.total,
        rank=result.rank,
        shared=ranks.count(result.rank) > 1,
        sets=tuple(after - before for before, after in pairwise(run)),
        sit_outs=0,
        moved=0,
        progress=tuple(run[1:]),
    )


# --- after it -------------------------------------------------------------------------------------


def _compare(before: FamilyRecords, after: FamilyRecords, taken: TakenCards) -> None:
    """Note what an import has changed in the house, and which years are missing."""
    taken.records = after
    old, now = before.house.lists, after.house.lists
    for game, lists in now.items():
        for name in LISTS:
            holding = lists.get(name)
            former = old.get(game, {}).get(name)
            if holding is None or (
                former is not None
                and (former.value, sorted(former.who)) == (holding.value, sorted(holding.who))
            ):
                continue
            taken.changed.append(ChangedList(game, name, former, holding))
    was = {year: by_game.get("all", ()) for year, by_game in before.house.champions.items()}
    for year, by_game in sorted(after.house.champions.items()):
        champions = by_game.get("all", ())
        if champions != was.get(year, ()):
            taken.champions[year] = champions
    taken.missing = missing_years(after)
    first = min((evening.year for evening in after.house.evenings), default=None)
    if first is not None and all(evening.year > first for evening in before.house.evenings):
        taken.begins = first


def missing_years(records: FamilyRecords) -> dict[str, dict[str, list[int]]]:
    """Return the years from a game's first to its last of which places alone are known, or nothing;
    games with none are left out."""
    missing: dict[str, dict[str, list[int]]] = {}
    for game in records.house.games:
        has_rounds_in: dict[int, bool] = {}
        for at in records.house.of_game(game):
            evening = records.house.evenings[at]
            has_rounds = evening.summary.rounds > 0
            has_rounds_in[evening.year] = has_rounds_in.get(evening.year, False) or has_rounds
        years = range(min(has_rounds_in), max(has_rounds_in) + 1)
        places = [year for year in years if has_rounds_in.get(year) is False]
        nothing = [year for year in years if year not in has_rounds_in]
        if places or nothing:
            missing[game] = {"places": places, "nothing": nothing}
    return missing


def take_back(job: Job) -> int:
    """Delete the events that an import took in; return how many. Raises Refused if one of them was
    edited since."""
    cards = list(ScoreCards.objects.filter(job=job).select_related("event"))
    edited = next((card.event for card in cards if card.event.version != card.version), None)
    if edited is not None:
        text = "“{name}” was edited since, so this import stays."
        raise refusal("cards.edited", text, name=edited.name)
    with transaction.atomic():
        for card in cards:
            card.event.delete()
        job.delete()
    return len(cards)


register(
    Step(FROM_CARDS, gettext_lazy("The event was imported from score cards.")),
    Step(MORE_CARDS, gettext_lazy("More score cards were imported.")),
)
