"""Where everybody sits in one set (or round): by table, along the table of two teams, by name; and
who sat out when, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.movements.long_table import seat_teams
from rulesets.movements.quality import Quality, measure_seats
from rulesets.movements.seating import Past
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_tables import (
    count_sit_outs,
    newest_tables,
    read_sit_outs,
    read_some,
    waiting_in,
)
from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, read_current, unless_reseated
from tournaments.models import Entry, Event, Seating
from tournaments.models.event_games import format_of
from tournaments.seats import requests as drive
from tournaments.seats.requests import MOVES, present
from tournaments.web.collation import sort_key, sorted_by_name
from tournaments.web.labels import (
    compass,
    division_letter,
    division_name,
    role_word,
    role_words,
    set_word,
    table_title,
)
from tournaments.web.wording import translate, translate_reason

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from rulesets.formats import Format
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.event_tables import TableRecord, WaitingRecord
    from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class SeatName:
    """Somebody in a chair. `deals`: this person deals first."""

    entry_id: int
    name: str
    role: str
    role_name: str
    chair: int
    compass: str
    deals: bool = False


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table; if two teams play each other, a place at the long table and its couple.

    `first_dealer` is a chair (for two teams: the team), or None if it is not known.
    """

    number: int
    seats: tuple[SeatName, ...]  # clockwise
    title: str = ""  # "Table 3", "Place 3", "Final table"
    table_id: int = 0
    first_dealer: int | None = None
    division: str = ""  # "Division A", where people play in several; "Places 9 to 12"
    letter: str = ""  # the same in short: "A", "9–12"

    @property
    def plays_for_places(self) -> bool:
        """Whether the table is named by the places for which it plays."""
        return self.letter[:1].isdecimal()

    @property
    def looked_for(self) -> str:
        """The text by which the search box finds it."""
        names = (seat.name for seat in self.seats)
        return " / ".join(filter(None, (self.title, self.division, *names)))

    @property
    def sides(self) -> tuple[tuple[SeatName, ...], ...]:
        """The two pairs at a table of four, each face to face."""
        return self.seats[::2], self.seats[1::2]

    @property
    def top(self) -> SeatName | None:
        """The seat at the top of the drawing; the others follow clockwise."""
        return self.seats[0] if self.seats else None

    @property
    def right(self) -> tuple[SeatName, ...]:
        """The seats down the right side of the drawing."""
        return self.seats[1 : 1 + (len(self.seats) - 1) // 2]

    @property
    def bottom(self) -> SeatName | None:
        """The seat at the bottom of the drawing; None for an odd number."""
        several = len(self.seats)
        return self.seats[several // 2] if several and several % 2 == 0 else None

    @property
    def left(self) -> tuple[SeatName, ...]:
        """The seats up the left side of the drawing."""
        return self.seats[len(self.seats) // 2 + 1 :]


@dataclass(frozen=True, slots=True)
class Facing:
    """A place at the long table: who stays there and who moves (None: an empty chair)."""

    chair: int
    stays: str | None
    moves: str | None

    @property
    def plays(self) -> bool:
        return self.stays is not None and self.moves is not None


@dataclass(frozen=True, slots=True)
class SitsOut:
    """Somebody who does not play in a set. `watches`: nobody would play in that place, so it is no
    sit-out; `number` is the order in which they were drawn, `belongs` the division (from 0)."""

    entry_id: int
    name: str
    role_name: str
    reason: str
    role: str = ""
    chair: int = 0  # the chair opposite an empty one
    watches: bool = False
    number: int = 0
    division: str = ""
    partner: int | None = None  # the entry of the other one, if a pair sits out
    belongs: int | None = None

    @property
    def status(self) -> str:
        """The words in the list by name instead of a table."""
        return _("not playing") if self.watches else _("sits out")


@dataclass(frozen=True, slots=True)
class ByName:
    """A line of the list by name; `table` is None for somebody who sits out.

    `where` says where they sit: "table 3, North"; "place 3, with Bea"; "sits out".
    """

    entry_id: int
    name: str
    role_name: str
    table: int | None
    compass: str
    where: str = ""
    partner: str = ""  # who sits across, where couples play
    division: str = ""


@dataclass(frozen=True, slots=True)
class SeatsView:
    """All seats of one seating. `title` is its name ("Set 3 · Conspiracy", "Round 3", "Final
    table").

    `teams` are the names of the two teams that play along a long table: its tables are the places
    there, each with a couple; () where people sit at tables. `sets`: further seats follow, set by
    set; else these stay for the whole game. `seed` 0: people sit in the order in which they were
    entered.
    """

    set_number: int
    set_name: str
    headline: str  # over the seats: what is played for, or else the set's name
    published: bool
    tables: tuple[TableSeats, ...]
    sit_outs: tuple[SitsOut, ...]
    by_name: tuple[ByName, ...]
    title: str = ""
    sets: bool = True
    seating_id: int = 0
    seed: int = 0
    teams: tuple[str, ...] = ()
    stays: str = ""  # the role of the team that keeps its chairs
    watchers: tuple[SitsOut, ...] = ()  # who neither plays nor sits out

    def called(self, format: Format, division: str) -> str:
        """What they are called for somebody of a division: who plays for other places of a knockout
        is in no final."""
        if not (division and format.in_set(self.set_number).eliminates):
            return self.title
        return _("{set} · {places}").format(set=self.set_name, places=division)

    @property
    def first_team(self) -> int | None:
        """Which of two teams deals first."""
        return self.tables[0].first_dealer if self.teams and self.tables else None

    @property
    def places(self) -> tuple[Facing, ...]:
        """The couples and those who face an empty chair, chair by chair; () at other tables."""
        if not self.teams:
            return ()
        places = [
            Facing(table.number, *(seat.name for seat in table.seats)) for table in self.tables
        ]
        for out in self.sit_outs:
            stays = out.role == self.stays
            places.append(
                Facing(out.chair, out.name if stays else None, None if stays else out.name)
            )
        return tuple(sorted(places, key=lambda facing: facing.chair))


_memo: Memo[SeatsView | None] = Memo(EVENTS)


def seats(event: Event, set_number: int | None = None, *, draft: bool = False) -> SeatsView | None:
    """The published seats of a set (default: the highest published); None if there are none.

    With `draft`, the drawn but unpublished seats of `set_number` (default: of any set). A
    substitute appears in the place of whoever was seated there.
    """
    if set_number is None and not draft:
        make = partial(_read_seats, event, None, draft=False)
        return read_current(_memo, event, make, unless_reseated, get_language())
    return _read_seats(event, set_number, draft=draft)


def _read_seats(event: Event, set_number: int | None, *, draft: bool) -> SeatsView | None:
    state = Seating.State.DRAFT if draft else Seating.State.PUBLISHED
    rows = newest_tables(event, state, set_number)
    return _seats_at(event, rows) if rows else None


def _seats_at(event: Event, rows: Sequence[Table]) -> SeatsView:
    """The seats at all tables of one seating. Four queries."""
    format, seating = format_of(event), rows[0].seating
    number, ways = seating.set_number, _WAYS(format)
    words = role_words(event)
    people = _people(event, words)
    tables = tuple(_table_seats(table, format, words) for table in read_some(rows))
    seated = {seat.entry_id for table in tables for seat in table.seats}
    by_key = {pk: name for pk, (name, _role, _word) in people.items()}
    outs = tuple(
        _sits_out(out, people, by_key) for out in waiting_in(seating) if out.entry_id not in seated
    )
    names = format.labels.of_set(number)
    set_name = set_word(format, number)
    view = SeatsView(
        set_number=number,
        set_name=set_name,
        headline=translate(names.headline) or set_name,
        published=seating.state == Seating.State.PUBLISHED,
        tables=tables,
        sit_outs=tuple(out for out in outs if not out.watches),
        watchers=tuple(out for out in outs if out.watches),
        by_name=(),
        title=translate(names.title) or _("Seats"),
        sets=format.keeping.moves,
        seating_id=seating.pk,
        seed=seating.seed,
        teams=ways.teams(event),
        stays=next(iter(format.facts.roles.names), ""),
    )
    view = _divide(event, view)
    idle = (*view.sit_outs, *view.watchers)
    return replace(view, by_name=_by_name(format, number, view.tables, idle))


def _divide(event: Event, view: SeatsView) -> SeatsView:
    """The seats with the divisions of their tables and of those who sit out; in a knockout and
    a second stage with the places for which tables play, where these are not the same."""
    divisions = drive.divide(event, view.set_number, draft_of(view))
    if not divisions:
        return _name_places(event, view)
    numbers = [at + 1 for at in divisions.tables[-1]]
    return replace(
        view,
        tables=tuple(
            replace(table, division=division_name(number), letter=division_letter(number))
            for table, number in zip(view.tables, numbers, strict=True)
        ),
        sit_outs=tuple(
            replace(out, division=division_name(divisions.people[out.entry_id] + 1))
            for out in view.sit_outs
        ),
    )


def _name_places(event: Event, view: SeatsView) -> SeatsView:
    parts = drive.read_places(event, view.set_number, draft_of(view))
    if not parts:
        return view

    def of(table: TableSeats) -> TableSeats:
        groups = [parts[seat.entry_id] for seat in table.seats if seat.entry_id in parts]
        if not groups:
            return table
        group = groups[0]
        letter = "–".join(map(str, dict.fromkeys((group.first, group.last))))
        return replace(table, division=translate(group.at_table), letter=letter)

    outs = (
        replace(out, division=translate(parts[out.entry_id].title))
        if out.entry_id in parts
        else out
        for out in view.sit_outs
    )
    return replace(view, tables=tuple(map(of, view.tables)), sit_outs=tuple(outs))


def table_divisions(event: Event, set_number: int) -> dict[int, str]:
    """The division of each table of a set, or the places that it plays for; empty if all play
    together."""
    divides = drive.has_divisions(event) or format_of(event).in_set(set_number).eliminates
    view = seats(event) if divides else None
    if view is not None and view.set_number != set_number:
        view = seats(event, set_number)
    return {table.number: table.division for table in view.tables if table.division} if view else {}


def quality(event: Event, view: SeatsView) -> Quality:
    """How good the seats of a drive are up to these; empty if people do not move."""
    if not MOVES(event):
        return measure_seats(())
    return drive.quality(event, view.set_number, view.seed, draft_of(view))


def draft_of(view: SeatsView) -> Past | None:
    """Seats that are not shown yet, as a movement counts them, with entries for people; None if
    they are shown."""
    if view.published:
        return None
    out = sorted(view.sit_outs, key=lambda sitter: sitter.number)
    return Past(
        tuple(tuple(seat.entry_id for seat in table.seats) for table in view.tables),
        tuple(sitter.entry_id for sitter in out),
        {sitter.entry_id: sitter.role for sitter in out}
        | {seat.entry_id: seat.role for table in view.tables for seat in table.seats},
        partners={sitter.entry_id: sitter.partner for sitter in out if sitter.partner is not None},
        divisions={sitter.entry_id: sitter.belongs for sitter in out if sitter.belongs is not None},
    )


def next_places(event: Event, board: EventBoard) -> tuple[Facing, ...]:
    """The pairs who would face each other in the next round, given who is here now."""
    number = len(board.rounds) + 1
    here = present(event, number)
    stays, moves = (
        [place for place in team if board.entry_ids[place] in here]
        for team in board.setup.roster.sides
    )
    return tuple(
        Facing(
            facing.chair,
            None if facing.stays is None else board.names[facing.stays],
            None if facing.moves is None else board.names[facing.moves],
        )
        for facing in seat_teams(stays, moves, number)
    )


People = dict[int, tuple[str, str, str]]  # entry -> name, role, what the role is called


def _people(event: Event, words: Mapping[str, str]) -> People:
    rows = Entry.objects.filter(event=event).values_list("pk", "name", "role")
    return {pk: (name, role, words.get(role, "")) for pk, name, role in rows}


def _sits_out(out: WaitingRecord, people: People, names: Mapping[int, str]) -> SitsOut:
    name, role, role_name = people[out.entry_id]
    chair = int(out.reason.get("params", {}).get("chair", 0)) if out.reason else 0
    why = translate_reason(out.reason, names)
    return SitsOut(
        out.entry_id,
        name,
        role_name,
        why,
        role,
        chair,
        out.watches,
        number=out.number,
        partner=out.partner,
        belongs=out.division,
    )


def _table_seats(table: TableRecord, format: Format, words: Mapping[str, str]) -> TableSeats:
    """Who sits at a table, with substitutes in the place of those they replace, and people who
    joined a game beside their neighbours."""
    ways, people = _WAYS(format), zip(table.sitters_at_end, table.names_at_end, strict=True)
    chairs = [
        SeatName(
            pk,
            name,
            role,
            words.get(role, ""),
            chair,
            compass(format, chair),
            ways.deals(chair, table.first_dealer),
        )
        for chair, ((pk, name), role) in enumerate(zip(people, table.roles, strict=True))
    ]
    return TableSeats(
        table.number,
        tuple(chairs[place] for place in table.order) if table.joined else tuple(chairs),
        table_title(format, table.set_number, table.number),
        table.table_id,
        table.first_dealer,
    )


def _by_name(
    format: Format, set_number: int, tables: Sequence[TableSeats], outs: Sequence[SitsOut]
) -> tuple[ByName, ...]:
    lines = [_line(format, set_number, table, seat) for table in tables for seat in table.seats]
    lines += [
        ByName(o.entry_id, o.name, o.role_name, None, "", o.status, division=o.division)
        for o in outs
    ]
    return tuple(sorted(lines, key=lambda line: sort_key(line.name)))


def _line(format: Format, set_number: int, table: TableSeats, seat: SeatName) -> ByName:
    place = table_title(format, set_number, table.number)
    where, partner = _WAYS(format).where(place, table, seat)
    return ByName(
        seat.entry_id,
        seat.name,
        seat.role_name,
        table.number,
        seat.compass,
        where,
        partner,
        table.division,
    )


class TableWays:
    """How people sit at tables."""

    def teams(self, event: Event) -> tuple[str, ...]:
        """The names of the teams: nobody sits by team."""
        return ()

    def deals(self, chair: int, first: int | None) -> bool:
        """Whether somebody in a chair deals first."""
        return chair == first

    def where(self, place: str, table: TableSeats, seat: SeatName) -> tuple[str, str]:
        """The place of somebody in words; and the person across, if nobody else sits there."""
        return _("{place}, {chair}").format(place=place, chair=seat.compass), ""


class CoupleWays(TableWays):
    """How couples sit along a long table."""

    def teams(self, event: Event) -> tuple[str, ...]:
        """The names of the two teams."""
        names = format_of(event).facts.roles.names
        return tuple(role_word(event, team, many=True) for team in names)

    def deals(self, chair: int, first: int | None) -> bool:
        """Nobody: a team deals first."""
        return False

    def where(self, place: str, table: TableSeats, seat: SeatName) -> tuple[str, str]:
        """The place with the name of the other one, if there is one."""
        partner = next((other.name for other in table.seats if other.chair != seat.chair), "")
        if not partner:
            return place, ""
        return _("{place}, with {name}").format(place=place, name=partner), partner


_AT_TABLES = TableWays()
_WAYS = ByKeeping[TableWays](table=_AT_TABLES, set=_AT_TABLES, hands=_AT_TABLES, room=CoupleWays())


@dataclass(frozen=True, slots=True)
class LedgerSet:
    """A set that somebody sat out, and why."""

    set_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """Everything that somebody sat out."""

    entry_id: int
    name: str
    role_name: str
    count: int
    sets: tuple[LedgerSet, ...]


class Sitter(NamedTuple):
    """An entry, and how often it has sat out."""

    entry_id: int
    name: str
    role: str
    times: int


def sitters(event: Event) -> tuple[Sitter, ...]:
    """All entries, most sit-outs first, then by name. Two queries."""
    counts = count_sit_outs(event)
    people = Entry.objects.filter(event=event).order_by("pk")
    rows = [
        Sitter(pk, name, role, counts[pk])
        for pk, name, role in sorted_by_name(
            people.values_list("pk", "name", "role"), lambda row: row[1]
        )
    ]
    return tuple(sorted(rows, key=lambda row: -row.times))


def sit_out_ledger(
    event: Event, everybody: Collection[Sitter], sitting_out: Collection[Sitter]
) -> tuple[LedgerRow, ...]:
    """When and why each of `sitting_out` sat out, in their order. One query.

    `everybody` are those whom a reason may name.
    """
    names = {sitter.entry_id: sitter.name for sitter in everybody}
    words = role_words(event)
    sets: dict[int, list[LedgerSet]] = {sitter.entry_id: [] for sitter in sitting_out}
    for pk, number, reason in read_sit_outs(event, sets):
        sets[pk].append(LedgerSet(number, translate_reason(reason, names)))
    return tuple(
        LedgerRow(pk, name, words.get(role, ""), times, tuple(sets[pk]))
        for pk, name, role, times in sitting_out
    )
