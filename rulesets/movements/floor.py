"""Tables close and open: how many are played, and which ones.

A table that cannot be filled closes: the one with the most empty chairs, among equals the one
with the highest number; a table where somebody keeps a chair closes last. Tables stay numbered
1 to T: when a lower number closes, the highest table takes its number, all others keep theirs.
A new table opens at the end of the ring.
"""

from collections.abc import Collection

from rulesets.movements.ring import Four
from rulesets.movements.seating import Note
from rulesets.words import Words


def resize(
    fours: list[Four], tables: int, keepers: Collection[int]
) -> tuple[list[int], set[int], list[Note]]:
    """Close or open tables until there are `tables` of them; changes `fours` in place.

    Out: for each table the index that it had before (-1 for a new one), the people whose table
    closed, and the notes.
    """
    was = list(range(len(fours)))
    displaced: set[int] = set()
    notes: list[Note] = []
    while len(fours) > tables:
        index = _to_close(fours, keepers)
        displaced.update(person for person in fours[index] if person is not None)
        notes.append(
            Note("table.closed", Words("Table {table} closes.", {"table": was[index] + 1}))
        )
        fours[index], was[index] = fours[-1], was[-1]
        fours.pop()
        was.pop()
    for index, old in enumerate(was):
        if index != old:
            notes.append(
                Note(
                    "table.renumbered",
                    Words("Table {old} is now table {new}.", {"old": old + 1, "new": index + 1}),
                )
            )
    while len(fours) < tables:
        fours.append([None, None, None, None])
        was.append(-1)
        notes.append(Note("table.opened", Words("Table {table} opens.", {"table": len(fours)})))
    return was, displaced, notes


def _to_close(fours: list[Four], keepers: Collection[int]) -> int:
    def rank(index: int) -> tuple[bool, int, int]:
        four = fours[index]
        kept = any(person in keepers for person in four)
        return not kept, four.count(None), index

    return max(range(len(fours)), key=rank)
