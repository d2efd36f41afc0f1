"""Contracts: their words, and whether and how a hand fulfils them, against every choice; many wild
cards are answered in time.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesets.cards import contract_fulfilment as counting
from rulesets.cards.card_rules import MeldRules, parse_contract
from rulesets.cards.contract_fulfilment import fulfil
from rulesets.cards.deck import JOKER, Deck, card_of, parse_cards
from tests.rulesets.cards.brute import is_run, is_set, least_left
from tests.rulesets.cards.games_with_melds import CONTRACTS, RULES, TABLES
from tests.rulesets.cards.test_layouts import APART, VALUES, assert_in_place, meld_judge
from tests.sampling import examples

CLOSE = [*(card_of(rank, suit) for suit in (0, 1) for rank in (4, 5, 6, 7)), JOKER]
ACES = [*(card_of(rank, suit) for suit in (0, 1) for rank in (1, 2, 3, 12, 13)), JOKER]
HANDS = st.one_of(
    st.lists(st.sampled_from(faces), min_size=6, max_size=8) for faces in (CLOSE, ACES)
)
GIN = RULES["gin"]
SMALL = st.sampled_from(
    ["set3", "run3", "2×set3", "2×run3", "set3+run3", "set3+run4", "set4", "2×run3 in one suit"]
).map(parse_contract)


def rules_for(one_of_each_suit):
    return st.builds(
        MeldRules,
        ace=st.sampled_from(["low", "high", "either"]),
        wild_ranks=st.sampled_from([frozenset(), frozenset({2}), frozenset({6})]),
        least_naturals=st.sampled_from([1, 2]),
        balanced=st.booleans(),
        one_of_each_suit=one_of_each_suit,
        apart=APART,
    ) | st.builds(
        MeldRules, least_naturals=st.just(0), one_of_each_suit=one_of_each_suit
    )  # fmt: skip


def kinds_of(cards, rules):
    """The kinds of group that those cards can be: "set", and "run" with the suits it may have."""
    naturals = [card for card in cards if not rules.is_wild(card)]
    if not meld_judge(rules)(cards):
        return set()
    wilds = len(cards) - len(naturals)
    found = set()
    if is_set(naturals, wilds, one_of_each_suit=rules.one_of_each_suit):
        found.add(("set", None))
    if is_run(naturals, wilds, rules.ace):
        found |= {("run", card.suit) for card in naturals} or {("run", s) for s in range(4)}
    return found


def least_by_trying(cards, contract, rules, extra):
    value = cache(lambda card: VALUES.value(card, rules.wild_ranks))
    places = range(len(cards))
    subsets = {
        chosen: kinds_of(tuple(cards[place] for place in chosen), rules)
        for size in range(3, len(cards) + 1)
        for chosen in combinations(places, size)
    }
    melds = {chosen: kinds for chosen, kinds in subsets.items() if kinds}
    best = None
    for groups in combinations(melds, len(contract.groups)):
        used = [place for chosen in groups for place in chosen]
        if len(set(used)) < len(used) or not assigned(groups, melds, contract, extra):
            continue
        rest = [cards[place] for place in places if place not in used]
        if extra == "melds":
            left = least_left(rest, meld_judge(rules), value)
        else:
            left = sum(map(value, rest))
        best = left if best is None else min(best, left)
    return best


def assigned(groups, melds, contract, extra):
    """Whether the chosen melds serve as the contract's groups in some order."""
    suits = range(4) if contract.one_suit else [None]
    return any(
        all(
            any(k == kind and (suit is None or k == "set" or s == suit) for k, s in melds[chosen])
            and (len(chosen) == size if extra == "none" else len(chosen) >= size)
            for chosen, (kind, size) in zip(order, contract.groups, strict=True)
        )
        for order in permutations(groups)
        for suit in suits
    )


def assert_laid(found, cards, contract, rules, extra):
    assert list(found.cards()) == sorted(cards)
    assert found.count == sum(VALUES.value(card, rules.wild_ranks) for card in found.left)
    judge = meld_judge(rules)
    for meld in found.melds:
        assert judge(meld.cards)
        assert_in_place(meld, rules)
    asked = [*(("run", n) for n in contract.runs), *(("set", n) for n in contract.sets)]
    for meld, (kind, size) in zip(found.melds, asked, strict=extra != "melds"):
        assert meld.kind == kind
        assert len(meld.cards) == size if extra == "none" else len(meld.cards) >= size
    if contract.one_suit:
        assert len({meld.suit for meld in found.melds[: len(contract.runs)]}) == 1


@settings(max_examples=examples(200), deadline=None)
@given(HANDS, SMALL, rules_for(st.booleans()))
def test_as_good_as_every_choice(cards, contract, rules):
    fulfilment = fulfil(cards, contract, rules, VALUES)
    least = least_by_trying(cards, contract, rules, "none")
    assert (None if fulfilment is None else fulfilment.count) == least
    if fulfilment:
        assert_laid(fulfilment, cards, contract, rules, "none")


@settings(max_examples=examples(80), deadline=None)
@example(parse_cards("AS 2S 2S 2S 3S 2H"), parse_contract("set3"), GIN, "melds")
@given(HANDS, SMALL, rules_for(st.just(value=False)), st.sampled_from(["longer", "melds"]))
def test_with_more_laid_down(cards, contract, rules, extra):
    fulfilment = fulfil(cards, contract, rules, VALUES, extra)
    least = least_by_trying(cards, contract, rules, extra)
    assert (None if fulfilment is None else fulfilment.count) == least
    if fulfilment:
        assert_laid(fulfilment, cards, contract, rules, extra)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_the_contracts_of_the_games(data):
    slug = data.draw(st.sampled_from(sorted(CONTRACTS)))
    contract = data.draw(st.sampled_from(CONTRACTS[slug]))
    deck = Deck(packs=2, jokers=4).cards()
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=11, max_size=13))
    fulfilment = fulfil(cards, contract, RULES[slug], VALUES)
    if fulfilment:
        assert_laid(fulfilment, cards, contract, RULES[slug], "none")


@pytest.mark.parametrize(
    ("text", "groups", "one_suit"),
    [
        ("two sets of three and a run of four", "set3 set3 run4", False),
        ("2 sets of 3", "set3 set3", False),
        ("2×set3", "set3 set3", False),
        ("2xset3", "set3 set3", False),
        ("set3+run4", "set3 run4", False),
        ("Run of Seven", "run7", False),
        ("an run of 9", "run9", False),
        ("2 runs of 4 in the same suit", "run4 run4", True),
        ("2×run4 in one suit", "run4 run4", True),
    ],
)
def test_words(text, groups, one_suit):
    contract = parse_contract(text)
    assert " ".join(f"{kind}{size}" for kind, size in contract.groups) == groups
    assert contract.one_suit == one_suit


@pytest.mark.parametrize(
    ("slug", "contract", "hand", "count"),
    [
        ("push", "set3+run4", "4S 4H 4D 5S 6S 7S 8S 9C", 5),
        ("push", "set3+run4", "4S 4H 4D 5S 6S 8S JK 9C", 5),
        # Twos count 25 in hand: one replaces the nine in the run, which counts but 5.
        ("push", "run4", "6S 7S 8S 9S 2D", 5),
        ("desert-rummy", "2×set3", "4S 4H JK 9S JK JK", None),
        ("sticks", "2×set3", "4S 4H JK 9S JK JK", 0),
        ("desert-rummy", "2×run4 in one suit", "3S 4S 5S 6S 8H 9H 10H JH", None),
        ("desert-rummy", "2×run4 in one suit", "3S 4S 5S 6S 8S 9S 10S JS", 0),
    ],
)
def test_worked_hands(slug, contract, hand, count):
    fulfilment = fulfil(
        parse_cards(hand), parse_contract(contract), RULES[slug], TABLES.get(slug, TABLES["push"])
    )
    assert (fulfilment and fulfilment.count) == count


def test_a_set_leaves_the_suits_that_runs_need():
    """Of four twos the set takes three: the fourth must be the spade that joins ace and three."""
    for hand in ("AS 2S 2S 2S 3S 2H", "AS 2H 2D 2C 2S 3S", "2S 3S AS 2C 2D 2H"):
        cards, contract = parse_cards(hand), parse_contract("set3")
        fulfilment = fulfil(cards, contract, RULES["push"].with_wild(()), VALUES, "melds")
        assert fulfilment.count == 0
        assert sorted(meld.kind for meld in fulfilment.melds) == ["run", "set"]


def test_two_sets_of_a_rank_leave_a_card_for_the_run():
    cards = parse_cards("7S 7H 7H 7D 7D 7C 7C 5S 6S")
    fulfilment = fulfil(cards, parse_contract("2×set3"), GIN, VALUES, "melds")
    assert fulfilment.count == 0
    assert [len(meld.cards) for meld in fulfilment.melds] == [3, 3, 3]


# --- many wild cards ------------------------------------------------------------------------------


TWOS_WILD = MeldRules(wild_ranks=frozenset({2}), least_naturals=1)
CONTRACT = parse_contract("3 runs of 4 and a set of 3")
HAND = "9S QS JS KC 3H 3S 7C 7C 5H JD JC JC JH AC AC 6C 7D "
EIGHT = parse_cards(HAND + "2S 2H 2D 2C 2S 2H 2D 2C")


def test_too_many_ways_are_refused():
    with pytest.raises(ValueError, match="8 wild cards fit in too many ways"):
        fulfil(EIGHT, CONTRACT, TWOS_WILD, extra="longer")


def test_what_bounds_it_is_the_number_of_ways(monkeypatch):
    hand = parse_cards("3S 4S 5S 6S 9H 9D 2C KD")
    contract = parse_contract("a run of 4 and a set of 3")
    best = fulfil(hand, contract, TWOS_WILD, extra="longer")
    assert best is not None
    monkeypatch.setattr(counting, "MOST_WAYS", 0)
    with pytest.raises(ValueError, match="fit in too many ways"):
        fulfil(hand, contract, TWOS_WILD, extra="longer")
