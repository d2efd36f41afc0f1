"""Whist with 10s (Metzker p. 9): tricks above six count one, tens count ten; six rounds."""

from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import Events, Problems, Table, at_least, error, gain
from rulesets.referee.tricks import Tricks, every
from rulesets.rounds import PerSide, Rounds, SheetColumn, after, ask, decks, declared

TRICKS, TENS, CARDS = 13, 4, 4  # in a hand, in the deck, in a trick
FREE, TEN = 6, 10  # tricks that count nothing, points for a ten
TRUMPS = ("♥ trump", "♠ trump", "♦ trump", "♣ trump", "High no-trump", "Low no-trump")


def crossed(table: Table) -> bool:
    """Return whether each side scores what the other took: in the last round."""
    return table.number >= len(TRUMPS)


@declared
class Hand:
    tricks: PerSide[int] = ask("Tricks", "What each side took.", total=TRICKS)
    tens: PerSide[int] = ask("Tens", "How many lie in its tricks.", total=TENS)


def score(hand: Hand, table: Table) -> Events:
    """Yield points for tricks above six and tens: of the side itself or, crossed, of the other."""
    for side in range(len(table.sides)):
        took = 1 - side if crossed(table) else side
        tricks, tens = max(hand.tricks[took] - FREE, 0), TEN * hand.tens[took]
        first, second = ("crossed", "crossed") if crossed(table) else ("tricks", "tens")
        name, text = table.name_of(took), "Tens of {name}: {count} × 10"
        yield gain(side, tricks, "Tricks of {name} above six", first, ("tricks", took), name=name)
        yield gain(side, tens, text, second, ("tens", took), name=name, count=hand.tens[took])


def in_tricks(hand: Hand, table: Table) -> Problems:
    """Check that the tens of each side fit into its tricks of four cards."""
    for side, (tricks, tens) in enumerate(zip(hand.tricks, hand.tens, strict=True)):
        if tens > CARDS * tricks:
            text, name = "{name}: tens {tens}, but tricks {tricks}.", table.name_of(side)
            yield error("tens.many", text, ("tens", side), name=name, tens=tens, tricks=tricks)


ROUNDS = (
    {"tricks": [8, 5], "tens": [3, 1]},
    {"tricks": [11, 2], "tens": [1, 3]},
    {"tricks": [6, 7], "tens": [2, 2]},
    {"tricks": [5, 8], "tens": [1, 3]},
    {"tricks": [9, 4], "tens": [2, 2]},
    {"tricks": [4, 9], "tens": [1, 3]},
)
GAME = table_game(
    slug="whist-tens",
    name="Whist with 10s",
    source="Metzker p. 9",
    about="Two sides take tricks and the tens in them; the higher total after six rounds wins.",
    family="tricks",
    needs=decks(1),
    minutes=30,
    aliases=("Whist with Tens",),
    referee=Tricks(every(TRICKS)),
    plays=Rounds(
        players=(4, 4),
        sides=2,
        asks=Hand,
        score=score,
        checks=(in_tricks,),
        label=lambda table: TRUMPS[min(table.rounds, len(TRUMPS) - 1)],
        note=lambda table: "What you take counts for the other side" if crossed(table) else None,
        ends=after(len(TRUMPS)),
        sheet_columns=(
            SheetColumn("tricks", "tricks"),
            SheetColumn("tens", "tens"),
        ),
        how=(
            "A point for each trick above six, 10 for each ten.",
            "In low no-trump each side scores what the other took.",
        ),
        notable=at_least("tricks", 13, "all", "{name}: all thirteen tricks"),
        rarities={"all": "all thirteen tricks"},
    ),
    examples=(
        example("The worked example, all six rounds.", *ROUNDS, gives=(133, 123)),
        example("Eight tricks and three tens are 32.", ROUNDS[0], gives=(32, 10)),
        example("Eleven tricks and one ten are 15.", ROUNDS[1], gives=(15, 30), round=2),
        example("Everything.", {"tricks": [13, 0], "tens": [4, 0]}, gives=(47, 0), round=5),
        example("One trick can hold all tens.", {"tricks": [12, 1], "tens": [0, 4]}, gives=(6, 40)),
        example("And crossed.", {"tricks": [13, 0], "tens": [4, 0]}, gives=(0, 47), round=6),
    ),
)
