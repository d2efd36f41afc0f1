"""Who comes first in a round, as it is told before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.words import Words, say

if TYPE_CHECKING:
    from rulesets.rounds.table import Table


def eldest(table: Table, text: str = "{name} begins") -> tuple[Words, ...]:
    """`text` of the {name} who sits at the dealer's left; nothing while nobody deals."""
    if table.dealer is None:
        return ()
    seats = len(table.names)
    around = ((table.dealer + step) % seats for step in range(1, seats + 1))
    left = next((player for player in around if player in table.players), table.dealer)
    return (say(text, name=table.names[left]),)
