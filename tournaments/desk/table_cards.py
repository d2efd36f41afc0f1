"""The tables as cards of the desk, in any format, who sits out, and the rounds so far in one
strip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.db.models import Count, Exists, OuterRef
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.boards.hands import TableHands, load_tables, set_hands, standing
from tournaments.boards.progress import PadNow
from tournaments.cache.memo import Memo
from tournaments.log.event_changes import EVENTS, Place, Steps, read_current, tables_of_steps
from tournaments.log.steps import Touches
from tournaments.models import CUT, Acceptance, Entry, Event, Report, Seating, Table
from tournaments.models.event_games import drive_in
from tournaments.web.labels import called, translate, translate_reason
from tournaments.web.paging import LINES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from rulesets.formats.drives import DriveFormat
    from tournaments.boards.pad import Pad
    from tournaments.log.event_changes import Place


CardState = Literal["empty", "partial", "waiting", "disputed", "cut", "playing", "done"]
# Missing tables come first; tables where somebody waits for the desk before those that play on.
ORDER: dict[str, int] = {
    "disputed": 0,
    "cut": 1,
    "empty": 2,
    "partial": 3,
    "waiting": 4,
    "done": 5,
}
IN_NEED: dict[str, int] = {"disputed": 0, "waiting": 1}  # the others stay in the order of the pads
OF_BOARDS: dict[str, CardState] = {
    "disputed": "disputed",
    "waiting": "waiting",
    "provisional": "waiting",
    "done": "done",
}


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table as the desk shows it; what its format has no use for is empty."""

    set_number: int
    number: int
    title: str
    state: CardState
    chip: str  # the state in a word or two
    names: tuple[str, ...]  # of those who play
    now: str = ""  # what is played now
    lines: tuple[str, ...] = ()  # every deal of a set in short, "" where missing
    result: str = ""  # who has won, or moves on
    over: bool = False  # nothing more is played here
    last: str = ""  # what the last deal has brought
    to_accept: int = 0
    missing: int = 0  # deals of a set that nobody has told
    agreement: int = 0  # overrides that wait for another player's agreement
    tied: bool = False  # the cut is missing
    enter: str = ""  # what is entered next, and its number
    deal: int = 0

    @property
    def place(self) -> Place:
        """Which table it is."""
        return self.set_number, self.number

    @property
    def key(self) -> str:
        """What the card goes by on the page."""
        return f"{self.set_number}-{self.number}"

    @property
    def looked_for(self) -> str:
        """What it is found by."""
        return " ".join((self.title, *self.names))

    @property
    def open(self) -> bool:
        """Whether the table may be asked for something."""
        return bool(self.missing or self.deal)


_cards_memo: Memo[dict[int, TableCard]] = Memo(EVENTS)


@dataclass(frozen=True, slots=True)
class SitOutRow:
    entry_id: int
    name: str
    reason: str


def table_cards(event: Event, seating: Seating) -> tuple[TableCard, ...]:
    """The tables of a set, those that are missing first."""
    form, number = drive_in(event), seating.set_number

    def make(tables: list[TableHands]) -> dict[int, TableCard]:
        last = number == form.seatings
        return {table.table.number: _of_set(form, table, last) for table in tables}

    def renew(old: dict[int, TableCard], steps: Steps) -> dict[int, TableCard] | None:
        touched = tables_of_steps(steps)
        if touched is None:
            return None
        here = [table for of_set, table in touched if of_set == number]
        tables = Table.objects.filter(seating=seating, number__in=here).select_related("seating")
        return old | make(load_tables(list(tables))) if here else old

    also = seating.pk, get_language()
    found = read_current(_cards_memo, event, lambda: make(set_hands(seating)), renew, *also)
    return tuple(sorted(found.values(), key=lambda card: (ORDER[card.state], card.number)))


def _of_set(form: DriveFormat, table: TableHands, last: bool) -> TableCard:
    """A table of a set; `last`: no set follows, so a tie needs no cut."""
    payloads = table.payloads(form)
    missing = sum(payload is None for payload in payloads)
    result = form.result(table.set_number, table.roles, payloads, table.cut)
    deals = [table.deal(n) for n in range(1, form.deals + 1)]
    waiting = sum(deal.payload is not None and not deal.accepted for deal in deals)
    agreement = sum(deal.pending is not None for deal in deals)
    tied = bool(result.tied) and not last and not missing
    state: CardState = "done"
    if any(deal.disputes for deal in (*deals, table.deal(CUT))):
        state = "disputed"
    elif missing:
        state = "partial" if missing < form.deals or agreement else "empty"
    elif tied:
        state = "cut"
    elif waiting or agreement:
        state = "waiting"
    names = tuple(table.name_of(pk) for pk in table.sitters_at_end)
    winners = [names[chair] for chair in result.winners]
    text = _("Won the set: {names}") if last else _("Move on: {names}")
    chip = _chip(state, agreement=agreement > 0)
    if state == "partial":
        words = {"n": form.deals - missing, "total": form.deals, "deals": called(form).many}
        chip = _("{n} of {total} {deals}").format(**words)
    return TableCard(
        set_number=table.set_number,
        number=table.table.number,
        title=_("Table {number}").format(number=table.table.number),
        state=state,
        chip=chip,
        names=names,
        lines=_lines(form, table),
        result=text.format(names=", ".join(winners)) if winners else "",
        to_accept=waiting,
        missing=missing,
        agreement=agreement,
        tied=tied,
    )


def _lines(form: DriveFormat, table: TableHands) -> tuple[str, ...]:
    return tuple(
        translate(form.summary(table.set_number, payload, number)) if payload else ""
        for number, payload in enumerate(table.payloads(form), 1)
    )


def board_card(now: PadNow) -> TableCard:
    """A table that keeps a board for the evening."""
    state = OF_BOARDS.get(now.state, "playing")
    playing = now.deal if now.pad.playable else now.entering
    dealer = _("{name} deals").format(name=now.dealer) if now.dealer else ""
    return TableCard(
        set_number=now.pad.set_number,
        number=now.pad.table_number,
        title=now.title,
        state=state,
        chip=_("over") if state == "done" else _chip(state, agreement=now.state == "waiting"),
        names=() if now.ending else now.playing,
        now="" if now.ending else " · ".join(filter(None, (playing, dealer))),
        result=now.ending,
        over=bool(now.ending),
        last=now.last,
        to_accept=now.to_accept,
        enter="" if now.ending else now.entering,
        deal=0 if now.ending else now.number,
    )


def in_need_first(cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    """Of more tables that keep a board than a page holds, those first that wait for the desk."""
    if len(cards) <= LINES:
        return tuple(cards)
    return tuple(sorted(cards, key=lambda card: IN_NEED.get(card.state, len(IN_NEED))))


def _chip(state: CardState, *, agreement: bool) -> str:
    if state == "waiting":
        return _("waits for agreement") if agreement else _("to be accepted")
    words = {
        "done": _("done"),
        "empty": _("nothing in"),
        "cut": _("tied: cut"),
        "disputed": _("disputed"),
        "playing": _("playing"),
    }
    return words.get(state, "")


def sit_outs(event: Event, seating: Seating) -> tuple[SitOutRow, ...]:
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    rows = seating.sit_outs.order_by("entry__name").values_list("entry_id", "reason")
    return tuple(SitOutRow(pk, names[pk], translate_reason(reason, names)) for pk, reason in rows)


SHOWN = 12  # of the newest; older ones only while something waits there


@dataclass(frozen=True, slots=True)
class Mark:
    """A round (a set) of the evening; `waiting` are its results that nobody has accepted, `open`
    says that results are missing."""

    label: str
    waiting: int
    url: str
    open: bool


def of_sets(event: Event, current: int, *, goes_on: bool) -> tuple[Mark, ...]:
    """The sets up to the `current` one, which may still be played; each leads to the first table
    where something waits."""
    waiting = _waiting(event)
    marks = []
    for number in range(1, current + 1):
        tables = waiting.get(number, {})
        url = reverse("event_table", args=[event.pk, number, min(tables, default=1)])
        label = _("Set {number}").format(number=number)
        running = goes_on and number == current
        marks.append(Mark(label, sum(tables.values()), url, running))
    return tuple(marks)


def of_board(event: Event, pad: Pad) -> tuple[Mark, ...]:
    """The rounds of the room, or of the only table."""
    marks = []
    for one in pad.rounds:
        if not any(line.standing for line in one.lines):
            continue
        if pad.table_number:
            place = [event.pk, pad.set_number, pad.table_number, one.number]
            url = reverse("event_deal", args=place)
        else:
            url = reverse("event_worksheet", args=[event.pk, one.number])
        label = called(pad.form).numbered(one.number)
        waiting = sum(line.to_accept for line in one.lines)
        marks.append(Mark(label, waiting, url, not one.complete))
    return _newest(marks)


def _newest(marks: list[Mark]) -> tuple[Mark, ...]:
    older: Iterable[Mark] = (mark for mark in marks[:-SHOWN] if mark.waiting)
    return (*older, *marks[-SHOWN:])


Waiting = dict[Place, int]
_waiting_memo: Memo[Waiting] = Memo(EVENTS)


def _waiting(event: Event) -> dict[int, dict[int, int]]:
    """set -> table -> how many of its results nobody has accepted. At most one query."""

    def renew(old: Waiting, steps: Steps) -> Waiting | None:
        touched = tables_of_steps(steps, Touches.DISPUTES)
        if touched is None:
            return None
        # Most often they are of one set; of several, more are counted than were touched.
        sets, tables = ({place[at] for place in touched} for at in (0, 1))
        rest = {
            place: count
            for place, count in old.items()
            if place[0] not in sets or place[1] not in tables
        }
        return rest | _count(event, sets, tables) if touched else old

    found: dict[int, dict[int, int]] = {}
    waiting = read_current(_waiting_memo, event, lambda: _count(event), renew)
    for (number, table), count in waiting.items():
        found.setdefault(number, {})[table] = count
    return found


def _count(
    event: Event, sets: Collection[int] | None = None, tables: Collection[int] = ()
) -> Waiting:
    """How many results nobody has accepted, by table; or of some `sets`, at some `tables`."""
    accepted = Acceptance.objects.filter(report=OuterRef("pk"), kind=Acceptance.Kind.ACCEPT)
    reports = Report.objects.filter(table__seating__event=event)
    if sets is not None:
        reports = reports.filter(table__seating__set_number__in=sets, table__number__in=tables)
    rows = (
        standing(reports)
        .filter(~Exists(accepted), table__seating__state=Seating.State.PUBLISHED)
        .exclude(deal=CUT)
        .values_list("table__seating__set_number", "table__number")
        .annotate(count=Count("pk"))
    )
    return {(number, table): count for number, table, count in rows}
