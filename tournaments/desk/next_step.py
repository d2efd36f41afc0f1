"""The one next step of the desk: what can be done now, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.boards.by_keeping import ByKeeping
from tournaments.models import Event
from tournaments.scores.progress import is_over, missing_words
from tournaments.web.labels import called
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.functional import _StrPromise

    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import EventBoard
    from tournaments.desk.table_cards import TableCard
    from tournaments.models import Seating
    from tournaments.scores.progress import BoardSummary, RoundPage


StepCode = Literal[
    "people", "draw", "publish", "enter", "wait", "roll", "final", "draw_next", "finish", "finished"
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """The host's next step; `reasons` say why not yet, one sentence each. `board` is the board that
    the step is about."""

    code: StepCode
    text: str
    reasons: tuple[str, ...] = ()
    board: EventBoard | None = None


def before_play(
    event: Event, format: Format, entered: tuple[int, int], *, draft: int, begun: bool
) -> NextStep | None:
    """The steps that are the same in every format; None once play goes on. `entered`: how many
    people there are, and how many of them have no role yet. `draft`: the set of the drawn seats."""
    people, unmarked = entered
    if event.state == Event.State.FINISHED:
        return NextStep("finished", _("The evening is over."))
    words = _WORDS(format)
    if draft:
        return NextStep("publish", str(words.publish).format(set=draft))
    if not begun and people < format.tables.fewest:
        return NextStep("people", _("Enter the people who play"))
    if not begun and unmarked:
        return NextStep("people", str(words.mark))
    if not begun:
        return NextStep("draw", str(words.draw))
    return None


@dataclass(frozen=True, slots=True)
class _StepTexts:
    """The texts of the steps before play, translated when they are shown."""

    publish: _StrPromise
    mark: _StrPromise
    draw: _StrPromise


_ROLE = gettext_lazy("Mark everybody’s role")
_OF_SETS = _StepTexts(
    publish=gettext_lazy("Show the seats of set {set}"),
    mark=_ROLE,
    draw=gettext_lazy("Draw the first seats"),
)
_LASTING = _StepTexts(
    publish=gettext_lazy("Look at the seats and begin"),
    mark=_ROLE,
    draw=gettext_lazy("Draw the seats"),
)
_WORDS = ByKeeping(
    table=_LASTING,
    set=_OF_SETS,
    hands=_OF_SETS,
    room=replace(_LASTING, mark=gettext_lazy("Mark everybody’s team")),
)


def of_sets(format: Format, seating: Seating, cards: Sequence[TableCard]) -> NextStep:
    """The next step of a drive: draw the next set, or end the evening after the last one."""
    blocked = _blocked(format, cards)
    if seating.set_number == format.length.sets:
        return NextStep("wait" if blocked else "finish", _("Finish the evening"), blocked)
    text = _("Draw set {set}").format(set=seating.set_number + 1)
    return NextStep("wait" if blocked else "draw_next", text, blocked)


def of_tables(boards: tuple[EventBoard, ...], cards: Sequence[BoardSummary]) -> NextStep:
    """The next step of tables that keep boards for the evening."""
    waits = _agreements(boards)
    return _end_of(boards, waits) or _table_step(boards, cards, waits)


def of_room(boards: tuple[EventBoard, ...], round_page: RoundPage) -> NextStep:
    """The next step of the whole room's board; `round_page` is its round."""
    waits = _agreements(boards)
    return _end_of(boards, waits) or _room_step(boards[0], round_page, waits)


def _end_of(boards: tuple[EventBoard, ...], waits: tuple[str, ...]) -> NextStep | None:
    """To finish the evening, once every game has ended; else None."""
    if not is_over(boards):
        return None
    return NextStep("wait" if waits else "finish", _("Finish the evening"), waits)


def _blocked(format: Format, cards: Sequence[TableCard]) -> tuple[str, ...]:
    reasons = []
    for card in sorted(cards, key=lambda card: card.number):
        missing = card.missing
        if missing:
            text = ngettext(
                "Table {table}: {deals} is missing.", "Table {table}: {deals} are missing.", missing
            )
            deals = translate(missing_words(format, missing))
            reasons.append(text.format(table=card.number, deals=deals))
        elif card.tied:
            text = _("Table {table}: a tie, and no cut yet.")
            reasons.append(text.format(table=card.number))
        if card.agreement:
            text = _("Table {table}: an override needs another player’s agreement.")
            reasons.append(text.format(table=card.number))
    return tuple(reasons)


def _room_step(board: EventBoard, round_page: RoundPage, waits: tuple[str, ...]) -> NextStep:
    """The step of the room's board, with who has not reported yet."""
    names = [
        _("{number}: {names}").format(number=row.number, names=_(" – ").join(row.names))
        for row in round_page.rows
        if row.state == "missing"
    ]
    if not names and not waits:
        text = _("Round {number} needs at least one player in each team")
        return NextStep("roll", text.format(number=round_page.number + 1), (), board)
    text = ngettext(
        "Round {number}: waiting for {count} couple",
        "Round {number}: waiting for {count} couples",
        len(names),
    ).format(number=round_page.number, count=len(names))
    return NextStep("wait", text, (*names, *waits), board)


def _table_step(
    boards: tuple[EventBoard, ...], cards: Sequence[BoardSummary], waits: tuple[str, ...]
) -> NextStep:
    """The step of the tables' boards: which tables play on, or that the winners meet."""
    going = [card for card in cards if card.board.ending is None]
    if not going and not waits:
        return NextStep("final", _("Seat the final table"))
    if len(going) == 1 and not waits:
        text = going[0].entry_label
        if len(boards) > 1 and not going[0].board.playable:
            text = _("{table}: {step}").format(table=going[0].title, step=text)
        elif len(boards) > 1:
            text = _("{table}: enter {deal}").format(
                table=going[0].title, deal=called(going[0].board.format).within(going[0].number)
            )
        return NextStep("enter", text, (), going[0].board)
    text = ngettext("{count} table still playing", "{count} tables still playing", len(going))
    reasons = [
        _("{table}: {deal}").format(
            table=card.title, deal=called(card.board.format).within(card.number)
        )
        for card in going
    ]
    return NextStep("wait", text.format(count=len(going)), (*reasons, *waits))


def _agreements(boards: tuple[EventBoard, ...]) -> tuple[str, ...]:
    """Overrides that wait for another player's agreement, each as a sentence."""
    text = _("{place}: an override needs another player’s agreement.")
    return tuple(
        text.format(place=translate(_place(board, report, alone=len(boards) == 1)))
        for board in boards
        for board_round in board.rounds
        for report in board_round.reports
        if report.pending
    )


def _place(board: EventBoard, report: DealReport, *, alone: bool) -> Phrase:
    """Return the place of a report: "Round 3, place 2"."""
    at = (report.set_number, report.table_number, report.deal)
    return board.format.labels.place(*at, alone=alone)
