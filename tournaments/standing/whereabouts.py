"""Where somebody sits now, and what is known of later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.games import format_of
from tournaments.models import Event, Seating
from tournaments.scoring.pads import pads
from tournaments.seating.reads import next_places, seats_of
from tournaments.seating.reads import seats as newest_seats
from tournaments.words import and_list, compass, said, table_title

if TYPE_CHECKING:
    from tournaments.scoring.pad import Pad

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
        over = _("This game is over.") if veiled else said(mine[-1].ending.words) + "."
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
        set=number + 1, name=said(form.seating_name(number + 1))
    )
