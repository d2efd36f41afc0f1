"""Context of all templates."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def htmx(_request: HttpRequest) -> dict[str, str]:
    """``htmx_config``: the content of the page's htmx-config meta element."""
    return {"htmx_config": settings.HTMX_CONFIG}
