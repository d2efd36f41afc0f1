"""A board as pages show it: everybody's line, and below it the rounds, a picture and the run of
the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.event_board import LAST
from tournaments.scores.books import FIRST, rounds_in_parts
from tournaments.scores.lines import Line, leader_words, lines, match_words
from tournaments.scores.progress import run_of
from tournaments.web.labels import called
from tournaments.web.paging import PageRequest
from tournaments.web.wording import BOTH, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rulesets.drawing.scoreboard import Row, Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.models import Event
    from tournaments.web.paging import ListPage


@dataclass(frozen=True, slots=True)
class FormerGame:
    """An earlier game of a match: "Game 1: Rosa wins by 9", its rounds, and their addresses."""

    title: str
    rounds: Scoreboard
    reports: Mapping[int, str]


@dataclass(frozen=True)
class Score:
    """`counted` is how many rounds count in all, `shown` those of a page (None: the last few);
    `corner` is the name of a row, `step` what each of them leads through, `title` the name of all,
    `both` that of two, and `later` that of more, {n} of them.
    `run` is None if it is too short or not wanted, and begins before round `run_first`. `part` says
    which rows of all are shown (None: the last few rounds). In a match of several games they are
    those of the `game` in play ("Game 2"); `match` is the score in games, `former` are the games
    before it."""

    board: EventBoard
    lines: tuple[Line, ...]
    counted: int
    corner: str
    step: str
    title: str
    both: str
    later: str
    address: Callable[[int], str] | None = None
    shown: Scoreboard | None = None
    hint: str = ""
    part: ListPage[int] | None = None
    picture: Drawing | None = None
    run: list[tuple[str, tuple[int | None, ...]]] | None = None
    run_first: int = 0
    game: str = ""
    match: str = ""
    former: tuple[FormerGame, ...] = ()

    @cached_property
    def rounds(self) -> Scoreboard:
        """The rounds shown; the last few are only read where they are."""
        return self.board.last_rounds if self.shown is None else self.shown

    @property
    def reports(self) -> Mapping[int, str]:
        """The addresses of the rounds shown, by their places among those that count."""
        if self.address is None:
            return {}
        counted = self.board.tally.counted
        return _reports(self.rounds, counted, self.address, whole=self.part is not None)

    @property
    def best(self) -> str:
        """Which scores of a round are the best, the "high" or the "low" ones; "" where they do not
        decide the game."""
        plays = self.board.plays
        return "" if plays.turns or plays.ranking(self.board.state) else plays.wins

    @property
    def last(self) -> int:
        """How many rows of the rounds are shown; 0: all of them."""
        return LAST if self.part is None else 0

    @property
    def older(self) -> bool:
        """Whether there are rounds that are not shown."""
        return self.part is None and self.counted > LAST


def score_of(
    board: EventBoard,
    address: Callable[[int], str] | None = None,
    page_request: PageRequest | None = FIRST,
    **also: str,
) -> Score:
    """The score of a board.
    `address` gives the address of a round by its number. `page_request` is the page of its rows and
    of the run of the game (None: only the last rounds); `also` is added to the address of every
    page. The sheet of a whole room is always whole."""
    *former, now = board.parts
    score = _score_of(now, address, page_request, also)
    if not now.match_game:
        return score
    words, game = called(board.format), now.game_title
    deals = words.singular if score.counted == 1 else words.plural
    text = _("{game}: {number} {deals}")
    title = text.format(game=game, number=score.counted, deals=deals)
    both, later = (
        text.format(game=game, number=number, deals=words.plural) for number in (BOTH, "{n}")
    )
    games = tuple(_former_game(part, address) for part in reversed(former))
    named = replace(score, title=title, both=both, later=later, game=game, match=match_words(board))
    return replace(named, former=games)


def _former_game(board: EventBoard, address: Callable[[int], str] | None) -> FormerGame:
    """An earlier game with all of its rounds."""
    scoreboard = board.scoreboard
    title = _("{game}: {leader}").format(game=board.game_title, leader=leader_words(board))
    reports = _reports(scoreboard, board.tally.counted, address, whole=True) if address else {}
    return FormerGame(title, scoreboard, reports)


def _score_of(
    board: EventBoard,
    address: Callable[[int], str] | None,
    page_request: PageRequest | None,
    also: Mapping[str, str],
) -> Score:
    counted = board.tally.counted
    everybody, leads = lines(board), address is not None and not board.is_sheet
    page, part, first, last = None, None, 0, 0
    if page_request is not None:
        page, part = _rows_in_parts(board, page_request, also)
        first, last = _rounds_on(board, page, part)
    coins = any(line.coins is not None for line in everybody)
    return Score(
        board=board,
        lines=everybody,
        counted=len(counted),
        corner=translate(board.format.labels.deal.row),
        step=translate(board.format.labels.deal.title),
        title=_all_of(board, len(counted), str(len(counted))),
        both=_all_of(board, BOTH, ""),
        later=_all_of(board, len(counted) + BOTH + 1, "{n}"),
        address=address if leads else None,
        shown=page,
        hint=_hint(board) if leads else "",
        part=part,
        picture=None if coins else board.plays.drawing(board.state),
        run=run_of(board, first, last) if last > first + 1 else None,
        run_first=first,
    )


def _rows_in_parts(
    board: EventBoard, page_request: PageRequest, also: Mapping[str, str]
) -> tuple[Scoreboard, ListPage[int]]:
    """The rows of that page of the scoreboard, and their places. Where rows are rounds, only
    these are read."""
    counted = len(board.tally.counted)
    if board.plays.turns or board.is_sheet:
        scoreboard = board.scoreboard
        page_request = PageRequest(is_whole=True) if board.is_sheet else page_request
        part = rounds_in_parts(range(len(scoreboard.rows), 0, -1), page_request, **also)
        rows = scoreboard.rows[part.lines[-1] - 1 : part.lines[0]] if part.lines else ()
        return replace(scoreboard, rows=rows), part
    part = rounds_in_parts(range(counted, 0, -1), page_request, **also)
    first, last = (part.lines[-1] - 1, part.lines[0]) if part.lines else (0, counted)
    return board.scoreboard_of(first, last), part


def _rounds_on(board: EventBoard, scoreboard: Scoreboard, part: ListPage[int]) -> tuple[int, int]:
    """From which to before which of the rounds that count this part of the rows goes."""
    reports = [report for row in scoreboard.rows for report in _reports_of(row)]
    if part.pages == 1 or not reports:
        return 0, len(board.tally.counted)
    return min(reports) - 1, max(reports)


def _reports_of(row: Row) -> Iterator[int]:
    """The reports that a row and its cells stand for."""
    for report in (row.report, *(cell.report for cell in row.cells)):
        if report is not None:
            yield report


def _all_of(board: EventBoard, counted: int, number: str) -> str:
    """ "All 6 rounds", or "Both rounds"; `number` is the "6" in it."""
    words = board.format.labels.deal
    text = ngettext("{number} {deal}", "All {number} {deals}", counted)
    if counted == BOTH:
        text = _("Both {deals}")
    return text.format(number=number, deal=translate(words.one), deals=translate(words.many))


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
    places = {report for row in rows for report in _reports_of(row)}
    return {place: address(counted[place - 1].number) for place in places}


def score_for_desk(board: EventBoard, event: Event, page_request: PageRequest = FIRST) -> Score:
    """The score for the host: rounds link to their pages at the desk."""

    def address(number: int) -> str:
        return reverse("event_deal", args=[event.pk, board.set_number, board.table_number, number])

    return score_of(board, address, page_request)


def pot_words(board: EventBoard) -> tuple[str, str] | None:
    """How much lies in the pot, and the words for it: ("11", "in the pot"). None if there is no
    pot, or if the note of the round mentions it."""
    pot = 0 if board.ending is not None else board.pot
    if not pot or str(pot) in translate(board.plays.note_before(board.standing)):
        return None
    return str(pot), _("in the pot")
