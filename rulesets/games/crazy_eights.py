"""Crazy Eights (for the Janken Deck): whoever goes out collects what the others still hold."""

from rulesets.cards.deck import FRENCH, JANKEN, Deck, decks
from rulesets.drawing.card_pictures import suit_ring
from rulesets.engine.game import example, option, table_game
from rulesets.engine.text import Phrase
from rulesets.families import collecting, janken
from rulesets.referee.position import PlayedCard, any_of_suit
from rulesets.rounds import CardRules, CardValues, PerPlayer, Player, declared

EIGHT = 8
VALUES = CardValues((1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10))
counter = collecting.counts(VALUES)


@declared
class Options(collecting.CollectingOptions):
    deck: str = option(
        "What you play with",
        default="janken",
        choices=(("janken", "Janken, five suits"), ("standard", "52 cards")),
        help="Without jokers.",
    )


@declared
class Hand:
    out: Player | None = collecting.out()
    held: PerPlayer[int] = collecting.held(counter)


def is_eight(laid: PlayedCard) -> bool:
    return laid.card.rank == EIGHT


def matches(options: Options, laid: PlayedCard, top: PlayedCard, suit: int) -> bool:
    """Return the suit (the one that was called, on an eight) or the rank of the top card."""
    return laid.card.suit == suit or (laid.card.rank == top.card.rank and not is_eight(top))


def wanted(options: Options, top: PlayedCard, suit: int) -> tuple[str, list[Phrase]]:
    """Return why a card does not fit, and the cards that would."""
    eight = Phrase("an eight")
    if is_eight(top):
        return "The {card} is not of the suit called with the {top}.", [any_of_suit(suit), eight]
    why = "The {card} fits neither the suit nor the rank of the {top}."
    return why, [any_of_suit(suit), *janken.any_of_same_rank(top), eight]


GAME = table_game(
    slug="crazy-eights",
    name="Crazy Eights",
    source="Rules for the Janken Deck, first game",
    about="Match suit or rank, eights are wild; first out of cards scores what the others hold.",
    needs=decks(1, 2, pack="five suits, or the usual four"),
    minutes=30,
    aliases=("Crazy 8s", "Eights", "Swedish Rummy"),
    options=Options,
    cards=CardRules(VALUES, deck=Deck(packs=2, suits=(*FRENCH, *JANKEN))),
    plays=collecting.rounds(
        Hand,
        counter,
        collecting.how("An eight 50, king, queen and jack 10, an ace 1, the others as they show."),
    ),
    pictures={"suits": suit_ring},
    referee=janken.Janken(
        wild=is_eight,
        calls=is_eight,
        matches=matches,
        tells=wanted,
        anchors={**janken.ANCHORS, "call": "eights", "effect.call": "eights", "top": "play"},
    ),
    examples=(
        example(
            "The worked example: Bo goes out, then two blocked hands.",
            {"out": 1, "held": [60, 0, 5]},
            {"held": [7, 12, 25]},
            {"held": [10, 10, 25]},
            gives=(30, 72, 0),
        ),
        example("A single ace.", {"out": 0, "held": [0, 1]}, gives=(1, 0)),
        example("Three share 20.", {"held": [5, 25, 5, 5]}, gives=(6, 0, 6, 6)),
        example("Nobody is above.", {"held": [50, 50]}, gives=(0, 0)),
        example("All but one.", {"out": 0, "held": [0, 507]}, gives=(507, 0), deck="standard"),
        example("Two packs.", {"out": 5, "held": [700, 1, 2, 3, 4, 0]}, gives=(0, 0, 0, 0, 0, 710)),
        example("Up to 100.", *[{"out": 1, "held": [50, 0]}] * 2, gives=(0, 100), target=100),
    ),
)
