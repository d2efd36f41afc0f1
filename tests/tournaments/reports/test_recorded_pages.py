"""The pages of this room say in some evenings what they said when that was recorded."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.recorded_pages import RECORDING, digests_of, of_some_evenings
from tests.tournaments.witness import Script

PAGES = ("event_table", "event_deal", "event_disputes")


@pytest.mark.django_db
@of_some_evenings
def test_pages_are_as_recorded(
    script: Script, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = digests_of(script, PAGES, client, monkeypatch)
    assert digests == RECORDING.entry(f"reports {script}", digests)
