"""The layout of a scoreboard: its columns, its lines, and what goes on which page.

Columns have room for what is written in them and share the rest. A board with too many of them is
turned sideways; if that is not enough they are split over pages, each with the labels of the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulesets.drawing.scoreboard import EMPTY, Cell, Column, Row, Scoreboard
from rulesets.engine.text import AS_IS, Phrase, as_is
from tournaments.papers.geometry import Box, Fitted, column_widths, fit
from tournaments.papers.marks import DRAWN_MARKS
from tournaments.papers.typefaces import Face, width
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Holds

MM = 72 / 25.4
LEAST = 7.1 * MM
"""Anything smaller cannot be written into."""
WANTED: dict[Holds, float] = {
    "score": 14.0 * MM,
    "number": 9.0 * MM,
    "tick": 9.0 * MM,
    "word": 15.0 * MM,
    "name": 24.0 * MM,
}
CONTENT: dict[Holds, float] = {
    "score": 9.5 * MM,
    "number": LEAST,
    "tick": LEAST,
    "word": 9.5 * MM,
    "name": 14.0 * MM,
}
"""What columns are content with rather than move to another page."""
SQUEEZE = 0.86
"""The share of what they want below which columns had better have a page that lies sideways."""
WIDEST_NEED, SQUEEZED = 24.0 * MM, 31.0
"""The most that what stands in a column can ask for, and the most where room is short."""
LABEL, WIDE_LABEL, FEW = 0.24, 0.42, 3
"""The most of the width that labels take; more where there are few columns."""
NUMBER = 18.0
"""What the number of a row takes beside its name."""
GROUP_HEADS = (20.0, 30.0, 42.0)
"""Heights of the groups' line, from the first choice on."""
HEADS = ((18.0, False), (30.0, False), (42.0, False), (56.0, True), (84.0, True))
"""Heights of the titles' line, from the first choice on, and whether titles stand upright."""
TITLE_SIZE, NAME_SIZE = 9.5, 10.5
READABLE = 8.0
LABEL_SIZE = 11.0
NUMBER_SIZE = 12.0
VALUE = 12.0
READ_LINE = 18.0  # of a board on which nobody writes
LINE = 7.4 * MM  # of a filled board with room to go on
WRITTEN_LINE = 11.6 * MM
GOOD_LINE = 9.2 * MM  # of several games on a page, and of boards to go on with
TALLEST = 21.0 * MM
CIRCLED_LINE = 31.0
"""Circles are large enough to write a number into."""
FOOT_LINE, COIN_LINE = 10.6 * MM, 40.0
LAST_ROWS, FEWEST_FREE = 5, 4
ROUNDED = 0.001  # subtracted, so that rounding cannot make lines overflow a page
BETWEEN, MOST_GAMES = 26.0, 2
"""Between two games on a page, and how many of them there are at most."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Some columns of a board as one page shows them.

    `places` are their numbers in the board, `widths` the width of each; `label` is the width of the
    row labels.
    """

    places: tuple[int, ...]
    widths: tuple[float, ...]
    label: float

    @property
    def edges(self) -> tuple[float, ...]:
        """The left edges from the label on, and the right edge of the last column."""
        edges = [self.label]
        for each in self.widths:
            edges.append(edges[-1] + each)
        return tuple(edges)


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
    """The board with that many more numbered, empty lines."""
    count = sum(is_number(row.label) or "number" in row.label.params for row in board.rows)
    blank = (EMPTY,) * len(board.columns)
    more = tuple(Row(as_is(str(count + number + 1)), blank) for number in range(lines))
    return replace(board, rows=(*board.rows, *more))


def is_number(label: Phrase) -> bool:
    """Whether the label of a row is only a number."""
    return label.text.isdigit()


def label_parts(label: Phrase) -> tuple[str, str]:
    """The number of a row and its name, "" for a missing one."""
    if is_number(label):
        return label.text, ""
    name, number = label.params.get("name"), label.params.get("number")
    if isinstance(name, Phrase) and number is not None:
        return str(number), translate(name)
    return "", translate(label)


def is_name(words: Phrase) -> bool:
    """Whether a phrase is people's own words: a name, or an empty one."""
    return words.template == AS_IS and bool(words.text)


def title_of(column: Column) -> tuple[str, Face, float]:
    """The title of a column, with its face and size: somebody's name, or small capitals."""
    if is_name(column.title):
        return translate(column.title), Face.BOLD, NAME_SIZE
    return translate(column.title), Face.BOOK_CAPS, TITLE_SIZE


def is_grouped(column: Column) -> bool:
    """Whether a heading stands (or has to be written) over a column and its neighbours."""
    return bool(column.group.text) or (column.owner is not None and bool(column.title.text))


def groups_of(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """First and last place of each group of columns with a heading of its own."""
    groups: list[tuple[int, int]] = []
    rows = groupby(enumerate(columns), key=lambda numbered: (numbered[1].owner, numbered[1].group))
    for _key, group in rows:
        places = [place for place, _column in group]
        if is_grouped(columns[places[0]]):
            groups.append((places[0], places[-1]))
    return groups


def has_groups(board: Scoreboard) -> bool:
    """Whether the board has a line of group headings. A board of nothing but names has none."""
    titled = [column for column in board.columns if column.group.text]
    owners = {column.owner for column in board.columns if column.owner is not None}
    own = sum(column.owner is not None for column in board.columns)
    return bool(titled) or own > len(owners)


# --- how wide -------------------------------------------------------------------------------------


def widest(boards: Sequence[Scoreboard]) -> Scoreboard:
    """A board of the same kind that needs as much room as any of these."""
    first = boards[0]
    if len(boards) == 1:
        return first
    columns = tuple(
        max((board.columns[place] for board in boards), key=_title_width)
        for place in range(len(first.columns))
    )
    rows, foot = (
        tuple(
            replace(
                row,
                cells=tuple(
                    max(set(cells), key=_cell_need) for cells in zip(*cell_rows, strict=True)
                ),
            )
            for row, cell_rows in zip(own_rows, zip(*every, strict=True), strict=True)
        )
        for own_rows, every in (
            (first.rows, [[row.cells for row in board.rows] for board in boards]),
            (first.foot, [[row.cells for row in board.foot] for board in boards]),
        )
    )
    return replace(first, columns=columns, rows=rows, foot=foot)


def _title_width(column: Column) -> float:
    text, face, size = title_of(column)
    return width(text, face, size)


def _cell_need(cell: Cell) -> tuple[bool, bool, float]:
    """A sort key of cells by how much room they need; the most demanding is last."""
    return cell.circled, cell.coins is not None, _cell_width(cell)


def plan_grid(board: Scoreboard, across: float, *, written: bool) -> Grid:
    """Lay a board out on pages with a body of that width. `written`: people write on it."""
    label = _label_width(board, across)
    best_widths, content = _needs(board, WANTED), _needs(board, CONTENT)
    room = across - label
    if sum(best_widths) > room >= sum(content):
        best_widths = column_widths(best_widths, content, room)
    needs = best_widths if sum(best_widths) <= room + 0.01 else content
    bands = tuple(
        _spread(places, [needs[place] for place in places], label, across)
        for places in _parts(board.columns, needs, room)
    )
    head, upright = _head(board, bands)
    return Grid(
        bands,
        _group_head(board, bands) if has_groups(board) else 0.0,
        head,
        upright,
        _line_height(board, written=written),
        _foot_height(board),
    )


def wants_sideways(board: Scoreboard, across: float) -> bool:
    """Whether a board should be turned sideways: upright its columns would be cramped, or even
    spread over pages."""
    room = across - _label_width(board, across)
    return sum(_needs(board, WANTED)) * SQUEEZE > room


def title_room(across: float, height: float, *, upright: bool) -> tuple[float, float, int]:
    """Width, height and number of lines for a column's title."""
    if upright:
        return height - 6, across - 3, max(1, int(across // 9))
    return across - 3, height - 3, max(1, int((height - 3) // 11))


def _head(board: Scoreboard, bands: Sequence[Columns]) -> tuple[float, bool]:
    """The first height at which every title is readable, else the best one; and whether titles are
    vertical."""
    titles = [
        (title_of(board.columns[place]), each)
        for band in bands
        for place, each in zip(band.places, band.widths, strict=True)
    ]
    best, largest = HEADS[0], 0.0
    for height, upright in HEADS:
        smallest = TITLE_SIZE
        for (title, face, size), each in titles:
            across, high, lines = title_room(each, height, upright=upright)
            fitted = fit(
                title,
                face,
                size=size,
                width=across,
                height=high,
                floor=0.9,
                most_lines=lines,
            )
            smallest = min(smallest, fitted.size)
        if smallest >= READABLE:
            return height, upright
        if smallest > largest * 1.1:
            best, largest = (height, upright), smallest
    return best


def _group_head(board: Scoreboard, bands: Sequence[Columns]) -> float:
    """The first height at which every name over a group is readable."""
    for height in GROUP_HEADS[:-1]:
        smallest = NAME_SIZE
        for band in bands:
            columns = [board.columns[place] for place in band.places]
            for first, last in groups_of(columns):
                inner = Box(0, 0, sum(band.widths[first : last + 1]), height).inset(4, 2)
                fitted = fit_group(columns[first], inner)
                smallest = min(smallest, fitted.size)
        if smallest >= READABLE:
            return height
    return GROUP_HEADS[-1]


def fit_group(column: Column, inner: Box) -> Fitted:
    """The heading of a group within its room."""
    text, face, size = group_of(column)
    lines = max(1, int(inner.height // 8))
    return fit(
        text,
        face,
        size=size,
        width=inner.width,
        height=inner.height,
        floor=0.75,
        most_lines=lines,
    )


def group_of(column: Column) -> tuple[str, Face, float]:
    """The heading of a group of columns, with its face and size."""
    if is_name(column.group):
        return translate(column.group), Face.BOLD, NAME_SIZE + 1
    return translate(column.group), Face.BOOK_CAPS, TITLE_SIZE


def _label_width(board: Scoreboard, across: float) -> float:
    longest = width(translate(board.rows_title), Face.BOOK_CAPS, TITLE_SIZE)
    for row in board.rows:
        number, name = label_parts(row.label)
        taken = NUMBER + 4 if number else 0.0
        longest = max(longest, taken + width(name, Face.BOOK, LABEL_SIZE))
    for row in board.foot:
        longest = max(longest, width(translate(row.label), Face.DISPLAY, LABEL_SIZE))
    share = WIDE_LABEL if len(board.columns) <= FEW else LABEL
    return min(max(longest + 8, 30.0), across * share)


def _needs(board: Scoreboard, least_widths: dict[Holds, float]) -> list[float]:
    """The width that each column needs for its content, and for writing in it."""
    needs = []
    for place, column in enumerate(board.columns):
        cells = (row.cells[place] for row in (*board.rows, *board.foot))
        held = max((_cell_width(cell) for cell in cells), default=0.0)
        if least_widths is WANTED:
            text, face, size = title_of(column)
            words = (width(word, face, size) + 4 for word in text.split())
            held = max(held, *words, 0.0) if face is Face.BOOK_CAPS else held
        most = WIDEST_NEED if least_widths is WANTED else SQUEEZED
        needs.append(max(min(held, most), least_widths[column.holds]))
    return needs


def _cell_width(cell: Cell) -> float:
    if cell.value is None:
        words = cell.text.split()
        longest = max((width(word, Face.BOOK, 9.0) for word in words), default=0.0)
        whole = width(cell.text, Face.BOOK, 9.0)
        return max(longest, whole / 2, 24.0 if cell.circled else 0.0) + 5
    taken = width(str(cell.value), Face.BOLD, VALUE) + 6
    taken += width(cell.text, Face.BOOK, 9.0) + 3 if cell.text else 0.0
    taken += 10 * sum(mark in DRAWN_MARKS for mark in cell.marks)
    return max(taken, 30.0) if cell.circled else taken


def _parts(columns: Sequence[Column], needs: list[float], room: float) -> list[tuple[int, ...]]:
    """Split the columns into parts that fit side by side, as even as possible; those of one owner
    stay together."""
    blocks = _blocks(columns)
    whole = [place for block in blocks for place in block]
    if sum(needs) <= room + 0.01 or not whole:
        return [tuple(whole)]
    count = int(-(-sum(needs) // room))
    while count < len(blocks):
        parts = _shared(blocks, needs, sum(needs) / count, room)
        if len(parts) <= count and all(sum(needs[p] for p in part) <= room for part in parts):
            return parts
        count += 1
    return [tuple(block) for block in blocks]


def _blocks(columns: Sequence[Column]) -> list[list[int]]:
    rows = groupby(
        range(len(columns)),
        key=lambda place: (columns[place].owner, place * (columns[place].owner is None)),
    )
    return [list(group) for _key, group in rows]


def _shared(
    blocks: list[list[int]], needs: list[float], each: float, room: float
) -> list[tuple[int, ...]]:
    """Blocks in order; a new part begins as soon as one has its share or is full."""
    parts: list[list[int]] = [[]]
    used = 0.0
    for block in blocks:
        taken = sum(needs[place] for place in block)
        if parts[-1] and (used + taken > room or used + taken / 2 > each):
            parts.append([])
            used = 0.0
        parts[-1] += block
        used += taken
    return [tuple(part) for part in parts]


def _spread(places: tuple[int, ...], needs: list[float], label: float, across: float) -> Columns:
    """Share the width that is left among the columns, in proportion to their needs."""
    share = (across - label) / sum(needs) if needs else 1.0
    return Columns(places, tuple(need * share for need in needs), label)


# --- how high -------------------------------------------------------------------------------------


def _line_height(board: Scoreboard, *, written: bool) -> float:
    if any(cell.circled for row in board.rows for cell in row.cells):
        return CIRCLED_LINE
    if written:
        return WRITTEN_LINE
    free = any(all(cell == EMPTY for cell in row.cells) for row in board.rows)
    return LINE if free else READ_LINE


def _foot_height(board: Scoreboard) -> float:
    coins = any(cell.coins is not None for row in board.foot for cell in row.cells)
    return COIN_LINE if coins else FOOT_LINE


def filling(board: Scoreboard, grid: Grid, height: float, *, most: int) -> tuple[Grid, int]:
    """The grid with line heights for a page of that height, and how often the board fits on it.

    Lines take the height that is left; those of a board that is too long are lower, as far as they
    can be written in. A short board is repeated for several games, at most `most` times.
    """
    count, fixed = len(board.rows), grid.head_height + len(board.foot) * grid.foot
    if len(grid.bands) > 1 or not count:
        return grid, 1
    each = (height - fixed) / count
    if each < LEAST:
        return replace(grid, line=min(grid.line, GOOD_LINE)), 1
    single = fixed + count * GOOD_LINE
    times = max(1, min(most, int((height + BETWEEN) // (single + BETWEEN))))
    free = (height - (times - 1) * BETWEEN) / times - fixed
    return replace(grid, line=min(free / count - ROUNDED, TALLEST)), times


def with_lines(board: Scoreboard, grid: Grid, height: float) -> tuple[Grid, int]:
    """How many empty lines fill the rest of the board's last page, at least one; and the grid with
    matching line heights."""
    room = height - grid.head_height - len(board.foot) * grid.foot
    if board.rows and grid.line < GOOD_LINE:
        roomy = (len(board.rows) + FEWEST_FREE) * GOOD_LINE <= room
        grid = replace(grid, line=GOOD_LINE if roomy else LINE)
    last = sheaves(board, grid, Box(0, 0, 0, height))[-1]
    fits = max(1, int(room // grid.line))
    lines = fits - len(last.rows)
    if lines < 1:
        lines += fits
    if len(last.rows) == len(board.rows):
        grid = replace(grid, line=max(grid.line, room / fits - ROUNDED))
    return grid, lines


@dataclass(frozen=True, slots=True)
class Sheaf:
    """The part of a board on one page: its columns, its rows, and whether it is the last part.

    `part` numbers the parts if there are several: (number, of how many); `first` is how many rows
    come before.
    """

    columns: Columns
    rows: tuple[Row, ...]
    foot: tuple[Row, ...]
    part: tuple[int, int]
    last: bool
    first: int = 0


def sheaves(board: Scoreboard, grid: Grid, body: Box) -> list[Sheaf]:
    """Divide the rows of a board into pages; the foot closes the last page of each part."""
    room = body.height - grid.head_height
    most = max(1, int(room // grid.line))
    foot = len(board.foot) * grid.foot
    with_foot = max(1, int((room - foot) // grid.line))
    sheaves = []
    for number, columns in enumerate(grid.bands, start=1):
        groups, first = _share(board.rows, most, with_foot), 0
        for place, group in enumerate(groups, start=1):
            last = place == len(groups)
            part = number, len(grid.bands)
            sheaves.append(Sheaf(columns, group, board.foot if last else (), part, last, first))
            first += len(group)
    return sheaves


def _share(rows: tuple[Row, ...], most: int, with_foot: int) -> list[tuple[Row, ...]]:
    """Groups of at most `most` rows, the last of at most `with_foot`."""
    groups = []
    rest = rows
    while len(rest) > with_foot:
        # A last page should not have only the foot: a few rows go with it.
        taken = max(1, min(most, len(rest) - min(with_foot, LAST_ROWS)))
        groups.append(rest[:taken])
        rest = rest[taken:]
    return [*groups, rest]
