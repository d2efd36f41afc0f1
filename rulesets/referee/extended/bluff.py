"""Bluff with the Extended Deck: what lies face down, and whether what was said of it is true."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from rulesets.referee.extended.circle_games import CircleGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.equipment.cards import Card
    from rulesets.problems import At
    from rulesets.referee.going import Going
    from rulesets.referee.turns import Step

OF_A_RANK = 4


def holds(rank: int, cards: Sequence[Card]) -> bool:
    """Whether a claim that all these cards are of a rank (1 to 13) holds when it is challenged.

    A joker is a card of the rank that does not lie there, so more than four never hold. A Draw, a
    Reverse and a Skip are of no rank that is called.
    """
    if len(cards) > OF_A_RANK:
        return False
    return all(card.is_joker or (card.rank == rank and not card.is_special) for card in cards)


class Bluff(CircleGame):
    """A claim breaks no rule, true or not; what becomes of it is told with the cards."""

    has_claims = True
    anchors = MappingProxyType({**CircleGame.anchors, "effect.claim": "challenge"})

    def step(self, going: Going, step: Step, at: At) -> None:
        super().step(going, step, at)
        if step.verb != "play" or step.claim is None:
            return
        if holds(step.claim, [laid.card for laid in step.cards]):
            text = "The claim holds: whoever doubts it takes the pile."
        else:
            text = "The claim does not hold: if somebody doubts it, {name} takes the pile."
        going.tell("claim", text, going.seat)
