"""Whole pages kept as they were rendered, until something happens in their event, and fragments of
pages, for as long as they look the same.

A room full of phones looks at the standings after every result, and all of them see the same page:
it is rendered once for each state of the event, by whichever thread of whichever process asks
first, and handed out as bytes, compressed once as well. Who only looks on may get a page that is
some seconds old (`old`), so that a hall whose results pour in is not rendered after each of them;
for everybody else nothing in here can be out of date, because a page is kept with the state that it
shows (`Event.version` and `Event.changed`; where it belongs to no event, with a state of all that
it is made of). What the host hides, reveals or ends, and that a time is up (`_rulings`), holds at
once for everybody. Who may see a page is checked before it is asked for. Nothing that belongs to
one reader is kept: of the forms' CSRF token only its places are, and a page with messages for its
reader is rendered for that reader alone.

A fragment is known by all that it shows. Whatever belongs to one reader (a CSRF token, the key of
an entry) must not stand in it.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments.cache.memo import Memo
from tournaments.cache.shared_cache import SharedMemo

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from django.http import HttpRequest
    from django.utils.safestring import SafeString

    from tournaments.access.permissions import EventRequest
    from tournaments.models import Event


# A gzip file with a name (RFC 1952). The name's length is random, as in Django's own compression,
# so that lengths tell as little as possible of what stands in a page (BREACH).
_HEAD = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class PrecompressedPage:
    """A page, cut at the places of the token: as it is, and each part deflated."""

    parts: tuple[bytes, ...]
    deflated: tuple[bytes, ...]
    check: int  # the CRC of the first part
    stamp: str  # two pages of the same parts have the same

    @classmethod
    def of(cls, parts: list[bytes]) -> PrecompressedPage:
        """Compress the parts of a page, of which there is at least one."""
        deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        squeezed = [
            deflate.compress(part) + deflate.flush(zlib.Z_FULL_FLUSH) for part in parts[:-1]
        ]
        squeezed.append(deflate.compress(parts[-1]) + deflate.flush())
        stamp = blake2b(digest_size=12)
        for part in parts:
            stamp.update(len(part).to_bytes(4, "big") + part)
        return cls(tuple(parts), tuple(squeezed), zlib.crc32(parts[0]), stamp.hexdigest())

    @property
    def has_tokens(self) -> bool:
        """Whether there is a place for a token in it."""
        return len(self.parts) > 1

    @property
    def size(self) -> int:
        """What it takes of the memory, in bytes."""
        return sum(map(len, self.parts)) + sum(map(len, self.deflated))

    def plain(self, token: bytes) -> bytes:
        """The page with that token in its places."""
        return token.join(self.parts)

    def gzipped(self, token: bytes) -> bytes:
        """The same as a gzip file."""
        check, size = self.check, len(self.parts[0])
        for part in self.parts[1:]:
            check = zlib.crc32(part, zlib.crc32(token, check))
            size += len(token) + len(part)
        length = len(token)
        # A stored block of deflate, which is no last one: its length and the complement of it.
        stored = b"\x00" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
        name = b"-" * secrets.randbelow(_LONGEST_NAME + 1) + b"\x00"
        tail = check.to_bytes(4, "little") + size.to_bytes(4, "little")
        return _HEAD + name + (stored + token).join(self.deflated) + tail


PAGES = 24 * 1024 * 1024  # bytes a process
FRAGMENTS = 12 * 1024 * 1024  # letters a process: what the phones of 2,500 tables show in a set

# Where the token stands in a kept page; nobody can write a text that contains it.
_TOKEN = secrets.token_urlsafe(32)


_pages: SharedMemo[PrecompressedPage] = SharedMemo("page", PAGES, lambda page: page.size)
_fragments: Memo[SafeString] = Memo(FRAGMENTS, len)


def render_fragment(
    key: Hashable, render: Callable[[], SafeString], shows: object = None
) -> SafeString:
    """The fragment of that key in the reader's language, kept or rendered. `shows` is what it shows
    besides its key, where that can only be compared. Raises what `render` raises."""
    return _fragments.get((key, get_language()), shows, render)


def render_page(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    shows: tuple[Hashable, ...] = (),
    old: float = 0.0,
) -> HttpResponse:
    """A page that looks the same to everybody until the event changes, or is at most `old` seconds
    older than that.

    `context` is called only where the page must be rendered. `also` is whatever the page depends
    on besides the event's state, the address and the language: who may do what on it. Of what it
    `shows` besides only the last is kept.
    """
    if len(get_messages(request)):
        return render(request, template, context())
    page = precompress_page(request, template, context, *also, word=_TOKEN, shows=shows, old=old)
    return respond(request, page)


def render_page_in_state(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    state: Hashable,
) -> HttpResponse:
    """A page that belongs to no event and looks the same to all for whom `also` is the same, as
    long as the `state` is: all that it is made of."""
    if len(get_messages(request)):
        return render(request, template, context())
    return respond(request, _page_in_state(request, template, context, also, state, word=_TOKEN))


def precompress_page(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    word: str,
    shows: tuple[Hashable, ...] = (),
    old: float = 0.0,
) -> PrecompressedPage:
    """The same as bytes, cut where `word` stands in it (as `csrf_token`), which nobody can write
    and which is another for each reader."""
    event = request.event
    key, state = (event.pk, *_rulings(event), *also), (event.version, event.changed, *shows)
    return _page_in_state(request, template, context, key, state, word=word, old=old)


def _page_in_state(
    request: HttpRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    also: tuple[Hashable, ...],
    state: Hashable,
    *,
    word: str,
    old: float = 0.0,
) -> PrecompressedPage:
    def make() -> PrecompressedPage:
        page = render_to_string(template, {**context(), "csrf_token": word}, request=request)
        return PrecompressedPage.of([part.encode() for part in page.split(word)])

    key = (template, request.path, get_language(), *also)
    return _pages.get(key, state, make, old=old)


def _rulings(event: Event) -> tuple[Hashable, ...]:
    """What the host has said about the pages, and whether a time is up: it holds at once, whatever
    else may be old."""
    now = timezone.now()
    return (
        event.state,
        event.hide_standings,
        event.revealed,
        event.reveal_from,
        event.break_ends_at,
        event.held_slide,
        event.live_standings,
        event.round_ends_at,
        event.name,
        event.evening_id,
        *(ends is not None and ends <= now for ends in (event.round_ends_at, event.break_ends_at)),
    )


def respond(request: HttpRequest, page: PrecompressedPage) -> HttpResponse:
    """A kept page for this reader: with their token, compressed if they read that, and not at all
    if they have it already (304)."""
    token = get_token(request).encode() if page.has_tokens else b""
    known = page.stamp
    if token:  # a page from before somebody signed in or out holds a token that is void now
        secret = request.META["CSRF_COOKIE"].encode()
        known += blake2b(secret, key=known.encode(), digest_size=9).hexdigest()
    tag = f'W/"{known}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = encode_response(request, page, token)
    response.headers["ETag"] = tag
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def encode_response(request: HttpRequest, page: PrecompressedPage, word: bytes) -> HttpResponse:
    """The bytes of a kept page with the reader's word in its places, as the reader reads them."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(page.plain(word))
    return HttpResponse(page.gzipped(word), headers={"Content-Encoding": "gzip"})
