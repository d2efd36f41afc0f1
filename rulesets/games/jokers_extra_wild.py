"""Joker's Extra Wild (for the Janken Deck): stronger suits, and five ranks that act."""

from rulesets.equipment.cards import JANKEN, Deck
from rulesets.equipment.needs import decks
from rulesets.families import collecting
from rulesets.game import example, option, table_game
from rulesets.pictures.suits import what_beats_what
from rulesets.pictures.turns import turn_order_with
from rulesets.rounds import CardRules, CardValues, PerPlayer, Player, declared

VALUES = CardValues((20, 20, 3, 20, 5, 6, 7, 8, 20, 10, 10, 20, 10), joker=50)
counter = collecting.counts(VALUES, jokers=5)
lines = collecting.how(
    "A joker 50; ace, 2, 4, 9 and queen 20; king, jack and ten 10, the others as they show.",
    "2: the next draws two. 4: call a suit, the next draws four. 9: the next is passed over.",
    "Queen: the direction turns. Ace: give a card of the stock to somebody.",
)


@declared
class Options(collecting.Options):
    special_equal_rank: bool = option(
        "Special cards on their own rank",
        default=False,
        help="Otherwise ace, 2, 4, 9 and queen need a stronger suit.",
    )


@declared
class Hand:
    out: Player | None = collecting.out()
    held: PerPlayer[int] = collecting.held(counter)


def how(options: Options) -> list[str]:
    """What the cards count and do, and what was agreed on."""
    fits = "Special cards need a stronger suit; any other card may also have the same rank."
    if options.special_equal_rank:
        fits = "Any card may be of a stronger suit or of the same rank."
    return [*lines(options), fits]


GAME = table_game(
    slug="jokers-extra-wild",
    name="Joker’s Extra Wild",
    source="Rules for the Janken Deck, third game",
    about="Stronger suits and cards that act; who is out of cards collects from the others.",
    needs=decks(1, 2, pack="Janken, five suits", jokers=True),
    minutes=30,
    aliases=("Janken",),
    options=Options,
    cards=CardRules(VALUES, deck=Deck(packs=2, jokers=10, suits=JANKEN)),
    pictures={"suits": what_beats_what, "turns": turn_order_with("Nine", "Queen", both=False)},
    plays=collecting.rounds(Hand, VALUES, counter, how),
    examples=(
        example(
            "The worked example: Ann goes out, then a blocked hand.",
            {"out": 0, "held": [0, 73, 25]},
            {"held": [40, 3, 30]},
            gives=(98, 64, 0),
        ),
        example("A single three.", {"out": 0, "held": [0, 3]}, gives=(3, 0)),
        example("Five special cards.", {"out": 1, "held": [100, 0]}, gives=(0, 100)),
        example("All cards but a three.", {"out": 0, "held": [0, 1042]}, gives=(1042, 0)),
        example("Two packs.", {"out": 5, "held": [2000, 3, 5, 6, 7, 0]}, gives=(0,) * 5 + (2021,)),
        example("Blocked, and level.", {"held": [20, 20, 20]}, gives=(0, 0, 0)),
        example("Up to 100.", *[{"out": 1, "held": [50, 0]}] * 2, gives=(0, 100), target=100),
    ),
)
