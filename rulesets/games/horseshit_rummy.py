"""Horseshit Rummy (Metzker p. 18): the first card tells how many one gets; sets only, to 1500."""

from functools import cache

from rulesets.cards.card_rules import MeldRules, steps
from rulesets.cards.deck import CARDS, RANKS, Deck
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.scoring import Phrase, Problems, Table, at_least, eldest, error, listed
from rulesets.families import rummy
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Rounds,
    SheetColumn,
    ask,
    decks,
    declared,
    reach,
)

WILD, STEP, FOUR = 100, 5, 4  # packs at most, and cards of a rank in each of them
NO_TWOS = frozenset(card for card in CARDS[:52] if card.rank == 2)
DECK = Deck(packs=FOUR, without=NO_TWOS)
ALL = len(DECK.cards())
WILD_ONES = tuple((rank, Phrase(rank)) for rank in ("A", *reversed(RANKS[2:])))


@declared
class Options:
    target: int = goal(1500, low=100, high=10_000)
    ace: int = option(
        "An ace counts", default=100, choices=((100, "100"), (50, "50; a wild one 100"))
    )
    wild_flip: bool = option(
        "A wild card can be picked", default=False, help="With two of its own kind."
    )


def values(ace: int, *wild: int) -> CardValues:
    return CardValues(steps(ace, 10, STEP), None, WILD, frozenset(wild))


@cache
def there_are(ace: int, wild: str) -> int:
    """Return the count of all cards of four packs."""
    counts = values(ace, RANKS.index(wild) + 1)
    return sum(map(counts.value, DECK.cards()))


def most(table: Table, wild: str = "3") -> int:
    """Return the count of all cards by the agreed options; it is highest if the lowest ranks are
    wild."""
    return there_are(table.options.ace, wild)


def counter(table: Table) -> Counter:
    """Return how cards are counted; what is wild is asked in the same report."""
    bounds, counts = (ALL, 0, 0, DECK.packs), values(table.options.ace)
    return Counter("points", *bounds, values=counts, without=NO_TWOS, wild="wild")


@declared
class Hand:
    wild: str = ask(
        "Which rank was wild?", "The rank of the dealer’s first card.", choices=WILD_ONES
    )
    points: PerPlayer[int] = rummy.points(
        DECK,
        values(WILD),
        (-80, 250),
        low=lambda table: -most(table),
        high=most,
        cards=counter,
        worth=1,
        says="On the table less in hand",
    )


def in_packs(hand: Hand, table: Table) -> Problems:
    """Check that all cards together count no more than four packs do with these wild ones."""
    total, held = sum(map(abs, hand.points)), most(table, hand.wild)
    if total > held:
        text = "{sum} points laid down or left in hand, but four packs have only {most}."
        yield error("points.many", text, ("points",), sum=total, most=held)


def note(table: Table) -> Phrase:
    """Return how many cards the first one brings, and who begins."""
    cards = Phrase("your first card says how many you get (ace 14, king 13, queen 12, jack 11)")
    return listed([*eldest(table), cards], "; ")


def how(options: Options) -> list[Phrase]:
    """Return the lines of the sheet: the values of cards, and the options agreed on."""
    counts = "Wild card 100, ace {ace}, king to ten 10, nine to three 5: on the table less in hand."
    lines = [Phrase(counts, {"ace": options.ace}), Phrase("Sets only; one natural card in each.")]
    flip = Phrase("A wild card on top can be picked with two of its own kind.")
    return [*lines, flip] if options.wild_flip else lines


def hand(wild: str, *points: int) -> dict[str, object]:
    return {"wild": wild, "points": [*points]}


WORKED = hand("9", 230, -45, 105), hand("A", -160, 340, 60), hand("K", 15, 0, 220)
BIG = hand("5", 800, -700)
GAME = table_game(
    slug="horseshit-rummy",
    name="Horseshit Rummy",
    source="Metzker p. 18",
    about="Sets only, and your first card says how many you are dealt; the first with 1500 wins.",
    needs=decks(3, 4),
    minutes=90,
    options=Options,
    cards=CardRules(values(100), MeldRules(runs=False), deck=DECK),
    plays=Rounds(
        players=(2, 13),
        asks=Hand,
        checks=(in_packs,),
        note=note,
        ends=reach("target"),
        sheet_columns=(SheetColumn("wild", "wild"),),
        how=how,
        notable=at_least("points", 1000, "large", "{name}: {count} points in one hand"),
        rarities={"large": "1000 points in one hand"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(85, 295, 385)),
        example("Caught with everything.", hand("J", 65, -1400), gives=(65, -1400)),
        example("Level.", hand("3", 0, 0, 45, 0), gives=(0, 0, 45, 0)),
        example("Aces at 50.", hand("Q", 250, -50), gives=(250, -50), ace=50),
        example("Four packs of wild threes and all.", hand("3", 4000, -320), gives=(4000, -320)),
        example("Ann has 1500.", BIG, BIG, gives=(1600, -1400)),
    ),
)
