"""How a game for quarters is shown: counts by round, coins at the foot, and who has to pay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesets.answers.number import written
from rulesets.show.scoreboard import EMPTY, Cell, Column, Mark, Row, Scoreboard
from rulesets.words import Words, as_is, say

if TYPE_CHECKING:
    from rulesets.roster import Setup
    from rulesets.rounds.table import Table


WORST: dict[Mark, str] = {
    "high": "The highest count pays a quarter, a knocker who has it two: strike out the coins.",
    "low": "The lowest count pays a quarter, a knocker who has it two: strike out the coins.",
}


@dataclass(frozen=True, slots=True)
class Loss:
    """What the last round brought: each player's count (None: was out), who has to pay, what
    each paid, who went out in it, whether it is played again, and who had gone home."""

    counts: tuple[float | None, ...]
    paying: tuple[int, ...]
    paid: Mapping[int, int]
    out: tuple[int, ...]
    knocker: int | None
    replayed: bool
    left: tuple[int, ...] = ()


def faces(table: Table) -> tuple[int, ...]:
    """Those who are on their face: still in, without a quarter."""
    return tuple(player for player in table.players if not table.totals[player])


def quarters_board(title: Words, states: Sequence[Table], pays: Mark) -> Scoreboard:
    """Rounds as rows with everyone's count, who lost marked as `pays` says; the quarters left as
    coins at the foot."""
    last = states[-1]
    headings = tuple(Column(as_is(name)) for name in last.names)
    players = range(len(headings))
    rows = tuple(
        Row(
            as_is(str(state.rounds)),
            tuple(_cell(state.memory, p, pays) for p in players),
            report=number,
        )
        for number, state in enumerate(states)
        if state.last is not None
    )
    foot = Row(say("Quarters"), tuple(_coins(last, player) for player in players))
    return Scoreboard(title, headings, rows, (foot,), (say("Pot: {pot}", pot=last.pot),))


def _cell(brought: Loss, player: int, pays: Mark) -> Cell:
    points = brought.counts[player]
    if points is None:
        return Cell(text="went home") if player in brought.left else EMPTY
    marks: tuple[Mark, ...] = (pays,) if player in brought.paying else ()
    marks += ("knocked",) if player == brought.knocker else ()
    marks += ("out",) if player in brought.out else ()
    paid = brought.paid.get(player, 0)
    text = f"−{paid}" if paid else ""
    if isinstance(points, int):
        return Cell(points, marks=marks, text=text)
    return Cell(marks=marks, text=f"{written(points)} {text}".strip())


def _coins(state: Table, player: int) -> Cell:
    held = state.totals[player]
    marks: tuple[Mark, ...] = ("out",) if player in state.out else ()
    marks += ("face",) if player in faces(state) else ()
    return Cell(held, marks=marks, coins=held)


def quarters_sheet(
    title: Words, setup: Setup, pays: Mark, lines: Iterable[Words] = ()
) -> Scoreboard:
    """A column for everyone's counts, one for who knocked, and coins to strike out; `lines` are the
    game's own."""
    rules, players = setup.options, len(setup.roster.names)
    headings = (
        *(Column(as_is(name)) for name in setup.roster.names),
        Column(say("Knocked"), holds="name"),
    )
    coins = (Cell(coins=rules.stake - rules.ante),) * players
    after = (
        "Without a coin you are on your face and play on; if you have to pay again, you are out."
    )
    if rules.on_face == "one_round":
        after = (
            "Without a coin you are on your face: you have one more round, and then you are out."
        )
    notes = (
        say(WORST[pays]),
        say("In the pot at the start: {pot}.", pot=rules.ante * players),
        *lines,
        say(after),
        say("The last one in takes the pot."),
    )
    return Scoreboard(title, headings, (), (Row(say("Quarters"), (*coins, EMPTY)),), notes)
