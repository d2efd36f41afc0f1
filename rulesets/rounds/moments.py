"""Rare things found in the reports of games of rounds, to be remembered (`Rounds.notable`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulesets.moments import Moment
from rulesets.rounds.asking import asked_of
from rulesets.words import Words

if TYPE_CHECKING:
    from rulesets.rounds.table import Table

Moments = Iterator[Moment]


def moment(table: Table, player: int, code: str, text: str, **params: str | int | Words) -> Moment:
    """A rare thing of a player; `text` may hold {name}."""
    return Moment(code, Words(text, {"name": table.names[player], **params}), (player,))


def of_side(table: Table, side: int, code: str, text: str, **params: str | int | Words) -> Moment:
    """A rare thing that partners did together (of one player, where all play alone)."""
    name = table.roster.side_names[side]
    return Moment(code, Words(text, {"name": name, **params}), table.sides[side])


def at_least(
    key: str, least: int, code: str, text: str, *, below: bool = False
) -> Callable[[Any, Table], Moments]:
    """Whoever's answer to `key` is `least` or more (or less, where `below`); `text` may hold {name}
    and {count}."""

    def found(deal: Any, table: Table) -> Moments:
        asked = next((one for one in asked_of(type(deal)) if one.key == key), None)
        if asked is None:
            return
        tell = moment if asked.per == "player" else of_side
        for place, count in enumerate(getattr(deal, key)):
            if count is not None and (count <= least if below else count >= least):
                yield tell(table, place, code, text, count=count)

    return found
