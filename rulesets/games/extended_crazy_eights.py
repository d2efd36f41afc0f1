"""Crazy Eights with the Extended Deck: whoever goes out collects; a joker left counts least."""

from rulesets.cards.card_rules import CardValues
from rulesets.engine.game import example, goal, option, table_game
from rulesets.families import collecting, extended
from rulesets.referee.extended.circle_games import Eights
from rulesets.rounds import CardRules, PerPlayer, Player, declared

VALUES = CardValues((1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10), 2, special=10, lowest=True)
counter = extended.count_left(VALUES)


@declared
class Options(extended.ExtendedOptions):
    target: int = goal(0, low=0, high=10_000, none="no end", help="")
    must_play: bool = option(
        "Whoever draws must play", default=True, help="Otherwise the turn may end with a draw."
    )


@declared
class Hand:
    out: Player | None = collecting.out()
    held: PerPlayer[int] = collecting.held(counter)


GAME = table_game(
    slug="extended-crazy-eights",
    name="Crazy Eights with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Match suit or rank, eights are wild; a Draw cannot be answered with another.",
    needs=extended.NEEDS,
    minutes=30,
    aliases=("Extended Crazy 8s",),
    options=Options,
    cards=CardRules(VALUES, deck=extended.deck(Options(jokers=4, packs=4))),
    plays=collecting.rounds(
        Hand,
        counter,
        collecting.how(
            "An eight 50, faces and specials 10, an ace 1, the others as they show.",
            "A joker counts as the lowest card that is not in the same hand.",
        ),
    ),
    referee=Eights(),
    examples=(
        example(
            "Bo goes out; Ann holds an eight and a Draw, Cy a joker.",
            {"out": 1, "held": [60, 0, 1]},
            gives=(0, 61, 0),
        ),
        example("Blocked.", {"held": [7, 12, 25]}, gives=(23, 0, 0)),
        example("Two share, and the odd point is dropped.", {"held": [5, 5, 8]}, gives=(1, 1, 0)),
        example("Nearly everything.", {"out": 0, "held": [0, 632]}, gives=(632, 0)),
        example("To 100.", *[{"out": 1, "held": [50, 0]}] * 2, gives=(0, 100), target=100),
    ),
)
