"""What stands on the score cards of an evening that was played."""

import pytest

from tests.tournaments import evening
from tournaments.events import services as events
from tournaments.models import Event
from tournaments.papers import selectors
from tournaments.papers.catalogue import PrintOptions
from tournaments.papers.selectors import EventOrder

pytestmark = pytest.mark.django_db


def played(*, finished: bool) -> Event:
    event = evening.start(people=10)
    evening.play(event, sets=1)
    if finished:
        events.finish_event(event=event, actor=evening.host(event), early=True)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("finished", [False, True])
def test_one_card_is_the_same_as_in_the_pile_and_takes_nobody_elses(finished, monkeypatch):
    event = played(finished=finished)
    pile = {person.name: person for person in EventOrder(event).scored_people}
    assert any(value.total for value in pile.values())
    monkeypatch.setattr(selectors, "explained", None)
    for entry in event.entries.all():
        assert EventOrder(event, PrintOptions("cards-done", only=entry.pk)).scored_people == [
            pile[entry.name]
        ]
    assert EventOrder(event, PrintOptions("cards-done", only=entry.pk + 1000)).scored_people == []
