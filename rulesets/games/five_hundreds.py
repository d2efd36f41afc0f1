"""Five Hundreds (Metzker p. 15): the cards on the table less those left in hand, up to 500."""

from rulesets.cards.card_rules import MeldRules, steps
from rulesets.cards.deck import Deck
from rulesets.engine.game import example, goal, table_game
from rulesets.engine.scoring import Problems, Table, at_least, eldest, error, listed
from rulesets.families import rummy
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Player,
    Rounds,
    ask,
    at_most,
    decks,
    declared,
    reach,
)

DEALT, STEP = 7, 5
VALUES = CardValues(steps(25, 10, STEP))
MOST = sum(map(VALUES.value, Deck().cards()))  # 420 in the pack
LEAST = DEALT * STEP  # for who went out: seven cards laid down, none in hand


@declared
class Options:
    target: int = goal(500, low=100, high=2000)


@declared
class Hand:
    out: Player = ask(
        "Who went out?", "Laid down everything and discarded the last card.", sign="Out"
    )
    points: PerPlayer[int] = rummy.points(
        Deck(), VALUES, (-40, 100), worth=1, says="On the table less in hand"
    )


def laid_down(hand: Hand, table: Table) -> Problems:
    """Check that the player who went out has laid down seven cards at least."""
    points, name = hand.points[hand.out], table.names[hand.out]
    if points < LEAST:
        text = "{name} went out: {cards} cards on the table count {least} or more, not {points}."
        params = {"cards": DEALT, "least": LEAST, "points": points}
        yield error("points.few", text, ("points", hand.out), name=name, **params)


WORKED = (
    {"out": 1, "points": [-15, 85, 40]},
    {"out": 0, "points": [120, 30, -70]},
    {"out": 2, "points": [45, 0, 35]},
)
OVER = {"out": 0, "points": [95, 110]}
TOO_MUCH = "{sum} points laid down or left in hand, but the pack has only {most}."
GAME = table_game(
    slug="five-hundreds",
    name="Five Hundreds",
    source="Metzker p. 15",
    about="Rummy with one pack: dig deep into the discards; the first with 500 wins.",
    needs=decks(1),
    minutes=60,
    aliases=("500 Rum", "Rummy 500"),
    options=Options,
    cards=CardRules(VALUES, MeldRules()),
    plays=Rounds(
        players=(2, 4),
        asks=Hand,
        checks=(laid_down, at_most("points", MOST, TOO_MUCH, absolute=True)),
        note=lambda table: listed(eldest(table)),
        ends=reach("target"),
        how=(
            "Ace 25, king to ten 10, nine to two 5: on the table plus, in hand minus.",
            "Several past the goal in one hand: the highest total wins.",
        ),
        notable=at_least("points", 200, "large", "{name}: {count} points in one hand"),
        rarities={"large": "200 points in one hand"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(150, 115, 5)),
        example(
            "The least for a player who goes out.", {"out": 1, "points": [0, 35]}, gives=(0, 35)
        ),
        example("Caught with everything.", {"out": 0, "points": [95, -325]}, gives=(95, -325)),
        example("Level: no points.", {"out": 2, "points": [0, 0, 50, 0]}, gives=(0, 0, 50, 0)),
        example("The whole pack.", {"out": 0, "points": [420, 0]}, gives=(420, 0)),
        example("Both past 100: the higher wins.", OVER, OVER, gives=(190, 220), target=190),
    ),
)
