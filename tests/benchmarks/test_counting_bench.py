"""Counting from cards, on one core: hands per second, and the figures that must be kept.

Inside the timed loop is one call a hand that returns the whole arrangement: for melds the masks of
cards in runs and in sets, for poker the strength (category, ranks and side cards), for Golf the
count by columns with its blocks, for wild cards the runs of each suit and the wild cards needed,
for contracts every group. Outside it the hands are dealt and packed: one mask a suit, card indexes
for a grid, five bits a rank where there are several packs. CPU time, the best of several passes;
each hand is met for the first time in its pass with several packs, after other hands have warmed
the look-ups.
"""

import random
import time
from collections.abc import Callable, Iterable, Sequence

import pytest

from rulesets.cards.contract_fulfilment import ContractSolver
from rulesets.cards.deck import CARDS, Card, Deck, card_of, masks_of
from rulesets.cards.layouts import LayoutSolver, best_layout
from rulesets.cards.meld_ways import pack_suits
from rulesets.cards.melds import best_melds, meld_solver
from rulesets.cards.poker import strength
from rulesets.cards.totals import count_indexes
from tests.rulesets.cards.games_with_melds import CONTRACTS, RULES, TABLES

PACK = CARDS[:52]
NEIGHBOURS = [card_of(rank, suit) for suit in range(4) for rank in range(5, 11)]
SEVERAL = Deck(packs=3, jokers=6).cards()
PASSES = 7


def seconds(run: Callable[[], object], passes: int = PASSES) -> float:
    """The least CPU time of several passes."""
    times = []
    for _ in range(passes):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


@pytest.fixture
def report(say: Callable[[object], None]) -> Callable[[str, float, int], None]:
    def compare(what: str, rate: float, wanted: int) -> None:
        say(f"{what}: {rate:,.0f} a second ({wanted:,} wanted)")
        assert rate >= wanted

    return compare


def dealt(pack: Sequence[Card], size: int, number: int, seed: int) -> list[list[Card]]:
    rng = random.Random(seed)
    return [rng.sample(pack, size) for _ in range(number)]


@pytest.mark.parametrize("ace", ["low", "either"])
@pytest.mark.parametrize(
    ("what", "pack", "size", "wanted"),
    [
        ("random", PACK, 10, 600_000),
        ("random", PACK, 13, 450_000),
        ("from 24 neighbouring cards", NEIGHBOURS, 13, 170_000),
    ],
)
def test_melds(report, what, pack, size, wanted, ace):
    hands = [masks_of(hand) for hand in dealt(pack, size, 20_000, size)]
    solve = meld_solver(ace)

    def run() -> None:
        for a, b, c, d in hands:
            solve(a, b, c, d)

    report(f"melds of {size} cards {what}, ace {ace}", len(hands) / seconds(run), wanted)


@pytest.mark.parametrize(("size", "wanted"), [(7, 1_000_000), (10, 850_000), (13, 700_000)])
def test_poker(report, size, wanted):
    hands = [masks_of(hand) for hand in dealt(PACK, size, 30_000, size)]

    def run() -> None:
        for a, b, c, d in hands:
            strength(a, b, c, d)

    report(f"best five of {size} cards", len(hands) / seconds(run), wanted)


def test_grid(report):
    rng = random.Random(8)
    deck = [card.index for card in SEVERAL]
    grids = [(rng.sample(deck, 4), rng.sample(deck, 4)) for _ in range(20_000)]

    def run() -> None:
        for upper, lower in grids:
            count_indexes(upper, lower)

    report("Golf grids", len(grids) / seconds(run), 200_000)


Packed = tuple[tuple[int, int, int, int], list[int]]


def packed_hands(slug: str, size: int, number: int, seed: int) -> list[Packed]:
    rules, values = RULES[slug], TABLES.get(slug, TABLES["push"])
    return [
        (
            pack_suits(card for card in hand if not rules.is_wild(card)),
            [values.value(card) for card in hand if rules.is_wild(card)],
        )
        for hand in dealt(SEVERAL, size, number, seed)
    ]


def first_meetings(
    call: Callable[..., object], batches: Iterable[Sequence[Packed]]
) -> tuple[float, float]:
    """Hands a second, every hand met once: of the first batch, which finds no look-ups, and the
    best of the others, for which it has warmed them."""
    rates = []
    for batch in batches:
        start = time.process_time()
        for suits, wilds in batch:
            call(suits, wilds)
        rates.append(len(batch) / (time.process_time() - start))
    return rates[0], max(rates[1:])


@pytest.mark.parametrize(
    ("slug", "size"), [("push", 10), ("desert-rummy", 11), ("sticks", 11), ("ten-dime-rummy", 12)]
)
def test_wild_cards(report, slug, size):
    values = TABLES.get(slug, TABLES["push"])
    solver = LayoutSolver(RULES[slug], values.ranks)
    sizes = (20_000, 5_000, 5_000, 5_000)
    batches = [packed_hands(slug, size, n, seed) for seed, n in enumerate(sizes)]
    cold, warm = first_meetings(solver.least, batches)
    what = f"melds with wild cards ({slug}, {size} cards)"
    report(f"{what}, a process's first 20,000 hands", cold, 3_000)
    report(f"{what}, after them", warm, 20_000)


@pytest.mark.parametrize("slug", ["push", "desert-rummy", "ten-dime-rummy"])
def test_contracts(report, slug):
    """All contracts of a game in turn, 11 cards."""
    values = TABLES.get(slug, TABLES["push"])
    solvers = [ContractSolver(one, RULES[slug], values.ranks) for one in CONTRACTS[slug]]

    def each(suits: tuple[int, int, int, int], wilds: list[int]) -> None:
        for solver in solvers:
            solver.best(suits, wilds)

    batches = [packed_hands(slug, 11, 1_500, seed) for seed in range(4)]
    report(f"contracts ({slug})", len(solvers) * first_meetings(each, batches)[1], 20_000)


def test_from_cards_to_cards(say):
    """For information: with packing, and the arrangement as objects, card by card."""
    gin = dealt(PACK, 10, 3_000, 1)
    sticks = dealt(SEVERAL, 11, 2_000, 2)

    def melds() -> None:
        for hand in gin:
            best_melds(hand)

    def layouts() -> None:
        for hand in sticks:
            best_layout(hand, RULES["sticks"], TABLES["push"])

    rates = len(gin) / seconds(melds, 3), len(sticks) / seconds(layouts, 3)
    say(f"cards to cards: melds {rates[0]:,.0f}, with wild cards {rates[1]:,.0f} a second")
    assert min(rates) > 1_000
