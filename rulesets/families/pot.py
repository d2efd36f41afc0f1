"""Stakes beside the points: everybody brings some, they go into the pot, and the best take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.plays import POT
from rulesets.rounds.checks import Check, Problems, refusal
from rulesets.rounds.scoring import Events, bring, pay

if TYPE_CHECKING:
    from random import Random

    from rulesets.plays import Ending
    from rulesets.rounds.table import Table


def in_pot(table: Table, unit: str) -> int:
    """What lies there."""
    return table.books.get(unit, {}).get(POT, 0)


def brought(table: Table, unit: str, stake: int) -> Events:
    """Everybody brings the stake."""
    for player in table.players:
        told: dict[str, Any] = {"name": table.names[player], "stake": stake, "unit": unit}
        yield bring(stake, player, "{name} brings {stake}", "stakes", **told)


def shared_out(table: Table, unit: str, ending: Ending) -> Events:
    """The pot to the winners in equal shares, odd coins one by one from the last dealer's left."""
    seats = len(table.names)
    dealer = table.last.dealer if table.last is not None and table.last.dealer is not None else -1
    winners = sorted(ending.winners, key=lambda who: (who - dealer - 1) % seats)
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
                told: Any = {"name": table.names[player], "left": left, "amount": amount}
                yield refusal(f"{self.key}.spent", text, (self.key, player), **told)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """No more than there is."""
        del chance
        amounts = report.get(self.key, ())
        for player, amount in enumerate(amounts):
            amounts[player] = min(amount, table.holds(player, self.unit))


def no_more(key: str, unit: str) -> Check:
    """The answers to `key` are covered by what everybody holds of `unit`."""
    return NoMore(key, unit)
