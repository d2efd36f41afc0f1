"""Extra Steps: one up, one down or the same; chains, staircases; the first out of cards wins."""

from rulesets.drawing.card_pictures import chain, staircase
from rulesets.drawing.seat_pictures import turn_order_with
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Phrase, Table, eldest, listed
from rulesets.families import winners
from rulesets.families.stepping import SteppingReferee
from rulesets.families.stepping_cards import ACE_NUMBERS, FIVE
from rulesets.rounds import Order, Player, ask, decks, declared


@declared
class Options:
    target: int = winners.target()
    deck: str = option(
        "What you play with",
        default="standard",
        choices=(("standard", "Two packs of 52"), ("five-crowns", "Five Crowns")),
        help="What you play with.",
    )
    jokers: int = option("Jokers", default=4, low=0, high=4, help="In the two packs of 52.")
    ace: int = option(
        "Number that is the ace",
        default=ACE_NUMBERS[0],
        low=ACE_NUMBERS[0],
        high=ACE_NUMBERS[-1],
        help="In Five Crowns, as long as no round says another.",
        follows="deck",
    )
    again: str = option(
        "After the same number",
        default="go",
        choices=(("go", "You must play or draw again"), ("may", "You may stop")),
        help="As you lay the number of the top card.",
    )
    draw_ends_turn: bool = option(
        "Drawing for a jack ends the turn", default=False, help="Otherwise you play as usual."
    )
    staircase_face: str = option(
        "Face card that acts in a staircase",
        default="last",
        choices=(("last", "The one played last"), ("highest", "The highest, ace above king")),
        help="The others do nothing.",
    )
    last_face: str = option(
        "A face card as the last card",
        default="refused",
        choices=(("refused", "Not allowed"), ("draw", "Allowed; draw one and play on")),
        help="Only a 2 to 10 goes out.",
    )


@declared
class Round:
    out: Player | None = winners.out()
    order: Order | None = winners.order()
    ace: int | None = ask(
        "Number that was the ace",
        "Another each round.",
        low=ACE_NUMBERS[0],
        high=ACE_NUMBERS[-1],
        only=lambda table: table.options.deck == FIVE,
    )
    chooser: Player | None = ask(
        "Who chose it?", nobody="All together", only=lambda table: table.options.deck == FIVE
    )


def note(table: Table) -> Phrase:
    """Return the note: who begins, and which number is the ace."""
    parts = list(eldest(table))
    if table.options.deck == FIVE:
        parts.append(Phrase("agree on the number that is the ace"))
    return listed(parts)


LAST = {
    "refused": "The last card is a number, no face card.",
    "draw": "A face card as the last one: draw one, play on.",
}
AGAIN = {
    "go": "The same number: play or draw once more.",
    "may": "The same number: you may play once more.",
}
FACES = {
    "last": "Chain: three of a number. Staircase: three in a suit; the face played last acts.",
    "highest": "Chain: three of a number. Staircase: three in a suit; its highest face acts.",
}


def how(options: Options) -> list[str]:
    """Return how it goes, by what was agreed."""
    return [
        "Play a number one up, one down or the same, or draw one. Jack 11, king 13, ace 1.",
        AGAIN[options.again],
        "Jack: the next draws 3. Queen: turn round. King: skip. Ace: swap hands.",
        FACES[options.staircase_face],
        "If you drew for a jack, your turn is over."
        if options.draw_ends_turn
        else "If you drew for a jack, you still take your turn.",
        "The same card twice: slap; the last to slap draws 3.",
        LAST[options.last_face],
        winners.A_WIN,
    ]


GAME = table_game(
    slug="extra-steps",
    name="Extra Steps",
    source="Extra Steps, S. Jimenez 2026",
    about="Up or down by one, chains and staircases; first out of cards wins.",
    family="winner",
    needs=decks(2, pack="or one Five Crowns deck", jokers=True),
    minutes=30,
    options=Options,
    pictures={
        "chain": chain,
        "staircase": staircase,
        "turns": turn_order_with("King", "Queen", both=False),
    },
    plays=winners.shedding((2, 6), Round, note, how),
    referee=SteppingReferee(),
    examples=(
        example(
            "The worked example: three rounds, the second played to the end.",
            {"out": 1},
            {"order": [0, 2, 1]},
            {"out": 1},
            gives=(1, 2, 0),
        ),
        example("Two players.", {"out": 0}, gives=(1, 0)),
        example("All six in order.", {"order": [5, 0, 4, 1, 3, 2]}, gives=(0, 0, 0, 0, 0, 1)),
        example("Both are told.", {"out": 2, "order": [2, 1, 0]}, gives=(0, 0, 1)),
        example("First to two.", {"out": 0}, {"out": 0}, gives=(2, 0), target=2),
        example(
            "Five Crowns, with another ace in the second round.",
            {"out": 1, "ace": 3, "chooser": 0},
            {"out": 0, "ace": 7, "chooser": 1},
            gives=(1, 1),
            deck="five-crowns",
        ),
    ),
)
