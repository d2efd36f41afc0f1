"""Everything that can be read of an evening: pages, papers, files and pictures, as plain text."""

from __future__ import annotations

import gzip
import html
import io
import json
import re
import sys
import zipfile
from collections import deque
from difflib import unified_diff
from html.parser import HTMLParser
from typing import Any

import pypdfium2
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tournaments.access.services import ensure_links
from tournaments.cache.memo import clear_memos
from tournaments.models import Event, Link
from tournaments.models.event_games import format_of
from tournaments.papers.selectors import papers_of

# What changes with every visit, or leads out of what is finished.
VOLATILE = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|[?&](v|t|stamp)=[\w.:-]+'
    r'|name="(key|stamp)" value="[^"]*"|:\w{6}:[\w-]{43}|hx-headers=\'[^\']*\''
    r'|data-version="[^"]*"'
)
AVOIDED = re.compile(r"/(static|media|accounts|sign-in|sign-out|events/new|settle|play|shelf)/")
ALPHABET = "tournaments.web.collation"  # of no evening; it takes a second to read
MOST = 250  # pages of one visit


def signed_in(user: Any) -> Client:
    """The browser of somebody with an account."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value for name, value in attrs if name == "href" and value]


def texts_of(pdf: bytes) -> list[str]:
    """The text of each page of a paper, read by PDFium: in a tenth of the time of pypdf."""
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]


def text_of(response: Any) -> str:
    """What a page, a paper or a file says."""
    kind = response.headers.get("Content-Type", "")
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if "pdf" in kind:
        return "\n".join(texts_of(body))
    if "spreadsheet" in kind:
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            names = [name for name in book.namelist() if name.startswith("xl/")]
            return "\n".join(book.read(name).decode() for name in sorted(names))
    text = (gzip.decompress(body) if "gzip" in kind else body).decode()
    if ("json" in kind or "gzip" in kind) and '"exported"' in text:
        document = json.loads(text)
        document.pop("exported")
        return json.dumps(document, sort_keys=True)
    return VOLATILE.sub("", text)


def words_of(response: Any) -> str:
    """The words of a page; of anything else its text."""
    text = text_of(response)
    if "html" not in response.headers.get("Content-Type", ""):
        return text
    text = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def for_guests(event: Event, name: str, *more: int, number: int = 1) -> str:
    """The words of a page that is opened by a link of the event; that of a table, by its number."""
    kind = name.partition("_")[0]
    tables = {"table_number": number} if kind == Link.Kind.TABLE else {}
    link = event.links.filter(kind=kind, revoked_at=None, **tables)[0]
    return words_of(Client().get(reverse(name, args=[link.token, *more])))


def beginnings(event: Event) -> list[str]:
    """Where everybody begins who looks at an evening: the host, and those with a link."""
    ensure_links(event)
    at = [event.pk]
    names = ("event", "event_standings", "event_results", "event_ledger", "event_end", "event_log")
    reverses = [reverse(name, args=at) for name in names]
    reverses += [reverse("event_settings", args=at), reverse("event_print", args=at)]
    reverses += [reverse("event_score_file", args=at), reverse("event_workbook", args=at)]
    reverses += [reverse("event_sheet", args=[event.pk, name]) for name in ("standings", "reports")]
    reverses += [reverse("event_export", args=at), reverse("home"), reverse("winners")]
    if format_of(event).keeping.credit != "carried":
        reverses.append(reverse("event_stakes", args=at))
    kinds = {Link.Kind.SPECTATOR: "spectator", Link.Kind.TABLE: "table"}
    for link in event.links.filter(revoked_at=None):
        if link.kind in kinds:
            reverses.append(reverse(kinds[link.kind], args=[link.token]))
    return reverses


def visited(client: Client, event: Event, most: int = MOST) -> dict[str, str]:
    """Every page that can be reached from there, by its address."""
    waiting, told = deque(beginnings(event)), {}
    while waiting and len(told) < most:
        address = waiting.popleft().split("#")[0]
        if address in told or not address.startswith("/") or AVOIDED.search(address):
            continue
        other = re.match(r"/events/(\d+)/", address)
        if other and int(other[1]) != event.pk:
            continue
        response = client.get(address)
        assert response.status_code < 500, address
        told[address] = f"{response.status_code} {response.get('Location', '')} {text_of(response)}"
        if "html" in response.headers.get("Content-Type", ""):
            links = _Links()
            links.feed(response.content.decode())
            waiting += links.found
    return told


def papers(client: Client, event: Event, *only: str) -> dict[str, str]:
    """Every paper of an evening, or only these."""
    values = {}
    for kind in papers_of(event):
        if only and kind.kind not in only:
            continue
        address = reverse("event_pdf", args=[event.pk, kind.kind])
        response = client.get(address)
        values[kind.kind] = f"{response.status_code} {text_of(response)}"
    return values


def differences(before: dict[str, str], after: dict[str, str]) -> str:
    """What somebody reads otherwise than before, page by page; "" for nothing."""
    found = []
    for address in sorted({*before, *after}):
        was, now = (case.get(address, "").splitlines() for case in (before, after))
        if was != now:
            lines = unified_diff(was, now, address, "now", n=0, lineterm="")
            found.append("\n".join(line[:400] for line in list(lines)[:20]))
    return "\n".join(found)


def restart() -> None:
    """Forget whatever this process knows of evenings and of games, as a new one would."""
    cache.clear()
    clear_memos()
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] not in ("tournaments", "rulesets") or name == ALPHABET:
            continue
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
