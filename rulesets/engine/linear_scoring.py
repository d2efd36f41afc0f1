"""Scores that are linear in the reports, folded fast: what every answer with a `worth` brings.

The general way books each round (`rulesets.rounds.booking`); thousands of hands at once only need
their sums. Written for two pairs of partners, chairs 0 and 2 against 1 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers import NUMBER
from rulesets.engine.questions import questions_of

if TYPE_CHECKING:
    from rulesets.engine.table import Table

Payload = Mapping[str, Any]
Fold = Callable[[Sequence[Payload | None]], Sequence[int]]
SidesFold = Callable[[Sequence[Payload | None]], tuple[int, int]]
MOST_SIDE_TERMS = 2


@dataclass(frozen=True, slots=True)
class LinearTerm:
    """One weight: `times` points for each unit of the answer to `key`, of a side or a player;
    `crossed`: for the opponents."""

    key: str
    times: int
    by_side: bool
    crossed: bool = False


def terms_of(report: type, table: Table) -> tuple[LinearTerm, ...] | None:
    """The weights of a report type; None where an answer scores in another way."""
    terms = []
    for asked in questions_of(report):
        worth = asked.worth(table)
        if worth is None:
            continue
        if asked.kind is not NUMBER or asked.per == "table" or not isinstance(worth, int):
            return None
        crossed = asked.given["crossed"]
        swapped = crossed is not None and bool(crossed(table))
        terms.append(LinearTerm(asked.key, worth, asked.per == "side", swapped))
    return tuple(terms)


def fold(terms: Sequence[LinearTerm]) -> Fold:
    """A function from the reports of a table's set (None: not reported) to points per chair.

    It adds the answers first and weighs them once: what it costs is the reading of the reports.
    """
    side_terms = [term for term in terms if term.by_side]
    own_terms = [term for term in terms if not term.by_side]
    if not own_terms and len(side_terms) == 1:
        return _chairs_of_sides(_one_side_term(side_terms[0]))
    if not own_terms and len(side_terms) == MOST_SIDE_TERMS:
        return _chairs_of_sides(_two_side_terms(*side_terms))
    folds: list[Fold] = [_chairs_of_sides(_one_side_term(term)) for term in side_terms]
    folds += [_player_term(term) for term in own_terms]
    return folds[0] if len(folds) == 1 else _add_folds(folds)


def _one_side_term(term: LinearTerm) -> SidesFold:
    key, times, crossed = term.key, term.times, term.crossed

    def sides(hands: Sequence[Payload | None]) -> tuple[int, int]:
        first = second = 0
        for hand in hands:
            if hand:
                a, b = hand[key]
                first += a
                second += b
        if crossed:
            return times * second, times * first
        return times * first, times * second

    return sides


def _two_side_terms(one: LinearTerm, two: LinearTerm) -> SidesFold:
    key, times = one.key, one.times
    more, extra = two.key, two.times
    if one.crossed or two.crossed:
        left, right = _one_side_term(one), _one_side_term(two)

        def added(hands: Sequence[Payload | None]) -> tuple[int, int]:
            (a, b), (c, d) = left(hands), right(hands)
            return a + c, b + d

        return added

    def sides(hands: Sequence[Payload | None]) -> tuple[int, int]:
        first = second = first_more = second_more = 0
        for hand in hands:
            if hand:
                a, b = hand[key]
                first += a
                second += b
                a, b = hand[more]
                first_more += a
                second_more += b
        return times * first + extra * first_more, times * second + extra * second_more

    return sides


def _chairs_of_sides(sides: SidesFold) -> Fold:
    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        a, b = sides(hands)
        return a, b, a, b

    return chairs


def _player_term(term: LinearTerm) -> Fold:
    key, times = term.key, term.times

    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        n = e = s = w = 0
        for hand in hands:
            told = hand.get(key) if hand else None
            if told:
                a, b, c, d = told
                n += a or 0
                e += b or 0
                s += c or 0
                w += d or 0
        return times * n, times * e, times * s, times * w

    return chairs


def _add_folds(folds: Sequence[Fold]) -> Fold:
    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        return tuple(map(sum, zip(*(f(hands) for f in folds), strict=True)))

    return chairs
