"""What a paper will be like: the picture of its first page, drawn from the paper itself."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import get_language

from tournaments.papers import jobs, register, thumbnails
from tournaments.papers.theme import first_page_alone

if TYPE_CHECKING:
    from tournaments.models import Event
    from tournaments.papers.wishes import Wish

KEPT_SECONDS = 24 * 60 * 60
PICTURES = 4  # changes whenever papers look different though the event is the same


def version(event: Event) -> str:
    """What the pictures of an event are fresh by: another after whatever happens in it."""
    state = (PICTURES, event.pk, event.version, event.changed.isoformat(), get_language())
    return sha256(repr(state).encode()).hexdigest()[:16]


def picture(event: Event, wish: Wish) -> bytes:
    """The PNG of a paper's first page. Raises Refused where the paper cannot be made yet."""
    with first_page_alone():
        pdf = register.make_paper(event, _short(event, wish)).pdf
    return picture_of(pdf)


def picture_of(pdf: bytes) -> bytes:
    """The PNG of a file's first page, kept under what the file holds."""
    key = thumbnails.key_of(pdf)
    found: bytes | None = cache.get(key)
    if found is None:
        found = thumbnails.first_page(pdf)
        cache.set(key, found, KEPT_SECONDS)
    return found


def _short(event: Event, wish: Wish) -> Wish:
    """The same paper with no more in it than its first page shows, where it would be long."""
    wish = replace(wish, count=min(wish.count, 2))
    kind = register.kind_of(event, wish.kind)
    if kind is None or "only" not in kind.asks or not jobs.is_long(event, wish):
        return wish
    first = event.entries.order_by("pk").values_list("pk", flat=True).first()
    return replace(wish, only=first)
