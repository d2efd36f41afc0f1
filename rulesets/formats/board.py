"""The score that one group keeps, folded from its reports.

The group may be a table for the evening, a table of a drive for one seating, or a whole room of
couples. If reports are independent (`Keeping.apart`), each is judged on a table of its own, and
every deal of a seating has its place whether it was reported or not. Otherwise each is judged on
what the earlier reports have left.
"""

from __future__ import annotations

import operator
from collections import Counter, deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from rulesets.engine.plays import BANK, Account, Ending, Step, Transfer
from rulesets.engine.problems import Problem, error
from rulesets.engine.replay import (
    PlayedRound,
    Replay,
    RoundReport,
    advance,
    close_replay,
    join_games,
    open_game,
    replay,
    resume,
)
from rulesets.engine.text import say
from rulesets.formats.hands import count_due
from rulesets.formats.match import MatchScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.engine.plays import State
    from rulesets.engine.roster import Roster, Setup
    from rulesets.formats.format import Format
    from rulesets.formats.parts import Payload

T = TypeVar("T")
TWO = 2


@dataclass(frozen=True, slots=True)
class Board:
    """A group that keeps a score, and its rules. `setup` has the people at the end, `number` is
    their seating, and `last` is the deal that was being played when a bell rang. `game` is set on
    the board of a single game of a match: its number, from 1."""

    format: Format
    setup: Setup
    number: int = 1
    last: int | None = None
    game: int = 0

    @property
    def opens(self) -> bool:
        """Whether what is known before a deal can be reported first: where deals depend on earlier
        ones, and a table reports them as a whole."""
        return self.format.keeping.keeps_boards

    def fold(
        self, reports: Sequence[RoundReport], since: Replay | None = None, keep: int = 0
    ) -> Replay:
        """The result of the board. If it was folded before (`since`), the first `keep` reports are
        taken from there, and `reports` are the later ones."""
        plays = self.format.game.plays
        if self.format.keeping.apart:
            return self._fold_apart(reports, since, keep)
        if self.format.length.of_set(self.number).play_off:
            return self._fold_match(reports, since, keep)
        if since is None:
            return replay(plays, self.setup, reports)
        return resume(plays, since, keep, reports)

    # --- matches --------------------------------------------------------------------------------

    def _fold_match(
        self, reports: Sequence[RoundReport], since: Replay | None, keep: int
    ) -> Replay:
        """The games of a match, each starting when the previous one is over; with a single game,
        just that game. If a correction ends a match earlier, later reports keep their places, but
        do not count."""
        before = deque(since.games or (since,)) if since is not None else deque[Replay]()
        waiting, games = deque(reports), list[Replay]()
        score = self._open_match()
        while not score.is_over:
            board, was = self._board_after(games), before.popleft() if before else None
            games.append(board._fold_game(was, keep, waiting))
            if was is None or keep < len(was.rounds):
                before.clear()
            keep = max(0, keep - len(was.rounds)) if was is not None else 0
            if not board.is_complete(games[-1].rounds):
                break
            score = score.after(board._margin(games[-1]))
        games[-1] = self._with_later(games[-1], waiting)
        if self._best_of == 1:
            return games[-1]
        return join_games(games, self._end_match(score) if score.is_over else None)

    def _fold_game(self, was: Replay | None, keep: int, waiting: deque[RoundReport]) -> Replay:
        """One game of a match; it takes as many of the `waiting` reports as it needs."""
        plays = self.format.game.plays
        opening = open_game(plays, self.setup) if was is None else was.opening
        rounds = [] if was is None else list(was.rounds[:keep])
        counted, new = [deal for deal in rounds if deal.counted], len(rounds)
        while waiting and not self.is_complete(counted):
            state = rounds[-1].state if rounds else opening.state
            rounds.append(advance(plays, state, waiting.popleft()))
            counted += rounds[-1:] if rounds[-1].counted else []
        if was is not None and new == len(rounds) == len(was.rounds):
            return was
        bought = () if was is None else was.bought[: new + 1]
        return replace(close_replay(plays, opening, rounds, bought), setup=self.setup)

    def _with_later(self, game: Replay, reports: Iterable[RoundReport]) -> Replay:
        """The last game of a match, with later reports that do not count."""
        plays, rounds = self.format.game.plays, list(game.rounds)
        for report in reports:
            withheld = replace(report, withheld=True, changes=())
            later = advance(plays, rounds[-1].state, withheld)
            rounds.append(replace(later, problems=(match_over(),)))
        if len(rounds) == len(game.rounds):
            return game
        bought = game.bought[: len(game.rounds) + 1]
        return replace(close_replay(plays, game.opening, rounds, bought), setup=game.setup)

    def _board_after(self, games: Sequence[Replay]) -> Board:
        """The board of the next game of a match."""
        setup = self.setup
        if games:
            after = sum(len(game.rounds) for game in games)
            chosen = [
                change.player
                for change in setup.changes
                if change.kind == "deals" and change.after == after
            ]
            first = chosen[-1] if chosen else self._first_after(games[-1])
            setup = replace(setup, first=first, changes=())
        return replace(self, setup=setup, game=len(games) + 1)

    def _first_after(self, game: Replay) -> int | None:
        """Who deals first (or has the first turn) in the next game: the next in turn, or the
        winner."""
        plays = self.format.game.plays
        if plays.turns:
            return plays.turn(game.state)
        states = (game.state, *(deal.state for deal in reversed(game.rounds)))
        dealers = (plays.deal_again(state, plays.winner_deals) for state in states)
        return next((dealer for dealer in dealers if dealer is not None), None)

    @property
    def _best_of(self) -> int:
        """The most games in a match, not counting the deal that decides it; more than one only
        between two sides."""
        several = len(self.setup.roster.sides) == TWO
        return self.format.length.of_set(self.number).games if several else 1

    def _open_match(self) -> MatchScore:
        # With a single game, the extra deal is part of it.
        return MatchScore(self._best_of, has_decider=self._best_of > 1)

    def _end_match(self, score: MatchScore) -> Ending:
        """The end of a match of several games."""
        own, other = max(score.wins), min(score.wins)
        first, second = names = self.setup.roster.side_names
        if score.winner is not None:
            text, name = "{name} wins the match, {own}–{other} in games", names[score.winner]
            return Ending((score.winner,), say(text, name=name, own=own, other=other))
        text = "{one} and {two} are level, {own}–{other} in games; lots are drawn"
        return Ending((0, 1), say(text, one=first, two=second, own=own, other=other))

    def _margin(self, game: Replay) -> int:
        """Who won a game: more than 0 if the first of the two did, 0 if it was level."""
        first, *others = self.format.game.plays.ranks(game.state)
        return min(others, default=first) - first

    def is_complete(self, rounds: Iterable[PlayedRound]) -> bool:
        """Whether a game is over after these rounds: by its own rules, or with all its deals."""
        plays, counted = self.format.game.plays, [deal for deal in rounds if deal.counted]
        if counted and plays.over(plays.close(counted[-1].state).state) is not None:
            return True
        limit = self.limit(counted) if plays.final is None else 0
        return bool(limit) and len(counted) >= limit

    def count_needed(self, folded: Replay) -> int:
        """How many reports came before the end of the match."""
        beyond = (n for n, deal in enumerate(folded.rounds) if match_over() in deal.problems)
        return next(beyond, len(folded.rounds))

    def match(self, folded: Replay) -> MatchScore | None:
        """The score in games; None unless a match of several games is played."""
        if not folded.games:
            return None
        score = self._open_match()
        for number, game in enumerate(folded.games, 1):
            board = replace(self, game=number)
            if number < len(folded.games) or board.is_complete(game.rounds):
                score = score.after(board._margin(game))
        return score

    def limit(self, rounds: Iterable[PlayedRound | None]) -> int:
        """How many deals are played in a game if it does not end first; 0: until it does. `rounds`
        are those played so far (None: not reported). If somebody has to win, a level game has one
        deal more; after all games of a level match, a single deal decides it."""
        format = self.format
        people = len(self.setup.roster.names)
        # The board of a room goes on from round to round.
        limit = (
            0 if format.keeping.board == "room" else format.length.deals.limit(people, self.last)
        )
        if not limit or not format.length.of_set(self.number).play_off:
            return limit
        if format.keeping.apart:
            return count_due(format, self.number, 0, list(map(_report_of, rounds)), self.last)
        if self.game > self._best_of:
            return 1
        counted = [deal for deal in rounds if deal is not None and deal.counted]
        if format.game.plays.final is not None or len(counted) < limit:
            return limit
        return limit + int(len({*format.game.plays.ranks(counted[limit - 1].state)}) == 1)

    # --- reports --------------------------------------------------------------------------------

    def is_told(self, number: int, *, complete: bool) -> bool:
        """Whether a round is handed to the rules: if it is complete, if the roster changes after
        it, or if it has a fixed place."""
        if complete or self.format.keeping.apart:
            return True
        return any(number <= change.after for change in self.setup.changes)

    def report(
        self, number: int, value: object, allowed: Sequence[Sequence[str]], *, complete: bool
    ) -> RoundReport:
        """A round as it is handed to the rules. `allowed` are the codes that were overridden or
        confirmed, line by line."""
        if self.format.keeping.apart:
            return RoundReport(value, skipped=not complete)
        first = 0 if self.format.keeping.board == "room" else -1  # a row of the round, or all of it
        codes = {row: frozenset(line) for row, line in enumerate(allowed, first)}
        changes = tuple(change for change in self.setup.changes if change.after == number)
        return RoundReport(value, withheld=not complete, codes=codes, changes=changes)

    def following(self, later: Iterable[T]) -> tuple[T, ...]:
        """Those of the later rounds that depend on this one."""
        return () if self.format.keeping.apart else tuple(later)

    def judged_on(self, deal: int, left: State) -> State:
        """The state on which a deal is judged; `left` is the state after the earlier deals."""
        if not self.format.keeping.apart:
            return left
        return self.format.hands.table(self.number, deal, self.setup.roster.roles)

    def _fold_apart(
        self, reports: Sequence[RoundReport], since: Replay | None, keep: int
    ) -> Replay:
        format, setup, number = self.format, self.setup, self.number
        opening = Step(format.hands.table(number, 1, setup.roster.roles))
        rounds = list(since.rounds[:keep]) if since is not None else []
        usual = format.length.deals.usual if format.length.of_set(number).play_off else 0
        for report in reports:
            deal = len(rounds) + 1
            blank = report.skipped or report.withheld
            if blank or (usual and deal > max(usual, self.limit(rounds))):
                table = format.hands.table(number, deal, setup.roster.roles)
                why = () if blank else (match_over(),)
                rounds.append(PlayedRound(table, (), why, counted=False))
            else:
                rounds.append(format.hands.play(setup, number, deal, report.value))
        state = rounds[-1].state if rounds else opening.state
        return Replay(opening, tuple(rounds), Step(state), None)

    def points(self, folded: Replay, deals: Sequence[PlayedRound | None]) -> BoardResult:
        """Everybody's points from the board. `deals` are those reported, by number (None:
        nothing)."""
        counted = [
            (deal, played)
            for deal, played in enumerate(deals)
            if played is not None and played.counted
        ]
        results: list[DealPoints | None] = [None] * len(deals)
        for number, game in enumerate(folded.games or (folded,), 1):
            many = sum(played.counted for played in game.rounds)
            scores = self._game_points(game, [played for _deal, played in counted[:many]])
            for (deal, _played), points in zip(counted, scores, strict=False):
                results[deal] = replace(points, game=number) if folded.games else points
            counted = counted[many:]
        over = folded.ending is not None or (not folded.games and self.is_complete(folded.rounds))
        match = self.match(folded)
        places = match.places if match is not None else self._places(folded)
        return BoardResult(len(self._people), tuple(results), over, places if over else (), match)

    def _game_points(self, game: Replay, rounds: Sequence[PlayedRound]) -> Iterator[DealPoints]:
        """The points from each round of a game that counts, including stakes before the first and
        whatever happens automatically after the last."""
        lines: tuple[Transfer, ...] = game.opening.transfers
        for turn, played in enumerate(rounds, 1):
            closing = game.closing.transfers if turn == len(rounds) else ()
            lines = tuple(
                line for line in (*lines, *played.transfers, *closing) if not self._is_bought(line)
            )
            yield DealPoints(self._sums(lines), lines, played, self._people, turn=turn)
            lines = ()

    def _places(self, folded: Replay) -> tuple[int, ...]:
        """Everybody's place, if totals alone do not decide it."""
        plays = self.format.game.plays
        if plays.ranking(folded.state) is None:
            return ()
        places, people = plays.ranks(folded.state), self._people
        return tuple(places[account.who] for account in people)

    def _is_bought(self, transfer: Transfer) -> bool:
        """Whether something was bought for money, and so neither won nor lost."""
        plays = self.format.game.plays
        bought = transfer.source == BANK and transfer.rule in plays.buying
        return bought and transfer.unit == plays.unit

    @property
    def _people(self) -> tuple[Account, ...]:
        """The account that holds each person's points, by seat: their own, or that of their
        side."""
        roster = self.setup.roster
        if not roster.in_sides or getattr(self.format.game.plays, "alone", False):
            return tuple(Account("player", place) for place in range(len(roster.names)))
        return tuple(Account("side", roster.side_of(place)) for place in range(len(roster.names)))

    def _sums(self, transfers: Iterable[Transfer]) -> tuple[int, ...]:
        """The total of some transfers for each person, by seat."""
        sums: Counter[Account] = Counter()
        for transfer in transfers:
            if transfer.unit == self.format.game.plays.unit:
                sums[transfer.target] += transfer.amount
                sums[transfer.source] -= transfer.amount
        return tuple(sums[account] for account in self._people)

    def gains(self, played: PlayedRound) -> tuple[int, ...]:
        """What each person gained in a deal, by seat; partners have the gain of their side."""
        roster, unit = self.setup.roster, self.format.game.plays.unit
        points = [0] * len(roster.names)
        for transfer in played.transfers:
            if transfer.unit == unit:
                for place in places_of(transfer.target, roster):
                    points[place] += transfer.amount
        return tuple(points)

    def sums(self, folded: Replay) -> tuple[int, ...]:
        """What each person gained in all deals of the board, by seat."""
        nothing = (0,) * len(self.setup.roster.names)
        return tuple(map(sum, zip(nothing, *map(self.gains, folded.rounds), strict=True)))


@dataclass(frozen=True, slots=True)
class DealPoints:
    """What each person gained in one deal of a board, by chair; `accounts` are theirs. In a match
    of several games it is deal `turn` of `game`, both from 1 (otherwise `game` is 0)."""

    points: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    played: PlayedRound
    accounts: tuple[Account, ...]
    game: int = 0
    turn: int = 0

    def lines(self, chair: int) -> tuple[Transfer, ...]:
        """The transfers that concern one person, with the sign as they gave or took."""
        mine = self.accounts[chair]
        return tuple(
            transfer if transfer.target == mine else replace(transfer, amount=-transfer.amount)
            for transfer in self.transfers
            if mine in (transfer.target, transfer.source)
        )


@dataclass(frozen=True, slots=True)
class BoardResult:
    """The result of a board: each deal by number (None: nothing that counts), whether it is over,
    and everybody's place by chair, if points do not decide it. `match` is the score in games, in a
    match of several."""

    people: int
    deals: tuple[DealPoints | None, ...]
    over: bool
    places: tuple[int, ...] = ()
    match: MatchScore | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """Everybody's points from the board, by chair."""
        sums = [0] * self.people
        for deal in self.deals:
            if deal is not None:
                sums = list(map(operator.add, sums, deal.points))
        return tuple(sums)


def match_over() -> Problem:
    """Why a reported deal no longer counts: the match was already decided."""
    return error("match.over", "The match was already decided, so this deal does not count.")


def _report_of(played: PlayedRound | None) -> Payload | None:
    """The report of a round that counts."""
    counts = played is not None and played.counted and played.telling is not None
    return played.telling.report if counts else None  # type: ignore[union-attr]


def places_of(account: Account, roster: Roster) -> tuple[int, ...]:
    """The seats that share an account: one player, or the partners of a side."""
    if account.kind == "player":
        return (account.who,)
    return roster.sides[account.who] if account.kind == "side" else ()
