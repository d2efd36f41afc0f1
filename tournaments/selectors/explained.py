"""Every point of every player, set by set, hand by hand, down to the report and the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from rulesets import drive as engine
from rulesets.drive import Drive, SetRecord, TableSet
from tournaments.models import Acceptance, Event, Report
from tournaments.selectors.drive import DriveRows, drive
from tournaments.selectors.hands import COUNTS
from tournaments.selectors.words import compass, filled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class PointLine:
    points: int
    text: str
    rule: str  # anchor in the game's rule text
    unit: str = ""  # of what, where it is not what the totals count


@dataclass(frozen=True, slots=True)
class PlayerHand:
    deal: int
    trump: str
    points: int | None  # None: not reported yet, or somebody else had the chair
    summary: str  # of the report, "7 : 6"
    lines: tuple[PointLine, ...]
    provisional: bool
    note: str  # "a substitute had the chair", ...


@dataclass(frozen=True, slots=True)
class PlayerSet:
    number: int
    name: str
    line: str
    rule: str
    points: int | None  # None: took no part
    table: int | None
    compass: str
    partner: str  # "" where there is none
    opponents: tuple[str, ...]
    note: str  # "sat out: ...", "not here", ""
    hands: tuple[PlayerHand, ...]
    at: tuple[int, ...] = ()  # set, table and deal of a score pad's report


def explanations(event: Event) -> Iterator[tuple[int, tuple[PlayerSet, ...]]]:
    """Entry id and explanation of everybody in the event."""
    rows = drive(event)
    loose = provisional(event)
    parts = _parts(rows.drive)
    for player, entry_id in enumerate(rows.entry_ids):
        yield entry_id, _explained(rows, parts[player], player, loose)


def explanation(event: Event, entry_id: int) -> tuple[PlayerSet, ...]:
    """One player's explanation. Raises ValueError for an entry that is not in the event."""
    rows = drive(event)
    player = rows.index(entry_id)
    return _explained(rows, _parts(rows.drive, only=player)[player], player, provisional(event))


def provisional(event: Event) -> set[tuple[int, int, int]]:
    """(set, table number, deal) of every report that nobody has accepted yet."""
    said_yes = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    reports = (
        Report.objects.filter(COUNTS, deal__gt=0)
        .filter(table__seating__event=event, table__seating__state="published")
        .annotate(settled=Exists(said_yes) | Q(payload__isnull=True))
        .order_by("revision")
    )
    newest = {
        (set_number, table, deal): settled
        for set_number, table, deal, settled in reports.values_list(
            "table__seating__set_number", "table__number", "deal", "settled"
        )
    }
    return {place for place, settled in newest.items() if not settled}


def any_provisional(event: Event) -> bool:
    """Whether there is a report that counts and that nobody has accepted yet. One query."""
    said_yes = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    later = Report.objects.filter(
        COUNTS, table=OuterRef("table"), deal=OuterRef("deal"), revision__gt=OuterRef("revision")
    )
    return (
        Report.objects.filter(COUNTS, deal__gt=0, payload__isnull=False)
        .filter(table__seating__event=event, table__seating__state="published")
        .filter(~Exists(said_yes), ~Exists(later))
        .exists()
    )


def from_json(kept: list[Mapping[str, Any]]) -> tuple[PlayerSet, ...]:
    """The explanation that a snapshot keeps."""
    return tuple(
        PlayerSet(
            **{
                **one,
                "opponents": tuple(one["opponents"]),
                "at": tuple(one.get("at", ())),
                "hands": tuple(
                    PlayerHand(
                        **{**hand, "lines": tuple(PointLine(**line) for line in hand["lines"])}
                    )
                    for hand in one["hands"]
                ),
            }
        )
        for one in kept
    )


def _parts(whole: Drive, only: int | None = None) -> list[Drive]:
    """For each player the drive with that player's own tables alone: explaining everybody then
    costs as much as there are seats, not as much as seats times players."""
    mine: list[dict[int, list[TableSet]]] = [{} for _ in whole.players]
    for position, record in enumerate(whole.sets):
        for table in record.tables:
            people = {p for p in table.chairs if p is not None} | {sub[2] for sub in table.subs}
            for player in people:
                mine[player].setdefault(position, []).append(table)
    parts = []
    for player, tables in enumerate(mine):
        if only is not None and player != only:
            parts.append(whole)
            continue
        sets = tuple(
            SetRecord(record.number, tuple(tables.get(position, ())), record.sitting_out)
            for position, record in enumerate(whole.sets)
        )
        parts.append(replace(whole, sets=sets))
    return parts


def _explained(
    rows: DriveRows, part: Drive, player: int, loose: set[tuple[int, int, int]]
) -> tuple[PlayerSet, ...]:
    return tuple(
        _set(rows, record, one, player, loose)
        for record, one in zip(part.sets, engine.explain(part, player), strict=True)
    )


def _set(
    rows: DriveRows,
    record: SetRecord,
    one: engine.SetExplanation,
    player: int,
    loose: set[tuple[int, int, int]],
) -> PlayerSet:
    stage = rows.game.stage(one.number)
    notes = {
        "sat out": _("sat out"),
        "absent": _("not here"),
        "counted as sat out": _("not here yet; counts as sat out"),
    }
    table = record.tables[0] if record.tables else None
    chair = _chair(table, player) if table else None
    partner, opponents = _company(rows, table, chair) if stage.partners else ("", ())
    return PlayerSet(
        number=one.number,
        name=_(stage.name),
        line=_(stage.line),
        rule=stage.rule,
        points=None if one.status == "absent" else one.points,
        table=table.table if table else None,
        compass=compass(rows.game, chair) if chair is not None else "",
        partner=partner,
        opponents=opponents,
        note=notes.get(one.status, ""),
        hands=tuple(_hand(rows, record.number, hand, loose) for hand in one.hands),
    )


def _hand(
    rows: DriveRows,
    set_number: int,
    hand: engine.HandExplanation,
    loose: set[tuple[int, int, int]],
) -> PlayerHand:
    stage = rows.game.stage(set_number)
    lines = tuple(
        PointLine(line.points, filled(line.template, line.params, {}), line.rule)
        for line in hand.lines
    )
    return PlayerHand(
        deal=hand.hand,
        trump=_(stage.hands[hand.hand - 1]),
        points=hand.points,
        summary=hand.summary,
        lines=lines,
        provisional=(set_number, hand.table or 0, hand.hand) in loose,
        note=_("sat out") if hand.table is None else "",
    )


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
    seated = engine.sitters(table, rows.game.hands_per_stage)
    own = next(side for side in rows.game.sides if chair in side)
    names = [rows.drive.players[p].name if p is not None else "" for p in seated]
    partner = next((names[c] for c in own if c != chair), "")
    return partner, tuple(names[c] for c in range(len(names)) if c not in own)
