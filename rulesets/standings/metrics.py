"""Ranking by metrics, one after the other, until nobody is level.

A metric gives each of some people who are level so far a number; more is better. People whom no
metric separates share a place.

- `carry`: the score carried, minus deductions;
- `mean`: the same per round, over at least the agreed number of rounds;
- `head_to_head`: wins against the people one is level with, if all of them have met; a ring of wins
  decides nothing;
- `wins`: rounds won, a shared win counting half;
- `points`: those of the game; `margin`: own points minus the best opponent's;
- `opponents`: the scores of the opponents met, each counted as often as they were met;
- `best_round`: the highest score of one round; who has played none comes last;
- `sit_outs`: fewer are better;
- `lot`: drawn once;
- `stage`: people who play for the best places, for others, or no longer; `reached`: the round of a
  bracket; `division`: the place there. The formats provide these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Protocol

from rulesets.engine.text import Phrase, say, signed
from rulesets.standings.placings import Placing

Meeting = tuple[int, int]
"""An opponent in a round, and the result against them: 2 won, 1 level, 0 lost."""


class Results(Protocol):
    """Everybody's numbers, by index of the person."""

    def numbers(self, metric: str) -> Sequence[int | None]:
        """Everybody's number for a metric that compares them with nobody; more is better, and
        nothing (None) comes last."""

    def encounters(self) -> Sequence[Sequence[Meeting]]:
        """Everybody's meetings with opponents, who are entrants."""

    def entrants(self) -> Sequence[int]:
        """The entrant whose place each person has: for fixed partners the first of them, otherwise
        the person."""


Compare = Callable[[Results, Sequence[int]], Sequence[int | None] | None]
"""The numbers of some people, in their order; None if the metric has none for them."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A way to rank: its name within a sentence and as a choice, and how people who are level are
    compared. `halves`: its numbers count halves; `is_lot`: they mean nothing to people."""

    key: str
    name: Phrase
    label: str
    compare: Compare
    halves: bool = False
    is_lot: bool = False

    def format(self, value: int | None) -> str:
        """Write a number of the metric for people."""
        if value is None:
            return "–"
        if not self.halves:
            return signed(value)
        whole = str(value // 2) if value != 1 else ""
        return whole + ("½" if value % 2 else "")


@dataclass(frozen=True, slots=True)
class Decision:
    """The tie-break that separated somebody from the next person, who was level by everything
    before, and both numbers (more is better; None: the other has none)."""

    metric: str
    own: int
    other: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody in groups of people who are level, the best first; `decisions` by person."""

    groups: tuple[tuple[int, ...], ...]
    decisions: Mapping[int, Decision]

    def placings(self, people: int) -> list[Placing]:
        places = [Placing(1, shared=False)] * people
        rank = 1
        for group in self.groups:
            for who in group:
                places[who] = Placing(rank, len(group) > 1)
            rank += len(group)
        return places


def rank(people: Sequence[int], metrics: Sequence[str], results: Results) -> Ranking:
    """Rank people by metrics (keys of METRICS), the most important first."""
    decisions: dict[int, Decision] = {}
    groups = [tuple(people)] if people else []
    for metric in metrics:
        apart: list[tuple[int, ...]] = []
        for group in groups:
            values = METRICS[metric].compare(results, group) if len(group) > 1 else None
            if values is None:
                apart.append(group)
                continue
            by_value = sorted(
                zip(values, group, strict=True), key=lambda pair: (pair[0] is None, -(pair[0] or 0))
            )
            split = [(value, [who for _, who in level])
                     for value, level in groupby(by_value, key=lambda pair: pair[0])]  # fmt: skip
            apart += [tuple(level) for _, level in split]
            for (own, better), (other, _) in pairwise(split) if metric in TIE_BREAKS else ():
                assert own is not None  # noqa: S101 - nothing comes last
                decisions |= dict.fromkeys(better, Decision(metric, own, other))
        groups = apart
    return Ranking(tuple(groups), decisions)


def _numbers(metric: str) -> Compare:
    def compare(results: Results, group: Sequence[int]) -> Sequence[int | None]:
        numbers = results.numbers(metric)
        return [numbers[who] for who in group]

    return compare


def _head_to_head(results: Results, group: Sequence[int]) -> Sequence[int] | None:
    """Return the wins against the others in the group; None unless all of them have met."""
    entrants, encounters = results.entrants(), results.encounters()
    level = {entrants[who] for who in group}
    wins = {}
    for who in group:
        games = [(other, result) for other, result in encounters[who] if other in level]
        if {other for other, _ in games} != level - {entrants[who]}:
            return None
        wins[who] = sum(result for _, result in games)
    return [wins[who] for who in group] if len(level) > 1 else None


def _opponents(results: Results, group: Sequence[int]) -> Sequence[int]:
    """Return the scores of the opponents met: of a pair whose partners have different totals since
    somebody else played for one of them, the better one, whoever was entered first."""
    encounters, best = results.encounters(), dict[int, int]()
    for entrant, score in zip(results.entrants(), results.numbers("carry"), strict=True):
        best[entrant] = max(best.get(entrant, score or 0), score or 0)
    return [sum(best[other] for other, _ in encounters[who]) for who in group]


METRICS: Mapping[str, Metric] = {
    one.key: one
    for one in (
        Metric("carry", say("points"), "points", _numbers("carry")),
        Metric("mean", say("average"), "average per set", _numbers("mean")),
        Metric("stage", say("stage"), "stage reached", _numbers("stage")),
        Metric("reached", say("rounds"), "round reached", _numbers("reached")),
        Metric("division", say("division"), "place in the division", _numbers("division")),
        Metric(
            "head_to_head",
            say("head to head"),
            "head to head, if all who are level have met",
            _head_to_head,
            halves=True,
        ),
        Metric("wins", say("wins"), "sets won", _numbers("wins"), halves=True),
        Metric("points", say("points of the game"), "points of the game", _numbers("points")),
        Metric("margin", say("margin"), "margin over the best opponent", _numbers("margin")),
        Metric("opponents", say("opponents’ scores"), "opponents’ scores", _opponents),
        Metric("best_round", say("best set"), "best set", _numbers("best_round")),
        Metric("sit_outs", say("sit-outs"), "fewer sit-outs", _numbers("sit_outs")),
        Metric("lot", say("lot"), "lot, drawn once", _numbers("lot"), is_lot=True),
    )
}
FIRST = ("carry", "mean", "stage", "reached", "division")
TIE_BREAKS = tuple(key for key in METRICS if key not in FIRST)
