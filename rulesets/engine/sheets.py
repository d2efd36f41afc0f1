"""The paper score sheet of a table: the columns of its game, blank or as far as it has been
played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Holds, Row, Scoreboard
from rulesets.engine import boards
from rulesets.engine.questions import questions_of
from rulesets.engine.text import NOTHING, Phrase, as_is, as_phrase, say

if TYPE_CHECKING:
    from rulesets.engine.fields import Per
    from rulesets.engine.questions import DeclaredQuestion
    from rulesets.engine.roster import Setup
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table

Value = int | bool | str | Phrase | None
Fill = Callable[["Table"], Cell]
SIDES = 2
US = (say("We"), say("They"))
"""What two sides call themselves on paper before anybody has written down who they are."""
SCORES = {"points": "score"}
"""What stands over a score, where that is not the unit that it is counted in."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column besides the score.

    `head` is its heading. `key` is the question whose answers it holds: one column per player or
    side if each of them is asked, or if several players are named (each is ticked, or gets a
    place). Without a key `value` works it out from the table after the round and the place it is
    about (-1: nobody); `per` and `holds` then say who has one, and what is written in it.
    """

    head: str
    key: str = ""
    per: Per = "table"
    holds: Holds = "number"
    value: Callable[[Any, int], Value] | None = None


@dataclass(frozen=True, slots=True)
class _SheetColumn:
    """A column of the board, and its content after a round."""

    column: Column
    fill: Fill


def sheet(plays: Rounds, setup: Setup, states: Sequence[Table] = ()) -> Scoreboard:
    """Return the sheet of a table as far as `states` go (none: blank), with the remaining
    rounds."""
    states = [_with_latecomers(state, states[-1]) for state in states]
    begin = states[0] if states else plays.start(setup).state
    if plays.ladder is not None:
        return _ladder(plays, list(map(as_phrase, plays.ladder(begin.options))), begin, states)
    count = plays.rounds_in_all(setup)
    running = is_running(plays, count)
    columns = _columns(plays, begin, running=running)
    rows = _laps(columns, states) if plays.turns else _rounds(plays, columns, states)
    last = states[-1] if states else begin
    over = bool(states) and plays.over(last) is not None
    if count is not None and not over:
        left = count - (len(rows) if setup.span else last.rounds)
        coming = (last.after(rounds=last.count_on(turn), dealer=None) for turn in range(left))
        blank = (EMPTY,) * len(columns)
        rows += [Row(boards.round_label(plays, state), blank) for state in coming]
    foot = () if running else (_totals(plays, last, columns, blank=not states),)
    return Scoreboard(
        plays.counted,
        tuple(column.column for column in columns),
        tuple(rows),
        (*foot, *_books(begin, last, columns, blank=not states)),
        _notes(plays, last),
        rows_title=say("Game") if plays.unit == "wins" else plays.called.row,
        name_lines=US if _unnamed_sides(begin) else (),
        whole=count is not None or over,
    )


def _with_latecomers(table: Table, last: Table) -> Table:
    """Return a table with the people who joined after it, who had nothing yet."""
    late = last.holders[len(table.holders) :]
    if not late:
        return table
    books = {unit: {**dict.fromkeys(late, 0), **held} for unit, held in table.books.items()}
    return table.after(roster=last.roster, holders=last.holders, books=books)


def is_running(plays: Rounds, count: int | None) -> bool:
    """Return whether people write running totals rather than the score of each round: if a report
    is a turn, or two sides play until one of them has enough."""
    open_end = plays.sides == SIDES and plays.unit == "points" and count is None
    return plays.turns or open_end


def _unnamed_sides(table: Table) -> bool:
    return not table.alone and len(table.sides) == SIDES and not any(table.names)


def _holder(table: Table, who: int) -> Phrase:
    """Return the name of a player or a side; nothing if it has still to be written."""
    if _unnamed_sides(table):
        return US[who]
    return as_is(table.name_of(who)) if table.name_of(who) else NOTHING


# --- the columns ----------------------------------------------------------------------------------


def _columns(plays: Rounds, table: Table, *, running: bool) -> list[_SheetColumn]:
    """Return columns for the table, for each player and each side; then the scores."""
    questions = {question.key: question for question in questions_of(plays.report_type(table))}
    pairs = [(column, questions.get(column.key)) for column in plays.sheet_columns]
    columns = [_answer_column(*pair, -1, NOTHING, None) for pair in pairs if _per(*pair) == "table"]
    players = [pair for pair in pairs if _per(*pair) == "player"]
    own = [pair for pair in pairs if _per(*pair) == "side"]
    first = 0
    if table.alone:
        own = [*players, *own]
    elif players:
        first = len(table.names)
        for who, called in enumerate(table.names):
            group = as_is(called) if called else NOTHING
            columns += [_answer_column(*pair, who, group, who) for pair in players]
    for who in range(len(table.holders)):
        name, owner = _holder(table, who), first + who
        columns += [_answer_column(*pair, who, name, owner) for pair in own]
        columns += _scores(plays, name, who, owner, alone=not own, running=running)
    return columns


def _per(sheet_column: SheetColumn, question: DeclaredQuestion | None) -> Per:
    """Return who has a column: the table, each player or each side."""
    if question is None:
        return sheet_column.per
    return "player" if question.kind.by_player else question.per


def _scores(
    plays: Rounds, name: Phrase, who: int, owner: int, *, alone: bool, running: bool
) -> list[_SheetColumn]:
    """Return the score of one of those who score: of a round, or the running total; for turns
    both."""

    def score(table: Table) -> Cell:
        return boards.cells_of(table)[who]

    def total(table: Table) -> Cell:
        return replace(boards.cells_of(table)[who], value=table.totals[who])

    if plays.turns:
        turn = Column(say("turn"), name, "score", owner=owner)
        return [_SheetColumn(turn, score), _SheetColumn(replace(turn, title=say("so far")), total)]
    if running and alone:
        return [_SheetColumn(Column(name, say("score so far"), "score"), total)]
    if running:
        return [_SheetColumn(Column(say("so far"), name, "score", owner=owner), total)]
    if alone:
        return [_SheetColumn(Column(name, NOTHING, "score", owner=owner), score)]
    head = say(SCORES.get(plays.unit, plays.unit))
    return [_SheetColumn(Column(head, name, "score", owner=owner), score)]


def _answer_column(
    sheet_column: SheetColumn,
    question: DeclaredQuestion | None,
    who: int,
    group: Phrase,
    owner: int | None,
) -> _SheetColumn:
    holds = sheet_column.holds if question is None else question.kind.holds
    column = Column(as_phrase(sheet_column.head), group, holds, owner=owner)
    return _SheetColumn(column, lambda table: _answer(sheet_column, question, table, who))


# --- what stands in them --------------------------------------------------------------------------


def _answer(
    sheet_column: SheetColumn, question: DeclaredQuestion | None, table: Table, who: int
) -> Cell:
    """Return a report's answer (or what follows from it) as it is written down."""
    if table.last is None or table.last.report is None:
        return EMPTY
    if question is None:
        return _cell(sheet_column.value(table, who) if sheet_column.value is not None else None)
    value = getattr(table.last.report, question.key, None)
    if value is None:
        return EMPTY
    if question.per != "table" and not question.kind.by_player:
        value = value[who] if who < len(value) else None  # who joined later was not asked
    if value is None:
        return EMPTY
    return _cell(question.kind.cell(question.field(table), value, who, table.roster))


def _cell(value: Value) -> Cell:
    if value is None:
        return EMPTY
    if isinstance(value, bool):
        return Cell(tick=value)
    if isinstance(value, int):
        return Cell(value)
    return Cell(text=str(value))


def _rounds(plays: Rounds, columns: Sequence[_SheetColumn], states: Sequence[Table]) -> list[Row]:
    rows = []
    for number, (before, state) in enumerate(pairwise(states), 1):
        if state.last is not None and state.rounds != before.rounds:
            cells = tuple(column.fill(state) for column in columns)
            rows.append(Row(boards.round_label(plays, before), cells, report=number))
    return rows


def _laps(columns: Sequence[_SheetColumn], states: Sequence[Table]) -> list[Row]:
    """Return a row for each time round the table, with each player's turn."""
    laps: list[dict[int, Cell]] = []
    done: set[int] = set()
    for state in states[1:]:
        who = state.last.turn if state.last is not None else None
        if who is None:
            continue
        if not laps or any(player <= who for player in done):
            laps.append({})
            done = set()
        done.add(who)
        own = {place: column for place, column in enumerate(columns) if column.column.owner == who}
        laps[-1] |= {place: column.fill(state) for place, column in own.items()}
    return [
        Row(as_is(str(number)), tuple(lap.get(place, EMPTY) for place in range(len(columns))))
        for number, lap in enumerate(laps, 1)
    ]


def _ladder(
    plays: Rounds, rungs: Sequence[Phrase], begin: Table, states: Sequence[Table]
) -> Scoreboard:
    """Return a row for each rung, with the round in which somebody climbed there."""
    holders = range(len(begin.holders))
    rows = tuple(
        Row(
            Phrase("{number} · {name}", {"number": number, "name": rung})
            if rung
            else as_is(str(number)),
            tuple(_climbed(states, who, number) for who in holders),
        )
        for number, rung in enumerate(rungs, 1)
    )
    columns = tuple(Column(_holder(begin, who), NOTHING, "tick", owner=who) for who in holders)
    last = states[-1] if states else begin
    return Scoreboard(
        plays.counted,
        columns,
        rows,
        (),
        _notes(plays, last),
        rows_title=say(plays.unit.capitalize()),
        whole=True,
    )


def _climbed(states: Sequence[Table], who: int, rung: int) -> Cell:
    for state in states[1:]:
        if state.totals[who] >= rung:
            return Cell(state.rounds)
    return EMPTY


# --- what closes it -------------------------------------------------------------------------------


def _totals(plays: Rounds, last: Table, columns: Sequence[_SheetColumn], *, blank: bool) -> Row:
    """Return everybody's total, and who won."""
    if blank:
        return Row(say("Total"), (EMPTY,) * len(columns))
    ending = plays.over(last)
    winners = ending.winners if ending is not None else ()
    cells = [
        Cell(total, marks=("won",) if who in winners else ())
        for who, total in enumerate(last.totals)
    ]
    return Row(say("Total"), _below_scores(columns, cells))


def _books(
    begin: Table, last: Table, columns: Sequence[_SheetColumn], *, blank: bool
) -> Iterator[Row]:
    """Yield a row for every other unit: coins to strike out, or how many are left."""
    for unit in begin.books:
        if unit != begin.unit:
            held = last.books[unit]
            counts = [held.get(account, 0) for account in begin.holders]
            cells = [Cell(coins=count) if blank else Cell(count) for count in counts]
            yield Row(say(unit.capitalize()), _below_scores(columns, cells))


def _below_scores(columns: Sequence[_SheetColumn], cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return each of these cells below its score."""
    scores = [n for n, column in enumerate(columns) if column.column.holds == "score"]
    each = len(scores) // len(cells)
    row = [EMPTY] * len(columns)
    for place, cell in zip(scores[each - 1 :: each], cells, strict=True):
        row[place] = cell
    return tuple(row)


def _notes(plays: Rounds, last: Table) -> tuple[Phrase, ...]:
    """Return how it scores, in one line; other notes; when it ends, and who wins."""
    notes = plays.sheet_lines(last.options)
    if ends := plays.ends.words(last.options):
        notes.append(ends)
    if plays.ladder is None:
        low, high = say("The lowest total wins."), say("The highest total wins.")
        notes.append(low if plays.wins == "low" else high)
    if last.last is not None and last.pot:
        notes.append(say("Pot: {pot}", pot=last.pot))
    return tuple(notes)
