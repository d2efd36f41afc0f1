"""Small guards around every request: which host names, how much body, which headers."""

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

Handler = Callable[[HttpRequest], HttpResponse]

LOCAL_ENDINGS = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


def is_local_name(host: str) -> bool:
    """Whether a host name can only mean a machine nearby.

    Addresses in digits cannot be rebound by a hostile name server, names without a dot are never
    looked up in public, and the endings are those that home routers give out. ``host`` comes
    without its port.
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
    """Refuse foreign host names where no ALLOWED_HOSTS are configured (a laptop in a hall).

    A web page from elsewhere could otherwise point its own name at this machine and read what a
    signed-in host sees.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.ALLOWED_HOSTS == ["*"]:
            host = split_domain_port(request.get_host())[0]
            if not is_local_name(host):
                raise DisallowedHost(f"{host!r} is not a local name; set ALLOWED_HOSTS to serve it")
        return get_response(request)

    return middleware


def safe_headers(get_response: Handler) -> Handler:
    """Keep pages out of search engines and shared caches; switch off unused browser powers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        return response

    return middleware


def bounded_bodies(get_response: Handler) -> Handler:
    """Answer 413 to a request that announces more body than any page here takes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > settings.MAX_REQUEST_BODY:
            return HttpResponse(
                _("That is too large to send here."), status=413, content_type="text/plain"
            )
        return get_response(request)

    return middleware


def client_address(request: HttpRequest) -> str:
    """The address that sign-in attempts are counted by; a proxy's word only where there is one."""
    if settings.BEHIND_PROXY and (address := request.META.get("HTTP_X_REAL_IP")):
        return str(address)
    return str(request.META.get("REMOTE_ADDR") or "")
