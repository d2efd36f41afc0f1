"""The headline of the desk, and the one next step: what can be done now, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.lines import leader_words
from tournaments.boards.progress import ending_words, is_over, missing_words
from tournaments.models import Event
from tournaments.web.labels import called, set_own_name
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.engine.text import Phrase
    from rulesets.formats import Format
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.progress import BoardSummary, RoundPage
    from tournaments.desk.table_cards import TableCard
    from tournaments.models import Seating


MOST_NAMED = 5  # up to so many tables are named in a sentence

StepCode = Literal[
    "people", "draw", "publish", "enter", "wait", "roll", "final", "draw_next", "finish", "finished"
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the host can do next; `reasons` say why not yet, one sentence each. `board` is the board
    that the step is about."""

    code: StepCode
    text: str
    reasons: tuple[str, ...] = ()
    board: EventBoard | None = None


def before_play(
    event: Event, form: Format, entered: tuple[int, int], *, draft: int, begun: bool
) -> NextStep | None:
    """The steps that are the same in every format; None once play goes on. `entered`: how many
    people there are, and how many of them have no role yet. `draft`: the set of the drawn seats."""
    people, unmarked = entered
    if event.state == Event.State.FINISHED:
        return NextStep("finished", _("The evening is over."))
    again = form.redraws
    if draft:
        text = _("Show the seats of set {set}") if again else _("Look at the seats and begin")
        return NextStep("publish", text.format(set=draft))
    if not begun and people < form.fewest:
        return NextStep("people", _("Enter the people who play"))
    if not begun and unmarked:
        text = _("Mark everybody’s team") if form.teams else _("Mark everybody’s role")
        return NextStep("people", text)
    if not begun:
        return NextStep("draw", _("Draw the first seats") if again else _("Draw the seats"))
    return None


def of_sets(form: Format, seating: Seating, cards: Sequence[TableCard]) -> NextStep:
    """The next step of a drive: draw the next set, or end the evening after the last one."""
    blocked = _blocked(form, cards)
    if seating.set_number == form.seatings:
        return NextStep("wait" if blocked else "finish", _("Finish the evening"), blocked)
    text = _("Draw the seats of set {set}").format(set=seating.set_number + 1)
    return NextStep("wait" if blocked else "draw_next", text, blocked)


def of_boards(
    boards: tuple[EventBoard, ...], round_page: RoundPage | None, cards: tuple[BoardSummary, ...]
) -> NextStep:
    """The next step of boards that last: of the room's board (`round_page` is its round), or of the
    tables' own."""
    waits = _agreements(boards)
    if is_over(boards):
        return NextStep("wait" if waits else "finish", _("Finish the evening"), waits)
    if round_page is not None:
        return _room_step(boards[0], round_page, waits)
    return _table_step(boards, cards, waits)


def _blocked(form: Format, cards: Sequence[TableCard]) -> tuple[str, ...]:
    reasons = []
    for card in sorted(cards, key=lambda card: card.number):
        missing = card.missing
        if missing:
            text = ngettext(
                "Table {table}: {deals} is missing.", "Table {table}: {deals} are missing.", missing
            )
            deals = translate(missing_words(form, missing))
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
    boards: tuple[EventBoard, ...], cards: tuple[BoardSummary, ...], waits: tuple[str, ...]
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
                table=going[0].title, deal=called(going[0].board.form).within(going[0].number)
            )
        return NextStep("enter", text, (), going[0].board)
    text = ngettext("{count} table still playing", "{count} tables still playing", len(going))
    reasons = [
        _("{table}: {deal}").format(
            table=card.title, deal=called(card.board.form).within(card.number)
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
        for one in board.rounds
        for report in one.reports
        if report.pending
    )


def _place(board: EventBoard, report: DealReport, *, alone: bool) -> Phrase:
    """Where a report is: "Round 3, place 2"."""
    return board.form.place(report.set_number, report.table_number, report.deal, alone=alone)


@dataclass(frozen=True, slots=True)
class Headline:
    """The headline of the desk: where the evening stands, and how many of `total` are `done`."""

    text: str
    words: str = ""
    done: int = 0
    total: int = 0

    @property
    def bar(self) -> tuple[bool, ...]:
        """One value for each of them, those that are done first."""
        return tuple(number < self.done for number in range(self.total))


def headline_of_sets(form: Format, number: int, cards: Sequence[TableCard]) -> Headline:
    """How many tables of a set are done, and who plays on."""
    done = sum(card.state == "done" for card in cards)
    text = ngettext(
        "Set {number} · {done} of {total} table done",
        "Set {number} · {done} of {total} tables done",
        len(cards),
    ).format(number=number, done=done, total=len(cards))
    name = set_own_name(form, number)
    words = (name and _("{name}.").format(name=name), _who_plays(cards) or _who_agrees(cards))
    return Headline(text, " ".join(filter(None, words)), done, len(cards))


def headline_of_boards(boards: Sequence[BoardSummary], cards: Sequence[TableCard]) -> Headline:
    """Where the tables stand; if there is only one, its round and who deals."""
    now = boards[0]  # the final table, or the only one
    if now.ending and (len(boards) == 1 or now.is_final):
        return Headline(_("The game is over"), now.ending)
    if len(boards) == 1:
        text = (
            called(now.board.form).numbered(now.number) if now.board.playable else now.entry_label
        )
        return Headline(text, leader_words(now.board))
    done = sum(card.over for card in cards)
    text = _("{done} of {total} tables done").format(done=done, total=len(cards))
    return Headline(text, _who_plays(cards), done, len(cards))


def headline_of_room(board: EventBoard, round_page: RoundPage) -> Headline:
    """How many couples have reported, and how the teams stand."""
    totals = zip(board.scorers, board.plays.totals(board.state), strict=True)
    stand = ", ".join(f"{name} {total}" for name, total in totals)
    if board.ending is not None:
        return Headline(_("The game is over"), ending_words(board))
    text = _("Round {number} · {done} of {total} couples in")
    filled = text.format(number=round_page.number, done=round_page.done, total=len(round_page.rows))
    return Headline(filled, stand, round_page.done, len(round_page.rows))


def headline_before(people: int, unmarked: int) -> Headline:
    """Who is there before the first deal."""
    words = ngettext("{n} person so far", "{n} people so far", people).format(n=people)
    if unmarked:
        words += " · " + ngettext("{n} not marked yet", "{n} not marked yet", unmarked).format(
            n=unmarked
        )
    return Headline(_("Getting ready"), words)


def _who_agrees(cards: Sequence[TableCard]) -> str:
    """How many of the tables that have reported everything are not done all the same."""
    left = sum(card.state != "done" for card in cards)
    if not left:
        return ""
    return ngettext(
        "Everything is in; {n} table has not agreed yet.",
        "Everything is in; {n} tables have not agreed yet.",
        left,
    ).format(n=left)


def _who_plays(cards: Sequence[TableCard]) -> str:
    """Which tables play on; if there are many, only how many."""
    going = sorted(card.number for card in cards if card.open)
    if not going:
        return ""
    if len(going) > MOST_NAMED:
        return _("{n} tables are still playing.").format(n=len(going))
    return ngettext(
        "Table {tables} is still playing.", "Tables {tables} are still playing.", len(going)
    ).format(tables=and_list([str(number) for number in going]))
