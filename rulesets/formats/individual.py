"""Individual: a new partner every round, by a schedule that is fixed before the first.

Tables of four play rounds of several deals; with four, everybody deals once. Everybody keeps their
own score; a sit-out scores the average of their own rounds. Nobody's seat depends on who wins, so
ties stand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import Phrase, say
from rulesets.formats.drives import DriveOptions, of_sides
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Keeping
from rulesets.formats.people import check_schedule
from rulesets.movements.schedule import MOST_PEOPLE
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Offer, PairRequest


def individual(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """Nobody has the same partner twice for as long as possible. All seats are known in advance.

    Two can be partners all evening.
    """
    base, checks = of_sides(kind, game, agreed, people), (check_schedule(MOST_PEOPLE),)
    requests: tuple[PairRequest, ...] = ("apart", "together", "paired")
    return replace(
        base,
        facts=replace(base.facts, cuts="", requests=requests, requests_last=True),
        tables=replace(base.tables, most=MOST_PEOPLE, checks=checks),
        movement=ScheduledMovement("individual"),
    )


def _offer(format: Format) -> Offer:
    """Partners meet again only if there are fewer of them than rounds to play."""

    def promise(people: int) -> Phrase:
        return promise_partners(distinct=format.length.sets < people)

    return replace(offer_of_sets(format), promise=promise)


def promise_partners(*, distinct: bool) -> Phrase:
    """What a schedule promises about partners; `distinct`: nobody has the same one twice."""
    if distinct:
        return say("nobody has the same partner twice")
    return say("partners repeat as late as possible")


KIND = FormatKind(
    "individual",
    say("Schedule: a new partner every set"),
    Keeping.HANDS,
    individual,
    DriveOptions,
    _offer,
    ahead=True,
    searches=True,
    qualifies=True,
)
