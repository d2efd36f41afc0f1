"""Wishes for the first draw: who is kept together at one table, who is kept apart.

A wish is a pair of ids. Pairs with somebody who is not present do not matter. Wishes that cannot
be granted together are dropped one by one, those to be apart winning, and each is noted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulesets.movements.seating import GENTLEMAN, Note
from rulesets.words import Words

Pair = tuple[int, int]


@dataclass(slots=True)
class Wishes:
    """The wishes that can be granted together as far as the people alone decide it.

    `groups` are sets of two to four people for one table; `group_of` finds a person's group;
    `foes` are those with whom a person must not sit at a table.
    """

    apart: list[Pair] = field(default_factory=list)
    together: list[Pair] = field(default_factory=list)
    foes: dict[int, set[int]] = field(default_factory=dict)
    group_of: dict[int, frozenset[int]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)

    @property
    def groups(self) -> list[frozenset[int]]:
        """Each group once, in a settled order."""
        return sorted(set(self.group_of.values()), key=sorted)


def read_wishes(
    roles: Mapping[int, str], apart: Iterable[Pair], together: Iterable[Pair]
) -> Wishes:
    """Sort the wishes of a draw.

    In: the role of everyone present; the pairs. Out: the wishes, with a note for each pair that
    contradicts another or the make-up of a table (two of each role).
    """
    wishes = Wishes()
    for one, two in apart:
        if one == two:
            wishes.notes.append(not_apart(one, two))
        elif one in roles and two in roles:
            wishes.apart.append((one, two))
            wishes.foes.setdefault(one, set()).add(two)
            wishes.foes.setdefault(two, set()).add(one)
    for one, two in together:
        if one == two or one not in roles or two not in roles:
            continue
        merged = wishes.group_of.get(one, frozenset((one,))) | wishes.group_of.get(
            two, frozenset((two,))
        )
        if _fits(merged, roles, wishes.foes):
            wishes.together.append((one, two))
            for person in merged:
                wishes.group_of[person] = merged
        else:
            wishes.notes.append(
                Note(
                    "together.impossible",
                    Words(
                        "{person} and {other} cannot be at one table: a table has two of each "
                        "role, and people kept apart stay apart.",
                        {"person": one, "other": two},
                    ),
                )
            )
    return wishes


def _fits(group: frozenset[int], roles: Mapping[int, str], foes: Mapping[int, set[int]]) -> bool:
    """Whether people can be at one table."""
    men = sum(1 for person in group if roles[person] == GENTLEMAN)
    if men > 2 or len(group) - men > 2:
        return False
    return all(group.isdisjoint(foes.get(person, ())) for person in group)


def not_apart(one: int, two: int) -> Note:
    """The note that two people share a table against a wish."""
    return Note(
        "apart.not_kept",
        Words("{person} and {other} could not be kept apart.", {"person": one, "other": two}),
    )


def not_together(one: int, two: int) -> Note:
    """The note that two people do not share a table against a wish."""
    return Note(
        "together.not_kept",
        Words("{person} and {other} could not be put at one table.", {"person": one, "other": two}),
    )
