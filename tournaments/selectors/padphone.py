"""What a phone at a score pad shows: a table's pad, or a couple's place in a round of the room."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from itertools import count
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.selectors.pads import AWAY, COUPLE, Line, Pad, PadRound, line_at, pads
from tournaments.selectors.playdesk import couple_words, line_state, running
from tournaments.selectors.supposed import new_line
from tournaments.selectors.words import and_list

if TYPE_CHECKING:
    from tournaments.selectors.playdesk import LineState


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a chair of this place."""

    chair: int
    entry_id: int
    name: str
    team: str


@dataclass(frozen=True, slots=True)
class Reported:
    """One report at this place: where it stands, and how far it has come."""

    number: int
    line: Line
    state: LineState
    said: str


@dataclass(frozen=True, slots=True)
class CouplePage:
    """A couple's place in the running round, and what the round before has led to.

    `line` is None where no couple sits here in this round; `alone` is who faces an empty chair
    then. `missing` are the couples that have not reported yet, `over` is the number of the round
    before if anybody sat here in it, `award` what it brought, `moves` where those who sat here
    went.
    """

    number: int
    line: Line | None
    alone: str
    people: tuple[Person, ...]
    reported: Reported | None
    away: bool
    done: int
    couples: int
    missing: tuple[str, ...]
    byes: tuple[str, ...]
    over: int
    award: str
    moves: tuple[str, ...]
    before: Reported | None
    brought: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table's pad: what is not agreed to yet, and what was taken back or does not count."""

    people: tuple[Person, ...]
    provisional: tuple[Reported, ...]
    waiting: tuple[Reported, ...]
    uncounted: tuple[PadRound, ...]
    begun: bool

    @property
    def older(self) -> tuple[Reported, ...]:
        """What is not agreed to besides the newest."""
        return self.provisional[:-1]


@dataclass(frozen=True, slots=True)
class Won:
    """How a game ended: who has won it, and why."""

    winners: str
    why: str


def is_room(pad: Pad) -> bool:
    """Whether the pad is the whole room's, to which every couple reports."""
    return pad.scheme.rows == COUPLE


def place_line(pad: Pad, table_number: int, number: int) -> Line | None:
    """The line of a report: a round of a table, reported or not, or a couple's in a round."""
    found = line_at(pad, table_number, number)
    if found is None and not is_room(pad) and 1 <= number <= pad.next_number:
        return new_line(pad, number)
    return found


def may_change(event: Event, pad: Pad, line: Line) -> bool:
    """Whether the table itself may still change or take back what it said.

    As in any game here: as long as the others have not agreed, and as long as the seats are those
    in play. Afterwards the host does.
    """
    if event.state != Event.State.PLAYING or line.accepted or line.pending:
        return False
    if is_room(pad):
        return line in pad.rounds[-1].lines
    return pad.set_number == pads(event)[-1].set_number


def couple_page(pad: Pad, table_number: int) -> CouplePage:
    """The place of a couple in the running round."""
    now = running(pad)
    line = next((one for one in now.lines if one.table_number == table_number), None)
    before = pad.round(now.number - 1)
    earlier = before and next((x for x in before.lines if x.table_number == table_number), None)
    waiting = [one for one in now.lines if one.payload is None]
    moves = _moves(pad, now, before, table_number) if before else ()
    alone = [place for place, chair in _alone(now).items() if chair == table_number]
    return CouplePage(
        number=now.number,
        line=line,
        alone=pad.names[alone[0]] if alone else "",
        people=_people(pad, line) if line else (),
        reported=_reported(pad, now.number, line) if line and line.payload is not None else None,
        away=bool(line and line.payload and line.payload.get(AWAY)),
        done=len(now.lines) - len(waiting),
        couples=len(now.lines),
        missing=tuple(_(" – ").join(pad.names[p] for p in one.chairs) for one in waiting),
        byes=tuple(pad.names[place] for place in now.byes),
        over=before.number if before and (earlier or moves) else 0,
        award=before.played.summary if before and before.played and before.counted else "",
        moves=moves,
        before=_reported(pad, before.number, earlier) if before and earlier else None,
        brought=tuple(
            (one.number, one.played.summary) for one in pad.rounds if one.played and one.counted
        ),
    )


def table_page(pad: Pad) -> TablePage:
    """A table's own pad."""
    reports = [_reported(pad, one.number, one.lines[0]) for one in pad.rounds]
    return TablePage(
        people=_people(pad, new_line(pad, 1)),
        provisional=tuple(one for one in reports if one.state == "provisional"),
        waiting=tuple(one for one in reports if one.state == "waiting"),
        uncounted=tuple(
            one for one in pad.rounds if not one.counted and one.number < pad.next_number
        ),
        begun=any(one.line.revision for one in reports),
    )


def deal_words(pad: Pad) -> str:
    """Who deals next; "" where nobody does, or it is not known."""
    if pad.ending is not None or pad.scheme.dealers == "none":
        return ""
    dealer = pad.scheme.next_dealer(pad.state)
    if dealer is None:
        return ""
    if pad.scheme.dealers == "team":
        return _("{team} deal.").format(team=pad.setup.roster.team_names[dealer])
    return _("{name} deals.").format(name=pad.names[dealer])


def won(pad: Pad) -> Won | None:
    """How it ended; None while it goes on."""
    if pad.ending is None:
        return None
    teams = pad.setup.roster.team_names
    winners = [(teams or pad.names)[side] for side in pad.ending.winners]
    many = 2 if teams else len(winners)
    words = ngettext("{names} wins", "{names} win", many).format(names=and_list(winners))
    return Won(words, _(pad.ending.template).format(**pad.ending.params))


def goes_on(event: Event, pad: Pad) -> str:
    """What comes after the end of one table of several; "" where nothing does."""
    found = pads(event)
    if not pad.scheme.final_table or pad.ending is None or pad.set_number > 1 or len(found) < 2:
        return ""
    final = found[-1]
    if final.set_number > 1:
        return _("The final table is played at table {number}: {names}.").format(
            number=final.table_number, names=and_list(final.names)
        )
    return _("The last ones of all tables meet at a final table, as soon as every table is done.")


def run_of(pad: Pad) -> list[tuple[str, list[int]]]:
    """The totals of each side after every round, for a chart."""
    totals = [pad.scheme.totals(state) for state in pad.states]
    sides = pad.setup.roster.team_names or pad.names
    return [(name, [one[side] for one in totals]) for side, name in enumerate(sides)]


def stamp_of(event: Event, pad: Pad | None) -> str:
    """A mark that changes when a phone at this pad would look different."""
    kept = (event.state, event.hide_standings, event.revealed)
    told: object = kept
    if pad is not None:
        rounds = [
            (
                one.number,
                one.byes,
                [
                    (x.chairs, x.table_number, x.revision, x.accepted, x.pending_id, x.disputed)
                    for x in one.lines
                ],
            )
            for one in pad.rounds
        ]
        told = (kept, pad.names, pad.setup.first, pad.table_id, rounds)
    return blake2b(repr(told).encode(), digest_size=9).hexdigest()


def _people(pad: Pad, line: Line) -> tuple[Person, ...]:
    roster = pad.setup.roster
    return tuple(
        Person(
            chair,
            pad.entry_ids[place],
            pad.names[place],
            roster.team_names[roster.team_of(place)] if roster.teams else "",
        )
        for chair, place in enumerate(line.chairs)
    )


def _reported(pad: Pad, number: int, line: Line) -> Reported:
    one = pad.round(number)
    if is_room(pad):
        said = couple_words(pad, line, line.payload)
    else:
        said = one.played.summary if one and one.played and one.counted else ""
    return Reported(number, line, line_state(line), said)


def _alone(one: PadRound) -> dict[int, int]:
    """Who faces an empty chair in a round, and at which place; in the order of the chairs."""
    taken = {line.table_number for line in one.lines}
    left = (number for number in count(1) if number not in taken)
    return dict(zip(one.byes, left, strict=False))


def _moves(pad: Pad, now: PadRound, before: PadRound, table_number: int) -> tuple[str, ...]:
    """Where those who sat at a place in the round before sit in this one."""
    sat, sit = _places(before), _places(now)
    told = []
    here = (who for who, chair in sat.items() if chair == table_number)
    for place in sorted(here, key=pad.setup.roster.team_of):
        values = {"name": pad.names[place], "place": sit.get(place), "number": now.number}
        if place in now.byes:
            text = _("{name}: you sit round {number} out, at place {place}")
        elif place not in sit:
            continue
        elif sit[place] == table_number:
            text = _("{name}: you stay here")
        else:
            text = _("{name}: you move to place {place}")
        told.append(text.format(**values))
    return tuple(told)


def _places(one: PadRound) -> dict[int, int]:
    """Everybody's place in a round."""
    return _alone(one) | {place: line.table_number for line in one.lines for place in line.chairs}
