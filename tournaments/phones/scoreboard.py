"""The board of a game that goes on all evening, as a phone sees it, and what waits for a yes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.phones.blocks import Ruling, Told
from tournaments.phones.places import asked_of, both_of, in_line, line_of
from tournaments.scoring.deals import closes, on_board
from tournaments.scoring.pads import pad_at, pads
from tournaments.scoring.progress import run_of
from tournaments.scoring.replay import is_open
from tournaments.standing.standings import standings
from tournaments.words import and_list, said

if TYPE_CHECKING:
    from rulesets.show.drawing import Drawing
    from rulesets.show.scoreboard import Scoreboard
    from tournaments.actors import EventRequest
    from tournaments.errors import Conflict
    from tournaments.models import Table
    from tournaments.phones.blocks import Both
    from tournaments.scoring.pad import Line, Pad


@dataclass(frozen=True, slots=True)
class Board:
    """The score with its picture and the run of the game; `reports` lead to what it tells of, and
    `hint` says so; `corner` is what a row is, `step` what each of them leads through."""

    score: Scoreboard
    reports: dict[int, str]
    hint: str
    corner: str
    step: str
    picture: Drawing | None
    run: list[tuple[str, list[int]]] | None


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: who has won it, and why; what comes after it."""

    winners: str
    why: str
    goes_on: str


def board_of(event: Event, token: str, pad: Pad) -> Board | None:
    """The board; None while the host keeps it back."""
    if keeps_back(event, pad):
        return None
    score = pad.board
    reports: dict[int, str] = {}
    if not pad.room:
        here = reverse("table", args=(token,))
        counted = [one.number for one in pad.rounds if one.counted]
        reports = {place: f"{here}?deal={number}" for place, number in enumerate(counted, 1)}
    hint = _("Tap the number of a round to see what it did, or to change it.")
    if pad.plays.turns:
        hint = _("Tap a turn to see what it did, or to change it.")
    run = run_of(pad) if len(pad.states) > 2 else None
    corner = said(pad.form.called.row) if reports else ""
    picture = pad.plays.drawing(pad.state)
    step = said(pad.form.called.title)
    return Board(score, reports, hint if reports else "", corner, step, picture, run)


def keeps_back(event: Event, pad: Pad) -> bool:
    """Whether the host hides from the room what the whole room keeps. A table of its own always
    sees its pad: without it, it could not play."""
    return pad.room and event.hide_standings and standings(event).hidden > 0


def deal_label(pad: Pad, number: int) -> str:
    """What a report is about: "Round 3"."""
    return said(pad.form.called.numbered(number))


def deal_title(pad: Pad, number: int) -> str:
    """The same with what it is called, or whose turn it is."""
    one = pad.round(number)
    before = one.before if one else pad.standing
    turn = pad.plays.turn(before)
    called = said(pad.plays.name_of_round(before)) if turn is None else pad.names[turn]
    label = deal_label(pad, number)
    return _("{round}: {name}").format(round=label, name=called) if called else label


def dealer_words(pad: Pad) -> str:
    """Who deals next; "" where nobody does, or it is not known."""
    if pad.ending is not None or pad.plays.dealers == "none":
        return ""
    dealer = pad.plays.next_dealer(pad.state)
    if dealer is None:
        return ""
    if pad.plays.dealers == "side":
        return _("{team} deal.").format(team=pad.setup.roster.side_names[dealer])
    return _("{name} deals.").format(name=pad.names[dealer])


def won(event: Event, pad: Pad) -> Won | None:
    """How it ended; None while it goes on."""
    if pad.ending is None:
        return None
    winners = [pad.scorers[winner] for winner in pad.ending.winners]
    many = len(winners) if pad.alone else 2
    words = ngettext("{names} wins", "{names} win", many).format(names=and_list(winners))
    return Won(words, said(pad.ending.words), _goes_on(event, pad))


def _goes_on(event: Event, pad: Pad) -> str:
    """What comes after the end of one table of several; "" where nothing does."""
    found = pads(event)
    if not pad.plays.final_table or pad.set_number > 1 or len(found) < 2:
        return ""
    final = found[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _("The last ones of all tables meet at a final table, as soon as every table is done.")


def rulings(request: EventRequest, pad: Pad, number: int) -> list[Ruling]:
    """Overrides of a scorekeeper who leads, which somebody else here has to agree to."""
    found = []
    for one in pad.rounds:
        for line in one.lines:
            if line.pending_id is None or line.table_number != number:
                continue
            final = closes(pad.plays, line.pending_payload)
            deal = asked_of(pad, line, one.number, final=final)
            found.append(
                Ruling(
                    line.pending_id,
                    deal.label,
                    Told(brought=in_line(deal, line.pending_payload)),
                    line.pending_reason,
                    tuple(x for x in deal.agreers if x[0] != request.event.scorekeeper_id),
                )
            )
    return found


def both_values(
    request: EventRequest, number: int, *, table: Table, clash: Conflict, submitted: Any
) -> Both | None:
    """A lost race about a round; `submitted` is what this phone sent (None: to take it back)."""
    request.event.refresh_from_db()
    set_number = table.seating.set_number
    pad = pad_at(request.event, table.number, set_number)
    line = line_of(pad, table.number, number) if pad else None
    if pad is None or line is None:
        return None
    final = closes(pad.plays, submitted)
    early = is_open(pad.plays, on_board(pad, number, line).before, submitted)
    deal = asked_of(pad, line, number, final=final, early=early)
    return both_of(deal, clash, submitted, agreed=line.accepted)


def marks(event: Event, pad: Pad) -> Any:
    """What changes when a phone at this pad would look different."""
    rounds = [(one.number, one.byes, [_mark(line) for line in one.lines]) for one in pad.rounds]
    hidden = (event.hide_standings, event.revealed)
    return (hidden, pad.names, pad.setup.first, pad.table_id, rounds)


def _mark(line: Line) -> tuple[Any, ...]:
    told = (line.revision, line.is_open, line.accepted, line.pending_id, line.disputed)
    return (line.chairs, line.table_number, *told)
