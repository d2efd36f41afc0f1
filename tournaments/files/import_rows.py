"""The rows of an event's document: seatings, tables, chairs, substitutes, reports; what they may
contain, and how they are saved with few statements."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from django.db import connection
from django.utils import timezone

from rulesets.engine.fields import AWAY
from rulesets.engine.problems import wrong
from rulesets.engine.report_reading import read
from rulesets.engine.roster import Roster
from rulesets.files.reader import read as read_shape
from rulesets.files.shapes import (
    ANYTHING,
    TEXT,
    TRUTH,
    ByName,
    Listing,
    Maybe,
    Record,
    Whole,
    optional,
)
from rulesets.formats.deals import possible_states
from rulesets.movements.fixed_pairs import pair_in_order
from tournaments.boards.by_keeping import ByKeeping
from tournaments.boards.hall import Hall
from tournaments.db.import_staging import BATCH, ROWS, slices
from tournaments.models import (
    CUT,
    Acceptance,
    Entry,
    Event,
    Report,
    RivalReport,
    Seat,
    Seating,
    SitOut,
    Substitution,
    Table,
)
from tournaments.models.event_games import format_of
from tournaments.reports.report_effects import keep_books
from tournaments.seats.storage import count_starters

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from django.db.models import Model

    from rulesets.engine.plays import State
    from rulesets.engine.problems import At, Problem
    from rulesets.formats import Format
    from tournaments.db.import_staging import Staging


MOST_ROUNDS = 1000
FEW_BOARDS = 20  # whose accounts are stored in one transaction
SITTING = "couple"  # the field for who sits there; filled in from the table


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of one game's seatings, each the least and the most: `sets`, `chairs` of a table,
    `deals` of its reports, `dealers` (0: the first chair, or the first team)."""

    sets: tuple[int, int]
    chairs: tuple[int, int]
    deals: tuple[int, int]
    teams_deal: bool = False

    def check_chairs(self, count: int, at: At) -> None:
        """Refuse a table with too few or too many chairs."""
        low, high = self.chairs
        if not low <= count <= high:
            wrong(at, f"a list of {low}" + (f" to {high}" if high > low else ""))

    def dealers(self, chairs: int) -> tuple[int, int]:
        """The possible first dealers of a table with that many chairs."""
        return (0, 1 if self.teams_deal else chairs - 1)


def bounds(format: Format) -> Bounds:
    """The bounds for a game in this format."""
    plays, width = format.game.plays, format.facts.width
    return Bounds(
        sets=(1, format.length.most or MOST_ROUNDS),
        chairs=(width, width) if width else plays.players,
        deals=(CUT if format.facts.cuts else 1, format.length.most_deals or MOST_ROUNDS),
        teams_deal=plays.dealers == "side",
    )


def _any_role(format: Format, chair: int, role: str, at: At) -> None:
    """Take people of every role."""


def _own_team(format: Format, chair: int, role: str, at: At) -> None:
    """Refuse somebody without a team, or of the other one, in a couple's chair."""
    if role != format.facts.roles.names[chair]:
        wrong(at, "somebody of the team that sits on this side")


def check_payload(
    format: Format, names: Sequence[str], stage: int, deal: int, payload: Any, at: At
) -> None:
    """Refuse a payload that is no report of this game, from a table with these `names`."""
    if deal == CUT:
        chair = Whole(0, format.facts.width - 1, expected="a chair of the table")
        read_shape(Record({"winners": Listing(chair), "drawn": TRUTH}), payload, at=at)
    else:
        _check_report(format, names, stage, deal, payload, at)


def _check_report(
    format: Format, names: Sequence[str], stage: int, deal: int, payload: Any, at: At
) -> None:
    plays = format.game.plays
    answers: dict[str, Any] = read_shape(ByName(ANYTHING), payload, at=at)[0]
    if IMPORTS(format).is_part and AWAY.key in answers:
        if answers != {AWAY.key: True}:
            wrong(at, "a couple that does not play")
        return
    if plays.final is not None and plays.final.key in answers:
        _check_final(plays.final.key, len(names), answers, at)
        return
    problems: list[Problem] = []
    for state in possible_states(format, names, stage, deal):
        problem = _misshapen(format, names, state, answers)
        if problem is None:
            return
        problems.append(problem)
    wrong(at, f"a report of this game ({problems[0].message})")


def _misshapen(
    format: Format, names: Sequence[str], state: State, report: dict[str, Any]
) -> Problem | None:
    """The first problem that keeps a report from being one of the round after a state; None if
    there is none."""
    fields = [field for field in format.game.plays.fields(state) if field.key != SITTING]
    # A couple is by itself; at a table everybody is there.
    roster = Roster(tuple(names)) if IMPORTS(format).is_part else state.roster
    problems, _sound = read(fields, report, roster)
    return next((problem for problem in problems if problem.firm), None)


def _check_final(key: str, players: int, report: dict[str, Any], at: At) -> None:
    if len(report) > 1:
        wrong(at, "nothing besides the last deals")
    chair = Whole(0, players - 1, expected="a chair of the table")
    # A deal without a space is for the one with the fewest on it.
    deal = Record({"space": optional(Maybe(TEXT)), "player": chair})
    read_shape(Listing(deal), report[key], at=(*at, key))


def books(event: Event, staging: Staging) -> None:
    """Store what every account holds at each table after its last report, as if it had just been
    reported.

    Refuses rounds that do not follow each other.
    """
    seatings = event.seatings.filter(state=Seating.State.PUBLISHED).order_by("set_number")
    numbers = list(seatings.values_list("set_number", flat=True))
    if numbers != list(range(1, len(numbers) + 1)):
        wrong(("seatings",), "seats of every round that was begun")
    last_reports = []
    for board in Hall.now(event).boards:
        newest = Report.objects.filter(
            table=board.table_id, table__seating__state=Seating.State.PUBLISHED
        )
        last = newest.order_by("pk").last()
        if last is not None:
            last_reports.append((last, board))
    for some in slices(last_reports, FEW_BOARDS):
        with staging.batch():
            for last, board in some:
                keep_books(last, [board])


def _no_books(event: Event, staging: Staging) -> None:
    """Store nothing: hands that stand by themselves move no accounts."""


@dataclass(frozen=True, slots=True)
class ImportWay:
    """How rows of a file are read: who may sit in a chair (`check_role`), what the accounts of its
    boards hold (`keep_books`), and whether a report `is_part` of the whole room's round."""

    check_role: Callable[[Format, int, str, At], None] = _any_role
    keep_books: Callable[[Event, Staging], None] = books
    is_part: bool = False


IMPORTS = ByKeeping(
    table=ImportWay(),
    set=ImportWay(),
    hands=ImportWay(keep_books=_no_books),
    room=ImportWay(check_role=_own_team, is_part=True),
)


MOST_WAITING = 2000


@dataclass
class Rows:
    """Rows that wait to be saved. They may refer to each other before they are."""

    staging: Staging
    waiting: dict[type[Model], list[tuple[Any, dt.datetime | None]]] = field(default_factory=dict)

    def add(self, row: Model, created: dt.datetime | None = None) -> None:
        """Add a row; `created` replaces the time of its creation."""
        self.waiting.setdefault(type(row), []).append((row, created))

    def keep(self, *, all_of_them: bool = True) -> None:
        """Save the waiting rows, those first that others refer to; unless all of them have to be
        there now, only once many wait."""
        if not all_of_them and sum(map(len, self.waiting.values())) < MOST_WAITING:
            return
        for model in ROWS:
            for some in slices(self.waiting.pop(model, []), BATCH):
                with self.staging.batch():
                    model._default_manager.bulk_create(row for row, _created in some)
                    moments = [(row.pk, moment) for row, moment in some if moment is not None]
                    if moments:
                        _date(model, moments)


def _date(model: type[Model], moments: list[tuple[int, dt.datetime]]) -> None:
    """Set the times of creation afterwards: Django replaces whatever is given."""
    table = connection.ops.quote_name(model._meta.db_table)
    adapt = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET created = %s WHERE id = %s",  # noqa: S608  our own name
            [(adapt(created), pk) for pk, created in moments],
        )


Fields = dict[str, Any]
KINDS = {"accepted_by": Acceptance.Kind.ACCEPT, "agreed_by": Acceptance.Kind.AGREE}


class DocumentContext(Protocol):
    """The parts of a document that its seatings need."""

    event: Event
    format: Format
    people: list[Entry]
    tables: dict[tuple[int, int, int], Table]
    rows: Rows

    def named(self, note: Fields, at: At) -> Fields: ...

    def advance(self) -> None: ...


def keep_seating(whole: DocumentContext, fields: Fields, at: At) -> None:
    """Save one seating of the document, as its shape has read it, with everything that belongs to
    it."""
    people, state, published = whole.people, fields["state"], fields["published"]
    if state == Seating.State.PUBLISHED and published is None:
        wrong((*at, "published"), "the moment in which these seats were shown")
    seating = Seating(
        event=whole.event,
        set_number=fields["set"],
        revision=fields["revision"],
        state=state,
        seed=fields["seed"],
        published_at=published,
        notes=[whole.named(note, (*at, "notes", n)) for n, note in enumerate(fields["notes"])],
        flips=[[people[person].pk, before, role] for person, before, role in fields["flips"]],
    )
    whole.rows.add(seating)
    partners = _partners_of(whole, fields["sitting_out"], (*at, "sitting_out"))
    for number, out in enumerate(fields["sitting_out"]):
        reason = whole.named(out["reason"], (*at, "sitting_out", number, "reason"))
        entry, watches = people[out["person"]], out["watches"]
        mate = partners.get(out["person"])
        whole.rows.add(
            SitOut(
                seating=seating,
                entry=entry,
                reason=reason,
                watches=watches,
                partner=None if mate is None else people[mate],
                division=_division_of(out),
            )
        )
    for number, table in enumerate(fields["tables"]):
        _keep_table(whole, seating, table, (*at, "tables", number))
        whole.advance()
    whole.rows.keep(all_of_them=False)
    if seating.set_number == 1 and state != Seating.State.REPLACED:
        seated = sum(len(table["chairs"]) for table in fields["tables"])
        count_starters(whole.event, seated + len(fields["sitting_out"]))


def _partners_of(whole: DocumentContext, waits: Sequence[Fields], at: At) -> dict[int, int]:
    """The people who sit out as pairs; in files of earlier versions the order says it."""
    pairs = {out["person"]: out["partner"] for out in waits if out["partner"] is not None}
    for number, out in enumerate(waits):
        who, mate = out["person"], out["partner"]
        if mate is not None and (mate == who or pairs.get(mate) != who):
            wrong((*at, number, "partner"), "the partner, who sits out too")
    if pairs or not format_of(whole.event).facts.fixed_pairs:
        return pairs
    alone = ("alone", "exchanged")
    return pair_in_order(
        out["person"] for out in waits if not out["watches"] and out["reason"]["code"] not in alone
    )


def _division_of(fields: Fields) -> int | None:
    """A division as the database counts it; files count from 1."""
    return None if fields["division"] is None else fields["division"] - 1


def _keep_table(whole: DocumentContext, seating: Seating, fields: Fields, at: At) -> None:
    number, first = fields["number"], fields["first_dealer"]
    last = fields["last_deal"] if whole.format.length.deals.bell else None
    about = {"first_dealer": first, "last_deal": last, "late": fields["late"]}
    about["division"] = _division_of(fields)
    dealers = [list(change) for change in fields["dealers"]]
    table = Table(seating=seating, number=number, dealers=dealers, **about)
    whole.rows.add(table)
    whole.tables[seating.set_number, seating.revision, number] = table
    entries = [whole.people[seat["person"]] for seat in fields["chairs"]]
    for chair, (entry, seat) in enumerate(zip(entries, fields["chairs"], strict=True)):
        IMPORTS(whole.format).check_role(whole.format, chair, entry.role, (*at, "chairs", chair))
        seat_fields = {
            key: seat[key]
            for key in ("role", "joined_after", "joined_with", "neighbour", "left_after", "pauses")
        }
        beside = seat["neighbour"]
        if beside is not None and (not seat["joined_after"] or beside >= chair):
            wrong((*at, "chairs", chair, "neighbour"), "the chair of somebody who was there before")
        whole.rows.add(Seat(seating=seating, table=table, chair=chair, entry=entry, **seat_fields))
    for sub in fields["substitutes"]:
        entry, chair, hand = whole.people[sub["person"]], sub["chair"], sub["from_hand"]
        whole.rows.add(Substitution(table=table, chair=chair, from_hand=hand, entry=entry))
    joined = [seat["joined_after"] or 0 for seat in fields["chairs"]]

    def names(deal: int) -> list[str]:
        there = zip(entries, joined, strict=True)
        return [entry.name for entry, after in there if after < max(deal, 1)]

    for place, report in enumerate(fields["reports"]):
        there = (*at, "reports", place)
        _keep_report(whole, table, names(report["deal"]), report, there)
    for place, rival in enumerate(fields["rivals"]):
        _keep_rival(whole, table, names(rival["deal"]), rival, (*at, "rivals", place))


def _keep_rival(
    whole: DocumentContext, table: Table, names: Sequence[str], fields: Fields, at: At
) -> None:
    stage, there = table.seating.set_number, (*at, "payload")
    check_payload(whole.format, names, stage, fields["deal"], fields["payload"], there)
    created = fields["created"] or timezone.now()
    key = f"import-{secrets.token_hex(16)}"
    whole.rows.add(RivalReport(table=table, key=key, **(fields | {"created": created})))


def _keep_report(
    whole: DocumentContext, table: Table, names: Sequence[str], fields: Fields, at: At
) -> None:
    deal, payload = fields["deal"], fields["payload"]
    if payload is not None:
        stage, there = table.seating.set_number, (*at, "payload")
        check_payload(whole.format, names, stage, deal, payload, there)
    report = Report(
        table=table,
        deal=deal,
        revision=fields["revision"],
        payload=payload,
        author=fields["author"],
        reason=fields["reason"],
        overrode=fields["overrode"],
        needs_agreement=fields["needs_agreement"],
        key=f"import-{secrets.token_hex(16)}",
    )
    whole.rows.add(report, fields["created"])
    for key, kind in KINDS.items():
        if fields[key] is not None:
            saving = fields["agreed_by_saving"] and kind == Acceptance.Kind.ACCEPT
            yes = Acceptance(report=report, kind=kind, by=fields[key], by_saving=saving)
            whole.rows.add(yes)
