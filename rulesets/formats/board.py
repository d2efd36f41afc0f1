"""The score that one group keeps, folded from its reports.

The group may be a table for the evening, a table of a drive for one seating, or a whole room of
couples. If reports are independent (`Format.apart`), each is judged on a table of its own, and
every deal of a seating has its place whether it was reported or not. Otherwise each is judged on
what the earlier reports have left.
"""

from __future__ import annotations

import operator
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.engine.plays import BANK, Account, Movement, Step
from rulesets.engine.problems import Problem, error
from rulesets.engine.replay import PlayedRound, Replay, RoundReport, replay, resume

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.engine.plays import State
    from rulesets.engine.roster import Roster, Setup
    from rulesets.formats.format import Format

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Board:
    """A group that keeps a score, and its rules. `setup` has the people at the end, `number` is
    their seating, and `last` is the deal that was being played when a bell rang."""

    form: Format
    setup: Setup
    number: int = 1
    last: int | None = None

    def fold(
        self, reports: Sequence[RoundReport], since: Replay | None = None, keep: int = 0
    ) -> Replay:
        """The result of the board. If it was folded before (`since`), the first `keep` reports are
        taken from there, and `reports` are the later ones."""
        plays = self.form.game.plays
        if self.form.apart:
            return self._fold_apart(reports, since, keep)
        if since is None:
            found = replay(plays, self.setup, reports)
        else:
            found = resume(plays, since, keep, reports)
        return self._without_later(found, reports)

    def _without_later(self, found: Replay, reports: Sequence[RoundReport]) -> Replay:
        """The result without reports from after the end of a match that was decided earlier by a
        correction: they keep their places, but do not count."""
        if not self.form.plays_off(self.number):
            return found
        counted = [at for at, one in enumerate(found.rounds) if one.counted]
        limit = self.limit(found.rounds)
        if not limit or len(counted) <= limit:
            return found
        first = counted[limit]
        later = reports[first - len(found.rounds) :]
        rest = [replace(one, withheld=True, changes=()) for one in later]
        found = resume(self.form.game.plays, found, first, rest)
        beyond = (replace(one, problems=(match_over(),)) for one in found.rounds[first:])
        return replace(found, rounds=(*found.rounds[:first], *beyond))

    def limit(self, rounds: Iterable[PlayedRound | None]) -> int:
        """How many deals are played if the game does not end first; 0: until it does. `rounds` are
        those played so far (None: not reported). If somebody has to win, a level match has one deal
        more."""
        form = self.form
        limit = form.limit(len(self.setup.roster.names), self.last)
        if not limit or not form.plays_off(self.number) or form.game.plays.final is not None:
            return limit
        if form.apart:
            return form.deals_to_tell(self.number, 0, list(map(_report_of, rounds)), self.last)
        counted = [one for one in rounds if one is not None and one.counted]
        if len(counted) < limit:
            return limit
        return limit + int(len({*form.game.plays.ranks(counted[limit - 1].state)}) == 1)

    def is_told(self, number: int, *, complete: bool) -> bool:
        """Whether a round is handed to the rules: if it is complete, if somebody joins or leaves
        after it, or if it has a fixed place."""
        if complete or self.form.apart:
            return True
        return any(number <= change.after for change in self.setup.changes)

    def report(
        self, number: int, value: Any, allowed: Sequence[Sequence[str]], *, complete: bool
    ) -> RoundReport:
        """A round as it is handed to the rules. `allowed` are the codes that were overridden or
        confirmed, line by line."""
        if self.form.apart:
            return RoundReport(value, skipped=not complete)
        first = 0 if self.form.couples else -1  # a row of the round, or all of it
        codes = {row: frozenset(line) for row, line in enumerate(allowed, first)}
        changes = tuple(one for one in self.setup.changes if one.after == number)
        return RoundReport(value, withheld=not complete, codes=codes, changes=changes)

    def following(self, later: Iterable[T]) -> tuple[T, ...]:
        """Those of the later rounds that depend on this one."""
        return () if self.form.apart else tuple(later)

    def judged_on(self, deal: int, left: State) -> State:
        """The state on which a deal is judged; `left` is the state after the earlier deals."""
        return self.form.judged_on(self.setup, self.number, deal, left)

    def _fold_apart(
        self, reports: Sequence[RoundReport], since: Replay | None, keep: int
    ) -> Replay:
        form, setup, number = self.form, self.setup, self.number
        opening = Step(form.table(number, 1, setup.roster.roles))
        rounds = list(since.rounds[:keep]) if since is not None else []
        usual = form.usual_deals if form.plays_off(number) else 0
        for report in reports:
            deal = len(rounds) + 1
            blank = report.skipped or report.withheld
            if blank or (usual and deal > max(usual, self.limit(rounds))):
                table = form.table(number, deal, setup.roster.roles)
                why = () if blank else (match_over(),)
                rounds.append(PlayedRound(table, (), why, counted=False))
            else:
                rounds.append(form.play(setup, number, deal, report.value))
        state = rounds[-1].state if rounds else opening.state
        return Replay(opening, tuple(rounds), Step(state), None)

    def points(self, folded: Replay, deals: Sequence[PlayedRound | None]) -> BoardPoints:
        """Everybody's points from the board. `deals` are those reported, by number (None:
        nothing)."""
        limit, people = self.limit(deals), self._people
        counted = [(deal, one) for deal, one in enumerate(deals) if one is not None and one.counted]
        found: list[DealPoints | None] = [None] * len(deals)
        lines: tuple[Movement, ...] = folded.opening.movements
        for deal, one in counted:
            closing = folded.closing.movements if one is counted[-1][1] else ()
            lines = tuple(
                line for line in (*lines, *one.movements, *closing) if not self._is_bought(line)
            )
            found[deal] = DealPoints(self._sums(lines), lines, one, people)
            lines = ()
        done = limit and len(counted) >= limit and self.form.game.plays.final is None
        over = bool(done) or folded.ending is not None
        return BoardPoints(len(people), tuple(found), over, self._places(folded) if over else ())

    def _places(self, folded: Replay) -> tuple[int, ...]:
        """Everybody's place, if totals alone do not decide it."""
        plays = self.form.game.plays
        if plays.ranking(folded.state) is None:
            return ()
        places, people = plays.ranks(folded.state), self._people
        return tuple(places[account.who] for account in people)

    def _is_bought(self, movement: Movement) -> bool:
        """Whether something was bought for money, and so neither won nor lost."""
        plays = self.form.game.plays
        bought = movement.source == BANK and movement.rule in plays.buying
        return bought and movement.unit == plays.unit

    @property
    def _people(self) -> tuple[Account, ...]:
        """The account that holds each person's points, by seat: their own, or that of their
        side."""
        roster = self.setup.roster
        if not roster.in_sides or getattr(self.form.game.plays, "alone", False):
            return tuple(Account("player", place) for place in range(len(roster.names)))
        return tuple(Account("side", roster.side_of(place)) for place in range(len(roster.names)))

    def _sums(self, movements: Iterable[Movement]) -> tuple[int, ...]:
        """The total of some movements for each person, by seat."""
        sums: Counter[Account] = Counter()
        for one in movements:
            if one.unit == self.form.game.plays.unit:
                sums[one.target] += one.amount
                sums[one.source] -= one.amount
        return tuple(sums[account] for account in self._people)

    def gains(self, played: PlayedRound) -> tuple[int, ...]:
        """What each person gained in a deal, by seat; partners have the gain of their side."""
        roster, unit = self.setup.roster, self.form.game.plays.unit
        found = [0] * len(roster.names)
        for one in played.movements:
            if one.unit == unit:
                for place in places_of(one.target, roster):
                    found[place] += one.amount
        return tuple(found)

    def sums(self, folded: Replay) -> tuple[int, ...]:
        """What each person gained in all deals of the board, by seat."""
        nothing = (0,) * len(self.setup.roster.names)
        return tuple(map(sum, zip(nothing, *map(self.gains, folded.rounds), strict=True)))


@dataclass(frozen=True, slots=True)
class DealPoints:
    """What each person gained in one deal of a board, by chair; `accounts` are theirs."""

    points: tuple[int, ...]
    movements: tuple[Movement, ...]
    played: PlayedRound
    accounts: tuple[Account, ...]

    def lines(self, chair: int) -> tuple[Movement, ...]:
        """The movements that concern one person, with the sign as they gave or took."""
        mine = self.accounts[chair]
        return tuple(
            one if one.target == mine else replace(one, amount=-one.amount)
            for one in self.movements
            if mine in (one.target, one.source)
        )


@dataclass(frozen=True, slots=True)
class BoardPoints:
    """The result of a board: each deal by number (None: nothing that counts), whether it is over,
    and everybody's place by chair, if points do not decide it."""

    people: int
    deals: tuple[DealPoints | None, ...]
    over: bool
    places: tuple[int, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points from the board, by chair."""
        sums = [0] * self.people
        for one in self.deals:
            if one is not None:
                sums = list(map(operator.add, sums, one.points))
        return tuple(sums)


def match_over() -> Problem:
    """Why a reported deal no longer counts: the match was already decided."""
    return error("match.over", "The match was already decided, so this deal does not count.")


def _report_of(played: PlayedRound | None) -> Any:
    """The report of a round that counts."""
    counts = played is not None and played.counted and played.telling is not None
    return played.telling.report if counts else None  # type: ignore[union-attr]


def places_of(account: Account, roster: Roster) -> tuple[int, ...]:
    """The seats that share an account: one player, or the partners of a side."""
    if account.kind == "player":
        return (account.who,)
    return roster.sides[account.who] if account.kind == "side" else ()
