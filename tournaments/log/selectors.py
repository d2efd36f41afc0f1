"""The log in sentences, for pages, and the step that could be undone now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.utils.translation import gettext as _

from tournaments.db.steps import STEPS
from tournaments.models.event_games import format_of
from tournaments.web.labels import table_title
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.db.steps import Params
    from tournaments.models import Event, LogEntry


PAGE_SIZE = 25
AGAIN = "event.again"  # the entry with the event in which the same people play again


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

    @property
    def author(self) -> str:
        """The author, "" if the sentence names them: "Set 4, table 7, hand 1: 7 : 6."."""
        named = re.search(rf"\b{re.escape(self.who)}\b", self.sentence, re.IGNORECASE)
        return "" if named else self.who


@dataclass(frozen=True, slots=True)
class LogPage:
    rows: tuple[LogRow, ...]  # newest first
    page: int
    pages: int


def read_log(event: Event, page: int = 1) -> LogPage:
    """Return one page of the log (from 1, newest first); the last page if out of range."""
    lines = event.log.select_related("undone_by").order_by("-version")
    part = Paginator(lines, PAGE_SIZE).get_page(page)
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
        for line in part
    )
    return LogPage(rows, part.number, part.paginator.num_pages)


def last_undoable(event: Event) -> LogEntry | None:
    """Return the step that `undo_last` would undo now, or None: the newest that is not aside."""
    aside = [step.code for step in STEPS.values() if step.is_aside]
    lines = event.log.filter(undone_by=None, undoes=None).exclude(code__in=aside)
    line = lines.order_by("-version").first()
    step = STEPS.get(line.code) if line is not None else None
    if line is None or step is None or step.undo is None:
        return None
    can_undo = step.can_undo is None or step.can_undo(event, line.params)
    return line if can_undo else None


def undo_sentence(event: Event) -> tuple[int, str] | None:
    """Return id and sentence of the step that would be undone now, or None."""
    line = last_undoable(event)
    return (line.pk, describe_step(event, line.code, line.params)) if line else None


def rematch_number(event: Event) -> int | None:
    """Return the id of the event in which the same people play again, or others in its place; it
    may be deleted by now."""
    params = _rematch_params(event)
    return int(params["event"]) if params else None


def successor_number(event: Event) -> int | None:
    """Return the id of the event that took the place of this one, of which nothing was played; it
    may be deleted by now."""
    params = _rematch_params(event)
    return int(params["event"]) if params and params.get("changed") else None


def _rematch_params(event: Event) -> Params | None:
    lines = event.log.filter(code=AGAIN).order_by("-version")
    return lines.values_list("params", flat=True).first()


def describe_step(event: Event, code: str, params: Params) -> str:
    """Describe a step in one translated sentence (or a few). Raises KeyError for an unknown code,
    and for params without a value that the sentence needs."""
    step = STEPS[code]
    template = step.sentence(params) if callable(step.sentence) else str(step.sentence)
    words = step.words(event, params) if step.words else {}
    text = template.format_map({**params, **words})
    has_place = step.has_place(params) if callable(step.has_place) else step.has_place
    if has_place and (place := place_words(event, params)["place"]):
        text = _("{place}: {told}").format(place=place, told=text)
    consequences = step.consequences(params) if step.consequences else ()
    return " ".join((text, *consequences))


def place_words(event: Event, params: Params) -> dict[str, str]:
    """{place}: the set, table and deal of an entry, in the words of the format; "" without a
    table."""
    format, table, number = format_of(event), params.get("table"), params.get("set")
    if table is None:
        return {"place": ""}
    if number is None:
        return {"place": table_title(format, 1, table)}
    deal = params.get("deal") or None
    alone = bool(params.get("alone"))
    return {"place": translate(format.labels.place(number, table, deal, alone=alone))}
