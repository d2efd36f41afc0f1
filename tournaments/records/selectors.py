"""A family's finished evenings, as records count them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, cast

from django.db.models import Count, Max, Min, Q, Sum

from rulesets.records.document import RecordsDocument
from rulesets.records.house import ALL, House
from rulesets.records.recorded_evenings import RecordedEvening, in_order
from rulesets.records.summaries import SPLITS_AT, details_from_json, from_json
from rulesets.standings.placings import GameStanding, Way, overall_standings
from tournaments.cache.gc_control import pause_gc
from tournaments.cache.memo import Memo
from tournaments.models import (
    Entry,
    Evening,
    Event,
    Person,
    Snapshot,
    people_of_entries,
)
from tournaments.models.event_games import game_called, own_games
from tournaments.records.services import complete_missing, unfinished_records
from tournaments.standings.prizes import holders_by_event
from tournaments.standings.selectors import reveal_order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime

    from django.db.models import QuerySet

    from rulesets.engine.game import Game
    from rulesets.records.summaries import ChairSplits, EveningDetails, EveningSummary

FAMILIES = 8
Years = tuple[int, int]
"""The first and the last year of a time."""


@dataclass(frozen=True)
class FamilyRecords:
    """The records of a family: its house, and the names in its book by number. `evenings` are the
    numbers of the evenings of several games that events belong to; `from_cards` are the events that
    were taken in from score cards."""

    family: int
    house: House
    names: Mapping[int, str]
    evenings: Mapping[int, int]
    from_cards: frozenset[int] = frozenset()

    @cached_property
    def games(self) -> Mapping[str, Game]:
        """Its games by slug, without those that this version does not know. At most one
        statement."""
        own = {game.slug: game for game in own_games(self.family)}
        games = ((slug, own.get(slug) or game_called(slug)) for slug in self.house.games)
        return {slug: game for slug, game in games if game is not None}

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, str]]:
        """The great moments that each of its games knows, in English by kind."""
        games = self.games
        return {
            slug: games[slug].plays.rarities if slug in games else {} for slug in self.house.games
        }

    @cached_property
    def attendances(self) -> Counter[int]:
        """How many evenings everybody was at."""
        return Counter(who for evening in self.house.evenings for who in evening.chair_of)

    @cached_property
    def wins(self) -> Counter[int]:
        """How many evenings everybody won, alone or with others."""
        return Counter(
            who
            for evening in self.house.evenings
            for who, chair in evening.chair_of.items()
            if evening.outcomes[chair].is_win
        )

    @cached_property
    def places(self) -> Mapping[int, int]:
        """The place of each evening in the house's order, by event."""
        return {evening.key: at for at, evening in enumerate(self.house.evenings)}

    def place_of(self, event_id: int) -> int | None:
        """Return the place of an event in the house's order; None if it does not count."""
        return self.places.get(event_id)

    def within(self, years: Years) -> FamilyRecords:
        """Return the records of the evenings of some years alone."""
        first, last = years
        evenings = [evening for evening in self.house.evenings if first <= evening.year <= last]
        house = House(evenings, self.house.out)
        return FamilyRecords(self.family, house, self.names, self.evenings, self.from_cards)

    def document(
        self, *, alone: bool = False, of: Collection[int] | None = None
    ) -> RecordsDocument:
        """Return all figures by name, with the details of all evenings, or `of` some events."""
        keys = [evening.key for evening in self.house.evenings] if of is None else of
        return RecordsDocument(self.house, self.names, read_details(keys), alone=alone)

    def seasons(self) -> dict[str, list[SeasonEvening]]:
        """Return the evenings under each name in their order, the name of the latest first. The
        games of an evening of several are one. One statement."""
        several = {evening.pk: evening for evening in Evening.objects.filter(family_id=self.family)}
        by_name: dict[str, dict[object, SeasonEvening]] = {}
        for game in self.house.evenings:
            group = several.get(self.evenings.get(game.key, 0))
            name, key = (game.name, (game.key,)) if group is None else (group.name, group.pk)
            by_name[name] = season = by_name.pop(name, {})  # behind all others
            season.setdefault(key, SeasonEvening(group, [])).games.append(game)
        return {name: list(by_name[name].values()) for name in reversed(by_name)}

    def season_evenings(self) -> list[list[GameStanding]]:
        """Return the final standings of the evenings under the name of the latest, in their
        order."""
        latest = next(iter(self.seasons().values()), ())
        return [evening.standings() for evening in latest]


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """An evening of a season: its game, or all its games and what makes them one."""

    evening: Evening | None
    games: list[RecordedEvening]

    @property
    def date(self) -> str:
        return self.games[0].date

    @property
    def event_id(self) -> int:
        """The event whose page tells of it: its last game."""
        return self.games[-1].key

    def standings(self) -> list[GameStanding]:
        """Return the final standings: of its game, or its overall table."""
        columns = [
            [
                GameStanding(who, game.outcomes[chair].place, game.summary.chairs[chair].points)
                for who, chair in game.chair_of.items()
            ]
            for game in self.games
        ]
        if self.evening is None:
            return columns[0]
        rows = overall_standings(columns, cast("Way", self.evening.way))
        return [GameStanding(row.person, row.rank, row.total) for row in rows]


def planned_under(family: int, name: str) -> int:
    """Return how many evenings of a name are planned. One statement."""
    return Event.objects.filter(family_id=family, name=name, state=Event.State.SETUP).count()


def planned_in(family: int, year: int, scope: str) -> int:
    """Return how many evenings of a year are planned, of a game or of all. One statement."""
    planned = Event.objects.filter(family_id=family, state=Event.State.SETUP, date__year=year)
    return (planned if scope == ALL else planned.filter(game=scope)).count()


def state_of_people(family: int, but: int = 0) -> tuple[object, ...]:
    """Return a key that changes with a family's people or their evenings: a digest of everybody in
    the book, and the versions of all events `but` one. Two queries, however many people there
    are."""
    people = Person.objects.in_book(family).order_by("pk")
    rows = tuple(people.values_list("pk", "name", "note", "left_out"))
    others = Event.objects.filter(family_id=family).exclude(pk=but)
    events = others.aggregate(
        count=Count("pk"), newest=Max("pk"), versions=Sum("version"), changed=Max("changed")
    )
    return (blake2b(repr(rows).encode(), digest_size=16).digest(), *events.values())


_memo: Memo[FamilyRecords] = Memo(FAMILIES)
_hidden: Memo[FamilyRecords] = Memo(FAMILIES)  # those that count an event which is still hidden


def family_records(family: int, state: tuple[object, ...] | None = None) -> FamilyRecords:
    """Return the records of a family, counted once as long as nothing of it changes. `state`: that
    of its people, if it was read for this request before."""
    current = state_of_people(family) if state is None else state
    return _memo.get(family, current, lambda: read_records(family))


def records_to_reveal(event: Event) -> FamilyRecords:
    """Return the records of a family as they are once the places of a finished event are shown.
    They stay the same while it is revealed, step by step."""
    if not event.hide_standings:
        return family_records(event.book)
    written = Snapshot.objects.filter(event=event).values_list("created", flat=True).first()
    prizes = tuple(event.prizes.values_list("pk", "position", "cut_winner"))
    own = (written, prizes, event.passes_over)
    state = (*own, *state_of_people(event.book, but=event.pk))
    return _hidden.get(event.pk, state, lambda: read_records(event.book, visible=event.pk))


@pause_gc()
def read_records(family: int, visible: int = 0) -> FamilyRecords:
    """Read the records of a family as they are now, also inside a transaction; the event `visible`
    counts even if its places are hidden. Six statements, however many evenings there are, and
    another if there are prizes; one for each evening that an earlier version finished, once."""
    complete_missing(unfinished_records().filter(family_id=family))
    finished = Event.objects.filter(family_id=family, state=Event.State.FINISHED)
    finished = finished.filter(snapshot__records__isnull=False)
    people = people_of_entries(Entry.objects.filter(event__in=finished.values("pk")))
    book = Person.objects.filter(family_id=family)
    names, out = {}, set()
    for person in book:
        names[person.pk] = str(person)
        if person.left_out:
            out.add(person.pk)
    copies, holders = find_copies(finished), holders_by_event(finished)
    evenings, several = [], {}
    columns = ("pk", "name", "date", "hide_standings", "revealed", "reveal_from", "evening_id")
    from_cards = set()
    for row in finished.values_list(*columns, "score_cards__day", "snapshot__records"):
        key, name, date, hide, revealed, reveal_from, evening, day, stored = row
        if key in copies:
            continue
        summary = from_json(stored)
        is_hidden = hide and key != visible and _is_hidden(summary, revealed, reveal_from)
        if not summary.is_played or is_hidden:
            continue
        chairs = tuple(people.get(chair.key, ()) for chair in summary.chairs)
        if day is not None:
            from_cards.add(key)
        written = date.isoformat() if day is None else day
        owners = frozenset(who for entry in holders.get(key, ()) for who in people.get(entry, ()))
        evenings.append(RecordedEvening(key, name, written, summary, chairs, owners))
        if evening is not None:
            several[key] = evening
    house = House(in_order(evenings), out)
    return FamilyRecords(family, house, names, several, frozenset(from_cards))


def find_copies(events: QuerySet[Event] | Collection[int]) -> set[int]:
    """Return the numbers of those finished events that are imports of others of them: of two whose
    first seats were shown at the same moment, which an import keeps to the microsecond, the later
    one; so of two whose score cards of a day were taken in at the same moment. One statement."""
    cards = ("score_cards__created", "score_cards__day", "score_cards__called")
    rows = Event.objects.filter(pk__in=cast("Collection[int]", events)).order_by("pk")
    originals: dict[tuple[datetime, str | None, str | None], int] = {}
    copies = set()
    for event, taken, day, called, first in rows.values_list("pk", *cards).annotate(
        first=Min("seatings__published_at")
    ):
        moment = first or taken
        if moment and originals.setdefault((moment, day, called), event) != event:
            copies.add(event)
    return copies


def _is_hidden(summary: EveningSummary, revealed: int, reveal_from: int) -> bool:
    """Whether a place of a finished evening has still to be revealed."""
    order = reveal_order(cast("Any", summary.chairs), reveal_from)
    return not revealed or bool(order[revealed:])


def read_details(event_ids: Iterable[int]) -> dict[int, EveningDetails]:
    """Return what only some pages ask of these evenings. One statement."""
    rows: QuerySet[Any, Any] = Snapshot.objects.filter(event__in=list(event_ids))
    pairs = rows.exclude(record_details=None).values_list("event_id", "record_details")
    return {key: details_from_json(stored) for key, stored in pairs}


def read_splits(event_ids: Iterable[int]) -> dict[int, ChairSplits]:
    """Return the splits of all chairs of these evenings: a small part of their details. One
    statement."""
    rows: QuerySet[Any, Any] = Snapshot.objects.filter(event__in=list(event_ids))
    rows = rows.exclude(record_details=None)
    return dict(rows.values_list("event_id", f"record_details__{SPLITS_AT}"))


@dataclass(frozen=True, slots=True)
class EveningCount:
    """The numbers of a person's finished evenings, of those still being played, and of wins."""

    finished: int = 0
    playing: int = 0
    wins: int = 0


def evening_counts(
    family: int, ids: Collection[int], state: tuple[object, ...] | None = None
) -> dict[int, EveningCount]:
    """Count the evenings of people of a family, whose people may be known to be in a `state`;
    evenings that have not begun are left out."""
    mine = Entry.objects.filter(Q(person__in=ids) | Q(second__in=ids))
    rows = mine.filter(event__state=Event.State.PLAYING).values_list("person_id", "second_id")
    playing = Counter(who for sitters in rows for who in sitters)
    records = family_records(family, state)
    done, wins = records.attendances, records.wins
    return {pk: EveningCount(done[pk], playing[pk], wins[pk]) for pk in ids}
