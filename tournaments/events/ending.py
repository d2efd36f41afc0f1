"""What is still open when the host ends an evening, and what a finished one keeps."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from django.db.models import Max

from rulesets.engine.problems import Problem, warning
from rulesets.folded.codec import write
from rulesets.folded.game import FEW, fold_game
from tournaments.errors import Refused
from tournaments.games import drive_in, format_of
from tournaments.models import Event, Seating
from tournaments.scoring.books import OWNERS
from tournaments.scoring.folding import document_of
from tournaments.scoring.hands import set_hands
from tournaments.scoring.pad import Pad
from tournaments.scoring.pads import read_pads
from tournaments.seating.lineup import finalists
from tournaments.standing.kept import kept_rows
from tournaments.standing.player import explanations
from tournaments.standing.reasons import to_json
from tournaments.standing.rows import row_to_json
from tournaments.standing.standings import computed
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Params = dict[str, str | int]


def kept(event: Event) -> dict[str, Any]:
    """What a snapshot holds: the standings and everybody's explanation, as they are now, with what
    the boards (or the hands of a drive) came to, by the rules of today."""
    event = going_on(event)
    form = format_of(event)
    found = read_pads(event) if form.lasts else ()
    return {
        "edition": form.game.edition,
        "standings": [row_to_json(row) for row in computed(event, found).rows],
        "players": {str(pk): to_json(sets) for pk, sets in explanations(event, found)},
        **folded(event, found),
    }


def folded(event: Event, found: Sequence[Pad]) -> dict[str, Any]:
    """What a snapshot holds of the game, and of its boards (`found`) or hands."""
    form = format_of(event)
    last = event.seatings.aggregate(last=Max("set_number"))["last"] or 0
    return {
        "game": write(fold_game(form, max(FEW, last))),
        "boards": document_of(event, form, found),
    }


def going_on(event: Event) -> Event:
    """A finished event as it would be if it went on: by the rules of today."""
    again = copy(event)
    again.state = Event.State.PLAYING
    return again


def refuse_moved(event: Event) -> None:
    """Raise Refused with whose total or place would change if a finished evening were counted
    anew: what was kept of it gives way then."""
    now = {row.entry_id: row for row in computed(going_on(event)).rows}
    problems = []
    for row in kept_rows(event):
        then = now.get(row.entry_id)
        if then is None or (then.total, then.rank) == (row.total, row.rank):
            continue
        text = "{name}: {old} (place {rank}) would become {new} (place {place})."
        told: Params = {"name": row.name, "old": row.total, "new": then.total}
        told |= {"rank": row.rank, "place": then.rank}
        problems.append(warning("reopen.moved", text, (), **told))
    if problems:
        raise Refused(problems)


def refuse_unfinished(event: Event) -> None:
    """Raise Refused with all that is open, as warnings: an evening can be ended at any time, once
    the host has been told what is missing."""
    form = format_of(event)
    if form.lasts:
        found = read_pads(event)
        problems = [*_pending(event, found), *_unfinished_pads(event, found)]
    else:
        problems = [*_missing_hands(event), *_missing_sets(event)]
    if problems:
        raise Refused(problems)


def _missing_hands(event: Event) -> Iterable[Problem]:
    """What a drive misses. A missing cut is nothing: nobody moves by it any more."""
    game = drive_in(event)
    for seating in event.seatings.filter(state=Seating.State.PUBLISHED):
        for table in set_hands(seating):
            hands = sum(p is not None for p in table.payloads(game))
            params: Params = {"set": seating.set_number, "table": table.table.number}
            if hands < game.deals:
                missing = game.deals - hands
                text = "Set {set}, table {table}: {missing} hands are missing."
                if missing == 1:
                    text = "Set {set}, table {table}: one hand is missing."
                yield warning("hands.missing", text, (), **params, missing=missing)
            elif any(deal.pending for deal in table.deals.values()):
                text = "Set {set}, table {table}: an override waits for another player’s agreement."
                yield warning("agreement.missing", text, (), **params)


def _missing_sets(event: Event) -> Iterable[Problem]:
    """The sets that nobody has begun."""
    total = drive_in(event).seatings
    shown = event.seatings.filter(state=Seating.State.PUBLISHED)
    last = max(shown.values_list("set_number", flat=True), default=0)
    if last < total:
        text = "Sets {first} to {total} have not been played."
        if last + 1 == total:
            text = "Set {total} has not been played."
        yield warning("sets.missing", text, (), first=last + 1, total=total)


def _pending(event: Event, found: Iterable[Pad]) -> Iterable[Problem]:
    form = format_of(event)
    for pad in found:
        for one in pad.rounds:
            for line in one.lines:
                if line.pending:
                    place = form.place(
                        line.set_number, line.table_number, line.deal, alone=not pad.title
                    )
                    text = "{place}: an override waits for another player’s agreement."
                    yield warning("agreement.missing", text, (), place=said(place))


def _unfinished_pads(event: Event, found: Sequence[Pad]) -> list[Problem]:
    """Every game that has not come to its end, and what lies on its table."""
    problems = []
    for pad in found:
        if pad.ending is not None:
            continue
        text = "{table} has no winner yet." if pad.title else "The game has not ended yet."
        params: Params = {"table": pad.title}
        for unit, count in _pooled(pad):
            if count:
                text = (
                    "{table} has no winner yet; {count} {unit} still lie in the middle."
                    if pad.title
                    else "The game has not ended yet; {count} {unit} still lie in the middle."
                )
                params |= {"count": count, "unit": unit}
        problems.append(warning("game.open", text, (), **params))
        waiting = pad.awaiting
        if format_of(event).room and waiting and any(line.payload for line in waiting.lines):
            text = "Round {round} does not count: couples are missing."
            problems.append(warning("round.open", text, round=waiting.number))
    if finalists(found) and not any(pad.set_number > 1 for pad in found):
        problems.append(warning("final.open", "The final table has not been played."))
    return problems


def _pooled(pad: Pad) -> list[tuple[str, int]]:
    """What belongs to nobody, by unit."""
    held = pad.plays.holdings(pad.state)
    return [
        (unit, sum(n for account, n in held[unit].items() if account.kind not in OWNERS))
        for unit in sorted(pad.plays.conserved)
    ]
