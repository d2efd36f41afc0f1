"""A score pad as pages show it: everybody's line, and below it the rounds, a picture and the run of
the game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.plays import POT
from tournaments.boards.lines import Line, leader_words, lines, match_words
from tournaments.boards.pad import LAST
from tournaments.boards.progress import run_of
from tournaments.web.labels import called
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.boards.pad import Pad, PadRound
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
    run: list[tuple[str, list[int]]] | None = None
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


def score_of(pad: Pad, address: Callable[[int], str] | None = None, *, whole: bool = True) -> Score:
    """The score of a pad; `address` gives the address of a round by its number; `whole`: with all
    rounds and the run of the game. The whole room's sheet is always whole."""
    *former, now = pad.parts
    found = _score_of(now, address, whole=whole)
    if not now.match_game:
        return found
    words, game = called(pad.form), now.game_title
    deals = words.singular if found.counted == 1 else words.plural
    title = _("{game}: {number} {deals}").format(game=game, number=found.counted, deals=deals)
    games = tuple(_former_game(one, address) for one in reversed(former))
    return replace(found, title=title, game=game, match=match_words(pad), former=games)


def _former_game(pad: Pad, address: Callable[[int], str] | None) -> FormerGame:
    """An earlier game with all of its rounds."""
    board = pad.board
    title = _("{game}: {leader}").format(game=pad.game_title, leader=leader_words(pad))
    reports = _reports(board, pad.tally.counted, address, whole=True) if address else {}
    return FormerGame(title, board, reports)


def _score_of(pad: Pad, address: Callable[[int], str] | None, *, whole: bool) -> Score:
    counted = pad.tally.counted
    board = pad.board if whole else pad.last_rounds
    leads = address is not None and not pad.couples
    everybody = lines(pad, board=board)
    coins = any(line.coins is not None for line in everybody)
    return Score(
        lines=everybody,
        rounds=board,
        counted=len(counted),
        corner=translate(pad.form.called.row),
        step=translate(pad.form.called.title),
        title=_all_of(pad, len(counted)),
        hint=_hint(pad) if leads else "",
        whole=whole,
        picture=None if coins else pad.plays.drawing(pad.state),
        run=run_of(pad) if whole and len(counted) > 1 else None,
        reports=_reports(board, counted, address, whole=whole) if leads and address else {},
    )


def _all_of(pad: Pad, counted: int) -> str:
    """ "All 6 rounds"."""
    words = pad.form.called
    text = ngettext("{number} {deal}", "All {number} {deals}", counted)
    return text.format(number=counted, deal=translate(words.one), deals=translate(words.many))


def _hint(pad: Pad) -> str:
    if pad.plays.turns:
        return _("Tap a turn to see it or change it.")
    return _("Tap a round to see it or change it.")


def _reports(
    board: Scoreboard, counted: Sequence[PadRound], address: Callable[[int], str], *, whole: bool
) -> dict[int, str]:
    """The addresses of the rounds shown, by their places among those that count."""
    rows = board.rows if whole else board.rows[-LAST:]
    shown = {row.report for row in rows} | {cell.report for row in rows for cell in row.cells}
    return {place: address(counted[place - 1].number) for place in shown if place is not None}


def score_for_desk(pad: Pad, event: Event) -> Score:
    """The score for the host: rounds link to their pages at the desk."""

    def address(number: int) -> str:
        return reverse("event_deal", args=[event.pk, pad.set_number, pad.table_number, number])

    return score_of(pad, address)


def pot_words(pad: Pad) -> tuple[str, str] | None:
    """How much lies in the pot, and the words for it: ("11", "in the pot"). None if there is no
    pot, or if the note of the round mentions it."""
    if pad.ending is not None or pad.couples:
        return None
    pot = pad.plays.holdings(pad.state).get(pad.plays.unit, {}).get(POT, 0)
    if not pot or str(pot) in translate(pad.plays.note_before(pad.standing)):
        return None
    return str(pot), _("in the pot")
