"""Dominoes: the pips left in hand, where one double is in the middle from the start.

A report has `pips`, `blank` (who still holds the 0-0, where that is asked) and `blocked`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.checks import Problems, error
from rulesets.engine.fields import Counter
from rulesets.engine.questions import ask
from rulesets.engine.text import joined

if TYPE_CHECKING:
    from random import Random

    from rulesets.engine.table import Table

BLANK = 50  # points for the 0-0


def tiles(most: int) -> int:
    """Return how many tiles a set has whose highest double is `most`."""
    return (most + 1) * (most + 2) // 2


def spots(most: int) -> int:
    """Return how many pips are on all of them."""
    return most * tiles(most)


def pips(held: Callable[[Table], int], middle: Callable[[Table], tuple[int, int]]) -> Any:
    """Return the question of every such game: the pips left in hand; `middle` gives the highest
    double of the set, and the one in the middle."""

    def counter(table: Table) -> Counter:
        highest, double = middle(table)
        return Counter("tiles", tiles(highest) - 1, 0, of=(highest, double))

    return ask(
        "Pips left",
        "On the tiles that each player still has.",
        high=held,
        usual=(0, 60),
        cards=counter,
        worth=1,
        says="Pips left",
    )


def blank(applies: Callable[[Table], bool]) -> Any:
    """Return the question of the player with the 0-0, in the rounds in which it is not in the
    middle."""
    return ask(
        "Who is left with the 0-0?",
        "It counts 50.",
        only=applies,
        worth=BLANK,
        says="The 0-0",
        rule="blank",
        nobody="Nobody",
    )


def blocked() -> Any:
    """Return whether the round ended although nobody went out."""
    return ask("Was the round blocked?", "Nobody could play any more.")


@dataclass(frozen=True, slots=True)
class TilesLeft:
    """Exactly one player has no tile left, nobody where the round was blocked; no more pips than
    the set holds.

    `held` are the pips of all tiles but the double in the middle. `hidden`: somebody may have the
    0-0 without being asked, so that one player more has no pips.
    """

    held: Callable[[Table], int]
    hidden: Callable[[Table], bool]

    def __call__(self, deal: Any, table: Table) -> Problems:
        count, most, at = sum(deal.pips), self.held(table), ("pips",)
        if count > most:
            text = (
                "{sum} pips in all, but the tiles other than the double in the middle have only "
                "{most}."
            )
            yield error("pips.many", text, at, sum=count, most=most)
        empty = [who for who in table.players if not deal.pips[who] and who != deal.blank]
        due = 0 if deal.blocked else 1
        names = joined([table.names[who] for who in empty])
        if len(empty) < due:
            text = "Who has no tile left? Nobody has 0 pips, and the round was not blocked."
            yield error("pips.nobody", text, at)
        elif len(empty) > due + self.hidden(table):
            text = "{names}: 0 pips, but only one player goes out."
            if deal.blocked:
                text = "{names}: 0 pips, but in a blocked round everybody has a tile left."
            yield error("pips.none", text, at, names=names)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Let somebody go out now and then, and the others keep something."""
        out = chance.choice([who for who in table.players if who != report.get("blank")])
        for who in table.players:
            report["pips"][who] = max(report["pips"][who], 1)
        if not report.get("blocked"):
            report["pips"][out] = 0
