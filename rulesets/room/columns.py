"""Three games at once, as columns of running totals with gins as circles (Metzker p. 30-31).

A team's first award opens its first column, its second also the next one, and so on. A gin draws a
circle: round the last number while that has none, else an empty one below, into which the next
number is written. So the circles of a column are its gins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulesets.drawing.scoreboard import EMPTY, Cell, Mark, Row, Scoreboard
from rulesets.drawing.scoreboard import Column as Heading
from rulesets.engine.plays import BANK, Account, Json, Transfer
from rulesets.engine.text import Params, Phrase, as_is, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.roster import Roster

GAMES = 3
TARGET = 200
GIN_BONUS = 25
POINTS, GINS = "points", "gins"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a column: a running total (None: nothing written yet), circled or not."""

    value: int | None
    circled: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One team's column of one game.

    `points` is the running total, `score` the final score once the game is closed.
    """

    points: int = 0
    gins: int = 0
    slots: tuple[Slot, ...] = ()
    score: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the game goes on."""
        return self.score is None

    @property
    def running(self) -> tuple[int, ...]:
        """The running totals as written, from the top."""
        return tuple(slot.value for slot in self.slots if slot.value is not None)


def write(column: Column, award: int) -> Column:
    """Return the column with an award added: the new total goes into the first empty circle, if
    any."""
    points = column.points + award
    for place, slot in enumerate(column.slots):
        if slot.value is None:
            filled = Slot(points, circled=True)
            slots = (*column.slots[:place], filled, *column.slots[place + 1 :])
            return replace(column, points=points, slots=slots)
    return replace(column, points=points, slots=(*column.slots, Slot(points)))


def circle(column: Column, gins: int) -> Column:
    """Return the column with so many more circles."""
    slots = column.slots
    count = gins
    if count and slots and not slots[-1].circled:
        slots = (*slots[:-1], Slot(slots[-1].value, circled=True))
        count -= 1
    empty = (Slot(None, circled=True),) * count
    return replace(column, gins=column.gins + gins, slots=(*slots, *empty))


def account_of(team: int, game: int) -> Account:
    """Return the account of a team's column of a game (from 0)."""
    return Account("column", team, str(game + 1))


def award_points(
    roster: Roster, columns: list[Column], award: tuple[int, int], number: int
) -> list[Transfer]:
    """Write the team's award number so-and-so into its open games; changes `columns`."""
    team, amount = award
    transfers = []
    for game in range(min(number, GAMES)):
        if columns[game].is_open:
            columns[game] = write(columns[game], amount)
            text = "{team}: award {number} counts in game {game}"
            words = say(text, number=number, team=roster.side_names[team], game=game + 1)
            account = account_of(team, game)
            transfers.append(Transfer(amount, POINTS, BANK, account, words, "three-games"))
    return transfers


def award_gins(
    roster: Roster, columns: list[Column], award: tuple[int, int], games: Sequence[int]
) -> list[Transfer]:
    """Draw the team's net gins in those games (from 0); changes `columns`."""
    team, net = award
    transfers = []
    for game in games:
        columns[game] = circle(columns[game], net)
        text = "{team}: more gins than the others, drawn in game {game}"
        words = say(text, team=roster.side_names[team], game=game + 1)
        account = account_of(team, game)
        transfers.append(Transfer(net, GINS, BANK, account, words, "gins"))
    return transfers


def reached(columns: Sequence[Sequence[Column]], game: int) -> bool:
    """Return whether a team has made it to 200 in a game (from 0) that is still open."""
    return any(team[game].is_open and team[game].points >= TARGET for team in columns)


def close_game(roster: Roster, columns: list[list[Column]], game: int) -> list[Transfer]:
    """End a game in which a team has reached 200, and return the transfers; changes `columns`."""
    transfers = []
    for team in (0, 1):
        column = columns[team][game]
        target = TARGET if column.points >= TARGET else 0
        account = account_of(team, game)
        params: Params = {"team": roster.side_names[team], "game": game + 1, "gins": column.gins}
        if column.points != target:
            text = "Points past 200 do not count" if target else "Game {game} is lost: no points"
            over_target = column.points - target
            words = Phrase(text, params)
            transfers.append(Transfer(over_target, POINTS, account, BANK, words, "ending"))
        if column.gins:
            words = Phrase("Gins of {team} in game {game}: {gins} × 25", params)
            bonus = GIN_BONUS * column.gins
            transfers.append(Transfer(bonus, POINTS, BANK, account, words, "ending"))
        columns[team][game] = replace(column, score=target + GIN_BONUS * column.gins)
    return transfers


def column_view(column: Column) -> Json:
    """Return a column as JSON: what is written, slot by slot, and what it comes to."""
    return {
        "running": list(column.running),
        "points": column.points,
        "gins": column.gins,
        "slots": [{"points": slot.value, "circle": slot.circled} for slot in column.slots],
        "closed": not column.is_open,
        "score": column.score,
    }


WORTH = say("A game won: {target} · each circle: {bonus}", target=TARGET, bonus=GIN_BONUS)


def sum_words(total: int, gins: int, *, closed: bool, won: bool) -> Phrase:
    """Return what the sum of a column is made of: of a closed one the game and its circles, of an
    open one how much is missing."""
    if not closed:
        return say("{number} short", number=TARGET - total)
    if won and gins:
        return say("{target} + {gins} × {bonus}", target=TARGET, gins=gins, bonus=GIN_BONUS)
    if won:
        return say("the game won")
    return say("{gins} × {bonus}", gins=gins, bonus=GIN_BONUS) if gins else say("no circle")


def six_columns(
    title: Phrase,
    roster: Roster,
    columns: Sequence[Sequence[Column]],
    notes: tuple[Phrase, ...] = (),
) -> Scoreboard:
    """Return three columns a team, slot below slot, with the final scores of closed games as the
    foot."""
    headings = tuple(
        Heading(say("Game {number}", number=game), as_is(name))
        for name in roster.side_names
        for game in range(1, GAMES + 1)
    )
    flat = [column for team in columns for column in team]
    height = max(len(column.slots) for column in flat)
    rows = tuple(
        Row(as_is(str(line + 1)), tuple(_cell(column, line) for column in flat))
        for line in range(height)
    )
    foot = Row(say("Final score"), tuple(_final(column) for column in flat))
    return Scoreboard(title, headings, rows, (foot,), notes)


def _cell(column: Column, line: int) -> Cell:
    if line >= len(column.slots):
        return EMPTY
    return Cell(column.slots[line].value, circled=column.slots[line].circled)


def _final(column: Column) -> Cell:
    if column.score is None:
        return EMPTY
    won: Mark = "won" if column.points >= TARGET else "lost"
    return Cell(column.score, marks=(won,))
