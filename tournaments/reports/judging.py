"""Whether a report may be saved, and what it would change: everything is read twice, as it is and
as it would be."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.engine.problems import Problem, warning
from rulesets.formats import drive as engine
from rulesets.formats import ranking
from tournaments.boards.board_reading import changed_rounds, is_open, shifted_rounds
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_tables import chairs_in, sit_later
from tournaments.boards.hall import Hall, deal_of
from tournaments.boards.room_board import AWAY, row_of
from tournaments.boards.table_reports import reports_at
from tournaments.models import CUT
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.reports import report_effects
from tournaments.reports.submission import REASON_LENGTH, cleaned
from tournaments.scores.lines import match_words
from tournaments.seats.requests import leads, seat
from tournaments.seats.storage import roles_before
from tournaments.web.wording import and_list, count_word, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.engine.problems import Problem
    from tournaments.access.permissions import Actor
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.boards.table_reports import TableReports
    from tournaments.models import Event, Report, Table
    from tournaments.reports.report_effects import Redraw
    from tournaments.reports.submission import Submission


UNASKED = ("round.open", "round.nobody", "couple.rotation")
LATER = "later.broken"  # the code of the warning that later rounds would not count any more


@dataclass(frozen=True, slots=True)
class Verdict:
    """What may be saved of a report, or the `problems` why nothing may. `is_open`: the rest is
    reported after the hand."""

    payload: dict[str, Any] | None = None
    problems: tuple[Problem, ...] = ()
    overrode: tuple[str, ...] = ()  # codes of overridden errors and confirmed warnings
    override: bool = False
    reason: str = ""
    is_open: bool = False

    def refuse(self) -> None:
        """Raise Refused if nothing may be saved."""
        if self.problems:
            raise Refused(self.problems)


def judge(deal: Deal, submission: Submission) -> Verdict:
    """Judge a report by the rules and by the rounds around it.

    The problems are all there are if one of them is an error, else the warnings that were not
    confirmed.
    """
    payload = submission.payload or {}
    if early := _problems_beside(deal, submission):
        return Verdict(problems=early)
    problems = problems_of(deal, payload)
    opens = may_open(deal, payload)
    errors = [problem for problem in problems if problem.severity == "error"]
    # A number out of range is a typing error, never a ruling.
    ruled = not opens and not any(
        problem.firm or problem.code.endswith(".range") for problem in errors
    )
    overrides = bool(errors) and ruled and submission.override and submission.actor.at_desk
    if errors and not overrides:
        return Verdict(problems=problems)
    if overrides and not submission.reason:
        missing = refusal("reason.missing", "Write down why this result should stand.", "reason")
        return Verdict(problems=missing.problems)
    codes = tuple(dict.fromkeys(problem.code for problem in problems))
    later = _later_problems(deal, payload, codes, submission.actor)
    if any(problem.severity == "error" for problem in later):
        return Verdict(problems=later)
    warnings = tuple(problem for problem in (*problems, *later) if problem.severity == "warning")
    if any(problem.code not in submission.confirmed for problem in warnings):
        return Verdict(problems=warnings)
    return Verdict(payload, (), codes, overrides, submission.reason, opens)


def judge_hand(table: Table, number: int, submission: Submission) -> Verdict:
    """Judge a report of a hand that stands by itself: by itself, whoever else is on its board, and
    by whether its table may still play it."""
    try:
        return judge(deal_of(table, number), submission)
    except Refused as refused:
        return Verdict(problems=refused.problems)


def judge_cut(table: Table, submission: Submission) -> Verdict:
    """Judge which chairs won the cut of a tied set. Inside a transaction."""
    format, reports = format_of(table.seating.event), reports_at(table)
    payload = submission.payload or {}
    chairs = payload["winners"]
    if any(not 0 <= chair < format.facts.width for chair in chairs):
        wrong = refusal("cut.chair", "Choose from the chairs at this table.", "winners")
        return Verdict(problems=wrong.problems)
    roles, payloads = reports.table.roles, reports.payloads(format)
    problems_of_cut = format.hands.check_cut(table.seating.set_number, roles, payloads, chairs)
    problems = (replace(problem, severity="error", at=("winners",)) for problem in problems_of_cut)
    return Verdict(payload, tuple(problems))


def _problems_beside(deal: Deal, submission: Submission) -> tuple[Problem, ...]:
    """A reason that is too long, or a couple that a table notes as away."""
    if len(submission.reason) > REASON_LENGTH:
        text = "The reason is {count} characters long; at most {most} fit."
        lengths = {"count": len(submission.reason), "most": REASON_LENGTH}
        return refusal("reason.long", text, "reason", **lengths).problems
    away = (submission.payload or {}).get(AWAY)
    if away and not (submission.actor.at_desk and JUDGING(deal.format).takes_absence):
        return refusal("away.desk", "Only the host can note who is not playing.").problems
    return ()


def problems_of(deal: Deal, payload: dict[str, Any]) -> tuple[Problem, ...]:
    """The problems that the rules find in a report, at the places of its own fields."""
    return JUDGING(deal.format).problems_of(deal, payload)


def may_open(deal: Deal, payload: Mapping[str, Any]) -> bool:
    """Whether the payload holds only what comes before the hand, and the rest is not reported
    yet."""
    return JUDGING(deal.format).may_open(deal, payload)


def _later_problems(
    deal: Deal, payload: dict[str, Any], codes: Sequence[str], actor: Actor
) -> tuple[Problem, ...]:
    """Warnings if later rounds would not count any more, or if somebody at the final table would
    not have won; the error alone, if later rounds would not count and several phones keep the
    board."""
    board = deal.board
    if not deal.later and board.ending is None:
        return ()
    after = deal.board_if(payload, codes)
    broken, _mended = changed_rounds(board, after, deal.number)
    if broken and not JUDGING(board.format).may_break(actor):
        return later_refusal(board, broken).problems
    problems = []
    if broken:
        text = "With this, {deal} could not have been played as reported. It would not count."
        problems.append(warning(LATER, text, deal=board.format.labels.deal.within(broken[0])))
    if _loses_seat(board, after):
        name = board.scorers[board.ending.winners[0]] if board.ending else ""
        text = "{name} is at the final table and would not have won this one. The seats stay."
        problems.append(warning("final.moved", text, name=name))
    return tuple(problems)


def _loses_seat(board: EventBoard, after: EventBoard) -> bool:
    """Whether a correction takes the win from somebody who sits at the final table."""
    if not board.format.facts.final_table or board.ending is None:
        return False
    if after.ending is not None and after.ending.winners == board.ending.winners:
        return False
    winning = (place for winner in board.ending.winners for place in board.people_of(winner))
    return sit_later([board.entry_ids[place] for place in winning], board.set_number)


def later_refusal(board: EventBoard, broken: Sequence[int]) -> Refused:
    """The refusal of a table's report that would undo later rounds."""
    text = "With this, {deal} could not have been played as reported. The host can change it."
    return refusal(LATER, text, deal=board.format.labels.deal.within(broken[0]))


Seats = dict[int, tuple[str, ...]]  # names by chair, of each table


@dataclass(frozen=True, slots=True)
class Total:
    """The total of a player or a side, and the rank (0: places are not counted)."""

    name: str
    points: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What follows from the reports as they are, or as they would be with one of them changed.

    `summary` is that report in words, `points` what it scores by chair, `brings` what the round
    scores that others report, too; `totals` are everybody's in the order of entering. `winners`
    move on from the table, unless it is `tied`; `seats` are those of the next set, unless it has
    been played. `ending` is how the game of the board ended, `match` the score in games.
    """

    summary: str = ""
    points: tuple[int, ...] = ()
    brings: str = ""
    totals: tuple[Total, ...] = ()
    winners: tuple[str, ...] = ()
    tied: bool = False
    seats: Seats = field(default_factory=dict)
    ending: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """Both readings, and how they differ. An error among `problems` needs an override; if the
    report is malformed, nothing else is filled in.

    `names` are those who sit there by chair, `seen` is the newest revision now; `broken` are later
    rounds that would not count any more, `mended` those that would count again, `shifted` those
    that would belong to another game of a match; `moves`: somebody moves on from the table;
    `next_set`: the set whose seats can be drawn again, and `draws_again`: they are unless the host
    wants them to stay, because others have won their place in it.
    """

    now: Reading = Reading()
    then: Reading = Reading()
    names: tuple[str, ...] = ()
    seen: int = 0
    problems: tuple[Problem, ...] = ()
    broken: tuple[int, ...] = ()
    mended: tuple[int, ...] = ()
    shifted: tuple[int, ...] = ()
    moves: bool = False
    next_set: int | None = None
    draws_again: bool = False

    @property
    def winners_words(self) -> str:
        """How the winners of a set at this table change; "" if they stay."""
        before, after = and_list(list(self.now.winners)), and_list(list(self.then.winners))
        if before == after:
            return ""
        if not after:
            text = ngettext(
                "{names} no longer wins the set here; it is level.",
                "{names} no longer win the set here; it is level.",
                len(self.now.winners),
            )
            return text.format(names=before)
        text = ngettext(
            "{names} wins the set here now.",
            "{names} win the set here now.",
            len(self.then.winners),
        )
        if before:
            text = ngettext(
                "{names} wins the set here now, not {others}.",
                "{names} win the set here now, not {others}.",
                len(self.then.winners),
            )
        return text.format(names=after, others=before)

    @property
    def points(self) -> list[tuple[str, int | None, int | None]]:
        """By chair: the name, the points now, and the points then."""
        if not (self.now.points or self.then.points):
            return []
        nothing = (None,) * len(self.names)
        sums = self.now.points or nothing, self.then.points or nothing
        return list(zip(self.names, *sums, strict=True))

    @property
    def totals(self) -> list[tuple[Total, Total]]:
        """The totals, now and then, that would change in points or place."""
        both = zip(self.now.totals, self.then.totals, strict=True)
        return sorted((two for two in both if two[0] != two[1]), key=lambda two: two[1].rank)

    @property
    def total_words(self) -> str:
        """How many totals and places would change; if points change that no total counts yet, that
        as well."""
        totals = sum(was.points != now.points for was, now in self.totals)
        places = sum(was.rank != now.rank for was, now in self.totals)
        if not totals and any(was != now for _name, was, now in self.points):
            return _("The points of this hand change. The totals count them once the set is over.")
        if not totals and not places:
            return _("No total and no place changes.") if self.ranked else _("No total changes.")
        if not totals:
            text = ngettext(
                "No total changes, but {n} place does.",
                "No total changes, but {n} places do.",
                places,
            )
            return text.format(n=count_word(places))
        text = ngettext("{n} total changes", "{n} totals change", totals)
        words = [capfirst(text.format(n=count_word(totals)))]
        if self.ranked:
            text = ngettext("{n} place", "{n} places", places)
            words.append(text.format(n=count_word(places) if places else _("no")))
        return _("{words}.").format(words=_(", and ").join(words))

    @property
    def moves_more(self) -> bool:
        """Whether more than the deal and the totals would change: later rounds, places, the end of
        the game, or the score in games."""
        places = any(was.rank != now.rank for was, now in self.totals)
        was, now = self.now, self.then
        ends = (was.ending, was.match) != (now.ending, now.match)
        return bool(self.broken or self.mended or self.shifted or places or ends)

    @property
    def ranked(self) -> bool:
        """Whether places are counted."""
        return any(total.rank for total in self.then.totals)

    @property
    def seats(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """The tables of the next set with other people, now and then."""
        now, then = self.now.seats, self.then.seats
        tables = ((number, now.get(number, ()), then.get(number, ())) for number in now | then)
        return sorted(table for table in tables if table[1] != table[2])


def preview(
    *, table: Table, deal: int, payload: Mapping[str, Any] | None, board_deal: Deal | None = None
) -> Preview:
    """What would change if `payload` were reported (None: withdrawn). Nothing is saved.
    `board_deal` is the deal on its board, if it was read already."""
    hall = Hall.of(table.seating.event)
    own_deal, hands = JUDGING(hall.event).read(hall, board_deal or deal_of(table, deal), table)
    answers = None if payload is None else cleaned(payload)
    problems = () if answers is None else problems_of(own_deal, answers)
    seen = own_deal.report.revision
    if any(problem.firm for problem in problems):
        return Preview(seen=seen, problems=problems)
    then = hall.what_if(own_deal, answers, [problem.code for problem in problems])
    after = then.deal(*own_deal.address) or own_deal
    broken, mended = changed_rounds(own_deal.board, after.board, own_deal.number)
    outcome = Preview(
        _reading(hall, own_deal, hands),
        _reading(then, after, hands),
        tuple(map(hands.table.name_of, hands.table.sitters(deal))) if hands else own_deal.names,
        seen,
        problems,
        broken,
        mended,
        shifted_rounds(own_deal.board, after.board, own_deal.number),
        moves=hands is not None,
    )
    return _with_seats(outcome, table, hall, then)


def _reading(hall: Hall, deal: Deal, hands: TableReports | None) -> Reading:
    """The reading of a deal in a hall; `hands` are its table's reports if these decide who
    moves on."""
    board = deal.board
    carried = board.format.keeping.credit == "carried"
    reading = Reading(
        summary=deal.summary,
        points=deal.points,
        brings=deal.brings,
        totals=_drive_totals(hall) if carried else _board_totals(board),
        ending=translate(board.ending.words) if board.ending else "",
        match=match_words(board),
    )
    if hands is None:
        return reading
    at = hands.table
    result = board.format.hands.result(board.set_number, at.roles, board.values, hands.cut)
    winners = tuple(at.names_at_end[chair] for chair in result.winners)
    return replace(reading, winners=winners, tied=bool(result.tied))


def _drive_totals(hall: Hall) -> tuple[Total, ...]:
    """The score that everybody carries, in the order of entering, as standings count it."""
    drive = engine.counting(hall.drive.drive, live=hall.event.live_standings)
    scores = sorted(ranking.standings(drive), key=lambda score: score.player)
    return tuple(
        Total(drive.players[score.player].name, score.total, score.rank) for score in scores
    )


def _board_totals(board: EventBoard) -> tuple[Total, ...]:
    """The total of every player or side on a board."""
    points = board.plays.totals(board.state)
    begun = any(each.counted for each in board.rounds)
    ranks = board.plays.ranks(board.state) if begun else [0] * len(points)
    return tuple(itertools.starmap(Total, zip(board.scorers, points, ranks, strict=True)))


def _with_seats(result: Preview, table: Table, now: Hall, then: Hall) -> Preview:
    """The preview with the seats of the next set, if others would sit there `then`."""
    event, set_number = now.event, table.seating.set_number
    format = format_of(event)
    if not report_effects.seats_follow(format, set_number):
        return result
    following = report_effects.following(event, set_number)
    if following is None:
        return result
    reports: TableReports | None = None
    moving: Sequence[Any]
    if report_effects.compares_seats(format, set_number):
        roles = roles_before(following)
        moving = seat(event, following.set_number, following.seed, hall=now, roles=roles).tables
    else:
        reports = reports_at(table)
        moving = now.result(reports).winners
    new_seats = report_effects.redraw(following, then, reports, moving)
    if new_seats is None:
        return result
    names = dict(event.entries.values_list("pk", "name"))
    seats = {
        number: tuple(names[pk] for pk in row) for number, row in enumerate(new_seats.tables, 1)
    }
    old_seats = {
        number: tuple(names[pk] for pk in seated) for number, seated in chairs_in(following).items()
    }
    return replace(
        result,
        now=replace(result.now, seats=old_seats),
        then=replace(result.then, seats=seats),
        next_set=following.set_number,
        draws_again=format.in_set(following.set_number).eliminates,
    )


def find_next_seats(table: Table, number: int, submission: Submission) -> Redraw | None:
    """The next set's seats as they follow from what was sent to correct a deal; None where they
    have to stay. Before it is written."""
    event, payload = table.seating.event, submission.payload
    now = Hall.of(event)
    deal = now.deal(table.seating.set_number, table.number, number) if number != CUT else None
    if deal is None or payload is None:
        return None
    problems = problems_of(deal, payload)
    if any(problem.firm for problem in problems):
        return None
    then = now.what_if(deal, payload, [problem.code for problem in problems])
    if any(problem.severity == "error" for problem in problems) and awaits_agreement(
        event, submission.actor
    ):
        then = now
    return report_effects.find_redraw(table, now, then)


class Judging:
    """How a report is judged, and what it changes, where it is made as a whole."""

    goes_on: ClassVar[bool] = True  # later deals and what the board comes to follow from a report
    takes_absence: ClassVar[bool] = False  # the desk may note that somebody does not play

    def judge_early(self, table: Table, number: int, submission: Submission) -> Verdict | None:
        """The verdict on what nothing that others write can change, so that nobody waits for it;
        None where it is judged by the deals before it, under the lock."""
        return None

    def problems_of(self, deal: Deal, payload: dict[str, Any]) -> tuple[Problem, ...]:
        """The problems that the rules find in a report, at the places of its own fields."""
        return deal.plays.check(deal.before, payload)

    def may_open(self, deal: Deal, payload: Mapping[str, Any]) -> bool:
        """Whether the payload holds only what comes before the hand, and the rest is not reported
        yet: never."""
        return False

    def is_open(self, report: Report, hall: Callable[[], Hall]) -> bool:
        """Whether a report holds only what comes before the hand, as it is in the `hall`: never."""
        return False

    def may_break(self, actor: Actor) -> bool:
        """Whether somebody may save what later rounds could not have been played after."""
        return actor.at_desk or actor.is_only_phone

    def agrees_by_saving(self, event: Event, actor: Actor) -> bool:
        """Whether saving a whole report is agreeing to it: not unless a table sees a board that
        shows what was entered."""
        return False

    def read(self, hall: Hall, deal: Deal, table: Table) -> tuple[Deal, TableReports | None]:
        """A deal on its board, with all reports of its table if these decide who moves on."""
        return deal, None


class BoardJudging(Judging):
    """How a report of a table that keeps a board is judged, and what it changes."""

    def problems_of(self, deal: Deal, payload: dict[str, Any]) -> tuple[Problem, ...]:
        """The problems that the rules find in a report, or in what comes before the hand."""
        if self.may_open(deal, payload):
            early = deal.plays.check_before(deal.before, payload)
            if early is not None:
                return early
        return super().problems_of(deal, payload)

    def may_open(self, deal: Deal, payload: Mapping[str, Any]) -> bool:
        """Whether the payload holds only what comes before the hand, and the rest is not reported
        yet."""
        if deal.later or (deal.report.standing and not deal.report.is_open):
            return False
        return is_open(deal.plays, deal.before, payload)

    def is_open(self, report: Report, hall: Callable[[], Hall]) -> bool:
        """Whether a report holds only what comes before the hand, as it is in the `hall`."""
        return deal_of(report.table, report.deal, hall()).report.is_open

    def agrees_by_saving(self, event: Event, actor: Actor) -> bool:
        """Whether saving a whole report is agreeing to it: everybody at the table sees the board,
        and no other phone has it open, or the host wants it so."""
        return actor.kind == "table" and (actor.is_only_phone or event.saved_is_agreed)


class HandJudging(Judging):
    """How a hand that stands by itself is judged, and what it changes."""

    goes_on: ClassVar[bool] = False

    def judge_early(self, table: Table, number: int, submission: Submission) -> Verdict | None:
        """The verdict on a hand; None for a cut, which the other hands decide."""
        return None if number == CUT else judge_hand(table, number, submission)

    def read(self, hall: Hall, deal: Deal, table: Table) -> tuple[Deal, TableReports | None]:
        """The hand on its board, on which it has not been read yet, and the hands of its table."""
        return hall.deal(*deal.address) or deal, reports_at(table)


class RoomJudging(Judging):
    """How a couple's part of a round is judged, and what it changes."""

    takes_absence: ClassVar[bool] = True

    def problems_of(self, deal: Deal, payload: dict[str, Any]) -> tuple[Problem, ...]:
        """The problems that the rules find in the couple's row.

        Who meets whom follows from the published seats, whatever the rotation would say now.
        """
        row = deal.row or 0
        # Other couples cannot make it wrong: the seats say who is in each.
        own = None if payload.get(AWAY) else row_of(deal.board, deal.report, payload)
        return tuple(
            replace(problem, at=problem.at[1:])
            for problem in deal.plays.check(deal.before, [None] * row + [own])
            if (problem.at[:1] == (row,) or not problem.at) and problem.code not in UNASKED
        )

    def may_break(self, actor: Actor) -> bool:
        """Whether somebody may save what later rounds could not have been played after: the desk,
        since all others in the room played them."""
        return actor.at_desk


_BOARD = BoardJudging()
JUDGING = ByKeeping[Judging](table=_BOARD, set=_BOARD, hands=HandJudging(), room=RoomJudging())


def awaits_agreement(event: Event, actor: Actor) -> bool:
    """Whether a report that overrides a rule waits for another player's agreement: if a scorekeeper
    plays and leads."""
    keeper = event.scorekeeper_id
    return actor.at_desk and keeper is not None and leads(event, keeper)
