"""Pots of chips: who may win which, shares, and chips that cannot be shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rulesets.words import Words, joined

if TYPE_CHECKING:
    from rulesets.rounds.table import Table

Pot = tuple[int, tuple[int, ...]]


def by_hands(put: Sequence[int], strengths: Mapping[int, int]) -> list[Pot]:
    """The main pot and the side pots with their winners, by the hands of those who stayed in.

    Nobody wins more from another than he or she put in: each height at which somebody stopped
    closes a pot. What somebody who folded put in above all of them falls to the last pot.
    """
    levels = sorted({put[who] for who in strengths if put[who]}) or [0]
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(put) if level == levels[-1] else level
        amount = sum(min(one, top) - min(one, below) for one in put)
        among = [who for who in strengths if put[who] >= level] or list(strengths)
        best = max(strengths[who] for who in among)
        winners = tuple(who for who in sorted(among) if strengths[who] == best)
        if pots and pots[-1][1] == winners:
            pots[-1] = pots[-1][0] + amount, winners
        else:
            pots.append((amount, winners))
        below = top
    return pots


def as_told(
    total: int, winners: Sequence[int], beside: Iterable[tuple[int, Sequence[int]]]
) -> list[Pot]:
    """The side pots as they were told; what is left of the `total` is the main pot, and comes
    first. Never more than there is."""
    found: list[Pot] = []
    for amount, others in beside:
        taken = min(amount, total)
        total -= taken
        if taken:
            found.append((taken, tuple(others)))
    return [(total, tuple(winners)), *found]


def shares(amount: int, winners: Sequence[int], table: Table) -> Iterator[tuple[int, int]]:
    """What each winner gets; odd chips one by one from the dealer's left. Where nobody deals, seat
    k deals hand k."""
    if not winners:
        return
    seats = len(table.names)
    dealer = table.rounds % seats if table.dealer is None else table.dealer
    share, odd = divmod(amount, len(winners))
    for place, who in enumerate(sorted(winners, key=lambda one: (one - dealer - 1) % seats)):
        yield who, share + (place < odd)


def named(players: Iterable[int], table: Table) -> Words:
    """Their names in a row."""
    return joined([table.names[who] for who in players])
