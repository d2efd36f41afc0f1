"""Two answers side by side on a phone: this phone's and another's, with a choice between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.boards.board_reading import is_open
from tournaments.boards.deals import closes, deals_at
from tournaments.boards.hall import Hall
from tournaments.models import CUT
from tournaments.phones.blocks import Both, Contested
from tournaments.phones.request_params import deal_for_entry, form_of, one_line, with_questions
from tournaments.report_forms.contests import DifferentAnswer, contest_of, differences, value_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.access.permissions import EventRequest
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Table
    from tournaments.models.errors import Conflict
    from tournaments.phones.phone import Phone
    from tournaments.report_forms.contests import Contest, GivenAnswer


def contested_of(phone: Phone) -> list[Contested]:
    """The deals of this table with two answers, each with what the other phone says."""
    contests = map(contest_of, _contested_deals(phone))
    return [_notice(contest, phone.device) for contest in contests if contest]


def _contested_deals(phone: Phone) -> Iterator[Deal]:
    rounds = (
        board_round
        for board_round in phone.board.rounds
        if any(report.contested for report in board_round.reports)
    )
    return (deal for deal in deals_at(phone.board, phone.place, rounds) if deal.report.contested)


def _notice(contest: Contest, device: str) -> Contested:
    """Return the notice of another phone's answer that differs from this one's; of both, if neither
    is this phone's."""
    mine, theirs = _by_owner(contest, device)
    if mine is None:
        return Contested(contest.deal, contest.both_words)
    ours, others = contest.answers.index(mine), contest.answers.index(theirs)
    text = _("{theirs}, not {mine}")
    words = (
        text.format(theirs=row.words(others), mine=row.values[ours])
        for row in contest.differs
        if row.values[others] != row.values[ours]
    )
    return Contested(contest.deal, _("; ").join(words), is_mine=True)


def _by_owner(contest: Contest, device: str) -> tuple[GivenAnswer | None, GivenAnswer]:
    """The answer of this phone (None: it gave none), and the other one."""
    first, second, *_more = contest.answers
    for mine, theirs in ((first, second), (second, first)):
        if device and mine.device == device:
            return mine, theirs
    return None, first


def compare(phone: Phone, number: int) -> Both | None:
    """The two answers to a deal, to choose from; None if nobody contests it any more."""
    for deal in _contested_deals(phone):
        if deal.number == number and (contest := contest_of(deal)):
            return _of_contest(contest, phone.device)
    return None


def _of_contest(contest: Contest, device: str) -> Both:
    """Another phone's answer on the left, this one's on the right; if neither is this phone's, the
    one that counts on the left."""
    mine, left = _by_owner(contest, device)
    right = mine or contest.answers[1]
    places = [contest.answers.index(answer) for answer in (left, right)]
    deal = contest.deal
    counted = contest.answers[0]
    other = right if left is counted else left
    rows = tuple(_columns(row, places) for row in contest.differs)
    return Both(
        title=_("Two phones, two answers"),
        deal=with_questions(deal, final=closes(deal.plays, deal.report.payload)),
        revision=deal.report.revision,
        agreed=_is_agreed(deal),
        form_data=other.form_data,
        report_id=contest.report_id,
        names=(_owner(left, device), _owner(right, device)),
        times=(left.created, right.created),
        words=(left.words, right.words),
        rows=rows,
        same=contest.same,
        is_mine_counted=right is counted,
    )


def _columns(row: DifferentAnswer, places: Sequence[int]) -> DifferentAnswer:
    """The row with the answers of these places only."""
    return replace(row, values=tuple(row.values[at] for at in places))


def _owner(answer: GivenAnswer, device: str) -> str:
    """Return the name of an answer's owner, as this phone says it."""
    if device and answer.device == device:
        return _("This phone")
    return _("Another phone") if answer.device else answer.author


def _is_agreed(deal: Deal) -> bool:
    """Whether somebody has said yes to what counts, so that only the host can change it."""
    return deal.report.accepted and not deal.report.by_saving


def both_values(
    request: EventRequest, number: int, *, table: Table, clash: Conflict, submitted: Any
) -> Both | None:
    """Two conflicting reports of a deal, or of the cut (number 0); `submitted` is what this phone
    sent (None: a withdrawal)."""
    set_number = table.seating.set_number
    if number == CUT:
        board = Hall.of(request.event).board(table.number, set_number)
        return _of_cut(board, clash, submitted)
    request.event.refresh_from_db()
    board = Hall.of(request.event).board(table.number, set_number)
    deal = deal_for_entry(board, table.number, number)
    if deal is None:
        return None
    device = request.actor.device
    contest = contest_of(deal)
    if contest is not None and submitted is not None:
        mine, _theirs = _by_owner(contest, device)
        if mine is not None:
            return _of_contest(contest, device)
    early = is_open(deal.plays, deal.before, submitted)
    deal = with_questions(deal, final=closes(deal.plays, submitted), early=early)
    return _of_clash(deal, clash, submitted)


def _of_clash(deal: Deal, clash: Conflict, submitted: dict[str, Any] | None) -> Both:
    """The stored report and the one sent (None: a withdrawal), to choose from unless somebody has
    said yes to the stored one."""
    agreed = _is_agreed(deal)
    form_data = form_of(deal, payload=submitted).form_data() if submitted and not agreed else ()
    newest, contest = clash.report.newest_payload, contest_of(deal)
    same = ""
    words: tuple[str, ...] = (one_line(deal, newest), one_line(deal, submitted))
    rows: tuple[DifferentAnswer, ...] = (DifferentAnswer("", words),)
    if newest is not None and submitted is not None:
        words = tuple(value_words(deal, [newest, submitted]))
        rows, same = differences(deal, [newest, submitted])
    by_phone = clash.report.device
    return Both(
        title=_("Two phones, two answers"),
        deal=deal,
        revision=clash.report.revision,
        agreed=agreed,
        form_data=form_data,
        names=(_("Another phone") if by_phone else clash.report.newest_author, _("This phone")),
        words=words,
        rows=rows,
        same=same,
        report_id=contest.report_id if contest and submitted else None,
    )


def _of_cut(board: EventBoard | None, clash: Conflict, submitted: Any) -> Both:
    names = dict(enumerate(board.names)) if board else {}

    def words(payload: dict[str, Any] | None) -> str:
        if payload is None:
            return _("withdrawn")
        chairs = payload.get("cut") or payload.get("winners") or ()
        return _(" and ").join(names[chair] for chair in sorted(chairs) if chair in names)

    values = words(clash.report.newest_payload), words(submitted)
    return Both(
        title=_("Two phones, two answers"),
        deal=None,
        revision=clash.report.revision,
        names=(clash.report.newest_author, _("This phone")),
        words=values,
        rows=(DifferentAnswer("", values),),
    )


def own_answer(deal: Deal, device: str) -> str:
    """Return in words this phone's own answer for a deal of which somebody chose another one; "" if
    it had no other."""
    for rival in reversed(deal.report.former_rivals):
        if device and rival.device == device and rival.payload != deal.report.payload:
            return value_words(deal, [rival.payload, deal.report.payload or {}])[0]
    return ""
