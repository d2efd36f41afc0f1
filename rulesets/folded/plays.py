"""The play of a finished evening: it returns stored results and plays no rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from rulesets.drawing.scoreboard import Scoreboard
from rulesets.drawing.vectors import Drawing
from rulesets.engine.fields import Field
from rulesets.engine.plays import Account, Ending, Json, Moment, Plays, State, Step
from rulesets.engine.problems import Problem, refusal
from rulesets.engine.roster import Roster, Setup, partners
from rulesets.engine.text import NOTHING, ROUND, TURN, DealNames, Phrase, as_is, say
from rulesets.folded.board import BoardState, FoldedSetup, key_of


@dataclass(frozen=True, slots=True)
class Rules:
    """The texts for people: the rule text and the cheat sheet (Markdown), the pictures of the text
    by name, and the playing surface by the number of players."""

    text: str = ""
    sheet: str = ""
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    blanks: Mapping[str, Drawing] = field(default_factory=dict)


POINTS = say("Points")
OVER = "This evening is finished, so its boards stay as they were scored."


@dataclass(frozen=True, kw_only=True)
class FoldedPlays(Plays):
    """The facts of a game's play, as `Plays` declares them.

    `sides`: their number; `has_drawing` and `has_blank`: whether there are pictures of the final
    position, and of the empty playing surface; `rules` reads the text and the pictures, which are
    large.
    """

    players: tuple[int, int]
    seats: tuple[int, ...] = ()
    unit: str = "points"
    counted: Phrase = POINTS
    wins: Literal["high", "low"] = "high"
    rows: Literal["table", "couple"] = "table"  # type: ignore[misc]
    side_names: tuple[str, ...] = ()  # type: ignore[misc]
    conserved: frozenset[str] = frozenset()
    buying: frozenset[str] = frozenset()
    final: Field | None = None
    dealers: Literal["player", "side", "none"] = "none"
    turns: bool = False
    final_table: bool = False
    seats_matter: bool = False
    alone: bool = False
    sides: int = 0
    has_drawing: bool = False
    has_blank: bool = False
    deal_words: DealNames | None = None
    rules: Callable[[], Rules] = field(default=Rules, compare=False, repr=False)

    booked: ClassVar[bool] = True

    @property
    def called(self) -> DealNames:
        return self.deal_words or (TURN if self.turns else ROUND)

    @property
    def paired(self) -> bool:
        """Return whether people were partners."""
        return bool(self.sides)

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """Return a roster of everybody alone, on one of the sides, or in one of two teams."""
        if self.side_names:
            half = len(names) // 2
            sides = (tuple(range(half)), tuple(range(half, len(names))))
            return Roster(tuple(names), sides, self.side_names)
        if self.sides:
            return partners(tuple(names), self.sides, tuple(roles))
        return Roster(tuple(names), roles=tuple(roles))

    def start(self, setup: Setup) -> Step:
        """Raise LookupError: boards are read, not played."""
        raise LookupError(f"no board of {setup.roster.names} is kept")

    # --- a round --------------------------------------------------------------------------------

    def fields(self, state: State) -> tuple[Field, ...]:
        fields: tuple[Field, ...] = state.fields
        return fields

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        """Refuse an unknown report; one that never counted has its stored words."""
        words = state.other(report)
        return () if words else (refusal("event.finished", OVER),)

    def play(self, state: State, report: Any) -> Step:
        """Return a step with the words of a report that never counted."""
        words = state.other(report)
        return Step(replace(state, summary=words or NOTHING))

    def close(self, state: State) -> Step:
        """Return the step that closed the game by itself after the last round."""
        board: BoardState = state
        last = len(board.of.states) - 1
        if board.of.closing and board.place == last - 1:
            return Step(board.at(last), board.of.closing)
        return Step(board)

    def over(self, state: State) -> Ending | None:
        """Return the end of the game, after the last state."""
        board: BoardState = state
        return board.of.ending if board.place == len(board.of.states) - 1 else None

    def playing(self, state: State) -> tuple[int, ...]:
        """Return the people who could be named in the round after a state."""
        places: tuple[int, ...] | None = state.here.playing
        return super().playing(state) if places is None else places

    def next_dealer(self, state: State) -> int | None:
        dealer: int | None = state.here.dealer
        return dealer

    def turn(self, state: State) -> int | None:
        turn: int | None = state.here.turn
        return turn

    # --- what was told --------------------------------------------------------------------------

    def name_of_round(self, state: State) -> Phrase:
        name: Phrase = state.here.name
        return name

    def note_before(self, state: State) -> Phrase:
        note: Phrase = state.here.note
        return note

    def dues(self, state: State) -> tuple[Phrase, ...]:
        dues: tuple[Phrase, ...] = state.here.dues
        return dues

    def summary(self, state: State, report: Any) -> Phrase:
        """Return a report that never counted in words; the words of the others are stored with
        their rounds."""
        words: Phrase = state.summary
        return words

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """Return the moments worth remembering of the round after a state."""
        row = before.round()
        return () if row is None else row.moments

    def rounds_in_all(self, setup: Setup) -> int | None:
        """Return the number of rounds agreed on, or None."""
        return setup.rounds if isinstance(setup, FoldedSetup) else None

    def target(self, setup: Setup) -> int | None:
        """Return the total that was to be reached, or None."""
        return setup.target if isinstance(setup, FoldedSetup) else None

    # --- what stood where -----------------------------------------------------------------------

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """Return the holdings of every account, at the end and before last deals."""
        holdings: dict[str, dict[Account, int]] = {}
        for unit, account, amount in state.here.held:
            holdings.setdefault(unit, {})[account] = amount
        return holdings

    def account_name(self, state: State, account: Account, unit: str = "") -> Phrase:
        mine = {row.unit: row.name for row in state.of.accounts if row.account == account}
        return mine.get(unit) or mine.get("") or as_is(account.what or account.kind)

    def totals(self, state: State) -> tuple[int, ...]:
        totals: tuple[int, ...] = state.here.totals
        return totals

    def ranking(self, state: State) -> tuple[int, ...] | None:
        ranking: tuple[int, ...] | None = state.here.ranking
        return ranking

    def leavers(self, state: State) -> tuple[int, ...]:
        leavers: tuple[int, ...] = state.here.leavers
        return leavers

    def out_since(self, state: State) -> Mapping[int, int]:
        """Return the people who were out by then, each with the round of going out."""
        board: BoardState = state
        return {who: number for who, number in board.of.out_since if number <= board.place}

    def view(self, state: State) -> Json:
        roster: Roster = state.roster
        names = roster.names if self.alone else roster.side_names
        return {"totals": dict(zip(names, self.totals(state), strict=True))}

    def round_view(self, state: State) -> Json:
        """Return nothing: rounds are described by their transfers."""
        return {}

    def row_text(self, state: State, row: Mapping[str, Any]) -> Phrase:
        text = key_of(row)
        texts = (past.rows.get(text) for past in state.of.rounds)
        return next((words for words in texts if words is not None), NOTHING)

    # --- boards and papers ----------------------------------------------------------------------

    def board(self, states: Sequence[State]) -> Scoreboard:
        """Return the board as it was; from a later state on, without the rows before it."""
        start: BoardState = states[0]
        board, first = start.of.board, start.place
        if not first:
            return board
        rows = (row for row in board.rows if row.report is not None and row.report > first)
        return replace(
            board,
            rows=tuple(replace(row, report=(row.report or 0) - first) for row in rows),
            lead=0,
        )

    def sheet(self, setup: Setup, states: Sequence[State] = ()) -> Scoreboard:
        """Return the sheet on which the table kept score; with `states` as it was at the end."""
        filled: Scoreboard | None = states[0].of.filled if states else None
        if filled is not None:
            return filled
        sheet = setup.sheet if isinstance(setup, FoldedSetup) else None
        if sheet is None:
            raise LookupError(f"no sheet of {setup.roster.names} is kept")
        return sheet

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seats: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """Return the worksheet of a round, filled in or to be written on."""
        start: BoardState = state
        text = key_of([report, seats])
        boards = (past.worksheets.get(text) for past in start.of.rounds)
        return next(board for board in boards if board is not None)

    def drawing(self, state: State) -> Drawing | None:
        """Return the picture of the final position."""
        drawing: Drawing | None = state.of.drawing
        return drawing

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """Return the empty playing surface for so many players (0: the fewest)."""
        drawings = self.rules().blanks if self.has_blank else {}
        return drawings.get(str(players)) or next(iter(drawings.values()), None)
