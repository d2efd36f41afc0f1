"""A history of reports folded over a play, audited after every step.

The audit: the accounts before a step plus the transfers of the step must give the accounts after
it; conserved units must add up, over all accounts, to what was bought. An `Unbalanced` is a
programmer's mistake, never the table's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import BANK, Account, State, Step, Transfer
from rulesets.engine.roster import Setup
from rulesets.engine.text import NOTHING, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.engine.plays import Ending, Moment, Plays
    from rulesets.engine.problems import Problem
    from rulesets.engine.roster import RosterChange


class Unbalanced(AssertionError):
    """Something came from nowhere or went nowhere."""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """A recorded report, positional. `override` lets errors stand that can be played: all of them,
    or those in the rows (couples) at these places; `codes` those with these codes, by row (-1: the
    report as a whole). A `withheld` report is judged but not played (a name in it is nobody's); a
    `skipped` one is not there at all, and the next one is another round all the same. `changes`
    are those after it."""

    value: Any
    override: bool | frozenset[int] = False
    withheld: bool = False
    skipped: bool = False
    codes: Mapping[int, frozenset[str]] = field(default_factory=dict)
    changes: tuple[RosterChange, ...] = ()

    def overrides(self, problem: Problem) -> bool:
        """Return whether the scorekeeper has let this error stand."""
        row = problem.at[0] if problem.at and isinstance(problem.at[0], int) else -1
        if problem.code in self.codes.get(row, ()):
            return True
        if isinstance(self.override, bool):
            return self.override
        return bool(problem.at) and problem.at[0] in self.override


@dataclass(slots=True)
class SummarySource:
    """The source of a round's summary; the summary, once somebody has read it, and its translations
    into the languages in which it was read."""

    plays: Plays
    report: Any
    before: State
    summary: Phrase | None = None
    translations: dict[str, str] = field(default_factory=dict)

    def moments(self) -> tuple[Moment, ...]:
        """Return the events of the round worth remembering."""
        return self.plays.moments(self.before, self.report)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One report as replayed. `counted`: whether it was played; `state` is the one after it."""

    state: State
    transfers: tuple[Transfer, ...]
    problems: tuple[Problem, ...]
    counted: bool
    telling: SummarySource | None = field(default=None, compare=False, repr=False)

    @property
    def summary(self) -> Phrase:
        """The round in one line, worked out on demand."""
        source = self.telling
        if source is None:
            return NOTHING
        if source.summary is None:
            source.summary = source.plays.summary(self.state, source.report)
        return source.summary

    def summary_in(self, language: str, translate: Callable[[Phrase], str]) -> str:
        """Return the summary in a language; older rounds are on many pages."""
        source = self.telling
        if source is None:
            return ""
        if language not in source.translations:
            source.translations[language] = translate(self.summary)
        return source.translations[language]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Return the events of the round worth remembering, worked out on demand."""
        source = self.telling
        return () if source is None else source.moments()


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole history. `opening` is before the first report; `closing` is what happened
    automatically after the last; `state` is the last one, `ending` its end, if it has one. `bought`
    are sums by unit of what came from the bank into play: up to the opening, up to each round, and
    in all, so that a resumed history can reuse them.

    In a match of several games, `games` are those that have begun, each with its `setup`. `rounds`
    are those of all games and `ending` is that of the match; `opening` is that of the first game,
    `closing` and `bought` are those of the last."""

    opening: Step
    rounds: tuple[PlayedRound, ...]
    closing: Step
    ending: Ending | None
    bought: tuple[Mapping[str, int], ...] = ({},)
    games: tuple[Replay, ...] = ()
    setup: Setup | None = None

    @property
    def state(self) -> State:
        return self.closing.state

    @property
    def standing(self) -> State:
        """The state that the next report is judged on."""
        return self.state_before(len(self.rounds))

    def state_before(self, place: int) -> State:
        """Return the state before the report at a place: what it is judged on."""
        for game in self.games[:-1]:
            if place < len(game.rounds):
                return game.state_before(place)
            place -= len(game.rounds)
        if self.games:
            return self.games[-1].state_before(place)
        return self.rounds[place - 1].state if place else self.opening.state

    def game_at(self, place: int) -> int:
        """Return the number of the game that the report at a place belongs to, from 1; 0 unless a
        match has several games."""
        for number, game in enumerate(self.games[:-1], 1):
            if place < len(game.rounds):
                return number
            place -= len(game.rounds)
        return len(self.games)

    def ledger(self) -> list[tuple[int, Transfer]]:
        """Return every transfer with the number of its report (0: the start), in order."""
        if self.games:
            return self._ledger_of_games()
        lines = [(0, transfer) for transfer in self.opening.transfers]
        for number, played in enumerate(self.rounds, 1):
            lines += [(number, transfer) for transfer in played.transfers]
        return lines + [(len(self.rounds), transfer) for transfer in self.closing.transfers]

    def _ledger_of_games(self) -> list[tuple[int, Transfer]]:
        lines: list[tuple[int, Transfer]] = []
        before = 0
        for game in self.games:
            lines += [(before + number, transfer) for number, transfer in game.ledger()]
            before += len(game.rounds)
        return lines


def open_game(plays: Plays, setup: Setup) -> Step:
    """Return the first step, audited."""
    opening = plays.start(setup)
    _audit(plays, {}, opening)
    return opening


def advance(plays: Plays, state: State, report: RoundReport) -> PlayedRound:
    """Play one report if possible, and audit it; then apply the changes after it: who joins, leaves
    or deals out of turn. A report with an error does not count, unless it is overridden and can be
    played all the same."""
    played = _advance(plays, state, report)
    if not report.changes:
        return played
    step = Step(played.state, played.transfers)
    for change in report.changes:
        if change.kind == "deals" and report.withheld:
            continue  # the round before is to be dealt again first
        change_step = plays.reseat(step.state, change)
        _audit(plays, plays.holdings(step.state), change_step)
        step = Step(change_step.state, (*step.transfers, *change_step.transfers))
    return replace(played, state=step.state, transfers=step.transfers)


def _advance(plays: Plays, state: State, report: RoundReport) -> PlayedRound:
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
    source = SummarySource(plays, report.value, state)
    return PlayedRound(step.state, step.transfers, problems, counted=True, telling=source)


def replay(plays: Plays, setup: Setup, reports: Sequence[RoundReport]) -> Replay:
    """Return the whole history. The same reports give the same result in any process."""
    return _continue(plays, open_game(plays, setup), (), reports, ())


def resume(plays: Plays, earlier: Replay, keep: int, reports: Sequence[RoundReport]) -> Replay:
    """Return the history that shares its first `keep` reports with an earlier one of the same
    setup; `reports` are the later ones."""
    bought = earlier.bought[: keep + 1]
    return _continue(plays, earlier.opening, earlier.rounds[:keep], reports, bought)


def _continue(
    plays: Plays,
    opening: Step,
    prefix: tuple[PlayedRound, ...],
    reports: Sequence[RoundReport],
    bought: Sequence[Mapping[str, int]],
) -> Replay:
    rounds = list(prefix)
    state = rounds[-1].state if rounds else opening.state
    for report in reports:
        played = advance(plays, state, report)
        state = played.state
        rounds.append(played)
    return close_replay(plays, opening, rounds, bought)


def join_games(games: Sequence[Replay], ending: Ending | None) -> Replay:
    """Return the history of a match of these games, with its ending."""
    first, last = games[0], games[-1]
    rounds = tuple(played_round for game in games for played_round in game.rounds)
    return Replay(first.opening, rounds, last.closing, ending, last.bought, tuple(games))


def close_replay(
    plays: Plays,
    opening: Step,
    rounds: Sequence[PlayedRound],
    bought: Sequence[Mapping[str, int]] = (),
) -> Replay:
    """Return the history of played rounds, with what happens automatically after the last. `bought`
    are the sums up to the opening and the first rounds, as far as they are known."""
    state = rounds[-1].state if rounds else opening.state
    closing = plays.close(state)
    _audit(plays, plays.holdings(state), closing)
    sums = sums_bought(plays, (opening, *rounds, closing), bought)
    return Replay(opening, tuple(rounds), closing, plays.over(closing.state), sums)


def sums_bought(
    plays: Plays, steps: Sequence[Step | PlayedRound], prefix: Sequence[Mapping[str, int]] = ()
) -> tuple[Mapping[str, int], ...]:
    """Return the sums bought up to each of these steps, by unit; `prefix` are the sums of the
    first steps."""
    sums = list(prefix)
    now = sums[-1] if sums else {}
    for step in steps[len(sums) :]:
        for transfer in step.transfers if plays.buying else ():
            if amount := _bought(plays, transfer):
                now = {**now, transfer.unit: now.get(transfer.unit, 0) + amount}
        sums.append(now)
    return tuple(sums)


def _audit(plays: Plays, before: Mapping[str, Mapping[Account, int]], step: Step) -> None:
    after = plays.holdings(step.state)
    if plays.booked:  # the books were made of the transfers, and nothing else moves them
        for unit in plays.conserved:
            if min(after.get(unit, {}).values(), default=0) < 0:
                raise Unbalanced(f"{unit}: somebody holds less than nothing")
        return
    for unit in {*before, *after, *(transfer.unit for transfer in step.transfers)}:
        held = Counter(before.get(unit, {}))
        bought = 0
        for transfer in step.transfers:
            if transfer.unit == unit:
                held[transfer.source] -= transfer.amount
                held[transfer.target] += transfer.amount
                bought += _bought(plays, transfer)
        del held[BANK]
        now = after.get(unit, {})
        if any(held[account] != now.get(account, 0) for account in {*held, *now}):
            raise Unbalanced(f"{unit}: the transfers do not lead to {dict(now)}")
        if unit in plays.conserved:
            if min(now.values(), default=0) < 0:
                raise Unbalanced(f"{unit}: somebody holds less than nothing")
            if sum(now.values()) != sum(before.get(unit, {}).values()) + bought:
                raise Unbalanced(f"{unit}: {sum(now.values())} do not add up to what was bought")


def _bought(plays: Plays, transfer: Transfer) -> int:
    if transfer.source == BANK and transfer.rule in plays.buying:
        return transfer.amount
    return 0
