"""Meetings: everybody plays singly, and nobody meets anybody again until it cannot be avoided.

A schedule that is fixed before the first set seats the tables, and everybody carries their points
on. Nobody's seat depends on who wins, so ties stand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import Phrase, say
from rulesets.formats.format import FormatKind
from rulesets.formats.offers import offer_of_sets
from rulesets.formats.parts import Keeping
from rulesets.formats.people import check_schedule, game_check
from rulesets.formats.set_options import agreed_of
from rulesets.formats.tables import TablesOptions, of_singles
from rulesets.movements.quality import least_repeats
from rulesets.movements.schedule import MOST_PEOPLE, split_tables
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Offer


def meetings(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """People meet new opponents at the table every set. All seats are known in advance.

    Wishes hold in all sets. Of two sizes that are as near to the agreed one, tables have those at
    which fewer meet again.
    """
    base, (least, most) = of_singles(kind, game, agreed, people), game.plays.players
    usual, rounds = base.tables.usual, agreed_of(agreed, TablesOptions).rounds

    def sizes(count: int) -> tuple[int, ...]:
        return split_tables(count, usual, least, most, rounds)

    checks = (check_schedule(MOST_PEOPLE), game_check(game, agreed, sizes))
    return replace(
        base,
        facts=replace(base.facts, requests_last=True),
        tables=replace(base.tables, sizes=sizes, most=MOST_PEOPLE, checks=checks),
        movement=ScheduledMovement("meetings", sizes),
    )


def _offer(format: Format) -> Offer:
    """People meet again only if there are too few of them."""

    def promise(people: int) -> Phrase:
        pairs = sum(size * (size - 1) // 2 for size in format.tables.sizes(people))
        if not least_repeats(pairs * format.length.sets, people * (people - 1) // 2):
            return say("nobody has to meet anybody twice")
        return say("people meet again as late as possible")

    return replace(offer_of_sets(format), promise=promise)


KIND = FormatKind(
    "meetings",
    say("Schedule: new opponents every set"),
    Keeping.SET,
    meetings,
    TablesOptions,
    _offer,
    ahead=True,
    searches=True,
    qualifies=True,
)
