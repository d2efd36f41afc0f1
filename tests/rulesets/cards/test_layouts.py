"""Several packs and wild cards with limits, against every partition of small hands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards import layouts
from rulesets.cards.card_rules import CardValues, MeldRules
from rulesets.cards.deck import CARDS, JOKER, Deck, card_of, parse_cards, texts
from rulesets.cards.layoffs import lay_off, read_meld
from rulesets.cards.layouts import best_layout
from rulesets.cards.melds import best_melds
from tests.rulesets.cards.brute import is_run, is_set, least_left
from tests.rulesets.cards.games_with_melds import RULES, TABLES
from tests.sampling import examples

VALUES = CardValues((20, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), 50, 25)
CLOSE = [card_of(rank, suit) for suit in (0, 1) for rank in (4, 5, 6, 7)]
AROUND = [card_of(rank, suit) for suit in (0, 1) for rank in (1, 2, 3, 12, 13)]
MIXED = [*CLOSE, JOKER, JOKER, *(card_of(9, suit) for suit in range(4))]
HANDS = st.one_of(
    st.lists(st.sampled_from(faces), min_size=1, max_size=8)
    for faces in ([*CLOSE, JOKER], [*AROUND, JOKER], MIXED, CARDS)
)
APART = st.sampled_from([frozenset(), frozenset({card_of(5, 1), card_of(12, 0)})])
ALL_RULES = st.builds(
    MeldRules,
    ace=st.sampled_from(["low", "high", "either"]),
    runs=st.booleans(),
    wild_ranks=st.sampled_from([frozenset(), frozenset({2}), frozenset({6})]),
    least_naturals=st.sampled_from([1, 2]),
    balanced=st.booleans(),
    one_of_each_suit=st.booleans(),
    apart=APART,
) | st.builds(
    MeldRules,
    ace=st.sampled_from(["low", "either"]),
    wild_ranks=st.sampled_from([frozenset(), frozenset({2})]),
    least_naturals=st.just(0),
    one_of_each_suit=st.booleans(),
)


def meld_judge(rules):
    def is_meld(cards):
        naturals = [card for card in cards if not rules.is_wild(card)]
        wilds = len(cards) - len(naturals)
        if not rules.apart.isdisjoint(naturals):
            return False
        if wilds and len(naturals) < rules.least_naturals:
            return False
        if rules.balanced and wilds > len(naturals):
            return False
        if rules.runs and is_run(naturals, wilds, rules.ace):
            return True
        return is_set(naturals, wilds, one_of_each_suit=rules.one_of_each_suit)

    return is_meld


def assert_legal(found, cards, rules, values=VALUES):
    assert list(found.cards()) == sorted(cards)
    judge = meld_judge(rules)
    for meld in found.melds:
        assert judge(meld.cards), meld
        assert_in_place(meld, rules)
    assert found.count == sum(values.value(card, rules.wild_ranks) for card in found.left)


def assert_in_place(meld, rules):
    """Naturals stand for themselves; a run goes up by ones; a set has one rank."""
    for card, rank in zip(meld.cards, meld.ranks, strict=True):
        if not rules.is_wild(card):
            assert card.rank == (rank - 1) % 13 + 1
    if meld.kind == "run":
        assert meld.ranks == tuple(range(meld.ranks[0], meld.ranks[-1] + 1))
        assert meld.ranks[0] >= (2 if rules.ace == "high" else 1)
        assert meld.ranks[-1] <= (13 if rules.ace == "low" else 14)
    else:
        assert len(set(meld.ranks)) == 1


@settings(max_examples=examples(400), deadline=None)
@given(HANDS, ALL_RULES)
def test_as_good_as_every_partition(cards, rules):
    layout = best_layout(cards, rules, VALUES)
    assert_legal(layout, cards, rules)
    least = least_left(cards, meld_judge(rules), lambda c: VALUES.value(c, rules.wild_ranks))
    assert layout.count == least


@settings(max_examples=examples(150), deadline=None)
@given(st.sets(st.sampled_from(CARDS[:52]), min_size=1, max_size=14).map(sorted))
def test_one_pack_without_wild_cards_is_the_same_question(cards):
    assert best_layout(cards, RULES["gin"]).count == best_melds(cards).count


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_large_hands_are_laid_out_legally(data):
    slug = data.draw(st.sampled_from(sorted(RULES)))
    deck = Deck(packs=2, jokers=4).cards()
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=11, max_size=17))
    rules = RULES[slug]
    assert_legal(best_layout(cards, rules, VALUES), cards, rules)


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.sampled_from([*CLOSE, *CARDS[26:33]]), min_size=14, max_size=16), st.integers(2, 3)
)
def test_the_shortcut_for_large_hands_changes_nothing(cards, jokers):
    hand = [*cards, *[JOKER] * jokers]
    rules = RULES["arizona-rummy"]
    layout = best_layout(hand, rules, VALUES)
    assert_legal(layout, hand, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layouts, "LARGE", 99)
        assert best_layout(hand, rules, VALUES).count == layout.count


@pytest.mark.parametrize(
    ("slug", "hand", "count", "melds"),
    [
        ("push", "JK 2D 2C", 0, [["JK", "2C", "2D"]]),
        ("sticks", "JK 2D 2C 9S", 0, [["9S", "JK", "2C", "2D"]]),
        ("desert-rummy", "JK 2D 9S", 84, []),
        ("desert-rummy", "4S 6S JK", 0, [["4S", "JK", "6S"]]),
        ("ten-dime-rummy", "4S 5S 6S", 15, []),
        ("ten-dime-rummy", "4S 4D JK 2S", 0, [["4S", "4D", "JK", "2S"]]),
        ("gin", "QS QS QS 4H 4H", 8, [["QS", "QS", "QS"]]),
        ("arizona-rummy", "QS KS JK", 0, [["QS", "KS", "JK"]]),
    ],
)
def test_worked_hands(slug, hand, count, melds):
    layout = best_layout(parse_cards(hand), RULES[slug], TABLES.get(slug, VALUES))
    assert layout.count == count
    assert sorted(sorted(texts(meld.cards)) for meld in layout.melds) == [*map(sorted, melds)]


def test_what_wild_cards_stand_for_is_said():
    layout = best_layout(parse_cards("4S JK 6S"), RULES["sticks"], VALUES)
    assert layout.melds[0].as_json() == {
        "kind": "run",
        "cards": ["4S", "JK", "6S"],
        "as": ["4S", "5S", "6S"],
    }
    assert str(layout.melds[0]) == "run in ♠: 4♠ Joker 6♠"


def test_a_run_holds_more_wild_cards_than_a_set_of_one_of_each_suit():
    rules = MeldRules(least_naturals=1, one_of_each_suit=True)
    assert best_layout(parse_cards("4H JK JK JK JK"), rules, VALUES).count == 0
    sets = MeldRules(least_naturals=1, one_of_each_suit=True, runs=False)
    assert best_layout(parse_cards("4H JK JK JK JK"), sets, VALUES).count == VALUES.joker


def test_wild_ranks_of_a_round():
    hand = parse_cards("3S KD KH")
    assert best_layout(hand, RULES["arizona-rummy"], VALUES).count == 23
    assert best_layout(hand, RULES["arizona-rummy"], VALUES, frozenset({3})).count == 0


def test_red_threes_are_apart():
    """They are melded with nothing, are no cards of a meld on the table, and count nothing."""
    rules, values = RULES["hand-and-foot"], TABLES["hand-and-foot"]
    layout = best_layout(parse_cards("3S 3C 3H 3D 9S 9H 9D"), rules, values)
    assert [texts(meld.cards) for meld in layout.melds] == [["9S", "9H", "9D"]]
    assert sorted(texts(layout.left)) == ["3C", "3D", "3H", "3S"]
    assert layout.count == 10
    assert best_layout(parse_cards("3H 3D JK"), rules, values).count == 50
    with pytest.raises(ValueError, match="no meld"):
        read_meld(parse_cards("3S 3C 3H"), rules)
    on_table = [read_meld(parse_cards("3S 3C 3C"), rules)]
    assert texts(lay_off(parse_cards("3S 3H"), on_table, rules, values).left) == ["3H"]


def test_refused():
    with pytest.raises(ValueError, match="more than 26"):
        best_layout(CARDS[:27], RULES["gin"])
    for values in ((1,) * 12, (*(1,) * 12, -1)):
        with pytest.raises(ValueError, match="thirteen values"):
            layouts.LayoutSolver(RULES["gin"], values)
    with pytest.raises(LookupError, match="no jokers"):
        best_layout([JOKER], RULES["gin"])
    with pytest.raises(ValueError, match="balanced"):
        MeldRules(balanced=True, least_naturals=0)
