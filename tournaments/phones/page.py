"""Everything that a table's page shows, besides what was just sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tournaments.forms import message
from tournaments.phones import agreeing, around, entering, scoreboard
from tournaments.phones.blocks import Answer
from tournaments.phones.phone import phone_at
from tournaments.scoring.counting import counts_cards
from tournaments.words import called

if TYPE_CHECKING:
    from tournaments.actors import EventRequest
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
        return {"head": around.head_of(phone)}
    seen = entering.seen_of(phone)
    entry = entering.entry_of(phone, seen)
    return {
        "head": around.head_of(phone, entry),
        "seated": True,
        "pad": phone.pad,
        "ending": scoreboard.won_of(phone),
        "secret": phone.keeps_back,
        "moved": around.moved_of(phone),
        "rulings": agreeing.rulings_of(phone),
        "seen": seen,
        "waiting": agreeing.waiting_of(phone, seen, entry),
        "outcome": around.outcome_of(phone),
        "uncounted": entering.uncounted_of(phone),
        "here": around.here_of(phone),
        "progress": around.progress_of(phone),
        "first_deal": entering.first_deal_of(phone, entry),
        "coming": entering.coming_of(phone, entry),
        "entry": entry,
        "last": entering.last_of(phone, seen, entry),
        "seats": around.seats_of(phone, entry),
        "line": phone.set.line if phone.set is not None else "",
        "hands": around.hands_of(phone),
        "board": scoreboard.board_of(phone),
        "brought": scoreboard.brought_of(phone),
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
    both = agreeing.both_values(request, number, **given)
    return Answer(number=number or None, both=both, status=409)
