"""Where the parts of a scoreboard lie: its columns, its lines, and what goes on which page.

Columns take what they hold and share what is left. Where the names of many columns do not fit
side by side they are set upright; where even that is too narrow the sheet is turned, and past
that the columns are split over pages, each with the labels of the rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulesets.show.scoreboard import EMPTY, Cell, Row, Scoreboard
from rulesets.words import Words, as_is
from tournaments.papers.fitting import fit
from tournaments.papers.geometry import Box
from tournaments.papers.marks import DRAWN
from tournaments.papers.theme import BODY, SMALL
from tournaments.papers.typefaces import Face, width
from tournaments.papers.wording import said

NARROWEST = 27.0
"""Points that a column needs for a number with its mark."""
SQUEEZED = 31.0
"""What a column is content with rather than move to another page."""
WIDEST_NEED = 62.0
LABEL, WIDE_LABEL, FEW = 0.27, 0.42, 3
"""The most of the width that labels take; more where there are few columns."""
GROUP_HEAD = 17.0
HEADS = ((24.0, False), (36.0, False), (48.0, False), (58.0, True), (84.0, True))
"""Heights of the titles' line, from the first choice on, and whether titles stand upright."""
BEARABLE = 0.9
"""Share of their need that columns are content with rather than turn the page."""
TITLE_SIZE = 9.0
TITLE_FLOOR = 0.9
READABLE = 6.2
LINE = 19.0
LAST_ROWS = 5
SQUEEZE, STRETCH = 0.78, 1.3
"""How much lower or higher than usual lines may be where that fills a page."""
ROUNDED = 0.001  # less, so that lines that fill a page are no more than fit on it
BETWEEN, MOST_GAMES = 16.0, 4
"""Between two games on a page, and how many of them there are at most."""
WRITTEN_LINE = 26.0
"""Height of a line that people write on."""
CIRCLED_LINE = 31.0
"""Circles are large enough to write a number into."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Some columns of a board as one page shows them.

    `places` are their numbers in the board, `widths` what each takes; `label` what the labels of
    the rows take.
    """

    places: tuple[int, ...]
    widths: tuple[float, ...]
    label: float

    @property
    def edges(self) -> tuple[float, ...]:
        """Left edges from the label on, and the right edge of the last column."""
        found = [self.label]
        for each in self.widths:
            found.append(found[-1] + each)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Grid:
    """How a board is laid out on pages of one size.

    `bands`: the columns of each part. `heads`: height of the groups' line and of the titles' line
    (0 for none); `upright`: whether titles are set upright. `line`, `foot`: heights of the lines.
    """

    bands: tuple[Columns, ...]
    group_head: float
    head: float
    upright: bool
    line: float
    foot: float

    @property
    def head_height(self) -> float:
        return self.group_head + self.head


def extended(board: Scoreboard, lines: int) -> Scoreboard:
    """The board with so many numbered, empty lines more."""
    count = sum(is_number(row.label) or "number" in row.label.params for row in board.rows)
    blank = (EMPTY,) * len(board.columns)
    more = tuple(Row(as_is(str(count + number + 1)), blank) for number in range(lines))
    return replace(board, rows=(*board.rows, *more))


def widest(boards: Sequence[Scoreboard]) -> Scoreboard:
    """A board of the same kind as these that needs as much room as any of them."""
    first = boards[0]
    if len(boards) == 1:
        return first
    titles = [
        max({board.columns[place].title.text for board in boards}, key=_title_width)
        for place in range(len(first.columns))
    ]
    columns = tuple(
        replace(column, title=as_is(title))
        for column, title in zip(first.columns, titles, strict=True)
    )
    rows, foot = (
        tuple(
            replace(
                row,
                cells=tuple(max(set(cells), key=_cell_need) for cells in zip(*found, strict=True)),
            )
            for row, found in zip(given, zip(*every, strict=True), strict=True)
        )
        for given, every in (
            (first.rows, [[row.cells for row in board.rows] for board in boards]),
            (first.foot, [[row.cells for row in board.foot] for board in boards]),
        )
    )
    return replace(first, columns=columns, rows=rows, foot=foot)


def _title_width(title: str) -> float:
    return width(title, Face.BOLD, TITLE_SIZE)


def _cell_need(cell: Cell) -> tuple[bool, bool, float]:
    """What a cell needs of lines and columns, the most demanding last."""
    return cell.circled, cell.coins is not None, _cell_width(cell)


def is_number(label: Words) -> bool:
    """Whether a row is called by a number alone."""
    return label.text.isdigit()


def plan_grid(board: Scoreboard, across: float, *, written: bool) -> Grid:
    """Lay a board out on pages whose body is so wide. `written`: people write on it."""
    label = _label_width(board, across)
    needs = _needs(board, written=written)
    room = across - label
    if needs and sum(needs) > room >= SQUEEZED * len(needs):
        needs = _squeezed(needs, room)
    bands = tuple(
        _spread(places, [needs[place] for place in places], label, across)
        for places in _parts(needs, room)
    )
    head, upright = _head(board, bands)
    return Grid(
        bands,
        GROUP_HEAD if any(column.group for column in board.columns) else 0.0,
        head,
        upright,
        _line_height(board, written=written),
        _foot_height(board, written=written),
    )


def wants_sideways(board: Scoreboard, across: float) -> bool:
    """Whether the columns of a board are better off on a sheet that lies sideways: upright they
    would be cramped, or even part of them on another page."""
    needs, room = _needs(board, written=True), across - _label_width(board, across)
    parted = sum(needs) > room and room < SQUEEZED * len(needs)
    return parted or sum(needs) * BEARABLE > room


def title_room(across: float, height: float, *, upright: bool) -> tuple[float, float, int]:
    """Width, height and most lines of the text in a column's title."""
    if upright:
        return height - 9, across - 3, max(1, int(across // 8))
    return across - 5, height - 3, max(1, int(height // 11))


def _head(board: Scoreboard, bands: Sequence[Columns]) -> tuple[float, bool]:
    """The first height at which every title is readable, else the one that is best for them."""
    titles = [
        (said(board.columns[place].title), each)
        for band in bands
        for place, each in zip(band.places, band.widths, strict=True)
    ]
    best, largest = HEADS[0], 0.0
    for height, upright in HEADS:
        smallest = TITLE_SIZE
        for title, each in titles:
            across, high, lines = title_room(each, height, upright=upright)
            fitted = fit(
                title,
                Face.BOLD,
                size=TITLE_SIZE,
                width=across,
                height=high,
                floor=TITLE_FLOOR,
                most_lines=lines,
            )
            smallest = min(smallest, fitted.size)
        if smallest >= READABLE:
            return height, upright
        if smallest > largest * 1.1:
            best, largest = (height, upright), smallest
    return best


def _label_width(board: Scoreboard, across: float) -> float:
    longest = max(
        (width(said(row.label), Face.BOLD, BODY) for row in (*board.rows, *board.foot)), default=0.0
    )
    share = WIDE_LABEL if len(board.columns) <= FEW else LABEL
    return min(max(longest + 14, 34.0), across * share)


def _needs(board: Scoreboard, *, written: bool) -> list[float]:
    """What each column needs for what it holds, within bounds; the same within a group."""
    least = NARROWEST + 7 if written else NARROWEST
    own = []
    for place in range(len(board.columns)):
        cells = [row.cells[place] for row in (*board.rows, *board.foot)]
        held = max((_cell_width(cell) for cell in cells), default=0.0)
        own.append(min(max(held, least), WIDEST_NEED))
    groups = [said(column.group) for column in board.columns]
    most = {
        group: max(n for n, g in zip(own, groups, strict=True) if g == group) for group in groups
    }
    return [most[group] for group in groups]


def _cell_width(cell: Cell) -> float:
    if cell.value is None:
        words = cell.text.split()
        longest = max((width(word, Face.TEXT, SMALL) for word in words), default=0.0)
        whole = width(cell.text, Face.TEXT, SMALL)
        return max(longest, whole / 2, 24.0 if cell.circled else 0.0) + 6
    number = str(cell.value)
    taken = width(number, Face.BOLD, BODY) + width(cell.text, Face.TEXT, SMALL) + 9
    taken += 9 * sum(mark in DRAWN for mark in cell.marks)
    return max(taken, 30.0) if cell.circled else taken


def _squeezed(needs: list[float], room: float) -> list[float]:
    """Needs that fit the room: what is above the least is cut in the same share for all."""
    least = [min(need, SQUEEZED) for need in needs]
    over = sum(needs) - sum(least)
    share = (room - sum(least)) / over if over else 0.0
    return [low + (need - low) * share for need, low in zip(needs, least, strict=True)]


def _parts(needs: list[float], room: float) -> list[tuple[int, ...]]:
    """Split the columns into parts that fit side by side, as even as can be."""
    places = tuple(range(len(needs)))
    if sum(needs) <= room + 0.01 or not places:
        return [places]
    count = int(-(-sum(needs) // room))
    while count < len(places):
        each = -(-len(places) // count)
        parts = [places[i : i + each] for i in range(0, len(places), each)]
        if all(sum(needs[place] for place in part) <= room for part in parts):
            return parts
        count += 1
    return [(place,) for place in places]


def _spread(places: tuple[int, ...], needs: list[float], label: float, across: float) -> Columns:
    """Share what the columns do not need evenly among them."""
    spare = (across - label - sum(needs)) / max(len(needs), 1)
    return Columns(places, tuple(need + spare for need in needs), label)


def _line_height(board: Scoreboard, *, written: bool) -> float:
    if any(cell.circled for row in board.rows for cell in row.cells):
        return CIRCLED_LINE
    return WRITTEN_LINE if written else LINE


def _foot_height(board: Scoreboard, *, written: bool) -> float:
    coins = any(cell.coins is not None for row in board.foot for cell in row.cells)
    if coins:
        return 40.0
    return 27.0 if written else 22.0


def filling(
    board: Scoreboard, grid: Grid, height: float, *, written: bool, several: bool
) -> tuple[Grid, int]:
    """The grid with the lines that suit a page so high, and how often the board fits on it.

    A board that is a little too long gets lower lines. The lines of one to write on take what is
    left; a short one stands there `several` times, for as many games.
    """
    count, fixed = len(board.rows), grid.head_height + len(board.foot) * grid.foot
    if len(grid.bands) > 1 or not count:
        return grid, 1
    each = (height - fixed) / count
    if SQUEEZE * grid.line <= each < grid.line:
        return replace(grid, line=each - ROUNDED), 1
    if not written or each < grid.line:
        return grid, 1
    one = fixed + count * grid.line
    most = MOST_GAMES if several else 1
    times = max(1, min(most, int((height + BETWEEN) // (one + BETWEEN))))
    free = (height - (times - 1) * BETWEEN) / times - fixed
    return replace(grid, line=min(free / count - ROUNDED, STRETCH * grid.line)), times


def lines_that_fit(board: Scoreboard, grid: Grid, height: float) -> int:
    """How many empty lines fill what the board leaves of a page so high; at least one."""
    room = height - grid.head_height - len(board.foot) * grid.foot
    return max(1, int(room // grid.line) - len(board.rows))


@dataclass(frozen=True, slots=True)
class Sheaf:
    """What one page shows of a board: its columns, its rows, and whether it is the last part.

    `part` counts the bands where there are several: (number, of how many).
    """

    columns: Columns
    rows: tuple[Row, ...]
    foot: tuple[Row, ...]
    part: tuple[int, int]
    last: bool


def sheaves(board: Scoreboard, grid: Grid, body: Box) -> list[Sheaf]:
    """Share the rows of a board among pages; the foot closes the last page of each part."""
    room = body.height - grid.head_height
    most = max(1, int(room // grid.line))
    foot = len(board.foot) * grid.foot
    with_foot = max(1, int((room - foot) // grid.line))
    found = []
    for number, columns in enumerate(grid.bands, start=1):
        groups = _share(board.rows, most, with_foot)
        found += [
            Sheaf(
                columns,
                group,
                board.foot if place == len(groups) else (),
                (number, len(grid.bands)),
                place == len(groups),
            )
            for place, group in enumerate(groups, start=1)
        ]
    return found


def _share(rows: tuple[Row, ...], most: int, with_foot: int) -> list[tuple[Row, ...]]:
    """Groups of at most `most` rows, the last of at most `with_foot`."""
    groups = []
    rest = rows
    while len(rest) > with_foot:
        # A last page with nothing but the foot says little: a few rows go with it.
        taken = max(1, min(most, len(rest) - min(with_foot, LAST_ROWS)))
        groups.append(rest[:taken])
        rest = rest[taken:]
    return [*groups, rest]
