"""Euchre (Metzker p. 5): five tricks, and the side that names trump has to take three of them."""

from random import Random
from typing import Any

from rulesets.cards.deck import Deck
from rulesets.engine.game import example, goal, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Phrase,
    Problems,
    Table,
    eldest,
    error,
    gain,
    listed,
    refusal,
    say,
    side_moment,
    warning,
)
from rulesets.referee.tricks import Tricks, every
from rulesets.rounds import Rounds, SheetColumn, Side, ask, decks, declared, reach

TRICKS, NEEDED = 5, 3
POINT, MARCH, ALONE, EUCHRE = 1, 2, 4, 2  # made, all five, all five alone, to the other side


@declared
class Options:
    target: int = goal(10, low=5, high=50)


@declared
class Hand:
    makers: Side | None = ask(
        "Which side named trump?",
        "Ordered up the card, or called a suit.",
        nobody="Nobody: thrown in",
    )
    alone: bool = ask("Did one of them play alone?", "While the partner sat out.")
    tricks: int | None = ask(
        "Their tricks",
        "What the side that named trump took.",
        high=TRICKS,
        usual=(1, TRICKS),
        unit="tricks",
        needed_for="makers",
        of_whom="makers",
    )


class Complete:
    """Tricks belong to a side that named trump, and without one nothing was played."""

    def __call__(self, hand: Hand, table: Table) -> Problems:
        if hand.makers is not None:
            if hand.tricks is None:
                text, name = (
                    "How many of the {most} tricks did {name} take?",
                    table.name_of(hand.makers),
                )
                yield refusal("tricks.missing", text, ("tricks",), most=TRICKS, name=name)
        elif hand.tricks or hand.alone:
            text, at = (
                "Which side named trump? A hand that is thrown in is not played.",
                ("makers",),
            )
            yield error("makers.missing", text, at)
        else:
            text = "Nobody named trump: was the hand thrown in?"
            yield warning("makers.nobody", text, ("makers",))

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Complete the report of a hand that was played."""
        report.setdefault("makers", chance.randrange(2))
        report.setdefault("tricks", chance.randint(1, TRICKS))


def score(hand: Hand, table: Table) -> Events:
    """Yield points for the makers if they took three, else for the other side."""
    if hand.makers is None or hand.tricks is None:
        yield say("thrown in")
        return
    makers, others, name = hand.makers, 1 - hand.makers, table.name_of(hand.makers)
    enough, swept = hand.tricks >= NEEDED, hand.tricks == TRICKS
    points, why, rule = POINT, "{name} named trump and took {tricks}", "made"
    if not enough:
        points, why, rule = EUCHRE, "Euchre: {name} named trump and took {tricks}", "euchre"
    elif swept and hand.alone:
        points, why, rule = ALONE, "{name} took all {tricks}, one of them alone", "alone"
    elif swept:
        points, why, rule = MARCH, "{name} took all {tricks}", "march"
    for side, amount in ((makers, points * enough), (others, points * (not enough))):
        yield gain(side, amount, why, rule, ("tricks",), name=name, tricks=hand.tricks)


def notable(hand: Hand, table: Table) -> Moments:
    """Yield a hand played alone, with all tricks or too few taken."""
    if hand.alone and hand.makers is not None and hand.tricks is not None:
        if hand.tricks == TRICKS:
            yield side_moment(table, hand.makers, "alone", "{name}: all five tricks, alone")
        elif hand.tricks < NEEDED:
            yield side_moment(table, hand.makers, "euchre", "{name}: euchred alone")


def note(table: Table) -> Phrase:
    """Return the player who speaks and leads first."""
    return listed(eldest(table, "{name} speaks first, and leads"))


def hand(makers: int, tricks: int, **others: bool) -> dict[str, Any]:
    return {"makers": makers, "tricks": tricks, **others}


ALL_ALONE, THROWN_IN = hand(1, 5, alone=True), {"makers": None}
LOW = frozenset(card for card in Deck().cards() if 2 <= card.rank <= 8)  # not in the pack

GAME = table_game(
    slug="euchre",
    name="Euchre",
    source="Metzker p. 5",
    about="Two sides, 24 cards, five tricks: name trump and take three; the first to ten wins.",
    family="tricks",
    needs=decks(1, pack="9 to ace"),
    minutes=45,
    club_format="progressive",
    options=Options,
    referee=Tricks(every(5), Deck(without=LOW), bowers=True),
    plays=Rounds(
        players=(4, 4),
        sides=2,
        asks=Hand,
        score=score,
        checks=(Complete(),),
        note=note,
        ends=reach("target"),
        sheet_columns=(
            SheetColumn("trump by", "makers"),
            SheetColumn("alone", "alone"),
            SheetColumn("tricks", "tricks"),
        ),
        how=(
            "The side that named trump: 3 or 4 tricks 1 point, all 5 tricks 2, all 5 alone 4.",
            "Fewer than 3 tricks: euchre, and the other side has 2 points.",
        ),
        notable=notable,
        rarities={"alone": "all five tricks, alone", "euchre": "euchred alone"},
    ),
    examples=(
        example(
            "The worked example: five hands.",
            *(hand(0, 3), hand(1, 2), THROWN_IN, ALL_ALONE, hand(0, 5)),
            gives=(5, 4),
        ),
        example("Four tricks are worth no more than three.", hand(0, 4), gives=(1, 0)),
        example("All five with the partner.", hand(1, 5, alone=False), gives=(0, 2)),
        example("All five alone.", ALL_ALONE, gives=(0, 4)),
        example("Alone, but one trick is lost.", hand(0, 4, alone=True), gives=(1, 0)),
        example("Euchred alone.", hand(0, 2, alone=True), gives=(0, 2)),
        example("Not a single trick.", hand(1, 0), gives=(2, 0)),
        example("Thrown in.", THROWN_IN, gives=(0, 0)),
        example("Past the 5 agreed on.", ALL_ALONE, ALL_ALONE, gives=(0, 8), target=5),
    ),
)
