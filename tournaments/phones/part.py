"""The part of a table's page that changes, and the tag by which a phone says what it has of it.

A tag names the newest thing that the table's phones show (`Link.mark`) and what they show of it. So
a phone that asks again is answered without a look at its table while nothing happened there, and
with nothing to read where what happened changes nothing here.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from django.http import Http404
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.access.reads import marked_link
from tournaments.phones.page import build

if TYPE_CHECKING:
    from typing import Any

    from tournaments.actors import EventRequest
    from tournaments.phones.blocks import Answer

PART = "phones/_state.html"
# What is another in every answer; nobody can write a text that contains these.
_TOKEN, _KEY, _TAG = (secrets.token_urlsafe(32) for _ in range(3))


@dataclass(frozen=True, slots=True)
class Part:
    """The part as it is sent, its tag, and what a whole page shows beside it."""

    text: SafeString
    tag: str
    context: dict[str, Any]

    @property
    def shows(self) -> str:
        """The half of the tag that says what is shown."""
        return self.tag.partition(".")[2]


def part(request: EventRequest, token: str, answer: Answer) -> Part:
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
    return Part(mark_safe(text), tag, context)  # noqa: S308  rendered by the template


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
