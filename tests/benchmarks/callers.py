"""Who asks the server: the host's browser, a table's phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.test import Client
from django.urls import reverse

from tests.benchmarks.serving import HOST, Ask
from tournaments.access.services import ensure_links

if TYPE_CHECKING:
    from tournaments.models import Event

CSRF = "a" * 32


def as_host(event: Event) -> tuple[tuple[str, str], ...]:
    """The cookies of its owner."""
    client = Client()
    client.force_login(event.owner, backend="django.contrib.auth.backends.ModelBackend")
    return (("sessionid", client.cookies["sessionid"].value), ("csrftoken", CSRF))


def tokens_of(event: Event) -> list[str]:
    """What the addresses of its tables' phones end in, table by table."""
    ensure_links(event)
    links = event.links.filter(kind="table").order_by("table_number")
    return list(links.values_list("token", flat=True))


def sent(name: str, token: str, form: dict[str, Any], *, asks: str = "1", seen: str = "") -> Ask:
    """What the outbox of a table's phone sends. It `asks` for the table's "state" with it, or for
    what a "hand" adds to its page, under the tag it has `seen`, unless more entries wait."""
    return Ask(
        reverse(name, args=(token,)),
        cookies=(("csrftoken", CSRF),),
        form=tuple(form.items()),
        headers=(
            ("X-Outbox", asks),
            ("X-Seen", seen),
            ("X-CSRFToken", CSRF),
            ("Accept", "application/json"),
            ("Origin", f"http://{HOST}"),
            ("Referer", f"http://{HOST}/t/{token}/"),
        ),
    )
