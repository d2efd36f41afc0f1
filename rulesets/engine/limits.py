"""What bounds the numbers of a report together, and what fills one in at a tap, as plain values:
pages grey out what cannot be and fill in what follows by the same declaration that the checks
judge by.

A total of a question and who has nothing by the rules stand in its field; here is what the checks
of a game add to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rulesets.engine.text import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.table import Table


@dataclass(frozen=True, slots=True)
class Limit:
    """What bounds the numbers of the question `key`.

    `most`: together they come to no more; `never`: nor to exactly this (a bid that is closed to
    the last one). `out` is the key of a question: whoever is named there has 0, and everybody
    else at least `least`.
    """

    key: str
    most: int | None = None
    never: int | None = None
    out: str = ""
    least: int = 0


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A report that is filled in by naming one player ("Somebody took everything").

    `all_of` are questions of which that player has the total and all others nothing, `names` those
    that name the player. It is what people mean, so that the warnings with the codes `confirms`
    are not asked about again.
    """

    label: Words
    all_of: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    confirms: tuple[str, ...] = ()


@runtime_checkable
class Bounding(Protocol):
    """A check that can say before what it would refuse."""

    def limit(self, table: Table) -> Limit | None:
        """What it bounds in the round that comes; None where that cannot be said in a number."""


def limits_of(checks: Iterable[Any], table: Table) -> tuple[Limit, ...]:
    """What the checks of a game say of its numbers, in their order."""
    found = (check.limit(table) for check in checks if isinstance(check, Bounding))
    return tuple(limit for limit in found if limit is not None)


def merged(key: str, limits: Iterable[Limit]) -> Limit:
    """All that is said of one question, in one: the tightest of each bound."""
    mine = [one for one in limits if one.key == key]
    mosts = [one.most for one in mine if one.most is not None]
    nevers = [one.never for one in mine if one.never is not None]
    return Limit(
        key,
        min(mosts, default=None),
        next(iter(nevers), None),
        next((one.out for one in mine if one.out), ""),
        max((one.least for one in mine), default=0),
    )


def shortcut(
    label: str,
    *,
    all_of: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    confirms: tuple[str, ...] = (),
) -> Shortcut:
    """A shortcut as a game declares it: what the link says, then as `Shortcut` has them."""
    return Shortcut(Words(label) if label else NOTHING, all_of, names, confirms)
