"""What is still open when the host ends an evening, and what a finished one keeps."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rulesets import games
from rulesets.game import Problem
from tournaments.models import Event, Seating
from tournaments.selectors.explained import explanations
from tournaments.selectors.hands import set_hands
from tournaments.selectors.padplayer import pad_explanations
from tournaments.selectors.pads import COUPLE, Pad, is_scheme, read_pads
from tournaments.selectors.standings import computed, row_to_json
from tournaments.services.errors import Refused
from tournaments.services.lineup import finalists

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def kept(event: Event) -> dict[str, Any]:
    """What a snapshot holds: the standings and everybody's explanation, as they are now."""
    told = pad_explanations(read_pads(event)) if is_scheme(event) else explanations(event)
    return {
        "edition": games.load(event.game).edition,
        "standings": [row_to_json(row) for row in computed(event).rows],
        "players": {str(pk): [asdict(one) for one in sets] for pk, sets in told},
    }


def refuse_unfinished(event: Event, *, early: bool) -> None:
    """Refuse while something is open.

    An override that waits for agreement and, in a drive, a missing hand are errors. Score pads
    whose game has not ended raise warnings, and none if the host ends the evening `early`.
    """
    if is_scheme(event):
        found = read_pads(event)
        problems = list(_pending(found))
        problems += [] if problems or early else _unfinished_pads(found)
    else:
        problems = list(_missing_hands(event))
    if problems:
        raise Refused(problems)


def _missing_hands(event: Event) -> Iterable[Problem]:
    """What a drive misses. A missing cut is nothing: nobody moves by it any more."""
    game = games.load(event.game)
    for seating in event.seatings.filter(state=Seating.State.PUBLISHED):
        for table in set_hands(seating):
            hands = sum(p is not None for p in table.payloads(game))
            params = {"set": seating.set_number, "table": table.table.number}
            if hands < game.hands_per_stage:
                text = "Set {set}, table {table}: {missing} hands are missing."
                params["missing"] = game.hands_per_stage - hands
                yield Problem("hands.missing", "error", text, params)
            elif any(deal.pending for deal in table.deals.values()):
                text = "Set {set}, table {table}: an override waits for another player’s agreement."
                yield Problem("agreement.missing", "error", text, params)


def _pending(found: Iterable[Pad]) -> Iterable[Problem]:
    for pad in found:
        for one in pad.rounds:
            for line in one.lines:
                if line.pending:
                    text = (
                        "Round {round}, table {table}: an override waits for another player’s "
                        "agreement."
                    )
                    params = {"round": one.number, "table": line.table_number}
                    yield Problem("agreement.missing", "error", text, params)


def _unfinished_pads(found: Sequence[Pad]) -> list[Problem]:
    """Every game that has not come to its end, and what lies on its table."""
    problems = []
    for pad in found:
        if pad.ending is not None:
            continue
        text = "{table} has no winner yet." if pad.title else "The game has not ended yet."
        params: dict[str, str | int] = {"table": pad.title}
        for unit, count in _pooled(pad):
            if count:
                text = (
                    "{table} has no winner yet; {count} {unit} still lie in the middle."
                    if pad.title
                    else "The game has not ended yet; {count} {unit} still lie in the middle."
                )
                params |= {"count": count, "unit": unit}
        problems.append(Problem("game.open", "warning", text, params))
        waiting = pad.awaiting
        if pad.scheme.rows == COUPLE and waiting and any(line.payload for line in waiting.lines):
            text = "Round {round} does not count: couples are missing."
            problems.append(Problem("round.open", "warning", text, {"round": waiting.number}))
    if finalists(found) and not any(pad.set_number > 1 for pad in found):
        problems.append(Problem("final.open", "warning", "The final table has not been played."))
    return problems


def _pooled(pad: Pad) -> list[tuple[str, int]]:
    """What belongs to nobody, by unit."""
    held = pad.scheme.balances(pad.state)
    return [
        (unit, sum(n for account, n in held[unit].items() if account.kind != "player"))
        for unit in sorted(pad.scheme.conserved)
    ]
