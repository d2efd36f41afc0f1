"""Random cards count what they counted when that was recorded, by every counter of every game.

The value of a rank, the best melds, the name of a hand and what is wrong with cards that no deck
holds: whatever `rulesets.cards.picker` answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulesets.cards.picker import count, pickable_cards
from rulesets.engine.fields import Counter
from rulesets.engine.game import Game
from tests.recordings import Recording, digest, plain
from tests.rulesets.every_game import GAMES, every_field

RECORDING = Recording("counts")
HANDS = 12  # for each counter


def counters_of(game: Game) -> list[Counter]:
    counters: list[Counter] = []
    for field in every_field(game):
        if field.counter is not None and field.counter not in counters:
            counters.append(field.counter)
    return counters


def counts_of(counter: Counter, chance: Random) -> Iterator[Any]:
    """Hands of any size and from a few neighbouring ranks, so that there are melds among them."""
    texts = [card.text for card, copies in pickable_cards(counter) for _ in range(copies)]
    yield texts
    for number in range(HANDS):
        some = texts if number % 2 else chance.sample(texts, min(len(texts), 3 * counter.most))
        size = chance.randint(max(counter.least - 1, 0), counter.most)
        hand = chance.sample(some, min(size, len(some)))
        yield hand, plain(count(counter, hand))


COUNTED = [game for game in GAMES if any(pickable_cards(each) for each in counters_of(game))]


@pytest.mark.parametrize("game", COUNTED, ids=[game.slug for game in COUNTED])
def test_counts_are_as_recorded(game: Game) -> None:
    chance = Random(game.slug)
    digests = {
        f"{counter.kind} {place}": digest(list(counts_of(counter, chance)))
        for place, counter in enumerate(counters_of(game), 1)
        if pickable_cards(counter)
    }
    assert digests == RECORDING.entry(game.slug, digests)
