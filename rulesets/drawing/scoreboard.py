"""A scoreboard as columns, rows and cells, for screen and paper alike; knows no PDF, no HTML."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rulesets.engine.text import NOTHING, Phrase

Mark = Literal[
    "",
    "dealer",
    "face",
    "out",
    "won",
    "lost",
    "high",
    "low",
    "knocked",
    "queen",
    "joined",
    "best",
]
Holds = Literal["score", "number", "word", "name", "tick"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the board: a number or nothing, and its looks.

    `circled`: a circle round the number, or an empty one to write into later. `marks`: "dealer";
    "face" (is on their face) and "out"; "won" and "lost" of a finished column, or of a total;
    "high" and "low" (has to pay); "knocked" (ended the round); "queen" (took that of spades);
    "joined" (came in after the round, with that number); "best" (of its row, on a page). `coins`:
    that many coins, if not None. `text` is a short remark. `tick`: whether the box of the cell is
    ticked (None: no box). `report`: the report of the cell, counted from 1 among those that count
    (None: the row's, or none).
    """

    value: int | None = None
    circled: bool = False
    marks: tuple[Mark, ...] = ()
    coins: int | None = None
    text: str = ""
    tick: bool | None = None
    report: int | None = None


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; neighbouring columns of the same `group` share a heading above theirs.

    `holds` is what is written there: a score, a smaller number, a word, somebody's name, or a tick
    in a box. Columns of the same `owner` (a place) belong together even where nobody is named yet.
    """

    title: Phrase
    group: Phrase = NOTHING
    holds: Holds = "score"
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row with a cell for each column; `report` as in a cell."""

    label: Phrase
    cells: tuple[Cell, ...]
    report: int | None = None


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The whole board. `foot` closes it (totals, final scores); `notes` stand below it.

    The first `lead` rows come before the first round: what everybody starts with. `rows_title` is
    what rows are; `name_lines` are what names are to be written beside; `whole`: no more rows can
    follow.
    """

    title: Phrase
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    foot: tuple[Row, ...] = ()
    notes: tuple[Phrase, ...] = ()
    lead: int = 0
    rows_title: Phrase = NOTHING
    name_lines: tuple[Phrase, ...] = ()
    whole: bool = False


def continue_sheet(blank: Scoreboard, board: Scoreboard) -> Scoreboard:
    """Return a board as a sheet to continue, with the notes of a blank one."""
    return replace(board, notes=(*blank.notes, *board.notes))
