"""People who sat down in wrong chairs: two of them change places from a deal on, as if they had
been seated so; what is reported from there on then counts for whoever has the chair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.boards.hands import TableHands, set_hands
from tournaments.boards.seatings import discard, is_newest, undo_discard
from tournaments.log.steps import Step, event_transaction, register
from tournaments.models import Entry, Event, Seating, Substitution
from tournaments.models.errors import refusal
from tournaments.models.event_games import format_of
from tournaments.seating.draws import has_draft, seat_words
from tournaments.web.labels import and_list, role_word, table_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import Actor
    from tournaments.log.steps import Params


@dataclass(frozen=True, slots=True)
class TakenChair:
    """A chair and who has it before the exchange."""

    hands: TableHands
    chair: int
    entry: Entry

    @property
    def role(self) -> str:
        """The role that is played in this chair, whoever sits there."""
        return self.hands.roles[self.chair]

    def reported(self, from_hand: int, deals: int) -> list[int]:
        """The deals from that one on of which there is a report."""
        return [
            deal
            for deal in range(from_hand, deals + 1)
            if self.hands.deal(deal).payload is not None
        ]


def exchange_chairs(
    *, event: Event, actor: Actor, seating: Seating, first: Entry, second: Entry, from_hand: int
) -> tuple[Substitution, Substitution]:
    """Let two people change places from a hand on: each stands in for the other.

    What is reported of these chairs from there on counts for them. Raises Refused where one of them
    has no chair in that hand, or somebody took one of the chairs over later.
    """
    with event_transaction(event, actor) as step:
        one, other = _find_chairs(event, seating, (first, second), from_hand)
        made = tuple(
            Substitution.objects.create(
                table=place.hands.table, chair=place.chair, from_hand=from_hand, entry=comes.entry
            )
            for place, comes in ((one, other), (other, one))
        )
        told: dict[str, Any] = {"name": first.name, "other": second.name, "hand": from_hand}
        told |= {"set": seating.set_number, "substitutions": [sub.pk for sub in made]}
        step.log("chairs.exchanged", discarded=discard(event), **told)
    return made[0], made[1]


def foresee_exchange(
    *, event: Event, seating: Seating, first: Entry, second: Entry, from_hand: int
) -> tuple[str, ...]:
    """What an exchange would change, in sentences. Raises Refused as the exchange itself would."""
    one, other = _find_chairs(event, seating, (first, second), from_hand)
    form = format_of(event)
    sentences = [
        *_moved_words(event, seating, one, other, from_hand),
        *_moved_words(event, seating, other, one, from_hand),
    ]
    if not any(place.reported(from_hand, form.deals) for place in (one, other)):
        sentences.append(_("Nothing is reported from there on yet."))
    if not is_newest(seating):
        sentences.append(_("Seats that were shown since stay as they are."))
    elif has_draft(event):
        sentences.append(_("The seats that are drawn next are put away."))
    return tuple(sentences)


def _moved_words(
    event: Event, seating: Seating, place: TakenChair, comes: TakenChair, from_hand: int
) -> list[str]:
    """What somebody gets with the chair of another one: its reports, and its role."""
    form = format_of(event)
    names = {"name": comes.entry.name, "other": place.entry.name}
    table = table_title(form, seating.set_number, place.hands.table.number)
    sentences = []
    if deals := place.reported(from_hand, form.deals):
        text = ngettext(
            "{table}, hand {hands}: what is reported counts for {name}, not for {other}.",
            "{table}, hands {hands}: what is reported counts for {name}, not for {other}.",
            len(deals),
        )
        told = and_list([str(deal) for deal in deals])
        sentences.append(text.format(table=table, hands=told, **names))
    if place.role != comes.role:
        text = _("{name} plays the part of the chair: {role}.")
        sentences.append(text.format(name=comes.entry.name, role=role_word(event, place.role)))
    return sentences


def _find_chairs(
    event: Event, seating: Seating, people: Sequence[Entry], from_hand: int
) -> tuple[TakenChair, TakenChair]:
    """The two chairs. Raises Refused."""
    form, playing = format_of(event), event.state == Event.State.PLAYING
    if seating.event_id != event.pk or any(one.event_id != event.pk for one in people):
        raise refusal("entry.foreign", "That person is not entered in this event.")
    if seating.state != Seating.State.PUBLISHED or not playing:
        raise refusal("set.not_playing", "This set is not being played.")
    if not 1 <= from_hand <= form.deals:
        raise refusal("substitute.hand", "Choose one of the hands.", "from_hand")
    if people[0].pk == people[1].pk:
        raise refusal("exchange.same", "Choose two different people.", "second")
    at = {
        who: (hands, chair)
        for hands in set_hands(seating)
        for chair, who in enumerate(hands.sitters(from_hand))
    }
    found = []
    for entry, field in zip(people, ("first", "second"), strict=True):
        if entry.pk not in at:
            text = "{name} has no chair in hand {hand}."
            raise refusal("exchange.seatless", text, field, name=entry.name, hand=from_hand)
        hands, chair = at[entry.pk]
        if any(hand > from_hand and where == chair for hand, where, _who in hands.subs):
            text = "The chair of {name} is taken over later. Choose a later hand."
            raise refusal("exchange.later", text, "from_hand", name=entry.name)
        found.append(TakenChair(hands, chair, entry))
    return found[0], found[1]


def _undo_exchange(event: Event, params: Params, _actor: Actor) -> None:
    Substitution.objects.filter(pk__in=params["substitutions"]).delete()
    undo_discard(event, params.get("discarded"))


def _can_undo_exchange(_event: Event, params: Params) -> bool:
    """Whether nobody has taken one of the chairs since."""
    made = Substitution.objects.filter(pk__in=params["substitutions"])
    return made.count() == len(params["substitutions"]) and not any(
        Substitution.objects.filter(table=sub.table_id, chair=sub.chair, pk__gt=sub.pk)
        .exclude(pk__in=params["substitutions"])
        .exists()
        for sub in made
    )


register(
    Step(
        "chairs.exchanged",
        gettext_lazy("{name} and {other} change chairs in {seating}, from hand {hand} on."),
        words=seat_words,
        undo=_undo_exchange,
        can_undo=_can_undo_exchange,
    )
)
