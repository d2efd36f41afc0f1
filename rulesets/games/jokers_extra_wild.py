"""Joker's Extra Wild (for the Janken Deck): stronger suits, and five ranks that act."""

from rulesets.cards.deck import JANKEN, Deck, decks
from rulesets.drawing.card_pictures import suit_ring
from rulesets.drawing.seat_pictures import turn_order_with
from rulesets.engine.game import example, option, table_game
from rulesets.engine.problems import At
from rulesets.engine.text import Phrase
from rulesets.families import collecting, janken
from rulesets.referee.position import PlayedCard, TurnStep, card_name
from rulesets.referee.turn_builder import TurnBuilder, skip_next
from rulesets.rounds import CardRules, CardValues, PerPlayer, Player, declared

ACE, TWO, FOUR, NINE, QUEEN = 1, 2, 4, 9, 12
SPECIAL = frozenset({ACE, TWO, FOUR, NINE, QUEEN})
VALUES = CardValues((20, 20, 3, 20, 5, 6, 7, 8, 20, 10, 10, 20, 10), joker=50)
counter = collecting.counts(VALUES, jokers=5)
lines = collecting.how(
    "A joker 50; ace, 2, 4, 9 and queen 20; king, jack and ten 10, the others as they show.",
    "2: the next draws two. 4: call a suit, the next draws four. 9: the next is skipped.",
    "Queen: the direction turns. Ace: give a card of the stock to somebody.",
)


@declared
class Options(collecting.CollectingOptions):
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
    """Return the lines of the sheet: values and powers of cards, and the options agreed on."""
    fits = "Special cards need a stronger suit; any other card may also have the same rank."
    if options.special_equal_rank:
        fits = "Any card may be of a stronger suit or of the same rank."
    return [*lines(options), fits]


def matches(options: Options, laid: PlayedCard, top: PlayedCard, suit: int) -> bool:
    """Return a stronger suit, or an equal rank; the special cards need the stronger suit."""
    if janken.is_stronger(laid, suit):
        return True
    rank = laid.card.rank
    return rank == top.card.rank and (rank not in SPECIAL or options.special_equal_rank)


def wanted(options: Options, top: PlayedCard, suit: int) -> tuple[str, list[Phrase]]:
    """Return why a card does not fit, and the cards that would."""
    stronger, joker = janken.any_of_suits(janken.STRONGER[suit]), Phrase("a joker")
    special = top.card.rank in SPECIAL and not options.special_equal_rank
    if top.card.is_joker or special:
        return "The {card} is not of a stronger suit than the {top}.", [*stronger, joker]
    why = "The {card} is neither of a stronger suit than the {top} nor of its rank."
    return why, [*stronger, *janken.any_of_same_rank(top), joker]


def calls(laid: PlayedCard) -> bool:
    """Return whether a suit is called with a card: with a joker and with a four."""
    return laid.card.is_joker or laid.card.rank == FOUR


def does(builder: TurnBuilder, laid: PlayedCard, step: TurnStep, at: At) -> None:
    """Carry out the power of a special card on other players."""
    card = laid.card
    if card.rank in (TWO, FOUR):
        builder.hand(card.rank, card)
    elif card.rank == NINE:
        skip_next(builder, builder.seat, card)
    elif card.rank == QUEEN:
        builder.turn_round(card)
    elif card.rank == ACE and step.to is not None:
        give(builder, step, (*at, "to"))


def give(builder: TurnBuilder, step: TurnStep, at: At) -> None:
    """Give a card of the stock to another player, if there is one."""
    builder.unused.discard("to")
    if step.to == builder.seat:
        text = "The card of the {ace} goes to another player."
        builder.note("to.player", text, at, ace=card_name(step.cards[-1].card), firm=True)
    elif builder.available == 0:
        builder.note("draw.stock", "The stock is used up: there is no card to give away.", at)
    elif step.to is not None:
        if builder.available is None:
            builder.add_condition("draw.stock", "Allowed if there is a card left in the stock.")
        builder.draw(1, seat=step.to)
        builder.tell("give", "{name} gets a card from the stock.", step.to, 1)


GAME = table_game(
    slug="jokers-extra-wild",
    name="Joker’s Extra Wild",
    source="Rules for the Janken Deck, third game",
    about="Stronger suits and cards that act; first out of cards scores what the others hold.",
    needs=decks(1, 2, pack="Janken, five suits", jokers=True),
    minutes=30,
    aliases=("Janken",),
    options=Options,
    cards=CardRules(VALUES, deck=Deck(packs=2, jokers=10, suits=JANKEN)),
    pictures={"suits": suit_ring, "turns": turn_order_with("Nine", "Queen", both=False)},
    plays=collecting.rounds(Hand, counter, how),
    referee=janken.Janken(
        wild=janken.is_joker,
        calls=calls,
        matches=matches,
        tells=wanted,
        does=does,
        jokers=5,
        anchors={
            **janken.ANCHORS,
            **dict.fromkeys(("call", "to", "draw.due", "effect.call", "effect.give"), "special"),
            **dict.fromkeys(("effect.owe", "effect.skip", "effect.turn"), "special"),
            "top": "play",
        },
    ),
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
