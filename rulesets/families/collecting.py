"""Whoever gets rid of all cards collects what the others still hold.

Where nobody can go on, the hand is blocked: the lowest count scores what each of the others holds
above it; several lowest share that evenly, and a fraction is dropped.

A report has `out` and `held`. The options that all these games share are `CollectingOptions`; a
game says what its cards count and how many jokers are in a pack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from rulesets.cards.card_rules import CardValues
from rulesets.cards.deck import FRENCH, JANKEN, Deck
from rulesets.engine.checks import Check, Problems, at_most, error, none_left
from rulesets.engine.endings import reach
from rulesets.engine.fields import Counter
from rulesets.engine.game import goal, option
from rulesets.engine.problems import At
from rulesets.engine.questions import ask, declared
from rulesets.engine.rounds import Rounds
from rulesets.engine.scoring import Events, at_least, gain, say
from rulesets.engine.sheets import SheetColumn
from rulesets.engine.table import Table
from rulesets.engine.text import Phrase, listed
from rulesets.engine.tracing import is_one_of

if TYPE_CHECKING:
    from random import Random

MANY = 6  # players: they take two packs
SMALL = 60  # above it the cards make any count
Counts = Callable[[Table], Counter]


@declared
class CollectingOptions:
    target: int = goal(0, low=0, high=10_000, none="no end", help="")
    packs: int = option(
        "Packs",
        default=0,
        low=0,
        high=4,
        none="one, and two from six players on",
        some="this many",
    )
    must_play: bool = option(
        "Whoever draws must play", default=True, help="Otherwise the turn may end with a draw."
    )
    reshuffle: bool = option(
        "Shuffle the pile into a new stock", default=False, help="When the stock is used up."
    )


class HeldReport(Protocol):
    """A report with the player who went out (None: blocked) and the count of every hand."""

    @property
    def out(self) -> Any: ...

    @property
    def held(self) -> Sequence[int]: ...


# --- what is asked --------------------------------------------------------------------------------


def counts(values: CardValues, jokers: int = 0) -> Counts:
    """Return how a hand is counted from its cards; `jokers` are those of one pack."""

    @cache
    def of(packs: int, suits: tuple[int, ...]) -> Counter:
        cards, extra = 13 * len(suits) * packs, jokers * packs
        return Counter(
            "cards", cards + extra, packs=packs, jokers=extra, suits=suits, values=values
        )

    def counter(table: Table) -> Counter:
        packs = table.options.packs or (2 if len(table.names) >= MANY else 1)
        standard = getattr(table.options, "deck", "janken") != "janken"
        return of(packs, FRENCH if standard else JANKEN)

    return counter


def most(counter: Counts) -> Callable[[Table], int]:
    """Return a function of the table to the count of all its cards."""

    return lambda table: _of_all(counter(table))


@cache
def _of_all(counter: Counter) -> int:
    deck = Deck(counter.packs, counter.jokers, counter.without, counter.suits)
    return sum(map(counter.values.value, deck.cards()))


def out() -> Any:
    """Return the question of who went out."""
    return ask("Who went out?", "Nobody, if all had to pass.", nobody="Nobody: blocked", sign="Out")


def held(counter: Counts) -> Any:
    """Return the question of what everybody still holds."""
    return ask(
        "Left in hand",
        "What each player’s cards count.",
        high=most(counter),
        usual=(1, SMALL),
        cards=counter,
        none_for="out",
    )


# --- checks ---------------------------------------------------------------------------------------


@cache
def missing(values: CardValues) -> frozenset[int]:
    """Return the small counts that no cards make."""
    others = (values.joker, values.special)
    ranks = {*values.ranks, *(value for value in others if value is not None)}
    sums = {0}
    for count in range(1, SMALL):
        if any(count - rank in sums for rank in ranks):
            sums.add(count)
    return frozenset(range(SMALL)) - sums


@dataclass(frozen=True, slots=True)
class Countable:
    """Every count is one that cards can make."""

    counter: Counts

    def __call__(self, hand: HeldReport, table: Table) -> Problems:
        values = self.counter(table).values
        none = [count for count in missing(values) if count >= min(values.ranks)]
        for player, count in enumerate(hand.held):
            if is_one_of(count, none):
                text = "{name} holds {count}? No cards count that much."
                at: At = ("held", player)
                yield error("held.cards", text, at, name=table.names[player], count=count)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Raise each count to the next one that cards can make."""
        none = missing(self.counter(table).values)
        while any(count in none for count in report["held"]):
            held = report["held"]
            report["held"] = [count if count is None else count + (count in none) for count in held]


TOO_MUCH = "All hands together count {sum}, but the pack has only {most}."


def checks(counter: Counts) -> tuple[Check, ...]:
    """Return the checks that whoever went out holds nothing, the others something, and all together
    no more than there is."""
    return (
        none_left("out", "held", lambda table: min(counter(table).values.ranks)),
        Countable(counter),
        at_most("held", most(counter), TOO_MUCH),
    )


# --- descriptions --------------------------------------------------------------------------------


def note(counter: Counts) -> Callable[[Table], Phrase]:
    """Return a note: who begins, and how many packs there are."""

    def describe(table: Table) -> Phrase:
        packs, parts = counter(table).packs, []
        if table.dealer is not None:
            begins = table.names[table.left_of(table.dealer)]
            parts.append(Phrase("{name} begins.", {"name": begins}))
        if packs > 1:
            parts.append(Phrase("Packs: {packs}.", {"packs": packs}))
        return listed(parts, " ")

    return describe


def how(values: str, *others: str) -> Callable[[Any], list[str]]:
    """Return the lines of the sheet: the count of cards in the game's words, and what was agreed
    on."""

    def lines(options: Any) -> list[str]:
        return [
            values,
            "Whoever goes out scores what the others hold.",
            "Blocked: the lowest scores what each other holds above it.",
            *others,
            "Whoever draws must play." if options.must_play else "A draw may end the turn.",
            "The pile is the new stock." if options.reshuffle else "The stock is used once.",
        ]

    return lines


# --- the score ------------------------------------------------------------------------------------


def collected(hand: HeldReport, table: Table, times: int = 1) -> Events:
    """Yield the count of each other hand (so many `times`) for the player who went out; or the
    blocked hand."""
    if hand.out is None:
        yield from blocked(hand.held, table)
        return
    for player in table.players:
        if player != hand.out:
            at: At = ("held", player)
            count, name = hand.held[player], table.names[player]
            text = "{name} holds {count}" if times == 1 else "{name} holds {count}, × {times}"
            params: dict[str, Any] = {"name": name, "count": count}
            params |= {} if times == 1 else {"times": times}
            yield gain(hand.out, count * times, text, "scoring", at, **params)
    won = times * sum(hand.held[player] for player in table.players if player != hand.out)
    yield say("{name} goes out and collects {points}", name=table.names[hand.out], points=won)


def blocked(held: Sequence[int], table: Table) -> Events:
    """Yield a gain for the lowest: the counts of the others above theirs."""
    low = min(held[player] for player in table.players)
    lowest = [player for player in table.players if held[player] == low]
    above = sum(held[player] - low for player in table.players)
    for player in lowest:
        params: dict[str, Any] = {"low": low, "above": above, "share": len(lowest)}
        text = "{who} is lowest with {low}; the others hold {above} above it"
        if len(lowest) > 1:
            text = "{who} is lowest with {low}; {share} share the {above} that others hold above it"
        points = above // len(lowest)
        yield gain(player, points, text, "blocked", ("held", player), **params)
        yield say("Blocked: {name} scores {points}", name=table.names[player], points=points)


# --- the play -------------------------------------------------------------------------------------


def rounds(
    asks: type,
    counter: Counts,
    how: Callable[[Any], list[str]],
    score: Callable[[Any, Table], Events] = collected,
    more: tuple[Check, ...] = (),
    written: tuple[SheetColumn, ...] = (),
) -> Rounds:
    """Return how all these games are played: `asks` is the report, with `out` and `held`; `how`
    tells what the cards count and do; `more` are checks of the game's own, `written` what is
    written down besides who went out and what everybody holds."""
    return Rounds(
        players=(2, 8),
        asks=asks,
        score=score,
        checks=(*checks(counter), *more),
        note=note(counter),
        ends=reach("target"),
        goal="First out of cards scores what the others hold",
        how=how,
        sheet_columns=(SheetColumn("went out", "out"), *written, SheetColumn("left", "held")),
        notable=at_least("held", 100, "caught", "{name} was caught with {count}"),
        rarities={"caught": "caught with 100 or more"},
    )
