"""A slip: all open hands of a set at one table, typed in at once at the desk.

Every hand is saved in a transaction of its own: one that is refused, or that somebody else has
reported meanwhile, stays on the form, and the others are saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.models.errors import Conflict, Refused
from tournaments.report_forms.inputs import ANSWER
from tournaments.report_forms.report_form import make_desk_form
from tournaments.reports.services import save_report
from tournaments.reports.submission import Submission
from tournaments.scores.sets import with_names
from tournaments.web.responses import whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.access.permissions import Actor
    from tournaments.boards.deals import Deal
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Table
    from tournaments.report_forms.report_form import ReportForm

MOST_REVISIONS = 30_000
SLIP_KEY = 56  # letters; the key of a hand adds its number


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A hand on a slip: its form, the revision that the form has seen, and a message if somebody
    else has reported it meanwhile (`race`)."""

    deal: Deal
    form: ReportForm
    seen: int
    race: str = ""

    @property
    def prefix(self) -> str:
        return prefix_of(self.deal)


def prefix_of(deal: Deal) -> str:
    return f"hand-{deal.number}"


def slip_lines(board: EventBoard, hands: Sequence[Deal]) -> tuple[SlipLine, ...]:
    """The hands of a table without a report; () once the set is over, or if nobody may enter
    it."""
    if not board.running:
        return ()
    return tuple(
        SlipLine(deal, make_desk_form(deal, prefix=prefix_of(deal)), deal.report.revision)
        for deal in hands
        if deal.report.payload is None and not deal.report.pending_id
    )


def enter_slip(
    table: Table, hands: Sequence[Deal], data: Mapping[str, Any], actor: Actor, key: str
) -> tuple[list[str], dict[int, SlipLine]]:
    """Save every hand with anything typed. Returns what was saved, in words, and by number the
    lines that were not."""
    saved: list[str] = []
    open_lines: dict[int, SlipLine] = {}
    for deal in hands:
        if not is_typed(data, deal):
            continue
        seen = whole_number(data.get(f"{prefix_of(deal)}-seen"), 0, MOST_REVISIONS)
        form = make_desk_form(deal, data, prefix=prefix_of(deal))
        line = SlipLine(deal, form, deal.report.revision if seen is None else seen)
        failed = _keep(table, line, actor, f"{key}-{deal.number}")
        if failed is None:
            result = deal.named_words(form.payload)
            result = result if saved else with_names(deal.board, result)  # once is enough
            saved.append(_("{deal}: {result}").format(deal=deal.label_within, result=result))
        else:
            open_lines[deal.number] = failed
    return saved, open_lines


def with_refused(fresh: Sequence[SlipLine], left: Mapping[int, SlipLine]) -> dict[str, Any]:
    """The context of the slip with the hands that were not saved; `asking`: they only need
    confirming."""
    lines = {line.deal.number: line for line in fresh} | dict(left)
    asking = all(line.form.asks and not line.race for line in left.values())
    return {"slip": [lines[number] for number in sorted(lines)], "asking": asking}


def is_typed(data: Mapping[str, Any], deal: Deal) -> bool:
    """Whether anything was typed for a hand."""
    start = f"{prefix_of(deal)}-{ANSWER}"
    return any(value for name, value in data.items() if name.startswith(start))


def _keep(table: Table, line: SlipLine, actor: Actor, key: str) -> SlipLine | None:
    """Save one hand; return None, or the line with its problems."""
    form = line.form
    if not form.is_valid():
        return line
    try:
        submission = Submission(actor, key, form.payload, line.seen, form.confirmed)
        save_report(table, line.deal.report.deal, submission)
    except Conflict as conflict:
        words = line.deal.words(conflict.report.newest_payload) or _("nothing")
        text = _("{author} entered {said} in the meantime. Yours was not saved.")
        return replace(line, race=text.format(author=conflict.report.newest_author, said=words))
    except Refused as refused:
        form.add_problems(refused.problems)
        return line
    return None
