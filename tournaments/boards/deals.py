"""One deal of an evening: where it is played, what was reported, and what is asked.

Judging, the desk and a table's phone share it: a hand of a set, a round (a turn) of a board that
lasts, a couple's part of a round of the whole room.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.engine.roster import Roster
from rulesets.engine.text import say
from rulesets.formats.cuts import SIDES
from rulesets.formats.deals import dealer_of, find_set
from rulesets.formats.hands import CHAIRS
from tournaments.boards.board_reading import (
    as_if,
    blank_report,
    report_at_place,
)
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import DealReport
from tournaments.boards.event_board import next_round, running
from tournaments.boards.room_board import COUPLE, couple_words
from tournaments.web.forms import message
from tournaments.web.wording import translate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rulesets.engine.fields import Field
    from rulesets.engine.plays import Moment, Plays, State
    from rulesets.engine.problems import Problem
    from rulesets.formats import Format
    from tournaments.boards.deal_reports import ReportState
    from tournaments.boards.event_board import BoardRound, EventBoard, NextRound


@dataclass(frozen=True)
class Deal:
    """A deal and what was reported of it.

    `number` is the deal as people count it, `report` what was reported, `before` the state that a
    report is judged on, `board` the board it is on. `names` and `people` are who sits there, by
    chair; `open`: it can be reported now. `final`: the report would close the game; `early`: it
    would hold only what is answered before the hand.
    """

    format: Format
    number: int
    report: DealReport
    before: State
    board: EventBoard
    names: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    open: bool = True
    final: bool = False
    early: bool = False

    # --- where it is ----------------------------------------------------------------------------

    @property
    def plays(self) -> Plays:
        return self.format.game.plays

    @property
    def address(self) -> tuple[int, int, int]:
        """The set, table and deal number in the URLs of its pages."""
        return self.report.set_number, self.report.table_number, self.report.deal

    @property
    def set_number(self) -> int:
        """The number of its set, which a phone sends with its form."""
        return self.report.set_number

    @property
    def round(self) -> BoardRound | None:
        """Its round on the board; None if nothing has been reported yet."""
        return self.board.round(self.number)

    @property
    def later(self) -> bool:
        """Whether later deals have been reported whose scores depend on it."""
        return bool(self.board.following(self.number))

    def board_if(self, payload: dict[str, Any] | None, allowed: Sequence[str] = ()) -> EventBoard:
        """Its board as it would be with this report (None: without any). `allowed` are the codes of
        problems that were overridden or confirmed."""
        return as_if(self.board, self.number, self.report, payload, allowed)

    def asking(self, payloads: Sequence[Mapping[str, Any]]) -> Deal:
        """Return the deal with the questions that these reports answer."""
        return replace(self, final=any(closes(self.plays, payload) for payload in payloads))

    # --- what it is called ----------------------------------------------------------------------

    @property
    def label(self) -> str:
        """Its name at its table: "Hand 2", "Round 3"."""
        return translate(self.format.labels.deal.numbered(self.number))

    @property
    def label_within(self) -> str:
        """Its name within a sentence: "hand 2"."""
        return translate(self.format.labels.deal.within(self.number))

    @property
    def name(self) -> str:
        """Its name at the desk."""
        return self.label

    @property
    def place(self) -> str:
        """The place in words: "Table 2, hand 3"; with the names, if it is a couple's."""
        return translate(self.format.labels.place(*self.address, alone=not self.table_name))

    @property
    def table_name(self) -> str:
        """The name of its table: "Table 2"; "" if there is only one."""
        return self.board.title

    @property
    def title(self) -> str:
        """Its name for a heading, with its table if there are several: "Round 3, table 2"."""
        if not self.is_last:
            return self.place
        last, table = _("The last deals"), self.table_name
        return _("{table}: {deal}").format(table=table, deal=last) if table else last

    @property
    def trump(self) -> str:
        """Its name besides its number: the trump, or the game of a match."""
        return self.board.game_words(self.number)

    @property
    def match_game(self) -> int:
        """The number of its game in a match, from 1; 0 if there is only one game."""
        return self.board.part_of(self.number).match_game

    @property
    def trump_key(self) -> str:
        """The key of its trump's sign; "" without trump."""
        round_set = find_set(self.format, self.report.set_number)
        return round_set.sign_of(self.number) if round_set else ""

    @property
    def entry_words(self) -> str:
        """What is entered of it next: "Enter round 3" or, where some is asked before the hand,
        "Enter the bids of round 3", then "Enter the tricks of round 3"."""
        if self.report.is_open and not self.early:
            return self.rest_words
        text = _("Enter the bids of {deal}") if self.early else _("Enter {deal}")
        return text.format(deal=self.label_within)

    @property
    def rest_words(self) -> str:
        """What is entered after what is asked before the hand: "Enter the tricks of round 3"."""
        fields = (field for field in self.fields if not (field.before or field.rare))
        labels = [translate(field.label) for field in fields if field.required]
        answers = labels[0].lower() if len(labels) == 1 else _("result")
        text = _("Enter the {answers} of {deal}")
        return text.format(answers=answers, deal=self.label_within)

    # --- where it stands ------------------------------------------------------------------------

    @property
    def state(self) -> ReportState:
        return self.report.state

    @property
    def accepted(self) -> bool:
        """Whether somebody else has accepted it and nobody objects."""
        return self.state == "accepted"

    @cached_property
    def summary(self) -> str:
        """The report that counts now, in words."""
        return self.words(self.report.payload)

    @property
    def pending_summary(self) -> str:
        """The override that waits for agreement, in words."""
        return self.words(self.report.pending_payload)

    def named_words(self, payload: dict[str, Any] | None) -> str:
        """A report in words, with people where these have their chairs; "" for none."""
        return name_people(self.format, self.set_number, self.names, self.words(payload))

    def words(self, payload: dict[str, Any] | None, problems: Sequence[Problem] = ()) -> str:
        """A report in words, "" for none; `problems` are those that the rules find in it."""
        if payload is None:
            return ""
        board = self.board
        if payload is not self.report.payload or problems:
            codes = [problem.code for problem in problems] or self.report.allowed
            board = self.board_if(payload, codes)
        board_round = board.round(self.number)
        if (
            board_round is not None
            and board_round.played is not None
            and board_round.played.counted
        ):
            return translate(board_round.played.summary)
        return _("does not count")

    @property
    def is_last(self) -> bool:
        """Whether its report is the one that closes the game."""
        return closes(self.plays, self.report.payload)

    @property
    def corrects(self) -> bool:
        """Whether to show the consequences before saving: it has been reported, or a later deal
        has."""
        return self.report.payload is not None or self.later

    @property
    def asks_for_last(self) -> bool:
        """Whether only the report that closes the game can be entered here now."""
        if self.plays.final is None or self.report.payload is not None:
            return False
        return self.number == self.board.next_number and not self.board.playable

    @property
    def next_round(self) -> NextRound | None:
        """A note for the table before it is played; None if there is nothing to know."""
        return next_round(self.board, self.before)

    @property
    def team_by_name(self) -> list[tuple[str, str]]:
        """The people there, each with the name of their side."""
        roster = self.board.setup.roster
        sides = (roster.side_names[roster.side_of(place)] for place in self.report.chairs)
        return list(zip(self.names, sides, strict=True))

    # --- what it brought ------------------------------------------------------------------------

    @property
    def points(self) -> tuple[int, ...]:
        """Its points by chair, if it stands by itself; () if its board goes on from it."""
        return ()

    @property
    def points_by_name(self) -> list[tuple[str, int]]:
        return list(zip(self.names, self.points, strict=False))

    @property
    def dealer(self) -> int | None:
        """The chair that deals a hand of a set; None before the table has cut for it."""
        return dealer_of(self.format, self.board.setup.first, self.number)

    @property
    def leader(self) -> int | None:
        """The chair that leads to a hand of a set."""
        return None if self.dealer is None else (self.dealer + 1) % self.format.facts.width

    @property
    def dealer_name(self) -> str:
        """The dealer of a hand of a set; "" before the table has cut for it."""
        return "" if self.dealer is None else self.names[self.dealer]

    @property
    def brings(self) -> str:
        """The result of a round that others report, too; "" if nobody else does."""
        return ""

    @property
    def row(self) -> int | None:
        """The index of its row in the round; None if the report is the whole round."""
        return None

    @property
    def moments(self) -> tuple[str, ...]:
        """The moments worth remembering, in words."""
        board_round = self.round
        if board_round is None or board_round.played is None or not board_round.counted:
            return ()
        return tuple(
            translate(moment.words) for moment in board_round.played.moments if self.is_of(moment)
        )

    def is_of(self, moment: Moment) -> bool:
        """Whether a moment of its round belongs to it."""
        return True

    @property
    def troubles(self) -> list[str]:
        """Why it does not count."""
        return troubles_in(self.board, self.number)

    @property
    def agreers(self) -> list[tuple[int, str]]:
        """The people who could agree to an override."""
        return list(zip(self.people, self.names, strict=True))

    # --- what it asks ---------------------------------------------------------------------------

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        fields_of = final_fields if self.final else report_fields
        fields = fields_of(self.plays, self.before)
        return tuple(field for field in fields if field.before) if self.early else fields

    @property
    def answered_before(self) -> tuple[str, ...]:
        """The keys of the questions that were answered before the hand."""
        if self.early or not self.report.is_open:
            return ()
        return tuple(field.key for field in self.fields if field.before)

    @property
    def roster(self) -> Roster:
        """The people who answer, by chair; by the names of the chairs if those of people are not
        known."""
        setup, before = self.board.setup, self.before
        roster: Roster = before.roster if setup.changes else setup.roster
        return roster

    @property
    def playing(self) -> Collection[int] | None:
        """The chairs that may be named in answers; None: all."""
        return (self.plays.closing if self.final else self.plays.playing)(self.before)


class HandDeal(Deal):
    """A hand of a set that stands by itself."""

    @property
    def trump(self) -> str:
        round_set = find_set(self.format, self.report.set_number)
        return translate(round_set.name_deal(self.number)) if round_set else ""

    @property
    def match_game(self) -> int:
        """The number of its game in a match, from 1; 0 if there is only one game."""
        games = self.format.length.of_set(self.report.set_number).games
        return 0 if games == 1 else 1 + (self.number - 1) // self.format.length.deals.usual

    @property
    def next_round(self) -> None:
        """Nothing: its set says what a table has to know."""
        return

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Its points by chair; () if nothing counts."""
        board_round = self.round
        if board_round is None or board_round.played is None or not board_round.counted:
            return ()
        return self.board.score.gains(board_round.played)


class CoupleDeal(Deal):
    """A couple's part of a round of the whole room."""

    @property
    def name(self) -> str:
        return _(" – ").join(self.names)

    @property
    def place(self) -> str:
        """The round, and the couple's names: "Round 3, Ann – Bob"."""
        return _("{round}, {names}").format(round=self.label, names=self.name)

    @property
    def brings(self) -> str:
        """The result of the whole room's round."""
        board_round = self.round
        return translate(board_round.played.summary) if board_round and board_round.played else ""

    def words(self, payload: dict[str, Any] | None, problems: Sequence[Problem] = ()) -> str:
        """The couple's report in words, "" for none."""
        return couple_words(self.board, self.report, payload)

    @property
    def row(self) -> int | None:
        """The index of its row in the round."""
        board_round = self.round
        return board_round.reports.index(self.report) if board_round else None

    def is_of(self, moment: Moment) -> bool:
        """Whether nobody else had a part in a moment."""
        return set(self.report.chairs).issuperset(moment.who)

    @property
    def roster(self) -> Roster:
        """The two of them."""
        return Roster(self.names)

    @property
    def playing(self) -> None:
        """Everybody may be named."""
        return


DEALS = ByKeeping[type[Deal]](table=Deal, set=Deal, hands=HandDeal, room=CoupleDeal)


def report_fields(plays: Plays, state: State) -> tuple[Field, ...]:
    """The fields of a report of the round after a state. Who sits in a couple is not asked: the
    seats say so."""
    return tuple(field for field in plays.fields(state) if field.key != COUPLE)


def final_fields(plays: Plays, state: State) -> tuple[Field, ...]:
    """The fields of the last report: a winner for each space that holds something, in the order in
    which they are played for. Empty if there is no such report or nothing is left."""
    left = [
        (amount, account)
        for held in plays.holdings(state).values()
        for account, amount in held.items()
        if account.kind == "space" and amount
    ]
    if plays.final is None or not left:
        return ()
    left.sort(key=lambda pile: pile[0])  # stable: equal ones stay in the order of the board
    choices = tuple(
        (
            account.what,
            say("{space} ({amount})", space=plays.account_name(state, account), amount=amount),
        )
        for amount, account in left
    )
    return (replace(plays.final, choices=choices),)


def closes(plays: Plays, payload: Mapping[str, Any] | None) -> bool:
    """Whether a report is the one that closes the game."""
    final = plays.final
    return bool(final and payload and final.key in payload)


def on_board(board: EventBoard, number: int, report: DealReport, **more: Any) -> Deal:
    board_round = board.round(number)
    return DEALS(board.format)(
        format=board.format,
        number=number,
        report=report,
        before=board_round.before if board_round else board.standing,
        board=board,
        names=tuple(board.names[place] for place in report.chairs),
        people=tuple(board.entry_ids[place] for place in report.chairs),
        open=board.may_report_again(number),
        **more,
    )


def deals_at(
    board: EventBoard, place: int, rounds: Iterable[BoardRound] | None = None
) -> tuple[Deal, ...]:
    """The deals of a place at a board, in order: the rounds (or hands) of its table, or a couple's
    part of each round of the whole room. Only of these `rounds`, if they are given."""
    return tuple(
        on_board(board, board_round.number, report)
        for board_round in (board.rounds if rounds is None else rounds)
        for report in board_round.reports
        if report.table_number == place
    )


def hands_of(board: EventBoard) -> tuple[Deal, ...]:
    """The hands that a table has to report in a set, and further ones with a report."""
    most = len(board.values)
    return tuple(
        on_board(board, board_round.number, board_round.reports[0])
        for board_round in board.rounds
        if board_round.number <= most or board_round.reports[0].standing
    )


def due_hand(board: EventBoard, hands: Iterable[Deal]) -> Deal | None:
    """The first of these hands of a table that it has to report; None if all are reported."""
    most = len(board.values)
    due = (hand for hand in hands if hand.state in ("missing", "waiting"))
    return next((hand for hand in due if hand.number <= most), None)


def due_deal(board: EventBoard, place: int) -> Deal | None:
    """The deal that a place has to report next: the next round of its table, or its part of the
    round that the whole room plays (also if that is reported already); None if there is none."""
    if not board.table_number:
        return next(iter(deals_at(board, place, (running(board),))), None)
    number = board.next_number
    report = report_at_place(board, place, number) or blank_report(board, number)
    return on_board(board, number, report)


def latest_deal(board: EventBoard, place: int) -> Deal | None:
    """The deal that a place has reported last, if it counts; None if it was withdrawn."""
    newest = board.tally.newest[-1:]
    return next(
        iter(
            deals_at(board, place, (board_round for board_round in newest if board_round.counted))
        ),
        None,
    )


def name_people(format: Format, number: int, names: Sequence[str], summary: str) -> str:
    """The summary of a hand of set `number` with people where it has their chairs: "Ann & Kurt took
    all 5" for "North & South took all 5". `names` are those in the chairs."""
    among = find_set(format, number)
    if among is None or len(names) != len(CHAIRS):
        return summary
    chairs = [translate(format.labels.chair(place)) for place in range(len(names))]
    people = dict(zip(chairs, names, strict=True))
    if among.partners:
        for side in SIDES:
            called, partners = ([words[place] for place in side] for words in (chairs, names))
            people[_(" & ").join(called)] = _(" & ").join(partners)
    words = "|".join(map(re.escape, sorted(people, key=len, reverse=True)))
    return re.sub(rf"\b(?:{words})\b", lambda match: people[match[0]], summary)


def troubles_in(board: EventBoard, number: int) -> list[str]:
    """Why a round that was reported does not count."""
    board_round = board.round(number)
    if board_round is None or board_round.played is None or board_round.played.counted:
        return []
    return [message(p) for p in board_round.played.problems if p.severity == "error"]
