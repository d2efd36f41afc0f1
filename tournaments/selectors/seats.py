"""Where everybody sits in one set: by table and by name."""

from __future__ import annotations

from dataclasses import dataclass

from rulesets import games
from tournaments.models import Entry, Event, Seating
from tournaments.selectors.words import compass, role_words, set_word, told


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
    number: int
    seats: tuple[SeatName, ...]  # by chair


@dataclass(frozen=True, slots=True)
class SitsOut:
    entry_id: int
    name: str
    role_name: str
    reason: str


@dataclass(frozen=True, slots=True)
class ByName:
    """A line of the list by name; `table` is None for somebody who sits out."""

    entry_id: int
    name: str
    role_name: str
    table: int | None
    compass: str


@dataclass(frozen=True, slots=True)
class SeatsView:
    set_number: int
    set_name: str
    published: bool
    tables: tuple[TableSeats, ...]
    sit_outs: tuple[SitsOut, ...]
    by_name: tuple[ByName, ...]


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
    tables: dict[int, dict[int, SeatName]] = {}

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
    seated = {seat.entry_id for chairs in tables.values() for seat in chairs.values()}
    outs = tuple(
        SitsOut(pk, names[pk], words.get(roles[pk], ""), told(reason, names))
        for pk, reason in seating.sit_outs.order_by("entry__name").values_list("entry_id", "reason")
        if pk not in seated
    )
    return SeatsView(
        set_number=seating.set_number,
        set_name=set_word(game, seating.set_number),
        published=seating.state == Seating.State.PUBLISHED,
        tables=tuple(
            TableSeats(number, tuple(chairs[chair] for chair in sorted(chairs)))
            for number, chairs in sorted(tables.items())
        ),
        sit_outs=outs,
        by_name=_by_name(tables, outs),
    )


def _by_name(
    tables: dict[int, dict[int, SeatName]], outs: tuple[SitsOut, ...]
) -> tuple[ByName, ...]:
    lines = [
        ByName(seat.entry_id, seat.name, seat.role_name, number, seat.compass)
        for number, chairs in tables.items()
        for seat in chairs.values()
    ]
    lines += [ByName(out.entry_id, out.name, out.role_name, None, "") for out in outs]
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))
