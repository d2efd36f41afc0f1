"""Swaps of people who sat down in wrong chairs. From a deal on, two of them are treated as if they
had been seated so, and reports count for whoever has the chair. If one of them was to sit out, the
other one sits out from then on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.boards.table_reports import TableReports, reports_in
from tournaments.db.steps import Step, event_transaction, register
from tournaments.models import Entry, Event, Seating, SitOut, Substitution
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.seating.draws import has_draft, seat_words
from tournaments.seats.storage import discard, is_newest, undo_discard
from tournaments.web.labels import role_word, table_title
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params


@dataclass(frozen=True, slots=True)
class TakenChair:
    """A chair and who has it before the swap."""

    reports: TableReports
    chair: int
    entry: Entry

    @property
    def role(self) -> str:
        """The role that is played in this chair, whoever sits there."""
        return self.reports.table.roles[self.chair]

    def reported(self, from_hand: int, deals: int) -> list[int]:
        """The deals with a report from that hand on."""
        return [
            deal
            for deal in range(from_hand, deals + 1)
            if self.reports.deal(deal).payload is not None
        ]


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody who sits out the set."""

    entry: Entry

    @property
    def role(self) -> str:
        return self.entry.role


def exchange_chairs(
    *, event: Event, actor: Actor, seating: Seating, first: Entry, second: Entry, from_hand: int
) -> tuple[Substitution, ...]:
    """Let two people swap chairs from a hand on: each becomes the other's substitute.

    Reports of these chairs from there on count for them; whoever gets no chair sits out. Raises
    Refused if one of them has no part in that hand, if both sit out, or if somebody took one of the
    chairs over later.
    """
    with event_transaction(event, actor) as step:
        first_place, second_place = _find_places(event, seating, (first, second), from_hand)
        substitutions = tuple(
            Substitution.objects.create(
                table_id=place.reports.table.table_id,
                chair=place.chair,
                from_hand=from_hand,
                entry=comes.entry,
            )
            for place, comes in ((first_place, second_place), (second_place, first_place))
            if isinstance(place, TakenChair)
        )
        waits = [
            _sit_out(seating, goes.entry, comes.entry)
            for goes, comes in ((first_place, second_place), (second_place, first_place))
            if isinstance(comes, Wait)
        ]
        params: dict[str, Any] = {"name": first.name, "other": second.name, "hand": from_hand}
        params |= {"set": seating.set_number, "substitutions": [sub.pk for sub in substitutions]}
        params["waits"] = [wait for wait in waits if wait]
        step.log("chairs.exchanged", discarded=discard(event), **params)
    return substitutions


def _sit_out(seating: Seating, goes: Entry, comes: Entry) -> int:
    """Store that an entry sits out from now on; return its id, or 0 for somebody who was to sit out
    at first."""
    template = "{other} has the chair, after both had sat down in the wrong one."
    reason = {"code": "exchanged", "template": template, "params": {"other": comes.pk}}
    sit_out, new = SitOut.objects.get_or_create(
        seating=seating, entry=goes, defaults={"reason": reason}
    )
    return sit_out.pk if new else 0


def next_hand(seating: Seating, people: Sequence[Entry]) -> int:
    """The first hand that nothing is reported of where these people sit, from 1; the last of the
    set if all are reported."""
    entries = {entry.pk for entry in people}
    here = (
        reports for reports in reports_in(seating) if entries & set(reports.table.sitters_at_end)
    )
    last = max((reports.last_reported for reports in here), default=0)
    return min(last + 1, format_of(seating.event).length.most_deals)


def foresee_exchange(
    *, event: Event, seating: Seating, first: Entry, second: Entry, from_hand: int
) -> tuple[str, ...]:
    """The consequences of a swap, in sentences. Raises Refused as the swap itself would."""
    first_place, second_place = _find_places(event, seating, (first, second), from_hand)
    format = format_of(event)
    chairs = [
        (place, comes)
        for place, comes in ((first_place, second_place), (second_place, first_place))
        if isinstance(place, TakenChair)
    ]
    sentences = [
        sentence
        for place, comes in chairs
        for sentence in _moved_words(event, seating, place, comes, from_hand)
    ]
    if not any(place.reported(from_hand, format.length.most_deals) for place, _comes in chairs):
        sentences.append(_("Nothing is reported from that point yet."))
    if not is_newest(seating):
        sentences.append(_("Seats shown since then stay as they are."))
    elif has_draft(event):
        sentences.append(_("The next seats, already drawn, are discarded."))
    return tuple(sentences)


def _moved_words(
    event: Event, seating: Seating, place: TakenChair, comes: TakenChair | Wait, from_hand: int
) -> list[str]:
    """The reports and the role that come with another person's chair, in sentences."""
    format = format_of(event)
    names = {"name": comes.entry.name, "other": place.entry.name}
    table = table_title(format, seating.set_number, place.reports.table.number)
    sentences = []
    if deals := place.reported(from_hand, format.length.most_deals):
        text = ngettext(
            "{table}, hand {hands}: the result counts for {name}, not for {other}.",
            "{table}, hands {hands}: the results count for {name}, not for {other}.",
            len(deals),
        )
        numbers = and_list([str(deal) for deal in deals])
        sentences.append(text.format(table=table, hands=numbers, **names))
    if isinstance(comes, Wait):
        sentences.append(_("{other} sits out from that point.").format(**names))
    if place.role != comes.role:
        text = _("{name} plays the role that goes with the chair: {role}.")
        sentences.append(text.format(name=comes.entry.name, role=role_word(event, place.role)))
    return sentences


def _find_places(
    event: Event, seating: Seating, people: Sequence[Entry], from_hand: int
) -> tuple[TakenChair | Wait, TakenChair | Wait]:
    """The places of both in that hand: a chair, or among those who sit out. Raises Refused."""
    format, playing = format_of(event), event.state == Event.State.PLAYING
    if seating.event_id != event.pk or any(entry.event_id != event.pk for entry in people):
        raise refusal("entry.foreign", "That person is not entered in this event.")
    if seating.state != Seating.State.PUBLISHED or not playing:
        raise refusal("set.not_playing", "This set is not being played.")
    if not 1 <= from_hand <= format.length.most_deals:
        raise refusal("substitute.hand", "Choose one of the hands.", "from_hand")
    if people[0].pk == people[1].pk:
        raise refusal("exchange.same", "Choose two different people.", "second")
    tables = reports_in(seating)
    first, second = (
        _find_place(seating, tables, entry, from_hand, field)
        for entry, field in zip(people, ("first", "second"), strict=True)
    )
    if isinstance(first, Wait) and isinstance(second, Wait):
        text = "Both are sitting out. Choose somebody who has a chair."
        raise refusal("exchange.waiting", text, "second")
    return first, second


def _find_place(
    seating: Seating, tables: Sequence[TableReports], entry: Entry, from_hand: int, field: str
) -> TakenChair | Wait:
    """The place of somebody in that hand. Raises Refused."""
    later = [
        (reports.table.number, sub.chair, sub.entry_id)
        for reports in tables
        for sub in reports.table.substitutes
        if sub.from_hand > from_hand
    ]
    for reports in tables:
        for chair, who in enumerate(reports.table.sitters(from_hand)):
            if who != entry.pk:
                continue
            if any(place == [reports.table.number, chair] for *place, _who in later):
                text = "Somebody takes over the chair of {name} later. Choose a later hand."
                raise refusal("exchange.later", text, "from_hand", name=entry.name)
            return TakenChair(reports, chair, entry)
    if not seating.sit_outs.filter(entry=entry).exists():
        text = "{name} is not in hand {hand}."
        raise refusal("exchange.seatless", text, field, name=entry.name, hand=from_hand)
    if any(who == entry.pk for _table, _chair, who in later):
        text = "{name} takes a chair over later. Choose a later hand."
        raise refusal("exchange.later", text, "from_hand", name=entry.name)
    return Wait(entry)


def _undo_exchange(event: Event, params: Params, _actor: Actor) -> None:
    Substitution.objects.filter(pk__in=params["substitutions"]).delete()
    SitOut.objects.filter(pk__in=params.get("waits", ())).delete()
    undo_discard(event, params.get("discarded"))


def _can_undo_exchange(_event: Event, params: Params) -> bool:
    """Whether nobody has taken over one of the chairs since."""
    substitutions = Substitution.objects.filter(pk__in=params["substitutions"])
    return substitutions.count() == len(params["substitutions"]) and not any(
        Substitution.objects.filter(table=sub.table_id, chair=sub.chair, pk__gt=sub.pk)
        .exclude(pk__in=params["substitutions"])
        .exists()
        for sub in substitutions
    )


register(
    Step(
        "chairs.exchanged",
        gettext_lazy("{name} and {other} swap chairs in {seating}, from hand {hand} on."),
        words=seat_words,
        undo=_undo_exchange,
        can_undo=_can_undo_exchange,
    )
)
