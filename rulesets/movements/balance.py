"""How many play which role, and who is asked to play the other one.

The N people present make T = N // 4 tables of two and two. The N mod 4 who are over are shared
over the two roles: one over belongs to either role, two are one of each, three are two of one and
one of the other; among the allowed shares the one that flips the fewest people is taken.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence

from rulesets.movements.seating import GENTLEMAN, LADY, Guest, Note, other_role
from rulesets.words import Words

FLIPPED = "role.flipped"
_SHARES = (((0, 0),), ((1, 0), (0, 1)), ((1, 1),), ((2, 1), (1, 2)))


def balance(guests: Iterable[Guest]) -> tuple[int, ...]:
    """Propose who plays the other role, so that the first set can be seated evenly.

    In: the guests present, in the order in which they were entered. Out: the ids of those who are
    asked to change, the fewest possible; those entered last are asked first, and a person who
    keeps a chair only when nobody else is left. The proposal is the same for the same list.
    """
    people = list(guests)
    gentlemen = [guest for guest in people if guest.role == GENTLEMAN]
    ladies = [guest for guest in people if guest.role != GENTLEMAN]
    tables, over = divmod(len(people), 4)
    surplus = min(
        (len(gentlemen) - 2 * tables - share for share, _ in _SHARES[over]),
        key=lambda number: (abs(number), number),
    )
    larger = gentlemen if surplus > 0 else ladies
    larger.reverse()
    asked = sorted(larger, key=lambda guest: guest.keeps_chair)
    return tuple(guest.id for guest in asked[: abs(surplus)])


def flips_to_fill(
    roles: Mapping[int, str],
    preference: Sequence[Collection[int]],
    rng: random.Random,
) -> tuple[int, ...]:
    """Choose who changes the role in mid-event, so that N // 4 tables can be filled.

    In: the role of everyone present; groups of people, those to be asked first in the first
    group. Out: the ids of those who change, the fewest that fill the tables (none, mostly).
    """
    tables = len(roles) // 4
    for short in (GENTLEMAN, LADY):
        missing = 2 * tables - sum(1 for role in roles.values() if role == short)
        if missing > 0:
            plentiful = other_role(short)
            asked: list[int] = []
            for group in preference:
                able = sorted(person for person in group if roles[person] == plentiful)
                rng.shuffle(able)
                asked.extend(able)
            return tuple(asked[:missing])
    return ()


def flipped(person: int, role: str) -> Note:
    """The note that somebody plays another role from now on."""
    return Note(
        FLIPPED,
        Words(
            "{person} plays the other role from now on, so that the roles come out even.",
            {"person": person, "role": role},
        ),
    )
