"""Fast Track (Metzker p. 32): flip cards, race pegs round the board; all of them home wins."""

from rulesets.drawing.board_pictures import board_of_arms
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Problems, Table
from rulesets.families import winners
from rulesets.rounds import PerPlayer, Rounds, Setup, Side, board, declared, wrong_option

PAIRED = (4, 6)  # players who can be partners
DOUBLED = (2, 3)  # players who can have two colours each


@declared
class Options:
    partners: bool = option("Partners", default=False, help="Across the board; 4 or 6 players.")
    two_colours: bool = option(
        "Two colours each", default=False, help="2 or 3 players; both colours have to come home."
    )
    pegs: int = option(
        "Pegs of a colour", default=4, low=4, high=6, help="As many as your board has holes for."
    )
    jack_swaps: bool = option("A jack may swap two pegs", default=False, help="Or move 1.")
    hand_of_five: bool = option(
        "A hand of five cards", default=False, help="You choose, instead of flipping the top card."
    )
    must_go_back: bool = option(
        "Move back if you cannot go forward", default=False, help="If you would pass your entrance."
    )
    fast_track_first: bool = option(
        "Fast track first", default=False, help="A peg on a fast track spot has to move."
    )
    own_exit: bool = option(
        "Only your own exit", default=False, help="You leave the fast track there."
    )
    bullseye: bool = option(
        "Bullseye from one past", default=False, help="When a move ends one past a track spot."
    )


def colours(options: Options) -> int:
    """Return how many each player has."""
    return 2 if options.two_colours else 1


def pegs(table: Table) -> int:
    """Return how many each player has, of all colours."""
    return int(table.options.pegs) * colours(table.options)


@declared
class Game:
    winner: Side = winners.winner("The first with all pegs home.")
    home: PerPlayer[int] = winners.home("Pegs home", "Of each player, when the game ended.", pegs)


def agreed(setup: Setup) -> Problems:
    """Check that partners sit across from each other, and that two colours each have a board for
    twice as many."""
    count = len(setup.roster.names)
    if setup.options.two_colours and count not in DOUBLED:
        text = "Two colours each are for 2 or 3, not {count}."
        yield wrong_option("two_colours", text, count=count)
    if setup.options.partners and count not in PAIRED:
        yield wrong_option("partners", "Partners play with 4 or 6, not {count}.", count=count)


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the power of cards, and the options agreed on."""
    lines = {
        "Flip your top card and play it. Ace, joker, 6: out, or 1 (1, 6), again. Faces: 1 or "
        "out of the bullseye, again. 4: back. 7: may be split.": not options.hand_of_five,
        "Five cards in hand: choose one. Ace, joker, 6: out, or 1 (1, 6), again. Faces: 1 or "
        "out of the bullseye, again. 4: back. 7: may be split.": options.hand_of_five,
        "Each of you plays two colours and wins when both are home.": options.two_colours,
        "Partners sit opposite; your partner’s pegs count with yours.": options.partners,
        "A jack moves 1 or swaps any two pegs.": options.jack_swaps,
        "What would pass your entrance goes back as far.": options.must_go_back,
        "A peg on the fast track moves before all others.": options.fast_track_first,
        "Leave the fast track at your own exit only.": options.own_exit,
        "One past a fast track spot, you may go into the bullseye.": options.bullseye,
    }
    return [*(line for line, holds in lines.items() if holds), winners.A_WIN]


WORKED = (
    {"winner": 1, "home": [2, 4, 0]},
    {"winner": 0, "home": [4, 3, 3]},
    {"winner": 1, "home": [1, 4, 2]},
)
GAME = table_game(
    slug="fast-track",
    name="Fast Track",
    source="Metzker p. 32",
    about="Flip a card, move a peg, hurry along the fast track; first with all pegs home wins.",
    family="winner",
    needs=board(each=1, jokers=True),
    minutes=60,
    options=Options,
    pictures={"board": lambda: board_of_arms(4)},
    plays=Rounds(
        players=(2, 6),
        pairs="partners",
        asks=Game,
        score=winners.won,
        checks=(
            winners.AllHome(
                pegs,
                "{name} has {count} of {all} pegs home; the winners have all.",
                "{name}: all pegs are home, but another side won?",
            ),
        ),
        agreed=agreed,
        deals="none",
        note=lambda _table: "Cut the cards: the highest begins.",
        goal="First with all pegs home",
        unit=winners.UNIT,
        counted=winners.WINS,
        how=how,
        lies_on=lambda options, players: board_of_arms(players * colours(options), options.pegs),
        notable=winners.shut_out,
        rarities={"shut-out": "won, and nobody else had one home"},
    ),
    examples=(
        example("The worked example: three games.", *WORKED, gives=(1, 2, 0)),
        example("Six alone.", {"winner": 5, "home": [0, 1, 2, 3, 3, 4]}, gives=(0, 0, 0, 0, 0, 1)),
        example("Nobody else got out.", {"winner": 0, "home": [4, 0]}, gives=(1, 0)),
        example(
            "Two pairs.",
            {"winner": 1, "home": [4, 4, 3, 4]},
            gives=(0, 1),
            players=4,
            partners=True,
        ),
        example(
            "Three pairs.",
            {"winner": 2, "home": [4, 0, 4, 3, 4, 4]},
            gives=(0, 0, 1),
            players=6,
            partners=True,
        ),
        example(
            "Two colours each: eight pegs are home.",
            {"winner": 1, "home": [7, 8, 4]},
            gives=(0, 1, 0),
            two_colours=True,
        ),
        example("Five pegs each.", {"winner": 1, "home": [4, 5]}, gives=(0, 1), pegs=5),
    ),
)
