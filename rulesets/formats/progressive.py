"""Progressive: winners go on, partners change; roles do not matter.

Tables of four play rounds of four deals, in which everybody deals once. Everybody keeps a score of
their own; a sit-out brings the mean of the own rounds. A tie is cut for by the two sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rulesets.engine.text import Words, say
from rulesets.formats.drives import DriveFormat
from rulesets.movements import progressive


@dataclass(frozen=True)
class ProgressiveFormat(DriveFormat):
    """The winners go one table nearer to the head, and play with those who stayed."""

    slug: ClassVar[str] = "progressive"
    name: ClassVar[Words] = say("Progressive: winners go on, partners change")
    usual_sets: ClassVar[int] = 7
    deals: ClassVar[int] = 4
    sit_out_mean: ClassVar[bool] = True
    movement: ClassVar[Any] = progressive
