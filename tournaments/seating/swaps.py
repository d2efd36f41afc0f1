"""Two people swap places in seats that nobody has been shown yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.db.steps import NO_TABLE, Params, Step, event_transaction, register
from tournaments.log.selectors import last_undoable
from tournaments.models import Entry, Event, Seat, Seating
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.seating.draws import seat_words
from tournaments.seating.ways import WAYS
from tournaments.seats import requests as drive
from tournaments.seats.requests import has_divisions
from tournaments.seats.selectors import draft_of, seats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.movements.quality import Quality
    from tournaments.access.permissions import Actor
    from tournaments.seats.selectors import SeatsView

SWAPPED = "seats.swapped"


def can_swap(event: Event, set_number: int) -> bool:
    """Whether people may be swapped by hand in the seats of a set: not where a bracket or the
    places of a second stage say who plays whom."""
    format = format_of(event)
    settled = format.facts.bracket or format.in_set(set_number).eliminates
    return WAYS(format).is_drawn and not settled


def swap_places(
    *, event: Event, actor: Actor, seating: Seating, first: Entry, second: Entry
) -> None:
    """Let two people swap places in the drawn seats; fixed partners go along. One of them may be
    sitting out.

    Raises Refused if the draft was replaced meanwhile, if the places are of different roles or
    divisions, or if that would part or pair nobody anew.
    """
    with event_transaction(event, actor) as step:
        seating.refresh_from_db()
        if seating.event_id != event.pk or seating.state != Seating.State.DRAFT:
            raise refusal(
                "draft.gone", "There has been a new draw in the meantime. Check the new one."
            )
        if not can_swap(event, seating.set_number):
            raise refusal("swap.bracket", "Here the bracket says who plays whom.")
        if first.pk == second.pk:
            raise refusal("exchange.same", "Choose two different people.", "second")
        _check_divisions(event, seating, first, second)
        pairs = _pairs_to_swap(seating, first, second)
        reasons = [_swap_pair(seating, *pair) for pair in pairs]
        names = {"name": first.name, "other": second.name}
        params = {"set": seating.set_number, "seating": seating.pk, "pairs": pairs}
        params["reason"] = next(filter(None, reasons), None)
        step.log(SWAPPED, only_table=NO_TABLE, **params, **names)


def _check_divisions(event: Event, seating: Seating, first: Entry, second: Entry) -> None:
    """Raise Refused if the two play in different divisions."""
    if not has_divisions(event):
        return
    view = seats(event, seating.set_number, draft=True)
    divisions = {line.entry_id: line.division for line in (view.by_name if view else ())}
    if divisions.get(first.pk) != divisions.get(second.pk):
        text = "{name} and {other} play in different divisions, so they cannot swap."
        raise refusal("swap.divisions", text, name=first.name, other=second.name)


def _pairs_to_swap(seating: Seating, first: Entry, second: Entry) -> list[tuple[int, int]]:
    """The entries that swap with each other: these two and, where partners stay together, theirs.
    Raises Refused as `swap_places`."""
    pairs = [(first.pk, second.pk)]
    if not format_of(seating.event).facts.fixed_pairs:
        return pairs
    partner, other = (_partner_of(seating, entry) for entry in (first, second))
    if partner == second.pk:
        text = "{name} and {other} are partners: they stay at one side of the table."
        raise refusal("swap.partners", text, name=first.name, other=second.name)
    if partner is None or other is None:
        text = "{name} and {other} cannot swap: fixed partners sit out together."
        raise refusal("swap.waiting", text, name=first.name, other=second.name)
    return [*pairs, (partner, other)]


def _partner_of(seating: Seating, entry: Entry) -> int | None:
    """The entry opposite somebody; None for somebody without a chair."""
    seat = seating.seats.filter(entry=entry).first()
    if seat is None:
        return None
    opposite = seating.seats.filter(table=seat.table_id, chair=(seat.chair + 2) % 4).first()
    return opposite.entry_id if opposite else None


def _swap_pair(seating: Seating, first: int, second: int) -> dict[str, object] | None:
    """Store that two entries are in each other's places. Return why the one who gets a chair was
    to sit out; None if both had one. Inside a transaction. Raises Refused as `swap_places`."""
    seats = {seat.entry_id: seat for seat in seating.seats.filter(entry__in=(first, second))}
    here, there = seats.get(first), seats.get(second)
    if here is not None and there is not None:
        if here.role != there.role:
            raise _different_roles(seating, first, second)
        # Both go before either comes: the database refuses a second seat at any moment.
        Seat.objects.filter(pk__in=(here.pk, there.pk)).delete()
        here.entry_id, there.entry_id = second, first
        Seat.objects.bulk_create([here, there])
        return None
    if here is None:
        first, second, here = second, first, there
    out = seating.sit_outs.filter(entry=second, watches=False).first()
    if here is None or out is None:
        text = "Both are sitting out. Choose somebody who has a chair."
        raise refusal("exchange.waiting", text, "second")
    if here.role and Entry.objects.get(pk=second).role != here.role:
        raise _different_roles(seating, first, second)
    reason: dict[str, object] = out.reason
    template = "{other} plays instead, as the host wished."
    out.entry_id = first
    out.reason = {"code": "swapped", "template": template, "params": {"other": second}}
    out.save(update_fields=["entry", "reason"])
    Seat.objects.filter(pk=here.pk).update(entry=second)
    return reason


def _different_roles(seating: Seating, first: int, second: int) -> Exception:
    names = dict(seating.event.entries.filter(pk__in=(first, second)).values_list("pk", "name"))
    text = "{name} and {other} play different roles, so they cannot swap."
    return refusal("swap.roles", text, name=names[first], other=names[second])


# --- what it does ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Swap:
    """The swap that was the last step: its number in the log, the names of both, where each who
    changed places was before, and how many pairs meet again now and did before."""

    step_id: int
    name: str
    other: str
    moved: Mapping[int, str]
    now: int
    before: int


def read_last_swap(event: Event, view: SeatsView, quality: Quality) -> Swap | None:
    """The effect of the last step on the repeats in drawn seats; None if it was no swap."""
    step, past = last_undoable(event), draft_of(view)
    if step is None or step.code != SWAPPED or past is None:
        return None
    params = step.params
    if params["seating"] != view.seating_id:
        return None
    places = {who: who for who in past.people}
    for first, second in params["pairs"]:
        places |= {first: second, second: first}
    if places.keys() > past.people:
        return None
    before = drive.quality(event, view.set_number, view.seed, past.renamed(places))
    tables = {seat.entry_id: table.number for table in view.tables for seat in table.seats}
    people = [who for pair in params["pairs"] for who in pair]
    moved = {who: _former_place(tables.get(who), tables.get(places[who])) for who in people}
    names = params["name"], params["other"]
    return Swap(step.pk, *names, moved, quality.pairs_again, before.pairs_again)


def _former_place(table: int | None, before: int | None) -> str:
    """Say where somebody was who sits at a table now; None: who sits out."""
    if before is None:
        return _("was sitting out")
    if before == table:
        return _("another chair")
    return _("was at table {number}").format(number=before)


def _undo_swap(event: Event, params: Params, _actor: Actor) -> None:
    seating = Seating.objects.get(pk=params["seating"], event=event)
    for pair in params["pairs"]:
        _swap_pair(seating, *pair)
    if params["reason"]:
        outs = seating.sit_outs.filter(entry__in=[who for pair in params["pairs"] for who in pair])
        outs.update(reason=params["reason"])


def _can_undo_swap(_event: Event, params: Params) -> bool:
    return Seating.objects.filter(pk=params["seating"], state=Seating.State.DRAFT).exists()


register(
    Step(
        SWAPPED,
        gettext_lazy("{name} and {other} swapped places in {seating}, before it was shown."),
        words=seat_words,
        undo=_undo_swap,
        can_undo=_can_undo_swap,
    )
)
