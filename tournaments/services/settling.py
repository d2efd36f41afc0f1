"""What follows from a report on a score pad: the books are kept, and the next round opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models import Balance, Event, Report, Seating
from tournaments.selectors.pads import COUPLE, Pad, is_scheme, read_pads
from tournaments.services.lineup import open_round
from tournaments.services.seating import hide

if TYPE_CHECKING:
    from collections.abc import Iterable


def settle(event: Event, report: Report) -> dict[str, Any]:
    """Keep the books after a report, and open or close the round that follows from it.

    Inside the report's turn; returns what its line in the log says of it, for undoing: the
    seating that was `opened` or put away (`unopened`).
    """
    if not is_scheme(event):
        return {}
    found = read_pads(event)
    keep_books(report, found)
    return _next_round(event, found[0]) if found and found[0].scheme.rows == COUPLE else {}


def keep_books(report: Report, found: Iterable[Pad]) -> None:
    """Write down what everybody of the report's pad holds; the database checks the sum."""
    for pad in found:
        if pad.table_id != report.table_id:
            continue
        brought = brought_in(pad)
        for unit in sorted(pad.scheme.conserved):
            balances = pad.scheme.balances(pad.state)[unit]
            held = [amount for account, amount in balances.items() if account.kind == "player"]
            Balance.objects.create(
                report=report,
                unit=unit,
                held=sum(held),
                pooled=sum(balances.values()) - sum(held),
                brought=brought.get(unit, 0),
                least=min(balances.values(), default=0),
            )


def brought_in(pad: Pad) -> dict[str, int]:
    """What all players together have brought into the game, by unit."""
    sums: dict[str, int] = {}
    for _round, movement in pad.replay.ledger():
        if movement.source.kind == "bank" and movement.rule in pad.scheme.buying:
            sums[movement.unit] = sums.get(movement.unit, 0) + movement.amount
    return sums


def _next_round(event: Event, pad: Pad) -> dict[str, Any]:
    newest = pad.rounds[-1]
    if pad.ending is None:
        return {"opened": open_round(event, newest.number + 1).pk} if newest.complete else {}
    if any(line.revision for line in newest.lines) or len(pad.rounds) < 2:
        return {}
    # The game has ended before this round, which nobody has played.
    seating = event.seatings.get(state=Seating.State.PUBLISHED, set_number=newest.number)
    hide(event, seating, Seating.State.REPLACED)
    return {"unopened": seating.pk}
