"""Late arrivals who take a place in the first set while it is played: opposite a bye, at a table
that opens for it, or at a table that has reported nothing yet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access.services import ensure_links
from tournaments.boards.bells import has_rung
from tournaments.boards.hall import Hall
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Event, Presence, Seat, Seating, SitOut, Table
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.scores.event_state import is_complete
from tournaments.seating.draws import has_draft, refuse_setup
from tournaments.seating.roster import people_words
from tournaments.seats import requests as drive
from tournaments.seats.early_seats import find_early
from tournaments.seats.storage import (
    count_starters,
    current_seating,
    discard,
    is_newest,
    undo_discard,
)
from tournaments.web.labels import table_title
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.movements.late_seats import LateSeats
    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params


STRANGERS = (-1, -2)  # no entry has such an id


@dataclass(frozen=True, slots=True)
class OpenSeats:
    """A place in the set in play, and the names of the people: those who `came`, the `others` at
    the table. `opens`: the table has to be opened."""

    place: LateSeats
    set_number: int
    came: tuple[str, ...]
    others: tuple[str, ...]
    opens: bool

    @property
    def number(self) -> int:
        return self.place.table + 1

    @property
    def mark(self) -> str:
        """The value in the form that makes sure that the confirmed place is the one that was
        shown."""
        return f"{self.number}/{','.join(map(str, self.place.chairs))}"


def find_open_seats(event: Event) -> OpenSeats | None:
    """The place that is open now; None if nobody has come who could take one."""
    late_seats, seating = _find(event), current_seating(event)
    if late_seats is None or seating is None:
        return None
    names = dict(event.entries.values_list("pk", "name"))
    return OpenSeats(
        late_seats,
        seating.set_number,
        tuple(names[pk] for pk in late_seats.came),
        tuple(names[pk] for pk in late_seats.others),
        late_seats.table >= seating.tables.count(),
    )


def _find(event: Event, more: Sequence[int] = ()) -> LateSeats | None:
    """A place in the set in play, unless its bell has rung; with `more`, as if these had come, too.
    Once all of its results are in, nobody is to wait for another table: then it is only for those
    who could not play later."""
    late_seats, seating = drive.find_late_seats(event, more), current_seating(event)
    if late_seats is None or seating is None:
        return None
    hall, number = Hall.now(event), seating.set_number
    late = is_complete(hall, number) and _has_room(event)
    return None if late or has_rung(event, format_of(event), number, hall) else late_seats


def open_words(event: Event) -> str:
    """The people who could still play in this set, and with whom, in words; "" for nobody."""
    place = find_open_seats(event)
    if place is None:
        return ""
    names = {"came": and_list(place.came), "others": and_list(place.others)}
    if place.opens:
        text = ngettext(
            "{came} can play {others}, who sits out now.",
            "{came} can play {others}, who sit out now.",
            len(place.others),
        )
        return text.format(**names)
    return _("{came} can sit down with {others}.").format(**names)


def closed_words(event: Event) -> str:
    """A sentence if nobody who comes now can play; else ""."""
    if _has_room(event) or _find(event, STRANGERS) is not None:
        return ""
    return _("The draw is closed: people who come now can only stand in for somebody who leaves.")


def outlook_words(event: Event) -> str:
    """A sentence about the chances of a late arrival; with a placeholder for the name."""
    place = find_open_seats(event)
    if place is not None and is_complete(Hall.now(event), place.set_number):
        return _("%(name)s is entered. All results of this set are in, but one seat is still free.")
    if place is not None:
        return _("%(name)s is entered, and there is a seat in the current set.")
    if _has_room(event):
        return _("%(name)s will play as soon as the next seats are shown.")
    if _find(event, STRANGERS[:1]) is not None:
        return _("%(name)s needs a partner to take the free seats in this set.")
    return _("The draw is closed: %(name)s can only stand in for somebody who leaves.")


def _has_room(event: Event) -> bool:
    """Whether people who come now play from the next set on, whatever is free in this one."""
    format = format_of(event)
    if event.state != Event.State.PLAYING or format.movement is None:
        return True
    return format.ranking.placement.has_room(Hall.of(event).drive.drive)


def foresee_seats(event: Event, open_seats: OpenSeats) -> tuple[str, ...]:
    """The consequences of taking the place, in sentences."""
    format = format_of(event)
    arguments = {
        "table": table_title(format, open_seats.set_number, open_seats.number),
        "came": and_list(open_seats.came),
        "others": and_list(open_seats.others),
    }
    if not open_seats.opens:
        text = ngettext(
            "{table}: {came} sits down with {others}.",
            "{table}: {came} sit down with {others}.",
            len(open_seats.came),
        )
        return (text.format(**arguments), *_aside(event))
    text = ngettext(
        "{table} opens: {came} plays {others}.",
        "{table} opens: {came} play {others}.",
        len(open_seats.came),
    )
    bye = ngettext(
        "{others} plays instead of sitting out.",
        "{others} play instead of sitting out.",
        len(open_seats.others),
    )
    card = _("The new table needs a table card: print one, or have its phone join with the code.")
    return (text.format(**arguments), bye.format(**arguments), card, *_aside(event))


def _aside(event: Event) -> list[str]:
    """Further sentences about the place."""
    sentences = [_("Nobody else’s seat changes.")]
    if format_of(event).length.deals.minutes and event.round_ends_at is not None:
        left = max(0, round((event.round_ends_at - timezone.now()).total_seconds() / 60))
        text = ngettext("The bell rings in {n} minute.", "The bell rings in {n} minutes.", left)
        sentences.append(text.format(n=left))
    if has_draft(event):
        sentences.append(_("The seats drawn for the next set are discarded."))
    return sentences


def seat_late_guests(*, event: Event, actor: Actor, mark: str) -> Table:
    """Seat late arrivals in the place that was shown (`mark`): they play in the set in play, and
    whoever had a bye plays against them. Raises Refused if that place is no longer open, or if the
    game refuses these people at a table."""
    early = find_early(event, partial(_find_marked, event, mark))
    with event_transaction(event, actor) as step:
        open_seats = early.take(event)
        seating = event.seatings.get(
            state=Seating.State.PUBLISHED, set_number=open_seats.set_number
        )
        entries = event.entries.in_bulk(open_seats.place.chairs)
        refuse_setup(event, [entries[pk] for pk in open_seats.place.chairs])
        table = _table_of(seating, open_seats)
        already = set(seating.seats.values_list("entry_id", flat=True))
        seats = Seat.objects.bulk_create(
            Seat(seating=seating, table=table, chair=chair, entry_id=pk, role=entries[pk].role)
            for chair, pk in enumerate(open_seats.place.chairs)
            if pk not in already
        )
        params: dict[str, Any] = {"names": [*open_seats.came], "set": seating.set_number}
        params |= {"table": table.number, "opened": table.pk if open_seats.opens else None}
        params |= {"seats": [seat.pk for seat in seats], "starters": event.starters}
        params["waits"] = _seat_instead(seating, open_seats.place.chairs)
        params["presences"] = _note_presence(event, open_seats)
        people = seating.seats.count() + seating.sit_outs.count()
        count_starters(event, people)
        step.log("late.seated", discarded=discard(event), **params)
        ensure_links(event)
    return table


def _find_marked(event: Event, mark: str) -> OpenSeats:
    """The place with that mark. Raises Refused if it is no longer open."""
    open_seats = find_open_seats(event)
    if open_seats is None or open_seats.mark != mark:
        raise refusal("seats.gone", "This seat is no longer free. Look again at what is.")
    return open_seats


def _table_of(seating: Seating, open_seats: OpenSeats) -> Table:
    """The table, opened if necessary."""
    if open_seats.opens:
        return Table.objects.create(
            seating=seating,
            number=open_seats.number,
            late=True,
            division=open_seats.place.division,
        )
    return seating.tables.get(number=open_seats.number)


def _seat_instead(seating: Seating, chairs: Sequence[int]) -> list[Any]:
    """Remove those who get a chair from the sit-outs; return these for the log."""
    waits = seating.sit_outs.filter(entry__in=chairs)
    rows = list(waits.values("pk", "entry_id", "reason", "watches", "partner_id", "division"))
    waits.delete()
    return rows


def _note_presence(event: Event, open_seats: OpenSeats) -> list[int]:
    """Store that those who came are here from this set on; return the ids of these rows for the
    log."""
    there = drive.present(event, open_seats.set_number, only=open_seats.place.came)
    return [
        Presence.objects.create(entry_id=pk, from_set=open_seats.set_number, here=True).pk
        for pk in open_seats.place.came
        if pk not in there
    ]


def _sentence(params: Params) -> str:
    return ngettext(
        "{people} came late and is playing here.",
        "{people} came late and are playing here.",
        len(params["names"]),
    )


def _undo(event: Event, params: Params, _actor: Actor) -> None:
    seating = event.seatings.get(state=Seating.State.PUBLISHED, set_number=params["set"])
    Seat.objects.filter(pk__in=params["seats"]).delete()
    if params["opened"] is not None:
        Table.objects.filter(pk=params["opened"]).delete()
    SitOut.objects.bulk_create(SitOut(seating=seating, **fields) for fields in params["waits"])
    Presence.objects.filter(pk__in=params["presences"]).delete()
    Event.objects.filter(pk=event.pk).update(starters=params["starters"])
    event.starters = params["starters"]
    undo_discard(event, params["discarded"])


def _can_undo(event: Event, params: Params) -> bool:
    """Whether nothing was ever reported or disputed at the table, and no later seats are shown."""
    tables = Table.objects.filter(number=params["table"], reports=None, dispute=None)
    table = tables.filter(
        seating__event=event,
        seating__set_number=params["set"],
        seating__state=Seating.State.PUBLISHED,
        substitutions=None,
    ).first()
    return table is not None and is_newest(table.seating)


register(
    Step(
        "late.seated",
        _sentence,
        words=people_words,
        has_place=True,
        undo=_undo,
        can_undo=_can_undo,
    )
)
