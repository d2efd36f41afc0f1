"""The address of this machine for phones on the same network, and the headers of all responses."""

import ipaddress
import socket
import struct
import sys
from urllib.parse import urlsplit

from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

LOOPBACK = "127.0.0.1"
# Reserved for documentation (RFC 5737). Connecting a datagram socket sends nothing; the system only
# picks the interface that it would send from.
ANYWHERE = ("192.0.2.1", 9)


def lan_address() -> str:
    """Return this machine's IPv4 address on the local network; the loopback address if none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
            address = str(probe.getsockname()[0])
        except OSError:  # no route out, as on a laptop that is itself the hotspot
            address = LOOPBACK
    if ipaddress.ip_address(address).is_loopback:
        return next(iter(interface_addresses()), LOOPBACK)
    return address


def interface_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine's interfaces without the loopback; empty if
    unknown."""
    if not sys.platform.startswith("linux"):
        return _usable(_addresses_by_name())
    import fcntl

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            try:
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), 0x8915, request)  # SIOCGIFADDR
            except OSError:  # an interface without an address
                continue
            addresses.append(socket.inet_ntoa(answer[20:24]))
    return _usable(addresses)


def _addresses_by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _usable(addresses: list[str]) -> list[str]:
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]


def public_url(request: HttpRequest) -> str:
    """Return the scheme and host of links for other people's phones, without a final slash.

    The configured PUBLIC_URL; else the address of the request, but the network's instead of
    localhost: a QR code made on the host's own laptop must work on the phones.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    host, port = split_domain_port(request.get_host())
    if host == "localhost" or host.startswith("127.") or host == "[::1]":
        host = lan_address()
    return f"{request.scheme}://{host}:{port}" if port else f"{request.scheme}://{host}"


def is_local(address: str) -> bool:
    """Whether an address is this machine's own, out of reach for phones."""
    host = urlsplit(address).hostname or ""
    return host in (LOOPBACK, "::1", "localhost")


PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
SAFE = {"X-Robots-Tag": "noindex, nofollow", "Permissions-Policy": PERMISSIONS}


def common_headers() -> dict[str, str]:
    """Return the headers that Django's middleware adds to pages, for responses without it;
    docker/nginx.conf has the same for files."""
    return {
        **SAFE,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Content-Security-Policy": build_policy(),
    }
