"""What tables and couples report on paper, and how they go on without a phone, as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.games import drive_in, format_of
from tournaments.papers import board_values, data, slip_asks
from tournaments.papers.board_values import coming, with_title
from tournaments.words import called, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.fields import Field
    from rulesets.formats.drives import DriveFormat
    from rulesets.plays import State
    from tournaments.models import Event
    from tournaments.scoring.pad import Pad


def slips(event: Event, number: int, seats: data.Seats, *, ahead: bool = True) -> list[data.Slip]:
    """The slips of the seats that are shown or drawn: of every table for all deals of a set, of
    every couple, or of every table for a round. `ahead`: for those after the next one too, where
    they are not asked the same."""
    form = format_of(event)
    if not form.lasts:
        return of_set(drive_in(event), number, seats)
    pads = coming(event)
    if form.room:
        return [slip for pad in pads for slip in _of_couples(pad)]
    return [slip for pad in pads for slip in _of_table(pad, ahead=ahead)]


def of_set(form: DriveFormat, number: int, seats: data.Seats) -> list[data.Slip]:
    """A slip of every table for all deals of a set."""
    chairs = tuple(said(form.chair_name(chair)) for chair in range(form.width))
    sides = form.setup(number, names=chairs).roster.sides
    called = tuple(" + ".join(chairs[chair] for chair in side) for side in sides)
    asked = slip_asks.asked(form.fields(number), chairs, called)
    deals = deals_of(form, number)
    return [
        data.Slip(
            _("Table %(number)d") % {"number": table.number},
            "",
            seats.title,
            asked,
            note=_(form.set(number).line),
            chairs=table,
            deals=deals,
        )
        for table in seats.tables
    ]


def deals_of(form: DriveFormat, number: int) -> tuple[data.Deal, ...]:
    """The deals of a set by their names, with the signs of their trumps."""
    one = form.set(number)
    signs = one.signs or ("",) * len(one.labels)
    return tuple(data.Deal(_(label), sign) for label, sign in zip(one.labels, signs, strict=True))


def _of_table(pad: Pad, *, ahead: bool) -> Iterator[data.Slip]:
    title = pad.title or _("Table {number}").format(number=pad.table_number)
    if pad.plays.turns:  # too many of them to be told apart
        yield data.Slip(title, "", "", _asked_of_table(pad, pad.standing))
        return
    for number, state in _rounds_ahead(pad, ahead=ahead):
        name = said(pad.plays.name_of_round(state))
        note = _told_before(pad, state)
        known = with_title(said(pad.form.called.numbered(number)), name)
        yield data.Slip(title, "", known if name or note else "", _asked_of_table(pad, state), note)


def _asked_of_table(pad: Pad, state: State) -> tuple[data.Ask, ...]:
    fields = pad.plays.fields(state)
    asked = slip_asks.asked(fields, pad.names, pad.setup.roster.side_names)
    if pad.plays.turns:
        return (data.Ask(_("Whose turn?"), pad.names), *asked)
    return asked


def _told_before(pad: Pad, state: State) -> str:
    """What the table is told before a round: all of it, then those who have the same to do."""
    owing: dict[str, list[str]] = {}
    for name, due in zip(pad.names, map(said, pad.plays.dues(state)), strict=False):
        owing.setdefault(due, []).append(name)
    owing.pop("", None)
    each = (
        due if len(names) == len(pad.names) else f"{', '.join(names)}: {due}"
        for due, names in owing.items()
    )
    return with_title(said(pad.plays.note_before(state)), *each)


def _rounds_ahead(pad: Pad, *, ahead: bool) -> list[tuple[int, State]]:
    """The round that comes; all that are left where another one asks other things."""
    plays, state, number = pad.plays, pad.standing, pad.next_number
    found = [(number, state)]
    if pad.ending is not None or not ahead:
        return found
    for later in range(number + 1, (plays.rounds_in_all(pad.setup) or number) + 1):
        state = plays.skipped(state)
        found.append((later, state))
    first = _asked_of_table(pad, found[0][1])
    if all(_asked_of_table(pad, state) == first for _number, state in found):
        return found[:1]
    return found


def _of_couples(pad: Pad) -> Iterator[data.Slip]:
    one = pad.awaiting or (pad.rounds or (None,))[-1]
    if one is None:
        return
    fields = pad.plays.fields(pad.standing)
    for line in one.lines:
        names = tuple(pad.names[place] for place in line.chairs)
        yield data.Slip(
            _("Place {number}").format(number=line.table_number),
            " – ".join(names),
            said(pad.form.called.numbered(one.number)),
            slip_asks.asked(fields, names),
        )


def sections(event: Event, number: int) -> list[data.Section]:
    """How to go on by hand: as the format wants it, and as the game's sheet is kept."""
    form = format_of(event)
    if not form.lasts:
        return about_set(drive_in(event), number)
    words = called(form)
    every = _("Write every {deal} on the score sheet; the others look at what is written.")
    later = _("The host enters the {deals} later; nothing that is on paper is lost.")
    general = (
        _("Everybody sits where the chart and the list show it."),
        every.format(deal=words.one),
        _("Hand what is written to the host."),
        later.format(deals=words.many),
    )
    steps = board_values.steps(event)
    found = [data.Section(_("Go on like this"), steps=general)]
    return [*found, data.Section(_("How the sheet is kept"), steps=steps)] if steps else found


def about_set(form: DriveFormat, number: int) -> list[data.Section]:
    """How a set scores, its hands, and what is reported of them."""
    one = form.set(number)
    how = [said(words) for words in form.plays.sheet(form.setup(number)).notes]
    lead, *lines = [_(one.line) + "."] if one.line else how or [""]
    together = _("Partners sit across from each other.")
    alone = _("There are no partners: everybody plays alone.")
    lines.append(together if one.partners else alone)
    if one.most:
        words = _("Possible in one hand, all together: %(maximum)s.")
        lines.append(words % {"maximum": one.most})
    if form.sit_out:
        words = _("Who sits out takes %(points)d points for every hand.")
        lines.append(words % {"points": form.sit_out})
    questions = tuple(map(_question, form.fields(number)))
    steps = (
        _("Fill in the slip of your table after each hand; both sides look at the numbers."),
        _("Write your points for the hand on your own score card."),
        _("After the last hand add up the set, and hand the slip to the host."),
        _("The host enters the slips later; nothing that is on paper is lost."),
    )
    return [
        data.Section(_("How this set scores"), lead, tuple(lines)),
        data.Section(_("The hands"), deals=deals_of(form, number)),
        data.Section(_("What each table reports after a hand"), questions=questions),
        data.Section(_("Without a phone"), steps=steps),
    ]


def _question(field: Field) -> data.Question:
    words = _("The numbers of the table add up to %(total)d.")
    sum_of = "" if field.total is None else words % {"total": field.total}
    return data.Question(said(field.label), said(field.help), sum_of)
