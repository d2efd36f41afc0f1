"""What the host does to the wall screen: hide and reveal standings, hurry a table, a timer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.log.event_transaction import event_transaction
from tournaments.log.steps import Step, Touches, place_words, register
from tournaments.models.errors import refusal
from tournaments.standings.selectors import standings

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.log.steps import Params
    from tournaments.models import Event

LONGEST = 24 * 60  # minutes


def hide_standings(*, event: Event, actor: Actor, hidden: bool) -> None:
    """Hide the standings from everybody but the desk, or show them all again."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=["hide_standings", "revealed"])
        if event.hide_standings == hidden and not event.revealed:
            return
        event.hide_standings, event.revealed = hidden, 0
        event.save(update_fields=["hide_standings", "revealed"])
        step.log("standings.hidden", hidden=hidden)


def count_live(*, event: Event, actor: Actor, live: bool) -> None:
    """Let standings count the set in play as it goes, or only once it is over."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=["live_standings"])
        if event.live_standings == live:
            return
        event.live_standings = live
        event.save(update_fields=["live_standings"])
        step.log("standings.live", live=live)


def reveal_next(*, event: Event, actor: Actor) -> None:
    """Show one place more, from the last upwards; people who share a place appear together."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=["hide_standings", "revealed"])
        if not event.hide_standings:
            raise refusal("reveal.shown", "The standings are not hidden.")
        if not standings(event).hidden:
            raise refusal("reveal.all", "All places are revealed.")
        event.revealed += 1
        event.save(update_fields=["revealed"])
        step.log("standings.revealed", places=event.revealed)


def nudge(*, event: Event, actor: Actor, table_number: int) -> None:
    """Ask a table on the wall screen to send its results."""
    with event_transaction(event, actor) as step:
        if not event.seatings.filter(state="published", tables__number=table_number).exists():
            raise refusal("table.unknown", "There is no table {table}.", table=table_number)
        step.log("nudge", shown_at=table_number, table=table_number)


def set_timer(*, event: Event, actor: Actor, minutes: int | None) -> None:
    """Start the round's timer on the wall screen, or take it away (None)."""
    if minutes is not None and not 1 <= minutes <= LONGEST:
        text = "Between 1 and {most} minutes."
        raise refusal("timer.range", text, "minutes", most=LONGEST)
    with event_transaction(event, actor) as step:
        ends = timezone.now() + timedelta(minutes=minutes) if minutes else None
        event.round_ends_at = ends
        event.save(update_fields=["round_ends_at"])
        step.log("timer", minutes=minutes)


def _hidden_sentence(params: Params) -> str:
    if params["hidden"]:
        return _("The standings were hidden.")
    return _("The standings were shown again.")


def _live_sentence(params: Params) -> str:
    if params["live"]:
        return _("Standings count the set in play as it goes.")
    return _("Standings count a set once it is over.")


def _timer_sentence(params: Params) -> str:
    if params["minutes"]:
        return _("The timer was set to {minutes} minutes.")
    return _("The timer was taken away.")


register(
    Step("standings.hidden", _hidden_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("standings.live", _live_sentence, touches=Touches.NOTHING, is_aside=True),
    Step(
        "standings.revealed",
        gettext_lazy("The next place was revealed."),
        touches=Touches.NOTHING,
        is_aside=True,
    ),
    Step(
        "nudge",
        gettext_lazy("{place} was asked for its results."),
        words=place_words,
        touches=Touches.NOTHING,
        is_aside=True,
    ),
    Step("timer", _timer_sentence, touches=Touches.NOTHING, is_aside=True),
)
