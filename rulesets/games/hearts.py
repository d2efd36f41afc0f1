"""Hearts (Metzker p. 17): hearts cost a point each, the queen of spades 13; the lowest wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.cards.deck import CARDS, Card, card_of, decks
from rulesets.engine.game import example, goal, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Problems,
    Table,
    gain,
    moment,
    warning,
    worths,
)
from rulesets.referee.tricks import ANCHORS, Trick, Tricks, height
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Player,
    Rounds,
    ask,
    declared,
    reach,
    shortcut,
)

if TYPE_CHECKING:
    from rulesets.engine.problems import At
    from rulesets.referee.position import PlayedCard
    from rulesets.referee.turn_builder import TurnBuilder

HEARTS, QUEEN, POWER = 13, 13, 26
KITTY = 2  # so many cards are left over at least
OF_HEARTS, CLUBS, QUEEN_OF_SPADES, TWO_OF_CLUBS = 1, 3, card_of(12, 0), card_of(2, 3)
VALUES = CardValues((0,) * 13, faces={**dict.fromkeys(CARDS[13:26], 1), card_of(12, 0): QUEEN})
WAYS = (
    "Pass three to the left; 2♣ leads",
    "Pass three to the right; 2♣ leads",
    "Pass three across; 2♣ leads",
    "Keep your cards; 2♣ leads",
)
ACROSS, SECOND = 4, "Pass three to the second on the left; 2♣ leads"  # with four players, or not


@declared
class Options:
    target: int = goal(100, low=25, high=500)


@declared
class Hand:
    hearts: PerPlayer[int] = ask(
        "Hearts taken",
        "How many of the 13 hearts each player took.",
        total=HEARTS,
        worth=1,
        says="Hearts",
        unit="hearts",
        sign="♥",
    )
    queen: Player = ask(
        "Who took the queen of spades?",
        "It costs 13.",
        worth=QUEEN,
        says="Queen of spades",
        sign="Q♠",
        mark="queen",
    )


def score(hand: Hand, table: Table) -> Events:
    """Yield the worth of each answer; but all hearts and the queen are the power."""
    if hand.hearts[hand.queen] < HEARTS:
        yield from worths(hand, table)
        return
    name = table.names[hand.queen]
    for player in table.players:
        points, why = 0 if player == hand.queen else POWER, "{name} took every heart and the queen"
        yield gain(player, points, why, "power", ("hearts",), name=name)


def notable(hand: Hand, table: Table) -> Moments:
    if hand.hearts[hand.queen] == HEARTS:
        yield moment(table, hand.queen, "power", "{name} took every heart and the queen")


def rare(hand: Hand, table: Table) -> Problems:
    """Warn of the power, which happens seldom."""
    if hand.hearts[hand.queen] == HEARTS:
        text = "{name} took every heart and the queen. Right?"
        yield warning("hearts.power", text, ("hearts",), name=table.names[hand.queen])


def passing(table: Table) -> str:
    """Return the direction in which three cards are passed; with four players the third time
    across."""
    way = WAYS[table.rounds % len(WAYS)]
    return SECOND if way == WAYS[2] and len(table.players) != ACROSS else way


HANDS = (
    {"hearts": [3, 5, 5, 0], "queen": 0},
    {"hearts": [0, 13, 0, 0], "queen": 1},
    {"hearts": [2, 6, 1, 4], "queen": 3},
)
NO_POWER = {"hearts": [13, 0, 0, 0], "queen": 1}
EIGHT = {"hearts": [0, 0, 0, 5, 0, 0, 8, 0], "queen": 7}
FIVE = {"hearts": [0, 0, 13, 0, 0], "queen": 2}
LAST = {"hearts": [1, 6, 6], "queen": 0}


def breaks(card: Card) -> bool:
    """Return whether hearts may be led once this card was played."""
    return card.suit == OF_HEARTS or card == QUEEN_OF_SPADES


def lead(builder: TurnBuilder, laid: PlayedCard, trick: Trick, at: At) -> None:
    """Judge a lead: the 2♣ leads to the first trick; no heart is led before one fell, or the Q♠."""
    hand, who = builder.hands[builder.seat], builder.names[builder.seat]
    if trick.broken is False and not trick.played:
        _begin_with_a_club(builder, laid, at)
        return
    if trick.broken or laid.card.suit != OF_HEARTS:
        return
    others = any(card.suit != OF_HEARTS for card in hand.known)
    if trick.broken is None:
        text = "Allowed if a heart or the Q♠ has been played, or {name} holds nothing but hearts."
        if others:
            text = "Allowed only if a heart or the Q♠ has been played."
        if others or not hand.is_whole:
            builder.add_condition("play.fit", text, name=who)
    elif others:
        text = (
            "No heart may be led before a heart or the Q♠ has been played; {name} has other cards."
        )
        builder.note("play.fit", text, at, name=who)
    elif not hand.is_whole:
        text = "No heart has fallen yet: it may be led only if {name} holds nothing but hearts."
        builder.note("play.fit", text, at, severity="warning", name=who)
        builder.add_condition(
            "play.fit", "Allowed only if {name} holds nothing but hearts.", name=who
        )


def _begin_with_a_club(builder: TurnBuilder, laid: PlayedCard, at: At) -> None:
    """Note a lead to the first trick other than the 2♣, or the next club if it is in the kitty."""
    hand, high = builder.hands[builder.seat], height(laid.card)
    lower = [card for card in hand.known if card.suit == CLUBS and height(card) < high]
    if laid.card.suit != CLUBS or lower:
        text = "The 2♣ leads the first trick, or the next club if it is in the kitty."
        builder.note("play.fit", text, at)
    elif high > height(TWO_OF_CLUBS):
        text = "Allowed only if every lower club is in the kitty."
        builder.add_condition("play.fit", text)


REFEREE = Tricks(
    lambda players: (52 - KITTY) // players,
    trumps=False,
    lead=lead,
    breaks=breaks,
    anchors={**ANCHORS, "play.fit": "details"},
)
GAME = table_game(
    slug="hearts",
    name="Hearts",
    source="Metzker p. 17",
    about="Take no hearts and not the queen of spades; the lowest total wins.",
    needs=decks(1),
    minutes=60,
    aliases=("Black Lady", "Chase the Lady"),
    options=Options,
    cards=CardRules(VALUES),
    referee=REFEREE,
    plays=Rounds(
        players=(3, 8),
        asks=Hand,
        score=score,
        checks=(rare,),
        fills=(
            shortcut(
                "Somebody took every heart and the queen",
                all_of=("hearts",),
                names=("queen",),
                confirms=("hearts.power",),
            ),
        ),
        note=passing,
        ends=reach("target"),
        wins="low",
        how=(
            "A point for each heart, 13 for the queen of ♠. All of them: 0, and 26 to the others.",
            "2♣ leads the first trick; if it is in the kitty, 3♣, and so on.",
        ),
        notable=notable,
        rarities={"power": "every heart and the queen"},
    ),
    examples=(
        example("The worked example.", *HANDS, gives=(44, 11, 32, 43)),
        example("Eight players.", EIGHT, gives=(0, 0, 0, 5, 0, 0, 8, 13)),
        example("The power.", HANDS[1], gives=(26, 0, 26, 26)),
        example("All hearts without the queen are not the power.", NO_POWER, gives=(13, 13, 0, 0)),
        example("The power among five.", FIVE, gives=(26, 26, 0, 26, 26)),
        example("Ann reaches the 25 agreed on.", LAST, LAST, gives=(28, 12, 12), target=25),
    ),
)
