"""What a report would change, before it is kept: everything is read twice, as it is and as it
would be, and the difference is shown."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from rulesets.formats import drive as engine
from tournaments.games import drive_in
from tournaments.models import Report
from tournaments.scoring import reseating
from tournaments.scoring.consequences import as_if, moved_rounds
from tournaments.scoring.drive import drive
from tournaments.scoring.hands import table_hands
from tournaments.scoring.judging import cleaned, problems_of
from tournaments.scoring.places import deal_of
from tournaments.words import said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rulesets.engine.problems import Problem
    from rulesets.formats.drives import DriveFormat
    from tournaments.models import Event, Table
    from tournaments.scoring.deals import Deal
    from tournaments.scoring.drive import DriveRows
    from tournaments.scoring.hands import TableHands
    from tournaments.scoring.pad import Pad

Seats = dict[int, tuple[str, ...]]  # names by chair, of each table


@dataclass(frozen=True, slots=True)
class Total:
    """What somebody (or a side) has, and which place that is (0: places are not counted)."""

    name: str
    points: int
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """What follows from the reports as they are, or as if one of them said something else.

    `said` is that report in words, `points` what it brings by chair, `brings` what the round
    brings to which others report too; `totals` of everybody in the order of entering. `winners`
    move on from the table, unless it is `tied`; `seats` are those of the next set, where it has
    not been played yet. `ending` is how the game of the board ended.
    """

    said: str = ""
    points: tuple[int, ...] = ()
    brings: str = ""
    totals: tuple[Total, ...] = ()
    winners: tuple[str, ...] = ()
    tied: bool = False
    seats: Seats = field(default_factory=dict)
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """The two readings and what differs. With an error among `problems` an override is needed;
    with a malformed report nothing else is filled in.

    `names` are those who sit there by chair, `seen` the newest revision now; `broken` are later
    rounds that would not count any more, `mended` those that would count again; `moves`: somebody
    moves on from the table; `next_set`: the set whose seats can be drawn again.
    """

    now: Reading = Reading()
    then: Reading = Reading()
    names: tuple[str, ...] = ()
    seen: int = 0
    problems: tuple[Problem, ...] = ()
    broken: tuple[int, ...] = ()
    mended: tuple[int, ...] = ()
    moves: bool = False
    next_set: int | None = None

    @property
    def points(self) -> list[tuple[str, int | None, int | None]]:
        """By chair: who, what the report brings, and what it would bring."""
        if not (self.now.points or self.then.points):
            return []
        nothing = (None,) * len(self.names)
        sums = self.now.points or nothing, self.then.points or nothing
        return list(zip(self.names, *sums, strict=True))

    @property
    def totals(self) -> list[tuple[Total, Total]]:
        """Everybody whose total or place would change."""
        both = zip(self.now.totals, self.then.totals, strict=True)
        return sorted((two for two in both if two[0] != two[1]), key=lambda two: two[1].rank)

    @property
    def ranked(self) -> bool:
        """Whether places are counted."""
        return any(one.rank for one in self.then.totals)

    @property
    def seats(self) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """The tables of the next set where others would sit."""
        now, then = self.now.seats, self.then.seats
        tables = ((number, now.get(number, ()), then.get(number, ())) for number in now | then)
        return sorted(table for table in tables if table[1] != table[2])


def preview(*, table: Table, deal: int, payload: Mapping[str, Any] | None) -> Preview:
    """What would change if this were reported (None: withdrawn). Nothing is kept."""
    one = deal_of(table, deal)
    given = None if payload is None else cleaned(payload)
    problems = () if given is None else problems_of(one, given)
    pad = one.pad
    seen = table_hands(table).deal(deal).revision if pad is None else one.line.revision
    if any(one.firm for one in problems):
        return Preview(seen=seen, problems=problems)
    found = _of_set(table, deal, given) if pad is None else _of_board(one, pad, given, problems)
    return replace(found, seen=seen, problems=problems)


# --- a board that lasts --------------------------------------------------------------------------


def _of_board(
    deal: Deal, pad: Pad, payload: dict[str, Any] | None, problems: Sequence[Problem]
) -> Preview:
    after = as_if(pad, deal.number, deal.line, payload, [one.code for one in problems])
    then = _board(after, deal, deal.words(payload, problems))
    broken, mended = moved_rounds(pad, after, deal.number)
    return Preview(_board(pad, deal, deal.said), then, deal.names, broken=broken, mended=mended)


def _board(pad: Pad, deal: Deal, words: str) -> Reading:
    one = pad.round(deal.number)
    brings = said(one.played.summary) if deal.room and one and one.played else ""
    points = pad.plays.totals(pad.state)
    return Reading(
        said=words,
        brings=brings,
        totals=tuple(Total(name, sum_) for name, sum_ in zip(pad.scorers, points, strict=True)),
        ending=said(pad.ending.words) if pad.ending else "",
    )


# --- a board of one set --------------------------------------------------------------------------


def _of_set(table: Table, deal: int, payload: dict[str, Any] | None) -> Preview:
    event, number = table.seating.event, table.seating.set_number
    form, hands, rows = drive_in(event), table_hands(table), drive(event)
    reports = hands.payloads(form)
    changed = (*reports[: deal - 1], payload, *reports[deal:])
    otherwise = _said_otherwise(rows, number, table.number, changed)
    now = _set(form, _counted(event, rows), hands, deal, reports)
    then = _set(form, _counted(event, otherwise), hands, deal, changed)
    following = reseating.following(event, number)
    drawn = _drawn_again(table, deal, payload, hands) if following else None
    if following is not None and drawn is not None:
        names = dict(event.entries.values_list("pk", "name"))
        told = {number: tuple(names[pk] for pk in chairs) for number, chairs in enumerate(drawn, 1)}
        now, then = replace(now, seats=_shown(following, names)), replace(then, seats=told)
    people = tuple(hands.name_of(pk) for pk in hands.sitters(deal))
    next_set = following.set_number if following is not None and drawn is not None else None
    return Preview(now, then, people, moves=True, next_set=next_set)


def _set(
    form: DriveFormat,
    rows: DriveRows,
    hands: TableHands,
    deal: int,
    reports: Sequence[dict[str, Any] | None],
) -> Reading:
    number, report = hands.set_number, reports[deal - 1]
    result = form.result(number, hands.roles, reports, hands.cut)
    scores = sorted(engine.standings(rows.drive), key=lambda score: score.player)
    players = rows.drive.players
    return Reading(
        said=said(form.summary(number, report, deal)) if report else "",
        points=form.points(number, hands.roles, report, deal) if report else (),
        totals=tuple(Total(players[one.player].name, one.total, one.rank) for one in scores),
        winners=tuple(hands.name_of(hands.sitters_at_end[chair]) for chair in result.winners),
        tied=bool(result.tied),
    )


def _counted(event: Event, rows: DriveRows) -> DriveRows:
    """What standings count of it."""
    return replace(rows, drive=engine.counting(rows.drive, live=event.live_standings))


def _said_otherwise(
    rows: DriveRows, number: int, table: int, reports: Sequence[dict[str, Any] | None]
) -> DriveRows:
    """The drive as it would be with these reports of a table's set."""
    sets = tuple(
        replace(
            one,
            tables=tuple(
                replace(at, hands=tuple(reports)) if at.table == table else at for at in one.tables
            ),
        )
        if one.number == number
        else one
        for one in rows.drive.sets
    )
    return replace(rows, drive=replace(rows.drive, sets=sets))


def _drawn_again(
    table: Table, deal: int, payload: dict[str, Any] | None, hands: TableHands
) -> Sequence[Sequence[int]] | None:
    """The next set's tables as they would be drawn: the report is really made, looked at and
    taken back, so that what is shown is what would happen."""
    event: Event = table.seating.event
    with transaction.atomic():
        Report.objects.create(
            table=table,
            deal=deal,
            revision=hands.deal(deal).revision + 1,
            payload=payload,
            author="",
            key=secrets.token_hex(16),
        )
        then = reseating.moved_on(drive_in(event), hands)
        drawn = reseating.drawn_again(table, then)
        transaction.set_rollback(True)
    return None if drawn is None else drawn.tables


def _shown(following: Any, names: Mapping[int, str]) -> Seats:
    found: Seats = {}
    rows = following.seats.order_by("table__number", "chair")
    for number, pk in rows.values_list("table__number", "entry_id"):
        found[number] = (*found.get(number, ()), names[pk])
    return found
