"""The deal that a form is about: a hand of a set, a round of a table's game, a couple's round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext as _

from rulesets.roster import Roster
from tournaments.errors import refusal
from tournaments.games import drive_in, format_of
from tournaments.phones.blocks import Both
from tournaments.phones.sent import deal_in
from tournaments.scoring.answers import answers_in_words
from tournaments.scoring.consequences import new_line
from tournaments.scoring.judging import no_such_deal
from tournaments.scoring.pads import line_at, pad_at
from tournaments.scoring.progress import couple_words
from tournaments.scoring.report_form import ReportForm, final_fields, report_fields, seated
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from django.http import QueryDict

    from rulesets.fields import Field
    from rulesets.plays import State
    from tournaments.errors import Conflict
    from tournaments.models import Event, Table
    from tournaments.scoring.pad import Line, Pad

LARGEST = 9999


@dataclass(frozen=True, slots=True)
class Place:
    """What is asked of one deal. `number` is the deal as people count it, `deal` as it is kept;
    `playing` are those who may be named (None: everybody).

    `early`: only what is told before the hand is asked; `told` are the questions that were answered
    then. `pad` and `line` are None where every report stands by itself, so that nothing has to be
    read.
    """

    event: Event
    set_number: int
    number: int
    deal: int
    fields: Sequence[Field]
    roster: Roster
    playing: Collection[int] | None = None
    final: bool = False
    early: bool = False
    told: Collection[str] = ()
    pad: Pad | None = None
    line: Line | None = None

    def form(self, data: Any = None, payload: Mapping[str, Any] | None = None) -> ReportForm:
        """The form of a report, as it was sent, or with a stored report."""
        return ReportForm(
            data,
            fields=self.fields,
            roster=self.roster,
            playing=self.playing,
            payload=payload,
            final=self.final,
            told=self.told,
        )

    def words(self, payload: dict[str, Any] | None) -> str:
        """A report as one line of text."""
        if payload is None:
            return _("withdrawn")
        if self.pad is None or self.line is None:
            return said(drive_in(self.event).summary(self.set_number, payload, self.deal))
        if is_room(self.pad):
            return couple_words(self.pad, self.line, payload)
        return " · ".join(
            _("{question}: {answer}").format(question=one.label.rstrip("?"), answer=one.text)
            for one in answers_in_words(self.fields, self.roster, payload)
        )


def both_of(
    place: Place, label: str, clash: Conflict, submitted: dict[str, Any] | None, *, agreed: bool
) -> Both:
    """A lost race about a deal: what is written, what was sent (None: to take it back), and which
    is right, unless the others have `agreed` to what is written."""
    sent = place.form(payload=submitted).as_sent() if submitted and not agreed else ()
    return Both(
        title=_("{hand}: two phones, two answers").format(hand=label),
        label=label,
        number=place.number,
        set_number=place.set_number,
        current=place.words(clash.current.payload),
        author=clash.current.author,
        revision=clash.current.revision,
        submitted=place.words(submitted),
        agreed=agreed,
        final=place.final,
        early=place.early,
        sent=sent,
    )


def sent_place(event: Event, target: Table, data: QueryDict) -> Place:
    """The deal that a form of this table is about.

    Raises Http404 where there is no such place, Refused where it is not to be played, or not yet
    (a round before it was taken back while the form was open).
    """
    set_number = target.seating.set_number
    if format_of(event).apart:
        return hand_at(event, set_number, deal_in(data) or 0)
    pad = pad_at(event, target.number, set_number)
    number = set_number if pad is not None and is_room(pad) else deal_in(data)
    if pad is None or not number:
        raise Http404
    line = line_of(pad, target.number, number)
    if line is None:
        raise no_such_deal(pad.form, min(number, LARGEST))
    return round_at(event, pad, line, number, final="final" in data, early="early" in data)


def hand_at(
    event: Event, set_number: int, deal: int, names: Sequence[str] = (), **_ignored: Any
) -> Place:
    """A hand of a set; without `names` the chairs are named. Raises Refused for no such hand."""
    form = drive_in(event)
    if not 1 <= deal <= form.deals:
        text = "There is no hand {hand} in a set."
        raise refusal("deal.unknown", text, hand=min(deal, LARGEST))
    table = form.table(set_number, deal)
    roster = form.plays.roster(names) if names else table.roster
    return Place(event, set_number, deal, deal, form.plays.fields(table), roster)


def round_at(
    event: Event,
    pad: Pad,
    line: Line,
    number: int,
    *,
    final: bool = False,
    early: bool | None = False,
) -> Place:
    """A round of a game that goes on all evening. `early`: what is told before the hand, alone;
    None: if nothing is told yet."""
    before = before_of(pad, number)
    named = pad.plays.closing if final else pad.plays.playing
    fields = final_fields(pad.plays, before) if final else report_fields(pad.plays, before)
    first = tuple(field for field in fields if field.before)
    if early is None:
        early = not line.standing
    early = early and bool(first)
    return Place(
        event,
        pad.set_number or number,
        number,
        line.deal,
        first if early else fields,
        seated(pad, line),
        None if is_room(pad) else named(before),
        final,
        early,
        () if early or not line.is_open else tuple(field.key for field in first),
        pad,
        line,
    )


def is_room(pad: Pad) -> bool:
    """Whether the pad is the whole room's, to which every couple reports."""
    return pad.room


def line_of(pad: Pad, table_number: int, number: int) -> Line | None:
    """The line of a report: a round of a table, reported or not, or a couple's in a round."""
    found = line_at(pad, table_number, number)
    if found is None and not is_room(pad) and 1 <= number <= pad.next_number:
        return new_line(pad, number)
    return found


def before_of(pad: Pad, number: int) -> State:
    """The state that a report is judged on."""
    one = pad.round(number)
    return one.before if one else pad.standing
