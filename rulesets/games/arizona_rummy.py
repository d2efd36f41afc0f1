"""Arizona Rummy (Metzker p. 12): eleven rounds with more cards and another wild rank each."""

from rulesets.cards.card_rules import MeldRules, steps
from rulesets.cards.deck import Deck
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Phrase, Table, at_least, eldest, listed
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Player,
    Rounds,
    after,
    ask,
    decks,
    declared,
    none_left,
)

FIRST, ROUNDS, STEP = 3, 11, 5  # cards in the first round
RANKS = ("threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
WILD = (*RANKS, "jacks", "queens", "kings")
JOKER, OF_WILD = 50, 25
DECK = Deck(packs=4, jokers=8)


def cards(table: Table) -> int:
    """Return how many are dealt to each in the round that comes; cards of that rank are wild."""
    return FIRST + min(table.rounds, ROUNDS - 1)


def most(table: Table) -> int:
    """Return the highest count of a hand and one more card: jokers and wild cards."""
    held = cards(table) + 1
    return OF_WILD * held + (JOKER - OF_WILD) * min(held, DECK.jokers)


def values(*wild: int) -> CardValues:
    """Return the values of the cards where these ranks are wild."""
    return CardValues(steps(20, 10, STEP), JOKER, OF_WILD, frozenset(wild))


def counter(table: Table) -> Counter:
    """Return how a hand is counted from its cards."""
    held, wild = cards(table), values(cards(table))
    return Counter("cards", held + 1, packs=DECK.packs, jokers=DECK.jokers, values=wild)


@declared
class Hand:
    out: Player = ask("Who went out?", "Gave a card to everybody else.", sign="Out")
    count: PerPlayer[int] = ask(
        "Left in hand",
        "What each player’s cards count once all have played.",
        high=most,
        step=STEP,
        usual=(0, 60),
        cards=counter,
        none_for="out",
        worth=1,
        says="Left in hand",
    )


def label(table: Table) -> Phrase:
    """Return how many cards, and what is wild."""
    wild = Phrase(WILD[cards(table) - FIRST])
    return Phrase("{cards} cards, {wild} wild", {"cards": cards(table), "wild": wild})


SEVEN = (5, 25, 0, 45, 100, 10, 0)
GAME = table_game(
    slug="arizona-rummy",
    name="Arizona Rummy",
    source="Metzker p. 12",
    about="Sets and runs with three to thirteen cards; another rank is wild each time. Lowest "
    "wins.",
    needs=decks(3, 4, jokers=True),
    minutes=75,
    aliases=("Three Thirteen", "3-13"),
    cards=CardRules(values(), MeldRules(), deck=DECK),
    plays=Rounds(
        players=(2, 14),
        asks=Hand,
        checks=(none_left("out", "count", least=0),),
        label=label,
        note=lambda table: listed(eldest(table)),
        ends=after(ROUNDS),
        wins="low",
        how=(
            "Left in hand: joker 50, wild card 25, ace 20, king to ten 10, nine to two 5.",
            "Whoever goes out gives everybody else a card; then they may lay down once more.",
        ),
        notable=at_least("count", 200, "caught", "{name} was caught with {count}"),
        rarities={"caught": "caught with 200 or more"},
    ),
    examples=(
        example(
            "The worked example: Cy has nothing left in the second round either.",
            {"out": 0, "count": [0, 25, 5]},
            {"out": 1, "count": [10, 0, 0]},
            {"out": 1, "count": [50, 0, 75]},
            gives=(60, 25, 80),
        ),
        example("Four jokers.", {"out": 0, "count": [0, 200]}, gives=(0, 200)),
        example("Everybody gets rid of all.", {"out": 1, "count": [0, 0, 0]}, gives=(0, 0, 0)),
        example("Nines are wild.", {"out": 6, "count": [*SEVEN]}, gives=SEVEN, round=7),
        example("Kings.", {"out": 2, "count": [225, 20, 0]}, gives=(225, 20, 0), round=11),
        example("Fourteen cards.", {"out": 0, "count": [0, 550]}, gives=(0, 550), round=11),
    ),
)
