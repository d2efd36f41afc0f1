"""What one board came to: its states, the transfers of its books, and what was told of it."""

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
"""What rounds were asked for; rounds that were asked the same share a place."""


def key_of(report: object) -> str:
    """A report as text, the same for equal ones."""
    return json.dumps(report, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class FoldedState:
    """A board between two rounds: what everybody has, and what was told before the round that
    comes. `asked` is the place of its questions; `playing` None: everybody. `held` is what accounts
    hold (unit, account, amount), where a page asks for that: at the end, and before last deals."""

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


@dataclass(frozen=True, slots=True)
class FoldedRound:
    """A round: the state (by its place) before it, and what it brought. After a round that counts
    comes the next state.

    `played`: a whole report was there to be judged, `counted`: it stands on the board; `is_open`:
    only what comes before the hand was told. `rows` are couples' reports in words, by their text;
    `worksheets` the round's by what they hold, filled in and to be written on. `others` are reports
    of it that never counted, in words ("" for one that would not have counted).
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
    """What an account is called where a unit moves ("": any that is not named by itself)."""

    account: Account
    name: Phrase
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Folded:
    """A board with everything that came of its reports.

    `set` and `table` are the numbers of its table (0: the whole room's), `entries` who is at each
    place of the roster. `states` are the opening, the state after each round that counts, and what
    closed the game, where something did. `sheet` is the one to keep score on by hand, `filled` the
    same as it stood at the end (where it is another than the blank one). `target` is the total that
    was to be reached, `out_since` in which round each of those who were out at the end had gone.

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
    """A state of a folded board, as the engine hands states about: the one at a `place`.

    `summary`: of a report that never counted, in words."""

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
        """What the round that comes is asked for."""
        return self.questions[self.here.asked]

    def round(self) -> FoldedRound | None:
        """The round that counts after it."""
        return next(
            (one for one in self.of.rounds if one.counted and one.before == self.place), None
        )

    def at(self, place: int) -> BoardState:
        """Another state of the same board."""
        return BoardState(self.of, place, self.questions)

    def other(self, report: Any) -> Phrase | None:
        """A report in words that never counted; None for one that nobody knows."""
        text = key_of(report)
        found = (one.others.get(text) for one in self.of.rounds if one.before == self.place)
        return next((words for words in found if words is not None), None)


@dataclass(frozen=True, slots=True)
class FoldedSetup(Setup):
    """What was settled before the first round, with the sheet to keep score on by hand and the
    number of rounds, or the total that ends it, where these are known."""

    sheet: Scoreboard | None = None
    rounds: int | None = None
    target: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class HandState:
    """What a hand of a drive was reported on: who had which role, and what was asked; `summary`: of
    what was reported, in words."""

    roster: Roster
    roles: tuple[str, ...]
    fields: tuple[Field, ...]
    summary: Phrase = NOTHING

    @property
    def here(self) -> FoldedState:
        """Nothing is known of a table before a hand but what it was asked."""
        return FoldedState(())

    def other(self, report: Any) -> Phrase | None:
        """Nothing waits for anybody: hands are known by what was reported of them."""
        return None


def replay_of(plays: Plays, start: BoardState, reports: Mapping[int, Any]) -> Replay:
    """The history of a board from its opening state, as it was replayed; `reports` are what was
    reported, by the number of the round."""
    board, rounds = start.of, []
    for one in board.rounds:
        if not one.played:
            continue
        before = start.at(one.before)
        if not one.counted:
            rounds.append(PlayedRound(before, (), one.problems, counted=False))
            continue
        told = SummarySource(plays, reports.get(one.number), before, one.summary)
        after = start.at(one.before + 1)
        rounds.append(PlayedRound(after, one.transfers, one.problems, counted=True, telling=told))
    opening = Step(start, board.opening)
    closing = Step(start.at(len(board.states) - 1), board.closing)
    bought = sums_bought(plays, (opening, *rounds, closing))
    return Replay(opening, tuple(rounds), closing, board.ending, bought)


class QuestionLists:
    """Lists of questions by the order in which they came up first."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._known: dict[int, tuple[tuple[Field, ...], int]] = {}
        self._found: list[tuple[Field, ...]] = []

    @property
    def questions(self) -> Questions:
        return tuple(self._found)

    def place(self, fields: tuple[Field, ...]) -> int:
        """The place of a list; a new one gets the next."""
        known = self._known.get(id(fields))  # most rounds are asked the very same
        if known is not None and known[0] is fields:
            return known[1]
        text = key_of(write(fields))
        place = self._places.setdefault(text, len(self._found))
        if place == len(self._found):
            self._found.append(fields)
        self._known[id(fields)] = (fields, place)
        return place
