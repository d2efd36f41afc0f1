"""The host's desk: what is missing, what can be done now, and why not yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets import games
from tournaments.models import CUT, Entry, Event, Link, Seating
from tournaments.selectors.hands import TableHands, set_hands
from tournaments.selectors.ledger import LedgerRow, sit_out_ledger
from tournaments.selectors.log import undo_sentence
from tournaments.selectors.people import entries
from tournaments.selectors.words import told

if TYPE_CHECKING:
    from datetime import datetime

    from rulesets.game import Game

TableState = Literal["empty", "partial", "waiting", "disputed", "cut", "done"]
Step = Literal["people", "draw", "publish", "results", "draw_next", "finish", "finished"]
# Missing tables come first; tables where somebody waits for the desk before those that play on.
ORDER: dict[str, int] = {
    "disputed": 0,
    "cut": 1,
    "empty": 2,
    "partial": 3,
    "waiting": 4,
    "done": 5,
}


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table of the set in play, as the desk shows it."""

    table_id: int
    number: int
    state: TableState
    hands_in: int
    hands_total: int
    waiting: int  # hands reported but not accepted
    agreement: int  # overrides that wait for another player's agreement
    names: tuple[str, ...]  # by chair
    winners: tuple[str, ...]
    token: str  # of the table's link; "" if it has none
    lines: tuple[str, ...]  # a summary of each hand, "" where missing


@dataclass(frozen=True, slots=True)
class SitOutRow:
    entry_id: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """The seats that are drawn but not shown yet."""

    seating_id: int
    set_number: int
    set_name: str
    revision: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]  # table number, names by chair
    sit_outs: tuple[SitOutRow, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the host can do next; `blocked_by` says why not yet, one sentence each."""

    code: Step
    text: str
    blocked_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk."""

    event_id: int
    version: int
    state: str
    set_number: int  # 0 before the first set
    set_name: str
    sets_total: int
    tables: tuple[TableCard, ...]  # missing first
    missing: tuple[int, ...]  # numbers of the tables with hands or a cut still to come
    sit_outs: tuple[SitOutRow, ...]
    ledger: tuple[LedgerRow, ...]
    next_step: NextStep
    draft: DraftView | None
    undo: str | None  # what would be undone, as a sentence
    undo_id: int | None  # that line of the log: what `undo_last` expects
    open_disputes: int
    people: int
    present: int
    round_ends_at: datetime | None
    hide_standings: bool


def desk(event: Event) -> Desk:
    """The desk of an event in any state. A fixed number of queries."""
    game = games.load(event.game)
    published = event.seatings.filter(state=Seating.State.PUBLISHED)
    seating = published.order_by("-set_number").first()
    hands = set_hands(seating) if seating else []
    tokens = dict(
        Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None).values_list(
            "table_number", "token"
        )
    )
    last = seating is not None and seating.set_number == len(game.stages)
    cards = [table_card(game, table, tokens.get(table.table.number, ""), last) for table in hands]
    cards.sort(key=lambda card: (ORDER[card.state], card.number))
    missing = tuple(sorted(c.number for c in cards if c.state in ("empty", "partial", "cut")))
    people = entries(event)
    draft = draft_view(event)
    undo = undo_sentence(event)
    return Desk(
        event_id=event.pk,
        version=event.version,
        state=event.state,
        set_number=seating.set_number if seating else 0,
        set_name=_(game.stage(seating.set_number).name) if seating else "",
        sets_total=len(game.stages),
        tables=tuple(cards),
        missing=missing,
        sit_outs=_sit_outs(event, seating) if seating else (),
        ledger=sit_out_ledger(event) if seating else (),
        next_step=_next_step(event, game, seating, cards, draft, people=len(people)),
        draft=draft,
        undo=undo[1] if undo else None,
        undo_id=undo[0] if undo else None,
        open_disputes=event.disputes.filter(decided_at=None).count(),
        people=len(people),
        present=sum(row.here for row in people),
        round_ends_at=event.round_ends_at,
        hide_standings=event.hide_standings,
    )


def table_card(game: Game, table: TableHands, token: str, last: bool) -> TableCard:
    """One table as the desk shows it; `last`: no set follows, so a tie needs no cut."""
    payloads = table.payloads(game)
    hands_in = sum(payload is not None for payload in payloads)
    result = game.result(table.set_number, table.roles, payloads, table.cut)
    deals = [table.deal(n) for n in range(1, game.hands_per_stage + 1)]
    waiting = sum(deal.payload is not None and not deal.accepted for deal in deals)
    agreement = sum(deal.pending is not None for deal in deals)
    state: TableState = "done"
    if any(deal.disputes for deal in (*deals, table.deal(CUT))):
        state = "disputed"
    elif hands_in < game.hands_per_stage:
        state = "partial" if hands_in or agreement else "empty"
    elif result.tied and not last:
        state = "cut"
    elif waiting or agreement:
        state = "waiting"
    names = tuple(table.name_of(pk) for pk in table.sitters_at_end)
    return TableCard(
        table_id=table.table.pk,
        number=table.table.number,
        state=state,
        hands_in=hands_in,
        hands_total=game.hands_per_stage,
        waiting=waiting,
        agreement=agreement,
        names=names,
        winners=tuple(names[chair] for chair in result.winners),
        token=token,
        lines=tuple(game.summary(table.set_number, p) if p else "" for p in payloads),
    )


def draft_view(event: Event) -> DraftView | None:
    """The draft of the next set's seats, if one is drawn."""
    draft = event.seatings.filter(state=Seating.State.DRAFT).order_by("-pk").first()
    if draft is None:
        return None
    game = games.load(event.game)
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    tables: dict[int, list[str]] = {}
    rows = draft.seats.order_by("table__number", "chair")
    for number, pk in rows.values_list("table__number", "entry_id"):
        tables.setdefault(number, []).append(names[pk])
    return DraftView(
        seating_id=draft.pk,
        set_number=draft.set_number,
        set_name=_(game.stage(draft.set_number).name),
        revision=draft.revision,
        tables=tuple((number, tuple(people)) for number, people in tables.items()),
        sit_outs=_sit_outs(event, draft),
        notes=tuple(told(note, names) for note in draft.notes),
    )


def _sit_outs(event: Event, seating: Seating) -> tuple[SitOutRow, ...]:
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    rows = seating.sit_outs.order_by("entry__name").values_list("entry_id", "reason")
    return tuple(SitOutRow(pk, names[pk], told(reason, names)) for pk, reason in rows)


def _next_step(
    event: Event,
    game: Game,
    seating: Seating | None,
    cards: list[TableCard],
    draft: DraftView | None,
    *,
    people: int,
) -> NextStep:
    if event.state == Event.State.FINISHED:
        return NextStep("finished", _("The evening is over."))
    if draft is not None:
        return NextStep("publish", _("Show the seats of set {set}").format(set=draft.set_number))
    if seating is None and people < game.players_per_table:
        return NextStep("people", _("Enter the people who play"))
    if seating is None:
        return NextStep("draw", _("Draw the first seats"))
    blocked = _blocked(cards)
    if seating.set_number == len(game.stages):
        if blocked:
            return NextStep("results", _("Finish the evening"), blocked)
        return NextStep("finish", _("Finish the evening"))
    text = _("Draw the seats of set {set}").format(set=seating.set_number + 1)
    return NextStep("results" if blocked else "draw_next", text, blocked)


def _blocked(cards: list[TableCard]) -> tuple[str, ...]:
    reasons = []
    for card in sorted(cards, key=lambda card: card.number):
        missing = card.hands_total - card.hands_in
        if missing:
            text = ngettext(
                "Table {table}: one hand is missing.",
                "Table {table}: {missing} hands are missing.",
                missing,
            )
            reasons.append(text.format(table=card.number, missing=missing))
        elif card.state == "cut" or (card.state == "disputed" and not card.winners):
            text = _("Table {table}: a tie, and the cut is missing.")
            reasons.append(text.format(table=card.number))
        if card.agreement:
            text = _("Table {table}: an override waits for another player’s agreement.")
            reasons.append(text.format(table=card.number))
    return tuple(reasons)
