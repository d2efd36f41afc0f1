"""What a score pad is: the reports of one group, round by round, where they have led to, and what
is told before the next.

Players are numbered by their place in the pad's roster.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine.text import as_is
from tournaments.web.labels import sentence, translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Row, Scoreboard
    from rulesets.engine.game import Game
    from rulesets.engine.plays import Ending, Plays, State
    from rulesets.engine.replay import PlayedRound, Replay
    from rulesets.engine.roster import Setup
    from rulesets.formats import Format


LAST = 5  # rounds that a board on a phone shows unless all are wanted


@dataclass(frozen=True, slots=True)
class ReportLine:
    """The place of one report: a table's round, or a couple's part of a round.

    `payload` is what counts now, positional by chair as it was stored; `revision` the newest of
    any kind (0: none), which a form must have seen; `allowed` are the codes that were overridden
    or confirmed; `is_open`: only what comes before the hand is told yet.
    """

    table_id: int
    table_number: int
    set_number: int
    deal: int
    chairs: tuple[int, ...]  # places in the roster, by chair
    payload: dict[str, Any] | None = None
    revision: int = 0
    report_id: int | None = None
    author: str = ""
    accepted: bool = False
    allowed: tuple[str, ...] = ()
    reason: str = ""
    pending_id: int | None = None  # an override that waits for another player's agreement
    disputed: bool = False
    is_open: bool = False
    pending_payload: dict[str, Any] | None = None
    pending_reason: str = ""
    note: str = ""  # what was objected to it

    @property
    def pending(self) -> bool:
        return self.pending_id is not None

    @property
    def standing(self) -> bool:
        """Whether something is reported here that counts, or will once somebody agrees."""
        return self.payload is not None or self.pending

    @property
    def to_accept(self) -> bool:
        """Whether the whole of it is told and waits for somebody to say yes."""
        told = self.payload is not None and not self.is_open
        return told and not self.accepted and not self.pending


@dataclass(frozen=True, slots=True)
class PadRound:
    """One round. `report` is what the engine is told of it (None for what is missing), `before`
    the state that it is played on; `played` is None while a report is missing, or open."""

    number: int
    lines: tuple[ReportLine, ...]
    byes: tuple[int, ...]
    report: Any
    complete: bool
    played: PlayedRound | None
    before: State

    @property
    def counted(self) -> bool:
        """Whether it stands on the board."""
        return self.played is not None and self.played.counted

    @property
    def accepted(self) -> bool:
        """Whether somebody besides the reporters has said yes to all of it."""
        said = [line for line in self.lines if line.payload is not None and not line.is_open]
        return all(line.accepted for line in said)


@dataclass(frozen=True, slots=True)
class Pad:
    """One scoreboard with everything reported for it.

    `set_number` and `table_number` are those of its table, 0 where it is the whole room's.
    `open`: a further round can be reported now; `running`: a table's seats are those in play.
    """

    form: Format
    setup: Setup
    title: str
    set_number: int
    table_number: int
    table_id: int | None
    entry_ids: tuple[int, ...]
    rounds: tuple[PadRound, ...]
    replay: Replay
    open: bool
    running: bool = False

    @property
    def game(self) -> Game:
        return self.form.game

    @property
    def plays(self) -> Plays:
        return self.form.game.plays

    @property
    def names(self) -> tuple[str, ...]:
        return self.setup.roster.names

    @property
    def room(self) -> bool:
        """Whether it is the whole room's, in which couples report."""
        return self.form.room

    @property
    def alone(self) -> bool:
        """Whether everybody has a total of their own, partners or not."""
        return not self.setup.roster.in_sides or getattr(self.plays, "alone", False)

    @property
    def scorers(self) -> tuple[str, ...]:
        """The names of those who have a total: of everybody, or of the sides."""
        return self.names if self.alone else self.setup.roster.side_names

    def scorer(self, place: int) -> int:
        """Which of the totals is that of somebody at a place of the roster."""
        return place if self.alone else self.setup.roster.side_of(place)

    def people_of(self, scorer: int) -> tuple[int, ...]:
        """The places of those whose total it is."""
        return (scorer,) if self.alone else self.setup.roster.sides[scorer]

    def leads(self, place: int) -> bool:
        """Whether somebody at a place of the roster is first; nobody is before the first round."""
        first = self.plays.ranks(self.state)[self.scorer(place)] == 1
        return first and any(one.counted for one in self.rounds)

    @property
    def standing(self) -> State:
        """After the last round that counts: what the next report is judged on."""
        back = (one.played for one in reversed(self.rounds))
        counted = (played.state for played in back if played and played.counted)
        return next(counted, self.replay.opening.state)

    @property
    def state(self) -> State:
        """Now, with what happened by itself after the last round."""
        return self.replay.state

    @property
    def states(self) -> tuple[State, ...]:
        """The opening, then the state after each round that counts; what closed the game last."""
        counted = [one.played.state for one in self.rounds if one.played and one.played.counted]
        closing = [self.replay.closing.state] if self.replay.closing.movements else []
        return (self.replay.opening.state, *counted, *closing)

    @property
    def board(self) -> Scoreboard:
        """The scoreboard. Where rounds are its rows they bear the numbers under which they were
        entered, which are others than the engine's once a round does not count."""
        return self._numbered(self.plays.board(self.states))

    @property
    def last_rounds(self) -> Scoreboard:
        """The scoreboard with the rows of the last rounds alone; whole where rows are something
        else (laps, the columns of the whole room)."""
        states = self.states
        closing = bool(self.replay.closing.movements)
        before = len(states) - 1 - LAST - closing
        if self.room or self.plays.turns or before <= 0:
            return self.board
        board = self.plays.board(states[before:])  # knows nothing of what was before
        rows = [replace(row, report=row.report + before) for row in board.rows if row.report]
        return self._numbered(replace(board, rows=tuple(rows), lead=0))

    def _numbered(self, board: Scoreboard) -> Scoreboard:
        numbers = [one.number for one in self.rounds if one.counted]
        if self.table_id is None or numbers == list(range(1, len(numbers) + 1)):
            return board
        return replace(board, rows=tuple(_renumbered(row, numbers) for row in board.rows))

    @property
    def ending(self) -> Ending | None:
        return self.replay.ending

    @property
    def awaiting(self) -> PadRound | None:
        """The first round that misses a report, if there is one."""
        return next((one for one in self.rounds if not one.complete), None)

    @property
    def playable(self) -> bool:
        """Whether a further round can be played: not once the last deals have begun, or with
        nobody to play it. What is left is dealt for then."""
        final = self.plays.final
        if final is None:
            return True
        closing = any(one.counted and final.key in one.report for one in self.rounds)
        return not closing and len(self.plays.playing(self.standing)) > 1

    @property
    def next_number(self) -> int:
        """The round to be entered next: one taken back at the end, or a new one."""
        number = len(self.rounds) + 1
        while number > 1 and not self.rounds[number - 2].complete:
            number -= 1
        return number

    def round(self, number: int) -> PadRound | None:
        """The round of that number (from 1), or None."""
        if 0 < number <= len(self.rounds) and self.rounds[number - 1].number == number:
            return self.rounds[number - 1]  # where it is as a rule
        return next((one for one in self.rounds if one.number == number), None)

    def index(self, entry_id: int) -> int:
        """The place of an entry in the roster. Raises ValueError if it has none."""
        return self.entry_ids.index(entry_id)


def _renumbered(row: Row, numbers: list[int]) -> Row:
    """The row of a report under the number of its round; a row with a name of its own keeps it."""
    if row.report is None:
        return row
    number = numbers[row.report - 1]
    if row.label == as_is(str(row.report)):
        return replace(row, label=as_is(str(number)))
    if "number" in row.label.params:
        return replace(row, label=replace(row.label, params={**row.label.params, "number": number}))
    return row


@dataclass(frozen=True, slots=True)
class NextRound:
    """`called`: what the round is called besides its number, `note`: what everybody is told of
    it, `dues`: who has to do what, `turn`: whose turn it is, in words. Each may be empty."""

    called: str
    note: str
    dues: tuple[tuple[str, str], ...]
    turn: str


def deal_title(pad: Pad, number: int) -> str:
    """A deal with what it is called, or whose turn it is: "Round 3: 8 cards"."""
    one = pad.round(number)
    before = one.before if one else pad.standing
    turn = pad.plays.turn(before)
    name = translate(pad.plays.name_of_round(before)) if turn is None else pad.names[turn]
    label = translate(pad.form.called.numbered(number))
    return _("{round}: {name}").format(round=label, name=name) if name else label


def next_round(pad: Pad, before: State) -> NextRound | None:
    """What is told before the round after a state; None where there is nothing to tell."""
    plays = pad.plays
    if plays.over(before) is not None:
        return None
    turn = plays.turn(before)
    dues = zip(pad.names, plays.dues(before), strict=False)
    found = NextRound(
        called=translate(plays.name_of_round(before)),
        note=sentence(plays.note_before(before)),
        dues=tuple((name, translate(words)) for name, words in dues if words),
        turn="" if turn is None else _("{name} has the turn.").format(name=pad.names[turn]),
    )
    return found if found != NextRound("", "", (), "") else None
