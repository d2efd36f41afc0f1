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
from rulesets.words import Words

Four = list[int | None]
Steps = tuple[int, int]  # tables that men travel, and ladies


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


def move(tables: Sequence[Table], history: History, steps: Steps = (1, 1)) -> list[Four]:
    """Send everybody on, men and ladies so many tables: the fours of the next set, table by table.
    A table from which nobody of a role travels is passed over by that role."""
    men_ring = [index for index, table in enumerate(tables) if table.man is not None]
    ladies_ring = [index for index, table in enumerate(tables) if table.lady is not None]
    men = {
        men_ring[(place - steps[0]) % len(men_ring)]: tables[index].man
        for place, index in enumerate(men_ring)
    }
    ladies = {
        ladies_ring[(place + steps[1]) % len(ladies_ring)]: tables[index].lady
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


def costs(tables: Sequence[Table], history: History) -> tuple[list[int], list[int]]:
    """For men and for ladies: how many past partnerships come again, by how many tables they
    travel. What the one way costs does not depend on the other."""
    men = [(one.man, one.ladies_staying) for one in tables if one.man is not None]
    ladies = [(one.lady, one.men_staying) for one in tables if one.lady is not None]
    return _costs(men, -1, history), _costs(ladies, 1, history)


def _costs(
    ring: Sequence[tuple[int | None, tuple[int, ...]]], direction: int, history: History
) -> list[int]:
    """In: for each table of one role's ring its traveller and the stayers of the other role."""
    size = len(ring)
    home = {person: place for place, (_, staying) in enumerate(ring) for person in staying}
    travellers = {person: place for place, (person, _) in enumerate(ring) if person is not None}
    cost = [0] * size
    for (one, two), times in history.partnerships.items():
        for traveller, stayer in ((one, two), (two, one)):
            start, end = travellers.get(traveller), home.get(stayer)
            if start is not None and end is not None:
                cost[(end - start) * direction % size] += times
    return cost


def one_table(seats: Sequence[int], roles: Mapping[int, str], history: History) -> Four:
    """One table only: nobody travels, everybody plays with the other one of the other role."""
    men = [person for person in seats if roles[person] == GENTLEMAN]
    ladies = [person for person in seats if roles[person] == LADY]
    return pair_up(men, ladies, history)


def undecided(table: int) -> Note:
    """The note that a table without winners had its travellers drawn."""
    return Note(
        "table.undecided",
        Words("Table {table} has no winners on record: who moves was drawn.", {"table": table}),
    )
