"""The wall's pages of score pads: who plays whom, boards, pictures, the run of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.templatetags.scoreboards import split
from tournaments.wall.slides import Slide, pages

if TYPE_CHECKING:
    from tournaments.seating.reads import SeatsView, TableSeats
    from tournaments.wall.boards import Shown
    from tournaments.wall.reads import WallView

COUPLES_A_PAGE, IN_A_COLUMN, MOST_COUPLES = 10, 5, 40
MOST_TABLES = 24
MOST_COLUMNS = 8  # of a scoreboard that can be read across a hall
FEW_PADS = 2  # of more than these only the boards are turned through
FEW_PEOPLE = 12  # of more than these a picture or a run is too small for a hall
# The most people at a table -> how many tables fit on a page.
ROOM = ((4, 6), (6, 4), (10, 2))
COLUMNS = ((5, 1), (12, 2), (18, 3))  # people at a table -> columns of names


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table with its people in `columns` columns of `rows`."""

    table: TableSeats
    columns: int
    rows: int


def seated_by_name(seats: SeatsView) -> bool:
    """Whether there are too many places to show them one by one."""
    return len(seats.tables) > (MOST_COUPLES if seats.couples else MOST_TABLES)


def places_slides(seats: SeatsView) -> Iterator[Slide]:
    """The couples of a long table, or people round tables."""
    parts: list[Sequence[TableSeats]] | list[Sequence[RoundTable]]
    if seats.couples:
        template, parts = "wall/_couples.html", pages(seats.tables, COUPLES_A_PAGE)
    else:
        template, parts = "wall/_tables.html", pages(round_tables(seats.tables), a_page(seats))
    for number, part in enumerate(parts, 1):
        context = {
            "seats": seats,
            "part": part,
            "page": number,
            "pages": len(parts),
            "two": len(part) > IN_A_COLUMN,
            "rows": len(part) if len(part) <= IN_A_COLUMN else -(-len(part) // 2),
            "sit_outs": seats.sit_outs if number == len(parts) else (),
        }
        now = f"seats-{seats.set_number}" if number == 1 else ""
        yield Slide(template, f"seats-{number}", context, now=now)


def a_page(seats: SeatsView) -> int:
    """How many tables fit on a page beside each other."""
    most = max(len(table.seats) for table in seats.tables)
    return next((tables for people, tables in ROOM if most <= people), 1)


def round_tables(tables: Sequence[TableSeats]) -> list[RoundTable]:
    """The tables, with how their names are laid out: alike where they share a page."""
    found = []
    for table in tables:
        people = len(table.seats)
        columns = next((columns for most, columns in COLUMNS if people <= most), 4)
        if len(tables) > 1:
            columns = min(columns, 2)
        found.append(RoundTable(table, columns, -(-people // columns)))
    return found


def pad_slides(view: WallView) -> Iterator[Slide]:
    """The boards of all pads; of few also what lies on the table and the run so far."""
    single = len(view.pads) == 1
    for pad in view.pads:
        if pad.rounds or pad.ending:
            yield from board_slides(view, pad, single=single)
        if len(view.pads) > FEW_PADS or len(pad.run) > FEW_PEOPLE:
            continue
        context = {"pad": pad}
        if pad.picture is not None:
            yield Slide("wall/_picture.html", f"picture-{pad.key}", context)
        if pad.rounds > 1:
            yield Slide("wall/_run.html", f"run-{pad.key}", context)


def board_slides(view: WallView, pad: Shown, *, single: bool) -> Iterator[Slide]:
    """The scoreboard; what has just been written, and the end of a game, are shown at once."""
    now = ""
    if pad.ending:
        now = f"ending-{pad.key}-{pad.rounds}"
    elif single and not view.teams and pad.rounds:
        now = f"board-{pad.key}-{pad.rounds}"
    grouped = any(column.group for column in pad.board.columns)
    parts = (pad.board,) if grouped else split(pad.board, MOST_COLUMNS)
    for number, board in enumerate(parts, 1):
        context = {"pad": pad, "board": board, "page": number, "pages": len(parts)}
        key = f"board-{pad.key}-{number}"
        yield Slide("wall/_board.html", key, context, now=now if number == 1 else "")
