"""Evenings that an earlier version exported come in with the same standings and explanations."""

from typing import Any

import pytest

from tests.rulesets.former import EVENINGS, SLUGS, as_json, evenings
from tests.tournaments import former
from tournaments.models import Event

pytestmark = pytest.mark.django_db

CHUNKS = 10


@pytest.mark.exhaustive(keep=("0",))
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("slug", SLUGS)
def test_an_evening_of_before_stands_as_it_stood(slug: str, chunk: int) -> None:
    for number, evening in evenings(slug, chunk, CHUNKS):
        event = former.brought_in(evening["event_file"])
        stood, told = former.as_counted_now(event, evening)
        shown = in_order(former.shown_standings(event))
        assert as_json(shown) == as_json(in_order(stood)), (slug, number)
        explained = as_json(former.shown_explanations(event))
        assert explained == as_json(told), (slug, number)
        if event.state == Event.State.FINISHED:
            recounted_alike(event, evening)


def in_order(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By place; level ones in the order of names, which was another before."""
    return sorted(lines, key=lambda line: (line["rank"], line["name"]))


def recounted_alike(event: Event, evening: dict[str, Any]) -> None:
    """A finished event shows what its file holds; counted from its reports it is the same."""
    lines, sets = former.recounted(event)
    assert as_json(in_order(lines)) == as_json(in_order(evening["standings"]))
    assert as_json(sets) == as_json([one["sets"] for one in evening["explained"]])


@pytest.mark.parametrize("slug", SLUGS)
def test_the_kept_evenings_are_all_there(slug: str) -> None:
    kept = evenings(slug)
    assert len(kept) == EVENINGS
    assert {evening["event_file"]["event"]["game"] for _number, evening in kept} == {slug}
    states = {evening["event_file"]["event"]["state"] for _number, evening in kept}
    assert states == set(Event.State.values)
