"""What the lines of one table say together: whether they agree, what is missing, and the smallest
changes that make them agree."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rulesets.records.score_cards.values import (
    LEFT_OUT,
    NUMBERS,
    CardLine,
    Cells,
    Contradiction,
    Cure,
    Key,
    Place,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from rulesets.records.score_cards.values import CardGame

SIDES = 2  # of a table of partners
ALONE = 3  # at a table where everybody plays alone, at least
MOST_CURES = 12
Change = tuple[int, str, "int | None"]


@dataclass(slots=True)
class CardTables:
    """The lines of an evening, checked. `tables` has the lines that count, by table and deal;
    `sums` those with the card's own sums and `results` those of the whole evening. `made` lines
    were missing, `doubled` stood there twice (the number of the line, that of the first).
    `as_on_card`: lines that stand although they contradict each other."""

    tables: dict[Place, list[CardLine]] = field(default_factory=dict)
    results: list[CardLine] = field(default_factory=list)
    sums: list[CardLine] = field(default_factory=list)
    made: list[CardLine] = field(default_factory=list)
    doubled: list[tuple[int, int]] = field(default_factory=list)
    open: list[Contradiction] = field(default_factory=list)
    as_on_card: list[int] = field(default_factory=list)


def changed(line: CardLine, cells: Cells) -> CardLine | None:
    """Return a line with its settled cells; None if it was left out."""
    if (line.number, LEFT_OUT) in cells:
        return None
    numbers: dict[str, Any] = {
        column: cells[line.number, column] for column in NUMBERS if (line.number, column) in cells
    }
    return replace(line, **numbers) if numbers else line


def check_tables(
    key: Key, lines: Sequence[CardLine], game: CardGame, accepted: Collection[int] | None
) -> CardTables:
    """Check the lines of an evening. `accepted`: the lines that stand as on the card although they
    contradict each other; None: all."""
    checker = _Checker(key, game, accepted)
    checker.check(lines)
    return checker.checked


class _Checker:
    def __init__(self, key: Key, game: CardGame, accepted: Collection[int] | None) -> None:
        self.key, self.game, self.accepted = key, game, accepted
        self.checked = CardTables()

    def check(self, lines: Sequence[CardLine]) -> None:
        groups: dict[Place, list[CardLine]] = defaultdict(list)
        seen: dict[tuple[object, ...], int] = {}
        for line in lines:
            first = seen.setdefault(line.contents, line.number)
            if first != line.number:
                self.checked.doubled.append((line.number, first))
            elif line.is_sum:
                self.checked.sums.append(line)
            elif not line.round:
                self.checked.results.append(line)
            else:
                groups[line.at].append(line)
        sides = _sides_of_rounds(groups)
        for at in sorted(groups):
            self._check_table(at, groups[at], sides[at.round, at.table])
        self._check_rounds()
        self._check_results()

    def _note(
        self,
        code: str,
        at: Place,
        lines: Sequence[CardLine],
        cures: Iterable[Sequence[Change]],
        due: int = 0,
    ) -> bool:
        """Note a contradiction; return whether its lines stand as on the card."""
        numbers = [line.number for line in lines if line.number]
        if self.accepted is None or set(numbers) <= set(self.accepted):
            self.checked.as_on_card.extend(numbers)
            return True
        identity = "-".join((code, *map(str, numbers)))
        few = tuple(Cure(tuple(cells)) for cells in cures)[:MOST_CURES]
        self.checked.open.append(
            Contradiction(identity, code, self.key, at, tuple(lines), few, due)
        )
        return False

    def _check_table(
        self, at: Place, lines: list[CardLine], usual: Sequence[tuple[CardLine, ...]]
    ) -> None:
        again = _same_side(lines)
        if again:
            keeps = ([(two.number, LEFT_OUT, None)] for two in reversed(again))
            if self._note("twice", at, again, keeps):
                self.checked.tables[at] = [line for line in lines if line is not again[1]]
            return
        if _is_crowded(lines):
            if self._note("third_line", at, lines, self._leavings(lines)):
                self.checked.tables[at] = _without_others(lines)
            return
        most = max(map(len, usual), default=0)
        lines = [*lines, *self._missing(lines, usual)]
        due = self.game.tricks if at.deal else 0
        numbers = [line.tricks for line in lines]
        has_tricks = all(number is not None for number in numbers)
        if has_tricks and not self._agree(lines, due, most):
            if self._note("tricks", at, lines, self._cures(lines, due), due):
                self.checked.tables[at] = lines
            return
        self.checked.tables[at] = lines

    def _agree(self, lines: Sequence[CardLine], due: int, most: int) -> bool:
        tricks = [line.tricks or 0 for line in lines]
        if len(lines) == SIDES:
            first, second = lines
            crossed = first.theirs in (None, second.tricks) and second.theirs in (
                None,
                first.tricks,
            )
            return crossed and (not due or sum(tricks) == due)
        if len(lines) == 1:
            only = lines[0]
            if only.theirs is not None and due:
                return tricks[0] + only.theirs == due
            return not due or tricks[0] <= due
        is_whole = len(lines) >= max(most, ALONE)
        return not due or (sum(tricks) == due if is_whole else sum(tricks) <= due)

    def _cures(self, lines: Sequence[CardLine], due: int) -> Iterator[list[Change]]:
        """Yield the changes of the fewest cells after which the lines agree; they are only sought
        once somebody wants them."""
        if len(lines) == SIDES:
            yield from _cures_of_two(lines[0], lines[1], due)
            return
        tricks = sum(line.tricks or 0 for line in lines)
        cures: list[list[Change]] = []
        for line in lines:
            right = (line.tricks or 0) + due - tricks
            if 0 <= right <= due:
                cures.append([(line.number, "tricks", right)])
        if len(lines) == 1 and lines[0].theirs is not None:
            only = lines[0]
            cures = [[(only.number, "tricks", due - (only.theirs or 0))]]
            cures.append([(only.number, "theirs", due - (only.tricks or 0))])
        yield from (cure for cure in cures if (cure[0][2] or 0) >= 0)

    def _leavings(self, lines: Sequence[CardLine]) -> list[list[Change]]:
        """Return which lines can be left out so that two sides are left that agree."""
        due = self.game.tricks
        fine: list[list[Change]] = []
        others: list[list[Change]] = []
        for away in lines:
            rest = [line for line in lines if line is not away]
            cure: list[Change] = [(away.number, LEFT_OUT, None)]
            if _is_crowded(rest):
                continue
            numbers = [line.tricks for line in rest]
            agrees = None in numbers or self._agree(rest, due, SIDES)
            (fine if agrees else others).append(cure)
        return fine or others

    def _missing(
        self, lines: Sequence[CardLine], usual: Sequence[tuple[CardLine, ...]]
    ) -> Iterator[CardLine]:
        """Yield the line that is missing, if it is known whose it is and what they took."""
        due = self.game.tricks if lines[0].deal else 0
        numbers = [line.tricks for line in lines]
        only = lines[0] if len(lines) == 1 else None
        tricks = only.theirs if only is not None else None
        if tricks is None and due and None not in numbers:
            tricks = due - sum(number or 0 for number in numbers)
        if tricks is None or tricks < 0:
            return
        here = {who for line in lines for who in line.side}
        absent = {line.side: line.chairs for deal in usual for line in deal if not line.side & here}
        chairs = next(iter(absent.values())) if len(absent) == 1 else ()
        if only is not None and only.opponents:
            chairs = only.opponents
        if not chairs:
            return
        others = tuple(chair for line in lines for chair in line.chairs)
        other = replace(
            lines[0], number=0, chairs=chairs, opponents=others, tricks=tricks, theirs=None
        )
        self.checked.made.append(other)
        yield other

    def _check_rounds(self) -> None:
        """Find people at two tables in a round."""
        where: dict[tuple[int, int, str], list[CardLine]] = defaultdict(list)
        for at, lines in self.checked.tables.items():
            for line in lines:
                for who in line.side:
                    where[at.round, at.deal, who].append(line)
        noted: set[frozenset[int]] = set()
        for lines in where.values():
            numbers = frozenset(line.number for line in lines if line.number)
            if len({line.table for line in lines}) < SIDES or numbers in noted:
                continue
            noted.add(numbers)
            written = [line for line in lines if line.number]
            at = written[0].at
            cures = ([(line.number, LEFT_OUT, None)] for line in reversed(written))
            if not self._note("two_tables", at, written, cures):
                for line in written:
                    self.checked.tables.pop(line.at, None)

    def _check_results(self) -> None:
        """Find people with two results of one evening."""
        by_side: dict[frozenset[str], list[CardLine]] = defaultdict(list)
        for line in self.checked.results:
            by_side[line.side].append(line)
        for lines in by_side.values():
            if len(lines) > 1:
                cures = ([(line.number, LEFT_OUT, None)] for line in reversed(lines))
                self._note("twice", lines[0].at, lines, cures)
                for line in lines[1:]:
                    self.checked.results.remove(line)


def _sides_of_rounds(
    groups: Mapping[Place, Sequence[CardLine]],
) -> dict[tuple[int, str], list[tuple[CardLine, ...]]]:
    """Return the lines of all deals by round and table: who sat there is known from any of them."""
    sides: dict[tuple[int, str], list[tuple[CardLine, ...]]] = defaultdict(list)
    for at, lines in groups.items():
        sides[at.round, at.table].append(tuple(lines))
    return sides


def _same_side(lines: Sequence[CardLine]) -> list[CardLine]:
    """Return two lines of the same people; none if there are no such lines."""
    for first, second in combinations(lines, 2):
        if first.side == second.side:
            return [first, second]
    return []


def _is_crowded(lines: Sequence[CardLine]) -> bool:
    """Whether partners share a table with more than one other side, or somebody is in two lines."""
    partners = any(len(line.chairs) > 1 for line in lines)
    people = [who for line in lines for who in line.side]
    return (partners and len(lines) > SIDES) or len(people) > len(set(people))


def _without_others(lines: Sequence[CardLine]) -> list[CardLine]:
    """Return the lines without those that name somebody whom a line before them names."""
    chosen: list[CardLine] = []
    for line in lines:
        if not any(line.side & other.side for other in chosen):
            chosen.append(line)
    return chosen[:SIDES]


def _cures_of_two(first: CardLine, second: CardLine, due: int) -> list[list[Change]]:
    """Try all results of two sides; return the changes of those that change the fewest cells."""
    most = due or max(line.tricks or 0 for line in (first, second))
    tries: list[list[Change]] = []
    for tricks in range(most + 1):
        left = due - tricks if due else None
        others = [left] if left is not None else range(most + 1)
        for other in others:
            right = {"tricks": (tricks, other), "theirs": (other, tricks)}
            changes: list[Change] = []
            for column, numbers in right.items():
                for line, number in zip((first, second), numbers, strict=True):
                    if getattr(line, column) not in (None, number):
                        changes.append((line.number, column, number))
            tries.append(changes)
    fewest = min(map(len, tries))
    return [changes for changes in tries if len(changes) == fewest]
