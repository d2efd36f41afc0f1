"""The tables as cards of the desk, in any format, who sits out, and the rounds so far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesets.engine.text import signed
from rulesets.formats.deals import set_of
from tournaments.boards.deal_reports import unaccepted
from tournaments.boards.deals import name_people, on_board
from tournaments.boards.event_tables import reasons_in
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import TableReports, reports_in, reports_of_tables
from tournaments.cache.memo import Memo
from tournaments.db.current_values import EVENTS, Place, Steps, read_current, tables_of_steps
from tournaments.models import CUT, Entry, Event, Seating, Table
from tournaments.models.event_games import format_of
from tournaments.report_forms.contests import authors_of_answers, contest_of, several_answers
from tournaments.scores.lines import score_words
from tournaments.scores.progress import BoardSummary, summarize_board
from tournaments.seats.selectors import table_divisions
from tournaments.web.labels import called
from tournaments.web.wording import and_list, translate, translate_reason

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from rulesets.formats import Format
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import EventBoard
    from tournaments.db.current_values import Place


CardState = Literal[
    "empty", "partial", "waiting", "contested", "disputed", "cut", "playing", "done"
]
Tone = Literal["bad", "look", "wait", "done"]
# First those that wait for the desk, then those that play on, then those that are done.
TONES: dict[Tone, int] = {"bad": 0, "look": 1, "wait": 2, "done": 3}
BY_LOT, IN_TURN = "drawn", "fewest"  # beginnings of the codes of reasons for sitting out
BEHIND = 2  # deals behind half of the others that make a table late
OF_BOARDS: dict[str, CardState] = {
    "contested": "contested",
    "disputed": "disputed",
    "waiting": "waiting",
    "done": "done",
}


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """One of the answers to a contested deal: what it says, from whom and when."""

    words: str
    author: str
    created: datetime | None
    values: tuple[str, ...] = ()  # a number for each side of the card, if that is all it says


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table as the desk shows it; what its format has no use for is empty."""

    set_number: int
    number: int
    title: str
    state: CardState
    chip: str  # the state in a word or two
    names: tuple[str, ...]  # of those who play
    sides: tuple[str, ...] = ()  # the names, partners in one line
    sums: tuple[str, ...] = ()  # what each of the sides has made of a set that is over
    now: str = ""  # what is played now
    lines: tuple[str, ...] = ()  # every deal of a set in short, "" where missing
    result: str = ""  # who has won, or moves on
    over: bool = False  # nothing more is played here
    last: str = ""  # what the last deal has brought
    missing: int = 0  # deals of a set that are not reported
    agreement: int = 0  # overrides that wait for another player's agreement
    tied: bool = False  # the cut is missing
    enter: str = ""  # "Enter hand 3", or what closes the game
    deal: int = 0
    objection: str = ""  # what somebody objects to
    answers: tuple[CardAnswer, ...] = ()  # the two (or more) answers to a contested deal
    slip: bool = False  # all its deals are typed together
    division: str = ""  # "Division A", if there are several

    @property
    def lines_of_sides(self) -> tuple[tuple[str, str], ...]:
        """The names of each side, with its sum ("": none yet)."""
        return tuple(zip_longest(self.sides, self.sums, fillvalue=""))

    @property
    def answers_of_sides(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The names of each side, with what every answer says of it; nothing if one says more."""
        if not self.answers or not all(answer.values for answer in self.answers):
            return ()
        values = zip(*(answer.values for answer in self.answers), strict=True)
        return tuple(zip(self.sides, values, strict=True))

    @property
    def tone(self) -> Tone:
        """How urgently it needs the host."""
        if self.state in ("contested", "disputed"):
            return "bad"
        if self.state in ("waiting", "cut") or self.agreement:
            return "look"
        return "done" if self.state == "done" else "wait"

    @property
    def bar(self) -> tuple[bool, ...]:
        """For every deal of a set, whether it is reported."""
        return tuple(map(bool, self.lines))

    @property
    def reported_count(self) -> int:
        """How many deals of a set are reported."""
        return sum(self.bar)

    @property
    def place(self) -> Place:
        """The set and the table."""
        return self.set_number, self.number

    @property
    def key(self) -> str:
        """The key of the card on the page."""
        return f"{self.set_number}-{self.number}"

    @property
    def looked_for(self) -> str:
        """The text by which the search box finds it."""
        return " ".join((self.title, *self.names, self.division))

    @property
    def open(self) -> bool:
        """Whether the table may be asked for something."""
        return bool(self.missing or self.deal)


def late(cards: Collection[TableCard], *, time_is_up: bool) -> frozenset[Place]:
    """The tables of a set that the others wait for: some deals behind half of them, or, once the
    countdown has run out, all that play on."""
    going = [card for card in cards if card.missing]
    if time_is_up:
        return frozenset(card.place for card in going)
    half = sorted((card.reported_count for card in cards), reverse=True)[len(cards) // 2 :][:1]
    return frozenset(
        card.place for card in going for most in half if card.reported_count + BEHIND <= most
    )


_cards_memo: Memo[dict[int, TableCard]] = Memo(EVENTS)


@dataclass(frozen=True, slots=True)
class SitOutRow:
    """Somebody who sits out, and why in a few words."""

    entry_id: int
    name: str
    reason: str


def with_divisions(
    event: Event, seating: Seating, cards: Iterable[TableCard]
) -> tuple[TableCard, ...]:
    """The tables of a set with the names of their divisions."""
    divisions = table_divisions(event, seating.set_number)
    return tuple(replace(card, division=divisions.get(card.number, "")) for card in cards)


def cards_of_boards(event: Event, seating: Seating) -> Sequence[TableCard]:
    """The tables of a set that keep boards, those that need the host first."""
    number = seating.set_number
    here = (board for board in Hall.of(event).boards if board.set_number == number)
    return in_need_first([_of_set_board(summarize_board(board)) for board in here])


def cards_of_hands(event: Event, seating: Seating) -> Sequence[TableCard]:
    """The tables of a set whose hands stand by themselves, those that need the host first."""
    format, number = format_of(event), seating.set_number

    def make(tables: list[TableReports]) -> dict[int, TableCard]:
        last = number == format.length.sets
        return {here.table.number: _of_set(format, here, last=last) for here in tables}

    def renew(old: dict[int, TableCard], steps: Steps) -> dict[int, TableCard] | None:
        touched = tables_of_steps(steps)
        if touched is None:
            return None
        here = [table for of_set, table in touched if of_set == number]
        tables = Table.objects.filter(seating=seating, number__in=here).select_related("seating")
        return old | make(reports_of_tables(list(tables))) if here else old

    also = seating.pk, get_language()
    cards = read_current(_cards_memo, event, lambda: make(reports_in(seating)), renew, *also)
    return sorted(cards.values(), key=lambda card: (TONES[card.tone], card.number))


def _of_set_board(now: BoardSummary) -> TableCard:
    """The card of a table in a set that keeps a board for its duration."""
    card, board, missing = board_card(now), now.board, now.board.missing_deals
    lines = tuple(board_round.brought or "–" for board_round in board.rounds if board_round.counted)
    agreement = len(board.tally.pending)
    state = card.state
    if missing and card.tone != "bad":
        state = "partial" if lines or agreement else "empty"
    sides = _sides(board, board.names)
    sums = () if missing else _totals_of(board)
    if len(sums) == len(board.names):
        sides = board.names
    elif len(sums) != len(sides):
        sums = ()
    return replace(
        card,
        state=state,
        chip=_chip(state, agreement=agreement > 0),
        names=board.names,
        sides=sides,
        sums=sums,
        now=now.match,
        lines=(*lines, *("",) * missing),
        missing=missing,
        agreement=agreement,
    )


def _of_set(format: Format, reports: TableReports, *, last: bool) -> TableCard:
    """The card of a table in a set; `last`: no set follows."""
    table, payloads = reports.table, reports.payloads(format)
    missing = sum(payload is None for payload in payloads)
    result = format.hands.result(table.set_number, table.roles, payloads, reports.cut)
    deals = [reports.deal(n) for n in range(1, len(payloads) + 1)]
    agreement = sum(deal.pending for deal in deals)
    tied = bool(result.tied) and format.in_set(table.set_number).decides and not missing
    state: CardState = "done"
    contested = [deal for deal in (*deals, reports.deal(CUT)) if deal.contested]
    if contested:
        state = "contested"
    elif any(deal.disputed for deal in (*deals, reports.deal(CUT))):
        state = "disputed"
    elif missing:
        state = "partial" if missing < len(payloads) or agreement else "empty"
    elif tied:
        state = "cut"
    elif agreement:
        state = "waiting"
    names = table.names_at_end
    sides = _facing(names) if set_of(format, table.set_number).partners else names
    winners = [names[chair] for chair in result.winners]
    match = format.hands.match_score(table.set_number, payloads)
    words = called(format)
    answers = _set_answers(format, names, contested[0], len(sides)) if contested else ()
    due = next((n for n, payload in enumerate(payloads, 1) if payload is None), 0)
    disputed = [n for n, deal in enumerate(deals, 1) if deal.disputed]
    return TableCard(
        set_number=table.set_number,
        number=table.number,
        title=_("Table {number}").format(number=table.number),
        state=state,
        chip=several_answers(len(answers)) if answers else _chip(state, agreement=agreement > 0),
        names=names,
        sides=sides,
        sums=() if missing else _sums_of(result.sums, len(sides)),
        now=score_words(_partners(names), match, many=True) if match is not None else "",
        lines=_lines(format, reports),
        result="" if missing or tied else _result(format, table.set_number, winners, last=last),
        missing=missing,
        agreement=agreement,
        tied=tied,
        enter=_("Enter {deal}").format(deal=words.within(due)) if due else "",
        deal=due,
        objection=_objection(format, contested[0], answers)
        if contested
        else _("{deal}: disputed.").format(deal=words.numbered(disputed[0]))
        if disputed
        else "",
        answers=answers,
        slip=True,
    )


def _objection(format: Format, report: DealReport, answers: Sequence[CardAnswer]) -> str:
    """Return the sentence that a deal, or the cut, has so many answers."""
    name = called(format).numbered(report.deal) if report.deal else _("The cut")
    return _("{deal}: {answers}.").format(deal=name, answers=several_answers(len(answers)))


def _set_answers(
    format: Format, names: Sequence[str], report: DealReport, sides: int
) -> tuple[CardAnswer, ...]:
    """The answers to a contested hand of a set, or to its cut, at a table of so many sides."""

    def words(payload: Mapping[str, Any] | None) -> str:
        if payload is None:
            return "–"
        if report.deal == CUT:
            return and_list([names[chair] for chair in payload.get("winners", ())])
        summary = translate(format.hands.summary(report.set_number, payload, report.deal))
        return name_people(format, report.set_number, names, summary)

    payloads = (
        (report.newest_payload, report.given_at),
        *((rival.payload, rival.created) for rival in report.rivals),
    )
    return tuple(
        CardAnswer(words(payload), author, created, _numbers_of(payload, sides))
        for author, (payload, created) in zip(authors_of_answers(report), payloads, strict=True)
    )


def _numbers_of(payload: Mapping[str, Any] | None, sides: int) -> tuple[str, ...]:
    """A report of nothing but a number for each side; nothing if it says more, or was withdrawn."""
    values = list((payload or {}).values())
    if len(values) != 1 or not isinstance(values[0], list) or len(values[0]) != sides:
        return ()
    return tuple(map(str, values[0]))


def _board_answers(board: EventBoard) -> tuple[str, tuple[CardAnswer, ...]]:
    """The first contested round of a board: how many answers it has, and these."""
    for board_round in board.rounds:
        for report in board_round.reports:
            if report.contested and (
                contest := contest_of(on_board(board, board_round.number, report))
            ):
                answers = tuple(
                    CardAnswer(answer.words, answer.author, answer.created)
                    for answer in contest.answers
                )
                return _objection(board.format, report, answers), answers
    return "", ()


def _result(format: Format, number: int, winners: list[str], *, last: bool) -> str:
    """Return the winners of a set at a table, in words; `last`: no set follows."""
    if not winners:
        return _("A tie")
    # If nobody moves on, or the ladder says who does.
    moves = format.in_set(number).decides and not (last or format.in_set(number).ladder)
    text = _("{names} move on") if moves else _("{names} won the set")
    return text.format(names=and_list(winners))


def _facing(names: Sequence[str]) -> tuple[str, ...]:
    """The sides of a table whose partners face each other."""
    half = len(names) // 2
    return tuple(_(" & ").join(names[first::half]) for first in range(half))


def _sums_of(points: Sequence[int], sides: int) -> tuple[str, ...]:
    """The points of each side, for the lines of their names; nothing if partners have different
    points."""
    totals = [set(points[first::sides]) for first in range(sides)]
    if any(len(side) != 1 for side in totals):
        return ()
    return tuple(signed(side.pop()) for side in totals)


def _partners(names: Sequence[str]) -> tuple[str, ...]:
    """The two sides of a table by the names of the partners."""
    return tuple(_(" & ").join(names[first::2]) for first in range(2))


def _lines(format: Format, reports: TableReports) -> tuple[str, ...]:
    at = reports.table.set_number
    return tuple(
        translate(format.hands.summary(at, payload, number)) if payload else ""
        for number, payload in enumerate(reports.payloads(format), 1)
    )


def board_card(now: BoardSummary) -> TableCard:
    """The card of a table that keeps a board for the evening."""
    # Accepting is no part of being done.
    state = OF_BOARDS.get(now.state, "done" if now.board.is_over else "playing")
    playing = now.deal if now.board.playable else now.entry_label
    dealer = _("{name} deals").format(name=now.dealer) if now.dealer else ""
    names = () if now.ending else now.playing
    objections = (
        report.note
        for board_round in now.board.rounds
        for report in board_round.reports
        if report.disputed
    )
    contested, answers = _board_answers(now.board)
    chip = _("over") if state == "done" else _chip(state, agreement=now.state == "waiting")
    if state == "contested" and answers:
        chip = several_answers(len(answers))
    return TableCard(
        set_number=now.board.set_number,
        number=now.board.table_number,
        title=now.title,
        state=state,
        chip=chip,
        names=names,
        sides=_sides(now.board, names),
        now="" if now.ending else " · ".join(filter(None, (playing, dealer))),
        result=now.ending,
        over=bool(now.ending),
        last=now.last,
        enter="" if now.ending else now.entry_label,
        deal=0 if now.ending else now.number,
        objection=contested or next(objections, ""),
        answers=answers,
    )


def _sides(board: EventBoard, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players: a line for each pair of partners, or one for all others."""
    if board.alone or not names:
        return (", ".join(names),) if names else ()
    return tuple(
        _(" & ").join(board.names[place] for place in side) for side in board.setup.roster.sides
    )


def _totals_of(board: EventBoard) -> tuple[str, ...]:
    """What each player or side has made of a board."""
    return tuple(signed(total) for total in board.plays.totals(board.state))


def in_need_first(cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    """The cards, those that wait for the desk first."""
    return tuple(sorted(cards, key=lambda card: TONES[card.tone]))


def _chip(state: CardState, *, agreement: bool) -> str:
    if agreement and state not in ("contested", "disputed"):
        return _("needs agreement")
    words = {
        "done": _("done"),
        "empty": _("nothing yet"),
        "partial": _("playing"),
        "waiting": _("needs agreement"),
        "cut": _("a tie"),
        "contested": _("two answers"),
        "disputed": _("dispute"),
        "playing": _("playing"),
    }
    return words[state]


def sit_outs(event: Event, seating: Seating, cards: Iterable[TableCard]) -> tuple[SitOutRow, ...]:
    """Return the people who sit out in a set, without those who have come to one of its tables
    since."""
    playing = {name for card in cards for name in card.names}
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    return tuple(
        SitOutRow(pk, names[pk], _in_short(reason, names))
        for pk, reason in reasons_in(seating)
        if names[pk] not in playing
    )


def _in_short(reason: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """Why somebody sits out, in a few words; the list of sit-outs says it in full."""
    code = str(reason.get("code", ""))
    if code.startswith(BY_LOT):
        return _("by lot")
    if code.startswith(IN_TURN):
        return _("in turn")
    return translate_reason(reason, names)


MOST_MARKS = 12  # the newest; older ones only while something waits there


@dataclass(frozen=True, slots=True)
class Mark:
    """A round (or set) of the evening; `waiting` is how many results nobody has accepted, `open`
    says that results are missing."""

    label: str
    waiting: int
    url: str
    open: bool


def set_marks(event: Event, current: int, *, goes_on: bool) -> tuple[Mark, ...]:
    """The sets up to the `current` one, which may still be played; each links to the first table
    where something waits."""
    waiting = unaccepted(event, undoubted=True)
    marks = []
    for number in range(1, current + 1):
        tables = {table: many for (of_set, table), many in waiting.items() if of_set == number}
        url = reverse("event_table", args=[event.pk, number, min(tables, default=1)])
        label = _("Set {number}").format(number=number)
        running = goes_on and number == current
        marks.append(Mark(label, sum(tables.values()), url, running))
    return tuple(marks)


def board_marks(event: Event, board: EventBoard) -> tuple[Mark, ...]:
    """The rounds of the room, or of the only table."""
    marks = []
    for board_round in board.rounds:
        if not any(report.standing for report in board_round.reports):
            continue
        if board.table_number:
            place = [event.pk, board.set_number, board.table_number, board_round.number]
            url = reverse("event_deal", args=place)
        else:
            url = reverse("event_worksheet", args=[event.pk, board_round.number])
        label = called(board.format).numbered(board_round.number)
        waiting = sum(report.to_accept for report in board_round.reports)
        marks.append(Mark(label, waiting, url, not board_round.complete))
    return _newest(marks)


def _newest(marks: list[Mark]) -> tuple[Mark, ...]:
    older: Iterable[Mark] = (mark for mark in marks[:-MOST_MARKS] if mark.waiting)
    return (*older, *marks[-MOST_MARKS:])
