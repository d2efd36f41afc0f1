"""The drive of Court Whist (Metzker p. 28), for that game and for any other game of two sides.

Tables of four play sets of four deals, in which every player deals once. The winners of a set move
on, partners change, and everybody keeps their own score. A sit-out scores eight for each deal (p.
28; Court Whist has seven sets).

**Reading** for a game without sets of its own: seven sets, its rounds one after the other and then
again from the first; each side's points go to both partners.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import say
from rulesets.formats.drives import LADIES_AND_GENTLEMEN, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.labels import name_no_set
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Deals, Keeping, Length, SitOutScore
from rulesets.formats.sets import sit_out_of
from rulesets.movements.court_whist import CourtWhistMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format

SETS, DEALS = 7, 4
SIT_OUT = SitOutScore("deal", 8)


def court_whist(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """The winners of each table move on, and all partners part.

    Partners are a lady and a gentleman, and a tie is cut for within each role.
    """
    base = of_sides(kind, game, agreed, people)
    fewer = getattr(agreed, "fewer_repeats", False)  # if the game lets people choose
    return replace(
        base,
        facts=replace(base.facts, roles=LADIES_AND_GENTLEMEN, cuts="roles"),
        length=Length(SETS, SETS, deals=Deals(DEALS)),
        labels=base.labels.for_sets(SETS, name_no_set, name_no_set),
        ranking=replace(base.ranking, sit_out=sit_out_of(agreed, SIT_OUT)),
        movement=CourtWhistMovement(fewer_repeats=fewer),
    )


KIND = FormatKind(
    "court_whist",
    say("Drive: new partners every set"),
    Keeping.HANDS,
    court_whist,
    offer=offer_of_sets,
)
