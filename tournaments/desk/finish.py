"""The end of an evening on one page: open results and accepting them, how the result is revealed,
and who left early."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.formats.deals import find_set
from tournaments.boards.by_keeping import DRAWS_EVERY_SET, ByKeeping
from tournaments.boards.deal_reports import doubted_deals, unaccepted
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import couple_words
from tournaments.events import services as events
from tournaments.events.services import refuse_unfinished, unfinished
from tournaments.models import CUT, Event, Link, Presence, Report
from tournaments.models.errors import Conflict, Refused, refusal
from tournaments.models.event_games import format_of
from tournaments.report_forms.contests import contest_of, several_answers
from tournaments.reports import acceptances
from tournaments.scores.progress import is_over
from tournaments.scores.sets import is_bare, names_by_chairs, with_names
from tournaments.seats.requests import count_roles
from tournaments.standings.selectors import standings
from tournaments.wall import services as wall
from tournaments.web.collation import sorted_by_name
from tournaments.web.forms import message
from tournaments.web.labels import called, table_title
from tournaments.web.wording import filled, translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.engine.problems import Problem
    from tournaments.access.permissions import Actor
    from tournaments.boards.event_board import BoardRound, EventBoard


BAD = "bad"  # the tone of a result with two answers, or with an objection
MOST_ACCEPTED = 10_000  # at most so many results are accepted at once


@dataclass(frozen=True, slots=True)
class OpenResult:
    """A result that nobody has accepted: the id of its report, its name, and its summary."""

    report_id: int
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The open results of one table (in a round of couples: of one couple), with the address of its
    page. At the table of a set `names` are the people, partners on one line: in the order of the
    numbers, where these stand alone (`in_order`), else behind the chairs that summaries name."""

    title: str
    url: str
    results: tuple[OpenResult, ...]
    names: tuple[str, ...] = ()

    @property
    def in_order(self) -> bool:
        """Whether summaries are bare numbers, as the people sit."""
        return bool(self.names) and _are_bare(self.results)


def open_results(event: Event) -> tuple[OpenTable, ...]:
    """All results that nobody has accepted and nobody doubts, by table."""
    boards = Hall.of(event).boards_at(unaccepted(event, undoubted=True))
    tables = (table for board in boards for table in OPEN(event)(event, board))
    return tuple(table for table in tables if table.results)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A result that is not accepted with others: where it is and why, what it says, and the address
    where it is settled. `tone` is "bad" for two answers and objections, "look" for an override."""

    title: str
    why: str
    words: str
    url: str
    tone: str


def left_out(event: Event) -> tuple[LeftOut, ...]:
    """The results that somebody has to look at one by one: with two answers, with an objection, or
    against a rule and without another player's agreement."""
    hall = Hall.of(event)
    return tuple(_left_out(event, hall, *place) for place in doubted_deals(event))


def _left_out(event: Event, hall: Hall, number: int, table: int, deal_number: int) -> LeftOut:
    format, settling = format_of(event), reverse("event_disputes", args=[event.pk])
    deal = hall.deal(number, table, deal_number) if deal_number else None
    if deal is None:  # the cut of a set, or a deal that is no longer played
        where = table_title(format, number, table)
        return LeftOut(where, _("two answers, or an objection"), "", settling, BAD)
    title = deal.place
    contest = contest_of(deal)
    if contest is not None:
        return LeftOut(
            title,
            several_answers(len(contest.answers)),
            with_names(deal.board, contest.all_words),
            settling,
            BAD,
        )
    if deal.report.disputed:
        words = with_names(deal.board, deal.summary)
        return LeftOut(title, _("an objection"), words, settling, BAD)
    url = reverse("event_deal", args=[event.pk, *deal.address])
    words = with_names(deal.board, deal.pending_summary)
    return LeftOut(title, _("needs another player’s agreement"), words, url, "look")


def _of_table(event: Event, board: EventBoard) -> Iterator[OpenTable]:
    """The open results of a table with a board of its own, whose summaries name the people."""
    results = _open_of(board)
    yield OpenTable(
        _seats_title(board), reverse("event_table", args=[event.pk, *board.at]), results
    )


def _of_hands(event: Event, board: EventBoard) -> Iterator[OpenTable]:
    """The open hands of a table, with the people who sit there."""
    for table in _of_table(event, board):
        yield replace(table, names=_name_people(board, table.results))


def _open_of(board: EventBoard) -> tuple[OpenResult, ...]:
    """The open results of a table."""
    words = called(board.format)
    return tuple(
        OpenResult(report.report_id, words.numbered(board_round.number), _brought(board_round))
        for board_round in board.rounds
        for report in board_round.reports
        if report.to_accept and report.report_id is not None
    )


def _are_bare(results: Iterable[OpenResult]) -> bool:
    return all(is_bare(result.summary) for result in results)


def _name_people(board: EventBoard, results: Iterable[OpenResult]) -> tuple[str, ...]:
    """The people at the table of a set, partners in one line."""
    among = find_set(board.format, board.set_number)
    if among is None:
        return ()
    if not among.partners:
        return (_(", ").join(board.names),)
    sides = names_by_chairs(board)
    if _are_bare(results):
        return tuple(names for _chairs, names in sides)
    return tuple(_("{side}: {names}").format(side=chairs, names=names) for chairs, names in sides)


def _seats_title(board: EventBoard) -> str:
    """The name of the table, and of its seats if people change them."""
    return (
        translate(board.format.labels.place(*board.at))
        if board.format.keeping.moves
        else table_title(board.format, *board.at)
    )


def _brought(board_round: BoardRound) -> str:
    """Return the result of a round; "" if it does not count."""
    return (
        translate(board_round.played.summary)
        if board_round.played and board_round.played.counted
        else ""
    )


def _of_room(event: Event, board: EventBoard) -> Iterator[OpenTable]:
    """The open results of the whole room, by round."""
    words = called(board.format)
    for board_round in board.rounds:
        results = tuple(
            OpenResult(
                report.report_id,
                _(" – ").join(board.names[place] for place in report.chairs),
                couple_words(board, report, report.payload),
            )
            for report in board_round.reports
            if report.to_accept and report.report_id is not None
        )
        url = reverse("event_worksheet", args=[event.pk, board_round.number])
        yield OpenTable(words.numbered(board_round.number), url, results)


OPEN = ByKeeping(table=_of_table, set=_of_table, hands=_of_hands, room=_of_room)


def accept_results(*, event: Event, actor: Actor, reports: Iterable[int]) -> list[Report]:
    """Accept these reports; return those that could not be, because they were changed meanwhile or
    somebody doubts them now.

    Reports of another event, and those that are accepted already, change nothing.
    """
    ids = list(reports)[:MOST_ACCEPTED]
    rows = Report.objects.filter(pk__in=ids, table__seating__event=event)
    doubted = set(doubted_deals(event))
    changed = []
    for report in rows.select_related("table__seating").order_by("pk"):
        report.table.seating.event = event
        place = report.table.seating.set_number, report.table.number, report.deal
        try:
            if place in doubted:
                raise refusal("accept.doubted", "Somebody doubts this result by now.")
            acceptances.accept(report=report, actor=actor)
        except (Conflict, Refused):
            changed.append(report)
    return changed


def place_of_report(report: Report) -> str:
    """Return the place of a report: "Set 1, table 2, hand 3"."""
    format, table = format_of(report.table.seating.event), report.table
    number = table.seating.set_number
    return translate(format.labels.place(number, table.number, report.deal or None))


FIRST_THREE = 3  # places


class RevealWay(StrEnum):
    """How the result of an evening is revealed."""

    EACH = "each"  # one by one, from the last
    PODIUM = "podium"  # only the first three; the others are shown at once
    ALL = "all"


BEGINS_WITH = {RevealWay.EACH: 0, RevealWay.PODIUM: FIRST_THREE, RevealWay.ALL: None}  # a place


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody who left before the end, and the last set for which they were here."""

    name: str
    last: int


@dataclass(frozen=True, slots=True)
class FinishPage:
    """Everything that the host looks at before the winners are announced."""

    title: str
    words: str
    over: bool  # everything has been played
    tables: tuple[OpenTable, ...]  # results that nobody has accepted
    left_out: tuple[LeftOut, ...]  # results that are not accepted with others
    early: bool  # something is missing or has not ended
    open: tuple[str, ...]  # what is missing, in sentences
    reveal: RevealWay  # the default
    is_watched: bool  # somebody who is not at the only table waits for the winners
    has_podium: bool  # there are more places than on the podium
    departures: tuple[Departure, ...]

    @property
    def disputed(self) -> tuple[LeftOut, ...]:
        """The results with two answers, or with an objection: they are settled before the end."""
        return tuple(result for result in self.left_out if result.tone == BAD)

    @property
    def first_to_settle(self) -> LeftOut | None:
        """The first open matter, to which the large button leads; None if the evening can be
        finished, or is cut short."""
        return next(iter(self.disputed), None) if not self.early else None

    @property
    def to_accept(self) -> int:
        """How many results nobody has accepted."""
        return sum(len(table.results) for table in self.tables)

    @property
    def reports(self) -> str:
        """The ids of these reports, as the form sends them."""
        return ".".join(str(result.report_id) for table in self.tables for result in table.results)


def finish_page(event: Event) -> FinishPage:
    """The page of an evening that is being played."""
    problems = unfinished(event)
    over = not problems if DRAWS_EVERY_SET(event) else is_over(Hall.of(event).boards)
    doubted = left_out(event)
    places = {row.rank for row in standings(event).rows}
    way = RevealWay.EACH if event.hide_standings or _is_hall(event) else RevealWay.ALL
    return FinishPage(
        title=_("Finish early")
        if problems
        else (_disputed_title(doubted) or _("Everything is in")),
        words=_size(event),
        over=over,
        tables=open_results(event),
        left_out=doubted,
        early=bool(problems),
        open=tuple(filter(None, map(_more_words, problems))),
        reveal=way,
        is_watched=way is not RevealWay.ALL or _keepers(event) > 1,
        has_podium=max(places, default=0) > FIRST_THREE,
        departures=departures(event),
    )


def _disputed_title(doubted: Iterable[LeftOut]) -> str:
    """How many results have two answers or an objection; "" if none has."""
    count = sum(result.tone == BAD for result in doubted)
    text = ngettext("One result is disputed", "{n} results are disputed", count)
    return text.format(n=count) if count else ""


def _more_words(problem: Problem) -> str:
    """A problem in words, unless it says only that the game goes on."""
    if problem.code != "game.open" or "table" in problem.params:
        return message(problem)
    text = _("{count} {unit} still lie in the middle.")
    return filled(text, problem.params, {}) if problem.params else ""


def _is_hall(event: Event) -> bool:
    """Whether everybody moves from table to table and waits for the end together."""
    return DRAWS_EVERY_SET(event)


def _keepers(event: Event) -> int:
    """How many places keep the score: tables, or couples of the long table."""
    return event.links.filter(kind=Link.Kind.TABLE, revoked_at=None).count()


def _size(event: Event) -> str:
    """ "30 people, 196 hands." """
    people = count_roles(event).total()
    deals = (
        Report.objects.filter(table__seating__event=event, table__seating__state="published")
        .exclude(payload=None)
        .exclude(deal=CUT)
        .values("table_id", "deal")
        .distinct()
        .count()
    )
    words = called(event)
    return _("{people}, {deals}.").format(
        people=ngettext("{n} person", "{n} people", people).format(n=people),
        deals=f"{deals} {words.singular if deals == 1 else words.plural}",
    )


def departures(event: Event) -> tuple[Departure, ...]:
    """Return the people who have left, if people move from set to set."""
    if not format_of(event).keeping.moves:
        return ()
    latest: dict[int, tuple[str, int, bool]] = {}
    rows = Presence.objects.filter(entry__event=event).order_by("from_set", "pk")
    for entry_id, name, from_set, here in rows.values_list(
        "entry_id", "entry__name", "from_set", "here"
    ):
        latest[entry_id] = (name, from_set, here)
    absent = (Departure(name, from_set - 1) for name, from_set, here in latest.values() if not here)
    return tuple(sorted_by_name(absent, lambda departure: departure.name))


def finish_evening(
    *,
    event: Event,
    actor: Actor,
    reports: Iterable[int] = (),
    reveal: RevealWay | None = None,
    early: bool = False,
) -> None:
    """Accept these reports, choose how the result is revealed, and end the event.

    Raises Refused, before anything is done, with what is missing, unless the host ends it `early`.
    """
    if not early and event.state == Event.State.PLAYING:
        refuse_unfinished(event)
    accept_results(event=event, actor=actor, reports=reports)
    if reveal is not None:
        wall.plan_reveal(event=event, actor=actor, first=BEGINS_WITH[reveal])
    events.finish_event(event=event, actor=actor, early=early)
