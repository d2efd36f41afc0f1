"""Saying yes to a report: by the other side, and by another player to an override."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from tournaments.actors import refuse_foreign
from tournaments.errors import Conflict, refusal
from tournaments.games import format_of
from tournaments.journal import turn
from tournaments.log.steps import Step, Touches, place_words, register
from tournaments.models import Acceptance, Entry, Report
from tournaments.scoring.pads import pads_before
from tournaments.scoring.places import deal_of
from tournaments.scoring.report_steps import OF_ITS_TABLE, shown_at, where
from tournaments.scoring.seatings import discard
from tournaments.scoring.settlement import sentences_of_rounds, settle
from tournaments.statements import newest_report

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from tournaments.actors import Actor
    from tournaments.rows import Statement
    from tournaments.statements import Rows


def accept(*, report: Report, actor: Actor, by: str = "") -> Acceptance:
    """Say yes to a report, on the same phone or another. Saying so twice is once.

    `by` names who did, where that is known. Raises Conflict if it was corrected meanwhile.
    """
    table = report.table
    refuse_foreign(table, actor)
    event = table.seating.event
    who = " · ".join(filter(None, (actor.label, by.strip())))[:144]
    known = event.version, event.changed
    kind = Acceptance.Kind.ACCEPT.value

    def first(rows: Rows) -> list[Statement]:
        # The yes is written down at once: whatever is refused below takes it back.
        return [newest_report(report.table_id, report.deal), rows.yes(report, kind, who)]

    with turn(event, actor, first) as step:
        newest, added = step.rows.first
        _refuse_older(newest, report)
        if report.payload is None:
            raise refusal("report.none", "There is nothing to accept.")
        if report.needs_agreement:
            _refuse_waiting(report)
        if _is_open(report, *known):
            raise refusal("accept.open", "The hand is still being played.")
        made = step.rows.acceptance(added[0][0], report, kind, who) if added else None
        if made is not None:
            told = where(table, report.deal)
            here = shown_at(table)
            step.log("report.accepted", shown_at=here, report=report.pk, by=by.strip(), **told)
    return made or Acceptance.objects.get(report=report, kind=kind)


def agree(*, report: Report, actor: Actor, by: Entry) -> Acceptance:
    """Another player agrees to an override by a scorekeeper who leads: it counts from now on."""
    table = report.table
    event = table.seating.event
    if not (actor.event_id == event.pk and (actor.at_desk or actor.kind == "table")):
        raise refusal("table.foreign", "This is another table’s result.")
    newest = newest_report(table.pk, report.deal)
    with turn(event, actor, lambda _rows: [newest]) as step:
        if by.event_id != event.pk or by.pk == event.scorekeeper_id:
            text = "Another player must agree, not the scorekeeper."
            raise refusal("agree.self", text, "by")
        if not report.needs_agreement:
            raise refusal("agree.needless", "This result needs nobody’s agreement.")
        _refuse_older(step.rows.first[0], report)
        made, fresh = Acceptance.objects.get_or_create(
            report=report, kind=Acceptance.Kind.AGREE, defaults={"by": by.name}
        )
        if fresh:
            Acceptance.objects.get_or_create(
                report=report, kind=Acceptance.Kind.ACCEPT, defaults={"by": by.name}
            )
            discard(event)  # drawn before this result counted
            told = where(table, report.deal) | settle(event, report)
            here = shown_at(table)
            step.log("report.agreed", shown_at=here, report=report.pk, by=by.name, **told)
    return made


def _refuse_older(newest: Sequence[tuple[int]], report: Report) -> None:
    """Raise Conflict where a report was corrected meanwhile: `newest` is another. Inside a turn."""
    if any(number != report.pk for (number,) in newest):
        raise Conflict(Report.objects.get(pk=newest[0][0]), report.payload)


def _is_open(report: Report, version: int, changed: dt.datetime) -> bool:
    """Whether only what comes before the hand is told yet (bids), of a game that asks for it.

    `version` and `changed` are the event's as it was read before the turn.
    """
    event = report.table.seating.event
    if format_of(event).apart:
        return False
    found = deal_of(report.table, report.deal, lambda: pads_before(event, version, changed))
    return found.line.is_open


def _refuse_waiting(report: Report) -> None:
    if not report.acceptances.filter(kind=Acceptance.Kind.AGREE).exists():
        text = "This override waits for another player’s agreement."
        raise refusal("agree.first", text)


register(
    Step(
        "report.accepted",
        gettext_lazy("{place} was accepted."),
        words=place_words,
        touches=Touches.ACCEPTANCE,
        params=OF_ITS_TABLE,
        is_aside=True,
    ),
    Step(
        "report.agreed",
        gettext_lazy("{by} agreed to the override."),
        has_place=True,
        consequences=sentences_of_rounds,
        touches=Touches.REPORTS,
        params=OF_ITS_TABLE,
        is_aside=True,  # undoing the report takes back what followed from it
    ),
)
