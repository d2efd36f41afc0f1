"""Draw the seats in play again, as long as nothing is reported from them, for people who have come
or left meanwhile."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.access.services import ensure_links
from tournaments.boards.event_tables import read_tables
from tournaments.boards.hall import Hall
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Event, Presence, Seating
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of, game_of
from tournaments.seating.draws import has_draft, refuse_guests, refuse_tables, seat_words
from tournaments.seating.ways import WAYS
from tournaments.seats import requests as drive
from tournaments.seats.early_seats import Early, find_early, find_seats
from tournaments.seats.requests import present
from tournaments.seats.storage import (
    NewSeats,
    current_seating,
    discard,
    hide,
    is_unused,
    roles_before,
    seat_round,
    show,
    store,
    undo_discard,
)
from tournaments.web.wording import and_list, translate_reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.movements.exchanges import Progress
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params

SEED_BITS = 30  # what a form can send back

Places = dict[int, tuple[int, int]]  # table and chair by entry


def may_reseat(event: Event) -> bool:
    """Whether seats are in play from which nothing is reported; if the host draws them, only if
    somebody has come or left since."""
    running = current_seating(event)
    if running is None or event.state != Event.State.PLAYING:
        return False
    format = format_of(event)
    ways = WAYS(format)
    if not format.keeping.moves or not ways.is_untouched(running):
        return False
    return ways.in_teams or bool(_changes(event, running.set_number))


def reseat(
    *,
    event: Event,
    actor: Actor,
    seed: int | None = None,
    progress: Progress | None = None,
    end: Callable[[], None] | None = None,
) -> Seating:
    """Draw the running round or set again for those who are here now; return the new seating.

    People who are marked as here or away from the next set on, are so from this one. Beside a page
    `progress` is told how far it is, and `end` ends it in the same transaction: if it raises,
    nothing is kept. Raises Refused once something has been reported (then they are seated from the
    next one on), if those who are here cannot be seated, and beside a page if something has
    happened meanwhile from which the seats follow.
    """
    chosen = secrets.randbits(53) if seed is None else seed
    early = _find_early(event, chosen, progress, beside=end is not None)
    with event_transaction(event, actor) as step:
        if end is not None:
            end()
        running = check_reseat(event)
        starters = event.starters
        draft = discard(event)
        seating, brought = _seat_anew(event, running, early)
        ensure_links(event)
        params: dict[str, Any] = {"set": seating.set_number, "old": running.pk, "new": seating.pk}
        params |= {"presences": brought, "starters": starters, "discarded": draft}
        step.log("seating.anew", **params)
    return seating


def check_reseat(event: Event) -> Seating:
    """The seats in play, if they can be drawn again. Raises Refused otherwise."""
    running = current_seating(event)
    if running is None or not format_of(event).keeping.moves:
        raise refusal("seats.none", "No round is being played.")
    ways = WAYS(event)
    if not ways.is_untouched(running):
        raise refusal("round.begun", ways.begun, round=running.set_number)
    return running


def needs_search(event: Event, seed: int) -> bool:
    """Whether drawing the seats in play again has to be searched, which may take seconds. Raises
    Refused as `reseat` does."""
    running = check_reseat(event)
    if not format_of(event).kind.searches:
        return False
    hall, number, roles = Hall.now(event), running.set_number, roles_before(running)
    refuse_guests(hall, number, like=number + 1)
    return drive.needs_search(event, number, seed, like=number + 1, hall=hall, roles=roles)


def _find_early(
    event: Event, seed: int, progress: Progress | None, *, beside: bool
) -> Early[NewSeats] | None:
    """The seats, found before the transaction; None where those of two teams follow from who is
    here."""
    if not WAYS(event).is_drawn:
        return None
    return find_early(event, partial(_find_seats, event, seed, progress), again=not beside)


def _find_seats(event: Event, seed: int, progress: Progress | None) -> NewSeats:
    """The seats of the set in play for those who are here for the next. Raises Refused."""
    running = check_reseat(event)
    number = running.set_number
    hall, roles = Hall.now(event), roles_before(running)
    refuse_guests(hall, number, like=number + 1)
    arguments: dict[str, Any] = {"like": number + 1, "hall": hall, "roles": roles}
    return find_seats(event, number, seed, progress=progress, **arguments)


def _seat_anew(
    event: Event, running: Seating, early: Early[NewSeats] | None
) -> tuple[Seating, list[int]]:
    """The part inside the transaction: the new seats, and the ids of the changed rows of the roll
    call."""
    format, number = format_of(event), running.set_number
    new = None if early is None else early.take(event)
    brought = _bring_forward(event, number)
    if new is not None:
        hide(event, running, Seating.State.REPLACED)
        seating = store(event, new)
        if not format.facts.width:
            refuse_tables(event, seating.tables.all())
    else:
        rows = read_tables(event)
        first = running.tables.values_list("first_dealer", flat=True).first()
        running.state = Seating.State.REPLACED
        running.save(update_fields=["state"])
        seating = seat_round(event, game_of(event), rows, number, running.seed, first)
    show(event, seating)
    return seating, brought


def _changes(event: Event, number: int) -> dict[int, bool]:
    """The entries here for the next seats and not for these (True), or the reverse (False)."""
    now, then = present(event, number), present(event, number + 1)
    return {pk: pk in then for pk in sorted(now ^ then)}


def _bring_forward(event: Event, number: int) -> list[int]:
    """Let those who come or go in the next round do so in this one; return the ids of the rows."""
    return [
        Presence.objects.create(entry_id=pk, from_set=number, here=here).pk
        for pk, here in _changes(event, number).items()
    ]


# --- what it changes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foresight:
    """The consequences of drawing the seats again with a seed, in sentences."""

    seed: int
    sentences: tuple[str, ...]


def foresee_reseat(
    event: Event, seed: int | None = None, progress: Progress | None = None
) -> Foresight:
    """The consequences of drawing the seats again; beside a page `progress` is told how far it is.
    Raises Refused as `reseat` would."""
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    starters, beside = event.starters, progress is not None
    early = _find_early(event, chosen, progress, beside=beside)
    try:
        with event_transaction(event, None):  # writes no log entry, and so is rolled back
            running = current_seating(event)
            if running is None or not WAYS(event).is_untouched(running):
                raise refusal("seats.none", "No round is being played.")
            sets, drafted = format_of(event).length.sets, has_draft(event)
            changes, before = _changes(event, running.set_number), _places(running)
            seating, _brought = _seat_anew(event, running, early)
            sentences = _compare(event, changes, before, seating)
            now = format_of(event).length.sets
            if now != sets:
                text = _("There will be {n} sets instead of {former}.")
                sentences.append(text.format(n=now, former=sets))
            if drafted:
                sentences.append(_("The seats drawn for the next set are discarded."))
            sentences.append(_("Phones and the wall show the new seats at once."))
    finally:
        event.starters = starters
    return Foresight(chosen, tuple(sentences))


def _compare(event: Event, changes: dict[int, bool], before: Places, seating: Seating) -> list[str]:
    names = dict(event.entries.values_list("pk", "name"))
    after, sentences = _places(seating), []
    words = seat_words(event, {"set": seating.set_number})["seating"]
    arrivals = [names[pk] for pk, here in changes.items() if here]
    leavers = [names[pk] for pk, here in changes.items() if not here]
    if arrivals:
        text = ngettext("{names} plays {seating}.", "{names} play {seating}.", len(arrivals))
        sentences.append(text.format(names=and_list(arrivals), seating=words))
    if leavers:
        text = ngettext(
            "{names} does not play {seating}.", "{names} do not play {seating}.", len(leavers)
        )
        sentences.append(text.format(names=and_list(leavers), seating=words))
    others = [pk for pk, place in before.items() if pk not in changes and after.get(pk) != place]
    text = ngettext("{n} person gets another seat.", "{n} people get other seats.", len(others))
    sentences.append(
        text.format(n=len(others)) if others else _("Everybody else keeps their seat.")
    )
    out = [sit_out.entry_id for sit_out in seating.sit_outs.filter(watches=False).order_by("pk")]
    if out:
        text = ngettext("{names} sits out.", "{names} sit out.", len(out))
        sentences.append(text.format(names=and_list([names[pk] for pk in out])))
    return sentences + [translate_reason(note, names) for note in seating.notes]


def _places(seating: Seating) -> Places:
    rows = seating.seats.values_list("entry_id", "table__number", "chair")
    return {pk: (table, chair) for pk, table, chair in rows}


# --- the step -------------------------------------------------------------------------------------


def _title_words(event: Event, params: Params) -> dict[str, str]:
    """{title}: the set or round, at the beginning of a sentence."""
    return {"title": capfirst(seat_words(event, params)["seating"])}


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    """Return to the former seats; whoever had come or gone for the new ones does so a round
    later."""
    hide(event, Seating.objects.get(pk=params["new"]), Seating.State.REPLACED)
    show(event, Seating.objects.get(pk=params["old"]))
    Presence.objects.filter(pk__in=params["presences"]).delete()
    if "starters" in params:
        Event.objects.filter(pk=event.pk).update(starters=params["starters"])
        event.starters = params["starters"]
    undo_discard(event, params.get("discarded"))


def _can_undo(_event: Event, params: Params) -> bool:
    return is_unused(Seating.objects.get(pk=params["new"]))


register(
    Step(
        "seating.anew",
        gettext_lazy("{title} was reseated."),
        words=_title_words,
        undo=_undo,
        can_undo=_can_undo,
    )
)
