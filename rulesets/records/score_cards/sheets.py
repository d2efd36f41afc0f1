"""Lines of old score cards, read from the rows of a table as people keep it.

Above the headings may be titles; headings stand in any order and case, unknown ones are ignored. A
line without a date goes on with the line above, as merged cells are saved.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rulesets.engine.text import say
from rulesets.records.score_cards.values import (
    MOST_ON_A_CHAIR,
    CardLine,
    LineProblem,
    fold,
    sitters_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rulesets.engine.text import Phrase

HEADINGS = {
    "event": ("event", "tournament"),
    "date": ("date", "year", "day"),
    "game": ("game",),
    "round": ("round", "set"),
    "deal": ("deal", "hand"),
    "table": ("table",),
    "trump": ("trump", "contract"),
    "player": ("player", "player1", "player 1", "person", "name"),
    "partner": ("partner", "player2", "player 2"),
    "points": ("points", "score"),
    "tricks": ("tricks", "tricks_won", "tricks won"),
    "opponent1": ("opponent1", "opponent 1"),
    "opponent2": ("opponent2", "opponent 2"),
    "theirs": ("theirs", "opponent_tricks", "opponent tricks"),
    "place": ("place", "rank"),
}
COLUMN_OF = {word: column for column, words in HEADINGS.items() for word in words}
NEEDED = ("date", "player")
CARRIED = ("event", "date", "game", "round", "deal", "table", "trump")
TITLES_ABOVE = 8
SUMS = ("total", "totals", "sum", "in all", "altogether")
TRUMPS = {
    **dict.fromkeys(("s", "spade", "spades", "♠"), "S"),
    **dict.fromkeys(("h", "heart", "hearts", "♥"), "H"),
    **dict.fromkeys(("d", "diamond", "diamonds", "♦"), "D"),
    **dict.fromkeys(("c", "club", "clubs", "♣"), "C"),
    **dict.fromkeys(("nt", "no trump", "no trumps", "notrump", "none", "-"), "NT"),
}
ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?")
DOTTED = re.compile(r"(\d{1,2})\s?[.-]\s?(\d{1,2})\s?[.-]\s?(\d{4})")
SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
YEAR = re.compile(r"\d{4}(?:\.0)?")
WHOLE = re.compile(r"[+\-−]?\d{1,7}(?:\.0)?")
FIRST_YEAR, MONTHS, FEBRUARY = 1800, 12, 2
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
MOST_NUMBER, MOST_POINTS, MOST_NAME = 1000, 1_000_000, 80
DAY, MONTH = "day", "month"


@dataclass(slots=True)
class CardSheet:
    """What was read: lines, and problems with their lines. Asked is which `order` the unclear dates
    of some lines have, and which `game` some lines are of. `clear`: the order that unclear dates
    took from clear ones. `carried`: how many empty cells took what stands above; `left_out`:
    how many plays are of games that are not played here."""

    lines: list[CardLine] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    game: list[int] = field(default_factory=list)
    clear: str = ""
    titles: list[int] = field(default_factory=list)
    carried: int = 0
    left_out: int = 0


class CellError(Exception):
    """A cell that cannot be read: what would do."""

    def __init__(self, code: str, do: Phrase) -> None:
        self.code, self.do = code, do
        super().__init__(code)


def read_sheet(
    rows: Iterable[tuple[int, Sequence[str]]],
    games: Mapping[str, str],
    *,
    order: str = "",
    game: str = "",
) -> CardSheet:
    """Read a table. `games`: the slug of each game by its slug and its name in small letters;
    `order` ("day" or "month" first) and `game` (a slug) answer what is asked."""
    sheet = CardSheet()
    listed = [(line, [cell.strip() for cell in cells]) for line, cells in rows if any(cells)]
    head = next(
        (at for at, (_, cells) in enumerate(listed[:TITLES_ABOVE]) if _are_headings(cells)), None
    )
    if head is None:
        do = say("a line of headings: date, round, table, player, and points or tricks")
        first = listed[0][0] if listed else 1
        sheet.problems.append(LineProblem("headings", first, "", "", do))
        return sheet
    sheet.titles = [line for line, _ in listed[:head]]
    columns = _columns(listed[head][1])
    heading_line = listed[head][0]
    _check_columns(sheet, columns, heading_line, listed[head][1])
    if sheet.problems:
        return sheet
    cells = _cells_by_line(sheet, columns, listed[head + 1 :])
    order = order or _find_order(sheet, cells)
    reader = _LineReader(sheet, games, order, game, columns)
    for line, values in cells:
        reader.read(line, values)
    return sheet


def _are_headings(cells: Sequence[str]) -> bool:
    columns = _columns(cells)
    return all(column in columns for column in NEEDED) or len(columns) > len(NEEDED)


def _columns(cells: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = COLUMN_OF.get(" ".join(cell.casefold().rstrip(":*").split()))
        if column is not None:
            columns.setdefault(column, at)
    return columns


def _check_columns(
    sheet: CardSheet, columns: Mapping[str, int], line: int, cells: Sequence[str]
) -> None:
    """Note the columns that are needed and missing; those that are here beside it."""
    missing = [column for column in NEEDED if column not in columns]
    if not {"points", "tricks", "place"} & set(columns):
        missing.append("points")
    if "tricks" in columns or "deal" in columns:
        missing += [column for column in ("round", "table") if column not in columns]
    unknown = [cell for at, cell in enumerate(cells) if cell and at not in columns.values()]
    for column in missing:
        do = say("a heading for it; known are {names}", names=", ".join(HEADINGS))
        read = ", ".join(unknown[:3])
        sheet.problems.append(LineProblem("heading", line, column, read, do))


def _cells_by_line(
    sheet: CardSheet, columns: Mapping[str, int], rows: Sequence[tuple[int, Sequence[str]]]
) -> list[tuple[int, dict[str, str]]]:
    """Return the cells of each line by column. A line without a date takes it, and what else is
    empty of the place, from the line above."""
    read_lines: list[tuple[int, dict[str, str]]] = []
    above: dict[str, str] = {}
    for line, cells in rows:
        values = {column: cells[at] if at < len(cells) else "" for column, at in columns.items()}
        if not any(values[column] for column in values if column not in CARRIED):
            continue  # a line between, a heading of an evening
        if not values["date"] and above:
            for column in CARRIED:
                if column in values and not values[column] and above[column]:
                    values[column] = above[column]
                    sheet.carried += 1
        above = values
        read_lines.append((line, values))
    return read_lines


def _find_order(sheet: CardSheet, rows: Sequence[tuple[int, Mapping[str, str]]]) -> str:
    """Return the order of the dates that are clear; ask where they do not agree, or there are
    none."""
    clear: Counter[str] = Counter()
    unclear: list[int] = []
    for line, values in rows:
        matched = SLASHED.fullmatch(values["date"])
        if matched is None:
            continue
        first, second = int(matched[1]), int(matched[2])
        if first > MONTHS >= second:
            clear[DAY] += 1
        elif second > MONTHS >= first:
            clear[MONTH] += 1
        elif first != second:
            unclear.append(line)
    if len(clear) == 1:
        order = next(iter(clear))
        sheet.clear = order if unclear else ""
        return order
    sheet.order = unclear
    return ""


class _LineReader:
    """Reads lines, and notes what is wrong with them."""

    def __init__(
        self,
        sheet: CardSheet,
        games: Mapping[str, str],
        order: str,
        game: str,
        columns: Mapping[str, int],
    ) -> None:
        self.sheet, self.games, self.order, self.game = sheet, games, order, game
        self.columns = columns

    def read(self, line: int, values: Mapping[str, str]) -> None:
        """Read a line into the sheet, or its problems."""
        values_read: dict[str, Any] = {}
        sound = True
        for column, read in (
            ("date", self._date),
            ("game", self._game),
            ("round", self._round),
            ("deal", self._deal),
            ("table", self._table),
            ("trump", self._trump),
            ("points", self._points),
            ("tricks", self._tricks),
            ("theirs", self._tricks),
            ("place", self._place),
            ("player", self._chair),
            ("partner", self._chair),
            ("opponent1", self._chair),
            ("opponent2", self._chair),
        ):
            text = values.get(column, "")
            try:
                values_read[column] = read(_plain(text), line)
            except CellError as error:
                problem = LineProblem(error.code, line, column, text, error.do)
                self.sheet.problems.append(problem)
                sound = False
        if sound:
            self._add(line, values, values_read)

    def _add(self, line: int, values: Mapping[str, str], cells: dict[str, Any]) -> None:
        def refuse(code: str, column: str, do: Phrase) -> None:
            read = values.get(column, "")
            self.sheet.problems.append(LineProblem(code, line, column, read, do))

        chairs = tuple(filter(None, (cells["player"], cells["partner"])))
        if not cells["player"]:
            return refuse("player", "player", say("the name of who played"))
        number, is_sum = cells["round"]
        numbers = {column: cells[column] for column in ("points", "tricks", "theirs", "place")}
        if numbers["points"] is numbers["tricks"] is numbers["place"] is None:
            column = next(
                heading for heading in ("points", "tricks", "place") if heading in self.columns
            )
            return refuse("number", column, say("a number"))
        is_result = "round" not in self.columns or numbers["place"] is not None
        if number == 0 and not is_sum and (numbers["tricks"] is not None or not is_result):
            return refuse("round", "round", say("the number of the round, from 1"))
        opponents = tuple(filter(None, (cells["opponent1"], cells["opponent2"])))
        if not cells["date"] or not cells["game"]:
            return None  # asked
        self.sheet.lines.append(
            CardLine(
                number=line,
                event=" ".join(values.get("event", "").split())[:MOST_NAME],
                date=cells["date"],
                game=cells["game"],
                round=number,
                deal=cells["deal"],
                table=cells["table"],
                chairs=chairs,
                trump=cells["trump"],
                opponents=opponents,
                is_sum=is_sum,
                **numbers,
            )
        )
        return None

    # --- cells ------------------------------------------------------------------------------------

    def _date(self, text: str, line: int) -> str:
        if YEAR.fullmatch(text) and int(text[:4]) >= FIRST_YEAR:
            return text[:4]
        if matched := ISO.fullmatch(text):
            return _iso(int(matched[1]), int(matched[2]), int(matched[3]))
        if matched := DOTTED.fullmatch(text):
            return _iso(int(matched[3]), int(matched[2]), int(matched[1]))
        if matched := SLASHED.fullmatch(text):
            first, second, year = map(int, matched.groups())
            if first == second or (first > MONTHS) != (second > MONTHS):
                return _iso(year, min(first, second), max(first, second))
            if not self.order:
                return "" if first <= MONTHS else _iso(year, second, first)
            day, month = (first, second) if self.order == DAY else (second, first)
            return _iso(year, month, day)
        if not text:
            raise CellError("date", say("a date, or a year alone"))
        raise CellError(
            "date", say("a date with a year of four figures: 26.12.2009, 2009-12-26, or 2009")
        )

    def _game(self, text: str, line: int) -> str:
        if not text:
            if not self.game:
                self.sheet.game.append(line)
            return self.game
        word = fold(text)
        slug = self.games.get(word)
        if slug is not None:
            return slug
        near = get_close_matches(word, self.games, 1)
        if near:
            raise CellError("game", say("a game that is known: {name}?", name=near[0]))
        raise CellError("game", say("a game that is known, by its name"))

    def _round(self, text: str, line: int) -> tuple[int, bool]:
        if text.casefold().rstrip(":") in SUMS:
            return 0, True
        return (_whole(text, 1, MOST_NUMBER) or 0), False

    def _deal(self, text: str, line: int) -> int:
        return _whole(text, 1, MOST_NUMBER) or 0

    def _table(self, text: str, line: int) -> str:
        return text.removesuffix(".0")[:20]

    def _trump(self, text: str, line: int) -> str:
        if not text:
            return ""
        suit = TRUMPS.get(" ".join(text.casefold().split()))
        if suit is None:
            raise CellError("trump", say("spades, hearts, diamonds, clubs or no trump"))
        return suit

    def _points(self, text: str, line: int) -> int | None:
        return _whole(text, -MOST_POINTS, MOST_POINTS)

    def _tricks(self, text: str, line: int) -> int | None:
        if re.fullmatch(r"\d+[.,]\d+", text) and not WHOLE.fullmatch(text):
            raise CellError("tricks", say("whole tricks only"))
        return _whole(text, 0, MOST_NUMBER)

    def _place(self, text: str, line: int) -> int | None:
        return _whole(text.rstrip(".="), 1, MOST_NUMBER * 10)

    def _chair(self, text: str, line: int) -> str:
        names = sitters_of(text)
        if len(names) > MOST_ON_A_CHAIR:
            raise CellError("chair", say("two names at most for a chair: A + B"))
        if any(len(name) > MOST_NAME for name in names):
            raise CellError("name", say("a name of {most} letters at most", most=MOST_NAME))
        return " + ".join(" ".join(name.split()) for name in names)


def _plain(text: str) -> str:
    """Return a cell that is no formula."""
    if text.startswith("="):
        raise CellError("formula", say("the number itself instead of a formula"))
    return text


def _iso(year: int, month: int, day: int) -> str:
    if not 1 <= month <= MONTHS:
        raise CellError("date", say("a month from 1 to 12; there is no month {n}", n=month))
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= DAYS[month - 1] + (month == FEBRUARY and is_leap):
        raise CellError("date", say("a day that this month has"))
    if year < FIRST_YEAR:
        raise CellError("date", say("a year from {n} on", n=FIRST_YEAR))
    return f"{year}-{month:02}-{day:02}"


def _whole(text: str, low: int, high: int) -> int | None:
    if not text:
        return None
    if not WHOLE.fullmatch(text):
        raise CellError("number", say("a whole number"))
    number = int(text.removesuffix(".0").replace("−", "-"))
    if not low <= number <= high:
        raise CellError("number", say("a number from {low} to {high}", low=low, high=high))
    return number
