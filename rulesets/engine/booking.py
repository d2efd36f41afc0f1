"""A round played: the game's events booked, who is out, who deals next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.plays import BANK, Account, Movement, Step
from rulesets.engine.questions import TURN
from rulesets.engine.scoring import Event, Keep, Move, Out, Say, Show
from rulesets.engine.table import RoundOutcome, Table
from rulesets.engine.words import Words

if TYPE_CHECKING:
    from rulesets.engine.roster import Setup
    from rulesets.engine.rounds import Rounds


class Booking:
    """The books of a table while events are entered."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._books = dict(table.books)
        self._own: set[str] = set()
        self.movements: list[Movement] = []
        self.shows: dict[int, Show] = {}
        self.said: list[Words] = []
        self.out: list[int] = []
        self.memory = table.memory

    def enter(self, events: Iterable[Event]) -> None:
        """Book what a game tells."""
        for event in events:
            if isinstance(event, Move):
                self._move(event)
            elif isinstance(event, Out):
                self.out.append(event.player)
            elif isinstance(event, Show):
                self.shows[event.side] = event
            elif isinstance(event, Say):
                self.said.append(event.words)
            elif isinstance(event, Keep):
                self.memory = event.memory

    def table(self, **changes: Any) -> Table:
        """The table with the books as they are now."""
        if self.out:
            number = self._table.number
            changes["gone"] = (*self._table.gone, *((player, number) for player in self.out))
        return self._table.after(books=self._books, memory=self.memory, **changes)

    def _account(self, who: int | Account) -> Account:
        return self._table.holders[who] if isinstance(who, int) else who

    def _move(self, event: Move) -> None:
        source, target = self._account(event.source), self._account(event.target)
        shown = event.source if isinstance(event.source, int) else event.target
        who = self._table.name_of(shown) if isinstance(shown, int) else ""
        unit = event.unit or self._table.unit
        words = Words(event.template, {"who": who, **event.params})
        self.movements.append(
            Movement(event.amount, unit, source, target, words, event.rule, event.at)
        )
        if unit not in self._own:  # the former table's books stay as they are
            self._own.add(unit)
            self._books[unit] = dict(self._books.get(unit, {}))
        held: Any = self._books[unit]
        if source is not BANK:
            held[source] = held.get(source, 0) - event.amount
        held[target] = held.get(target, 0) + event.amount


def open_table(plays: Rounds, setup: Setup) -> Step:
    """The table before the first round, and what everybody puts in."""
    first = setup.first
    alone = plays.alone or not setup.roster.in_sides
    count = len(setup.roster.names if alone else setup.roster.sides)
    table = Table(
        setup.roster,
        setup.options,
        plays.unit,
        alone,
        holders=tuple(Account("player" if alone else "side", who) for who in range(count)),
        rounds=setup.played,
        dealer=first,
        turn=(first or 0) if plays.turns else None,
    )
    empty = {plays.unit: dict.fromkeys(table.holders, 0)}
    table = replace(table, books=empty)
    if plays.opens is None:
        return Step(table)
    booking = Booking(table)
    booking.enter(plays.opens(table))
    return Step(booking.table(), tuple(booking.movements))


def play_round(plays: Rounds, table: Table, report: Any) -> Step:
    """The round that comes, as reported: booked, and paid out where it was the last one."""
    deal = plays.typed(table, report)
    turn = report.get(TURN) if plays.turns else None
    turn = table.turn if turn is None else turn
    seen = table.after(turn=turn) if turn != table.turn else table
    booking = Booking(seen)
    booking.enter(plays.score(deal, seen))
    dealer = _next_dealer(plays, seen, deal, booking.out)
    brought = RoundOutcome(
        deal,
        tuple(booking.movements),
        booking.shows,
        tuple(booking.said),
        tuple(booking.out),
        table.dealer,
        turn,
    )
    after = booking.table(rounds=table.rounds + 1, dealer=dealer, last=brought)
    if plays.turns:
        after = after.after(turn=after.left_of(turn or 0))
    ending = plays.over(after) if plays.pays_out is not None else None
    if ending is None or plays.pays_out is None:
        return Step(after, brought.movements)
    paying = Booking(replace(after, rounds=table.rounds))
    paying.enter(plays.pays_out(after, ending))
    movements = (*brought.movements, *paying.movements)
    paid = paying.table(
        rounds=after.rounds,
        last=replace(brought, movements=movements, said=(*brought.said, *paying.said)),
    )
    return Step(paid, movements)


def skip_round(plays: Rounds, table: Table) -> Table:
    """The table after a round of which nothing is told."""
    dealer = None if callable(plays.deals) else _next_dealer(plays, table, None, [])
    return replace(table, rounds=table.rounds + 1, dealer=dealer, last=None)


def _next_dealer(plays: Rounds, table: Table, deal: Any, out: list[int]) -> int | None:
    """Who deals after this round; None where nobody does, or where it was never told."""
    if callable(plays.deals):
        found: int | None = plays.deals(deal, table)
        return found
    if table.dealer is None or plays.deals == "none":
        return None
    return table.left_of(table.dealer, out)
