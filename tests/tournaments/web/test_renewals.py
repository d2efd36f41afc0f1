"""No part of a page is replaced where it could be morphed: templates/…, hx-swap and hx-swap-oob."""

import re

from django.conf import settings

TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
KINDS = {"morph", "none"}
SWAPS = re.compile(r'hx-swap(?:-oob)?="([^"]*)"')


def test_parts_of_pages_are_morphed() -> None:
    found = {
        str(path.relative_to(settings.BASE_DIR)): set(SWAPS.findall(path.read_text())) - KINDS
        for path in TEMPLATES
    }
    assert not {path: others for path, others in found.items() if others}


def test_what_is_said_to_renew_says_how() -> None:
    """Without hx-swap htmx puts an answer into what asked for it."""
    asks = re.compile(r"<[^>]*hx-(?:get|post)=[^>]*hx-target[^>]*>")
    wrong = [
        f"{path.name}: {tag[:80]}"
        for path in TEMPLATES
        for tag in asks.findall(path.read_text())
        if "hx-swap" not in tag
    ]
    assert not wrong
