"""The log as pages show it, which of its steps could be undone now, and taking the last one
back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.utils.translation import gettext_lazy

from tournaments.log.event_transaction import event_transaction
from tournaments.log.steps import STEPS, Params, Step, describe_step, register
from tournaments.models.errors import refusal

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.access.permissions import Actor
    from tournaments.models import Event, LogEntry


PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class LogRow:
    entry_id: int
    version: int
    when: datetime
    who: str
    sentence: str
    reason: str
    undone: bool
    undoable: bool  # the one that would be undone now


@dataclass(frozen=True, slots=True)
class LogPage:
    rows: tuple[LogRow, ...]  # newest first
    page: int
    pages: int


def read_log(event: Event, page: int = 1) -> LogPage:
    """One page of the log (1-based, newest first); a page out of range shows the last."""
    lines = event.log.select_related("undone_by").order_by("-version")
    shown = Paginator(lines, PAGE_SIZE).get_page(page)
    undoable = last_undoable(event)
    rows = tuple(
        LogRow(
            entry_id=line.pk,
            version=line.version,
            when=line.created,
            who=line.who,
            sentence=describe_step(event, line.code, line.params),
            reason=line.params.get("reason", ""),
            undone=hasattr(line, "undone_by"),
            undoable=undoable is not None and line.pk == undoable.pk,
        )
        for line in shown
    )
    return LogPage(rows, shown.number, shown.paginator.num_pages)


def last_undoable(event: Event) -> LogEntry | None:
    """The step that `undo_last` would take back now, or None: the newest that is not aside."""
    aside = [step.code for step in STEPS.values() if step.is_aside]
    lines = event.log.filter(undone_by=None, undoes=None).exclude(code__in=aside)
    line = lines.order_by("-version").first()
    step = STEPS.get(line.code) if line is not None else None
    if line is None or step is None or step.undo is None:
        return None
    can_undo = step.can_undo is None or step.can_undo(event, line.params)
    return line if can_undo else None


def undo_sentence(event: Event) -> tuple[int, str] | None:
    """The step that would be undone now: its line's id, and what it was."""
    line = last_undoable(event)
    return (line.pk, describe_step(event, line.code, line.params)) if line else None


def undo_last(*, event: Event, actor: Actor, expected: int | None = None) -> LogEntry:
    """Take back the last step; returns the new line of the log.

    `expected` is the id of the step that the page showed: if something happened meanwhile, Refused
    instead of undoing something else. Raises Refused where nothing can be undone.
    """
    if not actor.at_desk:
        raise refusal("undo.desk", "The host or the scorekeeper undoes.")
    with event_transaction(event, actor) as step:
        last = last_undoable(event)
        undo = STEPS[last.code].undo if last is not None else None
        if last is None or undo is None:
            raise refusal("undo.nothing", "There is nothing that can be undone.")
        if expected is not None and last.pk != expected:
            raise refusal("undo.other", "Something else happened meanwhile. Look again.")
        undo(event, last.params, actor)
        return step.log_undo(last)


def _undone_words(event: Event, params: Params) -> dict[str, str]:
    return {"what": describe_step(event, params["step"], params["told"])}


register(Step("undone", gettext_lazy("Undone: {what}"), words=_undone_words, is_aside=True))
