"""Seats that follow from a result which is corrected, drawn again.

Nothing that was played is ever seated anew. Only the seats of the set right after the corrected one
follow from it; they can be drawn again (with the seed they were drawn with) while nobody has
reported from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.access.writes import ensure_links
from tournaments.errors import Refused, refusal
from tournaments.games import drive_in, format_of
from tournaments.models import Entry, Event, Seating, Substitution
from tournaments.scoring import movement, seatings
from tournaments.scoring.hands import table_hands

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.formats.drives import DriveFormat
    from rulesets.movements.seating import Seating as Drawn
    from tournaments.models import Table
    from tournaments.scoring.hands import TableHands


def refused() -> Refused:
    """The refusal to draw seats anew that were played."""
    return refusal("reseat.played", "The next seats can no longer be drawn anew.", "reseat")


def reseat(table: Table, deal: int, before: Mapping[str, Any] | None) -> dict[str, Any]:
    """Draw the next set's seats anew from the corrected results; `before` is what the deal had
    said. For the log: which seats gave way to which. Inside a turn; raises Refused."""
    event = table.seating.event
    old = None if format_of(event).lasts else following(event, table.seating.set_number)
    if old is None:
        raise refused()
    hands = table_hands(table)
    drawn = drawn_again(table, moved_on(drive_in(event), hands, {deal: before}), keep=True)
    if drawn is None:
        raise refused()
    state = old.state
    if state == Seating.State.PUBLISHED:
        seatings.hide(event, old, Seating.State.REPLACED)
    else:
        old.state = Seating.State.REPLACED
        old.save(update_fields=["state"])
    new = seatings.store(event, old.set_number, old.seed, drawn)
    if state == Seating.State.PUBLISHED:
        seatings.show(event, new)
        ensure_links(event)
    return {"set": old.set_number, "old": old.pk, "new": new.pk, "state": state}


def following(event: Event, set_number: int) -> Seating | None:
    """The seats drawn or shown for the set after, which follow from this one's winners."""
    live = (Seating.State.PUBLISHED, Seating.State.DRAFT)
    return event.seatings.filter(set_number=set_number + 1, state__in=live).first()


def moved_on(
    form: DriveFormat,
    hands: TableHands,
    instead: Mapping[int, Mapping[str, Any] | None] | None = None,
) -> tuple[int, ...]:
    """The chairs that move on from a table, with other reports `instead` of some deals'."""
    reports = [
        (instead or {}).get(deal, report) for deal, report in enumerate(hands.payloads(form), 1)
    ]
    return form.result(hands.set_number, hands.roles, reports, hands.cut).winners


def drawn_again(table: Table, then: tuple[int, ...], *, keep: bool = False) -> Drawn | None:
    """The next set's seats from the results as they are now, or None where they must stay: from
    the table the same move on as `then`, or nobody yet, or somebody has played from them.

    Rewinds the roles that those seats had changed; with `keep` false the caller rolls back.
    """
    event, number = table.seating.event, table.seating.set_number
    old = following(event, number)
    if old is None or _played(old):
        return None
    now = moved_on(drive_in(event), table_hands(table))
    if not now or now == then:
        return None
    rewound = old.flips if old.state == Seating.State.PUBLISHED else []
    for entry_id, role_before, _ in rewound:
        Entry.objects.filter(pk=entry_id).update(role=role_before)
    drawn = movement.seat(event, old.set_number, old.seed)
    if keep:
        for entry_id, _, role in rewound:
            Entry.objects.filter(pk=entry_id).update(role=role)
    return drawn


def _played(seating: Seating) -> bool:
    if Substitution.objects.filter(table__seating=seating).exists():
        return True
    return seatings.has_results(seating)
