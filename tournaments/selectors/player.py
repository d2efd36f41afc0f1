"""One player's evening: seats, total, and every point down to the report and the rule."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulesets import games
from tournaments.models import Entry, Event, Seat, Seating, SitOut, Snapshot, Substitution
from tournaments.selectors.explained import (
    PlayerHand,
    PlayerSet,
    PointLine,
    explanation,
    from_json,
)
from tournaments.selectors.padplayer import Whereabouts, pad_explanation, whereabouts
from tournaments.selectors.pads import is_scheme, pads
from tournaments.selectors.standings import StandingRow, Standings, standings
from tournaments.selectors.words import compass, role_word

Run = tuple[tuple[str, tuple[int, ...]], ...]

__all__ = ["PlayerHand", "PlayerPage", "PlayerSet", "PointLine", "player_page"]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """`total`, `rank` and `sets` are None or empty while they are hidden from the public."""

    entry_id: int
    name: str
    role_name: str
    seat_text: str  # "Set 4: table 3, chair West" or "Set 4: you sit out"
    next_text: str  # what happens after that, once it is known; else ""
    total: int | None
    rank: int | None
    shared: bool
    players: int  # (or teams) who have a place
    sets: tuple[PlayerSet, ...]
    progress: tuple[int, ...]
    hidden: bool
    counted: str = ""  # what the total counts, in the game's own words; "" for a drive's points
    run: Run = ()  # the lines of a chart: this person's (or the team's) totals round by round
    rounds: bool = False  # the sets are the rounds of score pads


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
    shown = row is not None and not hidden
    rounds = is_scheme(event)
    # A round tells of everybody at the table: of those too whose place is still hidden.
    told = shown and not (public and rounds and table.hidden)
    where = _whereabouts(event, entry_id, table, veiled=public and table.hidden > 0)
    return PlayerPage(
        entry_id=entry_id,
        name=entry.name,
        role_name=row.role_name if row and table.teams else role_word(event, entry.role),
        seat_text=where.now,
        next_text=where.later,
        total=row.total if row and shown else None,
        rank=row.rank if row and shown else None,
        shared=_shared(table, row) if row and shown else False,
        players=len(table.sides) or len(table.rows),
        sets=_sets(event, entry_id) if told else (),
        progress=row.progress if row and shown else (),
        hidden=hidden,
        counted=table.counted,
        run=((row.role_name or entry.name, row.progress),) if row and told and rounds else (),
        rounds=rounds,
    )


def _shared(table: Standings, row: StandingRow) -> bool:
    """Whether others have the same place; of teams, the other team."""
    sides = [side.shared for side in table.sides if row in side.rows]
    return sides[0] if sides else row.shared


def _sets(event: Event, entry_id: int) -> tuple[PlayerSet, ...]:
    if event.state == Event.State.FINISHED:
        kept = Snapshot.objects.values_list("players", flat=True).get(event=event)
        return from_json(kept.get(str(entry_id), []))
    if is_scheme(event):
        return pad_explanation(pads(event), entry_id)
    return explanation(event, entry_id)


def _whereabouts(event: Event, entry_id: int, table: Standings, *, veiled: bool) -> Whereabouts:
    if is_scheme(event):
        return whereabouts(event, entry_id, veiled=veiled)
    return Whereabouts(_seat_text(event, entry_id), _next_text(event, table))


def _seat_text(event: Event, entry_id: int) -> str:
    shown = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("-set_number").first()
    if shown is None:
        return _("The first seats are not drawn yet.")
    if event.state == Event.State.FINISHED:
        return _("The evening is over.")
    game = games.load(event.game)
    values: dict[str, int | str] = {"set": shown.set_number}
    stands_in = Substitution.objects.filter(table__seating=shown, entry=entry_id)
    seat = stands_in.select_related("table").last() or (
        Seat.objects.filter(seating=shown, entry=entry_id).select_related("table").first()
    )
    if seat is not None:
        values |= {"table": seat.table.number, "chair": compass(game, seat.chair)}
        return _("Set {set}: table {table}, chair {chair}").format(**values)
    if SitOut.objects.filter(seating=shown, entry=entry_id).exists():
        return _("Set {set}: you sit out").format(**values)
    return _("Set {set}: you have no seat").format(**values)


def _next_text(event: Event, table: Standings) -> str:
    game = games.load(event.game)
    if event.state != Event.State.PLAYING or not table.sets_shown:
        return ""
    if table.sets_shown == len(game.stages):
        return _("This is the last set.")
    following = table.sets_shown + 1
    values = {"set": following, "name": _(game.stage(following).name)}
    return _("Then set {set}, {name}: the seats follow from this one.").format(**values)
