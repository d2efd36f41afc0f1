"""Sticks (Metzker p. 22): every stick is a contract; the first to turn up seven wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.cards.card_rules import TWOS, MeldRules
from rulesets.cards.deck import Deck
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import (
    Events,
    Phrase,
    Problems,
    Table,
    at_least,
    eldest,
    error,
    gain,
    warning,
)
from rulesets.engine.text import joined, listed, say
from rulesets.families.winners import FirstTo
from rulesets.rounds import CardRules, Order, PerPlayer, Rounds, ask, decks, declared

if TYPE_CHECKING:
    from random import Random

GOAL = 7
ENDS = FirstTo(GOAL, "turned", "{name} has turned up stick {goal}")


@declared
class Options:
    trade: bool = option(
        "A stick may be traded", default=False, help="After a hand, once you have seen new cards."
    )
    keep_playable: bool = option(
        "Cards that fit may not be discarded", default=False, help="Wild cards included."
    )


@declared
class Hand:
    free: PerPlayer[int] = ask(
        "Free sticks", "Drawn before this hand.", high=GOAL - 1, usual=(0, 1), blank=0
    )
    turned: Order = ask("Who turned up a stick?", "In the order in which they laid it down.")


def keeping(table: Table) -> tuple[int, ...]:
    """Return the players whose stick is still face down, so that they draw none."""
    turned = None if table.last is None else table.last.report.turned
    return () if turned is None else tuple(who for who in table.players if who not in turned)


class FreeSticks:
    """Free sticks go to those who draw, and none of them is the seventh."""

    def __call__(self, hand: Hand, table: Table) -> Problems:
        for who, free in enumerate(hand.free):
            params: dict[str, Any] = {"name": table.names[who], "free": free, "at": ("free", who)}
            if free and who in keeping(table) and not table.options.trade:
                text = "{name} still has a stick face down and draws none; free sticks: {free}."
                yield error("free.kept", text, **params)
            elif (have := table.holds(who)) + free >= GOAL:
                text = "{name} has {have} and {free} more; a free stick is never number {goal}."
                yield error("free.last", text, **params, have=have, goal=GOAL)
        if not hand.turned:
            text = "Nobody turned up a stick? Then nobody can have gone out."
            yield warning("turned.nobody", text, ("turned",))

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Take away free sticks where there can be none."""
        for who in table.players:
            most = 0 if who in keeping(table) else GOAL - 1 - table.holds(who)
            report["free"][who] = min(report["free"][who], most)


def score(hand: Hand, table: Table) -> Events:
    """Yield the free sticks, then one more for everybody who turned one up."""
    for who, free in enumerate(hand.free):
        if free:
            yield gain(who, free, "Free sticks: {free}", "free", ("free", who), free=free)
            yield say("{name} draws {free} free", name=table.names[who], free=free)
    for place, who in enumerate(hand.turned):
        yield gain(who, 1, "{who} turns up a stick", "scoring", ("turned", place))
    if hand.turned:
        yield say("{names} turned up a stick", names=joined([table.names[n] for n in hand.turned]))


def note(table: Table) -> Phrase:
    """Return the note: who draws a stick, and who begins."""
    drawing = [table.names[who] for who in table.players if who not in keeping(table)]
    draws = Phrase("everybody draws a stick")
    if keeping(table):
        draws = Phrase("new sticks: {names}", {"names": joined(drawing or ["nobody"])})
    return listed([draws, *eldest(table)], "; ")


def turned_so_far(table: Table, who: int) -> Phrase:
    """Return how many sticks somebody has turned up by now."""
    held = table.holds(who)
    return Phrase("1 stick") if held == 1 else Phrase("{sticks} sticks", {"sticks": held})


def how(options: Options) -> list[str]:
    """Return how sticks are counted, and what was agreed on."""
    lines = {
        "Count the sticks that lie face up. Turn up a free one at once and draw another.": True,
        "A free stick is never the seventh: draw again.": True,
        "A stick may be traded after a hand.": options.trade,
        "No discard may fit the cards on the table.": options.keep_playable,
    }
    return [line for line, agreed in lines.items() if agreed]


def hand(turned: str, *free: int) -> dict[str, list[int]]:
    """Return a hand of the examples: who turned up a stick, by places, and the free ones."""
    return {"free": [*free], "turned": [*map(int, turned)]}


EACH = hand("012", 0, 0, 0)
WORKED = hand("10", 0, 1, 0), hand("2", 0, 0, 0), hand("012", 0, 0, 1)
GAME = table_game(
    slug="sticks",
    name="Sticks",
    source="Metzker p. 22",
    about="Every stick says what to lay down; the first to turn up seven of them wins.",
    family="contracts",
    needs=decks(3, 4, "sticks with contracts", jokers=True),
    minutes=120,
    options=Options,
    cards=CardRules(melds=MeldRules(wild_ranks=TWOS), deck=Deck(packs=4, jokers=8)),
    plays=Rounds(
        players=(2, 14),
        asks=Hand,
        score=score,
        checks=(FreeSticks(),),
        note=note,
        due=turned_so_far,
        ends=ENDS,
        rank=ENDS.ranking,
        unit="sticks",
        counted=Phrase("Sticks"),
        how=how,
        ladder=lambda _options: ("",) * GOAL,
        notable=at_least("free", 2, "free", "{name} drew {count} free sticks at once"),
        rarities={"free": "two free sticks at once"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(2, 3, 3)),
        example("Two free sticks in one hand.", hand("0", 2, 0), gives=(3, 0)),
        example("Free sticks alone.", hand("", 1, 0, 1), gives=(1, 0, 1)),
        example("The seventh: Cy was first.", *[EACH] * 6, hand("201", 0, 0, 0), gives=(7, 7, 7)),
        example("A sixth that is free.", *[EACH] * 5, hand("1", 1, 0, 0), gives=(6, 6, 5)),
        example("Traded.", hand("0", 0, 0), hand("0", 0, 1), gives=(2, 1), trade=True),
    ),
)
