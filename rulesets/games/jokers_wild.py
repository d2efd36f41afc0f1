"""Joker's Wild (for the Janken Deck): play a stronger suit; whoever goes out collects."""

from rulesets.cards.deck import JANKEN, Deck, decks
from rulesets.drawing.card_pictures import suit_ring
from rulesets.engine.game import example, table_game
from rulesets.engine.text import Phrase
from rulesets.families import collecting, janken
from rulesets.referee.position import PlayedCard
from rulesets.rounds import CardRules, CardValues, PerPlayer, Player, declared

VALUES = CardValues(joker=50)
counter = collecting.counts(VALUES, jokers=5)


@declared
class Hand:
    out: Player | None = collecting.out()
    held: PerPlayer[int] = collecting.held(counter)


def matches(
    options: collecting.CollectingOptions, laid: PlayedCard, top: PlayedCard, suit: int
) -> bool:
    """Return a stronger suit (than the one called, on a joker), or an equal rank."""
    return janken.is_stronger(laid, suit) or laid.card.rank == top.card.rank


def wanted(
    options: collecting.CollectingOptions, top: PlayedCard, suit: int
) -> tuple[str, list[Phrase]]:
    """Return why a card does not fit, and the cards that would."""
    why = "The {card} is neither of a stronger suit than the {top} nor of its rank."
    if top.card.is_joker:
        why = "The {card} is not of a stronger suit than the {top}."
    stronger = janken.any_of_suits(janken.STRONGER[suit])
    return why, [*stronger, *janken.any_of_same_rank(top), Phrase("a joker")]


GAME = table_game(
    slug="jokers-wild",
    name="Joker’s Wild",
    source="Rules for the Janken Deck, second game",
    about="Play a card of a stronger suit; first out of cards scores what the others hold.",
    needs=decks(1, 2, pack="Janken, five suits", jokers=True),
    minutes=30,
    aliases=("Janken",),
    options=collecting.CollectingOptions,
    cards=CardRules(VALUES, deck=Deck(packs=2, jokers=10, suits=JANKEN)),
    pictures={"suits": suit_ring},
    plays=collecting.rounds(
        Hand,
        counter,
        collecting.how(
            "A joker 50, king, queen and jack 10, an ace 1, the others as they show.",
            "Scissors beat Paper and Lizard; Paper beats Rock and Water; Rock beats Lizard and "
            "Scissors; Lizard beats Water and Paper; Water beats Scissors and Rock.",
        ),
    ),
    referee=janken.Janken(
        wild=janken.is_joker,
        calls=janken.is_joker,
        matches=matches,
        tells=wanted,
        jokers=5,
        anchors={**janken.ANCHORS, "call": "jokers", "effect.call": "jokers", "top": "play"},
    ),
    examples=(
        example(
            "The worked example: Cy goes out, then a blocked hand.",
            {"out": 2, "held": [61, 13, 0]},
            {"held": [30, 8, 8]},
            gives=(0, 11, 85),
        ),
        example("An eight is nothing special.", {"out": 0, "held": [0, 8]}, gives=(8, 0)),
        example("All five jokers.", {"out": 1, "held": [250, 0]}, gives=(0, 250)),
        example("All cards but an ace.", {"out": 0, "held": [0, 674]}, gives=(674, 0)),
        example("Two packs.", {"out": 5, "held": [900, 1, 2, 3, 4, 0]}, gives=(0, 0, 0, 0, 0, 910)),
        example("Blocked, and level.", {"held": [12, 12]}, gives=(0, 0)),
        example("Up to 100.", *[{"out": 1, "held": [50, 0]}] * 2, gives=(0, 100), target=100),
    ),
)
