"""The vocabulary of a game's functions: the table that they see, the events that they yield, and
how these are booked; and scores that follow from the worth of answers.

A game's `score` yields events, which the engine books: what a round scores. A side is its place
among those who score: a player's if everybody plays singly, otherwise a side's. Texts are
templates; {who} is the name of that side. Answers with a `worth` score by themselves (`worths`).
Checks yield problems, and `Rounds.notable` the rare things to be remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rulesets.engine.answers import NUMBER, YES_NO
from rulesets.engine.checks import Problems, error, refusal, warning
from rulesets.engine.plays import BANK, POT, Account, Moment, Step, Transfer
from rulesets.engine.problems import At
from rulesets.engine.questions import TURN, DeclaredQuestion, questions_of
from rulesets.engine.roster import Roster, seat_left_of
from rulesets.engine.table import RoundOutcome, Table, eldest
from rulesets.engine.text import Params, Phrase, as_is, joined, listed

if TYPE_CHECKING:
    from rulesets.engine.roster import RosterChange, Setup
    from rulesets.engine.rounds import Rounds
    from rulesets.engine.table import Table


__all__ = [
    "POT",
    "Event",
    "Events",
    "Keep",
    "Moments",
    "Move",
    "Out",
    "Phrase",
    "Problems",
    "Say",
    "Show",
    "Table",
    "as_is",
    "at_least",
    "bring",
    "eldest",
    "error",
    "gain",
    "joined",
    "listed",
    "moment",
    "pay",
    "refusal",
    "say",
    "side_moment",
    "warning",
    "worths",
]

# --- events ---------------------------------------------------------------------------------------


Who = int | Account
Event = Any
Events = Iterator[Any]


@dataclass(frozen=True, slots=True)
class Move:
    """An amount goes from one account to another: the place of whoever scores, `POT`, or `BANK`,
    which is outside. An amount of 0 is allowed and explains itself."""

    amount: int
    source: Who
    target: Who
    template: str
    rule: str
    at: At
    unit: str
    params: Params


@dataclass(frozen=True, slots=True)
class Out:
    """A player takes no part in what follows."""

    player: int


@dataclass(frozen=True, slots=True)
class Show:
    """A text or number on the board for a side in this round, instead of the gain."""

    side: int
    value: int | None = None
    signs: tuple[Any, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """A part of the round in one line."""

    words: Phrase


@dataclass(frozen=True, slots=True)
class Keep:
    """A fact that a game has to remember and cannot read from the books; the last resort."""

    memory: Any


def pay(
    amount: int,
    source: Who,
    target: Who,
    text: str,
    rule: str = "scoring",
    at: At = (),
    unit: str = "",
    **params: str | int | Phrase,
) -> Move:
    """Return a move of `amount` of the game's unit, or of `unit`, from `source` to `target`. `text`
    says why: "{who}" in it is the player who pays, or else who is paid. `rule` is an anchor in the
    game's rule text, `at` the place in the report that brought it."""
    return Move(amount, source, target, text, rule, at, unit, params)


def gain(side: int, amount: int, text: str, *more: Any, **params: Any) -> Move:
    """Return a move of `amount` points to a side (a player's place, or a side's); otherwise like
    `pay`."""
    return pay(amount, BANK, side, text, *more, **params)


def bring(amount: int, target: Who, text: str, *more: Any, **params: Any) -> Move:
    """Return a move that brings `amount` of a stake into the game, to `target`; otherwise like
    `pay`."""
    return pay(amount, BANK, target, text, *more, **params)


def say(text: str, /, **params: str | int | Phrase) -> Say:
    """Return a part of the one-line summary of the round."""
    return Say(Phrase(text, params))


# --- scores that follow from the answers by themselves --------------------------------------------


def worths(report: Any, table: Table) -> Events:
    """Yield the scores of every answer with a `worth`, for whoever it is about."""
    for question in questions_of(type(report)):
        worth = question.worth(table)
        value = getattr(report, question.key)
        if worth is None or value is None:
            continue
        if question.kind in (NUMBER, YES_NO) and question.per != "table":
            yield from _counted(question, value, worth, table)
        else:
            yield from _named(question, value, worth, table)


def _counted(question: DeclaredQuestion, values: Any, worth: int, table: Table) -> Events:
    """Yield the worth times the count: {says}: {count} × {worth}; {says} alone for a yes, nothing
    for a no."""
    crossed = question.given["crossed"] is not None and question.given["crossed"](table)
    text = "{says}: {count}" if abs(worth) == 1 else "{says}: {count} × {worth}"
    text = "{says}" if question.kind is YES_NO else text
    label, rule = _says(question, table), question.given["rule"] or "scoring"
    optional = not question.required or question.kind is YES_NO
    for place, count in enumerate(values):
        if count is None or (optional and isinstance(count, int | float) and not count):
            continue  # of an unknown number (tracing.py) the words do not matter
        if question.per == "player" and place in table.out:
            continue
        for who in _scoring(question, place, table, crossed=crossed):
            params = {"says": label, "count": count, "worth": worth}
            yield gain(who, count * worth, text, rule, (question.key, place), **params)


def _scoring(
    question: DeclaredQuestion, place: int, table: Table, *, crossed: bool
) -> tuple[int, ...]:
    """Return the places that score an answer: the one it is about, or both partners if each scores
    singly."""
    if question.per == "player":
        return (place if table.alone else table.roster.side_of(place),)
    side = 1 - place if crossed else place
    return table.sides[side] if table.alone else (side,)


def _named(question: DeclaredQuestion, value: Any, worth: Any, table: Table) -> Events:
    """Yield the worth for whoever is named; in an order, by place."""
    label, rule = _says(question, table), question.given["rule"] or "scoring"
    people = (who for _at, who in question.kind.people(value))
    holders = [who if table.alone else table.roster.side_of(who) for who in people]
    for side in question.kind.sides(value):
        holders += table.sides[side] if table.alone else (side,)
    for place, holder in enumerate(holders):
        each = worth[min(place, len(worth) - 1)] if isinstance(worth, tuple) else worth
        yield gain(holder, each, "{says}", rule, (question.key,), says=label)


def _says(question: DeclaredQuestion, table: Table) -> Any:
    field = question.field(table)
    return field.says if field is not None else question.key


# --- rare things, to be remembered ----------------------------------------------------------------


Moments = Iterator[Moment]


def moment(table: Table, player: int, code: str, text: str, **params: str | int | Phrase) -> Moment:
    """Return a rare thing of a player; `text` may hold {name}."""
    return Moment(code, Phrase(text, {"name": table.names[player], **params}), (player,))


def side_moment(
    table: Table, side: int, code: str, text: str, **params: str | int | Phrase
) -> Moment:
    """Return a rare thing that partners did together (or one player, if everybody plays singly)."""
    name = table.roster.side_names[side]
    return Moment(code, Phrase(text, {"name": name, **params}), table.sides[side])


def at_least(
    key: str, least: int, code: str, text: str, *, below: bool = False
) -> Callable[[Any, Table], Moments]:
    """Return a function that finds everybody whose answer to `key` is at least `least` (or at most,
    if `below`); `text` may hold {name} and {count}."""

    def find_moments(deal: Any, table: Table) -> Moments:
        question = next(
            (question for question in questions_of(type(deal)) if question.key == key), None
        )
        if question is None:
            return
        tell = moment if question.per == "player" else side_moment
        for place, count in enumerate(getattr(deal, key)):
            if count is not None and (count <= least if below else count >= least):
                yield tell(table, place, code, text, count=count)

    return find_moments


class Booking:
    """The books of a table while events are entered."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._books = dict(table.books)
        self._own: set[str] = set()
        self.transfers: list[Transfer] = []
        self.shows: dict[int, Show] = {}
        self.texts: list[Phrase] = []
        self.out: list[int] = []
        self.memory = table.memory

    def enter(self, events: Iterable[Event]) -> None:
        """Book an event of the game."""
        for event in events:
            if isinstance(event, Move):
                self._move(event)
            elif isinstance(event, Out):
                self.out.append(event.player)
            elif isinstance(event, Show):
                self.shows[event.side] = event
            elif isinstance(event, Say):
                self.texts.append(event.words)
            elif isinstance(event, Keep):
                self.memory = event.memory

    def table(self, **changes: Any) -> Table:
        """Return the table with the books as they are now."""
        if self.out:
            number = self._table.number
            changes["gone"] = (*self._table.gone, *((player, number) for player in self.out))
        return self._table.after(books=self._books, memory=self.memory, **changes)

    def _account(self, who: int | Account) -> Account:
        return self._table.holders[who] if isinstance(who, int) else who

    def _move(self, event: Move) -> None:
        source, target = self._account(event.source), self._account(event.target)
        side = event.source if isinstance(event.source, int) else event.target
        who = self._table.name_of(side) if isinstance(side, int) else ""
        unit = event.unit or self._table.unit
        words = Phrase(event.template, {"who": who, **event.params})
        self.transfers.append(
            Transfer(event.amount, unit, source, target, words, event.rule, event.at)
        )
        if unit not in self._own:  # the former table's books stay as they are
            self._own.add(unit)
            self._books[unit] = dict(self._books.get(unit, {}))
        held: Any = self._books[unit]
        if source is not BANK:
            held[source] = held.get(source, 0) - event.amount
        held[target] = held.get(target, 0) + event.amount


def open_table(plays: Rounds, setup: Setup) -> Step:
    """Return the table before the first round, and what everybody puts in."""
    first = setup.first
    roster = setup.opening_roster
    alone = plays.alone or not roster.in_sides
    count = len(roster.names if alone else roster.sides)
    cycle = plays.ends.rounds(setup) if setup.span else None
    table = Table(
        roster,
        setup.options,
        plays.unit,
        alone,
        holders=tuple(Account("player" if alone else "side", who) for who in range(count)),
        rounds=setup.played,
        dealer=first,
        turn=(first or 0) if plays.turns else None,
        cycle=cycle or 0,
        since=setup.played if setup.span else 0,
    )
    empty = {plays.unit: dict.fromkeys(table.holders, 0)}
    table = replace(table, books=empty)
    if plays.opens is None:
        return Step(table)
    booking = Booking(table)
    booking.enter(plays.opens(table))
    return Step(booking.table(), tuple(booking.transfers))


def play_round(plays: Rounds, table: Table, report: Any) -> Step:
    """Return the next round as reported: booked, and paid out if it was the last one."""
    deal = plays.typed(table, report)
    turn = report.get(TURN) if plays.turns else None
    turn = table.turn if turn is None else turn
    seen = table.after(turn=turn) if turn != table.turn else table
    booking = Booking(seen)
    booking.enter(plays.score(deal, seen))
    dealer = _next_dealer(plays, seen, deal, booking.out)
    brought = RoundOutcome(
        deal,
        tuple(booking.transfers),
        booking.shows,
        tuple(booking.texts),
        tuple(booking.out),
        table.dealer,
        turn,
    )
    after = booking.table(rounds=table.count_on(), dealer=dealer, last=brought)
    if plays.turns:
        after = after.after(turn=after.left_of(turn or 0))
    ending = plays.over(after) if plays.pays_out is not None else None
    if ending is None or plays.pays_out is None:
        return Step(after, brought.transfers)
    paying = Booking(replace(after, rounds=table.rounds))
    paying.enter(plays.pays_out(after, ending))
    transfers = (*brought.transfers, *paying.transfers)
    paid = paying.table(
        rounds=after.rounds,
        last=replace(brought, transfers=transfers, texts=(*brought.texts, *paying.texts)),
    )
    return Step(paid, transfers)


def reseat(plays: Rounds, table: Table, change: RosterChange) -> Step:
    """Return the table after somebody has joined, left or come back, or deals out of turn. A leaver
    is out from then on, and cannot win, unless they come back."""
    who = change.player
    if change.kind == "deals":
        return Step(table.after(dealer=table.left_of(who) if who in table.out else who))
    if change.kind == "returns":
        departures = tuple(out for out in table.gone if out[0] != who)
        leavers = tuple(leaver for leaver in table.leavers if leaver != who)
        return Step(table.after(gone=departures, leavers=leavers))
    if change.kind == "leaves":
        departures = (*table.gone, (who, table.rounds))
        dealer = table.left_of(who) if table.dealer == who else table.dealer
        turn = table.left_of(who) if table.turn == who else table.turn
        leavers = (*table.leavers, who)
        return Step(table.after(gone=departures, leavers=leavers, dealer=dealer, turn=turn))
    account = Account("player", who)
    order = table.order or tuple(range(len(table.names)))
    seated = table.after(
        roster=Roster((*table.names, change.name)),
        order=seat_left_of(order, who, change.neighbour),
        holders=(*table.holders, account),
        books={**table.books, table.unit: {**table.books[table.unit], account: 0}},
    )
    booking = Booking(seated)
    if plays.opens is not None:
        mine = (account, who)
        booking.enter(
            event for event in plays.opens(seated) if getattr(event, "target", None) in mine
        )
    else:
        text = "{who} joins with {points}"
        booking.enter([gain(who, change.amount, text, points=change.amount)])
    return Step(booking.table(), tuple(booking.transfers))


def skip_round(plays: Rounds, table: Table) -> Table:
    """Return the table after a round without a report."""
    dealer = None if callable(plays.deals) else _next_dealer(plays, table, None, [])
    turn = table.left_of(table.turn) if plays.turns and table.turn is not None else table.turn
    return replace(table, rounds=table.count_on(), dealer=dealer, turn=turn, last=None)


def _next_dealer(plays: Rounds, table: Table, deal: Any, out: list[int]) -> int | None:
    """Return the dealer after this round; None if nobody deals, or it was never entered."""
    if callable(plays.deals):
        dealer: int | None = plays.deals(deal, table)
        return dealer
    if table.dealer is None or plays.deals == "none":
        return None
    return table.left_of(table.dealer, out)


Payload = Mapping[str, Any]
Fold = Callable[[Sequence[Payload | None]], Sequence[int]]
SidesFold = Callable[[Sequence[Payload | None]], tuple[int, int]]
MOST_SIDE_TERMS = 2


@dataclass(frozen=True, slots=True)
class LinearTerm:
    """One weight: `times` points for each unit of the answer to `key`, of a side or a player;
    `crossed`: for the opponents."""

    key: str
    times: int
    by_side: bool
    crossed: bool = False


def terms_of(report: type, table: Table) -> tuple[LinearTerm, ...] | None:
    """Return the weights of a report type; None if an answer scores in another way."""
    terms = []
    for question in questions_of(report):
        worth = question.worth(table)
        if worth is None:
            continue
        if question.kind is not NUMBER or question.per == "table" or not isinstance(worth, int):
            return None
        crossed = question.given["crossed"]
        swapped = crossed is not None and bool(crossed(table))
        terms.append(LinearTerm(question.key, worth, question.per == "side", swapped))
    return tuple(terms)


def fold(terms: Sequence[LinearTerm]) -> Fold:
    """Return a function from the reports of a table's set (None: not reported) to points per chair.

    It adds the answers first and weights them once, so reading the reports is the only cost.
    """
    side_terms = [term for term in terms if term.by_side]
    own_terms = [term for term in terms if not term.by_side]
    if not own_terms and len(side_terms) == 1:
        return _chairs_of_sides(_one_side_term(side_terms[0]))
    if not own_terms and len(side_terms) == MOST_SIDE_TERMS:
        return _chairs_of_sides(_two_side_terms(*side_terms))
    folds: list[Fold] = [_chairs_of_sides(_one_side_term(term)) for term in side_terms]
    folds += [_player_term(term) for term in own_terms]
    return folds[0] if len(folds) == 1 else _add_folds(folds)


def _one_side_term(term: LinearTerm) -> SidesFold:
    key, times, crossed = term.key, term.times, term.crossed

    def sides(hands: Sequence[Payload | None]) -> tuple[int, int]:
        first = second = 0
        for hand in hands:
            if hand:
                a, b = hand[key]
                first += a
                second += b
        if crossed:
            return times * second, times * first
        return times * first, times * second

    return sides


def _two_side_terms(left_term: LinearTerm, right_term: LinearTerm) -> SidesFold:
    key, times = left_term.key, left_term.times
    more, extra = right_term.key, right_term.times
    if left_term.crossed or right_term.crossed:
        left, right = _one_side_term(left_term), _one_side_term(right_term)

        def added(hands: Sequence[Payload | None]) -> tuple[int, int]:
            (a, b), (c, d) = left(hands), right(hands)
            return a + c, b + d

        return added

    def sides(hands: Sequence[Payload | None]) -> tuple[int, int]:
        first = second = first_more = second_more = 0
        for hand in hands:
            if hand:
                a, b = hand[key]
                first += a
                second += b
                a, b = hand[more]
                first_more += a
                second_more += b
        return times * first + extra * first_more, times * second + extra * second_more

    return sides


def _chairs_of_sides(sides: SidesFold) -> Fold:
    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        a, b = sides(hands)
        return a, b, a, b

    return chairs


def _player_term(term: LinearTerm) -> Fold:
    key, times = term.key, term.times

    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        n = e = s = w = 0
        for hand in hands:
            values = hand.get(key) if hand else None
            if values:
                a, b, c, d = values
                n += a or 0
                e += b or 0
                s += c or 0
                w += d or 0
        return times * n, times * e, times * s, times * w

    return chairs


def _add_folds(folds: Sequence[Fold]) -> Fold:
    def chairs(hands: Sequence[Payload | None]) -> Sequence[int]:
        return tuple(map(sum, zip(*(f(hands) for f in folds), strict=True)))

    return chairs
