"""The result of one board: its states, the transfers of its books, and its reports in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.drawing.scoreboard import Scoreboard
from rulesets.drawing.vectors import Drawing
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account, Ending, Moment, Plays, Step, Transfer
from rulesets.engine.problems import Problem
from rulesets.engine.replay import PlayedRound, Replay, SummarySource, sums_bought
from rulesets.engine.roster import Roster, Setup
from rulesets.engine.text import NOTHING, Phrase
from rulesets.folded.codec import write

Questions = tuple[tuple[Field, ...], ...]
"""The questions of rounds; rounds with the same questions share an index."""


def key_of(report: object) -> str:
    """A report as text, the same for equal ones."""
    return json.dumps(report, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class FoldedState:
    """A board between two rounds: everybody's totals, and the announcements before the next round.
    `asked` is the index of its questions; `playing` None: everybody. `held`: the holdings of
    accounts (unit, account, amount), if a page needs them: at the end, and before last deals.
    `leavers` have gone home."""

    totals: tuple[int, ...]
    ranking: tuple[int, ...] | None = None
    dealer: int | None = None
    turn: int | None = None
    name: Phrase = NOTHING
    note: Phrase = NOTHING
    dues: tuple[Phrase, ...] = ()
    playing: tuple[int, ...] | None = None
    asked: int = 0
    held: tuple[tuple[str, Account, int], ...] = ()
    leavers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldedRound:
    """A round: the index of the state before it, and its results. A round that counts is followed
    by the next state.

    `played`: there was a whole report to judge, `counted`: it is on the board; `is_open`: only the
    part before the hand was reported. `rows` are couples' reports in words, by their text;
    `worksheets` the round's by their content, filled in and to be written on. `others` are reports
    of the round that never counted, in words ("" for one that would not have counted).
    """

    number: int
    before: int
    played: bool = True
    counted: bool = True
    is_open: bool = False
    transfers: tuple[Transfer, ...] = ()
    problems: tuple[Problem, ...] = ()
    summary: Phrase = NOTHING
    moments: tuple[Moment, ...] = ()
    rows: Mapping[str, Phrase] = field(default_factory=dict)
    worksheets: Mapping[str, Scoreboard] = field(default_factory=dict)
    others: Mapping[str, Phrase] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AccountName:
    """The name of an account if a unit moves ("": any without a name of its own)."""

    account: Account
    name: Phrase
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Folded:
    """A board with all results of its reports.

    `set` and `table` are the numbers of its table (0: the whole room's), `entries` the entry at
    each place of the roster. `states` are the opening, the state after each round that counts, and
    the closing state if the game was closed. `sheet` is the one to keep score on by hand, `filled`
    the same as it was at the end (if it differs from the blank one). `target` is the total that was
    to be reached, `out_since` the round in which each of those who were out at the end went out.

    In a match of several games this is the first game, and `game` is 1. `further` has the later
    games, whose rounds are numbered on and which have no `entries`. `match` is the end of the
    match.
    """

    set: int
    table: int
    entries: tuple[int, ...]
    roster: Roster
    states: tuple[FoldedState, ...]
    rounds: tuple[FoldedRound, ...]
    board: Scoreboard
    sheet: Scoreboard
    first: int | None = None
    played: int = 0
    opening: tuple[Transfer, ...] = ()
    closing: tuple[Transfer, ...] = ()
    ending: Ending | None = None
    accounts: tuple[AccountName, ...] = ()
    rounds_in_all: int | None = None
    drawing: Drawing | None = None
    filled: Scoreboard | None = None
    target: int | None = None
    out_since: tuple[tuple[int, int], ...] = ()
    game: int = 0
    further: tuple[Folded, ...] = ()
    match: Ending | None = None

    @property
    def games(self) -> tuple[Folded, ...]:
        """All games of a match; just this board if there is only one."""
        return (self, *self.further)


@dataclass(frozen=True, slots=True, eq=False)
class BoardState:
    """The state of a folded board at a `place`, in the form in which the engine passes states on.

    `summary`: of a report that never counted, in words.
    """

    of: Folded
    place: int
    questions: Questions
    summary: Phrase = NOTHING

    @property
    def here(self) -> FoldedState:
        return self.of.states[self.place]

    @property
    def roster(self) -> Roster:
        return self.of.roster

    @property
    def roles(self) -> tuple[str, ...]:
        return self.of.roster.roles

    @property
    def fields(self) -> tuple[Field, ...]:
        """The questions of the next round."""
        return self.questions[self.here.asked]

    def round(self) -> FoldedRound | None:
        """The round after this state that counts."""
        return next(
            (row for row in self.of.rounds if row.counted and row.before == self.place),
            None,
        )

    def at(self, place: int) -> BoardState:
        """Another state of the same board."""
        return BoardState(self.of, place, self.questions)

    def other(self, report: Any) -> Phrase | None:
        """A report that never counted, in words; None for an unknown one."""
        text = key_of(report)
        texts = (row.others.get(text) for row in self.of.rounds if row.before == self.place)
        return next((words for words in texts if words is not None), None)


@dataclass(frozen=True, slots=True)
class FoldedSetup(Setup):
    """The arrangements before the first round, with the sheet to keep score on by hand, and the
    number of rounds or the total that ends the game if these are known."""

    sheet: Scoreboard | None = None
    rounds: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HandState:
    """A hand of a drive before its report: roles and questions. `summary`: its report in words."""

    roster: Roster
    roles: tuple[str, ...]
    fields: tuple[Field, ...]
    summary: Phrase = NOTHING

    @property
    def here(self) -> FoldedState:
        """An empty state: of a table before a hand only its questions are known."""
        return FoldedState(())

    def other(self, report: Any) -> Phrase | None:
        """None: a hand has no waiting reports."""
        return None


def replay_of(plays: Plays, start: BoardState, reports: Mapping[int, Any]) -> Replay:
    """Return the history of a board from its opening state; `reports` by number of the round."""
    board, rounds = start.of, []
    for row in board.rounds:
        if not row.played:
            continue
        before = start.at(row.before)
        if not row.counted:
            rounds.append(PlayedRound(before, (), row.problems, counted=False))
            continue
        source = SummarySource(plays, reports.get(row.number), before, row.summary)
        after = start.at(row.before + 1)
        rounds.append(PlayedRound(after, row.transfers, row.problems, counted=True, telling=source))
    opening = Step(start, board.opening)
    closing = Step(start.at(len(board.states) - 1), board.closing)
    bought = sums_bought(plays, (opening, *rounds, closing))
    return Replay(opening, tuple(rounds), closing, board.ending, bought)


class QuestionLists:
    """Lists of questions, in the order of their first use."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._by_id: dict[int, tuple[tuple[Field, ...], int]] = {}
        self._lists: list[tuple[Field, ...]] = []

    @property
    def questions(self) -> Questions:
        return tuple(self._lists)

    def place(self, fields: tuple[Field, ...]) -> int:
        """The place of a list; a new one gets the next."""
        earlier = self._by_id.get(id(fields))  # most rounds have the very same questions
        if earlier is not None and earlier[0] is fields:
            return earlier[1]
        text = key_of(write(fields))
        place = self._places.setdefault(text, len(self._lists))
        if place == len(self._lists):
            self._lists.append(fields)
        self._by_id[id(fields)] = (fields, place)
        return place
