"""Tags that load a page's bundles of styles and scripts (tournaments/web/static_files.py)."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.web.static_files import BLOCKING, bundle_name, part_names

register = template.Library()


@register.simple_tag
def bundle(*names: str) -> SafeString:
    """Load bundles of styles and scripts; their parts, if nothing is collected."""
    return format_html_join(
        "\n  ",
        "{}",
        ((tag_of(name, static(file)),) for name in names for file in file_names(name)),
    )


def file_names(bundle: str) -> list[str]:
    """List the files of a bundle: the collected one, or its parts."""
    return [bundle_name(bundle)] if settings.COLLECTED_STATIC else part_names(bundle)


def tag_of(bundle: str, address: str) -> SafeString:
    """Write the element that loads one file of a bundle."""
    if bundle.endswith(".css"):
        return format_html('<link rel="stylesheet" href="{}">', address)
    if bundle in BLOCKING:
        return format_html('<script src="{}"></script>', address)
    return format_html('<script src="{}" defer></script>', address)
