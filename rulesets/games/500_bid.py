"""500 Rummy (Metzker p. 4): a trick game with bids; only a side that makes its bid wins at 500."""

from typing import Any

from rulesets.cards.deck import Deck, card_of
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Phrase,
    Problems,
    Table,
    eldest,
    error,
    gain,
    listed,
    side_moment,
)
from rulesets.referee.tricks import Tricks, every
from rulesets.rounds import (
    CardValues,
    Rounds,
    SheetColumn,
    Side,
    afterwards,
    ask,
    decks,
    declared,
    when,
)

STEP, LEAST, ALL, TRICKS, EXTRA, BOLD = 5, 60, 125, 12, 50, 100
HOLD = (0, 55, 95, 120, ALL)  # the most points in so many tricks; in more of them, everything
VALUES = CardValues((10, 0, 0, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0), faces={card_of(12, 0): 25})
PLAIN = frozenset(card for card in Deck().cards() if not VALUES.value(card))
COUNTERS = "Aces 10, tens 10, fives 5, queen of ♠ 25."
PICKED = Counter("cards", 52 - len(PLAIN), 0, values=VALUES, without=PLAIN)
AHEAD = 100_000  # whoever bid out ranks before everybody else, whatever the totals


@declared
class Options:
    target: int = goal(500, low=100, high=2000, help="By a bid that is made, not by tricks.")
    floor: int = option(
        "The game is lost at minus", default=150, low=50, high=1000, help="The other side has won."
    )


@declared
class Hand:
    bidder: Side = ask("Which side won the bid?", "The highest bidder.", before=True)
    bid: int = ask(
        "Their bid",
        "In fives.",
        low=LEAST,
        high=ALL,
        step=STEP,
        usual=(LEAST, 90),
        before=True,
        of_whom="bidder",
    )
    no_trump: bool = ask("No trump?", "50 more if the bid is made.", before=True)
    points: int = ask(
        "Points taken",
        COUNTERS,
        high=ALL,
        step=STEP,
        usual=(50, ALL),
        cards=PICKED,
        unit="points",
        of_whom="bidder",
    )
    tricks: int = ask(
        "Tricks of the other side",
        "A point each.",
        high=TRICKS,
        unit="tricks",
        of_whom="bidder",
        is_opposite=True,
    )


def made(hand: Hand) -> bool:
    """Return whether the bidders took as much as they bid."""
    return hand.points >= hand.bid


def winners(table: Table) -> tuple[int, ...] | None:
    """Return the side that made a bid and has enough; or the other side of one that lost too
    much."""
    if table.last is None or table.last.report is None:
        return None
    hand, rules = table.last.report, table.options
    total = table.totals[hand.bidder]
    if made(hand):
        return (hand.bidder,) if total >= rules.target else None
    return (1 - hand.bidder,) if total <= -rules.floor else None


def until(options: Options) -> Phrase:
    """Return when play ends."""
    text = "Play until a side makes a bid and has {target}, or has −{floor} and loses."
    return Phrase(text, {"target": options.target, "floor": options.floor})


def by_a_bid(options: Options) -> Phrase:
    """Return how it is won."""
    text = "First to {target} points, by a bid that is made"
    return Phrase(text, {"target": f"{options.target:,}"})


def why(table: Table) -> Phrase:
    """Return how it ended."""
    won = (winners(table) or (0,))[0]
    text = "{name} won by a bid that was made"
    if table.totals[1 - won] <= -table.options.floor:
        text = "{name} won; the other side is too far below zero"
    return Phrase(text, {"name": table.name_of(won)})


def in_tricks(hand: Hand, table: Table) -> Problems:
    """Check that the counters of each side fit into its tricks of four cards; all of them are
    played."""
    shares = (
        (hand.bidder, TRICKS - hand.tricks, hand.points),
        (1 - hand.bidder, hand.tricks, ALL - hand.points),
    )
    for side, tricks, points in shares:
        if points > (most := HOLD[max(0, min(tricks, len(HOLD) - 1))]):
            text = "{name}: {points} of the {all} points, but tricks {tricks}; they hold {most}."
            params = {"points": points, "all": ALL, "tricks": tricks, "most": most}
            yield error("points.tricks", text, ("points",), name=table.name_of(side), **params)


def score(hand: Hand, table: Table) -> Events:
    """Yield the points taken, or the loss of the bid; a point a trick for the others."""
    params: Any = {"bid": hand.bid, "points": hand.points, "at": ("points",)}
    if made(hand):
        text = "{who} bid {bid} and took {points}"
        yield gain(hand.bidder, hand.points, text, "made", **params)
        if hand.no_trump:
            yield gain(hand.bidder, EXTRA, "{who} did so without trump", "no-trump", ("no_trump",))
    else:
        text = "{who} bid {bid}, took {points} and lost the bid"
        yield gain(hand.bidder, -hand.bid, text, "set", **params)
    text = "Tricks of {who}: {tricks}"
    yield gain(1 - hand.bidder, hand.tricks, text, "tricks", ("tricks",), tricks=hand.tricks)


def notable(hand: Hand, table: Table) -> Moments:
    """Yield a very high bid that is made."""
    if hand.points >= hand.bid >= BOLD:
        yield side_moment(table, hand.bidder, "bold", "{name} bid {bid} and made it", bid=hand.bid)


def note(table: Table) -> Phrase:
    """Return the note: who bids first, and how."""
    rule = Phrase("no trump beats the same number; if all pass, the dealer plays for 60")
    return listed([*eldest(table, "{name} bids first, 60 or more"), rule], "; ")


def hand(bidder: int, bid: int, points: int, tricks: int, **others: bool) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "points": points, "tricks": tricks, **others}


WORKED = hand(0, 70, 80, 4), hand(1, 75, 60, 5), hand(0, 70, 75, 3, no_trump=True)
LOST = hand(0, 75, 70, 5)
PLAYS_ON = hand(0, 90, 95, 4), hand(1, 60, 60, 6), hand(1, 65, 60, 5)
GAME = table_game(
    slug="500-bid",
    name="500 Rummy",
    source="Metzker p. 4",
    about="Bid for trump and take the counting cards in tricks; only a bid that is made wins.",
    family="tricks",
    needs=decks(1),
    minutes=75,
    aliases=("500 Bid",),
    options=Options,
    referee=Tricks(every(12)),
    plays=Rounds(
        players=(4, 4),
        sides=2,
        asks=Hand,
        score=score,
        checks=(afterwards(in_tricks),),
        note=note,
        ends=when(winners, until, why, "target"),
        goal=by_a_bid,
        rank=lambda t: tuple(n + AHEAD * (s in (winners(t) or ())) for s, n in enumerate(t.totals)),
        sheet_columns=(
            SheetColumn("bidder", "bidder"),
            SheetColumn("bid", "bid"),
            SheetColumn("no trump", "no_trump"),
            SheetColumn("took", "points"),
            SheetColumn("made", holds="tick", value=lambda table, _who: made(table.last.report)),
            SheetColumn("others’ tricks", "tricks"),
        ),
        how=(
            "Bid made: all points taken, no trump 50 more. Lost: minus the bid. Others: 1 a trick.",
            "Aces and tens 10, fives 5, queen of ♠ 25: 125 in all. Bids from 60 up, in fives.",
        ),
        notable=notable,
        rarities={"bold": "a very high bid made"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(210, -68)),
        example("70 in no trump.", hand(1, 70, 70, 2, no_trump=True), gives=(2, 120)),
        example("All 125; the others have tricks.", hand(0, 60, 125, 4), gives=(125, 4)),
        example("Two lost bids: −150 loses.", LOST, LOST, gives=(-150, 10)),
        example("Past 100 by tricks does not win.", *PLAYS_ON, gives=(106, -1), target=100),
        example("A bid wins.", *PLAYS_ON[:2], hand(0, 60, 60, 5), gives=(161, 69), target=100),
    ),
)
