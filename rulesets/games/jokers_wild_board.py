"""Jokers Wild (Metzker p. 26): marbles round a board; the side with all in its castle wins."""

from rulesets.drawing.board_pictures import board_of_one_ring
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Phrase, Table, eldest, listed
from rulesets.families import winners
from rulesets.rounds import PerPlayer, Rounds, Side, board, declared


@declared
class Options:
    marbles: int = option(
        "Marbles each", default=5, low=4, high=6, help="As many as your board has places for."
    )


def marbles(table: Table) -> int:
    """Return how many each player has."""
    return int(table.options.marbles)


@declared
class Game:
    winner: Side = winners.winner("The first with all marbles in the castle.")
    home: PerPlayer[int] = winners.home(
        "Marbles in the castle", "Of each player, when the game ended.", marbles
    )


def note(table: Table) -> Phrase:
    return listed(eldest(table))


WORKED = (
    {"winner": 0, "home": [5, 3, 5, 4]},
    {"winner": 1, "home": [5, 5, 2, 5]},
    {"winner": 1, "home": [0, 5, 0, 5]},
)
GAME = table_game(
    slug="jokers-wild-board",
    name="Jokers Wild (board game)",
    source="Metzker p. 26",
    about="Cards move marbles round the board; the side with all of them in its castle wins.",
    family="winner",
    needs=board(3, 4, "marbles", jokers=True),
    minutes=75,
    aliases=("Jokers Wild", "Jokers and Marbles", "Pegs and Jokers"),
    options=Options,
    pictures={"board": lambda: board_of_one_ring(4)},
    plays=Rounds(
        players=(2, 4),
        seats=(2, 4),
        sides=2,
        asks=Game,
        score=winners.won,
        checks=(
            winners.AllHome(
                marbles,
                "{name} has {count} of {all} marbles in the castle; the winners have all.",
                "{name}: all marbles are in the castle, but another side won?",
            ),
        ),
        note=note,
        goal="First with all marbles in the castle",
        unit=winners.UNIT,
        counted=winners.WINS,
        how=(
            "Five cards each. An ace or a face brings a marble out; ace 1, face 10, 2 to 10 pips.",
            "A seven may be split between two marbles; an eight goes back.",
            "A joker takes the place of any marble on the board.",
            winners.A_WIN,
        ),
        lies_on=lambda options, players: board_of_one_ring(players, options.marbles),
        notable=winners.shut_out,
        rarities={"shut-out": "won, and nobody else had one home"},
    ),
    examples=(
        example("The worked example: three games.", *WORKED, gives=(1, 2)),
        example("Nobody else has one home.", {"winner": 0, "home": [5, 0, 5, 0]}, gives=(1, 0)),
        example("One marble too few.", {"winner": 1, "home": [5, 5, 4, 5]}, gives=(0, 1)),
        example("Two players.", {"winner": 0, "home": [5, 2]}, gives=(1, 0), players=2),
        example("Four each.", {"winner": 1, "home": [4, 4, 3, 4]}, gives=(0, 1), marbles=4),
        example("Six each.", {"winner": 0, "home": [6, 5]}, gives=(1, 0), players=2, marbles=6),
    ),
)
