"""Two answers side by side on a phone: this phone's and another's, with a choice between them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.boards.board_reading import is_open
from tournaments.boards.deals import closes, deals_at, latest_deal
from tournaments.boards.hall import Hall
from tournaments.models import CUT
from tournaments.phones.blocks import Both, Contested, Settled, Side
from tournaments.phones.request_params import deal_for_entry, form_of, one_line, with_questions
from tournaments.report_forms.contests import DifferentAnswer, contest_of, differences, value_words
from tournaments.web.wording import and_list, count_word, or_list

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
    """Return the notice of what other phones have otherwise than this one; of all answers, if none
    is this phone's."""
    mine = _find_own(contest, device)
    if mine is None:
        return Contested(contest.deal, contest.all_words, others=len(contest.answers) - 1)
    ours = contest.answers.index(mine)
    text = _("{theirs}, not {mine}")
    words = []
    for row in contest.differs:
        others = dict.fromkeys(value for value in row.values if value != row.values[ours])
        if others:
            theirs = f"{row.prefix} {or_list([*others])}"
            words.append(text.format(theirs=theirs, mine=row.values[ours]))
    several = len(contest.answers) - 1
    return Contested(contest.deal, _("; ").join(words), is_mine=True, others=several)


def _find_own(contest: Contest, device: str) -> GivenAnswer | None:
    """The answer of this phone; None if it gave none."""
    own = (answer for answer in contest.answers if device and answer.device == device)
    return next(own, None)


def compare(phone: Phone, number: int) -> Both | None:
    """The two answers to a deal, to choose from; None if nobody contests it any more."""
    for deal in _contested_deals(phone):
        if deal.number == number and (contest := contest_of(deal)):
            return _of_contest(contest, phone.device)
    return None


def _of_contest(contest: Contest, device: str) -> Both:
    """The answers of others on the left, this phone's on the right; if none is this phone's, the
    one that counts comes first."""
    mine = _find_own(contest, device)
    answers = sorted(contest.answers, key=lambda answer: answer is mine)
    phones = [answer for answer in answers if answer.device and answer is not mine]
    sides = []
    for answer in answers:
        name = answer.author
        if answer is mine:
            name = _("This phone")
        elif answer.device and len(phones) == 1:
            name = _("Another phone")
        side = Side(name, answer.words, answer.created, answer.form_data, answer.number)
        sides.append(replace(side, is_mine=answer is mine, is_counted=answer.is_counted))
    places = [contest.answers.index(answer) for answer in answers]
    deal = contest.deal
    return Both(
        title=_name_duel(len(sides)),
        deal=with_questions(deal, final=closes(deal.plays, deal.report.payload)),
        revision=deal.report.revision,
        agreed=_is_agreed(deal),
        report_id=contest.report_id,
        sides=tuple(sides),
        rows=tuple(_columns(row, places) for row in contest.differs),
        same=contest.same,
    )


def _name_duel(count: int) -> str:
    """The title over so many answers."""
    if count == 2:
        return _("Two phones, two answers")
    many = count_word(count)
    return capfirst(_("{count} phones, {count} answers").format(count=many))


def _columns(row: DifferentAnswer, places: Sequence[int]) -> DifferentAnswer:
    """The row with the answers of these places only."""
    return replace(row, values=tuple(row.values[at] for at in places))


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
    if contest is not None and submitted is not None and _find_own(contest, device) is not None:
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
        sides=(
            Side(
                _("Another phone") if by_phone else clash.report.newest_author,
                words[0],
                is_counted=True,
            ),
            Side(_("This phone"), words[1], form_data=tuple(form_data), is_mine=True),
        ),
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
        sides=(
            Side(clash.report.newest_author, values[0], is_counted=True),
            Side(_("This phone"), values[1], is_mine=True),
        ),
        rows=(DifferentAnswer("", values),),
    )


def settled_of(phone: Phone) -> list[Settled]:
    """The deals of this table of which somebody else than this phone has chosen between several
    answers, as long as that is news: it was the last deal, or waits for a yes."""
    latest = latest_deal(phone.board, phone.place)
    rounds = (
        board_round
        for board_round in phone.board.rounds
        if any(report.former_rivals for report in board_round.reports)
    )
    deals = (
        deal
        for deal in deals_at(phone.board, phone.place, rounds)
        if not deal.report.contested
        and deal.report.payload is not None
        and (deal.state == "provisional" or (latest and deal.number == latest.number))
    )
    return [settled for deal in deals if (settled := _settled(deal, phone.device))]


def _settled(deal: Deal, device: str) -> Settled | None:
    """What was chosen for a deal, and by whom; None if nobody chose, or this phone did."""
    chosen = [rival for rival in deal.report.former_rivals if rival.chooser]
    if not chosen or (device and chosen[-1].choosing_device == device):
        return None
    own = [rival for rival in deal.report.former_rivals if device and rival.device == device]
    counted = deal.report.payload or {}
    other = own[-1] if own and own[-1].payload != counted else chosen[-1]
    rows, _same = differences(deal, [counted, other.payload])
    words = [and_list([row.words(at) for row in rows]) for at in range(2)]
    if len(rows) == 1 and rows[0].of_people:  # whose it is stands there already
        words[1] = rows[0].values[1]
    text = _("Another phone chose this.") if chosen[-1].choosing_device else _("{name} chose this.")
    former = words[1] if own and own[-1].payload != counted else ""
    return Settled(deal, words[0], text.format(name=chosen[-1].chooser), former)
