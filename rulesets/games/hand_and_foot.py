"""Hand and Foot Canasta (Metzker p. 6): red, black and wild canastas in four rounds; high wins."""

from random import Random
from typing import Any

from rulesets.cards.card_rules import TWOS, MeldRules
from rulesets.cards.deck import Deck
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Phrase, Table, at_least, eldest, listed
from rulesets.families import rummy
from rulesets.rounds import (
    CardRules,
    Problems,
    Rounds,
    SheetColumn,
    after,
    ask,
    decks,
    declared,
    error,
)

MELDS = (90, 120, 150, 180)  # the first meld of each round


@declared
class Options:
    sevens: bool = option(
        "A canasta of sevens to go out", default=False, help="Besides the other three."
    )


@declared
class Round(rummy.CanastaRound):
    sevens: bool = ask(
        "Was one of their canastas of sevens?",
        "Of the side that went out, which needs one.",
        only=lambda table: table.options.sevens,
    )


class CanastaOfSevens:
    """A check that nobody goes out without a canasta of sevens, if so agreed."""

    def __call__(self, deal: Round, table: Table) -> Problems:
        if table.options.sevens and deal.went_out is not None and not deal.sevens:
            text = "{name} went out without a canasta of sevens."
            yield error("went_out.sevens", text, ("sevens",), name=table.name_of(deal.went_out))

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Answer that there is a canasta of sevens if somebody went out."""
        if table.options.sevens:
            report["sevens"] = report.get("went_out") is not None


def first(table: Table) -> int:
    """Return the least count of the first meld of the round."""
    return MELDS[min(table.rounds, len(MELDS) - 1)]


def note(table: Table) -> Phrase:
    """Return how many packs, and who begins."""
    text = "{packs} packs; 15 cards in the hand, 13 in the foot"
    return listed([Phrase(text, {"packs": rummy.packs(table)}), *eldest(table)], "; ")


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the values of everything, and the options agreed on."""
    lines = [
        "Canastas: red 500, black 300, wild 2000. Out 100. Red three 100, −100 without a meld.",
        "Joker 50, two 25, ace 20, king to eight 10, seven to four 5, black three 5: table − left.",
        "To go out: a red, a black and a wild canasta",
    ]
    lines[2] += ", and one of sevens." if options.sevens else "."
    return lines


def deal(ours: tuple[int, ...], theirs: tuple[int, ...], **others: Any) -> dict[str, Any]:
    """Return a round of the examples: canastas, red threes, cards on the table, cards left."""
    keys = *rummy.LEAST, "red_threes", "table", "hand"
    both = zip(keys, zip(ours, theirs, strict=True), strict=True)
    return {**{key: [*counts] for key, counts in both}, **others}


NOTHING = (0,) * 6
WORKED = (
    deal((2, 1, 1, 1, 700, 45), (1, 0, 0, 2, 200, 120), went_out=0),
    deal((0, 0, 0, 2, 0, 310), (1, 2, 1, 0, 640, 0), went_out=1),
)
FULL, OUT = (1, 1, 1, 0, 300, 0), (2, 1, 1, 0, 480, 25)
GAME = table_game(
    slug="hand-and-foot",
    name="Hand and Foot Canasta",
    source="Metzker p. 6",
    about="Two hands each, one after the other: lay canastas with your side; the highest score "
    "wins.",
    needs=decks(1, 1, each=1, jokers=True),
    minutes=120,
    aliases=("Hand and Foot",),
    options=Options,
    cards=CardRules(
        rummy.VALUES,
        MeldRules(runs=False, wild_ranks=TWOS, balanced=True, apart=frozenset(rummy.RED_THREES)),
        deck=Deck(packs=7, jokers=14),
    ),
    plays=Rounds(
        players=(2, 6),
        seats=(2, 4, 6),
        sides=2,
        asks=Round,
        score=rummy.score,
        checks=(*rummy.checks(first), CanastaOfSevens()),
        label=lambda table: Phrase("first meld {meld}", {"meld": first(table)}),
        note=note,
        ends=after(len(MELDS)),
        sheet_columns=(
            SheetColumn("went out", "went_out"),
            SheetColumn("red", "red"),
            SheetColumn("black", "black"),
            SheetColumn("wild", "wild"),
            SheetColumn("threes", "red_threes"),
            SheetColumn(
                "the over",
                per="side",
                holds="score",
                value=lambda table, side: rummy.over(table.last.report, table, side),
            ),
            SheetColumn(
                "the under",
                per="side",
                holds="score",
                value=lambda table, side: rummy.under(table.last.report, side),
            ),
        ),
        how=how,
        notable=at_least("wild", 2, "wild", "{name}: {count} wild canastas in one round"),
        rarities={"wild": "two wild canastas in one round"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(3645, 4620)),
        example("Red threes without a meld.", deal((0, 0, 0, 3, 0, 90), NOTHING), gives=(-390, 0)),
        example("A meld and no canasta.", deal((0, 0, 0, 1, 95, 60), NOTHING), gives=(135, 0)),
        example("The least to go out with.", deal(FULL, NOTHING, went_out=0), gives=(3200, 0)),
        example("The partner’s cards count.", deal(OUT, NOTHING, went_out=0), gives=(3855, 0)),
        example("Used up.", deal((4, 2, 0, 0, 950, 15), NOTHING), gives=(3535, 0), round=4),
        example("Six players.", deal(FULL, NOTHING, went_out=0), gives=(3200, 0), players=6),
        example(
            "With sevens.",
            deal(OUT, NOTHING, went_out=0, sevens=True),
            gives=(3855, 0),
            sevens=True,
        ),
    ),
)
