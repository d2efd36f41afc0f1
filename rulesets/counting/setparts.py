"""What the cards outside runs leave over once they are put into sets, by the wild cards spent.

Ranks do not touch each other here, except that they share the wild cards: a small knapsack, solved
over all ranks at once and exactly, because every number of wild cards up to the budget is kept.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rulesets.counting.runtables import LEAST
from rulesets.counting.suitways import FIELD, FIELD_MASK
from rulesets.counting.wilds import SUITS_IN_A_SET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.counting.wilds import MeldRules

NO_LIMIT = 10**6  # wild cards that sets of any size can hold


class SetChoice(NamedTuple):
    """How one rank's cards go into sets.

    `sets` of them hold `taken` naturals in all; they need `need` wild cards, have `room` for so
    many, and `dead` naturals of the rank are left over.
    """

    rank: int
    sets: int
    taken: int
    need: int
    room: int
    dead: int


class Sets(NamedTuple):
    """A choice for all ranks: the naturals left over count `value` and are `dead` in number."""

    value: int
    dead: int
    spent: int
    room: int
    choices: tuple[SetChoice, ...]


def left_over(rank: int, count: int) -> SetChoice:
    """The choice to make no set of a rank's `count` cards."""
    return SetChoice(rank, 0, 0, 0, 0, count)


def of_any_suits(rank: int, count: int, rules: MeldRules) -> list[SetChoice]:
    """The choices for `count` cards of a rank where a set may hold any number and suit.

    Then one set of all is at least as good as any other: each more natural lowers the need for
    wild cards, and raises the room.
    """
    none = left_over(rank, count)
    need = rules.wilds_needed(count)
    if need is None:
        return [none]
    together = SetChoice(rank, 1, count, need, count if rules.balanced else NO_LIMIT, 0)
    return [together] if need == 0 else [none, together]


@cache
def of_different_suits(
    rank: int, counts: tuple[int, ...], rules: MeldRules
) -> tuple[SetChoice, ...]:
    """The choices where each set holds a suit once: so many sets with so many naturals.

    `counts` are the copies of the rank by suit. k sets can take min(copies, k) of a suit, and
    those can be dealt over the sets evenly, which asks for the fewest wild cards. Taking fewer
    naturals than possible makes room for wild cards, which may count more.
    """
    total = sum(counts)
    choices = [left_over(rank, total)]
    for sets in range(1, total + 1):
        for taken in range(sets, sum(min(copies, sets) for copies in counts) + 1):
            sizes = [taken // sets + (place < taken % sets) for place in range(sets)]
            needs = [max(0, LEAST - size) for size in sizes]
            if all(map(rules.allows, sizes, needs)):
                rooms = (_room(size, rules) for size in sizes)
                choices.append(SetChoice(rank, sets, taken, sum(needs), sum(rooms), total - taken))
    return tuple(choices)


def _room(size: int, rules: MeldRules) -> int:
    """The wild cards that a set of `size` different suits may hold."""
    wilds = SUITS_IN_A_SET - size
    while not rules.allows(size, wilds):
        wilds -= 1
    return wilds


def best_sets(
    ranks: Iterable[Sequence[SetChoice]], values: Sequence[int], wilds: int
) -> list[Sets]:
    """The choices worth a look with up to `wilds` wild cards spent, least value first.

    A choice that is beaten in value, wild cards spent and room at once is dropped: room beyond
    the wild cards there are counts as equal.
    """
    found = {(0, 0): Sets(0, 0, 0, 0, ())}
    for choices in ranks:
        following: dict[tuple[int, int], Sets] = {}
        for before in found.values():
            for after in _each(before, choices, values, wilds):
                key = (after.spent, min(after.room, wilds))
                if key not in following or after.value < following[key].value:
                    following[key] = after
        found = following
    return sorted(found.values(), key=lambda sets: sets.value)


def _each(
    before: Sets, choices: Sequence[SetChoice], values: Sequence[int], wilds: int
) -> Iterator[Sets]:
    for choice in choices:
        spent = before.spent + choice.need
        if spent <= wilds:
            value = before.value + choice.dead * values[choice.rank]
            room = before.room + choice.room
            yield Sets(value, before.dead + choice.dead, spent, room, (*before.choices, choice))


def counts_in(held: int) -> list[tuple[int, int]]:
    """The ranks (0 to 12) of a packed suit or hand and how often each is held."""
    found = []
    rank = 0
    while held:
        if held & FIELD_MASK:
            found.append((rank, held & FIELD_MASK))
        held >>= FIELD
        rank += 1
    return found
