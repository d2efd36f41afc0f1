"""The lines of the log that reports write, in words, and how they are taken back."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.formats.deals import find_set
from tournaments.boards.board_reading import report_at_place
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.deal_reports import report_at
from tournaments.boards.deals import name_people
from tournaments.boards.event_tables import read_some
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import AWAY, row_of
from tournaments.db.steps import Step, Touches, register
from tournaments.models import CUT, Acceptance, Dispute, Report, RivalReport, Seating
from tournaments.models.event_games import format_of, game_of
from tournaments.report_forms.inputs import answers_in_words
from tournaments.reports.report_effects import (
    can_undo_rounds,
    keep_books,
    sentences_of_rounds,
    undo_rounds,
)
from tournaments.scores.sets import is_bare, names_in_order
from tournaments.seats.storage import hide, is_unused, restore_draft, show, undo_discard
from tournaments.web.labels import compass
from tournaments.web.wording import and_list, translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.access.permissions import Actor
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import BoardRound, EventBoard
    from tournaments.db.steps import EventTransaction, Params
    from tournaments.models import Event, Table

# Params of a report's log entry that only its own table shows.
OF_ITS_BOARD = {"old", "text", "ending"}
# Params that it may have if nothing but the reports of its table has changed: a correction may draw
# seats again, and a result may begin a round.
OF_ITS_TABLE = frozenset(
    ("set", "table", "deal", "alone", "report", "payload", "before", "reason", "overrode", "waits")
) | {"old", "text", "by", "ending", "saved", "settled", "decided"}


def where(table: Table, deal: int | None = None, board: EventBoard | None = None) -> dict[str, Any]:
    """A table or a place of a report there, as the log keeps it; `alone`: there is no other table.
    The only table of an event is not counted if its `board` is given, which has no title."""
    params: dict[str, Any] = {"set": table.seating.set_number, "table": table.number}
    if deal is not None:
        params["deal"] = deal
    keeps_one = format_of(table.seating.event).keeping.board == "table"
    is_only = board is not None and not board.title
    if keeps_one and (is_only or table.seating.tables.count() == 1):
        params["alone"] = True
    return params


def phones_table(table: Table) -> int:
    """The table whose phones alone show a report of this table, for the log; 0 if the whole room
    keeps one board, or hears this table's bell."""
    format = format_of(table.seating.event)
    is_heard = LINES(format).is_heard or format.length.deals.rings_bell(table.number)
    return 0 if is_heard else table.number


def describe_report(board: EventBoard, number: int, table_number: int) -> str:
    """A table's or couple's report of a round and what it scored, short enough for a log entry; ""
    for nothing."""
    board_round, report = board.round(number), report_at_place(board, table_number, number)
    if board_round is None or report is None or report.payload is None:
        return ""
    return LINES(board.format).describe(board, board_round, report, report.payload)


class ReportLines:
    """How the log tells what tables report."""

    is_heard: ClassVar[bool] = False  # all phones show a report, not only its table's

    def describe(
        self, board: EventBoard, board_round: BoardRound, report: DealReport, payload: Params
    ) -> str:
        """A table's report of a round in words, with its score."""
        played = board_round.played
        if report.is_open:
            fields = board.plays.fields(board_round.before)
            answers = answers_in_words(fields, board.setup.roster, payload)
            return "; ".join(answer.line for answer in answers)
        counts = played is not None and played.counted
        return translate(played.summary) if played and counts else _("does not count")


class CoupleLines(ReportLines):
    """How the log tells what couples report."""

    is_heard: ClassVar[bool] = True

    def describe(
        self, board: EventBoard, board_round: BoardRound, report: DealReport, payload: Params
    ) -> str:
        """A couple's report of a round in words, or that it does not play."""
        first, second = (board.names[place] for place in report.chairs)
        if payload.get(AWAY):
            return _("{first} and {second} are not playing").format(first=first, second=second)
        return translate(board.plays.row_text(board.state, row_of(board, report, payload)))


_LINES = ReportLines()
LINES = ByKeeping[ReportLines](table=_LINES, set=_LINES, hands=_LINES, room=CoupleLines())


def log_report(
    step: EventTransaction,
    newest: Report,
    before: Params | None,
    board: EventBoard | None = None,
    *,
    saved: bool = False,
    **more: Any,
) -> None:
    """Write the log entry of a report, a correction or a withdrawal; `before` is what counted
    before, `board` the one of its table, if it was read. `saved`: it is agreed because the only
    phone saved it."""
    table = newest.table
    code = "report.corrected" if before else "report.added"
    if newest.payload is None:
        code = "report.withdrawn"
    if newest.deal == CUT:
        code = "cut.withdrawn" if newest.payload is None else "cut.reported"
    params = where(table, newest.deal, board) | {"report": newest.pk, "payload": newest.payload}
    if code == "cut.reported" and newest.payload is not None:
        params["names"] = _names_at(table, newest.payload["winners"])
    if before is not None:
        params["before"] = before
    if newest.reason:
        params["reason"] = newest.reason
    if newest.overrode:
        params["overrode"] = newest.overrode
    if newest.needs_agreement:
        params["waits"] = True
    if saved:
        params["saved"] = True
    alone = more.keys() <= OF_ITS_BOARD  # else seats have changed, too
    step.log(code, only_table=phones_table(table) if alone else 0, **params, **more)


def _words(event: Event, params: Params) -> dict[str, str]:
    """{text} and {old}: the report, and the one before it, in words."""
    return {
        "text": params.get("text") or _summary(event, params, "payload"),
        "old": params.get("old") or _summary(event, params, "before"),
    }


def _summary(event: Event, params: Params, key: str) -> str:
    """The words of a report whose log entry has none, as in sets."""
    format, payload = format_of(event), params.get(key)
    words = format.hands.summary(params["set"], payload, params["deal"]) if payload else None
    if not words:
        return _("something else")
    summary = translate(words)
    among = find_set(format, params["set"])
    record = Hall.of(event).tables.table((params["set"], params["table"]))
    if record is None or among is None:
        return summary
    if not is_bare(summary):
        return name_people(format, params["set"], record.names_at_end, summary)
    names = names_in_order(record.names_at_end, partners=among.partners)
    return _("{result} ({names})").format(result=summary, names=names)


def _consequences(params: Params) -> Iterator[str]:
    if params.get("ending"):
        yield f"{params['ending']}."
    yield from sentences_of_rounds(params)
    if params.get("reseated"):
        text = _("The seats of set {set} were drawn again.")
        yield text.format(set=params["reseated"]["set"])
    if params.get("decided"):
        yield _("This settles the objection.")
    if params.get("waits"):
        yield _("It breaks a rule and needs another player’s agreement.")
    elif params.get("reason") and params.get("overrode"):
        yield _("It was entered against a rule.")


def _cut_sentence(params: Params) -> str:
    if params["payload"].get("drawn"):
        return _("The cut was drawn for {winners}.")
    return _("{winners} won the cut.")


def _names_at(table: Table, chairs: Iterable[int]) -> list[str]:
    """The names of those who have these chairs at the end of a set."""
    [record] = read_some([table])
    return [record.names_at_end[chair] for chair in chairs]


def _cut_words(event: Event, params: Params) -> dict[str, str]:
    """{winners}: by name; in lines from before there were names, by their chairs."""
    format, chairs = format_of(event), params["payload"]["winners"]
    return {
        "winners": and_list(params.get("names") or [compass(format, chair) for chair in chairs])
    }


def _can_undo(event: Event, params: Params) -> bool:
    if not can_undo_rounds(event, params):
        return False
    reseated = params.get("reseated")
    return not reseated or is_unused(Seating.objects.get(pk=reseated["new"]))


def _undo(event: Event, params: Params, actor: Actor) -> None:
    """Report what counted before again, as a further revision; accounts and seats follow."""
    undo_rounds(event, params)
    undone = Report.objects.select_related("table__seating").get(pk=params["report"])
    former = report_at(undone.table, undone.deal, undone.revision)
    restored = Report.objects.create(
        table=undone.table,
        deal=undone.deal,
        revision=report_at(undone.table, undone.deal).revision + 1,
        payload=former.payload,
        author=former.author or actor.label[:80],
        overrode=list(former.allowed),
        reason=former.reason,
        key=f"undo-{secrets.token_hex(16)}",
    )
    for acceptance in Acceptance.objects.filter(report=former.report_id or 0):
        restored.acceptances.create(kind=acceptance.kind, by=acceptance.by)
    _reopen_doubts(params, former.payload)
    if game_of(event).plays.conserved:
        keep_books(restored, Hall.now(event).boards)
    if params.get("reseated"):
        _undo_reseating(event, params["reseated"])
    elif params.get("discarded"):
        undo_discard(event, params["discarded"])


def _reopen_doubts(params: Params, payload: Params | None) -> None:
    """Open again what the undone report had settled: other answers than the one that counts now,
    and objections."""
    for rival in RivalReport.objects.filter(pk__in=params.get("settled", ())):
        if payload is not None and rival.payload != payload:
            RivalReport.objects.filter(pk=rival.pk).update(settled_at=None)
    decided = Dispute.objects.filter(pk__in=params.get("decided", ()))
    decided.update(decision="", decided_at=None)


def _undo_reseating(event: Event, params: Params) -> None:
    new = Seating.objects.get(pk=params["new"])
    old = Seating.objects.get(pk=params["old"])
    if params["state"] == Seating.State.PUBLISHED:
        hide(event, new, Seating.State.REPLACED)
        show(event, old)
        return
    new.state = Seating.State.REPLACED
    new.save(update_fields=["state"])
    restore_draft(event, old.pk)


_report_step = partial(
    Step,
    has_place=True,
    consequences=_consequences,
    touches=Touches.REPORTS,
    params=OF_ITS_TABLE,
    undo=_undo,
    can_undo=_can_undo,
)
register(
    _report_step("report.added", gettext_lazy("{text}."), words=_words),
    _report_step(
        "report.corrected", gettext_lazy("{old}. It was corrected to: {text}."), words=_words
    ),
    _report_step("report.withdrawn", gettext_lazy("{old}. It was withdrawn."), words=_words),
    _report_step("cut.reported", _cut_sentence, words=_cut_words),
    _report_step("cut.withdrawn", gettext_lazy("The cut was withdrawn.")),
)
