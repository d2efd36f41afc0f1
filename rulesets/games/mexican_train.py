"""Mexican Train (Metzker p. 27): thirteen rounds of dominoes from the double 12 down to the 0-0."""

from functools import partial

from rulesets.drawing.card_pictures import hub
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Phrase, Table, at_least, listed
from rulesets.families import dominoes
from rulesets.rounds import Needs, PerPlayer, Player, Rounds, after, declared

HIGHEST = 12
ROUNDS = HIGHEST + 1
TILES = {2: 15, 3: 15, 4: 15, 5: 11, 6: 11, 7: 8, 8: 8}  # each, by the number of players


@declared
class Options:
    double_blank: int = option(
        "The 0-0 left in hand counts",
        default=0,
        choices=((0, "nothing"), (dominoes.BLANK, "50 points")),
    )
    held_out: bool = option(
        "The next double is laid out beforehand",
        default=False,
        help="Then whoever went out in the round before begins.",
    )


def double(table: Table) -> int:
    return max(HIGHEST - table.rounds, 0)


def held(table: Table) -> int:
    """Return the pips of all tiles that can be left."""
    return dominoes.spots(HIGHEST) - 2 * double(table)


def asks_double_blank(table: Table) -> bool:
    """Return whether there is a question about the 0-0: it counts, and is not in the middle."""
    return double(table) > 0 and table.options.double_blank > 0


@declared
class Round:
    pips: PerPlayer[int] = dominoes.pips(held, lambda table: (HIGHEST, double(table)))
    blank: Player | None = dominoes.blank(asks_double_blank)
    blocked: bool = dominoes.blocked()


def note(table: Table) -> Phrase:
    """Return how many tiles, and who begins."""
    begins = Phrase("whoever has the double begins")
    last = table.last.report if table.last is not None else None
    if table.options.held_out and last is not None:
        out = [who for who in table.players if not last.pips[who] and who != last.blank]
        begins = Phrase("the double is laid out, and whoever went out begins")
        if len(out) == 1:
            text = "the double is laid out, and {name} begins"
            begins = Phrase(text, {"name": table.names[out[0]]})
    tiles = Phrase("{tiles} tiles each", {"tiles": TILES[len(table.names)]})
    return listed([tiles, begins], "; ")


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: what counts, and the options agreed on."""
    return [
        "15 tiles each for 2 to 4 players, 11 for 5 or 6, 8 for 7 or 8.",
        "A point for every pip left; the 0-0 costs 50."
        if options.double_blank
        else "A point for every pip left; the 0-0 costs nothing.",
        "The next double is laid out; whoever went out begins."
        if options.held_out
        else "Whoever has the double begins.",
    ]


WORKED = ({"pips": [0, 41, 18, 7]}, {"pips": [25, 0, 0, 12]}, {"pips": [6, 30, 0, 55]})
EIGHT = (0, 12, 33, 5, 60, 21, 9, 2)
GAME = table_game(
    slug="mexican-train",
    name="Mexican Train",
    source="Metzker p. 27",
    about="A train of dominoes for each player and one for all; pips left count. Lowest wins.",
    needs=Needs(dominoes=12, also=("a marker for each player",)),
    minutes=120,
    aliases=("Mexican Train Dominoes",),
    options=Options,
    pictures={"hub": partial(hub, "The Mexican train")},
    plays=Rounds(
        players=(min(TILES), max(TILES)),
        asks=Round,
        checks=(
            dominoes.TilesLeft(
                held, lambda table: double(table) > 0 and not asks_double_blank(table)
            ),
        ),
        deals="none",
        label=lambda table: Phrase("double {number}", {"number": double(table)}),
        note=note,
        ends=after(ROUNDS),
        wins="low",
        how=how,
        notable=at_least("pips", 150, "caught", "{name} was caught with {count} pips"),
        rarities={"caught": "caught with 150 pips"},
    ),
    examples=(
        example("The worked example; Cy is left with the 0-0.", *WORKED, gives=(31, 71, 18, 74)),
        example("Eight players.", {"pips": [*EIGHT]}, gives=EIGHT),
        example(
            "The 0-0 costs 50.",
            {"pips": [0, 0, 12], "blank": 1},
            gives=(0, 50, 12),
            double_blank=50,
        ),
        example("Blocked.", {"pips": [4, 17, 9], "blocked": True}, gives=(4, 17, 9)),
        example("Blocked, and Bo has the 0-0.", {"pips": [4, 0], "blocked": True}, gives=(4, 0)),
        example("The last round.", {"pips": [0, 1]}, gives=(0, 1), round=13, double_blank=50),
        example("Laid out beforehand.", *WORKED[:2], gives=(25, 41, 18, 19), held_out=True),
    ),
)
