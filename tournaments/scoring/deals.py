"""One deal as the desk shows it: a hand of a set, a round of a board, a couple's part of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.forms import message
from tournaments.games import drive_of, format_of
from tournaments.models import Event
from tournaments.scoring.answers import answers_in_words
from tournaments.scoring.coming import coming
from tournaments.scoring.pad import Line
from tournaments.scoring.places import moved_in, place_at, report_words, row_in, troubles_in
from tournaments.scoring.progress import line_state
from tournaments.scoring.report_form import ReportForm, final_fields, report_fields, seated
from tournaments.scoring.table_page import table_page
from tournaments.words import said, set_word, table_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.formats import Format
    from rulesets.plays import Plays, State
    from rulesets.problems import Problem
    from tournaments.scoring.answers import Answered
    from tournaments.scoring.books import Stake
    from tournaments.scoring.coming import Coming
    from tournaments.scoring.places import ReportPlace
    from tournaments.scoring.table_page import HandState, TablePage


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal and what was reported of it.

    `number` is the deal as people count it; `names` and `people` are who sits there, by chair;
    `open`: somebody may report it now. `hand` is a hand of a set; `at` the place on a board that
    lasts, None where each report stands by itself.
    """

    form: Format
    number: int
    line: Line
    names: tuple[str, ...]
    people: tuple[int, ...]
    open: bool
    at: ReportPlace | None = None
    hand: HandState | None = None

    @property
    def plays(self) -> Plays:
        return self.form.game.plays

    @property
    def before(self) -> State:
        """The state that a report is judged on."""
        if self.at is not None:
            return self.at.before
        return self.form.table(self.line.set_number, self.number)

    @property
    def address(self) -> tuple[int, int, int]:
        """The numbers that the addresses of its pages hold."""
        return self.line.set_number, self.line.table_number, self.line.deal

    @property
    def room(self) -> bool:
        """Whether it is a couple's part of a round of the whole room."""
        return self.form.room

    @property
    def name(self) -> str:
        """What it is called at its table: "Hand 2", "Round 3"; the names of a couple."""
        if self.room:
            return _(" – ").join(self.names)
        return said(self.form.called.numbered(self.number))

    @property
    def table_name(self) -> str:
        """Where it is played: "Table 2"; "" for the only one."""
        if self.at is not None:
            return self.at.pad.title
        return table_title(self.form, *self.address[:2])

    @property
    def title(self) -> str:
        """The same for a heading: "Hand 2 of Partners I"."""
        if self.is_last:
            return _("The last deals")
        if self.form.lasts:
            return self.name
        seating = _(set_word(self.form, self.line.set_number))
        return _("{deal} of {seating}").format(deal=self.name, seating=seating)

    @property
    def state(self) -> str:
        return line_state(self.line)

    @property
    def said(self) -> str:
        """What counts now, in words."""
        return self.words(self.line.payload)

    def words(self, payload: dict[str, Any] | None, problems: Sequence[Problem] = ()) -> str:
        """A report in words; `problems` are those that the rules find in it. "" for none."""
        if self.at is not None:
            return report_words(self.at, payload, problems)
        if payload is None:
            return ""
        return said(drive_of(self.form).summary(self.line.set_number, payload, self.number))

    @property
    def is_last(self) -> bool:
        """Whether it is the report that closes the game."""
        return self.at is not None and self.at.is_last

    @property
    def corrects(self) -> bool:
        """Whether consequences are shown first: something stands there, or after it."""
        return self.line.payload is not None or (self.at is not None and self.at.later)

    @property
    def asks_for_last(self) -> bool:
        """Whether nothing but what closes the game can be reported here now."""
        if self.at is None or self.line.payload is not None:
            return False
        return self.at.number == self.at.pad.next_number and not self.at.pad.playable

    @property
    def coming(self) -> Coming | None:
        """What the table is told before it."""
        return coming(self.at.pad, self.before) if self.at is not None else None

    @property
    def answers(self) -> tuple[Answered, ...]:
        """What was reported, question by question."""
        form = self.report_form(final=self.is_last)
        return answers_in_words(form.declared, form.roster, self.line.payload)

    @property
    def points(self) -> list[tuple[str, int]]:
        """What it brought everybody who carries points of their own, by chair."""
        return list(zip(self.names, self.hand.points, strict=False)) if self.hand else []

    @property
    def dealer(self) -> str:
        """Who deals a hand of a set; "" before the table has cut for it."""
        if self.hand is None or self.hand.dealer is None:
            return ""
        return self.names[self.hand.dealer]

    @property
    def moved(self) -> tuple[Stake, ...]:
        """The lines of the books that it brought."""
        if self.at is None:
            return ()
        return moved_in(self.at.pad, self.number, row_in(self.at))

    @property
    def troubles(self) -> list[str]:
        """Why it does not count."""
        if self.at is None:
            return []
        return [message(problem) for problem in troubles_in(self.at.pad, self.number)]

    @property
    def agreers(self) -> list[tuple[int, str]]:
        """Who could agree to an override."""
        return list(zip(self.people, self.names, strict=True))

    def report_form(self, data: Any = None, *, final: bool = False) -> ReportForm:
        """The form of a report: as sent, else with what stands there; `final`: of what closes the
        game."""
        plays, at = self.plays, self.at
        if at is None:
            roster, playing = plays.roster(self.names), None
        else:
            roster = seated(at.pad, self.line)
            playing = None if at.room else (plays.closing if final else plays.playing)(self.before)
        asked = final_fields if final else report_fields
        return ReportForm(
            data,
            fields=asked(plays, self.before),
            roster=roster,
            playing=playing,
            payload=self.line.payload,
            final=final,
        )


def deal_at(event: Event, set_number: int, table_number: int, deal: int) -> Deal | None:
    """The deal of an address, or None if there is no such."""
    if format_of(event).lasts:
        at = place_at(event, set_number, table_number, deal)
        return None if at is None else of_board(at, format_of(event))
    shown = table_page(event, table_number, set_number)
    found = deals_of(event, shown) if shown is not None else ()
    return next((one for one in found if one.number == deal), None)


def of_board(at: ReportPlace, form: Format) -> Deal:
    """A deal of a board that lasts."""
    pad, line = at.pad, at.line
    people = tuple(pad.entry_ids[place] for place in line.chairs)
    return Deal(form, at.number, line, at.names, people, at.open, at)


def deals_of(event: Event, shown: TablePage) -> tuple[Deal, ...]:
    """The hands of a table's set."""
    form = format_of(event)
    names = tuple(chair.name for chair in shown.chairs)
    people = tuple(chair.entry_id for chair in shown.chairs)
    going = event.state == Event.State.PLAYING
    return tuple(
        Deal(form, hand.deal, _line(shown, hand), names, people, going, hand=hand)
        for hand in shown.hands
    )


def _line(shown: TablePage, hand: HandState) -> Line:
    return Line(
        table_id=shown.table_id,
        table_number=shown.number,
        set_number=shown.set_number,
        deal=hand.deal,
        chairs=tuple(chair.index for chair in shown.chairs),
        payload=hand.payload,
        revision=hand.revision,
        report_id=hand.report_id,
        author=hand.author,
        accepted=hand.accepted,
        allowed=(),
        reason=hand.reason,
        pending_id=hand.pending_id,
        disputed=hand.state == "disputed",
    )
