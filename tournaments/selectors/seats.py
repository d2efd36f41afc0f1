"""Where everybody sits in one set (or round): by table and by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets import games
from tournaments.models import Entry, Event, Seating
from tournaments.selectors.words import compass, role_words, set_word, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.game import Game

Tables = dict[int, dict[int, "SeatName"]]


@dataclass(frozen=True, slots=True)
class SeatName:
    entry_id: int
    name: str
    role: str
    role_name: str
    chair: int
    compass: str


@dataclass(frozen=True, slots=True)
class TableSeats:
    """One table; where two teams play each other, a place at the long table and its couple."""

    number: int
    seats: tuple[SeatName, ...]  # by chair
    title: str = ""  # "Table 3", "Place 3", "Final table"


@dataclass(frozen=True, slots=True)
class SitsOut:
    entry_id: int
    name: str
    role_name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ByName:
    """A line of the list by name; `table` is None for somebody who sits out.

    `where` says it all: "table 3, North"; "place 3, with Bea"; "sits out".
    """

    entry_id: int
    name: str
    role_name: str
    table: int | None
    compass: str
    where: str = ""
    partner: str = ""  # who sits across, where couples play


@dataclass(frozen=True, slots=True)
class SeatsView:
    """`title` says which seats these are ("Set 3 · Conspiracy", "Round 3", "Final table").

    `couples`: the tables are the places of a long table, each with a couple. `sets`: further
    seats follow, set by set; else these stay for the whole game.
    """

    set_number: int
    set_name: str
    published: bool
    tables: tuple[TableSeats, ...]
    sit_outs: tuple[SitsOut, ...]
    by_name: tuple[ByName, ...]
    title: str = ""
    couples: bool = False
    sets: bool = True


def seats(event: Event, set_number: int | None = None, *, draft: bool = False) -> SeatsView | None:
    """The published seats of a set (default: the highest published); None if there are none.

    With `draft`, the drawn but unpublished seats of `set_number` (default: of any set). A
    substitute who has taken a chair stands in the place of the one who was seated there.
    """
    state = Seating.State.DRAFT if draft else Seating.State.PUBLISHED
    found = event.seatings.filter(state=state).order_by("-set_number")
    if set_number is not None:
        found = found.filter(set_number=set_number)
    seating = found.first()
    return seats_of(event, seating) if seating else None


def seats_of(event: Event, seating: Seating) -> SeatsView:
    """The seats of one seating. A fixed number of queries."""
    game = games.load(event.game)
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    roles = dict(Entry.objects.filter(event=event).values_list("pk", "role"))
    words = role_words(event)
    tables = _seated(seating, game, names, words)
    seated = {seat.entry_id for chairs in tables.values() for seat in chairs.values()}
    outs = tuple(
        SitsOut(pk, names[pk], words.get(roles[pk], ""), told(reason, names))
        for pk, reason in seating.sit_outs.order_by("entry__name").values_list("entry_id", "reason")
        if pk not in seated
    )
    number = seating.set_number
    return SeatsView(
        set_number=number,
        set_name=set_word(game, number),
        published=seating.state == Seating.State.PUBLISHED,
        tables=tuple(
            TableSeats(
                place,
                tuple(chairs[chair] for chair in sorted(chairs)),
                table_title(game, number, place),
            )
            for place, chairs in sorted(tables.items())
        ),
        sit_outs=outs,
        by_name=_by_name(game, number, tables, outs),
        title=_title(game, number),
        couples=game.kind == "team-line",
        sets=game.kind != "table",
    )


def table_title(game: Game, set_number: int, place: int) -> str:
    """What a table is called: by its number, unless it is the last one of the evening."""
    if game.kind == "team-line":
        return _("Place {number}").format(number=place)
    if game.kind == "table" and set_number > 1:
        return _("Final table")
    return _("Table {number}").format(number=place)


def _title(game: Game, number: int) -> str:
    """What the seats of a set are called."""
    name = set_word(game, number) or _("Seats")
    if game.scheme is None:
        return _("Set {number} · {name}").format(number=number, name=name)
    return name


def _seated(
    seating: Seating, game: Game, names: Mapping[int, str], words: Mapping[str, str]
) -> Tables:
    """Who sits where: table -> chair -> seat, substitutes in the place of whom they replace."""
    tables: Tables = {}

    def sit(number: int, chair: int, pk: int, role: str) -> None:
        seat = SeatName(pk, names[pk], role, words.get(role, ""), chair, compass(game, chair))
        tables.setdefault(number, {})[chair] = seat

    rows = seating.seats.order_by("table__number", "chair")
    for number, chair, pk, role in rows.values_list("table__number", "chair", "entry_id", "role"):
        sit(number, chair, pk, role)
    for table in seating.tables.filter(substitutions__isnull=False).prefetch_related(
        "substitutions"
    ):
        for sub in table.substitutions.all():
            sit(table.number, sub.chair, sub.entry_id, tables[table.number][sub.chair].role)
    return tables


def _by_name(
    game: Game, set_number: int, tables: Tables, outs: tuple[SitsOut, ...]
) -> tuple[ByName, ...]:
    lines = [
        _line(game, set_number, number, seat, chairs)
        for number, chairs in tables.items()
        for seat in chairs.values()
    ]
    lines += [ByName(o.entry_id, o.name, o.role_name, None, "", _("sits out")) for o in outs]
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))


def _line(
    game: Game, set_number: int, number: int, seat: SeatName, chairs: Mapping[int, SeatName]
) -> ByName:
    place = table_title(game, set_number, number)
    if game.kind == "team-line":
        partner = next((one.name for chair, one in chairs.items() if chair != seat.chair), "")
        where = _("{place}, with {name}").format(place=place, name=partner) if partner else place
    else:
        partner = ""
        where = _("{place}, {chair}").format(place=place, chair=seat.compass)
    return ByName(seat.entry_id, seat.name, seat.role_name, number, seat.compass, where, partner)
