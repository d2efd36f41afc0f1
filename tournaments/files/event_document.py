"""One event as a JSON document (docs/event-file.md); an evening of several; and the scores alone of
an event.

People are numbered within the document; ids of the database, links and keys are left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from rulesets.folded.document import unpacked
from rulesets.formats.drive import sitters
from rulesets.formats.format import Format
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.hall import Hall
from tournaments.files.card_documents import cards_document
from tournaments.files.event_import import EVENING_FORMAT, FORMAT, IMPORTED, import_event
from tournaments.files.score_files import NamedReports, board_files, board_part, game_head, unique
from tournaments.models import (
    Acceptance,
    Event,
    HouseEdition,
    Prize,
    Report,
    Seat,
    Seating,
    SitOut,
    Snapshot,
    Table,
)
from tournaments.models.event_games import format_of
from tournaments.seats.requests import next_set, partners

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.formats.drive import TableSet
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Entry, Evening, ScoreCards

    WriteTable = Callable[[int, TableSet], dict[str, Any]]

__all__ = [
    "FORMAT",
    "FORMAT_VERSION",
    "export_evening",
    "export_event",
    "import_event",
    "score_file",
]


FORMAT_VERSION = 1
Numbers = Mapping[int, int]  # entry id -> number of the person in the document


def export_event(event: Event) -> dict[str, Any]:
    """Everything of an event except its links, as plain JSON values."""
    entered = event.entries.select_related("person", "second").prefetch_related("presences")
    entries = list(entered.order_by("pk"))
    numbers = {entry.pk: number for number, entry in enumerate(entries)}
    has_prizes, snapshot, cards = _beside(event)
    prizes = _prizes(event, numbers) if has_prizes else []
    settings = _prize_settings(event) if prizes or not event.passes_over else {}
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "exported": _moment(timezone.now()),
        "event": _event(event, numbers) | settings,
        "people": [
            {
                "name": entry.person.name,
                "note": entry.person.note,
                "usual_role": entry.person.usual_role,
                **_second(entry),
                "shown": entry.name,
                "role": entry.role,
                "asked_role": entry.asked_role,
                "keeps_chair": entry.keeps_chair,
                "late_as_sit_out": entry.late_as_sit_out,
                **_team(entry),
                "deductions": entry.deductions,
                "presence": [
                    {"from_set": presence.from_set, "here": presence.here}
                    for presence in sorted(entry.presences.all(), key=lambda presence: presence.pk)
                ],
            }
            for entry in entries
        ],
        "pairings": [
            {"first": numbers[pair.first_id], "second": numbers[pair.second_id], "kind": pair.kind}
            for pair in event.pairings.order_by("pk")
        ],
        "seatings": [
            _seating(seating, numbers)
            for seating in event.seatings.order_by("set_number", "revision")
        ],
        **({"prizes": prizes} if prizes else {}),
        **({} if cards is None else {"score_cards": cards_document(cards, numbers)}),
        "disputes": _disputes(event),
        "log": _log(event),
        "snapshot": _snapshot(snapshot, numbers),
    }


def _beside(event: Event) -> tuple[bool, Snapshot | None, ScoreCards | None]:
    """Whether an event has prizes, its snapshot, and the score cards that it came from. One
    statement."""
    prizes = Prize.objects.filter(event=OuterRef("pk"))
    rows = Event.objects.select_related("snapshot", "score_cards")
    stored = rows.annotate(has_prizes=Exists(prizes)).get(pk=event.pk)
    snapshot, cards = getattr(stored, "snapshot", None), getattr(stored, "score_cards", None)
    return stored.has_prizes, snapshot, cards


def _team(entry: Entry) -> dict[str, str]:
    """The team whose name an entry carries, and the one it had for seats that are known beforehand;
    empty without a team."""
    if not (entry.team or entry.seating_team):
        return {}
    return {"team": entry.team, "seating_team": entry.seating_team}


def export_evening(evening: Evening) -> dict[str, Any]:
    """Everything of an evening of several games except its links, as plain JSON values: the
    documents of its events, in the order in which they began."""
    return {
        "format": EVENING_FORMAT,
        "version": FORMAT_VERSION,
        "exported": _moment(timezone.now()),
        "evening": {
            "name": evening.name,
            "date": evening.date.isoformat(),
            "way": evening.way,
        },
        "events": [export_event(event) for event in evening.events.order_by("pk")],
    }


def score_file(event: Event) -> dict[str, Any] | list[dict[str, Any]]:
    """The scores in the shape of the file that `python -m rulesets` reads.

    If several tables keep a score each, it is a list of such files, table by table.
    """
    if format_of(event).keeping.credit == "carried":
        return _drive_file(event)
    files = board_files(event)
    return files[0] if len(files) == 1 else files


def _drive_file(event: Event) -> dict[str, Any]:
    rows = Hall.of(event).drive
    whole = rows.drive
    names = unique([player.name for player in whole.players])
    format = whole.format
    way = _SETS(event)
    write = way.tables(event, format, names)
    last_deals = {table.at: table.last_deal for table in rows.tables.tables}
    sets = []
    for record in whole.sets:
        tables = [
            write(record.number, table)
            | _last_deal(last_deals.get((record.number, table.table)))
            | ({"late": True} if table.late else {})
            for table in record.tables
        ]
        pairs = [who for who in record.sitting_out if who in record.partners]
        pairs = [*dict.fromkeys(player for who in pairs for player in (who, record.partners[who]))]
        alone = [who for who in record.sitting_out if who not in record.partners]
        outs = [names[player] for player in (*pairs, *alone)]
        divisions = {names[player]: at + 1 for player, at in sorted(record.divisions.items())}
        sets.append(
            {
                "set": record.number,
                "sitting_out": outs,
                **({"divisions": divisions} if divisions else {}),
                "tables": tables,
            }
        )
    players: list[dict[str, Any]] = [
        {"name": name, "role": player.role, "late_as_sit_out": player.late_as_sit_out}
        for name, player in zip(names, whole.players, strict=True)
    ]
    _keep_roles(event, sets, dict(zip(rows.entry_ids, players, strict=True)))
    if not whole.format.facts.roles.names:
        for fields in (*players, *sets):
            fields.pop("role", None)
            fields.pop("roles", None)
    way.finish(event, sets)
    name_of = dict(zip(rows.entry_ids, names, strict=True))
    document = game_head(event) | {"players": players, "sets": sets}
    if whole.format.facts.fixed_pairs:
        partner_of = partners(event, next_set(event))
        document["sides"] = [
            [name_of[first], name_of[second]]
            for first, second in partner_of.items()
            if first < second
        ]
    document |= _read_requests(event, name_of)
    if whole.seed:
        document["seed"] = whole.seed
    teams: dict[str, list[str]] = {}
    for name, player in zip(names, whole.players, strict=True):
        if player.team:
            teams.setdefault(player.team, []).append(name)
    deductions = _deductions(event, name_of)
    beside = {"teams": teams, "deductions": deductions}
    return document | {key: value for key, value in beside.items() if value}


def _read_requests(event: Event, names: Mapping[int, str]) -> dict[str, list[list[str]]]:
    """The wishes about two people that the format has; fixed partners are told by themselves."""
    wishes: dict[str, list[list[str]]] = {}
    keys = {"apart": "apart", "together": "together", "paired": "partners"}
    for wish in event.pairings.order_by("pk"):
        if wish.kind in keys and wish.kind in format_of(event).facts.requests:
            pair = [names[wish.first_id], names[wish.second_id]]
            wishes.setdefault(keys[wish.kind], []).append(pair)
    return wishes


def _deductions(event: Event, names: Mapping[int, str]) -> list[dict[str, Any]]:
    taken = event.entries.exclude(deductions=[]).order_by("pk").values_list("pk", "deductions")
    return [
        {"player": names[entry], **deduction}
        for entry, deductions in taken
        for deduction in deductions
    ]


def _subs(table: TableSet, names: Sequence[str]) -> list[dict[str, Any]]:
    """The substitutes of a table; if several took a chair in the same hand, the last."""
    taken = {(hand, chair): player for hand, chair, player in table.subs}
    before = {hand: sitters(table, hand - 1) for hand, _chair in taken}
    return [
        {"hand": hand, "for": _name_of(names, before[hand][chair]), "player": names[player]}
        for (hand, chair), player in taken.items()
        if before[hand][chair] != player
    ]


def _last_deal(last: int | None) -> dict[str, int]:
    """The last deal of a table, if a bell ended the set."""
    return {} if last is None else {"last": last}


def _tables_of_hands(event: Event, format: Format, names: Sequence[str]) -> WriteTable:
    return lambda number, table: _table_of_hands(format, number, table, names)


def _tables_of_boards(event: Event, format: Format, names: Sequence[str]) -> WriteTable:
    boards = {board.at: board for board in Hall.of(event).boards}
    return lambda number, table: _table_of_board(boards[number, table.table], table, names)


def _table_of_hands(
    format: Format, number: int, table: TableSet, names: Sequence[str]
) -> dict[str, Any]:
    """A table of a set whose hands stand by themselves."""
    at_end = sitters(table, format.length.most_deals)
    return {
        "table": table.table,
        "chairs": [names[p] for p in table.chairs if p is not None],
        "hands": _hands(format, number, table, names),
        "subs": _subs(table, names),
        "cut": [_name_of(names, at_end[chair]) for chair in table.cut] if table.cut else None,
    }


def _table_of_board(board: EventBoard, table: TableSet, names: Sequence[str]) -> dict[str, Any]:
    """A table of a set that keeps a board."""
    chairs = [names[player] for player in table.chairs if player is not None]
    return {"table": table.table, "chairs": chairs} | board_part(board, chairs, chairs, "hands")


def _hands(format: Format, number: int, table: TableSet, names: Sequence[str]) -> list[Any]:
    """The reports of a set, with the names of those who had the chairs in each hand."""
    reports: list[Any] = []
    for hand, report in enumerate(table.hands, 1):
        seated = ["" if p is None else names[p] for p in sitters(table, hand)]
        questions = {field.key: field for field in format.hands.fields(number, hand)}
        reports.append(None if report is None else NamedReports(seated).report(report, questions))
    return reports


def _keep_roles(
    event: Event, sets: Sequence[dict[str, Any]], players: Mapping[int, dict[str, Any]]
) -> None:
    """Note in a set who played another role than at the end; and in players who keeps a chair."""
    by_number = {record["set"]: record for record in sets}
    seats = Seat.objects.filter(seating__event=event, seating__state=Seating.State.PUBLISHED)
    for number, pk, role in seats.values_list("seating__set_number", "entry_id", "role"):
        if role != players[pk]["role"]:
            by_number[number].setdefault("roles", {})[players[pk]["name"]] = role
    for pk in event.entries.filter(keeps_chair=True).values_list("pk", flat=True):
        players[pk]["keeps_chair"] = True


def _keep_overrides(event: Event, sets: Sequence[dict[str, Any]]) -> None:
    """Note the reason in hands that were overridden: without it the reader leaves them out."""
    tables = {
        (record["set"], table["table"]): table for record in sets for table in record["tables"]
    }
    overridden = Report.objects.filter(
        table__seating__event=event, table__seating__state=Seating.State.PUBLISHED, deal__gt=0
    ).exclude(overrode=[])
    for report in overridden.select_related("table__seating").order_by("revision"):
        hands = tables[report.table.seating.set_number, report.table.number]["hands"]
        report_json = hands[report.deal - 1]
        if report_json == report.payload and report_json is not None and report.reason:
            hands[report.deal - 1] = {**report_json, "override": report.reason}


def _keep_nothing(event: Event, sets: Sequence[dict[str, Any]]) -> None:
    """Boards say by themselves what was overridden."""


@dataclass(frozen=True, slots=True)
class _SetWay:
    """How the sets of a file are written: their `tables`, and what is noted in them after that."""

    tables: Callable[[Event, Format, Sequence[str]], WriteTable]
    finish: Callable[[Event, Sequence[dict[str, Any]]], None] = _keep_nothing


_OF_BOARDS = _SetWay(_tables_of_boards)
_SETS = ByKeeping(
    table=_OF_BOARDS,
    set=_OF_BOARDS,
    hands=_SetWay(_tables_of_hands, _keep_overrides),
    room=_OF_BOARDS,
)


def _name_of(names: Sequence[str], player: int | None) -> str:
    return "" if player is None else names[player]


def _moment(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _second(entry: Entry) -> dict[str, Any]:
    """The person who shares the chair, if there is one."""
    if entry.second is None:
        return {}
    fields = {key: getattr(entry.second, key) for key in ("name", "note", "usual_role")}
    return {"second": fields}


def _event(event: Event, numbers: Numbers) -> dict[str, Any]:
    return {
        "name": event.name,
        "date": event.date.isoformat(),
        **({"starts_at": f"{event.starts_at:%H:%M}"} if event.starts_at else {}),
        "place": event.place,
        "game": event.game,
        "format": event.format,
        "edition": event.edition,
        **({"declared": json.loads(event.declared)} if event.declared else {}),
        **_editions(event),
        "options": event.options,
        **({"house_rules": event.house_rules} if event.house_rules else {}),
        "state": event.state,
        "role_names": event.role_names,
        "scorekeeper": numbers.get(event.scorekeeper_id or 0),
        "hide_standings": event.hide_standings,
        "revealed": event.revealed,
        "reveal_from": event.reveal_from,
        **({"awards_off": event.awards_off} if event.awards_off else {}),
        "live_standings": event.live_standings,
        "saved_is_agreed": event.saved_is_agreed,
    }


def _editions(event: Event) -> dict[str, Any]:
    """The other editions of a family's own game."""
    if not event.declared:
        return {}
    others = HouseEdition.objects.filter(game__family=event.book, game__slug=event.game)
    editions = others.exclude(number=event.edition).order_by("number")
    documents = [
        {"number": number, "declared": json.loads(declared)}
        for number, declared in editions.values_list("number", "declared")
    ]
    return {"editions": documents} if documents else {}


def _seating(seating: Seating, numbers: Numbers) -> dict[str, Any]:
    tables = seating.tables.prefetch_related(
        "seats", "substitutions", "reports__acceptances", "rivals"
    )
    return {
        "set": seating.set_number,
        "revision": seating.revision,
        "state": seating.state,
        "seed": seating.seed,
        "published": _moment(seating.published_at),
        "notes": [_numbered(note, numbers) for note in seating.notes],
        "flips": [[numbers[pk], before, role] for pk, before, role in seating.flips],
        "sitting_out": [
            {
                "person": numbers[out.entry_id],
                "reason": _numbered(out.reason, numbers),
                **({"watches": True} if out.watches else {}),
                **({"partner": numbers[out.partner_id]} if out.partner_id else {}),
                **_division(out),
            }
            for out in seating.sit_outs.order_by("pk")
        ],
        "tables": [_table(table, numbers) for table in tables.order_by("number")],
    }


def _division(row: SitOut | Table) -> dict[str, int]:
    """The division of somebody who sits out, or of a table that opened late, from 1."""
    return {} if row.division is None else {"division": row.division + 1}


def _numbered(reason: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """A reason or a note, with people by number."""
    params = dict(reason.get("params", {}))
    for key in ("person", "other"):
        if key in params:
            params[key] = numbers.get(params[key], -1)
    return {**reason, "params": params}


def _table(table: Table, numbers: Numbers) -> dict[str, Any]:
    return {
        "number": table.number,
        "first_dealer": table.first_dealer,
        **({"dealers": table.dealers} if table.dealers else {}),
        **({} if table.last_deal is None else {"last_deal": table.last_deal}),
        **({"late": True} if table.late else {}),
        **_division(table),
        "chairs": [_chair(seat, numbers) for seat in table.seats.all()],
        "substitutes": [
            {"from_hand": sub.from_hand, "chair": sub.chair, "person": numbers[sub.entry_id]}
            for sub in table.substitutions.all()
        ],
        "reports": [_report(report) for report in table.reports.all()],
        **_rivals(table),
    }


def _chair(seat: Seat, numbers: Numbers) -> dict[str, Any]:
    """Who sits in a chair; for a game that went on also after which deal and with how much they
    joined, or after which they left."""
    fields: dict[str, Any] = {"person": numbers[seat.entry_id], "role": seat.role}
    if seat.joined_after is not None:
        fields |= {"joined_after": seat.joined_after, "joined_with": seat.joined_with}
    if seat.neighbour is not None:
        fields["neighbour"] = seat.neighbour
    if seat.left_after is not None:
        fields["left_after"] = seat.left_after
    if seat.pauses:
        fields["pauses"] = seat.pauses
    return fields


def _report(report: Report) -> dict[str, Any]:
    yes = {acceptance.kind: acceptance.by for acceptance in report.acceptances.all()}
    saved = any(acceptance.by_saving for acceptance in report.acceptances.all())
    return {
        "deal": report.deal,
        "revision": report.revision,
        "payload": report.payload,
        "author": report.author,
        "reason": report.reason,
        "overrode": report.overrode,
        "needs_agreement": report.needs_agreement,
        "accepted_by": yes.get(Acceptance.Kind.ACCEPT),
        "agreed_by": yes.get(Acceptance.Kind.AGREE),
        "agreed_by_saving": saved,
        "created": _moment(report.created),
    }


def _disputes(event: Event) -> list[dict[str, Any]]:
    return [
        {
            "set": dispute.table.seating.set_number if dispute.table else None,
            "revision": dispute.table.seating.revision if dispute.table else None,
            "table": dispute.table.number if dispute.table else None,
            "deal": dispute.deal,
            "objector": dispute.objector,
            "text": dispute.text,
            "kali_effect": dispute.kali_effect,
            "decision": dispute.decision,
            "decided": _moment(dispute.decided_at),
        }
        for dispute in event.disputes.select_related("table__seating").order_by("pk")
    ]


def _prizes(event: Event, numbers: Numbers) -> list[dict[str, Any]]:
    """The prizes in their order, with those who won a cut for one by number."""
    return [
        {
            "kind": prize.kind,
            "place": prize.place,
            "group": prize.group,
            "title": prize.title,
            "gift": prize.gift,
            "seed": prize.seed,
            "cut_winner": numbers.get(prize.cut_winner_id or 0),
        }
        for prize in event.prizes.all()
    ]


def _prize_settings(event: Event) -> dict[str, Any]:
    """How the prizes of an event are given, and how far they are."""
    return {"awards_shown": event.awards_shown, "passes_over": event.passes_over}


def _rivals(table: Table) -> dict[str, Any]:
    """The answers to deals beside those that count, as long as nobody has chosen."""
    rivals = [
        {
            "deal": rival.deal,
            "payload": rival.payload,
            "author": rival.author,
            "created": _moment(rival.created),
        }
        for rival in table.rivals.all()
        if rival.settled_at is None
    ]
    return {"rivals": rivals} if rivals else {}


def _log(event: Event) -> list[dict[str, Any]]:
    return [
        {
            "version": line.version,
            "who": line.who,
            "code": line.code,
            "params": line.params,
            "undoes": line.undoes.version if line.undoes else None,
            "created": _moment(line.created),
        }
        for line in event.log.select_related("undoes").order_by("version")
        if line.code != IMPORTED  # each import writes its own
    ]


def _snapshot(snapshot: Snapshot | None, numbers: Numbers) -> dict[str, Any] | None:
    if snapshot is None:
        return None
    rows = [{**row, "entry_id": numbers[row["entry_id"]]} for row in snapshot.standings]
    players = {str(numbers[int(pk)]): sets for pk, sets in snapshot.players.items()}
    document = {"edition": snapshot.edition, "standings": rows, "players": players}
    return document if snapshot.boards is None else document | _boards(snapshot, numbers)


def _boards(snapshot: Snapshot, numbers: Numbers) -> dict[str, Any]:
    """The rules as they were, and the results of boards or hands, with people by number."""
    rules, *parts = unpacked(bytes(snapshot.boards or b""))
    for text in {"text", "sheet"} & rules.keys():  # line by line, as people read them
        rules[text] = rules[text].split("\n")
    document: dict[str, Any] = {"game": snapshot.game, "rules": rules}
    *boards, last = parts
    if last.keys() != {"questions"}:
        return document | {"drive": last}
    for board in boards:
        board["entries"] = [numbers[pk] for pk in board["entries"]]
    return document | {"boards": boards, **last}
