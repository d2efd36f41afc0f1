"""Random cards count what they counted when that was recorded, by every counter of every game.

The value of a rank, the best melds, the name of a hand and what is wrong with cards that no deck
holds: whatever `rulesets.cards.picker` answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from rulesets.cards.card_rules import Contract, MeldRules
from rulesets.cards.contract_fulfilment import fulfil
from rulesets.cards.deck import Card, Deck, card_of
from rulesets.cards.dice import best_choice, count_turn, turn_problems
from rulesets.cards.layoffs import lay_off, lay_off_gin, read_meld, split_melds
from rulesets.cards.melds import best_melds
from rulesets.cards.picker import count, pickable_cards
from rulesets.cards.poker import best_five, best_of_two_own, best_with_jokers, winners
from rulesets.cards.totals import count_grid, nearest_21, nearest_nine
from rulesets.engine.fields import Counter
from rulesets.engine.game import Game
from tests.recordings import Recording, digest, plain
from tests.rulesets.cards.games_with_melds import CONTRACTS, RULES, TABLES
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
        table = [hand[:3], hand[3:7]] if number % 3 else [["4H", "5H", "6H"], ["7S", "7D", "7C"]]
        yield plain(count(counter, hand[7:], table)), plain(count(counter, hand, before=350))
    full = (texts * counter.most)[: counter.most]
    yield [plain(count(counter, wrong)) for wrong in (full, [*full, texts[0]], ["1X"], [])]


def answer(what: Callable[..., Any], *words: Any, **more: Any) -> Any:
    """What a function answers, or why it does not."""
    try:
        return plain(what(*words, **more))
    except (LookupError, ValueError) as refused:
        return str(refused)


def hands_of(chance: Random, number: int, packs: int = 2) -> Iterator[list[Card]]:
    """Hands from some neighbouring ranks in one suit to four, with wild cards."""
    for _ in range(number):
        low, high = sorted(chance.sample(range(1, 14), 2))
        suits = chance.sample(range(4), chance.randint(1, 4))
        near = [card_of(rank, suit) for rank in range(low, high + 1) for suit in suits] * packs
        cards = [*near, *chance.sample(list(Deck(packs, 2).cards()), 6)]
        yield chance.sample(cards, min(len(cards), chance.randint(3, 15)))


def melds_of(rules: MeldRules, values: Any, contracts: Sequence[Contract]) -> Iterator[Any]:
    """How hands are melded, laid off on the melds of others, and fulfil contracts."""
    chance = Random("melds")
    for hand in hands_of(chance, 40):
        melded = answer(lay_off, hand, (), rules, values)
        yield melded, answer(split_melds, hand), answer(read_meld, hand[:5], rules)
        if isinstance(melded, dict):
            table = lay_off(hand, (), rules, values).melds
            for more in hands_of(chance, 2):
                yield answer(lay_off, more, table, rules, values)
                yield answer(lay_off, more, table, rules, values, new_melds=False)
        for contract in contracts[:: max(1, len(contracts) // 4)]:
            for extra in ("none", "longer", "melds"):
                yield answer(fulfil, hand, contract, rules, values, extra)


def hands_by_rule(chance: Random) -> Iterator[Any]:
    """Hands of poker, gin, golf and dice, and totals near a number."""
    for hand in hands_of(chance, 150, packs=1):
        single = [*dict.fromkeys(card for card in hand if not card.is_joker)]
        yield answer(best_five, single), answer(best_with_jokers, hand[:6])
        yield answer(best_of_two_own, hand[:2], hand[2:7])
        yield answer(winners, [single[place : place + 5] for place in range(4)])
        yield [answer(best_melds, single, ace) for ace in ("low", "high", "either", "round")]
        yield answer(nearest_nine, hand[:4]), answer(nearest_21, hand[:5])
        yield answer(count_grid, [single[:4], single[4:8]])
        table = list(best_melds(single[7:]).melds)
        yield answer(lay_off_gin, single[:7], table)
        rolls = [[chance.randint(1, 6) for _ in range(chance.randint(0, 6))] for _ in range(3)]
        yield (
            answer(count_turn, rolls),
            answer(turn_problems, rolls),
            answer(turn_problems, rolls, (5, 6)),
        )
        yield [answer(best_choice, tuple(roll), 50 * len(roll), 500) for roll in rolls[:1]]


@pytest.mark.parametrize("slug", sorted(RULES))
def test_melds_are_as_recorded(slug: str) -> None:
    of_game = melds_of(RULES[slug], TABLES.get(slug), CONTRACTS.get(slug, ()))
    digests = {"melds": digest(list(of_game))}
    assert digests == RECORDING.entry(f"{slug}-melds", digests)


def test_hands_are_as_recorded() -> None:
    digests = {"hands": digest(list(hands_by_rule(Random("hands"))))}
    assert digests == RECORDING.entry("hands", digests)


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
