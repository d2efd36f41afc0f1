"""Scores that are linear in the report: points, explanation and the fast fold from one list of
weights (`Stage.terms`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulesets.game import Line, Stage, Term

Payload = Mapping[str, Any]
Fold = Callable[[Sequence[Payload | None]], Sequence[int]]
SidesFold = Callable[[Sequence[Payload | None]], tuple[int, int]]

# The fold below is written out for two pairs of partners, chairs 0 and 2 against 1 and 3.
CHAIRS = 4


def points(stage: Stage, payload: Payload) -> tuple[int, int, int, int]:
    """Points of each chair for one well-formed report."""
    scores = [sum(t.times * _count(stage, t, payload, c) for t in stage.terms) for c in range(4)]
    return scores[0], scores[1], scores[2], scores[3]


def explain(stage: Stage, payload: Payload) -> tuple[tuple[Line, ...], ...]:
    """Each chair's lines; the points of a chair's lines add up to its score."""
    return tuple(
        tuple(
            Line(term.times * count, term.text, {"count": count, "times": term.times}, stage.rule)
            for term in stage.terms
            for count in (_count(stage, term, payload, chair),)
            if count or not term.only_if_any
        )
        for chair in range(CHAIRS)
    )


def summary(stage: Stage, payload: Payload) -> str:
    """One report as short text: "7 : 6, lady 3 : 2"."""
    parts = []
    for question in stage.questions:
        values = payload.get(question.key)
        if values is None or (not question.required and not any(values)):
            continue
        joint = " : " if question.per == "side" else " · "
        parts.append(f"{question.short} {joint.join(map(str, values))}".strip())
    return ", ".join(parts)


def fold(stage: Stage) -> Fold:
    """A function from the reports of a table's set (None: not reported) to points per chair.

    It adds the answers first and weighs them once, and is made once per stage: what it costs is
    the reading of the reports.
    """
    by_key = {question.key: question for question in stage.questions}
    side_terms = [t for t in stage.terms if by_key[t.key].per == "side"]
    own_terms = [t for t in stage.terms if by_key[t.key].per != "side"]
    if not own_terms:
        if len(side_terms) == 1:
            return _chairs_of_sides(_one_side_term(side_terms[0]))
        if len(side_terms) == 2:
            return _chairs_of_sides(_two_side_terms(*side_terms))
    folds: list[Fold] = [_chairs_of_sides(_one_side_term(term)) for term in side_terms]
    folds += [_player_term(term) for term in own_terms]
    return folds[0] if len(folds) == 1 else _added(folds)


def _count(stage: Stage, term: Term, payload: Payload, chair: int) -> int:
    question = next(q for q in stage.questions if q.key == term.key)
    values = payload.get(term.key)
    if values is None:
        return 0
    place = chair if question.per == "player" else chair % 2
    if term.whose == "other":
        place = 1 - place
    return int(values[place])


def _one_side_term(term: Term) -> SidesFold:
    key, times, crossed = term.key, term.times, term.whose == "other"

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


def _two_side_terms(one: Term, two: Term) -> SidesFold:
    key, times = one.key, one.times
    more, extra = two.key, two.times
    if "other" in (one.whose, two.whose):
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


def _player_term(term: Term) -> Fold:
    key, times = term.key, term.times

    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        n = e = s = w = 0
        for hand in hands:
            if hand and key in hand:
                a, b, c, d = hand[key]
                n += a
                e += b
                s += c
                w += d
        return times * n, times * e, times * s, times * w

    return chairs


def _added(folds: Sequence[Fold]) -> Fold:
    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        return tuple(map(sum, zip(*(f(hands) for f in folds), strict=True)))

    return chairs
