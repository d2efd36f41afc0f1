"""A hand full of wild cards is answered in time: with the best, or with why there is none."""

import pytest

from rulesets.counting import fulfil as counting
from rulesets.counting.contracts import parse_contract
from rulesets.counting.fulfil import fulfil
from rulesets.counting.wilds import MeldRules
from rulesets.equipment.cards import parse_cards

RULES = MeldRules(wild_ranks=frozenset({2}), least_naturals=1)
CONTRACT = parse_contract("3 runs of 4 and a set of 3")
HAND = "9S QS JS KC 3H 3S 7C 7C 5H JD JC JC JH AC AC 6C 7D "
EIGHT = parse_cards(HAND + "2S 2H 2D 2C 2S 2H 2D 2C")
SIX = parse_cards(HAND + "2S 2H 2D 2C 2S 2H")


def test_too_many_ways_are_refused():
    with pytest.raises(ValueError, match="8 wild cards fit in too many ways"):
        fulfil(EIGHT, CONTRACT, RULES, extra="longer")


def test_the_contract_alone_and_fewer_wild_cards_are_counted():
    alone = fulfil(EIGHT, CONTRACT, RULES)
    longer = fulfil(SIX, CONTRACT, RULES, extra="longer")
    assert alone is not None
    assert longer is not None
    assert longer.count <= fulfil(SIX, CONTRACT, RULES).count


def test_what_bounds_it_is_the_number_of_ways(monkeypatch):
    hand = parse_cards("3S 4S 5S 6S 9H 9D 2C KD")
    contract = parse_contract("a run of 4 and a set of 3")
    best = fulfil(hand, contract, RULES, extra="longer")
    assert best is not None
    monkeypatch.setattr(counting, "MOST_WAYS", 0)
    with pytest.raises(ValueError, match="fit in too many ways"):
        fulfil(hand, contract, RULES, extra="longer")
