"""What a table's phone asks now: the deal to be entered or changed, and what stands before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.boards.deals import closes, on_board
from tournaments.boards.pad import deal_title, next_round
from tournaments.boards.pads import AWAY
from tournaments.boards.progress import couple_words
from tournaments.boards.report_form import final_fields
from tournaments.phones.blocks import Entry, FirstDeal, Seen, Uncounted
from tournaments.phones.phone import dealer_words
from tournaments.phones.request_params import deal_at_line, form_of, line_of
from tournaments.web.labels import called, translate

if TYPE_CHECKING:
    from tournaments.boards.deals import Deal
    from tournaments.boards.pad import NextRound, Pad, ReportLine
    from tournaments.boards.table_page import TablePage
    from tournaments.phones.phone import Phone


def seen_of(phone: Phone) -> Seen | None:
    """A round of a table's own board that is looked at, in full."""
    pad, number = phone.pad, phone.answer.number
    if pad is None or pad.room or not number or phone.answer.form:
        return None
    one = pad.round(number)
    if one is None or one.lines[0].is_open:
        return None
    deal = on_board(pad, number, one.lines[0])
    can_change = phone.may_change(deal.line) and (pad.open or pad.ending is not None)
    last = not deal.later and one.complete
    return Seen(
        number,
        deal.label,
        deal.line,
        deal.answers,
        deal.moved,
        can_change,
        can_change and deal.line.payload is not None and last,
        tuple(deal.troubles),
        translate(one.played.summary) if one.played and one.counted else "",
        deal.moments,
    )


def entry_of(phone: Phone, seen: Seen | None) -> Entry | None:
    """The deal that may be entered or changed here."""
    if phone.set is not None:
        hand = entered_hand(phone.set, phone.answer.number)
        return _of_hand(phone, phone.set, hand) if hand is not None else None
    if phone.pad is None:
        return None
    if phone.pad.room:
        return _of_couple(phone, phone.pad, phone.line) if phone.line is not None else None
    deal = _entered(phone, phone.pad, seen)
    return _of_table(phone, phone.pad, deal, seen) if deal is not None else None


def last_of(phone: Phone, seen: Seen | None, entry: Entry | None) -> Entry | None:
    """The report that closes the game, where there is one and play has begun."""
    pad = phone.pad
    if pad is None or pad.room or (entry is not None and entry.is_change):
        return None
    deal = _entered(phone, pad, seen)
    if deal is None or deal.final or pad.plays.final is None:
        return None
    begun = any(one.counted for one in pad.rounds)
    if not begun or not final_fields(pad.plays, pad.standing):
        return None
    last = deal_at_line(pad, deal.line, deal.line.deal, final=True)
    form, title, button = form_of(last), _("This closes the game"), translate(pad.plays.final.label)
    seen_revision = last.line.revision
    return Entry(form, last.number, last.set_number, seen_revision, last.label, title, button)


def first_deal_of(phone: Phone, entry: Entry | None) -> FirstDeal | None:
    """The question who deals first, before anything is in; None where nobody does."""
    if not phone.untouched:
        return None
    if phone.set is not None:
        return _cut_for(phone.set) if phone.set.first_dealer is None and entry else None
    pad = phone.pad
    if pad is None or pad.plays.dealers == "none" or not pad.open:
        return None
    if pad.room and phone.line is None:
        return None
    names = pad.setup.roster.side_names if pad.plays.dealers == "side" else pad.names
    return FirstDeal(tuple(enumerate(names)), pad.set_number, known=bool(dealer_words(pad)))


def next_round_of(phone: Phone, entry: Entry | None) -> NextRound | None:
    """What a table is told before the deal that it enters."""
    pad = phone.pad
    if pad is None or pad.room or entry is None or entry.is_change or entry.form.final:
        return None
    return next_round(pad, pad.standing)


def uncounted_of(phone: Phone) -> list[Uncounted]:
    """Rounds of a table's own board that do not count: taken back, or refused by what was changed
    before them."""
    pad = phone.pad
    if pad is None or pad.room:
        return []
    return [
        Uncounted(one.number, called(pad.form).numbered(one.number), one.complete)
        for one in pad.rounds
        if not one.counted and one.number < pad.next_number and not one.lines[0].is_open
    ]


def entered_hand(page: TablePage, number: int | None) -> Deal | None:
    """The hand that the form is for: the one asked for, while it may be changed, or the next."""
    if page.closed or page.finished:
        return None
    if number is not None:
        asked = next((one for one in page.hands if one.number == number), None)
        if asked is not None and not asked.accepted:
            return asked
    return page.hand


# --- by what is entered ---------------------------------------------------------------------------


def _of_hand(phone: Phone, page: TablePage, hand: Deal) -> Entry:
    """A hand of a set; a phone without network may go on with the later ones."""
    form, line = phone.answer.form, hand.line
    if form is not None:
        form.name_people(hand.roster)
    else:
        form = form_of(hand, payload=line.payload if phone.answer.number else None)
    changing = line.report_id is not None
    title = _("Change {deal}") if changing else _("{deal} of {of}")
    words = called(hand.form)
    name = words.within(hand.number) if changing else hand.label
    return Entry(
        form,
        hand.number,
        page.set_number,
        line.revision,
        hand.label,
        title.format(deal=name, of=len(page.hands)),
        beside=_who_deals(hand),
        sign=hand.trump_key,
        sign_words=hand.trump,
        is_change=changing,
        written=hand.said,
        author=line.author,
        later=tuple(
            {"deal": one.number, "trump": one.trump, "seen": one.line.revision}
            for one in page.hands
            if one.number > hand.number and one.line.report_id is None
        ),
    )


def _who_deals(hand: Deal) -> str:
    if hand.dealer is None or hand.leader is None:
        return ""
    deals, leads = hand.names[hand.dealer], hand.names[hand.leader]
    told = (_("{name} deals.").format(name=deals), _("{name} leads.").format(name=leads))
    return " ".join(told)


def _cut_for(page: TablePage) -> FirstDeal:
    alike = _("Partners sit across from each other, marked alike.")
    alone = _("No partners in this set: everybody plays alone.")
    choices = tuple((chair.index, chair.name) for chair in page.chairs)
    return FirstDeal(choices, page.set_number, cut=True, help=alike if page.partners else alone)


def _entered(phone: Phone, pad: Pad, seen: Seen | None) -> Deal | None:
    """The round that may be entered: the one that is looked at, or the next."""
    answer = phone.answer
    asked = pad.round(answer.number) if answer.number else None
    changing = bool(seen and seen.can_change) or bool(answer.form and asked)
    entering = answer.number if changing and answer.number else pad.next_number
    line = line_of(pad, phone.number, entering)
    if line is None or not (pad.open or changing):
        return None
    final = bool(answer.form and answer.form.final) or closes(pad.plays, line.payload)
    if answer.form is not None:
        early: bool | None = all(field.before for field in answer.form.declared)
    else:
        early = True if line.is_open and answer.number == line.deal else None
    return deal_at_line(pad, line, entering, final=final, early=early)


def _of_table(phone: Phone, pad: Pad, deal: Deal, seen: Seen | None) -> Entry | None:
    """A round of a table's own board."""
    answer = phone.answer
    asked = bool(answer.number and pad.round(answer.number))
    changing = bool(seen and seen.can_change) or bool(answer.form and asked)
    if not (answer.form or changing or pad.playable):
        return None
    line = deal.line
    form = answer.form or form_of(deal, payload=line.payload)
    told = bool(changing and (seen is None or seen.said))
    button = _("Change {deal}") if told else _("Enter {deal}")
    closing = translate(pad.plays.final.label) if form.final and pad.plays.final else ""
    name = called(pad.form).within(deal.number)
    return Entry(
        form,
        deal.number,
        deal.set_number,
        line.revision,
        deal.label,
        _("This closes the game") if form.final else deal_title(pad, deal.number),
        closing if closing and not changing else button.format(deal=name),
        "" if changing else dealer_words(pad),
        early=deal.early,
        is_change=changing,
        is_urgent=not told,
        begun=line.is_open,
    )


def _of_couple(phone: Phone, pad: Pad, line: ReportLine) -> Entry | None:
    """The couple's report, as long as nothing is in, or it is looked at to be changed."""
    answer, number = phone.answer, line.set_number
    reported = line.payload is not None
    wanted = not reported or answer.number == number
    if pad.ending is not None:
        return None
    if answer.form is None and not (pad.open and phone.may_change(line) and wanted):
        return None
    payload = line.payload if line.payload and not line.payload.get(AWAY) else None
    deal = deal_at_line(pad, line, number)
    return Entry(
        answer.form or form_of(deal, payload=payload),
        number,
        line.set_number,
        line.revision,
        deal.label,
        "",
        is_change=reported,
        written=couple_words(pad, line, line.payload),
    )
