"""Rummy with the Extended Deck: whoever goes out collects; specials meld with their own rank."""

from functools import cache
from typing import Any

from rulesets.cards.card_rules import CardValues
from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.questions import ask
from rulesets.engine.scoring import Events, Problems, Table, error
from rulesets.families import collecting, extended
from rulesets.referee.extended.circle_games import CircleGame
from rulesets.rounds import CardRules, PerPlayer, Player, SheetColumn, declared

LOW, HIGH, TWICE = 1, 11, 2


@cache
def table_of(ace: int) -> CardValues:
    return CardValues((ace, *range(2, 11), 10, 10, 10), 2, special=10, lowest=True)


counter = extended.count_left(lambda options: table_of(options.ace))


@declared
class Options(extended.ExtendedOptions):
    target: int = goal(0, low=0, high=10_000, none="no end", help="")
    ace: int = option("An ace counts", default=LOW, choices=((LOW, "1"), (HIGH, "11")))


@declared
class Hand:
    out: Player | None = collecting.out()
    rummy: bool = ask("Did they lay down everything at once?", "Rummy: the hand counts twice.")
    held: PerPlayer[int] = collecting.held(counter)


class Rummy:
    """Only whoever goes out can have laid down everything at once."""

    def __call__(self, hand: Hand, _table: Table) -> Problems:
        if hand.rummy and hand.out is None:
            text = "Rummy, but nobody went out? In a blocked hand nobody has laid down everything."
            yield error("rummy.out", text, ("rummy",))

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Take back a rummy in a blocked hand."""
        if report.get("out") is None:
            report.pop("rummy", None)


def score(hand: Hand, table: Table) -> Events:
    """Yield the cards of the other hands, twice for a rummy."""
    yield from collecting.collected(hand, table, TWICE if hand.rummy else 1)


def how(options: Options) -> list[str]:
    """Return the lines of the sheet about the values of cards."""
    return [
        f"Faces, Draw, Reverse and Skip 10, an ace {options.ace}, the others as they show.",
        "A joker counts as the lowest card that is not in the same hand.",
        "Whoever goes out scores what the others hold, twice for everything at once.",
        "Blocked: the lowest scores what each other holds above it.",
    ]


GAME = table_game(
    slug="extended-rummy",
    name="Rummy with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Sets and runs; Draws, Reverses and Skips meld with their own kind, or act as discards.",
    needs=extended.NEEDS,
    minutes=45,
    aliases=("Extended Rummy", "Straight Rummy"),
    options=Options,
    cards=CardRules(table_of(LOW), deck=extended.deck(Options(jokers=4, packs=4))),
    plays=collecting.rounds(
        Hand, counter, how, score, (Rummy(),), (SheetColumn("all at once", "rummy"),)
    ),
    referee=CircleGame("play", "meld", "draw", "reveal", draws=True, empty="wins", discards=True),
    examples=(
        example("Ann goes out.", {"out": 0, "held": [0, 24, 11]}, gives=(35, 0, 0)),
        example(
            "Everything at once.", {"out": 0, "rummy": True, "held": [0, 24, 11]}, gives=(70, 0, 0)
        ),
        example("Blocked.", {"held": [6, 24, 11]}, gives=(23, 0, 0)),
        example(
            "Four jokers and a 2 with an ace of 11 are 11.",
            {"out": 1, "held": [11, 0]},
            gives=(0, 11),
            ace=11,
            jokers=4,
        ),
        example("To 50.", *[{"out": 0, "held": [0, 25]}] * 2, gives=(50, 0), target=50),
    ),
)
