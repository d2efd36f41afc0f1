"""Hearts with the Extended Deck: sixteen hearts and the queen of spades; the lowest wins."""

from typing import Any

from rulesets.engine.game import example, goal, option, table_game
from rulesets.engine.limits import Limit
from rulesets.engine.scoring import (
    Events,
    Moments,
    Problems,
    Table,
    error,
    gain,
    moment,
    warning,
    worths,
)
from rulesets.families import extended
from rulesets.referee.extended.tricks import TrickGame
from rulesets.rounds import PerPlayer, Player, Rounds, ask, declared, reach

QUEEN, MOON, MANY = 13, 26, 12
WAYS = (
    "Pass three to the left; 2♣ leads",
    "Pass three to the right; 2♣ leads",
    "Pass three across; 2♣ leads",
    "Keep your cards; 2♣ leads",
)


@declared
class Options(extended.TrickOptions):
    target: int = goal(100, low=25, high=500)
    moon: str = option(
        "The moon",
        default="others",
        choices=(("others", "26 for everybody else"), ("own", "26 off your own score")),
        help="For taking all hearts in play and the queen of spades.",
    )


def hearts(table: Table) -> int:
    return extended.SUITED * int(table.options.packs)


@declared
class Hand:
    hearts: PerPlayer[int] = ask(
        "Hearts taken",
        "Draw, Reverse and Skip of hearts too. Some may be in the stock, or in nobody’s trick.",
        high=hearts,
        usual=(0, 4),
        worth=1,
        says="Hearts",
        unit="hearts",
        sign="♥",
    )
    queen: Player | None = ask(
        "Who took the queen of spades?",
        "It costs 13.",
        nobody="Nobody took it",
        worth=QUEEN,
        says="Queen of spades",
        sign="Q♠",
        mark="queen",
    )
    moon: Player | None = ask(
        "Who shot the moon?", "All hearts in play and the queen.", nobody="Nobody", rare=True
    )


def score(hand: Hand, table: Table) -> Events:
    """Yield the worth of each answer; but the player who shot the moon has nothing."""
    if hand.moon is None:
        yield from worths(hand, table)
        return
    name = table.names[hand.moon]
    own = table.options.moon == "own"
    for player in table.players:
        points = (-MOON if own else 0) if player == hand.moon else (0 if own else MOON)
        yield gain(player, points, "{name} shot the moon", "moon", ("moon",), name=name)


class Sixteen:
    """No more hearts than there are, and with a moon none of them with anybody else."""

    def __call__(self, hand: Hand, table: Table) -> Problems:
        taken = sum(hand.hearts)
        if taken > hearts(table):
            text = "Hearts add up to {sum}; the pack has {all}, specials among them."
            yield error("hearts.sum", text, ("hearts",), sum=taken, all=hearts(table))
        if hand.moon is not None:
            yield from _shared(hand, table)
            return
        for player, count in enumerate(hand.hearts):
            if count == taken >= MANY and hand.queen == player:
                text = "{name} took every heart entered, and the queen: was it the moon?"
                yield warning("moon.missing", text, ("moon",), name=table.names[player])

    def limit(self, table: Table) -> Limit:
        return Limit("hearts", hearts(table))

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Share out thirteen hearts or so."""
        shares = [0] * len(report["hearts"])
        for _ in range(chance.randint(10, 15)):
            shares[chance.choice(table.players)] += 1
        report["hearts"] = shares


def _shared(hand: Hand, table: Table) -> Problems:
    for player, count in enumerate(hand.hearts):
        if player != hand.moon and (count or hand.queen == player):
            text = "{name} shot the moon, but {other} took a heart or the queen."
            names = {"name": table.names[hand.moon or 0], "other": table.names[player]}
            yield error("moon.shared", text, ("hearts", player), **names)


def notable(hand: Hand, table: Table) -> Moments:
    if hand.moon is not None:
        yield moment(table, hand.moon, "moon", "{name} shot the moon")


def passing(table: Table) -> str:
    """Return the direction in which three cards are passed."""
    return WAYS[table.rounds % len(WAYS)]


HANDS = (
    {"hearts": [3, 5, 5, 1], "queen": 0},
    {"hearts": [0, 14, 0, 0], "queen": 1, "moon": 1},
    {"hearts": [2, 6, 1, 4]},
)
GAME = table_game(
    slug="extended-hearts",
    name="Hearts with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Take no hearts and not the queen of spades; Draw, Reverse and Skip of hearts count too.",
    needs=extended.NEEDS,
    minutes=60,
    aliases=("Extended Hearts",),
    options=Options,
    plays=Rounds(
        players=(4, 4),
        asks=Hand,
        score=score,
        checks=(Sixteen(),),
        note=passing,
        ends=reach("target"),
        wins="low",
        how=(
            "A point for each heart, its Draw, Reverse and Skip too; 13 for the queen of ♠.",
            "52 cards are dealt and thirteen tricks played. A joker counts nothing.",
            "All hearts in play and the queen: 0, and 26 to the others.",
        ),
        notable=notable,
        rarities={"moon": "shot the moon"},
    ),
    referee=TrickGame(avoided=True),
    examples=(
        example(
            "Three hands; the moon, and a queen that nobody took.",
            *HANDS,
            gives=(16 + 26 + 2, 5 + 0 + 6, 5 + 26 + 1, 1 + 26 + 4),
        ),
        example("The moon taken off.", HANDS[1], gives=(0, -26, 0, 0), moon="own"),
        example("All sixteen.", {"hearts": [16, 0, 0, 0], "queen": 2}, gives=(16, 0, 13, 0)),
    ),
)
