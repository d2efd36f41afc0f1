"""Evenings in progress with made-up people, so that newcomers see the program in use.

There is one of every game in its usual format, made up from what the game and its format declare.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.permissions import Actor, host_actor, link_actor
from tournaments.access.services import ensure_links
from tournaments.boards.board_reading import ROUND
from tournaments.boards.by_keeping import DRAWS_EVERY_SET, ByKeeping
from tournaments.boards.event_tables import count_chairs
from tournaments.boards.hall import Hall
from tournaments.boards.room_board import COUPLE
from tournaments.boards.table_reports import reports_at
from tournaments.events import services as events
from tournaments.models import Event, Link, Seating, Table
from tournaments.models.event_games import every_game, format_of
from tournaments.people.names import ParsedName
from tournaments.reports import acceptances, dealers, disputes
from tournaments.reports.services import save_report
from tournaments.reports.submission import Submission
from tournaments.seating import draws, roster

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rulesets.engine.game import Game
    from rulesets.engine.plays import Plays, State
    from rulesets.formats import Format
    from tournaments.boards.deal_reports import DealReport
    from tournaments.boards.event_board import EventBoard
    from tournaments.models import Entry

SEED = 2031
NO_ROLES = ("", "")  # the roles of two people who play together, if the format has none
# What has been played. Of a drive: whole sets, and of the next one how many hands some tables have
# sent in, by number; the rest have all. Of two teams: whole rounds, and how many couples have
# reported of the next. At a table: rounds; where the last ones meet, one has come to its end.
SETS, HANDS_IN = 3, {2: 3, 4: 0, 5: 2, 7: 1}
TEAM_ROUNDS, COUPLES_IN = 4, 3
ROUNDS, TO_THE_END = 5, 200
AT_A_TABLE = 5
TEAM_SIZES = (7, 8)
OFTEN, SELDOM = 0.7, 0.4  # the shares of reports that others have accepted

GENTLEMEN = (
    "Bartholomew Fotheringay-Smythe",
    "Łukasz Wiśniewski",
    "Kwame Mensah",
    "Nguyễn Văn Hùng",
    "José María Ibáñez",
    "Ibrahim Ağaoğlu",
    "Tom Bell",
    "山田 太郎",
    "Oisín Ó Súilleabháin",
    "Γιώργος Παπαδόπουλος",
    "Rajesh Krishnamurthy",
    "Bo Lind",
    "Þórður Jónsson",
    "Анатолий Шевченко",
)
LADIES = (
    "Ann Baker",
    "Ann Baker|from Leeds",
    "Aroha Ngata",
    "Zoë van der Berg",
    "Adaeze Okonkwo",
    "Björk Guðmundsdóttir",
    "王小明",
    "Siobhán Ní Bhriain",
    "Fatima al-Zahra",
    "Mary-Jane Featherstonehaugh",
    "Chloé Lefèvre",
    "Priya Raghunathan",
    "Olena Kovalenko",
    "Ida Sørensen",
    "María del Carmen Ruiz",
    "Grandma Joan",
)


@dataclass(frozen=True)
class Evening:
    """An evening that is being made up."""

    event: Event
    host: Actor
    format: Format
    rng: Random

    def seat(self, *, tables: int = 1, number: int = 1) -> Seating:
        """Draw the seats of a set, and show them."""
        arguments: dict[str, Any] = {"event": self.event, "actor": self.host, "seed": SEED + number}
        if DRAWS_EVERY_SET(self.format):
            draft = draws.draw(**arguments)
        else:
            draft = draws.draw_seats(tables=tables, **arguments)
        seating = draws.publish(event=self.event, actor=self.host, seating=draft)
        ensure_links(self.event)
        return seating

    def at(self, set_number: int, number: int) -> tuple[Table, Actor]:
        """A table, and whoever holds its link."""
        table = Table.objects.select_related("seating__event").get(
            seating__event=self.event,
            seating__set_number=set_number,
            seating__state=Seating.State.PUBLISHED,
            number=number,
        )
        link = Link.objects.get(event=self.event, kind=Link.Kind.TABLE, table_number=number)
        return table, link_actor(link)

    def say(
        self, table: Table, actor: Actor, deal: int, payload: Any, *, accepted: float = 1
    ) -> None:
        """Let a table report; `accepted` is the share of reports that others accept."""
        report = save_report(table, deal, Submission(actor, self.key(table, deal), payload))
        if self.rng.random() < accepted:
            acceptances.accept(report=report, actor=actor)

    def correct(self, table: Table, deal: int, payload: Any, **more: Any) -> None:
        """Let the host correct what a table has reported."""
        key, reason = f"{self.key(table, deal)}-again", _("It was called out wrong.")
        submission = Submission(self.host, key, payload, seen=1, reason=reason, **more)
        save_report(table, deal, submission)

    def key(self, table: Table, deal: int) -> str:
        """A key for a report, as a phone would make it."""
        return f"demo-{self.event.pk}-{table.seating.set_number}-{table.number}-{deal}"


def make_demo(owner: Any) -> tuple[Event, ...]:
    """Create an evening of every game, drives first. They are the same every time, except for their
    links."""
    every = sorted(every_game(), key=lambda game: not DRAWS_EVERY_SET(format_of(game)))
    return tuple(make_evening(owner, game) for game in every)


def make_evening(owner: Any, game: Game, format: str = "") -> Event:
    """Create one evening in progress in a format (default: the usual one): a set with some tables
    missing, a correction and an open dispute; teams in their fifth round; tables of which one has
    its winner; or one table."""
    event = events.create_event(
        owner=owner,
        name=_("An evening of {game}").format(game=game.name),
        date=timezone.localdate(),
        place=_("Village hall"),
        game=game.slug,
        format=format,
    )
    rng = Random(f"{game.slug} {SEED}")  # noqa: S311 - the same evening every time
    evening = Evening(event, host_actor(event, owner), format_of(event), rng)
    PLAYED[evening.format.keeping.credit](evening)
    event.refresh_from_db()  # the reports were made through its tables and changed it
    return event


def sample_report(plays: Plays, state: State, rng: Random) -> Any:
    """A report that could happen and needs no confirmation."""
    while True:
        report = plays.sample(state, rng)
        if not plays.check(state, report):
            return report


# --- people ---------------------------------------------------------------------------------------


def enter(evening: Evening, names: Sequence[tuple[str, str]]) -> dict[str, Entry]:
    """Enter people by name and role; a note follows a bar."""
    parsed = []
    for line, (name, role) in enumerate(names, 1):
        full_name, _bar, note = name.partition("|")
        parsed.append(ParsedName(full_name, note, role, line))
    entered = roster.enter_people(event=evening.event, actor=evening.host, parsed=parsed)
    return {entry.name: entry for entry in entered}


def _in_roles(evening: Evening, sizes: tuple[int, int]) -> list[tuple[str, str]]:
    """So many people of each role; as many without, if there are no roles."""
    groups = zip(
        evening.format.facts.roles.names or NO_ROLES, (GENTLEMEN, LADIES), sizes, strict=True
    )
    return [(name, role) for role, names, size in groups for name in names[:size]]


# --- points that are taken along ------------------------------------------------------------------


def _sets(evening: Evening) -> None:
    """Play whole sets and part of another; with a correction and a dispute."""
    arguments: dict[str, Any] = {"event": evening.event, "actor": evening.host}
    entries = enter(evening, _in_roles(evening, (len(GENTLEMEN), len(LADIES))))
    roster.set_keeps_chair(entry=entries["Grandma Joan"], keeps=True, **arguments)
    roster.set_scorekeeper(entry=entries["Tom Bell"], **arguments)
    first, second = entries["Ann Baker"], entries["Tom Bell"]
    roster.add_pairing(kind="apart", first=first, second=second, **arguments)
    roster.apply_balance(entries=roster.propose_balance(evening.event), **arguments)
    for number in range(1, SETS + 2):
        for seated in evening.seat(number=number).tables.order_by("number"):
            over = number <= SETS
            hands = None if over else HANDS_IN.get(seated.number)
            play_set(evening, number, seated.number, hands, 1 if over else OFTEN)
    table, _actor = evening.at(2, 1)
    payload = before = reports_at(table).deal(2).payload
    while payload == before:
        payload = _hand(evening, 2, 1, 2)
    evening.correct(table, 2, payload, reseat=False)
    disputes.note_dispute(
        objector="Mary-Jane Featherstonehaugh",
        text=_("Was the last trick taken with a trump that had been led out of turn?"),
        table=evening.at(SETS + 1, 1)[0],
        deal=4,
        **arguments,
    )


def _all_hands(format: Format, set_number: int) -> int:
    """The hands of a set, which stand by themselves."""
    return format.length.of_set(set_number).most


def _to_the_end(format: Format, set_number: int) -> int:
    """As many deals as a board may need."""
    return TO_THE_END


MOST_DEALS = ByKeeping(table=_to_the_end, set=_to_the_end, hands=_all_hands, room=_to_the_end)


def play_set(
    evening: Evening, set_number: int, number: int, hands: int | None, accepted: float
) -> None:
    """Let a table report its hands by its own link (None: all), and cut after a tie."""
    drive = evening.format
    table, actor = evening.at(set_number, number)
    people = count_chairs(table)
    if drive.game.plays.dealers == "player":
        dealers.set_dealer(table=table, chair=evening.rng.randrange(people), actor=actor)
    most = drive.length.deals.at(people) or TO_THE_END
    if not drive.length.deals.bell:  # with a bell some are not needed
        most = MOST_DEALS(drive)(drive, set_number)
    for deal in range(1, (most if hands is None else hands) + 1):
        if not _is_open(evening, set_number, number, deal):
            break
        payload = _hand(evening, set_number, number, deal)
        evening.say(table, actor, deal, payload, accepted=accepted)
    if not drive.facts.cuts:
        return
    result = reports_at(table).result(drive)
    if result.tied:
        key, winners = evening.key(table, 0), evening.rng.choice(result.cuts)
        acceptances.report_cut(table, winners, Submission(actor, key))


def _is_open(evening: Evening, set_number: int, number: int, deal: int) -> bool:
    """Whether a table can still play that deal."""
    record = Hall.now(evening.event).deal(set_number, number, deal)
    return record is not None and record.open


def _board(evening: Evening, set_number: int, number: int) -> EventBoard:
    board = Hall.now(evening.event).board(number, set_number)
    if board is None:
        raise LookupError(f"no table {number} in set {set_number}")
    return board


def _hand(evening: Evening, set_number: int, number: int, deal: int) -> Any:
    record = Hall.now(evening.event).deal(set_number, number, deal)
    if record is None:
        raise LookupError(f"no deal {deal} at table {number} of set {set_number}")
    if record.plays.final is not None and record.asks_for_last:  # whatever is left in the middle
        winner = {"player": evening.rng.randrange(len(record.names))}
        closing = {record.plays.final.key: [winner]}
        return (
            closing
            if not record.plays.check(record.before, closing)
            else {record.plays.final.key: []}
        )
    return sample_report(record.plays, record.before, evening.rng)


# --- boards that last the evening -----------------------------------------------------------------


def _tables(evening: Evening) -> None:
    """Play some rounds at a table; if there is a final table, at two, and to the end at the
    first."""
    plays = evening.format.game.plays
    low, high = plays.players
    sitting = plays.seats[0] if plays.seats else min(max(low, AT_A_TABLE), high)
    tables = 2 if plays.final_table else 1
    enter(
        evening, [(name, "") for name in evening.rng.sample(GENTLEMEN + LADIES, sitting * tables)]
    )
    evening.seat(tables=tables)
    for number in range(1, tables + 1):
        table, actor = evening.at(1, number)
        for deal in range(1, (TO_THE_END if number < tables else ROUNDS) + 1):
            board = next(
                board for board in Hall.now(evening.event).boards if board.table_number == number
            )
            if not board.open:
                break
            payload = sample_report(plays, board.standing, evening.rng)
            evening.say(table, actor, deal, payload, accepted=SELDOM)


def _team_rounds(evening: Evening) -> None:
    """Play whole rounds and part of the next, with one correction at the desk."""
    enter(evening, _in_roles(evening, TEAM_SIZES))
    evening.seat()
    for number in range(1, TEAM_ROUNDS + 2):
        (board,) = Hall.now(evening.event).boards
        rows = sample_report(board.plays, board.standing, evening.rng)
        reports = board.rounds[-1].reports
        for report in reports if number <= TEAM_ROUNDS else reports[:COUPLES_IN]:
            table, actor = evening.at(number, report.table_number)
            evening.say(table, actor, ROUND, _of_couple(board, report, rows), accepted=SELDOM)
    (board,) = Hall.now(evening.event).boards
    report = board.rounds[1].reports[2]
    payload = report.payload
    while payload == report.payload:
        payload = _of_couple(
            board, report, sample_report(board.plays, board.rounds[1].before, evening.rng)
        )
    evening.correct(evening.at(report.set_number, report.table_number)[0], ROUND, payload)


def _of_couple(
    board: EventBoard, report: DealReport, rows: list[Mapping[str, Any]]
) -> dict[str, Any]:
    """One couple's part of a report of the whole room, by chair."""
    kinds = {field.key: field.kind for field in board.plays.fields(board.standing)}
    (row,) = (row for row in rows if sorted(row[COUPLE]) == sorted(report.chairs))
    chairs = [
        report.chairs.index(chair) if chair in report.chairs else chair
        for chair in range(len(board.names))
    ]
    return {key: kinds[key].renumber(value, chairs) for key, value in row.items() if key != COUPLE}


PLAYED: Mapping[str, Callable[[Evening], None]] = {  # by how points are credited
    "carried": _sets,
    "own": _tables,
    "team": _team_rounds,
}
