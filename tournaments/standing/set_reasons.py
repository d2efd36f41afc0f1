"""Why somebody has a score where everybody carries one on from set to set, hand by hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from rulesets.formats import drive as engine
from rulesets.formats.cuts import SIDES
from rulesets.formats.drive import Drive, SetRecord, TableSet
from rulesets.formats.drives import MOST_KNOWN, Known
from tournaments.models import Acceptance, Event, Report
from tournaments.scoring.drive import DriveRows, drive
from tournaments.scoring.hands import COUNTS
from tournaments.standing.reasons import PlayerHand, PlayerSet, point_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Place = tuple[int, int, int]  # set, table number, deal


@dataclass(frozen=True, slots=True)
class _Told:
    """What everybody's sets are told from; `in_play` is the set that is not over (0: none).

    `known`, `hands`, `word`: what was told before, for in a hall most of it is told again."""

    rows: DriveRows
    loose: set[Place]
    in_play: int
    live: bool
    known: Known = field(default_factory=dict)
    hands: dict[tuple[object, ...], tuple[engine.HandExplanation, PlayerHand]] = field(
        default_factory=dict
    )
    word: Callable[[str], str] = field(default_factory=lambda: cache(_))


def set_reasons(
    event: Event, only: int | None = None
) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """Entry id and sets of everybody in the event, or of `only` one entry."""
    rows = drive(event)
    player = None if only is None else rows.index(only)
    tables = None if player is None else _tables_of(rows, player)
    told = _Told(
        rows, provisional(event, tables), engine.set_in_play(rows.drive), event.live_standings
    )
    for at, part in _parts(rows.drive, player):
        explained = zip(part.sets, engine.explain(part, at, told.known), strict=True)
        yield rows.entry_ids[at], tuple(_set(told, record, one, at) for record, one in explained)


def _tables_of(rows: DriveRows, player: int) -> list[int]:
    """The tables that somebody has sat at."""
    return [
        rows.table_ids[record.number, table.table]
        for record in rows.drive.sets
        for table in record.tables
        if _sat(table, player)
    ]


def _sat(table: TableSet, player: int) -> bool:
    return player in table.chairs or any(who == player for _hand, _chair, who in table.subs)


def provisional(event: Event, tables: Sequence[int] | None = None) -> set[Place]:
    """Every report (of these tables) that counts and that nobody has accepted yet."""
    said_yes = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    reports = (
        Report.objects.filter(COUNTS, deal__gt=0)
        .filter(table__seating__event=event, table__seating__state="published")
        .annotate(settled=Exists(said_yes) | Q(payload__isnull=True))
        .order_by("revision")
    )
    if tables is not None:
        reports = reports.filter(table__in=tables)
    newest = {
        (set_number, table, deal): settled
        for set_number, table, deal, settled in reports.values_list(
            "table__seating__set_number", "table__number", "deal", "settled"
        )
    }
    return {place for place, settled in newest.items() if not settled}


def _parts(whole: Drive, only: int | None) -> Iterator[tuple[int, Drive]]:
    """Players (or `only` one), each with the drive of the own tables alone: explaining everybody
    then costs as much as there are seats, not as much as seats times players."""
    mine: list[dict[int, list[TableSet]]] = [{} for _ in whole.players]
    for position, record in enumerate(whole.sets):
        for table in record.tables:
            if only is not None and not _sat(table, only):
                continue
            people = {p for p in table.chairs if p is not None} | {sub[2] for sub in table.subs}
            for player in people:
                mine[player].setdefault(position, []).append(table)
    for player, tables in enumerate(mine):
        if only is None or player == only:
            sets = tuple(
                SetRecord(record.number, tuple(tables.get(position, ())), record.sitting_out)
                for position, record in enumerate(whole.sets)
            )
            yield player, replace(whole, sets=sets)


def _set(told: _Told, record: SetRecord, one: engine.SetExplanation, player: int) -> PlayerSet:
    rows = told.rows
    stage = rows.game.set(one.number)
    table = record.tables[0] if record.tables else None
    chair = _chair(table, player) if table else None
    partner, opponents = _company(rows, table, chair) if stage.partners else ("", ())
    # A set in play counts at its end, or as far as it is reported; a sit-out waits for the end.
    in_play = one.number == told.in_play
    hands = [hand for hand in one.hands if hand.table is not None or not in_play]
    points = sum(hand.points or 0 for hand in hands)
    counts = one.status != "absent" and (told.live or not in_play)
    return PlayerSet(
        number=one.number,
        name=told.word(stage.name),
        line=told.word(stage.line),
        rule=stage.rule,
        points=points if counts else None,
        table=table.table if table else None,
        compass=rows.game.chair_name(chair).said(told.word) if chair is not None else "",
        partner=partner,
        opponents=opponents,
        note=_note(told, one.status, in_play=in_play),
        hands=tuple(_hand(told, record.number, hand) for hand in hands),
    )


def _note(told: _Told, status: str, *, in_play: bool) -> str:
    """Why a set brought what it brought, or nothing yet."""
    if status == "absent":
        return _("not here")
    if status == "counted as sat out":
        return _("not here yet; counts as sat out")
    if status == "sat out":
        return _("sits out, which counts once the set is over") if in_play else _("sat out")
    return _("in play: counts once it is over at every table") if in_play and not told.live else ""


def _hand(told: _Told, set_number: int, hand: engine.HandExplanation) -> PlayerHand:
    """A hand in the words of the page. Hands of one report have the very same words and lines."""
    provisional = (set_number, hand.table or 0, hand.hand) in told.loose
    sat_out = hand.table is None
    key = (set_number, hand.hand, provisional, sat_out, id(hand.summary), id(hand.lines))
    known = told.hands.get(key)
    if known is None:
        if len(told.hands) >= MOST_KNOWN:
            told.hands.clear()
        game = told.rows.game
        said_so = PlayerHand(
            deal=hand.hand,
            called=game.hand_name(set_number, hand.hand).said(told.word),
            points=hand.points,
            summary=hand.summary.said(told.word),
            lines=point_lines(game.plays, hand.lines, lambda movement: movement.amount),
            provisional=provisional,
            note=_("sat out") if sat_out else "",
        )
        known = told.hands[key] = hand, said_so  # the hand too: its ids are its own as long
    return known[1]


def _chair(table: TableSet, player: int) -> int | None:
    if player in table.chairs:
        return table.chairs.index(player)
    return next((chair for _, chair, who in table.subs if who == player), None)


def _company(
    rows: DriveRows, table: TableSet | None, chair: int | None
) -> tuple[str, tuple[str, ...]]:
    """The partner and the opponents at a table, as the set ended."""
    if table is None or chair is None:
        return "", ()
    seated = engine.sitters(table, rows.game.deals)
    own = next(side for side in SIDES if chair in side)
    names = [rows.drive.players[p].name if p is not None else "" for p in seated]
    partner = next((names[c] for c in own if c != chair), "")
    return partner, tuple(names[c] for c in range(len(names)) if c not in own)
