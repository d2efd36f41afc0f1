"""Blackjack as J. Garby's school played it: lay suit or rank; the last card has no power."""

from rulesets.families import winners
from rulesets.game import example, option, table_game
from rulesets.rounds import Order, Player, decks, declared
from rulesets.rounds.telling import Table, Words, eldest, listed


@declared
class Options:
    target: int = winners.target()
    eights: str = option(
        "Eights and kings in one turn",
        default="person",
        choices=(
            ("person", "Each eight marks a person at once"),
            ("final", "All count in the last direction"),
            ("pointer", "Each eight moves the place to count from"),
        ),
        help="Who is passed over.",
    )
    debt: bool = option(
        "Cards that are not there are owed", default=False, help="Picked up when there are some."
    )


@declared
class Round:
    out: Player | None = winners.out()
    order: Order | None = winners.order()


def note(table: Table) -> Words:
    """Who begins."""
    return listed(eldest(table))


EIGHTS = {
    "person": "Eights and kings: each eight marks a person at its moment.",
    "final": "Eights and kings: all eights count in the last direction.",
    "pointer": "Eights and kings: each eight moves the place to count from.",
}


def how(options: Options) -> list[str]:
    """What the cards do, and what was agreed on."""
    return [
        "Lay suit or rank, then more of the rank; cap two of a rank with a card that fits.",
        "Ace: call a suit, or cancel a pick-up. 2: pick up 2. Red jack 3, black jack 5.",
        "3: cover it. Queen: cover it with anything. 8: pass over. King: turn round.",
        EIGHTS[options.eights],
        "Cards that are not there are owed." if options.debt else "Pick up what there is.",
        "The last card has no power: 4, 5, 6, 7, 9 or 10.",
        winners.A_WIN,
    ]


GAME = table_game(
    slug="garby-blackjack",
    name="Garby’s Blackjack",
    source="A Card Game, J. Garby 2024",
    about="All cards are dealt; lay as many as fit in a turn. First out wins, on a plain card.",
    family="winner",
    needs=decks(1),
    minutes=20,
    aliases=("Blackjack",),
    options=Options,
    plays=winners.shedding((2, 13), Round, note, how),
    examples=(
        example(
            "The worked example: three games, the last one played to the end.",
            {"out": 3},
            {"out": 0},
            {"order": [3, 1, 2, 0]},
            gives=(1, 0, 0, 2),
        ),
        example("Two players.", {"out": 1}, gives=(0, 1)),
        example("All five in order.", {"order": [4, 3, 2, 1, 0]}, gives=(0, 0, 0, 0, 1)),
        example("Both are told.", {"out": 0, "order": [0, 2, 1]}, gives=(1, 0, 0)),
        example("First to two.", {"out": 1}, {"out": 0}, {"out": 1}, gives=(1, 2), target=2),
        example("The same one three times.", *[{"out": 2}] * 3, gives=(0, 0, 3)),
    ),
)
