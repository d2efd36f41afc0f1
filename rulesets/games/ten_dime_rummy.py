"""10 Dime Rummy (Metzker p. 10): eight rounds of sets; dimes buy cards, the best takes the pot."""

from rulesets.cards.card_rules import TWOS, MeldRules, contracts, steps
from rulesets.cards.deck import Deck
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import (
    POT,
    Events,
    Phrase,
    Problems,
    Table,
    at_least,
    eldest,
    error,
    gain,
    listed,
    pay,
    warning,
)
from rulesets.families import pots, rummy
from rulesets.rounds import (
    CardRules,
    CardValues,
    PerPlayer,
    Rounds,
    SheetColumn,
    after,
    ask,
    decks,
    declared,
)

SIZES = ("three", "four", "five", "six")
CONTRACTS = tuple(text.format(size) for size in SIZES for text in ("a set of {}", "two sets of {}"))
DIMES, STEP, DEALT = "dimes", 5, 12
VALUES = CardValues(steps(20, 10, STEP), 50, 25, TWOS)
DECK = Deck(packs=4, jokers=8)
MOST = sum(map(VALUES.value, DECK.cards()))
LEAST = DEALT * STEP  # for who went out: twelve cards laid down


@declared
class Options:
    stake: int = option(
        "Dimes to start with", default=10, low=1, high=100, help="Each player’s, to buy cards."
    )


def held(table: Table) -> int:
    """Return the most dimes that somebody still has."""
    return max(table.holds(player, DIMES) for player in table.players)


@declared
class Hand:
    points: PerPlayer[int] = rummy.points(DECK, VALUES, (-60, 180))
    dimes: PerPlayer[int] = ask(
        "Dimes spent",
        "What each player threw into the pot.",
        high=held,
        usual=(0, 2),
    )


def laid_down(hand: Hand, table: Table) -> Problems:
    """Check that no more is laid down than the packs hold, and that who goes out has laid down
    twelve cards or more."""
    if (count := sum(points for points in hand.points if points > 0)) > MOST:
        text = "{sum} points in front of everybody, but four packs have only {most}."
        yield error("points.many", text, ("points",), sum=count, most=MOST)
    if max(hand.points) < LEAST:
        text = "Nobody has {least}, the least for twelve cards laid down. Did nobody go out?"
        yield warning("points.low", text, ("points",), least=LEAST)


def score(hand: Hand, table: Table) -> Events:
    """Yield the points, and dimes into the pot."""
    for player, (points, dimes) in enumerate(zip(hand.points, hand.dimes, strict=True)):
        yield gain(player, points, "On the table less in hand", at=("points", player))
        if dimes:
            yield pay(dimes, player, POT, "{who} buys", "buying", ("dimes", player), DIMES)


def label(table: Table) -> Phrase:
    return Phrase(CONTRACTS[min(table.rounds, len(CONTRACTS) - 1)])


def note(table: Table) -> Phrase:
    """Return the note: who begins, and the dimes in the pot."""
    there = Phrase("dimes in the pot: {pot}", {"pot": pots.in_pot(table, DIMES)})
    return listed([*eldest(table), there], "; ")


def left(table: Table, player: int) -> Phrase:
    """Return the dimes that a player has left to buy for."""
    dimes = table.holds(player, DIMES)
    return Phrase("1 dime left") if dimes == 1 else Phrase("{dimes} dimes left", {"dimes": dimes})


def hand(points: tuple[int, ...], *dimes: int) -> dict[str, list[int]]:
    return {"points": [*points], "dimes": [*dimes]}


WORKED = hand((85, -40, 30), 2, 0, 1), hand((60, 115, -95), 0, 3, 4), hand((-20, 70, 10), 1, 0, 0)
ALL = hand((60, -5), 10, 0), hand((-30, 65), 0, 10), hand((60, 20), 0, 0)
GAME = table_game(
    slug="ten-dime-rummy",
    name="10 Dime Rummy",
    source="Metzker p. 10",
    about="Eight rounds of sets; dimes buy cards, and the highest total takes the pot.",
    family="stakes",
    needs=decks(3, 4, "ten dimes for each player", jokers=True),
    minutes=90,
    aliases=("Ten Dime Rummy",),
    options=Options,
    cards=CardRules(
        VALUES,
        MeldRules(runs=False, wild_ranks=TWOS, balanced=True),
        contracts(*CONTRACTS),
        DECK,
    ),
    plays=Rounds(
        players=(2, 14),
        asks=Hand,
        score=score,
        checks=(pots.no_more("dimes", DIMES), laid_down),
        label=label,
        note=note,
        due=left,
        ends=after(len(CONTRACTS)),
        conserved=frozenset({DIMES}),
        buying=frozenset({"stakes"}),
        opens=lambda table: pots.bring_stakes(table, DIMES, table.options.stake),
        pays_out=lambda table, ending: pots.share_pot(table, DIMES, ending),
        sheet_columns=(SheetColumn("dimes", "dimes"),),
        how=(
            "Joker 50, two 25 (both wild), ace 20, king to ten 10, nine to three 5.",
            "In front of you less in hand. A dime buys a discard, with two cards of the stock.",
        ),
        notable=at_least("points", 300, "large", "{name}: {count} points in one round"),
        rarities={"large": "300 points in one round"},
    ),
    examples=(
        example("The worked example.", *WORKED, gives=(125, 145, -55)),
        example("Ten dimes spent, then no more to spend.", *ALL, gives=(90, 80)),
        example("Nobody buys.", hand((60, 0, 0), 0, 0, 0), gives=(60, 0, 0)),
        example("Caught with everything.", hand((145, -300), 0, 2), gives=(145, -300)),
        example("A dime each.", hand((75, 5), 1, 1), gives=(75, 5), stake=1),
        example("Two share the pot.", hand((60, 60, 5), 3, 0, 2), gives=(60, 60, 5), round=8),
    ),
)
