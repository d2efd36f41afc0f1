"""The ring: who travels after a set, to which table, and who then plays with whom.

Men travel counter-clockwise (to table t - 1), ladies clockwise (t + 1). The two losers stay; the
arriving lady partners the man who stays, the arriving man the lady who stays.

A table is carried through the seating as a `Four`: man, lady, man, lady, where the first two and
the last two are partners. A place is its index, so the partner's place is `place ^ 1`, and even
places are men's.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rulesets.movements.history import History
from rulesets.movements.seating import GENTLEMAN, LADY, Note

Four = list[int | None]


@dataclass(frozen=True, slots=True)
class Table:
    """One table after a set: who travels and who stays, by role; nobody travels = None."""

    man: int | None
    lady: int | None
    men_staying: tuple[int, ...]
    ladies_staying: tuple[int, ...]


def pair_up(men: Sequence[int], ladies: Sequence[int], history: History) -> Four:
    """Pair two men and two ladies so that the fewest past partnerships come again."""
    one, two = men
    first, second = ladies
    straight = history.cost(one, first) + history.cost(two, second)
    crossed = history.cost(one, second) + history.cost(two, first)
    if crossed < straight:
        first, second = second, first
    return [one, first, two, second]


def part(
    seats: Sequence[int],
    roles: Mapping[int, str],
    winners: Collection[int],
    keepers: Collection[int],
    rng: random.Random,
) -> tuple[Table, bool]:
    """Part a table into those who travel and those who stay; True where that had to be drawn.

    The winner of each role travels. Who keeps a chair does not: the other of the role travels
    instead, and nobody where both keep theirs. Where the winners do not name exactly one of a
    role (a set without a result), who travels is drawn.
    """
    travellers: list[int | None] = []
    staying: list[tuple[int, ...]] = []
    drawn = False
    for role in (GENTLEMAN, LADY):
        two = [person for person in seats if roles[person] == role]
        won = [person for person in two if person in winners]
        if len(won) != 1:
            drawn = True
            won = [rng.choice(two)]
        order = won + [person for person in two if person not in won]
        traveller = next((person for person in order if person not in keepers), None)
        travellers.append(traveller)
        staying.append(tuple(person for person in two if person != traveller))
    return Table(travellers[0], travellers[1], staying[0], staying[1]), drawn


def move(
    tables: Sequence[Table], history: History, rng: random.Random, *, fewer_repeats: bool
) -> list[Four]:
    """Send everybody on: the fours of the next set, table by table.

    With `fewer_repeats` each role travels as many tables as repeats the fewest partnerships,
    else one.
    """
    men_ring = [index for index, table in enumerate(tables) if table.man is not None]
    ladies_ring = [index for index, table in enumerate(tables) if table.lady is not None]
    men_steps = ladies_steps = 1
    if fewer_repeats:
        men_steps = _fewest(
            [(tables[index].man, tables[index].ladies_staying) for index in men_ring],
            -1,
            history,
            rng,
        )
        ladies_steps = _fewest(
            [(tables[index].lady, tables[index].men_staying) for index in ladies_ring],
            1,
            history,
            rng,
        )
    men = {
        men_ring[(place - men_steps) % len(men_ring)]: tables[index].man
        for place, index in enumerate(men_ring)
    }
    ladies = {
        ladies_ring[(place + ladies_steps) % len(ladies_ring)]: tables[index].lady
        for place, index in enumerate(ladies_ring)
    }
    return [
        _meet(table, men.get(index), ladies.get(index), history)
        for index, table in enumerate(tables)
    ]


def _meet(table: Table, man: int | None, lady: int | None, history: History) -> Four:
    """Pair the people at a table after the move."""
    if man is not None and lady is not None:
        return [table.men_staying[0], lady, man, table.ladies_staying[0]]
    men = [*table.men_staying] + ([] if man is None else [man])
    ladies = [*table.ladies_staying] + ([] if lady is None else [lady])
    return pair_up(men, ladies, history)


def _fewest(
    ring: Sequence[tuple[int | None, tuple[int, ...]]],
    direction: int,
    history: History,
    rng: random.Random,
) -> int:
    """How many tables to travel so that the fewest past partnerships come again.

    In: for each table of one role's ring its traveller and the stayers of the other role. What
    the men's way costs does not depend on the ladies', so each is chosen by itself. Among equals
    the draw decides: always taking the shortest way would repeat more later on.
    """
    size = len(ring)
    if size < 2:
        return 1
    home = {person: place for place, (_, staying) in enumerate(ring) for person in staying}
    travellers = {person: place for place, (person, _) in enumerate(ring) if person is not None}
    cost = [0] * size
    for (one, two), times in history.partnerships.items():
        for traveller, stayer in ((one, two), (two, one)):
            start, end = travellers.get(traveller), home.get(stayer)
            if start is not None and end is not None:
                cost[(end - start) * direction % size] += times
    least = min(cost[1:])
    return rng.choice([steps for steps in range(1, size) if cost[steps] == least])


def one_table(seats: Sequence[int], roles: Mapping[int, str], history: History) -> Four:
    """One table only: nobody travels, everybody plays with the other one of the other role."""
    men = [person for person in seats if roles[person] == GENTLEMAN]
    ladies = [person for person in seats if roles[person] == LADY]
    return pair_up(men, ladies, history)


def undecided(table: int) -> Note:
    """The note that a table without winners had its travellers drawn."""
    return Note(
        "table.undecided",
        "Table {table} has no winners on record: who moves was drawn.",
        {"table": table},
    )
