"""The slides of the wall, in order: each answers one question, at one size of names, and is divided
so that no name is too small for a hall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from django.utils.translation import gettext as _

from rulesets.engine.roster import AND
from rulesets.room.columns import WORTH, sum_words
from tournaments.models import Event
from tournaments.scores.event_state import complete_words
from tournaments.standings.rows import in_divisions, places_of_totals
from tournaments.web.labels import set_own_name
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.drawing.scoreboard import Cell, Scoreboard
    from tournaments.scores.lines import Line
    from tournaments.seats.selectors import SeatsView, TableSeats
    from tournaments.standings.board_displays import BoardDisplay
    from tournaments.standings.rows import StandingRow
    from tournaments.standings.team_ranking import TeamRow
    from tournaments.wall.reveal import Podium, RevealStep
    from tournaments.wall.selectors import WallView


T = TypeVar("T")

SIZES = {1: "one", 2: "two", 3: "three"}
# Most people at a table -> how many tables fit on a page.
ROOM = ((2, 8), (4, 6), (6, 4), (10, 2))
MOST_IN_TWO = 24  # names on a page whose tables stand in two columns
COLUMNS = ((6, 1), (14, 2), (24, 3))  # people at a table by itself -> columns of names
COUPLES_A_PAGE = 12


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide of the wall. `title` is its name on the host's phone, which several pages of one
    list share. A `now` that the screen has not shown yet is shown at once; `bare` slides stand
    alone, without the rail; one that `holds` stays until the host goes on. Pages of names are
    `read`: each stays longer, and they come twice before what follows."""

    template: str
    key: str
    title: str
    context: dict[str, Any]
    now: str = ""
    bare: bool = False
    holds: bool = False
    read: bool = False


def pages(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pages of at most `size`, as even as they can be."""
    if not items:
        return []
    count = -(-len(items) // size)
    each = -(-len(items) // count)
    return [items[start : start + each] for start in range(0, len(items), each)]


# How many cards -> in how many columns, so that rows are even.
ACROSS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 4, 12: 4}
MOST_ACROSS = 6


def grid(count: int, *, tall: bool = False) -> str:
    """The classes of a grid with so many cards: its columns and rows. `tall` cards stand in one row
    as long as six are beside each other."""
    columns = min(count, MOST_ACROSS) if tall else ACROSS.get(count, MOST_ACROSS)
    return f"across-{columns} down-{-(-count // columns)}"


def seat_grid(template: str, part: Sequence[Any]) -> dict[str, Any]:
    """The context of a page of seats: its columns and rows, and whether those who sit out fit into
    a free cell."""
    count = len(part)
    if template == "wall/_names.html":
        return {"rows": -(-count // NAMES_ACROSS)}
    if template == "wall/_couples.html":
        columns = 1 if count <= COUPLES_A_PAGE // 2 else 2
        return {"columns": SIZES[columns], "rows": -(-count // columns)}
    if template == "wall/_tables.html":
        most = max(len(table.seats) for table in part)
        columns = 1 if count == 1 else 2 if count <= 4 or count * most <= MOST_IN_TWO else 3
        rows = -(-count // columns)
        names = 1 if count > 1 else next((wide for people, wide in COLUMNS if most <= people), 4)
        return {
            "columns": SIZES[columns],
            "rows": rows,
            "lines": -(-most // names),
        }
    columns = 1 if count == 1 else 2 if count <= 8 else 3
    rows = -(-count // columns)
    return {"columns": SIZES[columns], "rows": rows, "free": columns * rows - count}


def a_page(tables: Sequence[TableSeats]) -> int:
    """How many tables fit on a page."""
    most = max(len(table.seats) for table in tables)
    return next((count for people, count in ROOM if most <= people), 1)


CARDS_A_PAGE = 12  # totals that a hall can read at once
FEW_BOARDS = 2  # with more boards, only their totals are shown
FEW_PEOPLE = 12  # with more people, a picture or a run is too small for a hall
BESIDE = 8  # lines that stand beside a picture
MOST_NAMED = 3  # of leaders in a headline
MOST_CELLS = 6  # of a growing column, the newest ones


@dataclass(frozen=True, slots=True)
class TeamColumn:
    """What a team has scored in one game, the newest last, its sum, and what that is made of."""

    title: str
    cells: tuple[Cell, ...]
    total: int | None
    leads: bool
    words: str


@dataclass(frozen=True, slots=True)
class GameColumns:
    """A game with a column for each team."""

    title: str
    columns: tuple[TeamColumn, ...]
    is_over: bool


def board_slides(view: WallView) -> Iterator[Slide]:
    """The totals of all boards; if there are few boards, also what lies on the table and the run so
    far."""
    for board in view.boards:
        yield from _totals(view, board)
        few = len(view.boards) <= FEW_BOARDS and len(board.run) <= FEW_PEOPLE
        if few and board.rounds > 1:
            title = _("The run of the game")
            yield Slide("wall/_run.html", f"run-{board.key}", title, {"board": board})


def _totals(view: WallView, board: BoardDisplay) -> Iterator[Slide]:
    """Everybody's totals. A new result, and the end of a game, are shown at once."""
    begun = bool(board.rounds or board.ending)
    few = len(view.boards) <= FEW_BOARDS and len(board.lines) <= BESIDE
    has_coins = any(line.coins is not None for line in board.lines)
    pictured = board.picture is not None and few and not has_coins
    if not begun and not pictured:
        return
    now = ""
    if board.ending:
        now = f"ending-{board.key}-{board.rounds}" if len(view.boards) > 1 else ""
    elif len(view.boards) == 1 and not view.teams and board.rounds:
        now = f"board-{board.key}-{board.rounds}"
    news, title = _headline(board), _("Totals")
    if len(view.boards) > 1 and board.title:
        title = _("Totals, {table}").format(table=board.title)
    games = game_columns(board.scoreboard)
    key = f"board-{board.key}-1"
    if games:
        yield Slide(
            "wall/_columns.html",
            key,
            title,
            {"board": board, "games": games, "news": news, "worth": translate(WORTH)},
            now=now,
        )
    elif pictured:
        context = {"board": board, "rows": len(board.lines), "begun": begun, "news": news}
        context["unit"] = translate(board.scoreboard.title).lower()
        yield Slide("wall/_board_picture.html", key, title, context, now=now)
    else:
        yield from _cards(board, title, news, now)


def _headline(board: BoardDisplay) -> str:
    """The news: who leads, if that can be read at a glance."""
    first = sum(line.place == 1 for line in board.lines)
    if first > MOST_NAMED:
        return _("{number} are level").format(number=first)
    return board.leader or board.title or _("On the table")


def _cards(board: BoardDisplay, title: str, news: str, now: str) -> Iterator[Slide]:
    """A card for each total, twelve on a page."""
    parts = pages(board.lines, CARDS_A_PAGE)
    for number, part in enumerate(parts, 1):
        has_coins = any(line.coins is not None for line in board.lines)
        context = {
            "board": board,
            "news": news,
            "part": part,
            "size": grid(len(part), tall=has_coins and len(part) <= MOST_ACROSS),
            "digits": max(_digits(line) for line in board.lines),
            "coins": has_coins,
            "pot": board.pot if has_coins else None,
            "page": number,
            "pages": len(parts),
        }
        key = f"board-{board.key}-{number}"
        yield Slide("wall/_board_totals.html", key, title, context, now=now if number == 1 else "")


def _digits(line: Line) -> int:
    return len(str(line.total))


def game_columns(board: Scoreboard) -> tuple[GameColumns, ...]:
    """The games of a board whose columns stand team by team; empty for any other board."""
    if not any(column.group for column in board.columns):
        return ()
    games: dict[str, list[int]] = {}
    for at, column in enumerate(board.columns):
        games.setdefault(translate(column.title), []).append(at)
    return tuple(_game(board, title, places) for title, places in games.items())


def _game(board: Scoreboard, title: str, places: Sequence[int]) -> GameColumns:
    totals = [_total(board, at) for at in places]
    best = max((total for total in totals if total is not None), default=None)
    columns = (
        TeamColumn(
            translate(board.columns[at].group),
            _written(board, at),
            total,
            leads=bool(total) and total == best and totals.count(best) == 1,
            words=_made_of(board, at, total),
        )
        for at, total in zip(places, totals, strict=True)
    )
    return GameColumns(title, tuple(columns), is_over=_final(board, places[0]) is not None)


def _final(board: Scoreboard, at: int) -> Cell | None:
    """The final score of a column; None while its game goes on."""
    cells = (row.cells[at] for row in board.foot)
    return next((cell for cell in cells if cell.value is not None), None)


def _made_of(board: Scoreboard, at: int, total: int | None) -> str:
    if total is None:
        return ""
    final, circles = _final(board, at), sum(row.cells[at].circled for row in board.rows)
    won = final is not None and "won" in final.marks
    return translate(sum_words(total, circles, closed=final is not None, won=won))


def _written(board: Scoreboard, at: int) -> tuple[Cell, ...]:
    cells = [row.cells[at] for row in board.rows]
    return tuple(cell for cell in cells if cell.value is not None or cell.circled)[-MOST_CELLS:]


def _total(board: Scoreboard, at: int) -> int | None:
    """The sum of a finished game, else the newest running total."""
    if (final := _final(board, at)) is not None:
        return final.value
    return next(
        (cell.value for cell in reversed(_written(board, at)) if cell.value is not None), None
    )


# What fits at a size that is read from eight metres away.
TABLES_A_PAGE, MANY_TABLES = 12, 24
FEW_RUNGS = 8  # tables that stand in two columns
LINES_A_PAGE = 30  # of places
NAMED_FROM = 40  # people: a name is found faster in a list than at a table
NAMES_A_PAGE, NAMES_ACROSS = 42, 3
FEW_LINES = 12  # stand in one column
PLACES_A_PAGE = 12
MOST_PAGES = 28  # of names; others find their seats on the phone
MOST_PAGES_OF_PLACES = 20  # nobody waits for more
MOST_COUPLES = 48
MOST_NUMBERS = 12  # tables that the room waits for, in large squares


def slides(view: WallView, join: str) -> list[Slide]:
    """The slides in the order in which they turn; during the reveal only its slide."""
    if view.reveal.now is not None:
        return [reveal_slide(view, view.reveal.now)]
    return [*_break(view), *(_after(view) if view.is_over else _during(view, join))]


def _after(view: WallView) -> Iterator[Slide]:
    """The slides after the end: who won, the podium, awards, records, places, boards."""
    yield from _champion(view, f"winners-{view.version}")
    for podium in view.podiums:
        yield podium_slide(podium)
    for number, award in enumerate(view.awards, 1):
        yield Slide("wall/_stage.html", f"award-{number}", award.title, stage(award))
    if view.records:
        yield Slide("wall/_records.html", "records", _("The records"), {"rows": view.records})
    yield from standings_slides(view)
    yield from bracket_slides(view)
    yield from board_slides(view)


def _champion(view: WallView, news: str) -> Iterator[Slide]:
    if view.champion is not None:
        context = stage(view.champion, view.fell)
        title = view.champion.title
        yield Slide("wall/_stage.html", "champion", title, context, now=news, bare=True)


def _during(view: WallView, join: str) -> Iterator[Slide]:
    if view.champion is not None:
        yield from _champion(view, f"ending-{view.boards[0].key}-{view.boards[0].rounds}")
    if view.state != Event.State.FINISHED:
        yield from _set_over(view) or seats_slides(view, join)
        yield from late_slides(view)
        yield from awaited_slides(view)
        yield from ladder_slides(view)
    yield from board_slides(view)
    yield from bracket_slides(view)
    yield from standings_slides(view)
    if view.hidden and not view.standings:
        yield Slide("wall/_hidden.html", "hidden", _("Standings: hidden"), {})
    if (join and not asks_phones(view, join)) or not view.seats:
        yield join_slide()


def _set_over(view: WallView) -> list[Slide]:
    """That all results are in and seats come next, in place of the seats that nobody needs any
    more; none where everybody can see already who goes where."""
    if not view.next_set or view.seats is None or any(ladder_slides(view)):
        return []
    over = view.next_set - 1
    headline = complete_words(view.format, over)
    context = {
        "headline": headline,
        "own": set_own_name(view.format, over),
        "next": view.next_set,
        "tables": len(view.seats.tables),
        "is_planned": view.format.in_set(view.next_set).ahead,
    }
    return [Slide("wall/_set_over.html", "over", headline, context, now=f"over-{over}")]


def join_slide(news: str = "") -> Slide:
    """How to join, as large as possible."""
    return Slide("wall/_join.html", "join", _("How to join"), {}, now=news, bare=True)


def _break(view: WallView) -> Iterator[Slide]:
    if view.break_ends_at is not None:
        yield Slide(
            "wall/_break.html",
            "break",
            _("A break"),
            {"at": view.break_ends_at},
            now=f"break-{view.break_ends_at:%H%M}",
            holds=True,
        )


# --- the reveal, and the end ----------------------------------------------------------------------


def reveal_slide(view: WallView, step: RevealStep) -> Slide:
    """The step of the reveal, until the host goes on."""
    key = f"reveal-{view.reveal.done}"
    bare = step.kind != "award"
    return Slide(
        "wall/_stage.html", key, step.title, stage(step, view.fell), now=key, bare=bare, holds=True
    )


def stage(step: RevealStep, fell: str = "") -> dict[str, Any]:
    """The context of a single name; of the first with the record that `fell`."""
    is_first = step.kind == "champion"
    return {"step": step, "felt": is_first, "fell": fell if is_first else ""}


def podium_slide(podium: Podium) -> Slide:
    """The first three places: the second to the left of the first, the third to the right."""
    steps = podium.steps
    order = {1: 1, 2: 0, 3: 2}
    context = {
        "steps": sorted(steps, key=lambda step: order[step.rank]),
        "count": len(steps),
        "division": podium.division,
    }
    return Slide("wall/_podium.html", podium.key, podium.title, context)


# --- seats ----------------------------------------------------------------------------------------


def asks_phones(view: WallView, join: str) -> bool:
    """Whether the hall is so large that people find their seats faster on their phones."""
    return bool(join and view.seats and len(view.seats.by_name) > NAMES_A_PAGE * MOST_PAGES)


def seats_slides(view: WallView, join: str) -> Iterator[Slide]:
    """Who sits where: by name if they are many, and by table if that fits a few pages; else on the
    phones."""
    if view.seats is None or not view.seats_matter:
        return
    news = f"seats-{view.seats.set_number}"
    if asks_phones(view, join):
        yield join_slide(news)
        return
    for slide in (*_by_name(view, view.seats), *_by_table(view, view.seats)):
        yield replace(slide, now=news)
        news = ""


def _by_name(view: WallView, seats: SeatsView) -> Iterator[Slide]:
    """Everybody's table by name, with the letters at the side."""
    few_tables = MOST_COUPLES if view.by_couples else MANY_TABLES
    if len(seats.tables) <= few_tables and (view.by_couples or len(seats.by_name) < NAMED_FROM):
        return
    parts = pages(seats.by_name, NAMES_A_PAGE)[:MOST_PAGES]
    for number, part in enumerate(parts, 1):
        first, last = (line.name.split()[0] for line in (part[0], part[-1]))
        text = _("Your place: {first} to {last}")
        if not view.by_couples:
            text = _("Your table: {first} to {last}")
        context = {
            "title": text.format(first=first, last=last),
            "part": part,
            "page": number,
            "pages": len(parts),
            **seat_grid("wall/_names.html", part),
        }
        title = _("Seats by name, {first} to {last}").format(first=first, last=last)
        yield Slide("wall/_names.html", f"names-{number}", title, context, read=True)


def _by_table(view: WallView, seats: SeatsView) -> Iterator[Slide]:
    """The tables, or the couples of a long one, with who sits there."""
    tables = seats.tables
    if len(tables) > (MOST_COUPLES if view.by_couples else MANY_TABLES):
        return
    template, size = "wall/_tables.html", COUPLES_A_PAGE
    if view.by_couples:
        template = "wall/_couples.html"
    elif view.format.facts.chairs:
        template, size = "wall/_seats.html", TABLES_A_PAGE
    else:
        size = a_page(tables)
    parts = pages(tables, size)
    for number, part in enumerate(parts, 1):
        context = {
            "seats": seats,
            "part": part,
            "page": number,
            "pages": len(parts),
            "sit_outs": seats.sit_outs if number == len(parts) else (),
            **seat_grid(template, part),
        }
        yield Slide(template, f"seats-{number}", _("Seats"), context)


def ladder_slides(view: WallView) -> Iterator[Slide]:
    """Who goes to which table next, as soon as that is known."""
    if not any(person.to for rung in view.ladder for side in rung.sides for person in side.people):
        return
    parts = pages(view.ladder[:MANY_TABLES], TABLES_A_PAGE)
    for number, part in enumerate(parts, 1):
        columns = 1 if len(part) == 1 else 2 if len(part) <= FEW_RUNGS else 3
        context = {
            "part": part,
            "page": number,
            "pages": len(parts),
            "columns": SIZES[columns],
            "rows": -(-len(part) // columns),
        }
        yield Slide("wall/_ladder.html", f"ladder-{number}", _("Who goes where"), context)


# --- whom the room waits for ----------------------------------------------------------------------


def late_slides(view: WallView) -> Iterator[Slide]:
    """The tables that the room waits for: for results, or for a cut."""
    for key, tables in (("missing", view.missing), ("tied", view.tied)):
        if not tables or not view.seats:
            continue
        nudged = ",".join(str(number) for number in tables if number in view.nudged)
        context = {
            "kind": key,
            "tables": tables,
            "few": len(tables) <= MOST_NUMBERS,
            "size": grid(len(tables)),
            "all": len(view.seats.tables),
            "sent": len(view.seats.tables) - len(view.missing),
        }
        title = _("Who is missing") if key == "missing" else _("Who has to cut")
        now = f"nudge-{nudged}" if nudged else ""
        yield Slide("wall/_waiting.html", key, title, context, now=now)


def awaited_slides(view: WallView) -> Iterator[Slide]:
    """The places that the room waits for, those that were asked to hurry first.

    While there are many, there are no others: in a full hall reading out results takes time.
    """
    if not view.nudged and view.seats and len(view.awaited) == len(view.seats.tables):
        return  # the round has just begun: the seats are shown
    many = len(view.awaited) > PLACES_A_PAGE
    waiting = [place for place in view.awaited if place.nudged or not many]
    places = sorted(waiting, key=lambda place: (not place.nudged, place.number))
    nudged = ",".join(map(str, view.nudged))
    parts = pages(places, PLACES_A_PAGE)
    for number, part in enumerate(parts, 1):
        columns = 1 if len(part) <= PLACES_A_PAGE // 2 else 2
        context = {
            "part": part,
            "count": len(view.awaited),
            "page": number,
            "pages": len(parts),
            "columns": SIZES[columns],
            "rows": -(-len(part) // columns),
        }
        now = f"nudge-{nudged}" if nudged and number == 1 else ""
        title = _("Who is missing")
        yield Slide("wall/_awaited.html", f"missing-{number}", title, context, now=now)


# --- standings ------------------------------------------------------------------------------------


def bracket_slides(view: WallView) -> Iterator[Slide]:
    """The bracket, and those of other places, a page for each."""
    for number, bracket in enumerate(view.brackets, 1):
        yield Slide(
            "wall/_bracket.html",
            f"bracket-{number}",
            bracket.title,
            {"bracket": bracket, "is_first": number == 1},
        )


def standings_slides(view: WallView) -> Iterator[Slide]:
    """The places that may be seen, in pages; teams are side by side."""
    if not view.standings_begun:
        return
    if view.teams:
        if view.sides and not view.is_over:
            yield Slide("wall/_sides.html", "standings-1", _("Standings"), {"sides": view.sides})
        return
    lines = _lines_of_pairs(view.standings)
    if any(row.division for row in lines):
        several = groupby(in_divisions(lines), key=lambda row: row.division)
        for number, (name, rows) in enumerate(several, 1):
            yield from _place_slides(view, tuple(rows), name, f"standings-{number}")
    else:
        yield from _place_slides(view, lines, _("Standings"), "standings")
    yield from _place_slides(view, view.by_team, _("Teams"), "teams")


def _lines_of_pairs(rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """A line for each pair of partners who share a place."""
    return [
        replace(first, name=AND.join(first.side) or first.name)
        for first, *_others in places_of_totals(rows)
    ]


def _place_slides(
    view: WallView, lines: Sequence[StandingRow | TeamRow], heading: str, key: str
) -> Iterator[Slide]:
    """A list of places in pages; if it is long, only the first places."""
    first_lines = lines[: LINES_A_PAGE * MOST_PAGES_OF_PLACES]
    parts = pages(first_lines, LINES_A_PAGE)
    for number, part in enumerate(parts, 1):
        context = {
            "heading": heading,
            "about": view.best_of_team if key == "teams" else "",
            "part": part,
            "rows": len(part) if len(part) <= FEW_LINES else -(-len(part) // 2),
            "single": len(part) <= FEW_LINES,
            "notes": key != "teams" or len(part) <= FEW_LINES,
            "brass": key == "teams" or view.has_leader,
            "page": number,
            "pages": len(parts),
            "hidden": view.hidden,
            "further": len(lines) - len(first_lines),
        }
        yield Slide("wall/_standings.html", f"{key}-{number}", heading, context)
