"""Oh Hell! (Metzker p. 19): say how many tricks you take, and take exactly so many."""

from typing import Any

from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Events, Moments, Table, gain, moment
from rulesets.engine.text import Phrase, say
from rulesets.referee.tricks import Tricks
from rulesets.rounds import (
    PerPlayer,
    Rounds,
    SheetColumn,
    after,
    ask,
    decks,
    declared,
    never_in_all,
)

RARE, FEW, MANY, UP_TO = (
    5,
    10,
    7,
    5,
)  # cards in the first round, for up to five players and for more


def most(begun: Any) -> int:
    """Return the cards in the first round and in the last; `begun` is a setup or a table."""
    return FEW if len(begun.roster.names) <= UP_TO else MANY


def cards(table: Table) -> int:
    """Return the cards in the round that comes."""
    return 1 + abs(most(table) - table.number)


@declared
class Options:
    ten: int = option(
        "A bid of ten that is made",
        default=110,
        choices=((110, "110, a 1 written before it as ever"), (20, "20, ten more than the bid")),
    )


@declared
class Hand:
    bid: PerPlayer[int] = ask(
        "Bid", "The tricks each player means to take.", high=cards, unit="tricks", before=True
    )
    tricks: PerPlayer[int] = ask("Tricks", "The tricks each player took.", total=cards)


def score(hand: Hand, table: Table) -> Events:
    """Yield a 1 before a bid that is made (a ten as agreed), nothing for one that is missed."""
    for player, (bid, tricks) in enumerate(zip(hand.bid, hand.tricks, strict=True)):
        if bid == tricks:
            points = 10 + bid if bid < FEW else table.options.ten
            yield gain(player, points, "Bid {bid} and made it", "made", ("bid", player), bid=bid)
        else:
            text, at = "Bid {bid}, took {tricks}", ("tricks", player)
            yield gain(player, 0, text, "missed", at, bid=bid, tricks=tricks)


def notable(hand: Hand, table: Table) -> Moments:
    """Yield all tricks of many, bid and taken."""
    for player, (bid, tricks) in enumerate(zip(hand.bid, hand.tricks, strict=True)):
        if bid == tricks == cards(table) >= RARE:
            yield moment(table, player, "all", "{name} bid all {bid} tricks and took them", bid=bid)


def closed(table: Table) -> int | None:
    """Return the sum that the bids must not have; None with one card, as all bid at once."""
    return cards(table) if cards(table) > 1 else None


CLOSED = "The bids add up to {sum}, and {sum} cards are dealt; the dealer may not bid so."


def label(table: Table) -> Phrase:
    return say("1 card") if cards(table) == 1 else say("{cards} cards", cards=cards(table))


def note(table: Table) -> Phrase:
    """Return the rule: which bid is closed to the dealer shows only when the others have bid."""
    if cards(table) == 1:
        return say("All bid at once; no bid is closed")
    return say("The dealer may not make the bids add up to {cards}", cards=cards(table))


FIRST = {"bid": [2, 3, 2, 4], "tricks": [2, 3, 2, 3]}
SECOND = {"bid": [1, 0, 4, 3], "tricks": [2, 0, 4, 3]}
TEN = {"bid": [10, 1, 0], "tricks": [10, 0, 0]}
ONE = {"bid": [0, 1, 0, 0], "tricks": [0, 1, 0, 0]}
SIX = {"bid": [0, 0, 0, 2, 3, 3], "tricks": [1, 2, 1, 1, 2, 0]}
SEVEN = {"bid": [7, 0, 0, 0, 0, 0, 1], "tricks": [7, 0, 0, 0, 0, 0, 0]}
GAME = table_game(
    slug="oh-hell",
    name="Oh Hell!",
    source="Metzker p. 19",
    about="Bid how many tricks you will take and take exactly that many; the highest total wins.",
    family="tricks",
    needs=decks(1),
    minutes=75,
    aliases=("Screw Your Neighbour", "Oh Pshaw", "Up and Down the River", "Nomination Whist"),
    options=Options,
    referee=Tricks(lambda _players: None),
    plays=Rounds(
        players=(3, 7),
        asks=Hand,
        score=score,
        checks=(never_in_all("bid", closed, CLOSED),),
        label=label,
        note=note,
        ends=after(lambda begun: 2 * most(begun) - 1),
        sheet_columns=(
            SheetColumn("bid", "bid"),
            SheetColumn("took", "tricks"),
        ),
        how=(
            "Took as many as bid: a 1 before the bid (0 is 10, 1 is 11, 7 is 17). Missed: 0.",
            "The bids may not add up to the cards, except with one card.",
        ),
        notable=notable,
        rarities={"all": "bid every trick and took it"},
    ),
    examples=(
        example("The worked example.", FIRST, SECOND, gives=(12, 23, 26, 13), first=0),
        example("A ten that is made: a 1 before it.", TEN, gives=(110, 0, 10)),
        example("A ten that was agreed to be 20.", TEN, gives=(20, 0, 10), ten=20),
        example("With one card all may make it.", ONE, gives=(10, 11, 10, 10), round=10),
        example("Seven cards for six, who all miss.", SIX, gives=(0, 0, 0, 0, 0, 0)),
        example("The last of 13 rounds.", SEVEN, gives=(17, 10, 10, 10, 10, 10, 0), round=13),
    ),
)
