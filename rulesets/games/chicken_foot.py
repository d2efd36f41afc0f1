"""Chicken Foot (Metzker p. 25): dominoes from double to double; what is left in hand costs."""

from rulesets.drawing.card_pictures import double_with_toes
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Phrase, Problems, Table, at_least
from rulesets.families import dominoes
from rulesets.rounds import Needs, PerPlayer, Player, Rounds, Setup, after, declared, wrong_option

DEALT, SETS, MOST = 7, (6, 9, 12), 13  # tiles each; the highest doubles; players with the largest


@declared
class Options:
    set: int = option(
        "Dominoes up to the double",
        default=9,
        choices=tuple((most, f"{most}-{most}, {dominoes.tiles(most)} tiles") for most in SETS),
        help="There is a round for each double, and one for the 0-0.",
    )


def rounds(begun: Setup | Table) -> int:
    """Return a round for each double, the 0-0 too."""
    return int(begun.options.set) + 1


def double(table: Table) -> int:
    return min(table.rounds, rounds(table) - 1)


def held(table: Table) -> int:
    """Return the pips of all tiles that can be left."""
    return dominoes.spots(table.options.set) - 2 * double(table)


@declared
class Round:
    pips: PerPlayer[int] = dominoes.pips(held, lambda table: (table.options.set, double(table)))
    blank: Player | None = dominoes.blank(lambda table: double(table) > 0)
    blocked: bool = dominoes.blocked()


def agreed(setup: Setup) -> Problems:
    """Check that there are seven tiles for each."""
    count, there = DEALT * len(setup.roster.names), dominoes.tiles(setup.options.set)
    if count > there:
        text = "{wanted} tiles are dealt, 7 each, but this set has only {there}."
        yield wrong_option("set", text, wanted=count, there=there)


def note(table: Table) -> Phrase:
    """Return how the round begins."""
    params = {"tile": f"{double(table)}-{double(table)}"}
    return Phrase("The {tile} begins; if nobody has it, draw until somebody does", params)


WORKED = (
    {"pips": [0, 14, 23]},
    {"pips": [9, 0, 31], "blank": 2},
    {"pips": [3, 12, 7], "blocked": True},
)
GAME = table_game(
    slug="chicken-foot",
    name="Chicken Foot",
    source="Metzker p. 25",
    about="Dominoes in which every double needs three toes; pips left in hand count. Lowest wins.",
    needs=Needs(dominoes=9),
    minutes=75,
    aliases=("Chickenfoot",),
    options=Options,
    pictures={"toes": double_with_toes},
    plays=Rounds(
        players=(2, MOST),
        asks=Round,
        checks=(dominoes.TilesLeft(held, lambda _table: False),),
        agreed=agreed,
        deals="none",
        label=lambda table: Phrase("double {number}", {"number": double(table)}),
        note=note,
        ends=after(rounds),
        wins="low",
        how=(
            "Seven tiles each. A point for every pip left; the 0-0 costs 50.",
            "Fill all four arms of the first double, and three toes of every other one.",
        ),
        notable=at_least("pips", 100, "caught", "{name} was caught with {count} pips"),
        rarities={"caught": "caught with 100 pips"},
    ),
    examples=(
        example("The worked example: the 0-0, and a blocked round.", *WORKED, gives=(12, 26, 111)),
        example("The 0-0 alone.", {"pips": [0, 0, 17], "blank": 1}, gives=(0, 50, 17), round=2),
        example("In the first round it is on the table.", {"pips": [8, 0]}, gives=(8, 0)),
        example("A single tile each.", {"pips": [1, 0, 3, 2]}, gives=(1, 0, 3, 2)),
        example(
            "Blocked, with the 0-0.",
            {"pips": [5, 0, 6], "blank": 1, "blocked": True},
            gives=(5, 50, 6),
            round=4,
        ),
        example("The last of seven rounds.", {"pips": [0, 60]}, gives=(0, 60), round=7, set=6),
        example("The last of thirteen.", {"pips": [0, 99]}, gives=(0, 99), round=13, set=12),
    ),
)
