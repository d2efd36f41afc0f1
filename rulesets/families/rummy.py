"""Rummy that counts the cards on the table less those left in hand; Canasta for two sides.

A report of Canasta has `red`, `black`, `wild`, `red_threes`, `table`, `hand`, `melded` and
`went_out`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.cards.card_rules import TWOS, CardValues
from rulesets.cards.deck import Deck, card_of
from rulesets.engine import boards
from rulesets.engine.answers import Side
from rulesets.engine.checks import Problems, at_most, error
from rulesets.engine.fields import Counter
from rulesets.engine.questions import PerSide, ask, declared
from rulesets.engine.scoring import Events, gain, worths

if TYPE_CHECKING:
    from random import Random

    from rulesets.engine.table import Table


# --- Canasta for two sides: canastas, red threes, cards -------------------------------------------


STEP, SEVEN, THREE = 5, 7, 100  # cards of a canasta; a red three
LEAST = {"red": 35, "black": 55, "wild": 175}  # what the seven cards of a canasta count, or more
RED_THREES = (card_of(3, 1), card_of(3, 2))  # laid open at once, they count on their own
VALUES = CardValues((20, *(5,) * 6, *(10,) * 6), 50, 25, TWOS, dict.fromkeys(RED_THREES, 0))
PACK = sum(map(VALUES.value, Deck(jokers=2).cards()))  # 610
TOO_MANY = "{sum} in all, but the packs have only {most}."


def packs(table: Table) -> int:
    """Return the number of packs: one more than there are players."""
    return len(table.names) + 1


def in_packs(each: int) -> Callable[[Table], int]:
    """Return a function from the table to the number in all its packs, `each` in one."""
    return lambda table: each * packs(table)


def reds(table: Table) -> int:
    """Return the most red canastas: of each of the eleven ranks, seven of the four in every
    pack."""
    return 11 * (4 * packs(table) // SEVEN)


def counter(table: Table) -> Counter:
    """Return how cards on the table or in hand are counted."""
    count = packs(table)
    return Counter("cards", 54 * count, packs=count, jokers=2 * count, values=VALUES)


def canastas(label: str, help_text: str, most: Any, worth: int) -> Any:
    """Return the question of one kind of them."""
    bounds: Any = {"high": most, "usual": (0, 1), "blank": 0, "rule": "canastas"}
    return ask(label, f"{help_text}: {worth} each.", worth=worth, says=label, **bounds)


def counted(label: str, help_text: str, usual: tuple[int, int], worth: int) -> Any:
    """Return the question of what cards count."""
    bounds: Any = {"high": in_packs(PACK), "step": STEP, "usual": usual, "cards": counter}
    return ask(label, help_text, worth=worth, says=label, **bounds)


@declared
class CanastaRound:
    red: PerSide[int] = canastas("Red canastas", "Natural cards only", reds, 500)
    black: PerSide[int] = canastas("Black canastas", "With wild cards", in_packs(6), 300)
    wild: PerSide[int] = canastas("Wild canastas", "Wild cards only", in_packs(1), 2000)
    red_threes: PerSide[int] = ask(
        "Red threes", "Face up on the table.", high=in_packs(2), usual=(0, 2), blank=0
    )
    table: PerSide[int] = counted("Cards on the table", "Canastas included.", (200, 900), 1)
    hand: PerSide[int] = counted("Cards left", "In hands and feet of the side.", (0, 150), -1)
    melded: PerSide[bool | None] | None = ask(
        "Had the side melded?", "It has if there are cards on the table.", rare=True
    )
    went_out: Side | None = ask(
        "Which side went out?", "100 points.", worth=100, says="Went out", rule="going-out"
    )


def has_melded(deal: CanastaRound, side: int) -> bool:
    """Return whether a side has laid down its first meld: as reported, or if it has cards on the
    table."""
    answer = None if deal.melded is None else deal.melded[side]
    return deal.table[side] > 0 if answer is None else answer


@dataclass(frozen=True, slots=True)
class SidesFit:
    """A check that the answers of each side fit together; `first` is the count of the first meld of
    the round."""

    first: Callable[[Table], int]

    def __call__(self, deal: CanastaRound, table: Table) -> Problems:
        for side in range(len(table.sides)):
            counts = {key: getattr(deal, key)[side] for key in LEAST}
            name, laid = table.name_of(side), deal.table[side]
            least = max(self.first(table), sum(each * counts[key] for key, each in LEAST.items()))
            if not has_melded(deal, side):
                if laid or any(counts.values()):
                    text = "{name}: canastas or cards on the table, but no first meld."
                    yield error("melded.cards", text, ("melded", side), name=name)
            elif laid < least:
                text = "{name}: the first meld and the canastas count at least {least}."
                yield error("table.few", text, ("table", side), name=name, least=least)
            if side == deal.went_out and not all(counts.values()):
                text = "{name} went out without a red, a black and a wild canasta."
                yield error("went_out.canastas", text, ("went_out",), name=name)
            if side == deal.went_out and len(table.names) == len(table.sides) and deal.hand[side]:
                text = "{name} went out, so no cards are left."
                yield error("hand.left", text, ("hand", side), name=name)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Put enough on the table for the melds; give one canasta of each to whoever went out."""
        out = report.get("went_out")
        for side in range(len(table.sides)):
            for key, least in LEAST.items():
                report[key][side] = max(report[key][side], int(side == out))
                report["table"][side] += least * report[key][side]
        if out is not None:
            report["hand"][out] *= chance.randint(0, int(len(table.names) > len(table.sides)))


def score(deal: CanastaRound, table: Table) -> Events:
    """Yield the worth of all answers; red threes count against a side that has not melded."""
    yield from worths(deal, table)
    for side, threes in enumerate(deal.red_threes):
        each = THREE if has_melded(deal, side) else -THREE
        text = (
            "Red threes: {threes} × {each}" if each > 0 else "No meld: red threes {threes} × {each}"
        )
        at = "red_threes", side
        yield gain(side, threes * each, text, "red-threes", at, threes=threes, each=each)


def under(deal: CanastaRound, side: int) -> int:
    """Return the count of a side's cards on the table, less those that are left in hand."""
    return deal.table[side] - deal.hand[side]


def over(deal: CanastaRound, table: Table, side: int) -> int:
    """Return the points of a side for canastas, red threes and going out."""
    return boards.gains_of(table)[side] - under(deal, side)


def checks(first: Callable[[Table], int]) -> tuple[Any, ...]:
    """Return all checks of a round whose first meld has to count so much."""
    wilds = "wild", in_packs(6), TOO_MANY
    return (
        SidesFit(first),
        at_most("red", reds, TOO_MANY),
        at_most(*wilds, counts=lambda deal: SEVEN * sum(deal.wild) + sum(deal.black)),
        at_most("red_threes", in_packs(2), TOO_MANY),
        at_most("table", in_packs(PACK), TOO_MANY, counts=lambda deal: sum(deal.table + deal.hand)),
    )


# --- points in front of everybody -----------------------------------------------------------------


POINTS_STEP = 5  # every card of these games counts so much, or a multiple of it


def points(deck: Deck, values: CardValues, usual: tuple[int, int], **more: Any) -> Any:
    """Return the question of every such game: what is left over, within what the deck holds."""
    most, size = sum(map(values.value, deck.cards())), len(deck.cards())
    packs: Any = {"packs": deck.packs, "jokers": deck.jokers, "without": deck.without}
    arguments = {
        "low": -most,
        "high": most,
        "step": POINTS_STEP,
        "usual": usual,
        "cards": Counter("points", size, 0, **packs, values=values),
    }
    text = "Cards in front of the player minus cards in hand. It can be below zero."
    return ask("Points", text, **{**arguments, **more})
