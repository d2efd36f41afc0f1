"""What a table's phone sends: numbers, keys, names of chairs, the reports that it speaks of."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.http import Http404

from rulesets.engine.clean_text import clean_text
from tournaments.access.reads import marked_link, seated_link
from tournaments.scoring.reads import entry_of, report_of

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

    from tournaments.actors import EventRequest
    from tournaments.models import Entry, Link, Report, Table

# What the number of a deal is called; phones that were open during an upgrade send the older ones.
DEAL = ("deal", "round", "hand")


def whole(data: QueryDict, name: str, low: int = 0) -> int | None:
    """A small whole number that was sent, or None."""
    return small_number(data.get(name, ""), low)


def small_number(text: str, low: int = 0) -> int | None:
    """The number that a text is, if it is a small whole one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 12 or int(text) < low:
        return None
    return int(text)


def deal_in(data: QueryDict) -> int | None:
    """The deal that is spoken of: a hand of the set, a round of the game."""
    return next((whole(data, name, low=1) for name in DEAL if name in data), None)


def link_and_seats(request: HttpRequest, token: str) -> Link | None:
    """The link, with its table in the set that the form was made for."""
    return seated_link(token, whole(request.POST, "set", low=1))


def link_and_mark(_request: HttpRequest, token: str) -> Link | None:
    """The link, with what its phones are told by whether to look anew."""
    return marked_link(token)


def sent_key(data: QueryDict) -> str:
    """The key that makes a repeated submission the same one; a new one where none came."""
    return clean_text(data.get("key", ""))[:64] or secrets.token_urlsafe(18)


def named_chairs(data: QueryDict) -> list[int]:
    """The chairs that a cut names: one radio button for each role, or boxes for all."""
    names = [name for name in data if name == "winner" or name.startswith("winner_")]
    texts = [text for name in names for text in data.getlist(name)]
    return [int(text) for text in texts if text in ("0", "1", "2", "3")]


def own_report(request: EventRequest, named: str) -> Report:
    """The report of that id, if it is one of this link's table. Raises Http404."""
    number = request.actor.table_number or 0
    report = report_of(request.event, number, small_number(named) or 0)
    if report is None:
        raise Http404
    return report


def agreement(request: EventRequest) -> tuple[Report, Entry]:
    """The report that somebody agrees to, and who that is. Raises Http404 for no such."""
    by = entry_of(request.event, whole(request.POST, "entry") or 0)
    if by is None:
        raise Http404
    return own_report(request, request.POST.get("report", "")), by


def target_table(request: EventRequest) -> Table:
    """The table of this link in the set that the form was made for. Raises Http404."""
    found = request.link.seated if request.link else None
    if found is None:
        raise Http404
    return found
