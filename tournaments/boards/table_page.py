"""A table's page: what is to be entered now, what was entered, who won, and where everybody goes
next; and where to find a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from tournaments.boards.board_reading import table_board
from tournaments.boards.deals import Deal, on_board
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import TableRecord, read_places
from tournaments.boards.hall import Hall
from tournaments.boards.ladder import part_sides
from tournaments.boards.table_reports import TableReports
from tournaments.models import CUT, Event, Table
from tournaments.models.event_games import format_of
from tournaments.web.labels import role_words
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.engine.rounds import RoundSet
    from rulesets.formats import Format
    from rulesets.formats.cuts import TableResult
    from rulesets.formats.match import MatchScore
    from tournaments.models import Event, Table


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair and who has it now (a substitute, from the hand in which they took it over)."""

    index: int
    entry_id: int
    name: str
    side: int | None  # which of those who score together; None where everybody plays alone
    partner: int | None = None  # the partner's chair; None in a set without partners
    compass: str = ""  # "North"
    role: str = ""
    role_name: str = ""
    replaces: str = ""  # whom a substitute in this chair replaces; else ""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of a tied set: who cuts, how many of them move on, and the possible answers."""

    needed: bool
    due: bool  # something depends on it
    pick: int
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    answers: tuple[tuple[int, ...], ...]
    given: tuple[int, ...]  # chairs that won the cut, if it was reported
    drawn: bool
    revision: int


@dataclass(frozen=True, slots=True)
class Move:
    """Where one person goes next; `text` is the whole sentence."""

    entry_id: int
    name: str
    table: int | None  # None: sits the next set out
    chair: str
    text: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """What a table of a set shows besides its `board`. `hand` is None once all hands are
    reported."""

    board: EventBoard
    sets_total: int
    set_name: str
    partners: bool
    line: str
    rule: str
    chairs: tuple[Chair, ...]
    hands: tuple[Deal, ...]
    hand: Deal | None
    sums: tuple[int, ...]
    complete: bool
    winners: tuple[int, ...]  # chairs
    cut: Cut
    moves: tuple[Move, ...]  # () until the next seating is published
    result_text: str  # "Bo and Ann won this set and move on.", "A tie ...: cut the cards.", ""
    ladder_text: str  # where they go on a ladder, until the next seats are shown; else ""
    closed: bool  # the next set has been published, or the event is finished
    finished: bool
    match: MatchScore | None = None  # of several games

    @property
    def number(self) -> int:
        """The number of the table."""
        return self.board.table_number

    @property
    def set_number(self) -> int:
        return self.board.set_number

    @property
    def is_over(self) -> bool:
        """Whether all hands are reported, or will not be played."""
        return self.complete or self.closed

    @property
    def is_last(self) -> bool:
        return self.set_number == self.sets_total

    @property
    def sums_by_name(self) -> list[tuple[str, int]]:
        return list(zip(self.names, self.sums, strict=False))

    @property
    def first_dealer(self) -> int | None:
        """The chair that dealt first; None before the table has cut for it."""
        return self.board.setup.first

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits there, by chair."""
        return self.board.names

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of those who score together: partners, or each player alone in a set without
        partners."""
        if not self.partners:
            return self.names
        sides = ([chair.name for chair in self.chairs if chair.side == side] for side in (0, 1))
        return tuple(_(" & ").join(side) for side in sides)


def table_page(event: Event, number: int, set_number: int | None = None) -> TablePage | None:
    """The page of a table in the set in play (or in `set_number`); None if there is none.

    A table that has closed shows its last set.
    """
    standing = Hall.of(event).standing(number, set_number)
    return None if standing is None else _page(event, *standing)


def _page(event: Event, reports: TableReports, newest: int) -> TablePage:
    game, table = format_of(event), reports.table
    stage = game.set(table.set_number)
    if stage is None:
        raise LookupError(f"{game.name.text} has no sets")
    chairs = _chairs(event, game, stage, table)
    playing = event.state == Event.State.PLAYING
    board = table_board(game, reports, playing=playing, newest=newest)
    payloads = reports.payloads(game)
    told = len(payloads)
    hands = tuple(
        on_board(board, one.number, one.reports[0])
        for one in board.rounds
        if one.number <= told or one.reports[0].standing
    )
    result = game.result(table.set_number, table.roles, payloads, reports.cut)
    tied = game.result(table.set_number, table.roles, payloads, None) if reports.cut else result
    names = tuple(chair.name for chair in chairs)
    cut = _cut(reports, names, tied, result, due=game.cuts_at(table.set_number))
    people = {pk: table.name_of(pk) for pk in table.sitters_at_end}
    number = table.number
    finished = event.state == Event.State.FINISHED
    closed = finished or table.set_number < newest
    winners = tuple(names[chair] for chair in result.winners)
    return TablePage(
        board=board,
        sets_total=game.length.sets,
        set_name=_(stage.name),
        partners=stage.partners,
        line=_(stage.line),
        rule=stage.rule,
        chairs=chairs,
        hands=hands,
        hand=next((hand for hand in hands[:told] if hand.state in ("missing", "waiting")), None),
        sums=result.sums,
        complete=result.complete,
        winners=result.winners,
        cut=cut,
        moves=moves(game, people, table.set_number, number) if closed and not finished else (),
        result_text=(
            _result_text(game, table, winners, cut, closed=closed) if result.complete else ""
        ),
        ladder_text="" if closed else _ladder_text(game, table, result),
        closed=closed,
        finished=finished,
        match=board.match,
    )


def _chairs(event: Event, game: Format, stage: RoundSet, table: TableRecord) -> tuple[Chair, ...]:
    words = role_words(event)
    chairs = []
    for index, (entry_id, role) in enumerate(zip(table.sitters_at_end, table.roles, strict=True)):
        side = next((n for n, chairs_ in enumerate(SIDES) if index in chairs_), None)
        partner = next((c for c in SIDES[side] if c != index), None) if side is not None else None
        first = table.chairs[index]
        chairs.append(
            Chair(
                index=index,
                compass=translate(game.chair_name(index)),
                entry_id=entry_id,
                name=table.name_of(entry_id),
                role=role,
                role_name=words.get(role, ""),
                partner=partner if stage.partners else None,
                side=side if stage.partners else None,
                replaces=table.name_of(first) if first != entry_id else "",
            )
        )
    return tuple(chairs)


def _cut(
    reports: TableReports,
    names: tuple[str, ...],
    tied: TableResult,
    settled: TableResult,
    *,
    due: bool,
) -> Cut:
    """The cut, from the result of the set before and after it; `due`: something depends on it."""
    told = reports.deal(CUT).payload
    return Cut(
        needed=bool(settled.tied),
        due=bool(settled.tied) and due,
        pick=tied.cut_pick,
        chairs=tied.tied,
        names=tuple(names[chair] for chair in tied.tied),
        answers=tied.cuts,
        given=reports.cut or (),
        drawn=bool(told and told.get("drawn")),
        revision=reports.deal(CUT).revision,
    )


def _result_text(
    game: Format, table: TableRecord, winners: tuple[str, ...], cut: Cut, *, closed: bool
) -> str:
    """What a set has come to. Where its winners go is said by the seats that follow, once they are
    there (`closed`): to sit out, perhaps, or nowhere after a correction."""
    number = table.set_number
    last = number == game.length.sets
    if cut.needed:
        if not cut.due:
            return _("All hands are in. A tie, but nobody has to move any more.")
        return _("A tie between {names}: cut the cards.").format(names=and_list(cut.names))
    if not winners:
        return _("This set is a tie.")
    if last:
        return _("{names} won the last set at this table.").format(names=and_list(winners))
    # Somewhere else than on a ladder, somebody's seat depends on it.
    moves = game.cuts_at(number) and not game.is_ladder(number) and not closed
    text = _("{names} won this set and move on.") if moves else _("{names} won this set.")
    return text.format(names=and_list(winners))


def _ladder_text(game: Format, table: TableRecord, result: TableResult) -> str:
    """Where the people at a table of a ladder go; "" while that is not known."""
    seating = table.seating_id
    if not (game.is_ladder(table.set_number) and result.winners):
        return ""
    ways = game.ways(table.number, Table.objects.filter(seating=seating).count())
    names = [table.name_of(pk) for pk in table.sitters_at_end]
    lines = (
        _("{names}: {way}.").format(names=who, way=way)
        for side in part_sides(names, table.roles, result, ways)
        for who, way in side.ways(table.number)
    )
    return " ".join(lines)


def moves(
    format: Format, people: Mapping[int, str], set_number: int, table_number: int
) -> tuple[Move, ...]:
    """Where people (id -> name, by chair) of a table go in the next set, which must be shown
    already."""
    number = set_number + 1
    seats, outs = read_places(people, number)
    found = []
    for index, (pk, name) in enumerate(people.items()):
        if pk in seats:
            where, chair = seats[pk]
            text = _move_text(format, table_number, index, name, where, chair)
            found.append(Move(pk, name, where, translate(format.chair_name(chair)), text))
        elif pk in outs:
            text = _("{name}: you are watching") if outs[pk] else _("{name}: you sit out set {set}")
            text = text.format(name=name, set=number)
            found.append(Move(pk, name, None, "", text))
    return tuple(found)


def _move_text(format: Format, here: int, index: int, name: str, where: int, chair: int) -> str:
    values = {"name": name, "table": where, "chair": translate(format.chair_name(chair))}
    if where == here and chair == index:
        return _("{name}: you stay in your chair").format(**values)
    if where != here:
        return _("{name}: you move to table {table}, {chair}").format(**values)
    return _("{name}: you stay here and change to {chair}").format(**values)
