"""What follows from a report: accounts are stored, the next round opens, and seats that depend on a
corrected result are drawn again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError
from django.utils.translation import gettext as _

from rulesets.engine.replay import Unbalanced
from rulesets.formats.drive import set_in_play
from rulesets.movements.movement import Needs, needs_of
from tournaments.access.services import ensure_links
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.event_board import EventBoard
from tournaments.boards.event_tables import read_tables
from tournaments.boards.hall import Hall
from tournaments.boards.table_reports import reports_at
from tournaments.models import Acceptance, Balance, Event, Report, Seating
from tournaments.models.errors import Refused, refusal
from tournaments.models.event_games import format_of, game_of
from tournaments.scores.books import OWNERS
from tournaments.seats import requests as drive
from tournaments.seats.requests import present
from tournaments.seats.storage import (
    AS_ENTERED,
    NewSeats,
    has_results,
    hide,
    is_unused,
    next_revision,
    roles_before,
    seat_round,
    show,
    store,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from rulesets.formats import Format
    from rulesets.movements.seating import Seating as Drawn
    from tournaments.boards.table_reports import TableReports
    from tournaments.db.steps import Params
    from tournaments.models import Table

    Follow = Callable[[Event, EventBoard], dict[str, Any]]


AGREE = Acceptance.Kind.AGREE


def settle(
    event: Event, report: Report, boards: Sequence[EventBoard] | None = None
) -> dict[str, Any]:
    """Store the accounts after a report, and open or close the round that follows from it.

    Inside the report's transaction. Returns the params of its log entry, for undoing: the seating
    that was `opened` or discarded (`unopened`), and the number of the round that `began` or `fell`
    away. `boards` are the boards with the report, if they are known already.
    """
    format = format_of(event)
    follow = _NEXT_ROUND(format)
    if not (format.game.plays.conserved or follow):
        return {}
    boards = Hall.now(event).boards if boards is None else boards
    keep_books(report, boards)
    return follow(event, boards[0]) if follow and boards else {}


def open_waiting(event: Event) -> dict[str, Any]:
    """Open the round that could not begin while a team had nobody to play it. Inside a
    transaction."""
    follow = _NEXT_ROUND(event)
    if follow is None or event.state != Event.State.PLAYING:
        return {}
    boards = Hall.now(event).boards
    if not boards or boards[0].ending is not None:
        return {}
    return follow(event, boards[0])


def sentences_of_rounds(params: Params) -> Iterator[str]:
    """Which round a step opened or discarded, for the log."""
    if params.get("began"):
        yield _("Round {number} began.").format(number=params["began"])
    if params.get("fell"):
        yield _("Round {number} is not played: the game was already over.").format(
            number=params["fell"]
        )


def rounds_of(event: Event, params: Params, key: str) -> list[Seating]:
    """The seatings that a step opened (`key` "opened") or discarded ("unopened"): a report, an
    agreement, or somebody's arrival."""
    ids = [params.get(key)]
    if "report" in params and _NEXT_ROUND(event):
        agreed = event.log.filter(code="report.agreed", params__report=params["report"])
        ids += [line.params.get(key) for line in agreed]
    seating_ids = [pk for pk in ids if pk is not None]
    return list(event.seatings.filter(pk__in=seating_ids)) if seating_ids else []


def can_undo_rounds(event: Event, params: Params) -> bool:
    """Whether nothing depends on the rounds that a step opened."""
    return all(is_unused(seating) for seating in rounds_of(event, params, "opened"))


def undo_rounds(event: Event, params: Params) -> None:
    """Discard the rounds that a step opened, and show those that it put away. Inside a
    transaction."""
    for seating in rounds_of(event, params, "opened"):
        hide(event, seating, Seating.State.REPLACED)
    for seating in rounds_of(event, params, "unopened"):
        show(event, seating)


def keep_books(report: Report, boards: Iterable[EventBoard]) -> None:
    """Store what every account of the report's board holds; the database checks the sum.

    A report that waits for agreement has changed nothing yet: its rows come with the agreement.
    Raises rulesets.engine.replay.Unbalanced if they do not add up; nothing is saved then.
    """
    if report.needs_agreement and not report.acceptances.filter(kind=AGREE).exists():
        return
    for board in boards:
        if board.table_id != report.table_id:
            continue
        brought = stakes_brought(board)
        for unit in sorted(board.plays.conserved):
            balances = board.plays.holdings(board.state)[unit]
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
            except IntegrityError as error:  # not a second phone, but an error in the program
                raise Unbalanced(f"the database refuses the sums of report {report.pk}") from error


def stakes_brought(board: EventBoard) -> Mapping[str, int]:
    """The amounts that all players together have brought into the game, by unit."""
    return board.replay.bought[-1]


def _next_round(event: Event, board: EventBoard) -> dict[str, Any]:
    newest = board.rounds[-1]
    if board.ending is None:
        opened = open_round(event, newest.number + 1) if newest.complete else None
        return {"opened": opened.pk, "began": opened.set_number} if opened else {}
    begun = any(report.payload is not None or report.pending for report in newest.reports)
    if begun or len(board.rounds) < 2:
        return {}
    # The game ended before this round, and nobody has played it.
    seating = event.seatings.get(state=Seating.State.PUBLISHED, set_number=newest.number)
    hide(event, seating, Seating.State.REPLACED)
    return {"unopened": seating.pk, "fell": newest.number}


_NEXT_ROUND: ByKeeping[Follow | None] = ByKeeping(
    table=None, set=None, hands=None, room=_next_round
)  # what the last report of a round begins, or a correction ends


def open_round(event: Event, number: int) -> Seating | None:
    """Publish the seats of the next round of two teams. Inside a transaction.

    None while one team has nobody to play it.
    """
    game = game_of(event)
    here, tables = present(event, number), read_tables(event)
    if not {tables.entries[pk].role for pk in here} >= set(game.plays.side_names):
        return None
    seating = seat_round(event, game, tables, number, AS_ENTERED, None)
    show(event, seating)
    ensure_links(event)
    return seating


def refused() -> Refused:
    """The refusal to draw seats again that were played from."""
    return refusal("reseat.played", "The next seats can no longer be drawn again.", "reseat")


@dataclass(frozen=True, slots=True)
class Redraw:
    """The next seats as they are drawn again: the `old` seating, at so many `tables`, and the new
    seats."""

    old: Seating
    tables: int
    new: NewSeats


def find_redraw(table: Table, now: Hall, then: Hall) -> Redraw | None:
    """The next set's seats as they follow from the results `then`, as they are to be stored; None
    where they have to stay."""
    event, number = now.event, table.seating.set_number
    form = format_of(event)
    old = following(event, number) if seats_follow(form, number) else None
    if old is None:
        return None
    reports: TableReports | None = None
    moving: Sequence[Any] = ()
    if not compares_seats(form, number):
        reports = reports_at(table)
        moving = now.result(reports).winners
    new_seats = redraw(old, then, reports, moving)
    if new_seats is None:
        return None
    new = NewSeats(old.set_number, old.seed, next_revision(event, old.set_number), new_seats)
    return Redraw(old, old.tables.count(), new)


def reseat(event: Event, seats: Redraw | None) -> dict[str, Any]:
    """Store the next set's seats in place of those that followed from the former results. Returns,
    for the log, which seats replace which. Inside a transaction; raises Refused where they have to
    stay."""
    if seats is None:
        raise refused()
    old, state = seats.old, seats.old.state
    if state == Seating.State.PUBLISHED:
        hide(event, old, Seating.State.REPLACED)
    else:
        old.state = Seating.State.REPLACED
        old.save(update_fields=["state"])
    new = store(event, seats.new)
    if state == Seating.State.PUBLISHED:
        show(event, new)
        if len(seats.new.seats.tables) > seats.tables:
            ensure_links(event)
    return {"set": old.set_number, "old": old.pk, "new": new.pk, "state": state}


def seats_follow(format: Format, set_number: int) -> bool:
    """Whether the seats after this set depend on reports: on who won at a table, or on the order or
    the results of all."""
    return needs_of(format.movement, set_number + 1) != Needs()


def compares_seats(format: Format, set_number: int) -> bool:
    """Whether only a draw shows if other people would sit somewhere after this set: where it is not
    simply the winners of a table who move."""
    return not needs_of(format.movement, set_number + 1).winners


def following(event: Event, set_number: int) -> Seating | None:
    """The seating of the set after, drawn or shown, which follows from this one's winners; None if
    there is none."""
    live = (Seating.State.PUBLISHED, Seating.State.DRAFT)
    return event.seatings.filter(set_number=set_number + 1, state__in=live).first()


def redraw(
    old: Seating, hall: Hall, reports: TableReports | None, then: Sequence[Any]
) -> Drawn | None:
    """The next set's seats (`old`) from the results as they are in `hall`, or None where they must
    stay: from the corrected table (its `reports`) the same move on as `then`, or nobody yet, or
    somebody has played from them. Where seats follow from the order of all, `reports` is None and
    `then` are the tables as they were drawn."""
    if _has_begun(old, hall):
        return None
    event, roles = hall.event, roles_before(old)
    if reports is None:
        if set_in_play(hall.drive.through(old.set_number - 1, roles).drive):
            return None
    else:
        now = hall.result(reports).winners
        if not now or now == then:
            return None
    new_seats = drive.seat(event, old.set_number, old.seed, hall=hall, roles=roles)
    return None if reports is None and new_seats.tables == then else new_seats


def _has_begun(seating: Seating, hall: Hall) -> bool:
    record = hall.tables.set(seating.set_number)
    if record is not None and any(table.substitutes for table in record.tables):
        return True
    return has_results(seating)
