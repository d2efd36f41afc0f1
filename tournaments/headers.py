"""The headers that every answer carries, whoever gives it: pages, files and the live stream."""

from csp.utils import build_policy
from django.conf import settings

SAFE = {
    "X-Robots-Tag": "noindex, nofollow",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def common_headers() -> dict[str, str]:
    """What Django's middleware gives to pages, for what does not pass through it; docker/nginx.conf
    says the same of files."""
    return {
        **SAFE,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
        "Content-Security-Policy": build_policy(),
    }
