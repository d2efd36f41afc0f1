"""Where a deal is found: by the numbers of its address, or by the table that reports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.errors import Refused, refusal
from tournaments.games import drive_of, format_of
from tournaments.models import Seating
from tournaments.scoring.consequences import new_line
from tournaments.scoring.deals import Deal, on_board
from tournaments.scoring.pad import Line
from tournaments.scoring.pads import ROUND, line_at, pads, read_pads
from tournaments.scoring.table_page import table_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rulesets.formats import Format
    from tournaments.models import Event, Table
    from tournaments.scoring.pad import Pad

LARGEST = 9999  # of a number that is said again in a refusal


def deal_at(event: Event, set_number: int, table_number: int, deal: int) -> Deal | None:
    """The deal of an address, or None if there is no such."""
    if format_of(event).lasts:
        return deal_among(pads(event), set_number, table_number, deal)
    shown = table_page(event, table_number, set_number)
    found = shown.hands if shown is not None else ()
    return next((one for one in found if one.number == deal), None)


def deal_among(found: Iterable[Pad], set_number: int, table_number: int, deal: int) -> Deal | None:
    """The same on one of these boards."""
    for pad in found:
        if pad.room:
            line = line_at(pad, table_number, set_number) if deal == ROUND else None
            if line is not None:
                return on_board(pad, set_number, line)
        elif (pad.set_number, pad.table_number) == (set_number, table_number):
            if not 1 <= deal <= max(pad.next_number, len(pad.rounds)):
                return None
            return on_board(pad, deal, line_at(pad, table_number, deal) or new_line(pad, deal))
    return None


def deal_of(table: Table, deal: int, found: Callable[[], Iterable[Pad]] | None = None) -> Deal:
    """The deal that a table reports. `found` gives the boards, where they are known.

    Raises Refused where there is no such deal.
    """
    event, set_number = table.seating.event, table.seating.set_number
    form = format_of(event)
    if form.apart:
        return hand_of(form, set_number, table.number, deal, roles_of(table))
    one = deal_among(found() if found else read_pads(event), set_number, table.number, deal)
    if one is not None and one.line.table_id == table.pk:
        return one
    if table.pk is None or table.seating.state == Seating.State.REPLACED:
        raise refusal("seats.replaced", "The seats were changed. Reload the page.")
    raise no_such_deal(form, deal)


def hand_of(
    played: Format, set_number: int, table_number: int, deal: int, roles: tuple[str, ...] = ()
) -> Deal:
    """A hand of a set, of which nothing has been read: it stands by itself. `played` is the format
    of the event.

    Raises Refused for no such hand.
    """
    form = drive_of(played)
    if not 1 <= deal <= form.deals:
        text = "There is no hand {hand} in a set."
        raise refusal("deal.unknown", text, "deal", hand=min(deal, LARGEST))
    line = Line(0, table_number, set_number, deal, tuple(range(form.width)))
    return Deal(form, deal, line, form.table(set_number, deal, roles))


def no_such_deal(form: Format, number: int) -> Refused:
    """A report of what cannot be played yet."""
    text = "There is no {deal} to report yet."
    return refusal("round.unknown", text, deal=form.called.within(min(number, LARGEST)))


def roles_of(table: Table) -> tuple[str, ...]:
    """The role at each chair; as read with the table, if they were."""
    if table.roles_by_chair is not None:
        return table.roles_by_chair
    return tuple(table.seats.order_by("chair").values_list("role", flat=True))
