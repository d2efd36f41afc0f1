"""Chairs: from partners at a table to the four chairs, with as few chair changes as can be.

Who stayed at the table keeps the chair if possible. When one of two stayers must change, it is
the one who has changed chairs less so far, one chair to the left. At a single table it is the men
who change. A person who keeps a chair is never asked to.
"""

from collections.abc import Collection, Mapping, Sequence

from rulesets.movements.history import History
from rulesets.movements.ring import Four

# The eight ways to put (man, lady, man, lady), partners across, into chairs 0 to 3: each entry
# names the chair of each of the four.
_WAYS = tuple(
    (first, (first + 2) % 4, second, (second + 2) % 4)
    for first in range(4)
    for second in ((first + 1) % 4, (first + 3) % 4)
)
_NEVER = 10**9
_A_CHANGE = 10**6
_A_CHANGE_BEFORE = 10


def choose(
    four: Sequence[int],
    stayed: Mapping[int, int],
    keepers: Collection[int],
    history: History,
    *,
    men_change: bool,
) -> tuple[int, int, int, int]:
    """Put a table's people into chairs.

    In: man, lady, man, lady as partners; the chair that each stayer had at this table; who keeps
    a chair; whether the men are the ones to change (a single table). Out: ids by chair.
    """
    price = [0, 0, 0, 0]
    old = [-1, -1, -1, -1]
    for place, person in enumerate(four):
        chair = stayed.get(person)
        if chair is None:
            continue
        old[place] = chair
        price[place] = _A_CHANGE + _A_CHANGE_BEFORE * history.chair_changes.get(person, 0)
        if person in keepers:
            price[place] = _NEVER
        elif men_change and place % 2:
            price[place] *= 2
    if old.count(-1) == 4:
        return four[0], four[2], four[1], four[3]

    def cost(way: tuple[int, int, int, int]) -> int:
        # Of the two chairs beside the old one, the left hand's (clockwise) is cheaper.
        return sum(
            price[place] + ((chair - old[place]) % 4 != 1)
            for place, chair in enumerate(way)
            if old[place] not in (-1, chair)
        )

    seats = [0, 0, 0, 0]
    best = min(_WAYS, key=cost)
    for place, chair in enumerate(best):
        seats[chair] = four[place]
    return seats[0], seats[1], seats[2], seats[3]


def lock(four: Four, kept: Mapping[int, int], keepers: Collection[int]) -> bool:
    """Re-pair a table so that its people who keep chairs can keep them; True if they decide it.

    In: the partners, changed in place; the chair that those who are at home keep; all who keep a
    chair, also those who get theirs now. Two of different roles whose chairs are across from each
    other stay partners, and two who sit side by side can never be; two of whom one has no chair
    yet are put side by side, or they would be partners all evening.
    """
    for man in (0, 2):
        for lady in (1, 3):
            one, two = four[man], four[lady]
            if one not in keepers or two not in keepers or one is None or two is None:
                continue
            across = one in kept and two in kept and (kept[one] - kept[two]) % 4 == 2
            if across != (lady == man ^ 1):
                four[1], four[3] = four[3], four[1]
            return True
    return False
