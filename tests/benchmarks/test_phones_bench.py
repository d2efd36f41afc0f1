"""What a table's phone costs: its entry, what it shows after it, the yes, the look for news.

The figures stand beside the minimal view of the same run. What fails here is what has become far
dearer, or grows with the rounds; the figures themselves depend on what else the machine does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test.utils import _TestState
from django.urls import reverse

from tests.benchmarks.serving import HOST, Ask, Server
from tournaments.access.writes import ensure_links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

CSRF = "a" * 32


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Server]:
    """The application as it runs outside tests: templates are not watched, hosts are checked."""
    monkeypatch.setattr(
        "django.template.base.Template._render", _TestState.saved_data.template_render
    )
    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tests.benchmarks.minimal_urls"
    served = Server()
    yield served
    served.close()


def tokens_of(event: Event) -> list[str]:
    ensure_links(event)
    links = event.links.filter(kind="table").order_by("table_number")
    return list(links.values_list("token", flat=True))


def sent(name: str, token: str, form: dict[str, Any], *, state: bool = False) -> Ask:
    """What the outbox sends."""
    return Ask(
        reverse(name, args=(token,)),
        cookies=(("csrftoken", CSRF),),
        form=tuple(form.items()),
        headers=(
            ("X-Outbox", "state" if state else "1"),
            ("X-CSRFToken", CSRF),
            ("Accept", "application/json"),
            ("Origin", f"http://{HOST}"),
            ("Referer", f"http://{HOST}/t/{token}/"),
        ),
    )
