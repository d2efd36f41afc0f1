"""Lines of score cards as they are stored with their event, so that the same file once more changes
nothing.

A stored line is as it was read, with the cells that were settled (`cells`; "line": left out) and
whether it stands as on the card (`accepted`). Names are compared by the people whom they mean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.records.score_cards.values import CardLine, Cells, fold, sitters_of
from tournaments.models.families import PLUS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

COLUMNS = ("round", "deal", "table", "trump", "points", "tricks", "theirs", "place", "is_sum")
Stored = dict[str, Any]


def to_stored(
    lines: Iterable[CardLine], cells: Cells, accepted: Collection[int] | None
) -> list[Stored]:
    """Return lines as JSON, with what was settled of them."""
    settled: dict[int, dict[str, int | None]] = {}
    for (number, column), value in cells.items():
        settled.setdefault(number, {})[column] = value
    rows = []
    for line in lines:
        row: Stored = {column: getattr(line, column) for column in COLUMNS}
        row |= {"chairs": list(line.chairs), "opponents": list(line.opponents)}
        row["event"] = line.event
        if line.number in settled:
            row["cells"] = settled[line.number]
        if accepted is None or line.number in accepted:
            row["accepted"] = True
        rows.append(row)
    return rows


@dataclass(frozen=True, slots=True)
class StoredLines:
    """The lines of an event that is here, with negative numbers; what was settled of them."""

    lines: tuple[CardLine, ...]
    cells: Cells
    accepted: frozenset[int]


def from_stored(rows: Sequence[Stored], day: str, game: str) -> StoredLines:
    """Read stored lines."""
    lines, cells, accepted = [], Cells(), set()
    for at, row in enumerate(rows, 1):
        values: Stored = {column: row[column] for column in COLUMNS}
        values |= {key: tuple(row[key]) for key in ("chairs", "opponents")}
        line = CardLine(number=-at, event=row["event"], date=day, game=game, **values)
        lines.append(line)
        for column, value in row.get("cells", {}).items():
            cells[-at, column] = value
        if row.get("accepted"):
            accepted.add(-at)
    return StoredLines(tuple(lines), cells, frozenset(accepted))


def renamed(line: CardLine, aliases: Mapping[str, str]) -> CardLine:
    """Return a line in which everybody has one name, as `aliases` have it by folded name."""

    def written(chairs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            PLUS.join(aliases.get(fold(name), name) for name in sitters_of(chair))
            for chair in chairs
        )

    return replace(line, chairs=written(line.chairs), opponents=written(line.opponents))


def contents_of(line: CardLine, person: Callable[[str], str]) -> tuple[object, ...]:
    """Return everything that a line says, under what `person` makes of its names."""

    def named(chairs: tuple[str, ...]) -> tuple[str, ...]:
        return tuple("+".join(sorted(map(person, sitters_of(chair)))) for chair in chairs)

    same = replace(line, event="", chairs=named(line.chairs), opponents=named(line.opponents))
    return same.contents
