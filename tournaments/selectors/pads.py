"""Score pads: an event's reports replayed by the scheme of its game.

A pad is one scoreboard kept by one group: the whole room where two teams play each other, each
table in the other games. Players are numbered by their place in the pad's roster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets import games
from rulesets.payload import parse_options
from rulesets.replay import Played, Replay, scheme_of
from rulesets.replay import replay as replayed
from rulesets.scheme import Roster, Setup
from tournaments.models import Event
from tournaments.selectors.padplay import remembered
from tournaments.selectors.padrows import PadRows, SeatedSet, SeatedTable, pad_rows, team_order
from tournaments.selectors.words import role_word

if TYPE_CHECKING:
    import datetime as dt

    from rulesets.game import Game
    from rulesets.scheme import Ending, Scheme, State
    from rulesets.scoreboard import Scoreboard

COUPLE, AWAY = "couple", "away"
ROUND = 1  # the deal under which a couple reports its round
RECENT = 64


@dataclass(frozen=True, slots=True)
class Line:
    """The place of one report: a table's round, or a couple's part of a round.

    `payload` is what counts now, positional by chair as it was stored; `revision` the newest of
    any kind (0: none), which a form must have seen; `allowed` are the codes that were overridden
    or confirmed.
    """

    table_id: int
    table_number: int
    set_number: int
    deal: int
    chairs: tuple[int, ...]  # places in the roster, by chair
    payload: dict[str, Any] | None
    revision: int
    report_id: int | None
    author: str
    accepted: bool
    allowed: tuple[str, ...]
    reason: str
    pending_id: int | None  # an override that waits for another player's agreement
    disputed: bool

    @property
    def pending(self) -> bool:
        return self.pending_id is not None

    @property
    def standing(self) -> bool:
        """Whether something is reported here that counts, or will once somebody agrees."""
        return self.payload is not None or self.pending


@dataclass(frozen=True, slots=True)
class PadRound:
    """One round. `report` is what the engine is told of it (None for what is missing), `before`
    the state that it is played on; `played` is None while a report is missing."""

    number: int
    lines: tuple[Line, ...]
    byes: tuple[int, ...]
    report: Any
    complete: bool
    played: Played | None
    before: State

    @property
    def counted(self) -> bool:
        """Whether it stands on the board."""
        return self.played is not None and self.played.counted

    @property
    def accepted(self) -> bool:
        """Whether somebody besides the reporters has said yes to all of it."""
        return all(line.accepted for line in self.lines if line.payload is not None)


@dataclass(frozen=True, slots=True)
class Pad:
    """One scoreboard with everything reported for it.

    `set_number` and `table_number` are those of its table, 0 where it is the whole room's.
    `open`: a further round can be reported now.
    """

    game: Game
    scheme: Scheme
    setup: Setup
    title: str
    set_number: int
    table_number: int
    table_id: int | None
    entry_ids: tuple[int, ...]
    rounds: tuple[PadRound, ...]
    replay: Replay
    open: bool

    @property
    def names(self) -> tuple[str, ...]:
        return self.setup.roster.names

    @property
    def standing(self) -> State:
        """After the last round that counts: what the next report is judged on."""
        counted = [one.played.state for one in self.rounds if one.played and one.played.counted]
        return counted[-1] if counted else self.replay.opening.state

    @property
    def state(self) -> State:
        """Now, with what happened by itself after the last round."""
        return self.replay.state

    @property
    def states(self) -> tuple[State, ...]:
        """The opening, then the state after each round that counts; what closed the game last."""
        counted = [one.played.state for one in self.rounds if one.played and one.played.counted]
        closing = [self.replay.closing.state] if self.replay.closing.movements else []
        return (self.replay.opening.state, *counted, *closing)

    @property
    def board(self) -> Scoreboard:
        """The scoreboard. Where rounds are its rows they bear the numbers under which they were
        entered, which are others than the engine's once a round does not count."""
        board: Scoreboard = self.scheme.scoreboard(self.states)
        if self.table_id is None:
            return board
        rows = list(board.rows)
        counted = [one.number for one in self.rounds if one.counted]
        for place, number in enumerate(counted, board.lead):
            if rows[place].label.isdigit():  # the last deals are called by their name
                rows[place] = replace(rows[place], label=str(number))
        return replace(board, rows=tuple(rows))

    @property
    def ending(self) -> Ending | None:
        return self.replay.ending

    @property
    def awaiting(self) -> PadRound | None:
        """The first round that misses a report, if there is one."""
        return next((one for one in self.rounds if not one.complete), None)

    @property
    def playable(self) -> bool:
        """Whether a further round can be played: not once the last deals have begun, or with
        nobody to play it. What is left is dealt for then."""
        final = self.scheme.final
        if final is None:
            return True
        closing = any(one.counted and final.key in one.report for one in self.rounds)
        return not closing and len(self.scheme.playing(self.standing)) > 1

    @property
    def next_number(self) -> int:
        """The round to be entered next: one taken back at the end, or a new one."""
        number = len(self.rounds) + 1
        while number > 1 and not self.rounds[number - 2].complete:
            number -= 1
        return number

    def round(self, number: int) -> PadRound | None:
        """The round of that number (from 1), or None."""
        return next((one for one in self.rounds if one.number == number), None)

    def index(self, entry_id: int) -> int:
        """The place of an entry in the roster. Raises ValueError if it has none."""
        return self.entry_ids.index(entry_id)


def is_scheme(event: Event) -> bool:
    """Whether the event's game keeps score pads (it is no drive)."""
    return games.load(event.game).scheme is not None


# What this process read last: the key names one state of one event, so nothing in it is old.
_recent: dict[tuple[Any, ...], tuple[Pad, ...]] = {}


def pads(event: Event) -> tuple[Pad, ...]:
    """All pads of an event as it stands; none before the first seats are shown."""
    return _kept(event, event.version, event.changed)


def pads_before(event: Event, version: int, changed: dt.datetime) -> tuple[Pad, ...]:
    """Inside a turn, before anything is written: the pads as they stand.

    `version` and `changed` are the event's as it was read before the turn. If nothing happened in
    between, what this process read for a page then is still right, and the turn is short.
    """
    if event.version == version + 1:
        return _kept(event, version, changed)
    return read_pads(event)


def _kept(event: Event, version: int, changed: dt.datetime) -> tuple[Pad, ...]:
    key = (event.pk, version, changed, get_language())
    found = _recent.get(key)
    if found is None:
        found = read_pads(event)
        if len(_recent) >= RECENT:
            _recent.clear()
        _recent[key] = found
    return found


def read_pads(event: Event, *, drawn: bool = False) -> tuple[Pad, ...]:
    """The same, read anew: for use inside a turn, where the version says nothing yet.

    `drawn`: those of the seats that are drawn and not shown yet, for papers to be at hand.
    """
    game = games.load(event.game)
    scheme = scheme_of(game)
    rows = pad_rows(event, drawn=drawn)
    if not rows.sets:
        return ()
    options, _problems = parse_options(game.options, event.options)
    if scheme.rows == COUPLE:
        return (_room(event, game, scheme, rows, options),)
    last = rows.sets[-1].number
    single = len(rows.sets) == 1 and len(rows.sets[0].tables) == 1
    return tuple(
        _table(
            event,
            game,
            scheme,
            rows,
            table,
            options,
            title=_title(one, table, single=single),
            playing=event.state == Event.State.PLAYING and one.number == last,
        )
        for one in rows.sets
        for table in one.tables
    )


def pad_at(event: Event, table_number: int, set_number: int | None = None) -> Pad | None:
    """The pad that a table's phone is for: the newest of its number, or the whole room's."""
    found = None
    for pad in pads(event):
        same_set = set_number is None or pad.set_number == set_number
        if not pad.table_number or (pad.table_number == table_number and same_set):
            found = pad
    return found


def line_at(pad: Pad, table_number: int, number: int) -> Line | None:
    """The line of a table (a couple's place) in a round, or None."""
    one = pad.round(number)
    lines = one.lines if one else ()
    return next((line for line in lines if line.table_number == table_number), None)


def row_of(pad: Pad, line: Line, payload: Mapping[str, Any] | None) -> Any:
    """A stored payload in the places of the roster, as the engine wants it."""
    if pad.scheme.rows != COUPLE or payload is None:
        return payload
    fields = pad.scheme.fields(pad.setup.options)
    people = {field.key for field in fields if field.kind == "player"}
    told = {
        key: line.chairs[value] if key in people and _is_chair(value, line) else value
        for key, value in payload.items()
    }
    return {COUPLE: list(line.chairs), **told}


def room_report(pad: Pad, lines: Sequence[Line], byes: Sequence[int]) -> list[Any]:
    """A round of the whole room: a row for each couple in the order of its lines (None: nothing
    yet), then one for everybody who is away."""
    rows: list[Any] = []
    away: list[int] = []
    for line in lines:
        if line.payload is not None and line.payload.get(AWAY):
            rows.append({AWAY: line.chairs[0]})
            away.append(line.chairs[1])
        else:
            rows.append(row_of(pad, line, line.payload))
    here = {place for line in lines for place in line.chairs} | set(byes)
    away += [place for place in range(len(pad.entry_ids)) if place not in here]
    return rows + [{AWAY: place} for place in away]


def roster_of(
    event: Event, scheme: Scheme, rows: PadRows, seed: int = 0
) -> tuple[Roster, tuple[int, ...]]:
    """The whole room's roster, and the entries in it. `seed`: of seats that are not shown yet
    (0: in the order of entering)."""
    entries = [pk for pk, (_name, role) in rows.people.items() if role in scheme.teams]
    places = {pk: place for place, pk in enumerate(entries)}
    first = rows.sets[0] if rows.sets else None
    teams = []
    for team in scheme.teams:
        members = [pk for pk in entries if rows.people[pk][1] == team]
        drawn = f"{team} {seed}" if seed else ""  # each team is shuffled by itself
        teams.append(tuple(places[pk] for pk in team_order(first, members, drawn)))
    names = tuple(rows.people[pk][0] for pk in entries)
    called = tuple(role_word(event, team, many=True) for team in scheme.teams)
    return Roster(names, tuple(teams), called), tuple(entries)


def _room(event: Event, game: Game, scheme: Scheme, rows: PadRows, options: Any) -> Pad:
    roster, entries = roster_of(event, scheme, rows)
    tables = rows.sets[0].tables
    setup = Setup(roster, options, tables[0].first_dealer if tables else None)
    blank = replayed(scheme, setup, ())
    pad = Pad(game, scheme, setup, "", 0, 0, None, entries, (), blank, open=False)
    rounds = []
    for one in rows.sets:
        lines = tuple(_line(table, ROUND, entries) for table in one.tables)
        byes = tuple(entries.index(pk) for pk in one.byes if pk in entries)
        report = room_report(pad, lines, byes)
        complete = all(line.payload is not None for line in lines)
        rounds.append(PadRound(one.number, lines, byes, report, complete, None, blank.state))
    pad = remembered(event, pad, rounds)
    going = pad.ending is None and event.state == Event.State.PLAYING
    return replace(pad, open=going and pad.awaiting is not None)


def _table(
    event: Event,
    game: Game,
    scheme: Scheme,
    rows: PadRows,
    table: SeatedTable,
    options: Any,
    *,
    title: str,
    playing: bool,
) -> Pad:
    names = tuple(rows.people[pk][0] for pk in table.entries)
    setup = Setup(Roster(names), options, table.first_dealer)
    blank = replayed(scheme, setup, ())
    entries = tuple(table.entries)
    rounds = [
        _table_round(_line(table, deal, entries), blank.state)
        for deal in range(1, max(table.deals, default=0) + 1)
    ]
    places = (table.set_number, table.number, table.table_id)
    pad = Pad(game, scheme, setup, title, *places, entries, (), blank, open=False)
    pad = remembered(event, pad, rounds)
    return replace(pad, open=playing and pad.ending is None)


def _table_round(line: Line, blank: State) -> PadRound:
    done = line.payload is not None
    return PadRound(line.deal, (line,), (), line.payload, done, None, blank)


def _line(table: SeatedTable, deal: int, entries: Sequence[int]) -> Line:
    said = table.deal(deal)
    current = said.current
    return Line(
        table_id=table.table_id,
        table_number=table.number,
        set_number=table.set_number,
        deal=deal,
        chairs=tuple(entries.index(pk) for pk in table.entries),
        payload=said.payload,
        revision=said.revision,
        report_id=current.pk if current and current.payload is not None else None,
        author=current.author if current else "",
        accepted=said.accepted and said.payload is not None,
        allowed=tuple(current.overrode) if current else (),
        reason=current.reason if current else "",
        pending_id=said.pending.pk if said.pending else None,
        disputed=bool(said.disputes),
    )


def _is_chair(value: object, line: Line) -> bool:
    return isinstance(value, int) and 0 <= value < len(line.chairs)


def _title(one: SeatedSet, table: SeatedTable, *, single: bool) -> str:
    if one.number > 1:
        return _("Final table")
    return "" if single else _("Table {number}").format(number=table.number)
