"""What follows from a report: the books are kept, and the next round opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError
from django.utils.translation import gettext as _

from rulesets.engine.replay import Unbalanced
from tournaments.games import format_of
from tournaments.models import Acceptance, Balance, Event, Report, Seating
from tournaments.scoring.books import OWNERS
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import read_pads
from tournaments.scoring.seatings import hide, is_unused, show
from tournaments.scoring.team_rounds import open_round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.log.steps import Params

AGREE = Acceptance.Kind.AGREE


def settle(event: Event, report: Report, found: Sequence[Pad] | None = None) -> dict[str, Any]:
    """Keep the books after a report, and open or close the round that follows from it.

    Inside the report's turn; returns what its line in the log says of it, for undoing: the
    seating that was `opened` or put away (`unopened`), and the number of the round that `began`
    or `fell` away. `found` are the pads with the report, where
    they are known already.
    """
    form = format_of(event)
    if not (form.game.plays.conserved or form.opens):
        return {}
    found = read_pads(event) if found is None else found
    keep_books(report, found)
    return _next_round(event, found[0]) if found and form.opens else {}


def open_waiting(event: Event) -> dict[str, Any]:
    """Open the round that could not be, while a team had nobody to play it. Inside a turn."""
    if not format_of(event).opens or event.state != Event.State.PLAYING:
        return {}
    found = read_pads(event)
    if not found or found[0].ending is not None:
        return {}
    return _next_round(event, found[0])


def sentences_of_rounds(params: Params) -> Iterator[str]:
    """Which round a step has opened or put away, for the log."""
    if params.get("began"):
        yield _("Round {number} began.").format(number=params["began"])
    if params.get("fell"):
        yield _("Round {number} is not played: the game had ended before it.").format(
            number=params["fell"]
        )


def rounds_of(event: Event, params: Params, key: str) -> list[Seating]:
    """The rounds that were shown (`key` "opened") or put away ("unopened") because of a step: of a
    report, of its being agreed to, of somebody who came."""
    found = [params.get(key)]
    if "report" in params and format_of(event).opens:
        agreed = event.log.filter(code="report.agreed", params__report=params["report"])
        found += [line.params.get(key) for line in agreed]
    known = [pk for pk in found if pk is not None]
    return list(event.seatings.filter(pk__in=known)) if known else []


def can_undo_rounds(event: Event, params: Params) -> bool:
    """Whether nothing stands on the rounds that a step has opened."""
    return all(is_unused(seating) for seating in rounds_of(event, params, "opened"))


def undo_rounds(event: Event, params: Params) -> None:
    """Put away the rounds that a step has opened, show those that it put away. Inside a turn."""
    for seating in rounds_of(event, params, "opened"):
        hide(event, seating, Seating.State.REPLACED)
    for seating in rounds_of(event, params, "unopened"):
        show(event, seating)


def keep_books(report: Report, found: Iterable[Pad]) -> None:
    """Write down what everybody of the report's pad holds; the database checks the sum.

    A report that waits for agreement has changed nothing yet: its rows come with the agreement.
    Raises rulesets.replay.Unbalanced where they do not add up; the step is not kept then.
    """
    if report.needs_agreement and not report.acceptances.filter(kind=AGREE).exists():
        return
    for pad in found:
        if pad.table_id != report.table_id:
            continue
        brought = brought_in(pad)
        for unit in sorted(pad.plays.conserved):
            balances = pad.plays.holdings(pad.state)[unit]
            held = [amount for account, amount in balances.items() if account.kind in OWNERS]
            row = Balance(
                report=report,
                unit=unit,
                held=sum(held),
                pooled=sum(balances.values()) - sum(held),
                brought=brought.get(unit, 0),
                least=min(balances.values(), default=0),
            )
            try:
                row.save(force_insert=True)
            except IntegrityError as error:  # no phone that came second, but a mistake of ours
                raise Unbalanced(f"the database refuses the sums of report {report.pk}") from error


def brought_in(pad: Pad) -> dict[str, int]:
    """What all players together have brought into the game, by unit."""
    sums: dict[str, int] = {}
    for _round, movement in pad.replay.ledger():
        if movement.source.kind == "bank" and movement.rule in pad.plays.buying:
            sums[movement.unit] = sums.get(movement.unit, 0) + movement.amount
    return sums


def _next_round(event: Event, pad: Pad) -> dict[str, Any]:
    newest = pad.rounds[-1]
    if pad.ending is None:
        opened = open_round(event, newest.number + 1) if newest.complete else None
        return {"opened": opened.pk, "began": opened.set_number} if opened else {}
    begun = any(line.payload is not None or line.pending for line in newest.lines)
    if begun or len(pad.rounds) < 2:
        return {}
    # The game has ended before this round, which nobody has played.
    seating = event.seatings.get(state=Seating.State.PUBLISHED, set_number=newest.number)
    hide(event, seating, Seating.State.REPLACED)
    return {"unopened": seating.pk, "fell": newest.number}
