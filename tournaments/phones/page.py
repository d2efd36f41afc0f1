"""Everything that a table's page shows, besides what was just sent; its part that changes, and the
tag by which a phone says what it has."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.access.selectors import marked_link
from tournaments.phones import agreements, entry_context, table_context
from tournaments.phones.blocks import Answer
from tournaments.phones.phone import phone_at
from tournaments.rules.forms import counts_cards
from tournaments.web.forms import message
from tournaments.web.labels import called

if TYPE_CHECKING:
    from typing import Any

    from tournaments.access.permissions import EventRequest
    from tournaments.phones.phone import Phone


def build(request: EventRequest, token: str, answer: Answer) -> dict[str, Any]:
    """Everything the page shows: what is always there, and the blocks."""
    event = request.event
    phone = phone_at(request, token, answer)
    blocks = blocks_of(phone)
    finished = event.state == event.State.FINISHED
    if finished:
        blocks = asking_nothing(blocks)
    return {
        "event": event,
        "token": token,
        "at": phone.at,
        "number": phone.number,
        "answer": answer,
        "problems": [message(problem) for problem in answer.problems],
        "picks": counts_cards(event.game),
        "finished": finished,
        "untold": phone.pad is not None and phone.untouched,
        "called": called(phone.form),
        **blocks,
    }


def blocks_of(phone: Phone) -> dict[str, Any]:
    """The blocks of the page, each None or empty where the format, the game or the moment has
    nothing for it; no more than the head before the first seats."""
    if phone.set is None and phone.pad is None:
        return {"head": table_context.head_of(phone)}
    seen = entry_context.seen_of(phone)
    entry = entry_context.entry_of(phone, seen)
    return {
        "head": table_context.head_of(phone, entry),
        "seated": True,
        "pad": phone.pad,
        "ending": table_context.won_of(phone),
        "secret": phone.keeps_back,
        "moved": table_context.moved_of(phone),
        "rulings": agreements.rulings_of(phone),
        "seen": seen,
        "waiting": agreements.waiting_of(phone, seen, entry),
        "outcome": table_context.outcome_of(phone),
        "uncounted": entry_context.uncounted_of(phone),
        "here": table_context.here_of(phone),
        "progress": table_context.progress_of(phone),
        "first_deal": entry_context.first_deal_of(phone, entry),
        "coming": entry_context.next_round_of(phone, entry),
        "entry": entry,
        "last": entry_context.last_of(phone, seen, entry),
        "seats": table_context.seats_of(phone, entry),
        "line": phone.set.line if phone.set is not None else "",
        "hands": table_context.hands_of(phone),
        "board": table_context.board_of(phone),
        "brought": table_context.brought_of(phone),
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
    both = agreements.both_values(request, number, **given)
    return Answer(number=number or None, both=both, status=409)


PART = "phones/_state.html"
# What is another in every answer; nobody can write a text that contains these.
_TOKEN, _KEY, _TAG = (secrets.token_urlsafe(32) for _ in range(3))


@dataclass(frozen=True, slots=True)
class StateFragment:
    """The part as it is sent, its tag, and what a whole page shows beside it."""

    text: SafeString
    tag: str
    context: dict[str, Any]

    @property
    def shows(self) -> str:
        """The half of the tag that says what is shown."""
        return self.tag.partition(".")[2]


def part(request: EventRequest, token: str, answer: Answer) -> StateFragment:
    """Build and render it. The link and its event come with the mark; else they are read anew, so
    that what is shown is never older than the mark says."""
    if request.link is None or not request.link.mark:
        look_anew(request, token)
    happened = happened_of(request, answer)
    context = build(request, token, answer)
    blank = {"key": _KEY, "csrf_token": _TOKEN, "tag": _TAG}
    text: str = render_to_string(PART, context | blank, request=request)
    tag = f"{happened}.{_digest(text)}"
    own = {_KEY: secrets.token_urlsafe(18), _TAG: tag}
    if _TOKEN in text:
        own[_TOKEN] = get_token(request)
    for place, word in own.items():
        text = text.replace(place, word)
    return StateFragment(mark_safe(text), tag, context)  # noqa: S308  rendered by the template


def look_anew(request: EventRequest, token: str) -> None:
    """Read the link with its event and its mark, as they are now. Raises Http404 where they are
    gone."""
    link = marked_link(token)
    if link is None:
        raise Http404
    request.link, request.event = link, link.event


def happened_of(request: EventRequest, answer: Answer) -> str:
    """The half of the tag that says what has happened, for a page that shows what `answer` says."""
    mark = request.link.mark if request.link is not None else ""
    return _digest(f"{mark} {answer.number or 0} {answer.all_rounds} {get_language()}")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()
