"""Team-mates: people who play for the same team sit apart in every round, as far as possible.

That weighs as much as wishes to be apart, but is not named pair by pair: one sentence sums up what
was not possible. A wish that names two people takes precedence. If partners stay together, two of
one pair can be in one team.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from rulesets.engine.text import Phrase
from rulesets.movements.seating import Note

if TYPE_CHECKING:
    from rulesets.movements.seating import Past

Pair = tuple[int, int]

# So many pairs are kept apart; where there are more, those of the smaller teams. (Of a thousand
# people in two teams there are a quarter of a million, of ten thousand a hundred times as many.)
MOST_PAIRS = 250_000

SOME = "Team-mates sit together at {count} of {tables} tables: they could not all be kept apart."
IN_ROUNDS = (
    "Team-mates share {count} of {tables} tables in {rounds} rounds: they could not all be "
    "kept apart."
)
ONE_TABLE = "Team-mates sit together: there is only one table."


def pair_mates(teams: Mapping[int, str], wished: Iterable[Pair] = ()) -> tuple[Pair, ...]:
    """Every two people of one team, the smaller teams first.

    In: the teams of people who have one; pairs with a wish, which takes precedence.
    """
    members: dict[str, list[int]] = {}
    for person, team in teams.items():
        if team:
            members.setdefault(team, []).append(person)
    requests = {frozenset(pair) for pair in wished}
    mates: list[Pair] = []
    for people in sorted(members.values(), key=lambda people: (len(people), people)):
        if len(mates) + len(people) * (len(people) - 1) // 2 > MOST_PAIRS:
            break
        mates += [pair for pair in combinations(people, 2) if frozenset(pair) not in requests]
    return tuple(mates)


def count_together(pairs: Iterable[Pair], tables: Iterable[Iterable[int]]) -> int:
    """How many of the pairs sit at one table."""
    table_of = {who: number for number, table in enumerate(tables) for who in table}
    return sum(table_of.get(person, -1) == table_of.get(other, -2) for person, other in pairs)


def name_mates(
    mates: Iterable[Pair], planned: Sequence[Past], *, fixed_pairs: bool = False
) -> tuple[Note, ...]:
    """The note that team-mates sit together, if they do: at how many tables of all planned rounds.
    `fixed_pairs`: people opposite each other stay partners, and do not count."""
    pairs = {frozenset(pair) for pair in mates}
    tables = [table for played in planned for table in played.tables]
    count = sum(_has_mates(table, pairs, fixed_pairs=fixed_pairs) for table in tables)
    if not count:
        return ()
    text = ONE_TABLE if all(len(played.tables) == 1 for played in planned) else SOME
    if text == SOME and len(planned) > 1:
        text = IN_ROUNDS
    params = {"count": count, "tables": len(tables), "rounds": len(planned)}
    return (Note("teams.not_apart", Phrase(text, params)),)


def _has_mates(table: Sequence[int], pairs: set[frozenset[int]], *, fixed_pairs: bool) -> bool:
    """Whether two team-mates sit at a table."""
    return any(
        frozenset((table[chair], table[other])) in pairs
        for chair, other in combinations(range(len(table)), 2)
        if not (fixed_pairs and (other - chair) % 2 == 0)
    )
