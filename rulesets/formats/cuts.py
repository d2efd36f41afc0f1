"""Who moves from a table after a set, and the cuts that decide ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from rulesets.engine.problems import Problem
from rulesets.engine.text import Phrase

if TYPE_CHECKING:
    from rulesets.formats.match import MatchScore

MOVERS = 2
SIDES = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class TableResult:
    """Who moves from a table after a set.

    `sums` are points per chair over the hands reported. `winners` are the chairs that move, in
    ascending order: empty while the set is not `complete` or a cut is needed. `tied` are the chairs
    among which a cut is needed (empty if none is, or if a valid one was given), `cut_pick` is how
    many of them it must name, `cuts` are all answers that would settle it (draw one of these with
    equal chances to replace the cards), and `sure` are those who move whatever the cut says.
    """

    sums: tuple[int, ...]
    complete: bool
    winners: tuple[int, ...]
    tied: tuple[int, ...] = ()
    cut_pick: int = 0
    cuts: tuple[tuple[int, ...], ...] = ()
    sure: tuple[int, ...] = ()


def partners_result(
    roles: Sequence[str], sums: Sequence[int], cut: Sequence[int] | None
) -> TableResult:
    """A finished set between partnerships: the side with the higher sum moves.

    In a tie all four cut, and the highest of each role move, whether they are partners or not.
    """
    totals = [sum(sums[chair] for chair in side) for side in SIDES]
    if totals[0] != totals[1]:
        return _settled(sums, SIDES[0] if totals[0] > totals[1] else SIDES[1])
    return _cut_result(sums, (), _groups(roles), cut)


def sides_result(sums: Sequence[int], cut: Sequence[int] | None, *, cuts: bool) -> TableResult:
    """A finished set in which roles do not matter: the side with the higher sum moves.

    In a tie the two sides cut; without `cuts` nobody wins it.
    """
    totals = [sum(sums[chair] for chair in side) for side in SIDES]
    if totals[0] != totals[1]:
        return _settled(sums, SIDES[0] if totals[0] > totals[1] else SIDES[1])
    if not cuts:
        return _settled(sums, ())
    return _cut_result(sums, (), (), cut, SIDES)


def singles_result(
    roles: Sequence[str], sums: Sequence[int], cut: Sequence[int] | None
) -> TableResult:
    """A finished set without partners: the player of each role with the most points moves.

    Only a role that is tied cuts.
    """
    sure: list[int] = []
    open_groups: list[tuple[tuple[int, ...], int]] = []
    for chairs, count in _groups(roles):
        ordered = sorted(chairs, key=lambda chair: -sums[chair])
        border = sums[ordered[count - 1]]
        above = [chair for chair in ordered if sums[chair] > border]
        level = tuple(sorted(chair for chair in ordered if sums[chair] == border))
        sure += above
        if len(above) + len(level) == count:
            sure += level
        else:
            open_groups.append((level, count - len(above)))
    if not open_groups:
        return _settled(sums, sure)
    return _cut_result(sums, tuple(sure), tuple(open_groups), cut)


def match_result(
    sums: Sequence[int], match: MatchScore, cut: Sequence[int] | None, *, cuts: bool
) -> TableResult:
    """A match between two sides: the one that has won more games moves; if level, the two sides
    cut."""
    if not match.is_over:
        return unfinished(sums)
    if match.winner is not None:
        return _settled(sums, SIDES[match.winner])
    return _cut_result(sums, (), (), cut, SIDES) if cuts else _settled(sums, ())


def with_sums(result: TableResult, sums: Sequence[int]) -> TableResult:
    """The same result, displayed with other sums (for games in which the lowest wins)."""
    return replace(result, sums=tuple(sums))


def unfinished(sums: Sequence[int]) -> TableResult:
    """A set with hands still to come: nobody moves yet."""
    return TableResult(sums=tuple(sums), complete=False, winners=())


def cut_problems(without_cut: TableResult, cut: Sequence[int] | None) -> tuple[Problem, ...]:
    """The problems of `cut` as an answer to the tie that `without_cut` (the result before it)
    leaves open.

    A cut without a tie is only a warning, because a correction may have broken the tie afterwards;
    it is kept, and does nothing.
    """
    if cut is None:
        return ()
    if not without_cut.complete:
        text = "There is a cut, but hands are still missing. It counts once they are all in."
        return (Problem("cut.early", "warning", Phrase(text)),)
    if not without_cut.tied:
        text = "There is a cut, but no tie ({sums}). The cut changes nothing."
        sums = " · ".join(map(str, without_cut.sums))
        return (Problem("cut.unneeded", "warning", Phrase(text, {"sums": sums})),)
    if settle(without_cut, cut) is None:
        text = "Name {pick} of the {tied} tied players for the cut, one of each role."
        if without_cut.cuts == SIDES:
            text = "Say which side cut the highest."
        elif without_cut.cut_pick == 1:
            text = "Name {pick} of the {tied} tied players for the cut."
        params = {"pick": without_cut.cut_pick, "tied": len(without_cut.tied)}
        return (Problem("cut.wrong", "error", Phrase(text, params)),)
    return ()


def settle(tied: TableResult, cut: Sequence[int]) -> tuple[int, ...] | None:
    """The chairs that move if `cut` is the answer to an open tie; None if it answers nothing.

    A cut may also name people who move anyway.
    """
    named = set(cut)
    sure = set(tied.sure)
    if len(named) != len(cut):
        return None
    for answer in tied.cuts:
        if set(answer) <= named <= set(answer) | sure:
            return tuple(sorted(sure | set(answer)))
    return None


def _groups(roles: Sequence[str]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The chairs of each role and how many of them move: one each, or two if there is only one
    role."""
    by_role: dict[str, list[int]] = {}
    for chair, role in enumerate(roles):
        by_role.setdefault(role, []).append(chair)
    if len(by_role) == 1:
        return tuple((tuple(chairs), MOVERS) for chairs in by_role.values())
    return tuple((tuple(chairs), 1) for chairs in by_role.values())


def _settled(sums: Sequence[int], winners: Sequence[int]) -> TableResult:
    return TableResult(sums=tuple(sums), complete=True, winners=tuple(sorted(winners)))


def _cut_result(
    sums: Sequence[int],
    sure: tuple[int, ...],
    groups: Sequence[tuple[tuple[int, ...], int]],
    cut: Sequence[int] | None,
    cuts: tuple[tuple[int, ...], ...] = (),
) -> TableResult:
    """The result with a tie in each of `groups` (chairs, how many move), or between `cuts` (chairs
    that win together), settled by `cut`."""
    if not cuts:
        picks = product(*(combinations(chairs, count) for chairs, count in groups))
        cuts = tuple(tuple(sorted(chair for part in pick for chair in part)) for pick in picks)
    tied = tuple(sorted({chair for answer in cuts for chair in answer}))
    count = len(cuts[0])
    open_tie = TableResult(
        sums=tuple(sums),
        complete=True,
        winners=(),
        tied=tied,
        cut_pick=count,
        cuts=cuts,
        sure=tuple(sorted(sure)),
    )
    winners = None if cut is None else settle(open_tie, cut)
    return open_tie if winners is None else _settled(sums, winners)
