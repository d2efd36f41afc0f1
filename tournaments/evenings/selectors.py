"""An evening of several games as its pages and its paper show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext_lazy

from rulesets.standings.placings import GameStanding, Way, overall_standings
from tournaments.models import Entry, Evening, Event, Link
from tournaments.models.event_games import game_title
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.standings.rows import Standings

COUNTS = {
    Evening.Way.PLACES: gettext_lazy(
        "In each game one for playing, and one for everybody left behind."
    ),
    Evening.Way.SHARE: gettext_lazy(
        "In each game 100 for the best, 0 for the last, in between by the score."
    ),
    Evening.Way.GAMES: gettext_lazy("One for every game won."),
}
MOST_LOOSE = 12  # games that are offered to be put in


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One game of the evening. `counts`: something was played, and it is not kept back; `open`: it
    is still being played, so that it counts as it stands."""

    event_id: int
    name: str
    game: str
    state: str
    state_name: str
    people: int
    leaders: tuple[str, ...]
    counts: bool
    hidden: bool
    open: bool
    column: int = 0  # of the overall table; 0: none yet
    spectators: str = ""  # the token of its own page for guests


@dataclass(frozen=True, slots=True)
class OverallRow:
    """Somebody's line in the overall table; `points` game by game of those that count."""

    name: str
    rank: int
    shared: bool
    total: int
    points: tuple[int | None, ...]
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class EveningView:
    """The overall table, the games that it counts (in the order in which they began), and those
    that it does not count yet."""

    rows: tuple[OverallRow, ...]
    games: tuple[EveningGame, ...]
    loose: bool  # some of it still changes
    counts: str  # what a game brings, in a sentence

    @property
    def counted(self) -> tuple[EveningGame, ...]:
        """The games of the table's columns."""
        return tuple(game for game in self.games if game.counts)


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening in the host's list."""

    evening_id: int
    name: str
    date: dt.date
    games: int
    running: int  # of its games
    recent: bool


def evening_view(evening: Evening, *, public: bool = False) -> EveningView:
    """The evening as it stands: finished games as they were kept, those in play as they go.

    `public`: for guests; a game whose standings the host keeps back does not count for them yet.
    """
    events = evening.events.select_related("snapshot").defer(
        "snapshot__players", "snapshot__boards"
    )
    found = [(event, standings(event)) for event in events.order_by("pk")]
    people = _people(event for event, _shown in found)
    links = _spectators(evening) if public else {}
    games: list[EveningGame] = []
    for event, shown in found:
        column = 1 + sum(game.counts for game in games)
        link = links.get(event.pk, "")
        games.append(_evening_game(event, shown, column, link, public=public))
    columns = [
        [GameStanding(people[row.entry_id][0], row.rank, row.total) for row in shown.rows]
        for (_event, shown), game in zip(found, games, strict=True)
        if game.counts
    ]
    names = dict(people.values())
    rows = tuple(
        OverallRow(
            names[one.person], one.rank, one.shared, one.total, one.points, one.played, one.won
        )
        for one in overall_standings(columns, cast("Way", evening.way))
    )
    ordered = tuple(sorted(rows, key=lambda row: (row.rank, row.name.casefold())))
    loose = any(game.counts and game.open for game in games)
    return EveningView(ordered, tuple(games), loose, str(COUNTS[Evening.Way(evening.way)]))


def _evening_game(
    event: Event, shown: Standings, column: int, link: str, *, public: bool
) -> EveningGame:
    hidden = shown.hide and shown.hidden > 0
    begun = any(one is not None for row in shown.rows for one in row.sets)
    counts = begun and not (public and hidden)
    return EveningGame(
        event_id=event.pk,
        name=event.name,
        game=game_title(event),
        state=event.state,
        state_name=str(Event.State(event.state).label),
        people=len(shown.rows),
        leaders=tuple(row.name for row in shown.rows if row.rank == 1) if counts else (),
        counts=counts,
        hidden=hidden,
        open=event.state != Event.State.FINISHED,
        column=column if counts else 0,
        spectators=link,
    )


def _people(events: Iterable[Event]) -> Mapping[int, tuple[int, str]]:
    """Who each entry is: the person's number, and the name. One query."""
    rows = Entry.objects.filter(event__in=list(events)).select_related("person")
    return {entry.pk: (entry.person_id, str(entry.person)) for entry in rows}


def _spectators(evening: Evening) -> Mapping[int, str]:
    """The tokens of the games' own pages for guests."""
    links = Link.objects.filter(
        event__evening=evening, kind=Link.Kind.SPECTATOR, revoked_at=None
    ).order_by("pk")
    return dict(links.values_list("event_id", "token"))


def loose_events(evening: Evening) -> Sequence[Event]:
    """The newest events of the family that belong to no evening."""
    free = Event.objects.filter(family_id=evening.book, evening=None)
    return list(free.order_by("-date", "-pk")[:MOST_LOOSE])


def evening_of(family: int, number: int) -> Evening | None:
    """An evening of a family by its number."""
    return Evening.objects.filter(family_id=family, pk=number).first()


def evening_by(token: str) -> Evening | None:
    """The evening whose spectators' page has this address."""
    return None if "\0" in token else Evening.objects.filter(token=token).first()


def event_of(family: int, number: int | None) -> Event | None:
    """An event of a family by its number."""
    return Event.objects.filter(family_id=family, pk=number).first() if number else None


def evenings_of(family: int) -> tuple[EveningRow, ...]:
    """All evenings of a family: those of today and with games in play first, then the newest."""
    since = timezone.localdate() - timedelta(days=1)  # an evening may last past midnight
    playing = dict(
        Event.objects.filter(family_id=family, state=Event.State.PLAYING)
        .exclude(evening=None)
        .order_by()
        .values_list("evening")
        .annotate(Count("pk"))
    )
    rows = [
        EveningRow(
            evening.pk,
            evening.name,
            evening.date,
            evening.games,
            running := playing.get(evening.pk, 0),
            recent=bool(running) or evening.date >= since,
        )
        for evening in Evening.objects.filter(family_id=family).annotate(games=Count("events"))
    ]
    return tuple(sorted(rows, key=lambda row: not row.recent))
