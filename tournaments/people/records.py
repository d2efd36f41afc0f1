"""What is known of a person's evenings: out of what finished ones keep, and of the reports."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import BooleanField, ExpressionWrapper, Q

from rulesets.engine.fields import AWAY
from rulesets.standings import records
from rulesets.standings.records import (
    Against,
    EveningResult,
    EveningStandings,
    FinalStanding,
    Scores,
    Tally,
)
from tournaments.models import (
    Entry,
    Event,
    Person,
    Report,
    Seat,
    Seating,
    Snapshot,
    Substitution,
)
from tournaments.models.event_games import find_game_of, format_of, game_name
from tournaments.people.selectors import first_moments, people_of_entries
from tournaments.people.services import entries_of
from tournaments.web.labels import counted_in
from tournaments.web.wording import written_place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

MOST_MET = 12  # of the others, as the page lists them
LATEST = 8  # evenings that the page shows at once
ENOUGH = 5  # evenings, for a percentage to mean anything


@dataclass(frozen=True, slots=True)
class Attended:
    """An evening that somebody was entered in; `result` is None until it is finished, and
    `has_begun` false as long as nobody has been seated."""

    event_id: int
    entry_id: int
    event_name: str
    date: dt.date
    place: str
    game: str
    counted: str  # what the total counts, in the game's own words; "" for points
    result: EveningResult | None
    beside: str = ""  # who shared the chair
    has_begun: bool = True

    @property
    def rank(self) -> int | None:
        return self.result.place if self.result else None

    @property
    def place_label(self) -> str:
        """The place as it is written: "4=" where it was shared; "" until it is finished."""
        if self.result is None:
            return ""
        return written_place(self.result.place, shared=bool(self.result.level))

    @property
    def total(self) -> int | None:
        return self.result.total if self.result else None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Everything of one game."""

    name: str
    tally: Tally
    scores: Scores
    best: Attended | None  # None: joined late every time
    worst: Attended | None
    best_at: Attended | None  # the evenings of the best and the worst round
    worst_at: Attended | None
    counted: str
    low: bool


@dataclass(frozen=True, slots=True)
class Encounter:
    """Somebody met, by the name in the book."""

    name: str
    against: Against

    @property
    def share(self) -> float:
        """The part of the evenings against each other that ended ahead."""
        return self.against.ahead / max(self.against.met, 1)


@dataclass(frozen=True, slots=True)
class Record:
    """What a person's page tells. `evenings` are those attended, newest first, `planned` those
    that have not begun, the next one first; all else counts the finished ones."""

    evenings: tuple[Attended, ...]
    tally: Tally
    deals: int
    rounds_in_a_row: int
    wins_in_a_row: int
    games: tuple[GameRecord, ...]
    years: tuple[tuple[int, Tally], ...]
    met: tuple[Encounter, ...]
    others: int  # how many more people were met than are listed
    nemesis: Encounter | None
    victim: Encounter | None
    partner: Encounter | None
    planned: tuple[Attended, ...] = ()

    @property
    def playing(self) -> int:
        """How many evenings are still being played."""
        return sum(one.result is None for one in self.evenings)

    @property
    def latest(self) -> tuple[Attended, ...]:
        """The newest evenings, that stand in a line each."""
        return self.evenings[:LATEST]

    @property
    def earlier(self) -> tuple[Attended, ...]:
        """Those before them."""
        return self.evenings[LATEST:]

    @property
    def says_beaten(self) -> bool:
        """Whether there are so many evenings that a part of the others beaten says something."""
        return self.tally.evenings >= ENOUGH

    @property
    def finished(self) -> tuple[Attended, ...]:
        """The evenings that count, the oldest first."""
        return tuple(one for one in reversed(self.evenings) if one.result)


def history(person: Person) -> tuple[Attended, ...]:
    """The evenings of a person, newest first."""
    return _attended(person, *_read_entries(person))


def record(person: Person) -> Record:
    """All that a person's page tells. Eight statements, however many evenings there are."""
    entries, evenings = _read_entries(person)
    attended = _attended(person, entries, evenings)
    found = [one for one in reversed(attended) if one.result]
    results = [one.result for one in found if one.result]
    played = [evenings[one.event_id] for one in found]
    against = records.head_to_head(played, person.pk)
    met = [one for one in against if one.met or one.together]
    chosen = (records.nemesis(met), records.favourite_victim(met), records.best_partner(met))
    told = _with_names((*met[:MOST_MET], *chosen))
    return Record(
        evenings=tuple(one for one in attended if one.has_begun),
        planned=tuple(one for one in reversed(attended) if not one.has_begun),
        tally=records.tally(results),
        deals=deals_of(person),
        rounds_in_a_row=records.longest_run(won for one in results for won in one.won),
        wins_in_a_row=records.longest_run(one.is_win for one in results),
        games=tuple(_game(ones, evenings) for ones in _by_game(found)),
        years=tuple((year, records.tally(ones)) for year, ones in records.by_year(results).items()),
        met=tuple(one for one in told[:-3] if one),
        others=max(len(met) - MOST_MET, 0),
        nemesis=told[-3],
        victim=told[-2],
        partner=told[-1],
    )


Evenings = dict[int, EveningStandings]


def _read_entries(person: Person) -> tuple[Sequence[Entry], Evenings]:
    """The entries of a person, newest event first, and the evenings that are finished."""
    mine = entries_of(person).select_related("person", "second", "event__snapshot")
    mine = mine.defer(*(f"event__snapshot__{name}" for name in ("standings", "players", "boards")))
    entries = without_copies(mine.order_by("-event__date", "-event_id"))
    finished = [one.event for one in entries if one.event.state == Event.State.FINISHED]
    ids = [event.pk for event in finished]
    kept = dict(Snapshot.objects.filter(event__in=ids).values_list("event_id", "standings"))
    people = people_of_entries(Entry.objects.filter(event__in=ids))
    formats = {event.pk: find_format(event) for event in finished}
    lasting = [key for key, format in formats.items() if format and format.credit == "own"]
    again = Seating.objects.filter(
        event__in=lasting, set_number__gt=1, state=Seating.State.PUBLISHED
    )
    reseated = set(again.values_list("event_id", flat=True))
    return entries, {
        event.pk: _evening(event, kept[event.pk], people, reseated=event.pk in reseated)
        for event in finished
        if event.pk in kept
    }


def without_copies(entries: Iterable[Entry]) -> list[Entry]:
    """These entries in this order, without those in a finished event that is here twice: the first
    seats of both were shown at the very same moment, so one is an import of the other."""
    found = list(entries)
    over = [one.event_id for one in found if one.event.state == Event.State.FINISHED]
    moments = first_moments(over)
    originals: dict[Any, int] = {}
    for event_id in sorted(over):
        originals.setdefault(moments.get(event_id, event_id), event_id)
    return [
        one
        for one in found
        if one.event_id == originals.get(moments.get(one.event_id, one.event_id), one.event_id)
    ]


def find_format(event: Event) -> Any | None:
    """The format of an event; None where this version does not know its game any more."""
    return format_of(event) if find_game_of(event) is not None else None


def _evening(
    event: Event,
    rows: Iterable[Mapping[str, Any]],
    people: Mapping[int, Sequence[int]],
    *,
    reseated: bool,
) -> EveningStandings:
    format, game = find_format(event), find_game_of(event)
    return EveningStandings(
        key=event.pk,
        year=event.date.year,
        game=event.game,
        lines=tuple(
            _line(row, who, people[row["entry_id"]], teams=format is not None and format.couples)
            for row in rows
            for who in people.get(row["entry_id"], ())
        ),
        low=game is not None and game.plays.wins == "low",
        reseated=reseated,
    )


def _line(
    row: Mapping[str, Any], person_id: int, shared: Sequence[int], *, teams: bool
) -> FinalStanding:
    """A kept line of one of those who `shared` a chair. A team is told by its role, partners by
    all their names. Only points of the game say something beside those of other evenings."""
    made = row.get("made")
    together = row["role"] if teams else tuple(row.get("side", ()))
    if not together and len(shared) > 1:
        together = tuple(shared)
    return FinalStanding(
        who=person_id,
        side=(row.get("table", ""), together) if together else person_id,
        rank=row["rank"],
        total=sum(filter(None, made)) if made else row["total"] - row.get("lost", 0),
        rounds=tuple(made or row["sets"]),
        table=row.get("table", ""),
        sat_out=row["sit_outs"],
        joined=row.get("joined") is not None,
    )


def _attended(person: Person, entries: Iterable[Entry], evenings: Evenings) -> tuple[Attended, ...]:
    return tuple(
        Attended(
            event_id=entry.event_id,
            entry_id=entry.pk,
            event_name=entry.event.name,
            date=entry.event.date,
            place=entry.event.place,
            game=game_name(entry.event),
            counted=counted_in(entry.event),
            result=records.evening_result(evenings[entry.event_id], person.pk)
            if entry.event_id in evenings
            else None,
            beside=next((str(one) for one in entry.people if one.pk != person.pk), ""),
            has_begun=entry.event.state != Event.State.SETUP,
        )
        for entry in entries
    )


def _by_game(attended: Iterable[Attended]) -> list[list[Attended]]:
    """The evenings of each game, that of the most first."""
    of = {one.result.key: one for one in attended if one.result}
    groups = records.by_game(one.result for one in of.values() if one.result)
    return [[of[result.key] for result in results] for results in groups.values()]


def _game(attended: Sequence[Attended], evenings: Evenings) -> GameRecord:
    results = [one.result for one in attended if one.result]
    low = evenings[attended[-1].event_id].low
    scores = records.scores(results, low=low)
    of = {one.event_id: one for one in attended}
    return GameRecord(
        name=attended[-1].game,
        tally=records.tally(results),
        scores=scores,
        best=of[scores.best.key] if scores.best else None,
        worst=of[scores.worst.key] if scores.worst else None,
        best_at=of[scores.best_round.key] if scores.best_round else None,
        worst_at=of[scores.worst_round.key] if scores.worst_round else None,
        counted=attended[-1].counted,
        low=low,
    )


def _with_names(opponents: Sequence[Against | None]) -> list[Encounter | None]:
    """Those found, by their names in the book."""
    ids = {one.who for one in opponents if one}
    names = {person.pk: str(person) for person in Person.objects.filter(pk__in=ids)}
    return [Encounter(names[one.who], one) if one else None for one in opponents]


def deals_of(person: Person) -> int:
    """In how many reported deals of finished evenings somebody had a chair."""
    shown = {
        "seating__state": Seating.State.PUBLISHED,
        "seating__event__state": Event.State.FINISHED,
    }
    mine = entries_of(person).values("pk")
    seats = Seat.objects.filter(entry__in=mine, **shown).values_list("table_id", "chair")
    chairs = dict(seats)
    subs: dict[int, list[tuple[int, int, bool]]] = defaultdict(list)
    changes = Substitution.objects.filter(
        Q(table__seats__entry__in=mine) | Q(entry__in=mine),
        **{f"table__{key}": value for key, value in shown.items()},
    ).distinct()
    for table, chair, hand, *who in changes.order_by("from_hand", "pk").values_list(
        "table_id", "chair", "from_hand", "entry__person_id", "entry__second_id"
    ):
        subs[table].append((hand, chair, person.pk in who))
    told = Report.objects.filter(table_id__in={*chairs, *subs}, deal__gt=0).annotate(
        told=ExpressionWrapper(Q(payload__isnull=False), BooleanField()),
        away=ExpressionWrapper(Q(payload__has_key=AWAY.key), BooleanField()),
    )
    rows = told.order_by("revision").values_list("table_id", "deal", "told", "away")
    newest = {(table, deal): said and not away for table, deal, said, away in rows}
    return sum(
        said and _sits(deal, chairs.get(table), subs.get(table, ()))
        for (table, deal), said in newest.items()
    )


def _sits(deal: int, chair: int | None, subs: Iterable[tuple[int, int, bool]]) -> bool:
    """Whether somebody has a chair in a deal: the own one (None: there is none) until a substitute
    takes it, or one taken over."""
    own, taken = chair is not None, set()
    for hand, at, mine in subs:
        if hand > deal:
            continue
        if mine:
            taken.add(at)
        else:
            taken.discard(at)
        if at == chair:
            own = mine
    return own or bool(taken)
