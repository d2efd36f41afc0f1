"""What stands around the deals on a table's phone: what is played, who sits where, who won, and
where everybody goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.pad import LAST, deal_title
from tournaments.boards.pads import pads
from tournaments.boards.progress import couple_words, line_state, run_of
from tournaments.models import Event
from tournaments.phones.blocks import (
    Chair,
    CutQuestion,
    Hand,
    Hands,
    Head,
    Here,
    Moved,
    Outcome,
    Progress,
    Seats,
)
from tournaments.phones.phone import dealer_words
from tournaments.web.labels import and_list, called, translate

if TYPE_CHECKING:
    from rulesets.drawing.scoreboard import Scoreboard
    from rulesets.drawing.vectors import Drawing
    from tournaments.boards.deals import Deal
    from tournaments.boards.pad import Pad, PadRound
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.blocks import Entry
    from tournaments.phones.phone import Phone


def head_of(phone: Phone, entry: Entry | None = None) -> Head:
    """What the page is called, and what is played now."""
    table = _("Table {number}").format(number=phone.number)
    page, pad = phone.set, phone.pad
    if page is not None:
        told = {"number": page.set_number, "of": page.sets_total}
        return Head(table, page.set_name, _("set {number} of {of}").format(**told))
    if pad is None:
        room = phone.form.room
        return Head(_("Place {number}").format(number=phone.number) if room else table)
    if phone.now is not None:
        title = _("Place {number}").format(number=phone.number)
        playing = "" if pad.ending else called(pad.form).numbered(phone.now.number)
        return Head(title, playing, dealer_words(pad))
    title = pad.title or table
    if pad.ending is not None or (entry is not None and entry.is_inline):
        return Head(title)  # what is played stands further down
    return Head(title, deal_title(pad, pad.next_number), dealer_words(pad))


def seats_of(phone: Phone, entry: Entry | None) -> Seats | None:
    """Who sits where, and who deals."""
    page, pad = phone.set, phone.pad
    if page is not None:
        hand = next((one for one in page.hands if entry and one.number == entry.number), None)
        chairs = tuple(
            Chair(chair.index, chair.name, chair.compass, chair.role_name, chair.side, chair.seated)
            for chair in page.chairs
        )
        return Seats(phone.number, chairs, hand.dealer) if hand is not None else None
    if pad is None or pad.room:
        return None
    roster = pad.setup.roster
    sides = roster.in_sides
    chairs = tuple(
        Chair(place, name, side=roster.side_of(place) if sides else None)
        for place, name in enumerate(roster.names)
    )
    words = _(" – ").join(roster.side_names) if sides else ""
    return Seats(phone.number, chairs, pad.plays.next_dealer(pad.state), words)


def hands_of(phone: Phone) -> Hands | None:
    """The hands of a set so far, and what they brought."""
    page = phone.set
    if page is None or phone.untouched:
        return None
    may_change = not (page.closed or page.finished)
    home = phone.at.home if may_change else ""
    deals = tuple(_hand(one, home) for one in page.hands)
    names = (chair.name for chair in page.chairs)
    return Hands(deals, tuple(zip(names, map(str, page.sums), strict=False)))


def _hand(one: Deal, home: str) -> Hand:
    """One hand of the list; to be changed by way of the page at `home`, as long as nobody has
    agreed to it."""
    told = Hand(str(one.number), one.trump_key, one.trump, one.said, one.state, one.line.note)
    if not home or told.state != "provisional":
        return told
    name = translate(one.form.called.within(one.number))
    return replace(told, change=name, address=f"{home}?deal={one.number}")


# --- after a set, or a round of the room ----------------------------------------------------------


def moved_of(phone: Phone) -> Moved | None:
    """What the seats before have led to; None once something is in."""
    if phone.set is not None:
        before = phone.before
        if before is None or not before.moves:
            return None
        title = _("After {name}").format(name=before.set_name)
        return Moved(title, before.result_text, tuple(move.text for move in before.moves))
    pad, now, line = phone.pad, phone.now, phone.line
    reported = line is not None and line.payload is not None
    if pad is None or now is None or reported or phone.answer.form is not None:
        return None
    last = pad.round(now.number - 1)
    return _room_moved(phone, pad, now, last) if last is not None else None


def _room_moved(phone: Phone, pad: Pad, now: PadRound, before: PadRound) -> Moved | None:
    """The same for those who sat at this place in the round before; None if nobody did."""
    earlier = next((one for one in before.lines if one.table_number == phone.number), None)
    moves = _moves(pad, now, before, phone.number)
    if earlier is None and not moves:
        return None
    label = called(pad.form).numbered(before.number)
    award = translate(before.played.summary) if before.played and before.counted else ""
    yes = earlier is not None and line_state(earlier) == "provisional"
    return Moved(
        _("{round} is over").format(round=label),
        "" if phone.keeps_back else award,
        () if pad.ending is not None else moves,
        label,
        earlier.report_id if earlier and yes else None,
        couple_words(pad, earlier, earlier.payload) if earlier else "",
    )


def _moves(pad: Pad, now: PadRound, before: PadRound, number: int) -> tuple[str, ...]:
    """Where those who sat at a place in the round before sit in this one."""
    sat, sit = _places(before), _places(now)
    told = []
    here = (who for who, chair in sat.items() if chair == number)
    for place in sorted(here, key=pad.setup.roster.side_of):
        values = {"name": pad.names[place], "place": sit.get(place)}
        if place in now.byes:
            text = _("{name}: you sit {deal} out, at place {place}")
            values["deal"] = called(pad.form).within(now.number)
        elif place not in sit:
            continue
        elif sit[place] == number:
            text = _("{name}: you stay here")
        else:
            text = _("{name}: you move to place {place}")
        told.append(text.format(**values))
    return tuple(told)


def _places(one: PadRound) -> dict[int, int]:
    """Everybody's place in a round."""
    return _alone(one) | {place: line.table_number for line in one.lines for place in line.chairs}


def _alone(one: PadRound) -> dict[int, int]:
    """Who faces an empty chair in a round, and at which place; in the order of the chairs."""
    taken = {line.table_number for line in one.lines}
    left = (number for number in count(1) if number not in taken)
    return dict(zip(one.byes, left, strict=False))


# --- a place in the room --------------------------------------------------------------------------


def here_of(phone: Phone) -> Here | None:
    """Who sits at this place of the room, and what they have said."""
    pad, now, line = phone.pad, phone.now, phone.line
    if pad is None or now is None or pad.ending is not None:
        return None
    roster = pad.setup.roster
    alone = [place for place, chair in _alone(now).items() if chair == phone.number]
    return Here(
        now.number,
        called(pad.form).numbered(now.number),
        tuple(
            (pad.names[place], roster.side_names[roster.side_of(place)])
            for place in (line.chairs if line else ())
        ),
        pad.names[alone[0]] if alone else "",
        line_state(line) if line else "missing",
        couple_words(pad, line, line.payload) if line else "",
        line.report_id if line else None,
        line is not None and pad.open and phone.may_change(line),
    )


def progress_of(phone: Phone) -> Progress | None:
    """How far the room is."""
    pad, now, line = phone.pad, phone.now, phone.line
    if pad is None or now is None or pad.ending is not None:
        return None
    missing = [one for one in now.lines if one.payload is None]
    return Progress(
        len(now.lines) - len(missing),
        len(now.lines),
        tuple(_(" – ").join(pad.names[p] for p in one.chairs) for one in missing),
        tuple(pad.names[place] for place in now.byes),
        line is not None and line.payload is not None,
    )


# --- the end of a set -----------------------------------------------------------------------------


def outcome_of(phone: Phone) -> Outcome | None:
    """Who won the set, or who has to cut, and what comes next."""
    page = phone.set
    if page is None or not (page.complete or page.closed):
        return None
    last = page.set_number == page.sets_total
    settled, after, waits = "", "", False
    if page.cut.given:
        settled = _("Settled by a draw.") if page.cut.drawn else _("Settled by cutting.")
    if page.finished:
        after = _("The evening is over. Thank you for playing!")
    elif last:
        after = _("That was the last set. The results come on the wall screen.")
    elif not page.moves:
        waits = True
        after = _(
            "Stay seated: where everybody goes next appears here as soon as all tables are done."
        )
    return Outcome(
        _("{name} is over").format(name=page.set_name),
        "" if page.finished and page.cut.needed else page.result_text,
        settled,
        tuple(move.text for move in page.moves),
        "" if page.moves else after,
        waits,
        _cut(page) if page.cut.needed and not (last or page.closed or page.finished) else None,
    )


def _cut(page: TablePage) -> CutQuestion:
    """Those who cut, by role: one of each group is to be named (or so many of them all)."""
    cutting = [chair for chair in page.chairs if chair.index in page.cut.chairs]
    roles = list(dict.fromkeys(chair.role for chair in cutting))
    several = _("Highest {number}").format(number=page.cut.pick)
    groups = [(several, page.cut.pick == 1, tuple((one.index, one.name) for one in cutting))]
    if len(roles) == page.cut.pick:
        groups = []
        for role in roles:
            mine = [chair for chair in cutting if chair.role == role]
            title = _("Highest {role}").format(role=mine[0].role_name)
            groups.append((title, True, tuple((one.index, one.name) for one in mine)))
    return CutQuestion(page.set_number, page.cut.revision, tuple(groups))


@dataclass(frozen=True, slots=True)
class Board:
    """The score with its picture; `reports` lead to what it tells of, and `hint` says so; `corner`
    is what a row is, `step` what each of them leads through. It shows the last rounds; `whole`: all
    of them, with the run of the game; `older`: there are such."""

    score: Scoreboard
    reports: dict[int, str]
    hint: str
    corner: str
    step: str
    picture: Drawing | None
    run: list[tuple[str, list[int]]] | None
    whole: bool
    older: bool
    last: int


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: who has won it, and why; what comes after it."""

    winners: str
    why: str
    goes_on: str


def board_of(phone: Phone) -> Board | None:
    """The board; None while the host keeps it back."""
    pad = phone.pad
    if pad is None or phone.keeps_back:
        return None
    whole, last = phone.answer.all_rounds, 0 if phone.answer.all_rounds or pad.room else LAST
    score = pad.board if whole else pad.last_rounds
    reports: dict[int, str] = {}
    counted = [one.number for one in pad.rounds if one.counted]
    if not pad.room:
        home = phone.at.home
        shown = {row.report for row in score.rows[-last:]}
        shown |= {cell.report for row in score.rows[-last:] for cell in row.cells}
        reports = {
            place: f"{home}?deal={counted[place - 1]}" for place in shown if place is not None
        }
    hint = _("Tap the number of a round to see what it did, or to change it.")
    if pad.plays.turns:
        hint = _("Tap a turn to see what it did, or to change it.")
    run = run_of(pad) if whole and len(counted) > 1 else None
    corner = translate(pad.form.called.row) if reports else ""
    picture = pad.plays.drawing(pad.state)
    step = translate(pad.form.called.title)
    older = len(counted) > 1
    hint = hint if reports else ""
    return Board(score, reports, hint, corner, step, picture, run, whole, older, last)


def brought_of(phone: Phone) -> tuple[tuple[str, str], ...]:
    """What every round of the room brought; the last ones, unless all are wanted."""
    pad = phone.pad
    if pad is None or not pad.room or phone.keeps_back:
        return ()
    words = called(pad.form)
    return tuple(
        (words.numbered(one.number), translate(one.played.summary))
        for one in pad.rounds[0 if phone.answer.all_rounds else -LAST :]
        if one.played and one.counted
    )


def won_of(phone: Phone) -> Won | None:
    """How a game ended; None while it goes on."""
    pad = phone.pad
    if pad is None or pad.ending is None:
        return None
    winners = [pad.scorers[winner] for winner in pad.ending.winners]
    many = len(winners) if pad.alone else 2
    words = ngettext("{names} wins", "{names} win", many).format(names=and_list(winners))
    return Won(words, translate(pad.ending.words), _goes_on(phone.event, pad))


def _goes_on(event: Event, pad: Pad) -> str:
    """What comes after the end of one table of several; "" where nothing does."""
    found = pads(event)
    if not pad.plays.final_table or pad.set_number > 1 or len(found) < 2:
        return ""
    final = found[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _("The last ones of all tables meet at a final table, as soon as every table is done.")
