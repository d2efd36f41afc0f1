"""A family's own events, and who won in which year."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import Count

from tournaments.models import Entry, Event
from tournaments.models.event_games import find_game_of, format_of, game_title
from tournaments.standings.rows import row_from_json, sides
from tournaments.web.labels import counted_in

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from django.db.models import QuerySet

MUCH = ("snapshot__players", "snapshot__boards")  # of what is kept, which no list shows
MOST_NAMES = 8  # of those who play, in a line


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event in the family's list; `winners` is empty until it is finished."""

    event_id: int
    name: str
    date: dt.date
    place: str
    game: str
    state: str
    state_name: str
    people: int
    winners: tuple[str, ...]
    names: tuple[str, ...] = ()  # some of those who play, while it is played

    @property
    def others(self) -> int:
        """How many more play than `names` tells."""
        return self.people - len(self.names)


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A place on the podium: a person, or a team with its `people`."""

    name: str
    rank: int
    total: int
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """A finished event with its first three places (more where places are shared)."""

    event_id: int
    name: str
    date: dt.date
    place: str
    game: str
    podium: tuple[PodiumPlace, ...]
    counted: str  # what the totals are, in the game's own words; "" for points


def podium(event: Event, places: int = 3) -> tuple[PodiumPlace, ...]:
    """The best of a finished event, from the standings it was finished with; else nobody.

    Where teams play, both of them.
    """
    snapshot = getattr(event, "snapshot", None)  # a finished event has one
    rows: list[dict[str, Any]] = snapshot.standings if snapshot else []
    if find_game_of(event) is not None and format_of(event).room:
        return tuple(
            PodiumPlace(side.name, side.rank, side.total, tuple(row.name for row in side.rows))
            for side in sides([row_from_json(row) for row in rows])
            if side.rank <= places
        )
    return tuple(
        PodiumPlace(str(row["name"]), int(row["rank"]), int(row["total"]))
        for row in rows
        if int(row["rank"]) <= places
    )


def events_of(family: int, most: int | None = None) -> tuple[EventRow, ...]:
    """The events of a family that are not being played, newest first; at most so many."""
    return _rows(_not_running(family).order_by("-date", "-pk")[:most])


def event_count(family: int) -> int:
    """How many events a family has, apart from those being played."""
    return _not_running(family).count()


def running(family: int) -> tuple[EventRow, ...]:
    """The events that are being played, with who plays; where something happened last comes
    first."""
    ours = Event.objects.filter(family_id=family, state=Event.State.PLAYING)
    rows = _rows(ours.order_by("-changed", "-pk"))
    names: dict[int, list[str]] = {row.event_id: [] for row in rows}
    entries = Entry.objects.filter(event__in=names).order_by("pk")
    for event_id, name in entries.values_list("event_id", "name"):
        names[event_id].append(name)
    return tuple(replace(row, names=tuple(names[row.event_id][:MOST_NAMES])) for row in rows)


def _not_running(family: int) -> QuerySet[Event]:
    ours = Event.objects.filter(family_id=family)
    return ours.exclude(state=Event.State.PLAYING)


def _rows(events: QuerySet[Event]) -> tuple[EventRow, ...]:
    """Events as the list shows them."""
    found = events.annotate(people=Count("entries")).select_related("snapshot")
    return tuple(
        EventRow(
            event_id=event.pk,
            name=event.name,
            date=event.date,
            place=event.place,
            game=game_title(event),
            state=event.state,
            state_name=str(Event.State(event.state).label),
            people=event.people,
            winners=tuple(place.name for place in podium(event, 1)),
        )
        for event in found.defer(*MUCH)
    )


def newest_game(family: int) -> str:
    """The game of the newest event of a family; "" before the first."""
    events = Event.objects.filter(family_id=family).order_by("-pk")
    return events.values_list("game", flat=True).first() or ""


def years(family: int) -> tuple[int, ...]:
    """The years in which the host finished an event, newest first."""
    dates = Event.objects.filter(family_id=family, state=Event.State.FINISHED).dates(
        "date", "year", order="DESC"
    )
    return tuple(date.year for date in dates)


def finished_events(family: int, year: int | None = None) -> tuple[tuple[int, str], ...]:
    """The number and the name of each finished event of a family (of one year), newest first."""
    events = Event.objects.filter(family_id=family, state=Event.State.FINISHED)
    if year is not None:
        events = events.filter(date__year=year)
    return tuple(events.order_by("-date", "-pk").values_list("pk", "name"))


def archive(event_ids: Sequence[int]) -> tuple[ArchiveRow, ...]:
    """Finished events as the winners' page shows them, in this order."""
    events = Event.objects.filter(pk__in=event_ids, state=Event.State.FINISHED)
    found = {one.pk: one for one in events.select_related("snapshot").defer(*MUCH)}
    return tuple(
        ArchiveRow(
            event_id=event.pk,
            name=event.name,
            date=event.date,
            place=event.place,
            game=game_title(event),
            podium=podium(event),
            counted=counted_in(event),
        )
        for event in (found[pk] for pk in event_ids if pk in found)
    )
