"""The entry of a table's phone: the deal to be entered or changed, and what comes before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.formats.deals import dealer_of, passes_deal
from tournaments.boards.deals import closes, deals_at, due_hand, final_fields, on_board
from tournaments.boards.event_board import deal_title, players_clockwise
from tournaments.boards.room_board import AWAY
from tournaments.phones.blocks import Begun, DealerChoice, Entry
from tournaments.phones.phone import dealer_words
from tournaments.phones.request_params import deal_for_entry, form_of, with_questions
from tournaments.report_forms.report_form import answers_of
from tournaments.scores.lines import bids_by_scorer
from tournaments.templatetags.cards import trump as trump_sign
from tournaments.web.labels import called
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.boards.deals import Deal
    from tournaments.phones.phone import Phone


def seen_of(phone: Phone) -> Deal | None:
    """The round of a table's own board that is shown in full; None if there is none."""
    board, number = phone.board, phone.answer.number
    if not number or phone.answer.form:
        return None
    board_round = board.round(number)
    if board_round is None or board_round.reports[0].is_open:
        return None
    return on_board(board, number, board_round.reports[0])


def can_change(phone: Phone, deal: Deal | None) -> bool:
    """Whether a round can be changed from here."""
    if deal is None or not (deal.board.open or deal.board.is_over):
        return False
    return phone.may_change(deal)


def can_withdraw(deal: Deal) -> bool:
    """Whether a round that can be changed can also be withdrawn: the last one, once it is
    complete."""
    complete = deal.report.payload is not None and deal.round is not None and deal.round.complete
    return complete and not deal.later


def last_of(phone: Phone, seen: Deal | None, entry: Entry | None) -> Entry | None:
    """The report that closes the game, if there is one and play has begun."""
    board = phone.board
    closing = board.plays.final
    if closing is None or (entry is not None and entry.is_change):
        return None
    deal = _entered(phone, seen)
    if deal is None or deal.final:
        return None
    if not board.latest.tally.counted or not final_fields(board.plays, board.standing):
        return None
    last = with_questions(deal, final=True)
    return Entry(form_of(last), last, _("This ends the game"), translate(closing.label))


def begun_of(entry: Entry | None) -> Begun | None:
    """Return the answers given before the hand that is played now; None without any."""
    deal = entry.deal if entry is not None else None
    if deal is None or deal.early or not deal.report.is_open:
        return None
    in_lines = bids_by_scorer(deal.board)
    return Begun(deal, () if in_lines else answers_of(replace(deal, early=True)))


def asks_cut(phone: Phone, entry: Entry | None) -> bool:
    """Whether a table of a set still has to cut for the first deal."""
    return entry is not None and phone.board.setup.first is None and phone.untouched


def dealer_choice_of(phone: Phone) -> DealerChoice | None:
    """The question of who deals first, before anything is reported; later, where the deal passes
    on, that of who deals the next round. None if nobody deals."""
    board = phone.board
    plays, stays = board.plays, passes_deal(board.format)
    if plays.dealers == "none" or not board.open or not (phone.untouched or stays):
        return None
    names = board.setup.roster.side_names if plays.dealers == "side" else board.names
    if phone.untouched:
        first, choices, deal = board.setup.first, tuple(enumerate(names)), ""
    else:
        first, choices = plays.next_dealer(board.standing), players_clockwise(board)
        deal = called(board.format).within(board.next_number)
    dealer = names[first] if first is not None and first < len(names) else ""
    return DealerChoice(choices, bool(dealer_words(board)), dealer, deal, stays)


def uncounted_of(phone: Phone) -> tuple[Deal, ...]:
    """Rounds of a table's own board that do not count: withdrawn, or made impossible by a change of
    an earlier one."""
    board = phone.board
    rounds = (
        board_round
        for board_round in board.tally.uncounted
        if board_round.number < board.next_number
    )
    deals = deals_at(board, phone.place, rounds)
    return tuple(deal for deal in deals if not deal.report.is_open)


def entered_hand(phone: Phone) -> Deal | None:
    """The hand of the form: the one asked for, while it can be changed, or the next."""
    if not phone.board.running:
        return None
    number = phone.answer.number
    if number is not None:
        chosen = next((hand for hand in phone.hands if hand.number == number), None)
        if chosen is not None and not chosen.accepted:
            return chosen
    return due_hand(phone.board, phone.hands)


# --- by what is entered ---------------------------------------------------------------------------


def hand_entry(phone: Phone) -> Entry | None:
    """The hand of a set that can be entered or changed here; a phone without network may go on with
    the later ones."""
    hand = entered_hand(phone)
    if hand is None:
        return None
    typed, report = phone.answer.form, hand.report
    if typed is not None:
        typed.name_people(hand.roster)
    form = typed or form_of(hand, payload=report.payload if phone.answer.number else None)
    changing = report.report_id is not None
    title = _("Change {deal}") if changing else _title_of(phone)
    name = hand.label_within if changing else hand.label
    return Entry(
        form,
        hand,
        title.format(deal=name, of=len(phone.hands)),
        title.format(deal=name) if changing else hand.entry_words,
        beside=_who_deals(hand.names, hand.dealer, hand.leader),
        is_change=changing,
        is_urgent=phone.board.setup.first is not None or not phone.untouched,
        opens=changing and typed is None and phone.answer.number == hand.number,
        later=tuple(_later_hands(phone, hand)),
    )


def _title_of(phone: Phone) -> str:
    """The words for a hand of a set: with how many there are, where that is settled."""
    format = phone.format
    is_one_of = not format.length.deals.bell and len(phone.hands) == format.length.deals.usual
    return _("{deal} of {of}") if is_one_of else _("{deal}")


def _later_hands(phone: Phone, hand: Deal) -> Iterator[dict[str, Any]]:
    """The hands after one that are not reported; until a bell has rung, also some that the table
    has not begun."""
    for later in phone.hands:
        if later.number > hand.number and later.report.report_id is None:
            yield _later_hand(
                phone, later.number, later.trump, later.report.revision, later.trump_key
            )
    format, board = phone.format, phone.board
    if format.length.deals.bell and board.last_deal is None:
        for number in range(len(phone.hands) + 1, len(board.round_set.labels) + 1):
            trump = translate(board.round_set.name_deal(number))
            yield _later_hand(phone, number, trump)


def _later_hand(
    phone: Phone, number: int, trump: str, seen: int = 0, key: str = ""
) -> dict[str, Any]:
    """Return the words with which a phone goes on to a hand by itself: its title, its trump (`sign`
    as it lies on the table), and who deals and leads, once the table has cut, with their chairs."""
    format = phone.format
    label = called(format).numbered(number)
    dealer = dealer_of(format, phone.board.setup.first, number)
    leader = None if dealer is None else (dealer + 1) % format.facts.width
    return {
        "deal": number,
        "seen": seen,
        "label": label,
        "title": _title_of(phone).format(deal=label, of=len(phone.hands)),
        "beside": _who_deals(phone.board.names, dealer, leader),
        "sign": trump_sign(key, trump) if key else "",
        "dealer": dealer,
        "leader": leader,
    }


def _who_deals(names: Sequence[str], dealer: int | None, leader: int | None) -> str:
    if dealer is None or leader is None:
        return ""
    deals, leads = names[dealer], names[leader]
    sentences = (_("{name} deals.").format(name=deals), _("{name} leads.").format(name=leads))
    return " ".join(sentences)


def _entered(phone: Phone, seen: Deal | None) -> Deal | None:
    """The round that can be entered: the one that is looked at, or the next."""
    board, answer = phone.board, phone.answer
    chosen = board.round(answer.number) if answer.number else None
    changing = can_change(phone, seen) or bool(answer.form and chosen)
    entering = answer.number if changing and answer.number else board.next_number
    deal = deal_for_entry(board, phone.place, entering)
    if deal is None or not (board.open or changing):
        return None
    report = deal.report
    final = bool(answer.form and answer.form.final) or closes(board.plays, report.payload)
    if answer.form is not None:
        early: bool | None = all(field.before for field in answer.form.declared)
    else:
        early = True if report.is_open and answer.number == report.deal else None
    return with_questions(deal, final=final, early=early)


def table_entry(phone: Phone, seen: Deal | None) -> Entry | None:
    """The round of a table's own board that can be entered or changed here."""
    board, answer, deal = phone.board, phone.answer, _entered(phone, seen)
    if deal is None:
        return None
    exists = bool(answer.number and board.round(answer.number))
    changing = can_change(phone, seen) or bool(answer.form and exists)
    if not (answer.form or changing or board.playable):
        return None
    report = deal.report
    form = answer.form or form_of(deal, payload=report.payload)
    has_answers = bool(changing and (seen is None or answers_of(seen)))
    opens = bool(deal.early and report.is_open and answer.form is None)
    button = deal.entry_words
    if has_answers or (deal.early and report.is_open):
        text = _("Change the bids of {deal}") if deal.early else _("Change {deal}")
        button = text.format(deal=deal.label_within)
    closing = translate(board.plays.final.label) if form.final and board.plays.final else ""
    return Entry(
        form,
        deal,
        _("This ends the game") if form.final else deal_title(board, deal.number),
        closing if closing and not changing else button,
        "" if changing else dealer_words(board),
        is_change=changing,
        is_urgent=not has_answers,
        opens=opens,
    )


def couple_entry(phone: Phone) -> Entry | None:
    """The couple's report, until it is entered, or while it is opened for a change."""
    answer, deal = phone.answer, phone.due
    if deal is None or deal.board.ending is not None:
        return None
    report = deal.report
    reported = report.payload is not None
    opens_form = not reported or answer.number == deal.number
    if answer.form is None and not (can_change(phone, deal) and opens_form):
        return None
    payload = report.payload if report.payload and not report.payload.get(AWAY) else None
    text = _("Change {deal}")
    return Entry(
        answer.form or form_of(deal, payload=payload),
        deal,
        _(" & ").join(deal.names),
        text.format(deal=deal.label_within) if reported else deal.entry_words,
        deal.label,
        is_change=reported,
        is_urgent=True,
        opens=answer.form is None and answer.number == deal.number,
    )
