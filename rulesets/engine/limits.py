"""Joint bounds on the numbers of a report, and shortcuts that fill one in at a tap, as plain
values: pages grey out what is impossible and fill in what follows, from the same declaration that
the checks use.

The total of a question, and who has nothing by the rules, are in its field; this module adds what
the checks of a game say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rulesets.engine.text import NOTHING, Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.table import Table


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds on the numbers of the question `key`.

    `most`: together they come to no more; `never`: together they never come to exactly this (a bid
    that is closed to the last player). `out` is the key of a question: the player named there has
    0, and everybody else at least `least`.
    """

    key: str
    most: int | None = None
    never: int | None = None
    out: str = ""
    least: int = 0


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A report that is filled in by naming one player ("Somebody took everything").

    In the questions `all_of` that player has the total and all others nothing; the questions
    `names` name the player. It is intended, so warnings with the codes `confirms` are not raised
    again.
    """

    label: Phrase
    all_of: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    confirms: tuple[str, ...] = ()


@runtime_checkable
class Bounding(Protocol):
    """A check that can say in advance what it would refuse."""

    def limit(self, table: Table) -> Limit | None:
        """Return the bounds in the next round; None if they cannot be given as a number."""


def limits_of(checks: Iterable[Any], table: Table) -> tuple[Limit, ...]:
    """Return the bounds from the checks of a game, in their order."""
    limits = (check.limit(table) for check in checks if isinstance(check, Bounding))
    return tuple(limit for limit in limits if limit is not None)


def merged(key: str, limits: Iterable[Limit]) -> Limit:
    """Return all bounds on one question in one: the tightest of each."""
    mine = [limit for limit in limits if limit.key == key]
    mosts = [limit.most for limit in mine if limit.most is not None]
    nevers = [limit.never for limit in mine if limit.never is not None]
    return Limit(
        key,
        min(mosts, default=None),
        next(iter(nevers), None),
        next((limit.out for limit in mine if limit.out), ""),
        max((limit.least for limit in mine), default=0),
    )


def shortcut(
    label: str,
    *,
    all_of: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    confirms: tuple[str, ...] = (),
) -> Shortcut:
    """Return a shortcut as a game declares it: the text of the link, then as in `Shortcut`."""
    return Shortcut(Phrase(label) if label else NOTHING, all_of, names, confirms)
