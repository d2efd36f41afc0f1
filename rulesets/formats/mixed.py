"""Mixed: like `individual`, but partners have different roles.

A schedule seats one of each role as partners, a different one in every round. If there are more of
one role, the host is asked before the first round to have some play the other, as at Court Whist;
after that nobody changes role.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulesets.engine.text import Phrase, say
from rulesets.formats import individual
from rulesets.formats.drives import LADIES_AND_GENTLEMEN
from rulesets.formats.offers import offer_of_sets
from rulesets.movements.scheduled import ScheduledMovement

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from rulesets.formats.format import Format, FormatKind
    from rulesets.formats.parts import Offer


def mixed(kind: FormatKind, game: Game, agreed: object, people: int) -> Format:
    """A new partner of the other role every set. All seats are known in advance."""
    base = individual.individual(kind, game, agreed, people)
    facts = replace(base.facts, roles=LADIES_AND_GENTLEMEN)
    return replace(base, facts=facts, movement=ScheduledMovement("mixed"))


def _offer(format: Format) -> Offer:
    """Partners repeat if there are more rounds than people of the other role. (If the numbers are
    odd, the smaller group sits out too rarely for that many.)"""

    def promise(people: int) -> Phrase:
        distinct = format.length.sets <= people // 2 - people % 2
        return individual.promise_partners(distinct=distinct)

    return replace(offer_of_sets(format), promise=promise)


KIND = replace(
    individual.KIND,
    slug="mixed",
    name=say("Mixed schedule: partners are one of each role"),
    build=mixed,
    offer=_offer,
)
