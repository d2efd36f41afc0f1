"""What the desk shows of the set in play: its tables, and the seats that are drawn next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tournaments.games import drive_in
from tournaments.models import CUT, Entry, Event, Link, Seating
from tournaments.scoring.hands import TableHands, set_hands
from tournaments.words import said, told

if TYPE_CHECKING:
    from rulesets.formats.drives import DriveFormat

TableState = Literal["empty", "partial", "waiting", "disputed", "cut", "done"]
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


def table_cards(event: Event, seating: Seating) -> tuple[TableCard, ...]:
    """The tables of a set, those that are missing first."""
    game = drive_in(event)
    links = Link.objects.filter(event=event, kind=Link.Kind.TABLE, revoked_at=None)
    tokens = dict(links.values_list("table_number", "token"))
    last = seating.set_number == game.seatings
    cards = [
        table_card(game, table, tokens.get(table.table.number, ""), last)
        for table in set_hands(seating)
    ]
    return tuple(sorted(cards, key=lambda card: (ORDER[card.state], card.number)))


def table_card(game: DriveFormat, table: TableHands, token: str, last: bool) -> TableCard:
    """One table as the desk shows it; `last`: no set follows, so a tie needs no cut."""
    payloads = table.payloads(game)
    hands_in = sum(payload is not None for payload in payloads)
    result = game.result(table.set_number, table.roles, payloads, table.cut)
    deals = [table.deal(n) for n in range(1, game.deals + 1)]
    waiting = sum(deal.payload is not None and not deal.accepted for deal in deals)
    agreement = sum(deal.pending is not None for deal in deals)
    state: TableState = "done"
    if any(deal.disputes for deal in (*deals, table.deal(CUT))):
        state = "disputed"
    elif hands_in < game.deals:
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
        hands_total=game.deals,
        waiting=waiting,
        agreement=agreement,
        names=names,
        winners=tuple(names[chair] for chair in result.winners),
        token=token,
        lines=tuple(
            said(game.summary(table.set_number, p, n)) if p else ""
            for n, p in enumerate(payloads, 1)
        ),
    )


def sit_outs(event: Event, seating: Seating) -> tuple[SitOutRow, ...]:
    names = dict(Entry.objects.filter(event=event).values_list("pk", "name"))
    rows = seating.sit_outs.order_by("entry__name").values_list("entry_id", "reason")
    return tuple(SitOutRow(pk, names[pk], told(reason, names)) for pk, reason in rows)
