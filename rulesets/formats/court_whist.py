"""The drive of Court Whist (Metzker p. 28), for that game and for any other game of two sides.

Tables of four play sets of four deals, in which every player deals once. The winners of a set move
on, partners change, and everybody keeps their own score. A sit-out scores eight for each deal (p.
28; Court Whist has seven sets).

**Reading** for a game without sets of its own: seven sets, its rounds one after the other and then
again from the first; each side's points go to both partners.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from rulesets.engine.game import NoOptions
from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import LADIES_AND_GENTLEMEN, DriveFormat
from rulesets.formats.parts import Deals, Length, SitOutScore
from rulesets.movements.court_whist import CourtWhistMovement

if TYPE_CHECKING:
    from rulesets.formats.parts import Facts
    from rulesets.movements.movement import Movement

SETS, DEALS = 7, 4


@dataclass(frozen=True)
class CourtWhistFormat(DriveFormat):
    """The winners of each table move on, and all partners part."""

    slug: ClassVar[str] = "court_whist"
    name: ClassVar[Phrase] = say("Drive: new partners every set")
    own_options: ClassVar[type] = NoOptions
    qualifies: ClassVar[bool] = False
    sit_out: ClassVar[SitOutScore] = SitOutScore("deal", 8)

    @cached_property
    def facts(self) -> Facts:
        """Partners are a lady and a gentleman; a tie is cut for within each role."""
        return replace(super().facts, roles=LADIES_AND_GENTLEMEN, cuts="roles")

    @cached_property
    def length(self) -> Length:
        """The seven sets of the book, of four deals, so that everybody deals once."""
        return Length(SETS, SETS, deals=Deals(DEALS))

    @cached_property
    def movement(self) -> Movement:
        """By the book, or with fewer repeats, if the game lets people choose."""
        return CourtWhistMovement(fewer_repeats=getattr(self.agreed, "fewer_repeats", False))


FORMAT = CourtWhistFormat
