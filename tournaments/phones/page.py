"""Everything that a table's page shows, besides what was just sent."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from tournaments.forms import message
from tournaments.games import format_of
from tournaments.phones import couple, score_table, set_table
from tournaments.scoring.counting import counts_cards

if TYPE_CHECKING:
    from rulesets.problems import Problem
    from tournaments.actors import EventRequest
    from tournaments.phones.blocks import Both
    from tournaments.scoring.report_form import ReportForm


@dataclass
class Answer:
    """What a page is to show besides the state of the table: the deal that is looked at or
    entered, its form as it was sent, two values that disagree."""

    form: ReportForm | None = None
    number: int | None = None
    both: Both | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)
    status: int = 200


def build(request: EventRequest, token: str, answer: Answer) -> dict[str, Any]:
    """Everything the page shows: what is always there, and the blocks."""
    event, number = request.event, request.actor.table_number or 0
    blocks = _kind(request).blocks(request, number, token, answer)
    finished = event.state == event.State.FINISHED
    if finished:
        blocks = asking_nothing(blocks)
    marks = repr((event.state, answer.number, blocks.pop("marks", None)))
    return {
        "event": event,
        "token": token,
        "number": number,
        "answer": answer,
        "key": secrets.token_urlsafe(18),
        "problems": [message(problem) for problem in answer.problems],
        "version": event.version,
        "stamp": blake2b(marks.encode(), digest_size=9).hexdigest(),
        "picks": counts_cards(event.game),
        "finished": finished,
        **blocks,
    }


ASKING = ("rulings", "waiting", "uncounted", "first_deal", "coming", "entry", "last")


def asking_nothing(blocks: dict[str, Any]) -> dict[str, Any]:
    """What is shown once the evening is over: all of it, but nobody is asked for anything."""
    found = {name: block for name, block in blocks.items() if name not in ASKING}
    for name, unasked in UNASKED.items():
        if found.get(name) is not None:
            found[name] = replace(found[name], **unasked)
    return found


# What a block asks besides what it tells.
UNASKED: dict[str, dict[str, Any]] = {
    "head": {"now": "", "beside": ""},
    "moved": {"report_id": None},
    "here": {"report_id": None, "can_change": False},
    "board": {"hint": ""},
}


def both_values(request: EventRequest, number: int, **given: Any) -> Answer:
    """What the page of a lost race shows: what is written, what was sent, and a choice."""
    both = _kind(request).both_values(request, number, **given)
    return Answer(number=number or None, both=both, status=409)


def _kind(request: EventRequest) -> Any:
    form = format_of(request.event)
    if form.apart:
        return set_table
    return couple if form.room else score_table
