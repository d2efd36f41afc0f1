"""The play of a finished evening: it answers what came of it, and plays nothing any more."""

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
    """What people read: the rule text and the cheat sheet (Markdown), the pictures of the text by
    name, and what the game is played on by the number of players."""

    text: str = ""
    sheet: str = ""
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    blanks: Mapping[str, Drawing] = field(default_factory=dict)


POINTS = say("Points")
OVER = "This evening is finished, so its boards stay as they were scored."


@dataclass(frozen=True, kw_only=True)
class FoldedPlays(Plays):
    """The facts of a game's play, as `Plays` declares them.

    `sides` are so many of them; `has_drawing` and `has_blank`: whether there are pictures of how it
    stands, and of what it is played on; `rules` reads the text and the pictures, which are much.
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
        """What a report is about, as people called it."""
        return self.deal_words or (TURN if self.turns else ROUND)

    @property
    def paired(self) -> bool:
        """Whether people were partners."""
        return bool(self.sides)

    def roster(
        self, names: Sequence[str], roles: Sequence[str] = (), options: Any = None
    ) -> Roster:
        """Everybody alone, on one of the sides, or in one of two teams."""
        if self.side_names:
            half = len(names) // 2
            sides = (tuple(range(half)), tuple(range(half, len(names))))
            return Roster(tuple(names), sides, self.side_names)
        if self.sides:
            return partners(tuple(names), self.sides, tuple(roles))
        return Roster(tuple(names), roles=tuple(roles))

    def start(self, setup: Setup) -> Step:
        """There is none: boards are read as they were."""
        raise LookupError(f"no board of {setup.roster.names} is kept")

    # --- a round --------------------------------------------------------------------------------

    def fields(self, state: State) -> tuple[Field, ...]:
        """What the round after a state was asked for."""
        found: tuple[Field, ...] = state.fields
        return found

    def check(self, state: State, report: object) -> tuple[Problem, ...]:
        """Nothing is reported any more; of what was, it is known what it said."""
        told = state.other(report)
        return () if told else (refusal("event.finished", OVER),)

    def play(self, state: State, report: Any) -> Step:
        """A report that never counted, in words."""
        told = state.other(report)
        return Step(replace(state, summary=told or NOTHING))

    def close(self, state: State) -> Step:
        """What happened by itself after the last round."""
        board: BoardState = state
        last = len(board.of.states) - 1
        if board.of.closing and board.place == last - 1:
            return Step(board.at(last), board.of.closing)
        return Step(board)

    def over(self, state: State) -> Ending | None:
        """How it ended, once it had."""
        board: BoardState = state
        return board.of.ending if board.place == len(board.of.states) - 1 else None

    def playing(self, state: State) -> tuple[int, ...]:
        """Who could be named in the round after a state."""
        found: tuple[int, ...] | None = state.here.playing
        return super().playing(state) if found is None else found

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
        """A report that never counted, in words; the others are told with their rounds."""
        told: Phrase = state.summary
        return told

    def moments(self, before: State, report: Any) -> tuple[Moment, ...]:
        """What was worth remembering of the round after a state."""
        one = before.round()
        return () if one is None else one.moments

    def rounds_in_all(self, setup: Setup) -> int | None:
        """How many rounds there were to be."""
        return setup.rounds if isinstance(setup, FoldedSetup) else None

    def target(self, setup: Setup) -> int | None:
        """The total that was to be reached."""
        return setup.target if isinstance(setup, FoldedSetup) else None

    # --- what stood where -----------------------------------------------------------------------

    def holdings(self, state: State) -> Mapping[str, Mapping[Account, int]]:
        """What every account held, at the end and before last deals."""
        found: dict[str, dict[Account, int]] = {}
        for unit, account, amount in state.here.held:
            found.setdefault(unit, {})[account] = amount
        return found

    def account_name(self, state: State, account: Account, unit: str = "") -> Phrase:
        mine = {one.unit: one.name for one in state.of.accounts if one.account == account}
        return mine.get(unit) or mine.get("") or as_is(account.what or account.kind)

    def totals(self, state: State) -> tuple[int, ...]:
        totals: tuple[int, ...] = state.here.totals
        return totals

    def ranking(self, state: State) -> tuple[int, ...] | None:
        ranking: tuple[int, ...] | None = state.here.ranking
        return ranking

    def out_since(self, state: State) -> Mapping[int, int]:
        """Who had gone by then, and in which round."""
        board: BoardState = state
        return {who: number for who, number in board.of.out_since if number <= board.place}

    def view(self, state: State) -> Json:
        roster: Roster = state.roster
        names = roster.names if self.alone else roster.side_names
        return {"totals": dict(zip(names, self.totals(state), strict=True))}

    def round_view(self, state: State) -> Json:
        """Nothing: rounds are told by their transfers."""
        return {}

    def row_text(self, state: State, row: Mapping[str, Any]) -> Phrase:
        """A couple's report in words."""
        text = key_of(row)
        found = (one.rows.get(text) for one in state.of.rounds)
        return next((words for words in found if words is not None), NOTHING)

    # --- boards and papers ----------------------------------------------------------------------

    def board(self, states: Sequence[State]) -> Scoreboard:
        """The board as it was; from a later state on, without the rows before it."""
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
        """What the table scored on by hand; with `states` as it stood at the end."""
        filled: Scoreboard | None = states[0].of.filled if states else None
        if filled is not None:
            return filled
        found = setup.sheet if isinstance(setup, FoldedSetup) else None
        if found is None:
            raise LookupError(f"no sheet of {setup.roster.names} is kept")
        return found

    def worksheet(
        self,
        state: State,
        report: Sequence[Mapping[str, Any] | None],
        seats: Sequence[tuple[int, int]] | None = None,
    ) -> Scoreboard:
        """The worksheet of a round, filled in or to be written on."""
        start: BoardState = state
        text = key_of([report, seats])
        found = (one.worksheets.get(text) for one in start.of.rounds)
        return next(board for board in found if board is not None)

    def drawing(self, state: State) -> Drawing | None:
        """How it stood at the end."""
        drawing: Drawing | None = state.of.drawing
        return drawing

    def blank_drawing(self, options: Any, players: int = 0) -> Drawing | None:
        """What so many played on (0: the fewest)."""
        drawings = self.rules().blanks if self.has_blank else {}
        return drawings.get(str(players)) or next(iter(drawings.values()), None)
