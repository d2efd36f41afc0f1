"""A family's own events: the front page (what is being played and who leads, what can be played
again) and all events, with who won in which year."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.formats import is_one_table
from tournaments.evenings.selectors import RunningGame, pages_of_boards, running_game
from tournaments.models import Entry, Event
from tournaments.models.event_games import find_game_of, format_of, game_title
from tournaments.standings.finales import podium_of
from tournaments.standings.rows import first_names, is_played, row_from_json
from tournaments.web.labels import counted_in
from tournaments.web.wording import and_list, known_day

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from tournaments.scores.finale import FinalPlace
    from tournaments.standings.rows import StandingRow


CARD_DAY = F("score_cards__day")  # the date of an event as its score cards have it
MUCH = ("snapshot__players", "snapshot__boards")  # large fields of a snapshot that no list shows
GAMES_AMONG = 50  # events to look through for what was played last


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

    @property
    def winner(self) -> str:
        """Who won, in a few words."""
        return winner_words(self.winners)


@dataclass(frozen=True, slots=True)
class ArchiveRow:
    """A finished event with its first three places (more if places are shared)."""

    event_id: int
    name: str
    date: dt.date
    place: str
    game: str
    podium: tuple[FinalPlace, ...]
    counted: str  # what the totals count, in the game's words; "" for points


def winners(event: Event) -> tuple[str, ...]:
    """The winners of a finished event by its snapshot; teams and partners by their names."""
    return first_names(_rows_of_snapshot(event), teams=_is_of_teams(event))


def _rows_of_snapshot(event: Event) -> list[StandingRow]:
    """The standings of a finished event by its snapshot; none if nothing was played."""
    snapshot = getattr(event, "snapshot", None)  # a finished event has one
    rows = [row_from_json(row) for row in snapshot.standings] if snapshot else []
    return rows if is_played(rows) else []


def _is_of_teams(event: Event) -> bool:
    """Whether a team won it; False if the game is not known any more."""
    return find_game_of(event) is not None and format_of(event).keeping.credit == "team"


def winner_words(winners: Sequence[str]) -> str:
    """The winners: one or two names, or the number of those who share the place."""
    if len(winners) > 2:
        return _("{n} share the win").format(n=len(winners))
    return and_list(list(winners))


def all_events(family: int) -> tuple[tuple[int, str], ...]:
    """The number and the name of each event of a family, newest first."""
    events = Event.objects.filter(family_id=family).order_by("-date", "-pk")
    return tuple(events.values_list("pk", "name"))


def event_rows(event_ids: Sequence[int]) -> tuple[EventRow, ...]:
    """Events as rows of the list of all, in this order."""
    events = Event.objects.filter(pk__in=event_ids)
    events = events.annotate(people=Count("entries"), card_day=CARD_DAY)
    by_id = {row.event_id: row for row in _rows(events)}
    return tuple(by_id[pk] for pk in event_ids if pk in by_id)


def _day_of(event: Event) -> dt.date:
    return known_day(event.date, getattr(event, "card_day", None))


def _rows(events: QuerySet[Event]) -> tuple[EventRow, ...]:
    return tuple(
        EventRow(
            event_id=event.pk,
            name=event.name,
            date=_day_of(event),
            place=event.place,
            game=game_title(event),
            state=event.state,
            state_name=str(Event.State(event.state).label),
            people=getattr(event, "people", 0),
            winners=winners(event),
        )
        for event in events.select_related("snapshot").defer(*MUCH)
    )


def newest_event(family: int, game: str = "", house_rules: str = "") -> Event | None:
    """The newest event of a family, or the newest of that game under those house rules."""
    events = Event.objects.filter(family_id=family)
    if game:
        events = events.filter(game=game, house_rules=house_rules)
    return events.order_by("-pk").first()


def last_played(family: int, most: int = GAMES_AMONG) -> list[Event]:
    """The newest events of a family, as many as are needed to know its games."""
    events = Event.objects.filter(family_id=family).order_by("-pk")
    return list(events.only("pk", "game", "house_rules")[:most])


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


def first_places(event: Event) -> tuple[FinalPlace, ...]:
    """The podium of a finished event: partners as one, and both teams if teams play."""
    return podium_of(_rows_of_snapshot(event), teams=_is_of_teams(event))


def archive(event_ids: Sequence[int]) -> tuple[ArchiveRow, ...]:
    """Finished events as rows of the winners' page, in this order."""
    events = Event.objects.filter(pk__in=event_ids, state=Event.State.FINISHED)
    events = events.annotate(card_day=CARD_DAY)
    by_id = {event.pk: event for event in events.select_related("snapshot").defer(*MUCH)}
    return tuple(
        ArchiveRow(
            event_id=event.pk,
            name=event.name,
            date=_day_of(event),
            place=event.place,
            game=game_title(event),
            podium=first_places(event),
            counted=counted_in(event),
        )
        for event in (by_id[pk] for pk in event_ids if pk in by_id)
    )


FRESH = timedelta(days=1)  # without changes for longer, an event was left open
IN_DETAIL = 4  # games of which the page says how they stand
MOST_LEFT = 12
LOOKED_AT = 60  # events to look through for what can be played again
AGAIN = 3
LATELY = 3
NAMES = 3  # at most so many in a line


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in a line of the front page."""

    event_id: int
    name: str
    date: dt.date
    people: int
    names: str  # of those who play: all if they are few, else the first
    winners: tuple[str, ...] = ()
    starts_at: dt.time | None = None

    @property
    def winner(self) -> str:
        """Who won, in a few words."""
        return winner_words(self.winners)

    @property
    def few(self) -> bool:
        """Whether `names` are all who played."""
        return self.people <= NAMES + 1


@dataclass(frozen=True, slots=True)
class FrontPage:
    """A family's own events on its front page. `today` and `planned` have not begun; `left` are
    being played, but nothing has happened in them for a day."""

    running: tuple[RunningGame, ...]
    left: tuple[EventLine, ...]
    today: tuple[EventLine, ...]
    planned: tuple[EventLine, ...]
    again: tuple[EventLine, ...]
    lately: tuple[EventLine, ...]

    @property
    def at_hand(self) -> tuple[RunningGame, ...]:
        """The games with the latest changes."""
        return self.running[:IN_DETAIL]

    @property
    def further(self) -> tuple[RunningGame, ...]:
        """The other games that are being played."""
        return self.running[IN_DETAIL:]

    @property
    def to_repeat(self) -> EventLine | None:
        """The last evening, unless one of its name is planned already."""
        ahead = {line.name for line in (*self.today, *self.planned)}
        return next((line for line in self.lately[:1] if line.name not in ahead), None)

    @property
    def usual_people(self) -> int:
        """How many played last; four if nobody did."""
        lines = (*self.again, *self.lately)
        return lines[0].people if lines else 4

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever played here."""
        return not any((self.running, self.left, self.today, self.planned, self.lately))


def front_page(family: int) -> FrontPage:
    ours = Event.objects.filter(family_id=family)
    playing = list(ours.filter(state=Event.State.PLAYING).order_by("-changed", "-pk"))
    since = timezone.now() - FRESH
    fresh = [event for event in playing if event.changed >= since]
    others = ours.exclude(state=Event.State.PLAYING).select_related("snapshot").defer(*MUCH)
    others = others.annotate(card_day=CARD_DAY)
    rest = list(others.order_by("-date", "-pk")[:LOOKED_AT])
    people = _people([*playing, *rest])
    today = timezone.localdate()
    ahead = [event for event in rest if event.state == Event.State.SETUP]
    over = [event for event in rest if event.state == Event.State.FINISHED]
    return FrontPage(
        running=_running(fresh, people),
        left=tuple(_line(event, people) for event in playing if event.changed < since)[:MOST_LEFT],
        today=tuple(_line(event, people) for event in ahead if event.date == today),
        planned=tuple(_line(event, people) for event in reversed(ahead) if event.date > today),
        again=_again(over, fresh, people),
        lately=_lately(over, people),
    )


def _people(events: Iterable[Event]) -> dict[int, list[tuple[int, str]]]:
    """The people of each event in the order of entering: id and name."""
    by_event: dict[int, list[tuple[int, str]]] = {event.pk: [] for event in events}
    entries = Entry.objects.filter(event__in=by_event).order_by("pk")
    for event_id, person, name in entries.values_list("event_id", "person_id", "name"):
        by_event[event_id].append((person, name))
    return by_event


def _line(event: Event, people: Mapping[int, Sequence[tuple[int, str]]]) -> EventLine:
    names = [name for _person, name in people[event.pk]]
    won = winners(event) if _is_over(event) else ()
    words, time = some_names(names), event.starts_at
    return EventLine(event.pk, event.name, _day_of(event), len(names), words, won, time)


def _is_over(event: Event) -> bool:
    return event.state == Event.State.FINISHED


def some_names(names: Sequence[str], most: int = NAMES) -> str:
    """The names of a few people; if they are many, the first and how many others there are."""
    if len(names) <= most + 1:
        return and_list(list(names))
    text = ngettext("{names} and {n} more", "{names} and {n} more", len(names) - most)
    return text.format(names=", ".join(names[:most]), n=len(names) - most)


# --- what is being played -------------------------------------------------------------------------


def _running(
    events: Sequence[Event], people: Mapping[int, Sequence[tuple[int, str]]]
) -> tuple[RunningGame, ...]:
    """The running games: for those with the latest changes how they stand, for the others who
    plays."""
    pages = pages_of_boards(events)
    games = []
    for at, event in enumerate(events):
        names = [name for _person, name in people[event.pk]]
        words = "" if at < IN_DETAIL else some_names(names)
        games.append(running_game(event, pages.get(event.pk, ""), names, words))
    return tuple(games)


# --- what was played ------------------------------------------------------------------------------


def _again(
    over: Sequence[Event],
    playing: Sequence[Event],
    people: Mapping[int, Sequence[tuple[int, str]]],
) -> tuple[EventLine, ...]:
    """The last games of one table, each group of people once; not those who are playing it now,
    nor what was put away for a game with some of the same people."""

    def key(event: Event) -> tuple[str, frozenset[int]]:
        return game_title(event), frozenset(person for person, _name in people[event.pk])

    groups = {key(event) for event in playing}
    running = tuple(groups)
    lines: list[EventLine] = []
    for event in over:
        if len(lines) == AGAIN:
            break
        if key(event) in groups or not _plays_at_a_table(event, len(people[event.pk])):
            continue
        (title, group), line = key(event), _line(event, people)
        if not line.winners and any(title == game and group & players for game, players in running):
            continue
        groups.add((title, group))
        lines.append(replace(line, name=title))
    return tuple(lines)


def _plays_at_a_table(event: Event, people: int) -> bool:
    """Whether an event was a game of one table."""
    if find_game_of(event) is None:
        return False
    format = format_of(event)
    return is_one_table(format, people) and people >= format.tables.fewest


def _lately(
    over: Sequence[Event], people: Mapping[int, Sequence[tuple[int, str]]]
) -> tuple[EventLine, ...]:
    """The last events with a winner."""
    lines = (_line(event, people) for event in over)
    return tuple(islice((line for line in lines if line.winners), LATELY))


def closed_event(family: int, number: int | None) -> Event | None:
    """An event of the family that was just closed, so that this can be undone."""
    if number is None:
        return None
    over = Q(state=Event.State.FINISHED, changed__gte=timezone.now() - timedelta(hours=1))
    return Event.objects.filter(over, family_id=family, pk=number).first()
