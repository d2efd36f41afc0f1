"""Drives of two sides: tables of four play sets of several deals, and every deal is independent.

What all of these formats share, whatever the movement: the questions, what a set scores for whom,
who won it, and the names of its places. People in opposite chairs are partners. Hands (deals of a
set) count from 1, and results are by chair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.formats.hands import CHAIRS
from rulesets.formats.labels import HAND
from rulesets.formats.parts import Deals, Facts, Roles, Tables
from rulesets.formats.set_options import SetOptions, agreed_of
from rulesets.formats.sets import of_sets
from rulesets.movements.seating import ROLES

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format, FormatKind

MOST_DEALS = 24
LADIES_AND_GENTLEMEN = Roles(ROLES, ("Gentlemen", "Ladies"))


@declared
class DriveOptions(SetOptions):
    """The options of a drive: also the number of deals in a set."""

    deals: int = option(
        "Hands in a set",
        default=4,
        low=1,
        high=MOST_DEALS,
        help="People change seats after this many hands. With four, everybody deals once.",
    )


def of_sides(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """A game of two sides as a drive without a movement: as many full tables of four as possible,
    with partners who change, and ties that are cut for."""
    width = len(CHAIRS)
    return of_sets(
        kind,
        game,
        agreed,
        people,
        Facts(width, CHAIRS, "partners", cuts="sides"),
        Tables(lambda count: (width,) * (count // width), width, width),
        Deals(agreed_of(agreed, DriveOptions).deals),
        HAND,
    )
