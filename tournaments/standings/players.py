"""One player: where they sit now and next, the total, every point down to the report and the
rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.text import signed
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import find_set
from tournaments.boards.hall import Hall
from tournaments.models import Entry, Event, Seating
from tournaments.models.event_games import format_of
from tournaments.seats.own_rounds import own_rounds
from tournaments.seats.selectors import SeatName, TableSeats, next_places
from tournaments.seats.selectors import seats as newest_seats
from tournaments.standings.deductions import read_changes
from tournaments.standings.player_sets import PlayerSet
from tournaments.standings.rows import lines_of_totals
from tournaments.standings.selectors import (
    boards,
    credit_of,
    iterate_snapshot,
    snapshot_sets,
    standings,
)
from tournaments.web.labels import called, compass, role_word, set_word, table_title
from tournaments.web.wording import and_list, company, spoken_place, translate, written_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.boards.event_board import EventBoard
    from tournaments.seats.own_rounds import OwnRound
    from tournaments.seats.selectors import SeatsView
    from tournaments.standings.deductions import PointChange
    from tournaments.standings.rows import Run, StandingRow, Standings


FEW = 3  # up to so many others at a table are named


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """`now`: "Set 4 · Wild: table 3, West", "Table 2, Chair 3, with Ann and Bo"; `later`: what
    happens after that, once it is known; `seat`: the chair while it is played; `rounds`: all
    rounds, if their seats are known beforehand."""

    now: str
    later: str = ""
    seat: PlayerSeat | None = None
    rounds: tuple[OwnRound, ...] = ()


def whereabouts(event: Event, entry_id: int, *, veiled: bool = False) -> Whereabouts:
    """Where an entry sits, and where it sits next, as far as that is known.

    `veiled`: without a hint at who has won.
    """
    seating = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    if seating is None:
        return Whereabouts(_("The first seats are not drawn yet."))
    if event.state == Event.State.FINISHED:
        return Whereabouts(_("The evening is over."))
    format = format_of(event)
    event_boards = boards(event)
    mine = [board for board in event_boards if entry_id in board.entry_ids]
    if not mine and (event_boards or not format.keeping.moves):
        return Whereabouts(_("You have no seat"))
    if mine and mine[-1].ending is not None:
        over = _("This game is over.") if veiled else translate(mine[-1].ending.words) + "."
        return Whereabouts(over)
    if not format.keeping.moves:
        text = _at_table(mine[-1], mine[-1].index(entry_id))
        return Whereabouts(text, seat=seat_at_board(mine[-1], entry_id))
    seats = newest_seats(event)
    if seats is None:
        return Whereabouts(_("The first seats are not drawn yet."))
    line = next((name for name in seats.by_name if name.entry_id == entry_id), None)
    where = line.where if line else _("you have no seat")
    title = seats.called(format, line.division if line else "")
    now = _("{seats}: {where}").format(seats=title, where=_lower(where))
    seat = seat_among(event, seats, entry_id)
    if mine:
        return Whereabouts(now, _next_place(event, mine[-1], entry_id), seat)
    if any(watcher.entry_id == entry_id for watcher in seats.watchers):
        return Whereabouts(now, "", seat)
    rounds = own_rounds(event, seats).get(entry_id, ())
    following = next((own_round for own_round in rounds if own_round.when == "next"), None)
    later = following.sentence if following else _next_set(event, seating.set_number)
    return Whereabouts(now, later, seat, rounds)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _at_table(board: EventBoard, place: int) -> str:
    """ "Table 2, Chair 3, with Ann, Bo and Di"; at a large table only the two neighbours."""
    table = table_title(board.format, board.set_number, board.table_number)
    seat = {"table": table, "chair": compass(board.format, place)}
    others = [name for at, name in enumerate(board.names) if at != place]
    if len(others) <= FEW:
        return _("{table}, {chair}, with {names}").format(names=and_list(others), **seat)
    around = board.clockwise
    at = around.index(place)
    beside = [board.names[around[at - 1]], board.names[around[(at + 1) % len(around)]]]
    return _("{table}, {chair}, between {names}").format(names=and_list(beside), **seat)


def _next_place(event: Event, board: EventBoard, entry_id: int) -> str:
    """Where the rotation leads an entry, if nobody comes or goes."""
    name, number = board.names[board.index(entry_id)], len(board.rounds) + 1
    for pair in next_places(event, board):
        if name not in (pair.stays, pair.moves):
            continue
        other = pair.moves if name == pair.stays else pair.stays
        if other is None:
            return _("Then you sit out round {number}.").format(number=number)
        return _("Then, in round {number}: place {place}, with {name}.").format(
            number=number, place=pair.chair, name=other
        )
    return ""


def _next_set(event: Event, number: int) -> str:
    """The next set, and whether its seats depend on this one's results."""
    format = format_of(event)
    if number == format.length.sets:
        return _("This is the last set.")
    if format.in_set(number + 1).ahead:  # too few are left, or this one is out
        return ""
    title = translate(format.labels.of_set(number + 1).title)
    if format.in_set(
        number + 1
    ).eliminates:  # whether it is a final for somebody depends on this set
        title = set_word(format, number + 1)
    return _("{title}: the seats depend on this set.").format(title=title)


Explained = tuple[PlayerSet, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page of one player. `total`, `rank` and `sets` are None or empty while they are hidden
    from the public, the first two also while nothing counts."""

    entry_id: int
    people: tuple[tuple[int, str], ...]  # one, or two who share a chair, by number and name
    name: str
    role_name: str
    seat_text: str  # where one sits now
    next_text: str  # what happens after that, once it is known; else ""
    total: int | None
    rank: int | None
    shared: bool
    among: str  # how many have a place: "of 12", "of 6 pairs"
    division: str  # if there are several
    sets: Explained
    progress: tuple[int, ...]  # totals set by set
    hidden: bool
    counted: str  # what the total counts
    total_words: str  # the total with that: "1 point"
    seat: PlayerSeat | None = None  # the chair, with the table around it
    run: Run = ()  # totals from the start on, round by round, if a board lasts
    changes: tuple[PointChange, ...] = ()  # other changes of the total, and why
    rounds: tuple[OwnRound, ...] = ()  # the whole evening, if all seats are known beforehand
    decision: str = ""  # what puts the player before the next, who is level
    leads: bool = False  # or has won
    status: str = ""  # in place of a place, in a knockout that goes on

    @property
    def place(self) -> str:
        """The place in words; "" for none."""
        if self.rank is None:
            return ""
        return self.status or written_place(self.rank, shared=self.shared)


def _people(entry: Entry) -> tuple[tuple[int, str], ...]:
    """The people whose own pages are linked, by number and name."""
    if entry.second is None:
        return ((entry.person_id, entry.name),)
    return tuple((person.pk, str(person)) for person in entry.people)


def player_page(event: Event, entry_id: int, *, public: bool = False) -> PlayerPage | None:
    """One player's page; None for an entry of another event.

    With `public`, the scores of places that are not revealed yet are left out.
    """
    mine = Entry.objects.filter(event=event, pk=entry_id).select_related("person", "second")
    entry = mine.first()
    if entry is None:
        return None
    table = standings(event)
    row = table.row(entry_id)
    hidden = public and table.hides(entry_id)
    seen = None if hidden else row
    public_row = seen if table.begun else None
    credit = credit_of(event)
    is_explained = seen is not None and not (public and credit.hides_reasons(table, entry_id))
    where = whereabouts(event, entry_id, veiled=public and table.hidden > 0)
    return PlayerPage(
        entry_id=entry_id,
        people=_people(entry),
        name=entry.name,
        role_name=row.role_name if row and table.teams else role_word(event, entry.role),
        seat_text=where.now,
        next_text=where.later,
        total=public_row.total if public_row else None,
        rank=public_row.rank if public_row else None,
        shared=_shared(table, public_row) if public_row else False,
        among=_among(event, table, row),
        division=row.division if row else "",
        sets=explanation(event, entry_id) if is_explained else (),
        progress=credit.progress(public_row) if public_row else (),
        hidden=hidden,
        counted=table.counted or _("points"),
        total_words=_total_words(table, public_row),
        seat=where.seat,
        run=credit.run(public_row.role_name or entry.name, public_row)
        if public_row and is_explained
        else (),
        changes=read_changes(event, entry, public_row.lost) if public_row and is_explained else (),
        rounds=where.rounds,
        decision=_decision(public_row),
        leads=table.has_leader and public_row is not None and public_row.rank == 1,
        status=public_row.status if public_row else "",
    )


def _total_words(table: Standings, row: StandingRow | None) -> str:
    if row is None:
        return ""
    if table.counted:
        params = {"total": signed(row.total), "counted": _lower(table.counted)}
        return _("{total} {counted}").format(**params)
    words = ngettext("{total} point", "{total} points", abs(row.total))
    return words.format(total=signed(row.total))


def _among(event: Event, table: Standings, row: StandingRow | None) -> str:
    """How many have a place, within the division if there are several: "of 12"; once people are
    paired, "of 6 pairs"; "" for words in place of a place."""
    if row is not None and row.status:
        return ""
    rows = [line for line in table.rows if row is None or line.division == row.division]
    count = len(table.sides) or len(rows)
    words = _("of {n}")
    if format_of(event).facts.fixed_pairs and any(line.side for line in rows):
        count = len(lines_of_totals(rows))
        words = ngettext("of {n} pair", "of {n} pairs", count)
    return words.format(n=count)


def _decision(row: StandingRow | None) -> str:
    """What puts the player before the next, who is level: "4th by wins: 5 to 4"."""
    if row is None or not row.decision:
        return row.mean if row else ""
    place = row.status or place_label(row.rank, shared=row.shared)
    words = _("{place} {decision}").format(place=place, decision=row.decision)
    return " · ".join(filter(None, (words, row.mean)))


def _shared(table: Standings, row: StandingRow) -> bool:
    """Whether others have the same place; for teams: the other team."""
    sides = [side.shared for side in table.sides if row in side.rows]
    return sides[0] if sides else row.shared


def explanation(event: Event, entry_id: int) -> Explained:
    """Every point of one player; for a finished event from its snapshot.

    Raises ValueError for an entry that is not in the event.
    """
    if event.state == Event.State.FINISHED:
        return snapshot_sets(event, entry_id)
    return credit_of(event).reasons_of(Hall.of(event), entry_id)


def explained(event: Event) -> Iterator[tuple[int, Explained]]:
    """The explanations of everybody, with the entry id; one at a time, since a hall has many."""
    finished = event.state == Event.State.FINISHED
    yield from iterate_snapshot(event) if finished else explanations(event)


def explanations(event: Event, hall: Hall | None = None) -> Iterator[tuple[int, Explained]]:
    """Entry id and explanation of everybody who plays, counted from the reports: in `hall`, or as
    it is now."""
    return credit_of(event).reasons(hall or Hall.now(event))


NEAR = 1  # lines shown above one's own, and below it


@dataclass(frozen=True, slots=True)
class TableChair:
    """A person at a drawn table. `side` is "n", "e", "s" or "w"; `kind` is "me", "a" for partners,
    "b" for all others."""

    entry_id: int
    name: str
    side: str
    kind: str


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """Where the player sits. `caption` names the set or round, `title` the table and the chair,
    `beside` the neighbours; for a sit-out, `number` is None and there are no chairs."""

    caption: str
    title: str
    beside: str
    number: int | None = None
    chairs: tuple[TableChair, ...] = ()

    def at(self, side: str) -> tuple[TableChair, ...]:
        """The chairs along one side of the table, from the left or from above."""
        return tuple(chair for chair in self.chairs if chair.side == side)

    @property
    def top(self) -> tuple[TableChair, ...]:
        """Who sits at the top."""
        return self.at("n")

    @property
    def right(self) -> tuple[TableChair, ...]:
        """Who sits down the right side."""
        return self.at("e")

    @property
    def bottom(self) -> tuple[TableChair, ...]:
        """Who sits at the bottom."""
        return self.at("s")

    @property
    def left(self) -> tuple[TableChair, ...]:
        """Who sits down the left side."""
        return self.at("w")


def seat_among(event: Event, seats: SeatsView, entry_id: int) -> PlayerSeat | None:
    """An entry's chair in the seats of a set or a round; None if it has none."""
    line = next((name for name in seats.by_name if name.entry_id == entry_id), None)
    title = seats.called(format_of(event), line.division if line else "")
    caption = _("Your seat · {seats}").format(seats=title)
    table = next((candidate for candidate in seats.tables if _has(candidate, entry_id)), None)
    if table is None:
        idle = (*seats.sit_outs, *seats.watchers)
        out = next((sitter for sitter in idle if sitter.entry_id == entry_id), None)
        if out is None:
            return None
        return PlayerSeat(
            caption, _("You are watching") if out.watches else _("You sit out"), out.reason
        )
    partners: set[int] = set()
    stage = find_set(format_of(event), seats.set_number)
    if stage is not None and stage.partners:
        mine = next(seat.chair for seat in table.seats if seat.entry_id == entry_id)
        side = next(side for side in SIDES if mine in side)
        partners = {seat.entry_id for seat in table.seats if seat.chair in side} - {entry_id}
    return _seat(caption, table, entry_id, partners)


def seat_at_board(board: EventBoard, entry_id: int) -> PlayerSeat:
    """An entry's chair at a table that stays as it is."""
    seats = tuple(
        SeatName(
            board.entry_ids[place], board.names[place], "", "", place, compass(board.format, place)
        )
        for place in board.clockwise
    )
    title = table_title(board.format, board.set_number, board.table_number)
    roster, partners = board.setup.roster, set()
    if roster.in_sides:
        side = roster.sides[roster.side_of(board.index(entry_id))]
        partners = {board.entry_ids[place] for place in side} - {entry_id}
    table = TableSeats(board.table_number, seats, title)
    return _seat(_("Your seat"), table, entry_id, partners)


def _seat(caption: str, table: TableSeats, entry_id: int, partners: set[int]) -> PlayerSeat:
    seat = next(seat for seat in table.seats if seat.entry_id == entry_id)
    title = table.title
    if seat.compass:
        title = _("{place}, {chair}").format(place=title, chair=seat.compass)
    beside = _beside(table, entry_id, partners)
    return PlayerSeat(caption, title, beside, table.number, _chairs(table, entry_id, partners))


def _has(table: TableSeats, entry_id: int) -> bool:
    return any(seat.entry_id == entry_id for seat in table.seats)


def _beside(table: TableSeats, entry_id: int, partners: set[int]) -> str:
    """With whom and, if there are partners, against whom; at a large table the two neighbours."""
    others = [seat for seat in table.seats if seat.entry_id != entry_id]
    if not partners and len(others) > FEW:
        place = next(n for n, seat in enumerate(table.seats) if seat.entry_id == entry_id)
        two = [table.seats[place - 1].name, table.seats[(place + 1) % len(table.seats)].name]
        return _("between {names}").format(names=and_list(two))
    with_them = [seat.name for seat in others if seat.entry_id in partners]
    return company(with_them, [seat.name for seat in others if seat.entry_id not in partners])


def _chairs(table: TableSeats, entry_id: int, partners: set[int]) -> tuple[TableChair, ...]:
    """Everybody at the table, clockwise from the top."""
    rows = (
        ("n", (table.top,)),
        ("e", table.right),
        ("s", (table.bottom,)),
        ("w", table.left[::-1]),
    )
    chairs = []
    for side, seats in rows:
        for seat in seats:
            if seat is None:
                continue
            kind = "a" if seat.entry_id in partners else "b"
            kind = "me" if seat.entry_id == entry_id else kind
            chairs.append(TableChair(seat.entry_id, seat.name, side, kind))
    return tuple(chairs)


@dataclass(frozen=True, slots=True)
class NearLine:
    """A line of the standings; `gap`: others stand between it and the next."""

    row: StandingRow
    mine: bool
    gap: bool = False
    leads: bool = False


def near_lines(table: Standings, entry_id: int) -> tuple[NearLine, ...]:
    """Who is first, and who is next to an entry in the standings of its division, as far as the
    public may see; empty for an entry that is hidden, and if teams play."""
    mine = next((row for row in table.public if row.entry_id == entry_id), None)
    division = mine.division if mine else ""
    rows = [row for row in table.public if row.division == division]
    place = next((n for n, row in enumerate(rows) if row.entry_id == entry_id), None)
    if place is None or table.teams or len(rows) < 2 or not table.begun:
        return ()
    first = max(0, min(place - NEAR, len(rows) - 2 * NEAR - 1))
    places = range(first, min(len(rows), first + 2 * NEAR + 1))
    # The first has a line only if somebody leads.
    lead = [NearLine(rows[0], mine=False, gap=first > 1)] if first and not table.hidden else []
    near = (*lead, *(NearLine(rows[n], mine=n == place) for n in places))
    return tuple(replace(line, leads=table.has_leader and line.row.rank == 1) for line in near)


@dataclass(frozen=True, slots=True)
class LastPoints:
    """Where the player's last points came from. `question` is "Why 22 in set 3?"; `name` that of
    the set; `line` how it counts; `parts` what its hands brought, if there are several, or why so
    much is carried."""

    question: str
    name: str
    line: str
    parts: str
    last: PlayerSet


def last_points(event: Event, player: PlayerPage) -> LastPoints | None:
    """The newest set or round in which the player got points, with where they came from; None if
    there is none."""
    scored = [player_set for player_set in player.sets if player_set.points is not None]
    if not scored:
        return None
    last = scored[-1]
    words = called(event)
    place = (
        _("set {number}").format(number=last.number) if last.dealt else words.within(last.number)
    )
    points = f"{last.points}".replace("-", "−")
    question = _("Why {points} in {place}?").format(points=points, place=place)
    hands = [hand.points for hand in last.hands if hand.points is not None] if last.dealt else []
    parts = " + ".join(map(str, hands)) if len(hands) > 1 and min(hands) >= 0 else ""
    if last.carry:
        parts = ", ".join(line.text for line in last.carry)
    return LastPoints(question, last.name if last.dealt else "", last.line, parts, last)


def place_label(rank: int | None, *, shared: bool) -> str:
    """ "6th"; "4=" for a shared place; "" for none."""
    if rank is None:
        return ""
    return written_place(rank, shared=True) if shared else spoken_place(rank)
