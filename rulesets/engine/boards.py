"""The board and the JSON view of any game of rounds."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Mark, Row, Scoreboard
from rulesets.engine.plays import BANK, POT
from rulesets.engine.questions import questions_of
from rulesets.engine.text import Phrase, as_is, listed, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.plays import Json
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table


def gains_of(state: Table) -> dict[int, int]:
    """Return the gain or loss of each side in the last round, in the main unit; only for sides that
    scored."""
    brought = state.last
    if brought is None:
        return {}
    place = {account: who for who, account in enumerate(state.holders)}
    gains: dict[int, int] = {}
    for transfer in brought.transfers:
        if transfer.unit != state.unit:
            continue
        if transfer.target in place:
            who = place[transfer.target]
            gains[who] = gains.get(who, 0) + transfer.amount
        if transfer.source in place and transfer.source != BANK:
            who = place[transfer.source]
            gains[who] = gains.get(who, 0) - transfer.amount
    return gains


def short_answers(report: Any) -> Phrase | None:
    """Return the answers themselves as a line ("7 : 6, lady 3 : 2"), if the declaration has short
    names."""
    parts = []
    for question in questions_of(type(report)):
        short, values = question.given["short"], getattr(report, question.key)
        if short is None or (not question.required and not any(values)):
            continue
        text = (" : " if question.per == "side" else " · ").join(
            str(value or 0) for value in values
        )
        parts.append(say(f"{short} {{told}}", told=text) if short else as_is(text))
    return listed(parts) if parts else None


def board(plays: Rounds, states: Sequence[Table]) -> Scoreboard:
    """Return rounds as rows with everybody's gain, and the totals at the foot."""
    last = states[-1]
    columns = tuple(Column(as_is(last.name_of(who))) for who in range(len(last.holders)))
    rows = _laps(states) if plays.turns else _rounds(plays, states)
    ending = plays.over(last)
    winners = ending.winners if ending is not None else ()
    totals = tuple(
        Cell(total, marks=("won",) if who in winners else ())
        for who, total in enumerate(last.totals)
    )
    foot = [Row(say("Total"), totals)]
    for unit, held in last.books.items():
        if unit != last.unit:
            cells = tuple(Cell(held.get(account, 0)) for account in last.holders)
            foot.append(Row(say(unit.capitalize()), cells))
    notes = [say("The lowest total wins.")] if plays.wins == "low" else []
    if last.pot:
        notes.append(say("Pot: {pot}", pot=last.pot))
    return Scoreboard(plays.counted, columns, rows, tuple(foot), tuple(notes))


def _rounds(plays: Rounds, states: Sequence[Table]) -> tuple[Row, ...]:
    rows = []
    for number, (before, state) in enumerate(pairwise(states), 1):
        if state.last is None or state.rounds == before.rounds:
            continue
        label = round_label(plays, before)
        cells = cells_of(state)[: len(before.holders)]
        joiners = state.totals[len(before.holders) :]  # what they begin with is no gain
        cells += tuple(Cell(total, marks=("joined",), text="joined") for total in joiners)
        cells += (EMPTY,) * (len(states[-1].holders) - len(cells))
        rows.append(Row(label, cells, report=number))
    return tuple(rows)


def round_label(plays: Rounds, table: Table) -> Phrase:
    """Return "3", or "3 · 8 cards" if rounds have names."""
    called = plays.name_of_round(table)
    if not called:
        return as_is(str(table.place))
    return Phrase("{number} · {name}", {"number": table.place, "name": called})


def cells_of(state: Table) -> tuple[Cell, ...]:
    """Return everybody's score in a round, as a board shows it."""
    brought, gains, named = state.last, gains_of(state), _marks_of_answers(state)
    cells = []
    for who in range(len(state.holders)):
        marks: tuple[Mark, ...] = ()
        if brought and state.alone and brought.dealer == who:
            marks += ("dealer",)
        if brought and state.alone and who in brought.out:
            marks += ("out",)
        marks += tuple(mark for mark, player in named if player == who)
        show = brought.shows.get(who) if brought else None
        if show is not None:
            cells.append(Cell(show.value, marks=(*marks, *show.signs), text=show.text))
        else:
            cells.append(Cell(gains.get(who), marks=marks))
    return tuple(cells)


def _marks_of_answers(state: Table) -> list[tuple[Mark, int | None]]:
    """Return the marks that the last round's answers put on the board, each with who is named."""
    if state.last is None or state.last.report is None or not state.alone:
        return []
    report = state.last.report
    questions = (question for question in questions_of(type(report)) if question.given["mark"])
    return [(question.given["mark"], getattr(report, question.key)) for question in questions]


def _laps(states: Sequence[Table]) -> tuple[Row, ...]:
    """Return a row for each time round the table; each cell is the turn of one player."""
    laps: list[dict[int, Cell]] = []
    before = -1
    for number, state in enumerate(states[1:], 1):
        brought = state.last
        if brought is None or brought.turn is None:
            continue
        who = brought.turn
        if not laps or who in laps[-1] or who <= before:
            laps.append({})
        before = who
        show = brought.shows.get(who)
        value = gains_of(state).get(who, 0) if show is None else show.value
        text = "" if show is None else show.text
        laps[-1][who] = Cell(value, text=text, report=number)
    width = len(states[-1].holders)
    return tuple(
        Row(as_is(str(number)), tuple(lap.get(who, EMPTY) for who in range(width)))
        for number, lap in enumerate(laps, 1)
    )


def view(plays: Rounds, state: Table) -> Json:
    """Return totals by name, other units, the pot, who is out, whose turn or deal it is."""
    ending = plays.over(state)
    names = [state.name_of(who) for who in range(len(state.holders))]
    overview: Json = {"totals": dict(zip(names, state.totals, strict=True))}
    for unit, held in state.books.items():
        if unit != state.unit:
            values = [held.get(account, 0) for account in state.holders]
            overview[unit] = dict(zip(names, values, strict=True))
    if pot := sum(held.get(POT, 0) for held in state.books.values()):  # of points, dimes or chips
        overview["pot"] = pot
    if state.gone:
        overview["out"] = [state.names[player] for player in state.out]
    overview["round"] = state.place if ending is None else None
    if plays.turns:
        overview["turn"] = _name(state, state.turn) if ending is None else None
    elif plays.dealers == "player":
        overview["dealer"] = _name(state, state.dealer) if ending is None else None
    return overview


def _name(state: Table, player: int | None) -> str | None:
    return None if player is None else state.names[player]


def round_view(plays: Rounds, state: Table) -> Json:
    """Return the gain of each side, and the sentences about it."""
    brought = state.last
    if brought is None:
        return {}
    overview: Json = {
        "gains": {state.name_of(who): amount for who, amount in gains_of(state).items()},
        "said": [words.text for words in brought.texts],
    }
    if brought.turn is not None:
        overview["turn"] = state.names[brought.turn]
    if brought.out:
        overview["went_out"] = [state.names[player] for player in brought.out]
    return overview
