"""The Golf grid against every way to lay blocks over it; totals with jokers against every card that
they could be; dominoes read and counted.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.cards.deck import CARDS, JOKER, parse_cards
from rulesets.cards.totals import card_value, count_grid, nearest_21, read_tiles
from tests.sampling import examples

# --- Golf -----------------------------------------------------------------------------------------


ROWS = st.one_of(
    st.lists(st.lists(st.sampled_from(faces), min_size=4, max_size=4), min_size=2, max_size=2)
    for faces in (CARDS, parse_cards("JK KS QH"), parse_cards("7S 7H 7D JK"))
)


def least_count(rows):
    """Every set of blocks that do not overlap; the rest by columns, paired or not."""
    columns = list(zip(*rows, strict=True))

    def same(*cards):
        return len({card.rank for card in cards}) == 1

    def alone(column):
        plain = sum(map(card_value, column))
        return min(plain, 0) if same(*column) else plain

    counts = []
    for number in range(3):
        for blocks in combinations(range(3), number):
            covered = [place for left in blocks for place in (left, left + 1)]
            whole = all(same(*columns[left], *columns[left + 1]) for left in blocks)
            if whole and len(set(covered)) == len(covered):
                counted = sum(-50 if columns[left][0].is_joker else -10 for left in blocks)
                rest = (alone(columns[place]) for place in range(4) if place not in covered)
                counts.append(counted + sum(rest))
    return min(counts)


@settings(max_examples=examples(400), deadline=None)
@given(ROWS)
def test_the_least_count(rows):
    grid = count_grid(rows)
    assert grid.count == least_count(rows)
    assert grid.count == sum(column.count for column in grid.columns)
    assert [column.cards for column in grid.columns] == list(zip(*rows, strict=True))
    assert -100 <= grid.count <= 80


@pytest.mark.parametrize(
    ("upper", "lower", "count"),
    [
        ("KS QH QD 7H", "2D QS QC 7D", -8),  # a block of queens, a pair of red sevens, king and two
        ("KS QH QD 7H", "2D JS QC 7S", 22),
        ("JK JK AS 2S", "JK JK 9H 10C", -28),  # a block of jokers
        ("JK AS JK 2S", "JK 9H JK 10C", 2),  # two pairs of jokers apart stay at -10 each
        ("JK JK JK 2S", "JK JK JK 2C", -60),
        ("JK JK JK JK", "JK JK JK JK", -100),
        ("5S 5H 5D 9S", "5C 5S 5H 9D", -10),  # three equal pairs: one block and a pair
        ("5S 5H 5D 5S", "5C 5S 5H 5D", -20),
        ("QS 10S JS QH", "QD 10H JH QC", 0),  # a queen and a ten are no pair
        ("10S JS QS 10H", "JH QH 10D JD", 80),
        ("7H 7S 9S AS", "8H 2S 3H KH", 30),  # the red seven alone counts nothing
    ],
)
def test_worked_grids(upper, lower, count):
    assert count_grid([parse_cards(upper), parse_cards(lower)]).count == count


# --- nearest to 9, nearest to 21 ------------------------------------------------------------------


HANDS = st.lists(st.sampled_from(CARDS[:52]), unique=True, max_size=5)


def every_total(cards) -> set[int]:
    """All that aces as 1 or 11 and jokers as cards that are not there can come to."""
    known = [card for card in cards if not card.is_joker]
    free = [card for card in CARDS[:52] if card not in known]
    found = set()
    for named in combinations(free, len(cards) - len(known)):
        ways = [(1, 11) if c.rank == 1 else (min(c.rank, 10),) for c in (*known, *named)]
        found |= {sum(way) for way in product(*ways)}
    return found


@pytest.mark.parametrize(
    ("cards", "total", "natural"),
    [
        ("JK KS", 21, True),
        ("JK 5S", 16, False),
        ("JK KS QS AH", 22, False),
        ("AS KD", 21, True),
        ("AS JK", 21, True),
        ("JK JK", 21, True),
        ("7S 7H 7D", 21, False),
        ("AS AH 9D", 21, False),
        ("KS QH 5D", 25, False),
        ("JK AS AH AD AC", 21, False),
    ],
)
def test_nearest_21(cards: str, total: int, natural: bool) -> None:
    """referee.md, X17: a joker with K; with 5; with K Q A. The rules of the Extended Deck,
    Blackjack."""
    assert nearest_21(parse_cards(cards)) == (total, natural)


@given(HANDS, st.integers(0, 2))
def test_no_card_would_bring_a_hand_nearer(cards, jokers: int) -> None:
    hand = (*cards, *(JOKER,) * jokers)
    points, all_of_them = nearest_21(hand).points, every_total(hand)
    assert points in all_of_them
    below = [total for total in all_of_them if total <= 21]
    assert points == (max(below) if below else min(all_of_them))


# --- dominoes -------------------------------------------------------------------------------------


def whole_set(highest: int) -> list[str]:
    """Return the tiles up to a double, as they are written."""
    return [f"{high}-{low}" for high in range(highest + 1) for low in range(high + 1)]


@pytest.mark.parametrize(("highest", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)])
def test_a_set_is_whole(highest: int, count: int, pips: int) -> None:
    """games.md: sets of 6, 9, 12 have 28, 55, 91 tiles and 168, 495, 1092 pips."""
    texts = whole_set(highest)
    tiles, problems = read_tiles(texts, highest)
    assert (len(set(tiles)), sum(tile.pips for tile in tiles)) == (count, pips)
    assert [tile.text for tile in tiles] == texts
    assert not problems


@pytest.mark.parametrize("text", ["4-6", "6-4", "6:4", "4|6"])
def test_either_end_may_come_first(text: str) -> None:
    ((tile,), problems) = read_tiles([text], 6)
    assert (tile.text, tile.pips, problems) == ("6-4", 10, ())


def test_what_is_no_tile_is_told_with_its_place() -> None:
    found, problems = read_tiles(["6-4", "7-1", "x", "6-6", "4-6"], 6, middle=6)
    assert [(problem.code, problem.at) for problem in problems] == [
        ("tile.unknown", (1,)),
        ("tile.unknown", (2,)),
        ("tile.middle", (3,)),
        ("tile.twice", ()),
    ]
    assert len(found) == 3
