"""Reports that wait to be accepted at a table, and changes that move more than their own deal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from rulesets.formats.cuts import SIDES
from tournaments.boards.deals import closes, deals_at, latest_deal, on_board
from tournaments.phones.blocks import Both, Waiting
from tournaments.phones.request_params import REPORTING, form_of, one_line
from tournaments.reports.judging import LATER, preview
from tournaments.web.labels import called
from tournaments.web.wording import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.models import Table
    from tournaments.phones.blocks import Entry
    from tournaments.phones.phone import Phone
    from tournaments.reports.submission import Submission

SHORT = 3  # up to so many rounds are named one by one
MOST_NAMED = 5  # rounds before the newest that wait as well


def rulings_of(phone: Phone) -> list[tuple[Deal, str]]:
    """Overrides of a scorekeeper who leads that somebody else here has to agree to, each with its
    words."""
    pending = deals_at(phone.board, phone.place, phone.board.tally.pending)
    rulings = [
        replace(deal, final=closes(deal.plays, deal.report.pending_payload))
        for deal in pending
        if deal.report.pending
    ]
    return [(deal, one_line(deal, deal.report.pending_payload)) for deal in rulings]


def waiting_hands(phone: Phone, entry: Entry | None) -> list[Waiting]:
    """The hands of a set that wait to be accepted, one by one."""
    changed = entry.deal.number if entry is not None and entry.is_change else None
    hands = (hand for hand in phone.hands if hand.state == "provisional")
    return [waiting_hand(phone, hand) for hand in hands if hand.number != changed]


def waiting_hand(phone: Phone, hand: Deal) -> Waiting:
    """A hand of a set that waits to be accepted."""
    partners = phone.board.round_set.partners
    question = _question(hand, _lower_side(hand)) if partners else _("Is this right?")
    return Waiting(hand, question)


def waiting_rounds(phone: Phone, seen: Deal | None) -> list[Waiting]:
    """The rounds of a table's own board that wait to be accepted, all at once."""
    if seen is not None or phone.answer.form:
        return []
    rounds = [
        board_round
        for board_round in phone.board.tally.waiting
        if _is_asked(phone, board_round.reports[0])
    ]
    if not rounds:
        return []
    return [_newest_of(phone.board, rounds)]


def _is_asked(phone: Phone, report: DealReport) -> bool:
    """Whether this phone is asked to accept a report: nobody has accepted it, and it is from
    another phone."""
    mine = bool(report.device) and report.device == phone.device
    return report.state == "provisional" and not mine


def saved_of(phone: Phone, seen: Deal | None) -> Deal | None:
    """The deal saved last on a table's own board.

    None if it was withdrawn, waits to be accepted here, or another round is shown.
    """
    deal = latest_deal(phone.board, phone.place)
    if seen is not None or phone.answer.form or deal is None or _is_asked(phone, deal.report):
        return None
    return deal


def _question(deal: Deal, others: str) -> str:
    """The question whether a deal is right. `others` are those who are asked, if there are two
    sides: the side to which the deal brought less, since the other one will have entered it; "" if
    both have the same."""
    question = _("{names}: is this right?") if others else _("{hand} is in. Is it right?")
    return question.format(hand=deal.label, names=others)


def _lower_side(hand: Deal) -> str:
    """The partners to whom a hand brought less; "" if both have the same, or if nothing counts."""
    if not hand.points:
        return ""
    sums = [sum(hand.points[chair] for chair in side) for side in SIDES]
    lower = SIDES[sums.index(min(sums))]
    return _(" & ").join(hand.names[chair] for chair in lower) if len(set(sums)) > 1 else ""


def _lower_team(board: EventBoard, board_round: BoardRound) -> str:
    """The side of a table's own board to which a round brought less."""
    if board.alone or board_round.played is None:
        return ""
    before, after = board.totals(board_round.before), board.totals(board_round.played.state)
    gains = [now - was for was, now in zip(before, after, strict=True)]
    return board.scorers[gains.index(min(gains))] if len(set(gains)) > 1 else ""


def _newest_of(board: EventBoard, rounds: list[BoardRound]) -> Waiting:
    """The newest round that nobody else has accepted, with the older ones."""
    *older, newest = rounds
    deal = on_board(board, newest.number, newest.reports[0])
    question = _question(deal, _lower_team(board, newest))
    if older:
        several = _("{deals} {numbers}: are they right?")
        deals = called(board.format).plural.capitalize()
        question = several.format(deals=deals, numbers=_run_of(rounds))
    return Waiting(
        deal,
        question,
        upto=max(board_round.reports[0].report_id or 0 for board_round in rounds),
        older=tuple(
            on_board(board, board_round.number, board_round.reports[0])
            for board_round in older[-MOST_NAMED:]
        ),
        more=len(older[:-MOST_NAMED]),
    )


def _run_of(rounds: Sequence[BoardRound]) -> str:
    """The numbers of rounds: "5 and 6", "1 and 4 to 9"."""
    runs: list[list[int]] = []
    for number in (board_round.number for board_round in rounds):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = []
    for run in runs:
        if len(run) > SHORT:
            parts.append(_("{first} to {last}").format(first=run[0], last=run[-1]))
        else:
            parts += map(str, run)
    return and_list(parts)


def waiting_upto(phone: Phone, upto: int) -> list[int]:
    """The ids of a table's reports that wait to be accepted, up to the report `upto`: whatever came
    later was not seen by whoever accepts now."""
    deals = deals_at(phone.board, phone.place, phone.board.tally.waiting)
    waiting = (deal.report.report_id or 0 for deal in deals if deal.state == "provisional")
    return [report for report in waiting if report <= upto]


# --- a change that moves more than its own deal ------------------------------------------------


def change_of(deal: Deal, table: Table, submission: Submission) -> Both | None:
    """A change with its consequences, to be shown before it is saved; None if it changes no later
    round, no place and not the end, or if it has problems that come first."""
    report, actor = deal.report, submission.actor
    payload, confirmed = submission.payload or {}, submission.confirmed
    if REPORTING(deal.format).is_part or report.payload is None or report.is_open:
        return None
    agreed = report.accepted and not report.by_saving
    if not actor.at_desk and (agreed or report.pending or not deal.board.running):
        return None
    effects = preview(table=table, deal=deal.report.deal, payload=payload, board_deal=deal)
    wrong = any(
        problem.severity == "error" or problem.code not in confirmed for problem in effects.problems
    )
    asks_host = bool(effects.broken) and not (actor.at_desk or actor.is_only_phone)
    if wrong or asks_host or not effects.moves_more:
        return None
    return Both(
        title=_("Change {deal}?").format(deal=called(deal.format).within(deal.number)),
        deal=deal,
        revision=deal.report.revision,
        form_data=form_of(deal, payload=payload).form_data(),
        preview=effects,
        confirmed=(*confirmed, LATER) if effects.broken else tuple(confirmed),
    )
