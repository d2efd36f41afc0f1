"""What a finished evening keeps of everybody is read in parts, and is what was kept."""

from __future__ import annotations

import pytest

from tests.tournaments.evening import host, play, start
from tournaments.events import services as events
from tournaments.models import Event, Snapshot
from tournaments.standings.player_sets import from_json
from tournaments.standings.players import explained
from tournaments.standings.rows import row_from_json
from tournaments.standings.selectors import (
    iterate_snapshot,
    snapshot_rows,
    snapshot_sets,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = start(people=8)
    play(event, sets=1)
    # A name that looks like what is looked for does not mislead anybody.
    entry = event.entries.order_by("pk")[0]
    other = event.entries.order_by("pk")[1]
    entry.name = f'{{"{other.pk}": [] , "{other.pk}": {{'
    entry.save()
    events.finish_event(event=event, actor=host(event), early=True)
    return event


def test_everybody_is_told_what_was_kept(event: Event) -> None:
    kept = Snapshot.objects.get(event=event)
    expected = {int(pk): from_json(sets) for pk, sets in kept.players.items()}
    assert len(expected) == 8
    assert dict(iterate_snapshot(event)) == expected
    assert dict(explained(event)) == expected
    assert {pk: snapshot_sets(event, pk) for pk in expected} == expected
    assert snapshot_rows(event) == tuple(map(row_from_json, kept.standings))
