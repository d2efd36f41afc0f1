"""Pots. Stakes beside the points: everybody brings some, they go into the pot, and the best take
it. Pots of chips: who may win which, shares, and chips that cannot be shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.checks import Check, Problems, refusal
from rulesets.engine.plays import POT
from rulesets.engine.scoring import Events, bring, pay
from rulesets.engine.text import Phrase, joined

if TYPE_CHECKING:
    from random import Random

    from rulesets.engine.plays import Ending
    from rulesets.engine.table import Table


# --- stakes beside the points ---------------------------------------------------------------------


def in_pot(table: Table, unit: str) -> int:
    return table.books.get(unit, {}).get(POT, 0)


def bring_stakes(table: Table, unit: str, stake: int) -> Events:
    for player in table.players:
        params: dict[str, Any] = {"name": table.names[player], "stake": stake, "unit": unit}
        yield bring(stake, player, "{name} brings {stake}", "stakes", **params)


def share_pot(table: Table, unit: str, ending: Ending) -> Events:
    """Yield the pot to the winners in equal shares, odd coins one by one from the last dealer's
    left."""
    dealer = table.last.dealer if table.last is not None else None
    around = table.clockwise(len(table.names) - 1 if dealer is None else dealer)
    winners = sorted(ending.winners, key=around.index)
    share, odd = divmod(in_pot(table, unit), len(winners))
    for place, winner in enumerate(winners):
        if amount := share + (place < odd):
            text = "{who} takes the pot" if len(winners) == 1 else "{who} shares the pot"
            yield pay(amount, POT, winner, text, "pot", (), unit)


@dataclass(frozen=True, slots=True)
class NoMore:
    """Nobody pays more than is left to pay."""

    key: str
    unit: str

    def __call__(self, deal: Any, table: Table) -> Problems:
        for player, amount in enumerate(getattr(deal, self.key)):
            if amount > (left := table.holds(player, self.unit)):
                text = "{name} has {left} left and cannot spend {amount}."
                params: Any = {"name": table.names[player], "left": left, "amount": amount}
                yield refusal(f"{self.key}.spent", text, (self.key, player), **params)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Cut the answers to what there is."""
        amounts = report.get(self.key, ())
        for player, amount in enumerate(amounts):
            if amount is not None:
                amounts[player] = min(amount, table.holds(player, self.unit))


def no_more(key: str, unit: str) -> Check:
    """Return a check that the answers to `key` are covered by what everybody holds of `unit`."""
    return NoMore(key, unit)


# --- pots of chips --------------------------------------------------------------------------------


Pot = tuple[int, tuple[int, ...]]


def split_by_hands(put: Sequence[int], strengths: Mapping[int, int]) -> list[Pot]:
    """Return the main pot and the side pots with their winners, by the hands of those who stayed
    in.

    Nobody wins more from another than he or she put in: each height at which somebody stopped
    closes a pot. What somebody who folded put in above all of them falls to the last pot.
    """
    levels = sorted({put[who] for who in strengths if put[who]}) or [0]
    pots: list[Pot] = []
    below = 0
    for level in levels:
        top = max(put) if level == levels[-1] else level
        amount = sum(min(stake, top) - min(stake, below) for stake in put)
        among = [who for who in strengths if put[who] >= level] or list(strengths)
        best = max(strengths[who] for who in among)
        winners = tuple(who for who in sorted(among) if strengths[who] == best)
        if pots and pots[-1][1] == winners:
            pots[-1] = pots[-1][0] + amount, winners
        else:
            pots.append((amount, winners))
        below = top
    return pots


def split_side_pots(
    total: int, winners: Sequence[int], beside: Iterable[tuple[int, Sequence[int]]]
) -> list[Pot]:
    """Return the pots as they were reported: first the main pot (the rest of the `total`), then the
    side pots. Never more than there is."""
    side_pots: list[Pot] = []
    for amount, others in beside:
        taken = min(amount, total)
        total -= taken
        if taken:
            side_pots.append((taken, tuple(others)))
    return [(total, tuple(winners)), *side_pots]


def share_chips(amount: int, winners: Sequence[int], table: Table) -> Iterator[tuple[int, int]]:
    """Yield the share of each winner; odd chips one by one from the dealer's left. If nobody deals,
    seat k deals hand k."""
    if not winners:
        return
    dealer = table.rounds % len(table.names) if table.dealer is None else table.dealer
    around = table.clockwise(dealer)
    share, odd = divmod(amount, len(winners))
    for place, who in enumerate(sorted(winners, key=around.index)):
        yield who, share + (place < odd)


def join_names(players: Iterable[int], table: Table) -> Phrase:
    return joined([table.names[who] for who in players])
