"""The seam to the pure movements: how an event's people and past sets are told to them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from rulesets.movements.seating import Guest, Past
from rulesets.movements.seating import Seating as Drawn
from tournaments.games import drive_in, format_of
from tournaments.models import Entry, Event, Pairing, Seating
from tournaments.people.reads import present
from tournaments.scoring.hands import TableHands, set_hands

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.formats.cuts import TableResult


def module(event: Event) -> Any:
    """The movement that seats the sets of an event."""
    return format_of(event).movement


def people_here(event: Event, set_number: int) -> list[Entry]:
    """The entries that are here for a set, in the order they were entered."""
    here = present(event, set_number)
    return [entry for entry in Entry.objects.filter(event=event).order_by("pk") if entry.pk in here]


def seat(event: Event, set_number: int, seed: int) -> Drawn:
    """Draw the seats of a set from what the database holds about the sets before it.

    Every set before must have been played to its end. The same seed gives the same seats.
    """
    movement = module(event)
    guests = [Guest(e.pk, e.role, e.keeps_chair) for e in people_here(event, set_number)]
    rng = Random(seed)  # noqa: S311 - it is to be repeated
    if set_number == 1:
        pairs: dict[str, list[tuple[int, int]]] = {kind: [] for kind in Pairing.Kind.values}
        rows = event.pairings.values_list("kind", "first_id", "second_id")
        for kind, one, two in rows:
            pairs[kind].append((one, two))
        drawn: Drawn = movement.first_seats(
            guests,
            rng=rng,
            apart=pairs[Pairing.Kind.APART],
            together=pairs[Pairing.Kind.TOGETHER],
        )
        return drawn
    past, winners = played(event, set_number - 1)
    following: Drawn = movement.next_seats(
        guests,
        past,
        winners,
        rng=rng,
        fewer_repeats=bool(event.options.get("fewer_repeats")),
        sets=format_of(event).seatings,
        sat_out_credit=_late_credit(event, past),
    )
    return following


def played(event: Event, through: int) -> tuple[list[Past], list[tuple[int, ...]]]:
    """The published sets up to `through`, and whom the last of them sends on, table by table."""
    out_roles = dict(Entry.objects.filter(event=event).values_list("pk", "role"))
    past: list[Past] = []
    winners: list[tuple[int, ...]] = []
    seatings = Seating.objects.filter(
        event=event, state=Seating.State.PUBLISHED, set_number__lte=through
    ).order_by("set_number")
    for seating in seatings.prefetch_related("sit_outs"):
        last = seating.set_number == through
        hands = set_hands(seating, reported=last)
        tables = tuple(table.sitters_at_end for table in hands)
        outs = tuple(out.entry_id for out in seating.sit_outs.all())
        roles = {e: out_roles[e] for e in outs}
        for table in hands:
            roles |= dict(zip(table.sitters_at_end, table.roles, strict=True))
        # A substitute was drawn to sit out and then played: the set counts as played.
        playing = {e for chairs in tables for e in chairs}
        past.append(Past(tables, tuple(e for e in outs if e not in playing), roles))
        if last:
            winners = [tuple(t.sitters_at_end[c] for c in result(event, t).winners) for t in hands]
    return past, winners


def result(event: Event, table: TableHands) -> TableResult:
    """Who moves from a table, from what it has reported so far."""
    game = drive_in(event)
    return game.result(table.set_number, table.roles, table.payloads(game), table.cut)


def _late_credit(event: Event, past: Sequence[Past]) -> Mapping[int, int]:
    """Sets missed before coming, for late guests to whom they count as sit-outs."""
    late = Entry.objects.filter(event=event, late_as_sit_out=True).values_list("pk", flat=True)
    credit = {}
    for entry_id in late:
        missed = 0
        for one in past:
            if entry_id in one.sitting_out or any(entry_id in chairs for chairs in one.tables):
                break
            missed += 1
        credit[entry_id] = missed
    return credit
