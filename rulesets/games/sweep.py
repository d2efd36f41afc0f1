"""Sweep (Metzker p. 21): whoever is rid of all cards deals next; what the others hold counts."""

from rulesets.cards.card_rules import PIPS
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.scoring import Phrase, Problems, Table, at_least, eldest, listed, warning
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Player,
    Rounds,
    ask,
    decks,
    declared,
    none_left,
    reach,
)

DEALT, PACK, JOKERS = 22, 52, 2  # cards each; cards and jokers of a pack
JOKER = 50
VALUES = CardValues((*PIPS[:9], 25, 10, 10, 10), JOKER)
FULL = 4 * sum(VALUES.ranks)  # what a pack counts without jokers


@declared
class Options:
    target: int = goal(300, low=50, high=2000)
    jokers: bool = option("Jokers are used", default=False, help="The lowest cards, 50 points.")
    sweep_many: bool = option(
        "Four or more cards sweep", default=False, help="And you may add all that you hold."
    )
    pick_up_leads: bool = option(
        "Whoever picks up leads", default=False, help="Instead of passing the lead on."
    )


def jokers(table: Table) -> int:
    """Return how many are in each pack."""
    return JOKERS if table.options.jokers else 0


def packs(table: Table) -> int:
    """Return the number of packs for 22 cards to everybody."""
    each = PACK + jokers(table)
    return -(-DEALT * len(table.names) // each)


def most(table: Table) -> int:
    """Return the count of all cards of these packs."""
    return packs(table) * (FULL + JOKER * jokers(table))


def counter(table: Table) -> Counter:
    """Return how the cards that are left are counted."""
    count = packs(table)
    return Counter("cards", PACK, packs=count, jokers=count * jokers(table), values=VALUES)


@declared
class Hand:
    out: Player = ask("Who went out?", "Deals the next round.", sign="Out")
    count: PerPlayer[int] = ask(
        "Cards left",
        "In hand, face up and blind, counted together.",
        high=lambda table: 2 * most(table),
        usual=(1, 90),
        cards=counter,
        none_for="out",
        worth=1,
        says="Cards left",
    )


def held(hand: Hand, table: Table) -> Problems:
    """Warn of more cards than the packs hold; that happens only with more packs than are needed."""
    count = sum(hand.count)
    if count > most(table):
        text = "All cards left count {sum}; as many packs as you need hold {most}."
        yield warning("count.packs", text, ("count",), sum=count, most=most(table))


def note(table: Table) -> Phrase:
    """Return the note: who leads, and how many packs there are."""
    shuffled = Phrase("packs: {packs}", {"packs": packs(table)})
    return listed([*eldest(table, "{name} leads"), shuffled], "; ")


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the values of cards, and the options agreed on."""
    lines = {
        "Ten 25; king, queen, jack 10; nine to two as they show; ace 1.": True,
        "Jokers 50; the lowest cards, and one played after a ten wins.": options.jokers,
        "Four or more of a rank sweep, and you may add all that you hold.": options.sweep_many,
        "Whoever cannot follow picks up and leads.": options.pick_up_leads,
        "Whoever goes out deals next.": True,
    }
    return [line for line, agreed in lines.items() if agreed]


SIX = (300, 1, 22, 0, 64, 118)
TWICE = {"out": 0, "count": [0, 150]}
GAME = table_game(
    slug="sweep",
    name="Sweep",
    source="Metzker p. 21",
    about="Play low, sweep sets of four, and get rid of hand and blind cards first. Lowest wins.",
    needs=decks(1, 6),
    minutes=60,
    aliases=("Scoot",),
    options=Options,
    cards=CardRules(VALUES),
    plays=Rounds(
        players=(2, 14),
        asks=Hand,
        checks=(none_left("out", "count"), held),
        note=note,
        deals=lambda hand, _table: hand.out,
        ends=reach("target"),
        wins="low",
        how=how,
        notable=at_least("count", 200, "caught", "{name} was caught with {count}"),
        rarities={"caught": "caught with 200 or more"},
    ),
    examples=(
        example(
            "The worked example.",
            {"out": 1, "count": [35, 0, 112]},
            {"out": 2, "count": [61, 1, 0]},
            {"out": 1, "count": [8, 0, 50]},
            gives=(104, 1, 162),
        ),
        example("A single ace.", {"out": 0, "count": [0, 1]}, gives=(0, 1)),
        example("One player is over at once.", {"out": 3, "count": [*SIX]}, gives=SIX),
        example("Everything in one hand.", {"out": 0, "count": [0, 400]}, gives=(0, 400)),
        example("With jokers.", {"out": 0, "count": [0, 500]}, gives=(0, 500), jokers=True),
        example("Bo has 300, and Ann wins.", TWICE, TWICE, gives=(0, 300)),
    ),
)
