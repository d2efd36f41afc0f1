"""The ladder: who is at which table of the set in play, the head table first, and who goes where
next.

It is for formats whose tables stand in an order. If people keep chairs, sit out, come or leave, or
a result is corrected, the draw of the next set may differ from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from rulesets.formats.drive import complete, roles_at, sitters
from rulesets.formats.format import first_stage, ladder_of
from tournaments.boards.hall import Hall
from tournaments.models import Event
from tournaments.models.event_games import format_of
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats.cuts import TableResult
    from rulesets.formats.drive import SetRecord, TableSet
    from rulesets.movements.seating import Way
    from tournaments.boards.drive import EventDrive


@dataclass(frozen=True, slots=True)
class Climber:
    """Somebody at a table; `to` is the table that comes next (None: not known yet)."""

    name: str
    to: int | None = None


@dataclass(frozen=True, slots=True)
class LadderSide:
    """The partners of a table, with their points so far."""

    people: tuple[Climber, ...]
    points: int
    won: bool = False

    @property
    def names(self) -> str:
        """Both names."""
        return and_list([person.name for person in self.people])

    def ways(self, here: int) -> tuple[tuple[str, str], ...]:
        """The names, and where they go from table `here`: "Ann and Bo", "to table 2"."""
        if any(person.to is None for person in self.people):
            return ()
        if len({person.to for person in self.people}) == 1:
            return ((self.names, _way_words(self.people[0].to, here)),)
        return tuple((person.name, _way_words(person.to, here)) for person in self.people)


@dataclass(frozen=True, slots=True)
class Rung:
    """A table of the ladder, with the winning side first. `over`: all its deals are reported;
    `tied`: the cards are cut for who moves on."""

    number: int
    sides: tuple[LadderSide, ...]
    over: bool
    tied: bool

    @property
    def lines(self) -> tuple[tuple[LadderSide, tuple[tuple[str, str], ...]], ...]:
        """Each side with who of it goes where."""
        return tuple((side, side.ways(self.number)) for side in self.sides)


def _way_words(to: int | None, here: int) -> str:
    return _("stay") if to == here else _("to table {number}").format(number=to)


def ladder(event: Event) -> tuple[Rung, ...]:
    """The tables of the set in play, the head table first; empty if tables have no order, before
    the first seats are shown, and once the evening is over."""
    format = format_of(event)
    if not ladder_of(first_stage(format)) or event.state != Event.State.PLAYING:
        return ()
    rows = Hall.of(event).drive
    if not rows.drive.sets:
        return ()
    record = rows.drive.sets[-1]
    if rows.format.in_set(record.number).eliminates:
        return ()
    tables = sorted(record.tables, key=lambda table: table.table)
    return tuple(_rung(rows, record, table, len(tables)) for table in tables)


def _rung(rows: EventDrive, record: SetRecord, table: TableSet, tables: int) -> Rung:
    roles, seated = (
        roles_at(rows.drive, record, table),
        sitters(table, rows.format.length.most_deals),
    )
    names = ["" if who is None else rows.drive.players[who].name for who in seated]
    result = rows.format.hands.result(record.number, roles, table.hands, table.cut)
    ladder = rows.format.in_set(record.number).ladder
    ways = ladder.ways(table.table, tables) if ladder else ()
    over = complete(rows.format, table)
    return Rung(
        table.table, part_sides(names, roles, result, ways), over, over and not result.winners
    )


def part_sides(
    names: Sequence[str], roles: Sequence[str], result: TableResult, ways: Sequence[Way]
) -> tuple[LadderSide, ...]:
    """The two sides of a table, the winners first. `names` and `roles` are by chair, `result` is
    what the table came to, `ways` who goes where."""
    sides = []
    for side in SIDES:
        won = {*side} <= {*result.winners}
        outcome = "won" if won else "lost"
        people = []
        for chair in side:
            mine = (way for way in ways if way.who == outcome and way.role in ("", roles[chair]))
            going = next(mine, None) if result.winners else None
            people.append(Climber(names[chair], going.table if going else None))
        sides.append(LadderSide(tuple(people), result.sums[side[0]], won))
    return tuple(sorted(sides, key=lambda side: not side.won))
