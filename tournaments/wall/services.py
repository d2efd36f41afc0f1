"""The host's control of the wall screen: hide and reveal standings, hold a slide, hurry a table,
set a timer or a break."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.db.steps import NO_TABLE, Step, Touches, event_transaction, register
from tournaments.log.selectors import place_words
from tournaments.models.errors import refusal
from tournaments.wall.reveal import reveal

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.access.permissions import Actor
    from tournaments.db.steps import Params
    from tournaments.models import Event
    from tournaments.wall.reveal import RevealStep

REVEAL = ["hide_standings", "revealed", "awards_shown", "reveal_from", "held_slide"]
LONGEST = 24 * 60  # minutes


def hide_standings(*, event: Event, actor: Actor, hidden: bool) -> None:
    """Hide the standings from everybody but the desk, or show them again."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=REVEAL)
        if event.hide_standings == hidden and not (event.revealed or event.awards_shown):
            return
        event.hide_standings, event.revealed, event.awards_shown = hidden, 0, 0
        event.save(update_fields=REVEAL)
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


def plan_reveal(*, event: Event, actor: Actor, first: int | None) -> None:
    """Set how the winners are announced: one by one from place `first` upwards (0: from the last),
    with the standings hidden until then; None: all at once."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=REVEAL)
        start = event.reveal_from if first is None else first
        planned = (first is not None, 0, 0, start, "")
        if tuple(getattr(event, name) for name in REVEAL) == planned:
            return
        for name, value in zip(REVEAL, planned, strict=True):
            setattr(event, name, value)
        event.save(update_fields=REVEAL)
        step.log("standings.hidden", hidden=event.hide_standings)


def reveal_next(*, event: Event, actor: Actor) -> None:
    """Go one step on: an award, then a place, from the last upwards (people who share it appear
    together); after the first place the wall stays at the podium, where there is one, and turns its
    usual slides when the host lets it."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=REVEAL)
        if not event.hide_standings:
            raise refusal("reveal.shown", "The standings are not hidden.")
        progress = reveal(event)
        if progress.is_over or not progress.steps:
            raise refusal("reveal.all", "All places are revealed.")
        if progress.done < progress.awards:
            event.awards_shown = progress.done + 1
        else:
            event.revealed += 1
        event.round_ends_at = None
        event.held_slide = progress.podium if progress.next is None else ""
        event.save(update_fields=["revealed", "awards_shown", "round_ends_at", "held_slide"])
        step.log("standings.revealed", places=event.revealed, kind=_kind(progress.next))


def reveal_back(*, event: Event, actor: Actor) -> None:
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=REVEAL)
        if not event.hide_standings:
            raise refusal("reveal.shown", "The standings are not hidden.")
        progress = reveal(event)
        if not progress.done:
            raise refusal("reveal.none", "Nothing is revealed yet.")
        if event.revealed:
            event.revealed -= 1
            event.awards_shown = progress.awards
        else:
            event.awards_shown = progress.done - 1
        event.held_slide = ""
        event.save(update_fields=["revealed", "awards_shown", "held_slide"])
        step.log("standings.unrevealed", places=event.revealed)


def _kind(step: RevealStep | None) -> str:
    """The kind of a step for the log; "end" after the last one."""
    return step.kind if step else "end"


def hold_slide(*, event: Event, actor: Actor, slide: str) -> None:
    """Keep the wall at the slide of that key ("": let it turn)."""
    with event_transaction(event, actor) as step:
        event.refresh_from_db(fields=["held_slide"])
        if event.held_slide == slide:
            return
        event.held_slide = slide
        event.save(update_fields=["held_slide"])
        step.log("wall.held", only_table=NO_TABLE, held=bool(slide))


def set_break(*, event: Event, actor: Actor, minutes: int | None) -> None:
    """Show on the wall screen that there is a break, or that it is over (None)."""
    ends = _minutes_from_now(minutes)
    with event_transaction(event, actor) as step:
        event.break_ends_at = ends
        event.save(update_fields=["break_ends_at"])
        step.log("wall.break", only_table=NO_TABLE, minutes=minutes)


def nudge(*, event: Event, actor: Actor, table_number: int) -> None:
    """Ask a table on the wall screen to send its results."""
    with event_transaction(event, actor) as step:
        if not event.seatings.filter(state="published", tables__number=table_number).exists():
            raise refusal("table.unknown", "There is no table {table}.", table=table_number)
        step.log("nudge", only_table=table_number, table=table_number)


def set_timer(*, event: Event, actor: Actor, minutes: int | None) -> None:
    """Start the round's timer on the wall screen, or remove it (None)."""
    ends = _minutes_from_now(minutes)
    with event_transaction(event, actor) as step:
        event.round_ends_at = ends
        event.save(update_fields=["round_ends_at"])
        step.log("timer", minutes=minutes)


def _minutes_from_now(minutes: int | None) -> datetime | None:
    """The time in so many minutes. Raises Refused for none, or for more than a day."""
    if minutes is None:
        return None
    if not 1 <= minutes <= LONGEST:
        text = "Between 1 and {most} minutes."
        raise refusal("timer.range", text, "minutes", most=LONGEST)
    return timezone.now() + timedelta(minutes=minutes)


def _hidden_sentence(params: Params) -> str:
    if params["hidden"]:
        return _("The standings were hidden.")
    return _("The standings were shown again.")


def _live_sentence(params: Params) -> str:
    if params["live"]:
        return _("Standings count the set in play as it goes.")
    return _("Standings count a set once it is over.")


def _revealed_sentence(params: Params) -> str:
    """The sentence of the log; entries of earlier versions have places only."""
    if params.get("kind") == "end":
        return _("The reveal was over.")
    if params.get("kind") == "award":
        return _("An award was shown.")
    if params.get("kind") == "podium":
        return _("The podium was shown.")
    return _("The next place was revealed.")


def _held_sentence(params: Params) -> str:
    if params["held"]:
        return _("The wall screen was held at one page.")
    return _("The wall screen turned its pages again.")


def _break_sentence(params: Params) -> str:
    if params["minutes"]:
        return _("A break of {minutes} minutes began.")
    return _("The break was over.")


def _timer_sentence(params: Params) -> str:
    if params["minutes"]:
        return _("The countdown was set to {minutes} minutes.")
    return _("The countdown was removed.")


register(
    Step("standings.hidden", _hidden_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("standings.live", _live_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("standings.revealed", _revealed_sentence, touches=Touches.NOTHING, is_aside=True),
    Step(
        "standings.unrevealed",
        gettext_lazy("The reveal went one step back."),
        touches=Touches.NOTHING,
        is_aside=True,
    ),
    Step("wall.held", _held_sentence, touches=Touches.NOTHING, is_aside=True),
    Step("wall.break", _break_sentence, touches=Touches.NOTHING, is_aside=True),
    Step(
        "nudge",
        gettext_lazy("{place} was asked for its results."),
        words=place_words,
        touches=Touches.NOTHING,
        is_aside=True,
    ),
    Step("timer", _timer_sentence, touches=Touches.NOTHING, is_aside=True),
)
