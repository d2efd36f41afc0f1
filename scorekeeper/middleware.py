"""Middleware around every request: host names, size of bodies, headers, refusals."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from scorekeeper.outages import unavailable
from scorekeeper.requests import check
from tournaments.db.outages import BUSY
from tournaments.db.rows import wait_for_disk
from tournaments.web.network import SAFE

Handler = Callable[[HttpRequest], HttpResponse]

ONE_HOME = 64  # bits of the IPv6 network that a provider gives to a home
ONE_PACKET = 1200  # bytes of a body that fits one packet with its headers
COMPRESSIBLE = ("text/", "application/json", "image/svg+xml")
LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def is_local_name(host: str) -> bool:
    """Whether a host name (without port) can only mean a machine nearby.

    Addresses in digits cannot be rebound by a hostile name server, names without a dot are never
    looked up in public, and home routers give out the listed endings.
    """
    name = host.lower().rstrip(".").strip("[]")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return (
            "." not in name or name.endswith(LOCAL_ENDINGS) or name == socket.gethostname().lower()
        )
    return True


def local_hosts(get_response: Handler) -> Handler:
    """Refuse foreign host names if no ALLOWED_HOSTS are configured (a laptop in a hall).

    Otherwise a page of another site could point its own name at this machine and read a signed-in
    host's pages.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.ALLOWED_HOSTS == ["*"]:
            host = split_domain_port(request.get_host())[0]
            if not is_local_name(host):
                raise DisallowedHost(f"{host!r} is not a local name; set ALLOWED_HOSTS to serve it")
        return get_response(request)

    return middleware


def safe_headers(get_response: Handler) -> Handler:
    """Keep pages out of search engines and shared caches; switch off unused browser features."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        for name, value in SAFE.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


class Compressed(GZipMiddleware):
    """Django's compression of responses, with its defence against guessing by length (BREACH).

    Bodies that fit into one packet, such as those of polls and outboxes, stay uncompressed, as do
    papers and pictures, whose formats are compressed.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if (
            not isinstance(response, HttpResponse)
            or len(response.content) < ONE_PACKET
            or not kind.startswith(COMPRESSIBLE)
        ):
            return response
        return super().process_response(request, response)


def bounded_bodies(get_response: Handler) -> Handler:
    """Answer 413 to a request whose Content-Length is over the limit or invalid."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > settings.MAX_REQUEST_BODY:
            return HttpResponse(
                _("That is too large to send here."), status=413, content_type="text/plain"
            )
        return get_response(request)

    return middleware


UNTOLD = (204, 304)  # responses without new content


def answers_on_disk(get_response: Handler) -> Handler:
    """Delay responses until all data read for them is on disk, so that none shows as saved what a
    crash could still lose. Another process may have written the data and still be waiting."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code not in UNTOLD:
            wait_for_disk()
        return response

    return middleware


def well_formed(get_response: Handler) -> Handler:
    """Answer 400 to a request that cannot be read, before any view."""

    def middleware(request: HttpRequest) -> HttpResponse:
        check(request)
        return get_response(request)

    return middleware


def page_of_form(get_response: Handler) -> Handler:
    """Lead whoever asks for an address that only takes forms to the page of its form, which is the
    next one above it: a phone that comes back to a refusal has forgotten what was sent."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method in ("GET", "HEAD") and isinstance(response, HttpResponseNotAllowed):
            return HttpResponseRedirect(address_above(request.path_info), status=303)
        return response

    return middleware


def address_above(path: str) -> str:
    """The nearest address above a path."""
    while path != "/":
        path = f"{path.rstrip('/').rpartition('/')[0]}/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return path


def client_address(request: HttpRequest) -> str:
    """Return the address that sign-in attempts are counted by; "" if it is invalid.

    Behind proxies it is the address seen by the outermost of ours; for IPv6 it is the network,
    because one home has all of its addresses.
    """
    text = request.META.get("REMOTE_ADDR") or ""
    if settings.BEHIND_PROXY:
        passed = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        text = passed[-settings.PROXIES :][0].strip() or text
    try:
        address = ipaddress.ip_address(str(text).partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, ONE_HOME), strict=False).network_address)


def refusals(get_response: Handler) -> Handler:
    """Answer 503 with a page to a request that was refused before Django saw it
    (scorekeeper/backpressure.py), unless a phone's script sent it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        seconds = getattr(request, "refused", 0)
        return unavailable(request, BUSY, seconds) if seconds else get_response(request)

    return middleware
