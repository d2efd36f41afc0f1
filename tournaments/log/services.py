"""Undo of the last step of the log: nothing is erased, an entry undoes another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from tournaments.db.steps import STEPS, Params, Step, event_transaction, register
from tournaments.log.selectors import describe_step, last_undoable
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from tournaments.access.permissions import Actor
    from tournaments.models import Event, LogEntry


def undo_last(*, event: Event, actor: Actor, expected: int | None = None) -> LogEntry:
    """Undo the last step; return the new log entry.

    `expected`: the id of the step that the page showed. Raises Refused if that is no longer the
    last step, or if nothing can be undone.
    """
    if not actor.at_desk:
        raise refusal("undo.desk", "Only the host or a scorekeeper can undo.")
    with event_transaction(event, actor) as step:
        last = last_undoable(event)
        undo = STEPS[last.code].undo if last is not None else None
        if last is None or undo is None:
            raise refusal("undo.nothing", "There is nothing to undo.")
        if expected is not None and last.pk != expected:
            raise refusal(
                "undo.other", "Something else has happened in the meantime. Please check again."
            )
        undo(event, last.params, actor)
        return step.log_undo(last)


def _undone_words(event: Event, params: Params) -> dict[str, str]:
    return {"what": describe_step(event, params["step"], params["told"])}


register(Step("undone", gettext_lazy("Undone: {what}"), words=_undone_words, is_aside=True))
