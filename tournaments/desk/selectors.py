"""The host's desk: what is missing, what can be done now and why not yet, and the one next step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.drive import head_count
from tournaments.boards.pad import Pad
from tournaments.boards.pads import pads
from tournaments.boards.progress import PadNow, RoundPage, is_over, pad_now, round_page, running
from tournaments.desk import table_cards as round_strip
from tournaments.desk.table_cards import (
    SitOutRow,
    TableCard,
    board_card,
    in_need_first,
    sit_outs,
    table_cards,
)
from tournaments.log.selectors import undo_sentence
from tournaments.models import Event, Seating
from tournaments.models.event_games import format_of
from tournaments.web.labels import called, role_words, set_word, translate

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from rulesets.engine.text import Words
    from rulesets.formats import Format
    from tournaments.boards.pad import Pad, ReportLine
    from tournaments.desk.table_cards import TableCard
    from tournaments.models import Seating


StepCode = Literal[
    "people", "draw", "publish", "enter", "wait", "roll", "final", "draw_next", "finish", "finished"
]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the host can do next; `reasons` say why not yet, one sentence each. `pad`: of which
    pad the step is."""

    code: StepCode
    text: str
    reasons: tuple[str, ...] = ()
    pad: Pad | None = None


def before_play(
    event: Event, form: Format, entered: tuple[int, int], *, draft: int, begun: bool
) -> NextStep | None:
    """The steps that are alike in every format; None once play goes on. `entered`: people, and
    those of them who have no role yet. `draft`: the set of the seats that are drawn."""
    people, unmarked = entered
    if event.state == Event.State.FINISHED:
        return NextStep("finished", _("The evening is over."))
    if draft and form.lasts:
        return NextStep("publish", _("Look at the seats and begin"))
    if draft:
        return NextStep("publish", _("Show the seats of set {set}").format(set=draft))
    if not begun and people < (form.game.plays.players[0] if form.lasts else form.width):
        return NextStep("people", _("Enter the people who play"))
    if not begun and unmarked:
        text = _("Mark everybody’s team") if form.lasts else _("Mark everybody’s role")
        return NextStep("people", text)
    if not begun:
        return NextStep("draw", _("Draw the seats") if form.lasts else _("Draw the first seats"))
    return None


def of_sets(form: Format, seating: Seating, cards: Sequence[TableCard]) -> NextStep:
    """After a set the next one is drawn; the last one ends the evening."""
    blocked = _blocked(cards)
    if seating.set_number == form.seatings:
        return NextStep("wait" if blocked else "finish", _("Finish the evening"), blocked)
    text = _("Draw the seats of set {set}").format(set=seating.set_number + 1)
    return NextStep("wait" if blocked else "draw_next", text, blocked)


def of_boards(
    found: tuple[Pad, ...], shown: RoundPage | None, cards: tuple[PadNow, ...]
) -> NextStep:
    """Boards that last are played to their end: the room's (`shown`: its round), or the tables'."""
    waits = _agreements(found)
    if is_over(found):
        return NextStep("wait" if waits else "finish", _("Finish the evening"), waits)
    if shown is not None:
        return _room_step(found[0], shown, waits)
    return _table_step(found, cards, waits)


def _blocked(cards: Sequence[TableCard]) -> tuple[str, ...]:
    reasons = []
    for card in sorted(cards, key=lambda card: card.number):
        missing = card.missing
        if missing:
            text = ngettext(
                "Table {table}: one hand is missing.",
                "Table {table}: {missing} hands are missing.",
                missing,
            )
            reasons.append(text.format(table=card.number, missing=missing))
        elif card.tied:
            text = _("Table {table}: a tie, and the cut is missing.")
            reasons.append(text.format(table=card.number))
        if card.agreement:
            text = _("Table {table}: an override waits for another player’s agreement.")
            reasons.append(text.format(table=card.number))
    return tuple(reasons)


def _room_step(pad: Pad, shown: RoundPage, waits: tuple[str, ...]) -> NextStep:
    """Who has not called out yet."""
    names = [
        _("{number}: {names}").format(number=row.number, names=_(" – ").join(row.names))
        for row in shown.rows
        if row.state == "missing"
    ]
    if not names and not waits:
        text = _("Round {number} waits until both teams have somebody to play it")
        return NextStep("roll", text.format(number=shown.number + 1), (), pad)
    text = ngettext(
        "Round {number}: waiting for {count} couple",
        "Round {number}: waiting for {count} couples",
        len(names),
    ).format(number=shown.number, count=len(names))
    return NextStep("wait", text, (*names, *waits), pad)


def _table_step(
    found: tuple[Pad, ...], cards: tuple[PadNow, ...], waits: tuple[str, ...]
) -> NextStep:
    """Which tables play on, or that the last ones meet."""
    going = [card for card in cards if card.pad.ending is None]
    if not going and not waits:
        return NextStep("final", _("Seat the final table"))
    if len(going) == 1 and not waits:
        text = going[0].entering
        if len(found) > 1 and not going[0].pad.playable:
            text = _("{table}: {step}").format(table=going[0].title, step=text)
        elif len(found) > 1:
            text = _("{table}: enter {deal}").format(
                table=going[0].title, deal=called(going[0].pad.form).within(going[0].number)
            )
        return NextStep("enter", text, (), going[0].pad)
    text = ngettext("{count} table plays on", "{count} tables play on", len(going))
    reasons = [
        _("{table}: {deal}").format(
            table=card.title, deal=called(card.pad.form).within(card.number)
        )
        for card in going
    ]
    return NextStep("wait", text.format(count=len(going)), (*reasons, *waits))


def _agreements(found: tuple[Pad, ...]) -> tuple[str, ...]:
    """Overrides that wait for another player, each as a sentence."""
    text = _("{place}: an override waits for another player’s agreement.")
    return tuple(
        text.format(place=translate(_place(pad, line, alone=len(found) == 1)))
        for pad in found
        for one in pad.rounds
        for line in one.lines
        if line.pending
    )


def _place(pad: Pad, line: ReportLine, *, alone: bool) -> Words:
    """Where a report is: "Round 3, place 2"."""
    return pad.form.place(line.set_number, line.table_number, line.deal, alone=alone)


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk. A part that the format has no use for is empty: the number of the
    set in play; the `room` with its `round`; the `cards` of all tables."""

    version: int
    state: str
    people: int
    present: int
    next_step: NextStep
    undo: tuple[int, str] | None  # the line of the log that `undo_last` expects, as a sentence too
    open_disputes: int
    round_ends_at: datetime | None
    cards: tuple[TableCard, ...] = ()  # of a set, what is missing first
    unfinished: bool = False  # play has begun and has not ended
    marks: tuple[round_strip.Mark, ...] = ()  # the rounds so far
    unmarked: int = 0  # people without a role, or a team
    # of sets
    set_number: int = 0  # 0 before the first set
    set_name: str = ""
    sets_total: int = 0
    sit_outs: tuple[SitOutRow, ...] = ()
    # of boards that last
    teams: tuple[tuple[str, int], ...] = ()  # what a team is called, how many are in it
    room: Pad | None = None
    round: RoundPage | None = None
    pads: tuple[PadNow, ...] = ()  # of tables that keep a board each

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables with hands or a cut still to come."""
        open_ = ("empty", "partial", "cut")
        return tuple(sorted(card.number for card in self.cards if card.state in open_))

    @property
    def done(self) -> int:
        """How many tables of the set have nothing to do any more."""
        return sum(card.state == "done" for card in self.cards)


def desk(event: Event) -> Desk:
    """The desk of an event in any state. A fixed number of queries."""
    form, (entered, here) = format_of(event), head_count(event)
    shown = Desk(
        version=event.version,
        state=event.state,
        people=entered.total(),
        present=here,
        next_step=NextStep("finished", ""),
        undo=undo_sentence(event),
        open_disputes=event.disputes.filter(decided_at=None).count(),
        round_ends_at=event.round_ends_at,
        unmarked=entered[""] if form.roles else 0,
    )
    if not form.lasts:
        return _of_sets(event, form, shown)
    words = role_words(event)
    shown = replace(shown, teams=tuple((words[team], entered[team]) for team in form.roles))
    return _of_boards(event, form, shown)


def _of_sets(event: Event, form: Format, shown: Desk) -> Desk:
    """The set in play: its tables, who sits out, and the draw of the next one."""
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    seating = published.order_by("-set_number").first()
    drafts = event.seatings.filter(state=Seating.State.DRAFT)
    drawn = drafts.values_list("set_number", flat=True).first() or 0
    step = before_play(
        event, form, (shown.people, shown.unmarked), draft=drawn, begun=seating is not None
    )
    shown = replace(shown, sets_total=form.seatings)
    if seating is None:
        return replace(shown, next_step=step or shown.next_step)
    cards = table_cards(event, seating)
    after = of_sets(form, seating, cards)
    return replace(
        shown,
        set_number=seating.set_number,
        set_name=_(set_word(form, seating.set_number)),
        cards=cards,
        sit_outs=sit_outs(event, seating),
        next_step=step or after,
        marks=round_strip.of_sets(event, seating.set_number, goes_on=after.code == "wait"),
        unfinished=event.state == Event.State.PLAYING and (step or after).code != "finish",
    )


def _of_boards(event: Event, form: Format, shown: Desk) -> Desk:
    """Boards that last the evening: the room's round, or a card for each table."""
    found = pads(event)
    room = found[0] if found and form.room else None
    page = round_page(room, running(room)) if room else None
    now = () if form.room else tuple(pad_now(pad) for pad in _in_order(found))
    draft = event.seatings.filter(state=Seating.State.DRAFT).exists()
    step = before_play(
        event, form, (shown.people, shown.unmarked), draft=int(draft), begun=bool(found)
    )
    return replace(
        shown,
        room=room,
        round=page,
        cards=in_need_first([board_card(one) for one in now]),
        pads=now,
        marks=round_strip.of_board(event, found[0]) if len(found) == 1 else (),
        next_step=step or of_boards(found, page, now),
        unfinished=event.state == Event.State.PLAYING and not is_over(found),
    )


def _in_order(found: tuple[Pad, ...]) -> list[Pad]:
    """The pads of tables: the final table first, then those that play on."""
    return sorted(
        found, key=lambda pad: (-pad.set_number, pad.ending is not None, pad.table_number)
    )
