"""Desert Rummy (Metzker p. 14): eleven contracts, one a hand at most; the first to lay all wins."""

from rulesets.cards.card_rules import TWOS, MeldRules, contracts
from rulesets.cards.deck import Deck
from rulesets.engine.game import example, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Phrase,
    Problems,
    Table,
    error,
    gain,
    joined,
    moment,
    say,
)
from rulesets.families.winners import FirstTo
from rulesets.rounds import CardRules, Order, Player, Rounds, among, ask, decks, declared

CONTRACTS = (
    "Two sets of three",
    "Two runs of three",
    "A run of four and a set of three",
    "Two sets of four",
    "A run of five and a set of three",
    "Three sets of three",
    "A run of seven",
    "Two runs of four in the same suit",
    "A run of six and a set of three",
    "Two sets of five",
    "A run of nine",
)
LAST = len(CONTRACTS)
ENDS = FirstTo(LAST, "melded", "{name} has laid down the last of {goal} contracts")


@declared
class Hand:
    melded: Order = ask("Who laid down a contract?", "In the order in which they did.", low=1)
    out: Player | None = ask(
        "Who went out?",
        "Nobody, if the eleventh contract ended the game.",
        nobody="Nobody: the game was over",
    )


def numbered(done: int) -> Phrase:
    """Return the contract that follows so many."""
    return Phrase("{number}. {contract}", {"number": done + 1, "contract": Phrase(CONTRACTS[done])})


def contract(table: Table, player: int) -> Phrase | None:
    """Return the contract that a player has to lay down."""
    return numbered(table.holds(player)) if table.holds(player) < LAST else None


def somebody_out(hand: Hand, table: Table) -> Problems:
    """Check that somebody went out, or laid down the eleventh contract."""
    if hand.out is None and not any(table.holds(who) == LAST - 1 for who in hand.melded):
        most = max(table.holds(who) for who in hand.melded) + 1
        text = (
            "Who went out? Contract {number} is the highest laid down; only {last} ends the game."
        )
        yield error("out.missing", text, ("out",), number=most, last=LAST)


def score(hand: Hand, table: Table) -> Events:
    """Yield one contract more for everybody who laid one down."""
    for place, who in enumerate(hand.melded):
        text, laid = "{who} lays down {contract}", numbered(table.holds(who))
        yield gain(who, 1, text, "scoring", ("melded", place), contract=laid)
    yield say("{names} laid down", names=joined([table.names[who] for who in hand.melded]))
    if hand.out is not None:
        yield say("{name} went out", name=table.names[hand.out])


def notable(hand: Hand, table: Table) -> Moments:
    for who in hand.melded:
        if table.holds(who) == LAST - 1:
            yield moment(table, who, "last", "{name} laid down the last contract")


def hands(*melded: str) -> list[dict[str, object]]:
    """Return hands of the examples, by places: those who laid down; the first of them went out."""
    return [{"melded": list(map(int, players)), "out": int(players[0])} for players in melded]


GAME = table_game(
    slug="desert-rummy",
    name="Desert Rummy",
    source="Metzker p. 14",
    about="Eleven contracts of sets and runs, everybody at their own pace; no points.",
    family="contracts",
    needs=decks(2, 4, jokers=True),
    minutes=120,
    aliases=("Contract Rummy",),
    cards=CardRules(
        melds=MeldRules(wild_ranks=TWOS, balanced=True),
        contracts=contracts(*CONTRACTS),
        deck=Deck(packs=4, jokers=8),
    ),
    plays=Rounds(
        players=(2, 18),
        asks=Hand,
        score=score,
        checks=(among("out", "melded", "{name} went out without a contract."), somebody_out),
        due=contract,
        ends=ENDS,
        rank=ENDS.ranking,
        unit="contracts",
        counted=Phrase("Contracts"),
        how=("One contract a hand at most: write the number of the hand into its box.",),
        ladder=lambda _options: CONTRACTS,
        notable=notable,
        rarities={"last": "the last contract laid down"},
    ),
    examples=(
        example(
            "The worked example.",
            *(*hands("10", "21"), {"melded": [0, 1, 2], "out": 1}),
            gives=(2, 3, 2),
        ),
        example("Ann alone.", *hands("0"), gives=(1, 0)),
        example("Going out brings nothing extra.", {"melded": [0, 1], "out": 1}, gives=(1, 1)),
        example("The eleventh: nobody out.", *hands(*"0" * 10), {"melded": [0]}, gives=(11, 0)),
        example("Ann and Cy share place 2.", *hands(*["012"] * 10, "120"), gives=(11, 11, 11)),
        example("The hand is finished.", *hands(*"1" * 10, "10"), gives=(1, 11)),
    ),
)
