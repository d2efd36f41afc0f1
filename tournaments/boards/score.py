"""A board as pages show it: everybody's line, and below it the rounds, a picture and the run of
the game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.plays import POT
from tournaments.boards.event_board import LAST
from tournaments.boards.lines import Line, leader_words, lines, match_words
from tournaments.boards.progress import run_of
from tournaments.web.labels import called
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class FormerGame:
    """An earlier game of a match: "Game 1: Rosa wins by 9", its rounds, and their addresses."""

    title: str
    rounds: Scoreboard
    reports: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Score:
    """`rounds` are the rounds shown, `reports` their addresses, `counted` how many count in all;
    `corner` is the name of a row, `step` what each of them leads through, `title` the name of all.
    `run` is None if it is too short or not wanted. In a match of several games they are those of
    the `game` in play ("Game 2"); `match` is the score in games, `former` are the games before
    it."""

    lines: tuple[Line, ...]
    rounds: Scoreboard
    counted: int
    corner: str
    step: str
    title: str
    hint: str = ""
    whole: bool = True
    picture: Drawing | None = None
    run: list[tuple[str, tuple[int | None, ...]]] | None = None
    reports: Mapping[int, str] = field(default_factory=dict)
    game: str = ""
    match: str = ""
    former: tuple[FormerGame, ...] = ()

    @property
    def last(self) -> int:
        """How many rows of the rounds are shown; 0: all of them."""
        return 0 if self.whole else LAST

    @property
    def older(self) -> bool:
        """Whether there are rounds that are not shown."""
        return not self.whole and self.counted > LAST


def score_of(
    board: EventBoard, address: Callable[[int], str] | None = None, *, whole: bool = True
) -> Score:
    """The score of a board; `address` gives the address of a round by its number; `whole`: with all
    rounds and the run of the game. The whole room's sheet is always whole."""
    *former, now = board.parts
    found = _score_of(now, address, whole=whole)
    if not now.match_game:
        return found
    words, game = called(board.form), now.game_title
    deals = words.singular if found.counted == 1 else words.plural
    title = _("{game}: {number} {deals}").format(game=game, number=found.counted, deals=deals)
    games = tuple(_former_game(one, address) for one in reversed(former))
    return replace(found, title=title, game=game, match=match_words(board), former=games)


def _former_game(board: EventBoard, address: Callable[[int], str] | None) -> FormerGame:
    """An earlier game with all of its rounds."""
    scoreboard = board.scoreboard
    title = _("{game}: {leader}").format(game=board.game_title, leader=leader_words(board))
    reports = _reports(scoreboard, board.tally.counted, address, whole=True) if address else {}
    return FormerGame(title, scoreboard, reports)


def _score_of(board: EventBoard, address: Callable[[int], str] | None, *, whole: bool) -> Score:
    counted = board.tally.counted
    scoreboard = board.scoreboard if whole else board.last_rounds
    leads = address is not None and not board.couples
    everybody = lines(board, scoreboard=scoreboard)
    coins = any(line.coins is not None for line in everybody)
    return Score(
        lines=everybody,
        rounds=scoreboard,
        counted=len(counted),
        corner=translate(board.form.called.row),
        step=translate(board.form.called.title),
        title=_all_of(board, len(counted)),
        hint=_hint(board) if leads else "",
        whole=whole,
        picture=None if coins else board.plays.drawing(board.state),
        run=run_of(board) if whole and len(counted) > 1 else None,
        reports=_reports(scoreboard, counted, address, whole=whole) if leads and address else {},
    )


def _all_of(board: EventBoard, counted: int) -> str:
    """ "All 6 rounds"."""
    words = board.form.called
    text = ngettext("{number} {deal}", "All {number} {deals}", counted)
    return text.format(number=counted, deal=translate(words.one), deals=translate(words.many))


def _hint(board: EventBoard) -> str:
    if board.plays.turns:
        return _("Tap a turn to see it or change it.")
    return _("Tap a round to see it or change it.")


def _reports(
    scoreboard: Scoreboard,
    counted: Sequence[BoardRound],
    address: Callable[[int], str],
    *,
    whole: bool,
) -> dict[int, str]:
    """The addresses of the rounds shown, by their places among those that count."""
    rows = scoreboard.rows if whole else scoreboard.rows[-LAST:]
    shown = {row.report for row in rows} | {cell.report for row in rows for cell in row.cells}
    return {place: address(counted[place - 1].number) for place in shown if place is not None}


def score_for_desk(board: EventBoard, event: Event) -> Score:
    """The score for the host: rounds link to their pages at the desk."""

    def address(number: int) -> str:
        return reverse("event_deal", args=[event.pk, board.set_number, board.table_number, number])

    return score_of(board, address)


def pot_words(board: EventBoard) -> tuple[str, str] | None:
    """How much lies in the pot, and the words for it: ("11", "in the pot"). None if there is no
    pot, or if the note of the round mentions it."""
    if board.ending is not None or board.couples:
        return None
    pot = board.plays.holdings(board.state).get(board.plays.unit, {}).get(POT, 0)
    if not pot or str(pot) in translate(board.plays.note_before(board.standing)):
        return None
    return str(pot), _("in the pot")
