"""A person's evenings and record. Figures are those of `rulesets.records`; what happened in single
rounds is read from the snapshots of finished evenings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from rulesets.records.persons import Against, PersonRecord, person_record
from rulesets.standings import records
from rulesets.standings.records import (
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
    Seating,
    Snapshot,
    people_of_entries,
)
from tournaments.models.event_games import find_game_of, format_of, game_name
from tournaments.people.services import entries_of
from tournaments.records.selectors import family_records, find_copies
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
    """An evening that a person was entered in. `result` is None until it is finished; `has_begun`
    is false until people are seated."""

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
        """The place in writing: "4=" if it was shared; "" until the evening is finished."""
        if self.result is None:
            return ""
        return written_place(self.result.place, shared=bool(self.result.level))

    @property
    def total(self) -> int | None:
        return self.result.total if self.result else None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A person's record in one game."""

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
    """An opponent or partner, by the name in the book, and the results against them."""

    name: str
    against: Against

    @property
    def share(self) -> float:
        """The part of the evenings against each other that ended ahead."""
        return self.against.ahead / max(self.against.met, 1)


@dataclass(frozen=True, slots=True)
class Record:
    """The record on a person's page. `evenings`: those attended, newest first; `planned`: those
    that have not begun, the next one first; all else counts finished evenings."""

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
        return sum(evening.result is None for evening in self.evenings)

    @property
    def latest(self) -> tuple[Attended, ...]:
        """The newest evenings, with a line each on the page."""
        return self.evenings[:LATEST]

    @property
    def earlier(self) -> tuple[Attended, ...]:
        """The evenings before the latest."""
        return self.evenings[LATEST:]

    @property
    def says_beaten(self) -> bool:
        """Whether there are enough evenings for a percentage of the others beaten."""
        return self.tally.evenings >= ENOUGH

    @property
    def finished(self) -> tuple[Attended, ...]:
        """The finished evenings, the oldest first."""
        return tuple(evening for evening in reversed(self.evenings) if evening.result)


def history(person: Person) -> tuple[Attended, ...]:
    """Return the evenings of a person, newest first."""
    return _attended(person, *_read_entries(person))


def record(person: Person) -> Record:
    """Return the record for a person's page. A fixed number of statements, however many evenings
    there are."""
    entries, evenings = _read_entries(person)
    attended = _attended(person, entries, evenings)
    counted = [evening for evening in reversed(attended) if evening.result]
    results = [evening.result for evening in counted if evening.result]
    figures = person_record(family_records(cast("int", person.family_id)).house, person.pk)
    chosen = (_first(figures.nemesis), _first(figures.victims), _best_partner(figures.against))
    encounters = _with_names((*figures.against[:MOST_MET], *chosen))
    return Record(
        evenings=tuple(evening for evening in attended if evening.has_begun),
        planned=tuple(evening for evening in reversed(attended) if not evening.has_begun),
        tally=_tally(figures, records.tally(results)),
        deals=figures.deals,
        rounds_in_a_row=records.longest_run(won for result in results for won in result.won),
        wins_in_a_row=figures.wins_in_a_row,
        games=tuple(_game(group, evenings) for group in _by_game(counted)),
        years=tuple(
            (year, records.tally(group)) for year, group in records.by_year(results).items()
        ),
        met=tuple(encounter for encounter in encounters[:-3] if encounter),
        others=max(len(figures.against) - MOST_MET, 0),
        nemesis=encounters[-3],
        victim=encounters[-2],
        partner=encounters[-1],
    )


def _first(rivals: Sequence[Against]) -> Against | None:
    return rivals[0] if rivals else None


def _best_partner(against: Iterable[Against]) -> Against | None:
    """Return the person with whom one won most often; None if one never won with anybody."""
    winners = [partner for partner in against if partner.won_together]
    return max(winners, key=lambda row: (row.won_together, -row.together), default=None)


def _tally(figures: PersonRecord, rest: Tally) -> Tally:
    """Return the figures as a tally; `rest` has what records do not count."""
    return replace(
        rest,
        evenings=len(figures.evenings),
        wins=figures.wins,
        shared_wins=figures.shared_wins,
        podium=figures.podium,
        last_places=figures.last_places,
        beaten=figures.beaten,
        rounds=figures.rounds,
        rounds_won=figures.rounds_won,
    )


Evenings = dict[int, EveningStandings]


def _read_entries(person: Person) -> tuple[Sequence[Entry], Evenings]:
    """Return the entries of a person, newest event first, and the finished evenings by event."""
    mine = entries_of(person).select_related("person", "second", "event__snapshot")
    mine = mine.defer(*(f"event__snapshot__{name}" for name in ("standings", "players", "boards")))
    entries = list(mine.order_by("-event__date", "-event_id"))
    over = [entry.event_id for entry in entries if entry.event.state == Event.State.FINISHED]
    copies = find_copies(over)
    entries = [entry for entry in entries if entry.event_id not in copies]
    finished = [entry.event for entry in entries if entry.event.state == Event.State.FINISHED]
    ids = [event.pk for event in finished]
    standings = dict(Snapshot.objects.filter(event__in=ids).values_list("event_id", "standings"))
    people = people_of_entries(Entry.objects.filter(event__in=ids))
    formats = {event.pk: find_format(event) for event in finished}
    lasting = [key for key, format in formats.items() if format and format.credit == "own"]
    again = Seating.objects.filter(
        event__in=lasting, set_number__gt=1, state=Seating.State.PUBLISHED
    )
    reseated = set(again.values_list("event_id", flat=True))
    return entries, {
        event.pk: _evening(event, standings[event.pk], people, reseated=event.pk in reseated)
        for event in finished
        if event.pk in standings
    }


def find_format(event: Event) -> Any | None:
    """Return the format of an event; None if this version no longer has its game."""
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
            _line(
                row,
                who,
                people[row["entry_id"]],
                teams=format is not None and format.credit == "team",
            )
            for row in rows
            for who in people.get(row["entry_id"], ())
        ),
        low=game is not None and game.plays.wins == "low",
        reseated=reseated,
    )


def _line(
    row: Mapping[str, Any], person_id: int, shared: Sequence[int], *, teams: bool
) -> FinalStanding:
    """Return a stored line as the standing of one of those who `shared` a chair. The role
    identifies a team, all names identify partners. Only points of the game compare with those of
    other evenings."""
    points = row.get("made")
    together = row["role"] if teams else tuple(row.get("side", ()))
    if not together and len(shared) > 1:
        together = tuple(shared)
    return FinalStanding(
        who=person_id,
        side=(row.get("table", ""), together) if together else person_id,
        rank=row["rank"],
        total=sum(filter(None, points)) if points else row["total"] - row.get("lost", 0),
        rounds=tuple(points or row["sets"]),
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
            beside=next((str(sitter) for sitter in entry.people if sitter.pk != person.pk), ""),
            has_begun=entry.event.state != Event.State.SETUP,
        )
        for entry in entries
    )


def _by_game(attended: Iterable[Attended]) -> list[list[Attended]]:
    """Return the evenings of each game, the game with the most first."""
    of = {evening.result.key: evening for evening in attended if evening.result}
    groups = records.by_game(evening.result for evening in of.values() if evening.result)
    return [[of[result.key] for result in results] for results in groups.values()]


def _game(attended: Sequence[Attended], evenings: Evenings) -> GameRecord:
    results = [evening.result for evening in attended if evening.result]
    low = evenings[attended[-1].event_id].low
    scores = records.scores(results, low=low)
    of = {evening.event_id: evening for evening in attended}
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
    """Return the opponents with their names in the book."""
    ids = {rival.who for rival in opponents if rival}
    names = {person.pk: str(person) for person in Person.objects.filter(pk__in=ids)}
    return [Encounter(names[rival.who], rival) if rival else None for rival in opponents]
