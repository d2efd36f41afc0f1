"""Progressive: some people of each table move, and partners change.

Tables of four play rounds of several deals; with four, everybody deals once. Everybody keeps their
own score; a sit-out scores the average of their own rounds. In a tie the two sides cut. People have
one of two roles if ladies and gentlemen move differently (`moves`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from rulesets.engine.game import option
from rulesets.engine.questions import declared
from rulesets.engine.text import say
from rulesets.formats.drives import LADIES_AND_GENTLEMEN, DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Bell, Keeping
from rulesets.formats.set_options import CLOCK, agreed_of
from rulesets.formats.sets import also
from rulesets.movements.progressive import IN_ROLES, ProgressiveMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format
    from rulesets.movements.progressive import Moves


@declared
class ProgressiveOptions(DriveOptions):
    """Who moves after a round, and when it ends."""

    moves: str = option(
        "Who moves",
        default="up",
        choices=(
            ("up", "winners move up a table, losers stay"),
            ("both", "winners move up a table, losers move down"),
            (
                "part",
                "losers move, ladies one way and gentlemen the other; winners change partners",
            ),
            ("stay", "losers move, ladies one way and gentlemen the other; winners stay partners"),
        ),
    )
    bell: bool = option(
        "Head table rings the bell",
        default=False,
        help="When table 1 has finished its hands, the others finish the one they are playing. "
        "Scores are adjusted to the usual number of hands.",
        group=CLOCK,
    )


def progressive(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """The winners move up a table towards the head table and play with people who stayed there; or
    the losers travel round the room.

    People have roles if ladies and gentlemen move differently; the head table rings the bell, if
    that was agreed.
    """
    base, chosen = of_sides(kind, game, agreed, people), agreed_of(agreed, ProgressiveOptions)
    roles = LADIES_AND_GENTLEMEN if chosen.moves in IN_ROLES else base.facts.roles
    bell = Bell() if chosen.bell else base.length.deals.bell
    idle = {"minutes": bell == Bell()}
    return replace(
        base,
        facts=replace(base.facts, roles=roles),
        length=replace(base.length, deals=replace(base.length.deals, bell=bell)),
        agreement=also(base.agreement, idle=idle, until={"bell": "seats"}),
        movement=ProgressiveMovement(cast("Moves", chosen.moves)),
    )


KIND = FormatKind(
    "progressive",
    say("Progressive: winners move up, partners change"),
    Keeping.HANDS,
    progressive,
    ProgressiveOptions,
    offer_of_sets,
    qualifies=True,
)
