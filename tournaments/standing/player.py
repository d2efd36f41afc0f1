"""One player's evening: seats, total, and every point down to the report and the rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.games import format_of
from tournaments.models import Entry, Event
from tournaments.scoring.pads import pads, read_pads
from tournaments.standing.board_reasons import board_reasons
from tournaments.standing.kept import kept_of, kept_one_by_one
from tournaments.standing.reasons import PlayerSet
from tournaments.standing.set_reasons import set_reasons
from tournaments.standing.standings import standings
from tournaments.standing.whereabouts import whereabouts
from tournaments.words import role_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.scoring.pad import Pad
    from tournaments.standing.rows import StandingRow, Standings

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
        return kept_of(event, entry_id)
    if format_of(event).lasts:
        return board_reasons(pads(event), entry_id)
    return next(sets for _entry, sets in set_reasons(event, entry_id))


def explained(event: Event) -> Iterator[tuple[int, Explained]]:
    """The same of everybody, with the entry id; one after the other, for it is much in a hall."""
    finished = event.state == Event.State.FINISHED
    yield from kept_one_by_one(event) if finished else explanations(event)


def explanations(event: Event, found: Sequence[Pad] = ()) -> Iterator[tuple[int, Explained]]:
    """Entry id and explanation of everybody who plays, counted from the reports now; from boards
    that were `found`, where there are some."""
    if not format_of(event).lasts:
        yield from set_reasons(event)
        return
    found = found or read_pads(event)
    for entry_id in dict.fromkeys(pk for pad in found for pk in pad.entry_ids):
        yield entry_id, board_reasons(found, entry_id)
