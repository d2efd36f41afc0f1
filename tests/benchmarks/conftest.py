"""For all benchmarks of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test.utils import _TestState

from tests.benchmarks.serving import Server
from tournaments.access import polling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OLD = polling.OLD  # before tests set it


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Server]:
    """The application as it runs outside tests: templates are not watched, hosts are checked."""
    monkeypatch.setattr(
        "django.template.base.Template._render", _TestState.saved_data.template_render
    )
    settings.ALLOWED_HOSTS = ["*"]
    settings.ROOT_URLCONF = "tests.benchmarks.minimal_urls"
    monkeypatch.setattr(polling, "OLD", OLD)
    served = Server()
    yield served
    served.close()


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[[object], None]:
    """Tells a figure although pytest keeps what tests print."""

    def aloud(told: object) -> None:
        with capsys.disabled():
            print(f"\n{told}")

    return aloud
