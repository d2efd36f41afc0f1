"""Whoever gets rid of all cards collects what the others still hold.

Where nobody can go on, the hand is blocked: the lowest count scores what each of the others holds
above it; several lowest share that evenly, and a fraction is dropped.

A report has `out` and `held`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rulesets.rounds.events import Events, gain, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.problems import At
    from rulesets.rounds.table import Table


class Hand(Protocol):
    """Who went out (None: blocked), and what everybody still holds."""

    @property
    def out(self) -> Any: ...

    @property
    def held(self) -> Sequence[int]: ...


def collected(hand: Hand, table: Table) -> Events:
    """What each of the others holds, to whoever went out; or the blocked hand."""
    if hand.out is None:
        yield from blocked(hand.held, table)
        return
    for player in table.players:
        if player != hand.out:
            at: At = ("held", player)
            count, name = hand.held[player], table.names[player]
            text = "{name} holds {count}"
            yield gain(hand.out, count, text, "scoring", at, name=name, count=count)
    won = sum(hand.held[player] for player in table.players if player != hand.out)
    yield say("{name} goes out and collects {points}", name=table.names[hand.out], points=won)


def blocked(held: Sequence[int], table: Table) -> Events:
    """The lowest score what the others hold above them."""
    low = min(held[player] for player in table.players)
    lowest = [player for player in table.players if held[player] == low]
    above = sum(held[player] - low for player in table.players)
    for player in lowest:
        told: dict[str, Any] = {"low": low, "above": above, "share": len(lowest)}
        text = "{who} is lowest with {low}; the others hold {above} above it"
        if len(lowest) > 1:
            text = "{who} is lowest with {low}; {share} share the {above} that others hold above it"
        points = above // len(lowest)
        yield gain(player, points, text, "blocked", ("held", player), **told)
        yield say("blocked: {name} scores {points}", name=table.names[player], points=points)
