"""The cache of rendered pages, until something happens in their event, and of fragments of pages.

A room full of phones looks at the standings after every result, and all of them see the same page:
it is rendered once for each state of the event, by the first thread of any process, and sent as
bytes, which are compressed once. Spectators may get a page that is some seconds old (`old`), so
that a hall with many results is not rendered after each of them. For everybody else no page is out
of date, because it is stored with its state (`Event.version` and `Event.changed`; without an event
a state of all its data). Changes by the host (hiding, revealing, ending) and the end of a time
(`_rulings`) apply to everybody at once. Views check access before they ask for a page. A page has
nothing of one reader: only the places of the CSRF token are stored, and a page with messages is
rendered for its reader alone.

The key of a fragment is all that it shows. Data of one reader (a CSRF token, the key of an entry)
must not be part of it.
"""

from __future__ import annotations

import re
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
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournaments.cache.memo import Memo
from tournaments.cache.shared_cache import SharedMemo

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from django.http import HttpRequest
    from django.utils.safestring import SafeString

    from tournaments.access.permissions import EventRequest
    from tournaments.models import Event


# A gzip file with a name (RFC 1952). The name's length is random, as in Django's own compression,
# so that lengths reveal as little as possible of a page's content (BREACH).
_HEAD = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\xff"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class PrecompressedPage:
    """A page cut at the places of the token: its parts, plain and deflated."""

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
        """Whether the page has places for a token."""
        return len(self.parts) > 1

    @property
    def size(self) -> int:
        """The bytes of memory that it takes."""
        return sum(map(len, self.parts)) + sum(map(len, self.deflated))

    def plain(self, token: bytes) -> bytes:
        """Return the page with that token in its places."""
        return token.join(self.parts)

    def gzipped(self, token: bytes) -> bytes:
        """Return the page with that token as a gzip file."""
        check, size = self.check, len(self.parts[0])
        for part in self.parts[1:]:
            check = zlib.crc32(part, zlib.crc32(token, check))
            size += len(token) + len(part)
        length = len(token)
        # A stored block of deflate, not the last: its length and the complement of it.
        stored = b"\x00" + length.to_bytes(2, "little") + (length ^ 0xFFFF).to_bytes(2, "little")
        name = b"-" * secrets.randbelow(_LONGEST_NAME + 1) + b"\x00"
        tail = check.to_bytes(4, "little") + size.to_bytes(4, "little")
        return _HEAD + name + (stored + token).join(self.deflated) + tail


PAGES = 24 * 1024 * 1024  # bytes a process
FRAGMENTS = 12 * 1024 * 1024  # letters a process: those of the phones of 2,500 tables in a set


class Blanks:
    """Blanks in text that is cached for many readers, for what is each reader's own: a named one
    (`blanks["token"]`), or one of a row (`blanks.at(3)`). The words that stand for them are random,
    so that no text contains them."""

    def __init__(self, *names: str) -> None:
        self._words = {name: secrets.token_urlsafe(24) for name in names}
        self._row = secrets.token_urlsafe(24)
        self._places = re.compile(rf"{self._row}(\d+);")

    def __getitem__(self, name: str) -> str:
        """The word that stands for a value."""
        return self._words[name]

    def at(self, place: int) -> str:
        """The word that stands for the value at a place of a row."""
        return f"{self._row}{place};"

    def fill(self, text: str, **values: str) -> SafeString:
        """Return the text, which is HTML, with the values, which are safe in it, in their
        blanks."""
        for name, value in values.items():
            text = text.replace(self._words[name], value)
        return mark_safe(text)  # noqa: S308  it was rendered, and the values are safe

    def fill_row(self, text: str, values: Sequence[str]) -> SafeString:
        """Return the text, which is HTML, with a row of values, which are safe in it, in its
        blanks."""
        filled = self._places.sub(lambda blank: values[int(blank[1])], text)
        return mark_safe(filled)  # noqa: S308  it was rendered, and the values are safe


_TOKEN = Blanks("token")["token"]


_pages: SharedMemo[PrecompressedPage] = SharedMemo("page", PAGES, lambda page: page.size)
_fragments: Memo[SafeString] = Memo(FRAGMENTS, len)


def render_fragment(
    key: Hashable, render: Callable[[], SafeString], shows: object = None
) -> SafeString:
    """Return the fragment of that key in the reader's language, cached or rendered. `shows`: more
    of its content, which can only be compared. Raises errors of `render`."""
    return _fragments.get((key, get_language()), shows, render)


def render_page(
    request: EventRequest,
    template: str,
    context: Callable[[], dict[str, Any]],
    *also: Hashable,
    shows: tuple[Hashable, ...] = (),
    old: float = 0.0,
) -> HttpResponse:
    """Return a page that looks the same to everybody until the event changes, or at most `old`
    seconds longer.

    `context` is called only if the page has to be rendered. `also`: whatever the page depends on
    besides the event's state, the address and the language, such as permissions. Of the variants by
    `shows` only the last is cached.
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
    """Return a page without an event, the same for the same `also` and `state`, which stands for
    all its data."""
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
    """Return the page of `render_page` as bytes, cut at `word`, the random text in place of each
    reader's `csrf_token`."""
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
    """Return the host's settings of the pages, and whether a time is up: they apply at once, even
    to a page that may be old."""
    now = timezone.now()
    return (
        event.state,
        event.hide_standings,
        event.revealed,
        event.awards_shown,
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
    """Return a cached page for this reader: with their token, compressed if the browser accepts it,
    or 304 if the browser has it already."""
    token = get_token(request).encode() if page.has_tokens else b""
    mark = page.stamp
    if token:  # a page from before signing in or out has a token that is void now
        secret = request.META["CSRF_COOKIE"].encode()
        mark += blake2b(secret, key=mark.encode(), digest_size=9).hexdigest()
    tag = f'W/"{mark}"'
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = encode_response(request, page, token)
    response.headers["ETag"] = tag
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def encode_response(request: HttpRequest, page: PrecompressedPage, word: bytes) -> HttpResponse:
    """Return a cached page with the reader's word in its places, compressed if accepted."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(page.plain(word))
    return HttpResponse(page.gzipped(word), headers={"Content-Encoding": "gzip"})
