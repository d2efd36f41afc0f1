"""A history of reports folded over a play, audited after every step.

The audit: what every account holds before a step, and the movements of the step, must give what
every account holds after it; units that are conserved must add up, over all accounts, to what was
bought. An `Unbalanced` is a programmer's mistake, never the table's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import BANK, Account, Movement, State, Step
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.plays import Ending, Moment, Plays
    from rulesets.engine.problems import Problem


class Unbalanced(AssertionError):
    """Something came from nowhere or went nowhere."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it stands in the record, positional. `override` lets errors stand that can be
    played: all of them, or those in the rows (couples) of these places; `codes` those of these
    codes, by row (-1: the report as a whole). One that is `withheld` is judged but not played (a
    name in it is nobody's); one that is `skipped` is not told at all, and the next one is another
    round all the same."""

    value: Any
    override: bool | frozenset[int] = False
    withheld: bool = False
    skipped: bool = False
    codes: Mapping[int, frozenset[str]] = field(default_factory=dict)

    def overrides(self, problem: Problem) -> bool:
        """Whether the scorekeeper has let this error stand."""
        row = problem.at[0] if problem.at and isinstance(problem.at[0], int) else -1
        if problem.code in self.codes.get(row, ()):
            return True
        if isinstance(self.override, bool):
            return self.override
        return bool(problem.at) and problem.at[0] in self.override


@dataclass(slots=True)
class SummarySource:
    """What a round is told from; its summary, once somebody has read it."""

    plays: Plays
    report: Any
    before: State
    summary: Words | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One report as replayed. `counted`: whether it was played; `state` is the one after it."""

    state: State
    movements: tuple[Movement, ...]
    problems: tuple[Problem, ...]
    counted: bool
    telling: SummarySource | None = field(default=None, compare=False, repr=False)

    @property
    def summary(self) -> Words:
        """The round in one line; worked out when somebody wants to read it."""
        told = self.telling
        if told is None:
            return NOTHING
        if told.summary is None:
            told.summary = told.plays.summary(self.state, told.report)
        return told.summary

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What is worth remembering of it; worked out when somebody asks."""
        told = self.telling
        return () if told is None else told.plays.moments(told.before, told.report)


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole history. `opening` is before the first report; `closing` what happened by itself
    after the last; `state` is the last one, `ending` its end, if it has one."""

    opening: Step
    rounds: tuple[PlayedRound, ...]
    closing: Step
    ending: Ending | None

    @property
    def state(self) -> State:
        return self.closing.state

    def ledger(self) -> list[tuple[int, Movement]]:
        """Every movement with the number of its report (0: the start), in order."""
        lines = [(0, movement) for movement in self.opening.movements]
        for number, played in enumerate(self.rounds, 1):
            lines += [(number, movement) for movement in played.movements]
        return lines + [(len(self.rounds), movement) for movement in self.closing.movements]


def open_game(plays: Plays, setup: Setup) -> Step:
    """The first step, audited."""
    opening = plays.start(setup)
    _audit(plays, {}, opening)
    return opening


def advance(plays: Plays, state: State, report: Report) -> PlayedRound:
    """One report played if it can be, and audited. A report with an error is left out, unless
    it is overridden and can be played all the same."""
    if report.skipped:
        return PlayedRound(plays.skipped(state), (), (), counted=False)
    problems = plays.check(state, report.value)
    standing = report.withheld or any(
        problem.severity == "error" and not report.overrides(problem) for problem in problems
    )
    if standing or any(problem.firm for problem in problems):
        return PlayedRound(state, (), problems, counted=False)
    step = plays.play(state, report.value)
    _audit(plays, plays.holdings(state), step)
    told = SummarySource(plays, report.value, state)
    return PlayedRound(step.state, step.movements, problems, counted=True, telling=told)


def replay(plays: Plays, setup: Setup, reports: Sequence[Report]) -> Replay:
    """The whole history. The same reports give the same result in any process."""
    return _continue(plays, open_game(plays, setup), (), reports)


def resume(plays: Plays, known: Replay, keep: int, reports: Sequence[Report]) -> Replay:
    """The history that has the first `keep` reports in common with a known one of the same setup;
    `reports` are those that follow."""
    return _continue(plays, known.opening, known.rounds[:keep], reports)


def _continue(
    plays: Plays, opening: Step, kept: tuple[PlayedRound, ...], reports: Sequence[Report]
) -> Replay:
    rounds = list(kept)
    state = rounds[-1].state if rounds else opening.state
    for report in reports:
        played = advance(plays, state, report)
        state = played.state
        rounds.append(played)
    return close_replay(plays, opening, rounds)


def close_replay(plays: Plays, opening: Step, rounds: Sequence[PlayedRound]) -> Replay:
    """The history of rounds that were played, with what happens by itself after the last."""
    state = rounds[-1].state if rounds else opening.state
    closing = plays.close(state)
    _audit(plays, plays.holdings(state), closing)
    return Replay(opening, tuple(rounds), closing, plays.over(closing.state))


def _audit(plays: Plays, before: Mapping[str, Mapping[Account, int]], step: Step) -> None:
    after = plays.holdings(step.state)
    if plays.booked:  # the books were made of the movements, and nothing else moves them
        for unit in plays.conserved:
            if min(after.get(unit, {}).values(), default=0) < 0:
                raise Unbalanced(f"{unit}: somebody holds less than nothing")
        return
    for unit in {*before, *after, *(movement.unit for movement in step.movements)}:
        held = Counter(before.get(unit, {}))
        bought = 0
        for movement in step.movements:
            if movement.unit == unit:
                held[movement.source] -= movement.amount
                held[movement.target] += movement.amount
                bought += _bought(plays, movement)
        del held[BANK]
        now = after.get(unit, {})
        if any(held[account] != now.get(account, 0) for account in {*held, *now}):
            raise Unbalanced(f"{unit}: the movements do not lead to {dict(now)}")
        if unit in plays.conserved:
            if min(now.values(), default=0) < 0:
                raise Unbalanced(f"{unit}: somebody holds less than nothing")
            if sum(now.values()) != sum(before.get(unit, {}).values()) + bought:
                raise Unbalanced(f"{unit}: {sum(now.values())} do not add up to what was bought")


def _bought(plays: Plays, movement: Movement) -> int:
    if movement.source == BANK and movement.rule in plays.buying:
        return movement.amount
    return 0
