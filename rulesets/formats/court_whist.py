"""The drive of Court Whist (Metzker p. 28), for it and for any game of two sides.

Tables of four play sets of four deals, in which every player deals once. Whoever wins a set moves
on, partners change, and everybody keeps a score of their own. A sit-out takes eight for each deal
(p. 28; Court Whist has seven sets).

**Reading** for a game without sets of its own: seven sets, its rounds one after the other and then
again from the first; each side's points go to both partners.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat
from rulesets.movements import court_whist


@dataclass(frozen=True)
class CourtWhistFormat(DriveFormat):
    """Whoever wins moves on, and the partners of every table part."""

    slug: ClassVar[str] = "court_whist"
    name: ClassVar[Words] = say("A drive: new partners in every set")
    usual_sets: ClassVar[int] = 7
    deals: ClassVar[int] = 4
    sit_out: ClassVar[int] = 8
    movement: ClassVar[Any] = court_whist

    @property
    def roles(self) -> tuple[str, ...]:
        """The two roles, of which every partnership has one each."""
        return ("gentleman", "lady")

    @property
    def role_names(self) -> tuple[str, ...]:
        """What people of a role are called."""
        return ("Gentlemen", "Ladies")
