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
from rulesets.standings.placings import GameStanding, overall_standings
from tournaments.models import Entry, Evening, Event, Link, Seating
from tournaments.models.event_games import find_game_of, format_of, game_title
from tournaments.scores.event_state import headline_of
from tournaments.scores.lines import figure
from tournaments.standings.rows import by_contestant, first_names, is_played
from tournaments.standings.selectors import boards, standings
from tournaments.web.collation import sort_key
from tournaments.web.wording import and_list, count_word, spell, translate, written_place

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rulesets.standings.placings import OverallStanding, Way
    from tournaments.standings.rows import Standings


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A game that is being played: how it stands, the page to go on at, and what the way there is
    called. `at_desk`: that is the host's desk, else the board itself. `is_over`: it has ended, and
    is not finished yet."""

    event_id: int
    name: str
    words: str
    url: str
    way: str
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
        return RunningGame(event.pk, event.name, plain_words, desk, _("Desk"), at_desk=True)
    format = format_of(event)
    alone = is_one_table(format, len(names))
    words, is_over, way = plain_words, False, _("Open")
    if not words:
        event_boards = boards(event)
        alone = alone and len(event_boards) == 1
        headline = headline_of(event)
        words, is_over = headline.line, headline.is_over
        if alone and not event_boards[0].rounds:  # or games of one name are all alike
            words = _("{words} · {names}").format(words=words, names=and_list(names))
        way = _("Look") if is_over else _("Continue")
    if alone and page:
        return RunningGame(event.pk, event.name, words, page, way, is_over=is_over)
    return RunningGame(event.pk, event.name, words, desk, _("Desk"), at_desk=True, is_over=is_over)


COUNTS = {
    Evening.Way.PLACES: gettext_lazy("A point for each game, and one for everybody you beat."),
    Evening.Way.SHARE: gettext_lazy("In each game, 100 for the best and 0 for the last."),
    Evening.Way.GAMES: gettext_lazy("A point for every game won."),
}
TWICE = 2
FEW = 2  # so many share a place by name
NIGHT = 12 * 60  # minutes
MOST_AHEAD = 3  # of a game that goes on, so many are named
MOST_LOOSE = 12  # games that are offered to be put in


@dataclass(frozen=True, slots=True)
class EveningGame:
    """One game of the evening. `counts`: it is over, something was played, and it is not kept back;
    `playing`: it goes on, and counts for nothing yet; `open`: it is not over, or has not begun."""

    event_id: int
    name: str
    game: str
    state: str
    leaders: tuple[str, ...]
    counts: bool
    hidden: bool
    open: bool
    column: int = 0  # of the overall table; 0: none yet
    spectators: str = ""  # the token of its own page for guests
    words: str = ""  # how far it is, or how long it was
    standing: str = ""  # of a game that goes on: who is first, second and third
    url: str = ""  # where it goes on
    way: str = ""  # what the way there is called
    at_desk: bool = False  # it goes on at the host's desk

    @property
    def playing(self) -> bool:
        """Whether it goes on."""
        return self.open and self.state == Event.State.PLAYING

    @property
    def winner(self) -> str:
        """Who is first, in a few words."""
        if len(self.leaders) > FEW:
            return _("{n} share the win").format(n=len(self.leaders))
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
        text = ngettext("{n} game", "{n} games", self.played)
        parts = [text.format(n=count_word(self.played))]
        if self.won:
            text = ngettext("{n} win", "{n} wins", self.won)
            parts = [text.format(n=count_word(self.won))]
        elif self.second:
            text = ngettext("once second", "{n} times second", self.second)
            text = _("twice second") if self.second == TWICE else text
            parts = [text.format(n=count_word(self.second))]
        if self.leading:
            text = ngettext(
                "first so far in another game", "first so far in {n} other games", self.leading
            )
            parts.append(text.format(n=count_word(self.leading)))
        return _("; ").join(parts)


@dataclass(frozen=True, slots=True)
class EveningView:
    """The overall table, and all games in the order in which they began. Only games that are over
    count. `side`: the name of the partners or the team that are all who share the first place."""

    rows: tuple[OverallRow, ...]
    games: tuple[EveningGame, ...]
    counts: str  # what a game brings, in a sentence
    side: str = ""

    @property
    def first(self) -> tuple[OverallRow, ...]:
        """Who leads the evening, alone or with others."""
        return tuple(row for row in self.rows if row.rank == 1)

    @property
    def title(self) -> str:
        """Who leads, or has won; "" before a game is over."""
        names = [row.name for row in self.first]
        if not names:
            return ""
        if len(names) > 1 and not self.side:
            if len(names) > FEW:
                return _("{n} are level").format(n=capfirst(spell(len(names))))
            return _("{names} are level").format(names=and_list(names))
        if any(game.open for game in self.games):
            text = ngettext("{name} leads the evening", "{name} lead the evening", len(names))
        else:
            text = ngettext("{name} wins the evening", "{name} win the evening", len(names))
        return text.format(name=self.side or names[0])

    @property
    def summary(self) -> str:
        """How many games count and go on, and how far the first is ahead."""
        counted, playing = len(self.counted), len(self.playing)
        if not counted and not playing:
            return ""
        if not counted:
            text = ngettext("{n} game is being played.", "{n} games are being played.", playing)
            return text.format(n=capfirst(spell(playing)))
        if playing:
            text = ngettext("{n} game counts", "{n} games count", counted)
            more = ngettext(
                "{n} more is still being played", "{n} more are still being played", playing
            )
            parts = [text.format(n=capfirst(spell(counted))), more.format(n=count_word(playing))]
        else:
            text = ngettext("{n} game", "{n} games", counted)
            parts = [text.format(n=capfirst(spell(counted)))]
        sentences = [_("{words}.").format(words=_("; ").join(parts))]
        behind = self.rows[len(self.first) :]
        if behind and (len(self.first) == 1 or self.side):
            next_best = [row.name for row in behind if row.total == behind[0].total]
            names = and_list(next_best)
            if len(next_best) > FEW:
                names = _("{n} people").format(n=count_word(len(next_best)))
            ahead = self.rows[0].total - behind[0].total
            text = ngettext("{n} ahead of {name}.", "{n} ahead of {name}.", ahead)
            sentences.append(text.format(n=capfirst(count_word(ahead)), name=names))
        return " ".join(sentences)

    @property
    def counted(self) -> tuple[EveningGame, ...]:
        """The games of the table's columns."""
        return tuple(game for game in self.games if game.counts)

    @property
    def playing(self) -> tuple[EveningGame, ...]:
        """The games that go on."""
        return tuple(game for game in self.games if game.playing)

    @property
    def others(self) -> tuple[EveningGame, ...]:
        """The games that are over, and those that have not begun."""
        return tuple(game for game in self.games if not game.playing)


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
    """The evening as it stands: games that are over count, as they were kept or as they ended;
    those that go on are named with how they stand.

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
    games = _evening_games(evening, tables, public=public)
    lines = [
        [
            GameStanding(person, row.rank, row.total)
            for row in table.rows
            for person, _name in people[row.entry_id]
        ]
        for _event, table in tables
    ]
    over = [column for game, column in zip(games, lines, strict=True) if game.counts]
    playing = [column for game, column in zip(games, lines, strict=True) if game.standing]
    names = {person: name for sitters in people.values() for person, name in sitters}
    rows = _overall_rows(overall_standings(over, cast("Way", evening.way)), over, playing, names)
    sides = [
        side
        for (_event, table), game in zip(tables, games, strict=True)
        if game.counts
        for side in _sides(table, people)
    ]
    first = {row.name for row in rows if row.rank == 1}
    ahead = next((name for name, members in sides if len(members) > 1 and members == first), "")
    return EveningView(rows, games, str(COUNTS[Evening.Way(evening.way)]), ahead)


def _overall_rows(
    table: Iterable[OverallStanding],
    over: Sequence[Sequence[GameStanding]],
    playing: Sequence[Sequence[GameStanding]],
    names: Mapping[int, str],
) -> tuple[OverallRow, ...]:
    """The lines of the overall table, those who are level by name. `over`: everybody's line in each
    game that counts, `playing`: in each that goes on."""
    second = Counter(line.person for column in over for line in column if line.rank == 2)
    leading = Counter(line.person for column in playing for line in column if line.rank == 1)
    rows = [
        OverallRow(
            name=names[row.person],
            rank=row.rank,
            shared=row.shared,
            total=row.total,
            points=row.points,
            played=row.played,
            won=row.won,
            second=second[row.person],
            leading=leading[row.person],
        )
        for row in table
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, sort_key(row.name))))


def _sides(
    table: Standings, people: Mapping[int, Sequence[tuple[int, str]]]
) -> Iterator[tuple[str, set[str]]]:
    """The teams of a game, or its partners: what they are called, and everybody in them."""
    for name, rows in by_contestant(table.rows, teams=table.teams):
        yield name, {person for row in rows for _number, person in people[row.entry_id]}


def _evening_games(
    evening: Evening, tables: Sequence[tuple[Event, Standings]], *, public: bool
) -> tuple[EveningGame, ...]:
    """The games of an evening, numbered by the columns of those that count."""
    links = _spectators(evening) if public else {}
    playing = [event for event, _table in tables if event.state == Event.State.PLAYING]
    pages = pages_of_boards(playing) if playing and not public else {}
    games: list[EveningGame] = []
    for event, table in tables:
        game = _evening_game(event, table, links.get(event.pk, ""), pages, public=public)
        if game.counts:
            game = replace(game, column=1 + sum(other.counts for other in games))
        games.append(game)
    return tuple(games)


def _evening_game(
    event: Event, table: Standings, link: str, pages: Mapping[int, str], *, public: bool
) -> EveningGame:
    hidden = table.hide and table.hidden > 0
    kept_back = public and hidden
    begun = is_played(table.rows)
    game = EveningGame(
        event_id=event.pk,
        name=event.name,
        game=game_title(event),
        state=event.state,
        leaders=(),
        counts=False,
        hidden=hidden,
        open=event.state != Event.State.FINISHED,
        spectators=link,
    )
    if game.playing and not kept_back:
        line = running_game(event, pages.get(event.pk, ""), [row.name for row in table.rows])
        game = replace(
            game,
            words=line.words,
            url=line.url,
            way=line.way,
            at_desk=line.at_desk,
            open=not line.is_over,
        )
    elif not game.open:
        game = replace(game, words=_length(event, table))
    if not begun or kept_back:
        return game
    if game.open:
        return replace(game, standing=_standing_words(table))
    return replace(game, counts=True, leaders=first_names(table.rows, teams=table.teams))


def _standing_words(table: Standings) -> str:
    """Who is first, second and third in a game that goes on, with their totals; only who is first
    where places do not follow the totals."""
    if not table.by_total:
        return and_list(first_names(table.rows, teams=table.teams))
    contestants = by_contestant(table.rows, teams=table.teams)
    return ", ".join(
        _("{name} {total}").format(name=name, total=figure(lines[0].total))
        for name, lines in contestants[:MOST_AHEAD]
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
