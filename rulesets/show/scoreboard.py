"""A scoreboard as columns, rows and cells, for screen and paper alike; knows no PDF, no HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulesets.words import NOTHING, Words

Mark = Literal["", "dealer", "face", "out", "won", "lost", "high", "low", "knocked"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the board: a number or nothing, and how it is drawn.

    `circled`: a circle round the number, or an empty one to write into later. `marks`: "dealer";
    "face" (is on their face) and "out"; "won" and "lost" of a finished column, or of a total;
    "high" and "low" (has to pay); "knocked" (ended the round). `coins`: drawn as so many coins
    where it is not None. `text` is a short remark. `report`: the report that it tells of, counted
    from 1 among those that count (None: the row's, or none).
    """

    value: int | None = None
    circled: bool = False
    marks: tuple[Mark, ...] = ()
    coins: int | None = None
    text: str = ""
    report: int | None = None


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; neighbouring columns of the same `group` share a heading above theirs."""

    title: Words
    group: Words = NOTHING


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row with a cell for each column; `report` as in a cell."""

    label: Words
    cells: tuple[Cell, ...]
    report: int | None = None


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The whole board. `foot` closes it (totals, final scores); `notes` stand below it.

    The first `lead` rows come before the first round: what everybody starts with.
    """

    title: Words
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    foot: tuple[Row, ...] = ()
    notes: tuple[Words, ...] = ()
    lead: int = 0
