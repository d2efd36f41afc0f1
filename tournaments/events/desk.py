"""The host's desk: what is missing, what can be done now, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.events import strip
from tournaments.events.cards import (
    SitOutRow,
    TableCard,
    board_card,
    in_need_first,
    sit_outs,
    table_cards,
)
from tournaments.events.next_steps import NextStep, before_play, of_boards, of_sets
from tournaments.games import format_of
from tournaments.log.selectors import undo_sentence
from tournaments.models import Event, Seating
from tournaments.people.reads import head_count
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import pads
from tournaments.scoring.progress import PadNow, RoundPage, is_over, pad_now, round_page, running
from tournaments.words import role_words, set_word

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats import Format


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
    marks: tuple[strip.Mark, ...] = ()  # the rounds so far
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
        marks=strip.of_sets(event, seating.set_number, goes_on=after.code == "wait"),
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
        marks=strip.of_board(event, found[0]) if len(found) == 1 else (),
        next_step=step or of_boards(found, page, now),
        unfinished=event.state == Event.State.PLAYING and not is_over(found),
    )


def _in_order(found: tuple[Pad, ...]) -> list[Pad]:
    """The pads of tables: the final table first, then those that play on."""
    return sorted(
        found, key=lambda pad: (-pad.set_number, pad.ending is not None, pad.table_number)
    )
