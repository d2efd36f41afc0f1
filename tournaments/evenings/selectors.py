"""An evening of several games as its pages and its paper show it; games that are being played, in
a line: how each stands, and the page to go on at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, cast

from django.db.models import Count, OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rulesets.formats import is_one_table
from rulesets.standings.placings import GameStanding, Way, overall_standings
from tournaments.models import Entry, Evening, Event, Link, Seating
from tournaments.models.event_games import find_game_of, format_of, game_title
from tournaments.scores.event_state import headline_of
from tournaments.standings.selectors import boards, standings
from tournaments.web.collation import sort_key
from tournaments.web.wording import and_list, count_word, translate, written_place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tournaments.standings.rows import Standings


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played: how it stands, and the page to go on at. `at_desk`: that is the
    host's desk, else the board itself. `is_over`: it has ended, and is not finished yet."""

    event_id: int
    name: str
    words: str
    url: str
    at_desk: bool = False
    is_over: bool = False


def pages_of_boards(events: Iterable[Event]) -> dict[int, str]:
    """The page of the first table of each event, by the event's number."""
    links = Link.objects.filter(
        event__in=list(events), kind=Link.Kind.TABLE, table_number=1, revoked_at=None
    )
    rows = links.order_by("-pk").values_list("event_id", "token")
    return {event_id: reverse("table", args=[token]) for event_id, token in rows}


def running_game(
    event: Event, page: str, names: Sequence[str], plain_words: str = ""
) -> RunningGame:
    """A game in a line. `page`: that of its first table; `names` of those who play; with
    `plain_words` nothing is read of its boards, and these are said of it."""
    desk = reverse("event", args=[event.pk])
    if find_game_of(event) is None:
        return RunningGame(event.pk, event.name, plain_words, desk, at_desk=True)
    format = format_of(event)
    alone = is_one_table(format, len(names))
    words, is_over = plain_words, False
    if not words:
        alone = alone and len(boards(event)) == 1
        headline = headline_of(event)
        words, is_over = headline.line, headline.is_over
    if alone and page:
        return RunningGame(event.pk, event.name, words, page, is_over=is_over)
    return RunningGame(event.pk, event.name, words, desk, at_desk=True, is_over=is_over)


COUNTS = {
    Evening.Way.PLACES: gettext_lazy("A point for each game, and one for everybody you beat."),
    Evening.Way.SHARE: gettext_lazy("In each game, 100 for the best and 0 for the last."),
    Evening.Way.GAMES: gettext_lazy("A point for every game won."),
}
FEW = 2  # so many share a first place by name
NIGHT = 12 * 60  # minutes
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
    words: str = ""  # how it stands, or how long it was
    url: str = ""  # where it goes on
    at_desk: bool = False  # it goes on at the host's desk

    @property
    def winner(self) -> str:
        """Who is ahead, in a few words."""
        if len(self.leaders) > FEW:
            return _("{n} share the lead").format(n=len(self.leaders))
        return and_list(self.leaders)


@dataclass(frozen=True, slots=True)
class OverallRow:
    """Somebody's line in the overall table; `points` game by game of those that count. `won` and
    `second` count games that are over, `leading` those that go on."""

    name: str
    rank: int
    shared: bool
    total: int
    points: tuple[int | None, ...]
    played: int
    won: int
    second: int = 0
    leading: int = 0

    @property
    def place(self) -> str:
        """The place, with a mark where it is shared."""
        return written_place(self.rank, shared=self.shared)

    @property
    def words(self) -> str:
        """What it was made by: wins, second places, else how many games; and what goes on."""
        parts = []
        if self.won:
            text = ngettext("{n} win", "{n} wins", self.won)
            parts.append(text.format(n=count_word(self.won)))
        elif self.second:
            text = ngettext("once second", "{n} times second", self.second)
            parts.append(text.format(n=count_word(self.second)))
        if self.leading:
            text = ngettext("leads another game", "leads {n} other games", self.leading)
            if not parts:
                text = ngettext("leads a game", "leads {n} games", self.leading)
            parts.append(text.format(n=count_word(self.leading)))
        if parts:
            return _("; ").join(parts)
        return ngettext("{n} game", "{n} games", self.played).format(n=count_word(self.played))


@dataclass(frozen=True, slots=True)
class EveningView:
    """The overall table, the games that it counts (in the order in which they began), and those
    that it does not count yet."""

    rows: tuple[OverallRow, ...]
    games: tuple[EveningGame, ...]
    counts: str  # what a game brings, in a sentence
    open_words: str = ""  # how games in play count; "" if there are none

    @property
    def first(self) -> tuple[OverallRow, ...]:
        """Who leads the evening, alone or with others."""
        return tuple(row for row in self.rows if row.rank == 1)

    @property
    def title(self) -> str:
        """Who leads, or has won; "" before the first result."""
        names = [row.name for row in self.first]
        if not names:
            return ""
        if len(names) > FEW:
            return _("{n} are level").format(n=len(names))
        if len(names) > 1:
            return _("{names} are level").format(names=and_list(names))
        if all(not game.open for game in self.games):
            return _("{name} wins the evening").format(name=names[0])
        return _("{name} leads the evening").format(name=names[0])

    @property
    def summary(self) -> str:
        """How many games, how many of them go on, and how far the first is ahead."""
        playing = sum(game.open for game in self.games)
        text = ngettext("{n} game", "{n} games", len(self.games))
        parts = [capfirst(text.format(n=count_word(len(self.games))))]
        if playing:
            still = ngettext("{n} still in play", "{n} still in play", playing)
            parts.append(still.format(n=count_word(playing)))
        sentences = [f"{', '.join(parts)}."]
        if len(self.first) == 1 and len(self.rows) > 1:
            ahead = self.rows[0].total - self.rows[1].total
            text = ngettext("{n} ahead of {name}.", "{n} ahead of {name}.", ahead)
            sentences.append(text.format(n=ahead, name=self.rows[1].name))
        return " ".join(sentences)

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
    seats = Seating.objects.filter(event=OuterRef("pk")).exclude(published_at=None)
    events = (
        evening.events.select_related("snapshot")
        .defer("snapshot__players", "snapshot__boards")
        .annotate(begun=Subquery(seats.order_by("published_at").values("published_at")[:1]))
    )
    tables = [(event, standings(event)) for event in events.order_by("pk")]
    people = _people(event for event, _table in tables)
    links = _spectators(evening) if public else {}
    playing = [event for event, _table in tables if event.state == Event.State.PLAYING]
    pages = pages_of_boards(playing) if playing and not public else {}
    games: list[EveningGame] = []
    for event, table in tables:
        column = 1 + sum(game.counts for game in games)
        link = links.get(event.pk, "")
        game = _evening_game(event, table, column, link, public=public)
        if game.state == Event.State.PLAYING and not (public and game.hidden):
            game = _with_state(game, event, pages.get(event.pk, ""), table)
        elif not game.open:
            game = replace(game, words=_length(event, table))
        games.append(game)
    columns = [
        [
            GameStanding(person, row.rank, row.total)
            for row in table.rows
            for person, _name in people[row.entry_id]
        ]
        for (_event, table), game in zip(tables, games, strict=True)
        if game.counts
    ]
    names = {person: name for sitters in people.values() for person, name in sitters}
    counted = [game for game in games if game.counts]
    going = {at for at, game in enumerate(counted) if game.open}
    over = [column for at, column in enumerate(columns) if at not in going]
    second = Counter(
        standing.person for column in over for standing in column if standing.rank == 2
    )
    rows = tuple(
        OverallRow(
            *(
                names[standing.person],
                standing.rank,
                standing.shared,
                standing.total,
                standing.points,
            ),
            *(standing.played, standing.won, second[standing.person], standing.leading),
        )
        for standing in overall_standings(columns, cast("Way", evening.way), going)
    )
    ordered = tuple(sorted(rows, key=lambda row: (row.rank, sort_key(row.name))))
    way = Evening.Way(evening.way)
    return EveningView(ordered, tuple(games), str(COUNTS[way]), _words_of_open(way, going))


def _words_of_open(way: str, playing: Collection[int]) -> str:
    """How games in play count, in a sentence; "" if there are none."""
    if not playing:
        return ""
    if way == Evening.Way.GAMES:
        return _("Games in play count once they are over.")
    return _("Games in play count as they stand.")


def _evening_game(
    event: Event, standings: Standings, column: int, link: str, *, public: bool
) -> EveningGame:
    hidden = standings.hide and standings.hidden > 0
    begun = any(score is not None for row in standings.rows for score in row.sets)
    counts = begun and not (public and hidden)
    return EveningGame(
        event_id=event.pk,
        name=event.name,
        game=game_title(event),
        state=event.state,
        state_name=str(Event.State(event.state).label),
        people=len(standings.rows),
        leaders=tuple(row.name for row in standings.rows if row.rank == 1) if counts else (),
        counts=counts,
        hidden=hidden,
        open=event.state != Event.State.FINISHED,
        column=column if counts else 0,
        spectators=link,
    )


def _with_state(game: EveningGame, event: Event, page: str, standings: Standings) -> EveningGame:
    """A game that is being played, with how it stands; one that has ended is open no longer."""
    line = running_game(event, page, [row.name for row in standings.rows])
    return replace(
        game, words=line.words, url=line.url, at_desk=line.at_desk, open=not line.is_over
    )


def _length(event: Event, standings: Standings) -> str:
    """How long a game was, from its first seats to its end: "8 rounds, 51 minutes"; of what took
    longer than a night only the rounds."""
    parts = []
    begun, snapshot = getattr(event, "begun", None), getattr(event, "snapshot", None)
    minutes = round((snapshot.created - begun).total_seconds() / 60) if begun and snapshot else 0
    if standings.sets_shown and find_game_of(event) is not None:
        parts.append(translate(format_of(event).labels.amount(standings.sets_shown)))
    if 0 < minutes < NIGHT:
        parts.append(ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes))
    return ", ".join(filter(None, parts))


def _people(events: Iterable[Event]) -> Mapping[int, tuple[tuple[int, str], ...]]:
    """Who each entry is, one or two: the person's number, and the name. One query."""
    rows = Entry.objects.filter(event__in=list(events)).select_related("person", "second")
    return {entry.pk: tuple((person.pk, str(person)) for person in entry.people) for entry in rows}


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
    return Evening.objects.filter(family_id=family, pk=number).first()


def evening_by(token: str) -> Evening | None:
    """The evening whose spectators' page has this address."""
    return None if "\0" in token else Evening.objects.filter(token=token).first()


def event_of(family: int, number: int | None) -> Event | None:
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
