"""One player's evening: seats, total, every point down to the report and the rule, and where
somebody sits now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.boards.pads import pads, read_pads
from tournaments.boards.seats import next_places, seats_of
from tournaments.boards.seats import seats as newest_seats
from tournaments.models import Entry, Event, Seating
from tournaments.models.event_games import format_of
from tournaments.standings.reasons import PlayerSet, board_reasons, set_reasons
from tournaments.standings.selectors import iterate_snapshot, snapshot_sets, standings
from tournaments.web.labels import and_list, compass, role_word, table_title, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.boards.pad import Pad
    from tournaments.standings.rows import StandingRow, Standings


FEW = 3  # others at a table who are all named


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """`now`: "Set 4 · Wild: table 3, West", "Table 2, Chair 3, with Ann and Bo"; `later`: what
    happens after that, once it is known."""

    now: str
    later: str = ""


def whereabouts(event: Event, entry_id: int, *, veiled: bool = False) -> Whereabouts:
    """Where an entry sits, and where it sits next, as far as that is known.

    `veiled`: without a word on who has won.
    """
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    if shown is None:
        return Whereabouts(_("The first seats are not drawn yet."))
    if event.state == Event.State.FINISHED:
        return Whereabouts(_("The evening is over."))
    form = format_of(event)
    mine = [pad for pad in pads(event) if entry_id in pad.entry_ids] if form.lasts else []
    if form.lasts and not mine:
        return Whereabouts(_("You have no seat"))
    if mine and mine[-1].ending is not None:
        over = _("This game is over.") if veiled else translate(mine[-1].ending.words) + "."
        return Whereabouts(over)
    if not form.moves:
        return Whereabouts(_at_table(mine[-1], mine[-1].index(entry_id)))
    seats = newest_seats(event) or seats_of(event, shown)
    line = next((one for one in seats.by_name if one.entry_id == entry_id), None)
    where = line.where if line else _("you have no seat")
    now = _("{seats}: {where}").format(seats=seats.title, where=_lower(where))
    if mine:
        return Whereabouts(now, _next_place(event, mine[-1], entry_id))
    return Whereabouts(now, _next_set(event, shown.set_number))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _at_table(pad: Pad, place: int) -> str:
    """ "Table 2, Chair 3, with Ann, Bo and Di"; at a large table the two beside one."""
    table = table_title(pad.form, pad.set_number, pad.table_number)
    seat = {"table": table, "chair": compass(pad.form, place)}
    others = [name for at, name in enumerate(pad.names) if at != place]
    if len(others) <= FEW:
        return _("{table}, {chair}, with {names}").format(names=and_list(others), **seat)
    beside = [pad.names[place - 1], pad.names[(place + 1) % len(pad.names)]]
    return _("{table}, {chair}, between {names}").format(names=and_list(beside), **seat)


def _next_place(event: Event, pad: Pad, entry_id: int) -> str:
    """Where the rotation leads somebody, if nobody comes or goes."""
    name, number = pad.names[pad.index(entry_id)], len(pad.rounds) + 1
    for pair in next_places(event, pad):
        if name not in (pair.stays, pair.moves):
            continue
        other = pair.moves if name == pair.stays else pair.stays
        if other is None:
            return _("Then you sit round {number} out.").format(number=number)
        return _("Then, in round {number}: place {place}, with {name}.").format(
            number=number, place=pair.chair, name=other
        )
    return ""


def _next_set(event: Event, number: int) -> str:
    """The set that follows: who sits where comes of this one's results."""
    form = format_of(event)
    if number == form.seatings:
        return _("This is the last set.")
    return _("Then set {set}, {name}: the seats follow from this one.").format(
        set=number + 1, name=translate(form.seating_name(number + 1))
    )


Run = tuple[tuple[str, tuple[int, ...]], ...]
Explained = tuple[PlayerSet, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`total`, `rank` and `sets` are None or empty while they are hidden from the public."""

    entry_id: int
    person_id: int
    name: str
    role_name: str
    seat_text: str  # where one sits now
    next_text: str  # what happens after that, once it is known; else ""
    total: int | None
    rank: int | None
    shared: bool
    players: int  # (or teams) who have a place
    sets: Explained
    progress: tuple[int, ...]  # totals set by set
    hidden: bool
    counted: str  # what the total counts
    run: Run = ()  # totals from the start on, round by round, where a board lasts


def player_page(event: Event, entry_id: int, *, public: bool = False) -> PlayerPage | None:
    """One player's page, None for an entry of another event.

    With `public`, scores of a place that is not revealed yet stay out.
    """
    entry = Entry.objects.filter(event=event, pk=entry_id).first()
    if entry is None:
        return None
    table = standings(event)
    row = table.row(entry_id)
    hidden = public and table.hides(entry_id)
    shown = None if hidden else row
    lasts = format_of(event).lasts
    # A board tells of everybody at the table: of those too whose place is still hidden.
    told = shown is not None and not (public and lasts and table.hidden)
    progress = shown.progress if shown else ()
    where = whereabouts(event, entry_id, veiled=public and table.hidden > 0)
    return PlayerPage(
        entry_id=entry_id,
        person_id=entry.person_id,
        name=entry.name,
        role_name=row.role_name if row and table.teams else role_word(event, entry.role),
        seat_text=where.now,
        next_text=where.later,
        total=shown.total if shown else None,
        rank=shown.rank if shown else None,
        shared=_shared(table, shown) if shown else False,
        players=len(table.sides) or len(table.rows),
        sets=explanation(event, entry_id) if told else (),
        progress=() if lasts else progress,
        hidden=hidden,
        counted=table.counted or _("points"),
        run=((shown.role_name or entry.name, progress),) if shown and told and lasts else (),
    )


def _shared(table: Standings, row: StandingRow) -> bool:
    """Whether others have the same place; of teams, the other team."""
    sides = [side.shared for side in table.sides if row in side.rows]
    return sides[0] if sides else row.shared


def explanation(event: Event, entry_id: int) -> Explained:
    """Every point of one player; of a finished event as it was finished.

    Raises ValueError for an entry that is not in the event.
    """
    if event.state == Event.State.FINISHED:
        return snapshot_sets(event, entry_id)
    if format_of(event).lasts:
        return board_reasons(pads(event), entry_id)
    return next(sets for _entry, sets in set_reasons(event, entry_id))


def explained(event: Event) -> Iterator[tuple[int, Explained]]:
    """The same of everybody, with the entry id; one after the other, for it is much in a hall."""
    finished = event.state == Event.State.FINISHED
    yield from iterate_snapshot(event) if finished else explanations(event)


def explanations(event: Event, found: Sequence[Pad] = ()) -> Iterator[tuple[int, Explained]]:
    """Entry id and explanation of everybody who plays, counted from the reports now; from boards
    that were `found`, where there are some."""
    if not format_of(event).lasts:
        yield from set_reasons(event)
        return
    found = found or read_pads(event)
    for entry_id in dict.fromkeys(pk for pad in found for pk in pad.entry_ids):
        yield entry_id, board_reasons(found, entry_id)
