"""Push (Metzker p. 8): five contracts for partners; only the side that is caught counts."""

from rulesets.cards.card_rules import TWOS, MeldRules, contracts, steps
from rulesets.cards.deck import Deck
from rulesets.engine.fields import Counter
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Phrase,
    Table,
    eldest,
    gain,
    listed,
    say,
    side_moment,
)
from rulesets.rounds import (
    CardRules,
    CardValues,
    Player,
    Rounds,
    SheetColumn,
    after,
    ask,
    decks,
    declared,
)

CONTRACTS = (
    "Two sets of three",
    "A set of three and a run of four",
    "Two runs of four",
    "Three sets of three",
    "Two runs of five",
)
FIRST, STEP, HELD = (
    6,
    5,
    60,
)  # cards in the first deal; the most cards that two hands are counted of
MANY = 250  # more than this is caught seldom
VALUES = CardValues(steps(20, 10, STEP), 25, 25, TWOS)
DECK = Deck(packs=2, jokers=4)
MOST = sum(map(VALUES.value, DECK.cards()))


@declared
class Options:
    one_of_each_suit: bool = option(
        "A set holds each suit once", default=False, help="At most four cards; much harder."
    )


@declared
class Deal:
    out: Player = ask("Who went out?", "That side counts nothing.")
    count: int = ask(
        "The other side’s cards",
        "What is left in both hands together.",
        low=2 * STEP,
        high=MOST,
        step=STEP,
        usual=(2 * STEP, 150),
        cards=Counter("cards", HELD, 2, packs=DECK.packs, jokers=DECK.jokers, values=VALUES),
        unit="points",
        of_whom="out",
        is_opposite=True,
    )


def score(deal: Deal, table: Table) -> Events:
    """Yield the count of both hands of the side that did not go out."""
    side, name = table.roster.side_of(deal.out), table.names[deal.out]
    yield gain(side, 0, "{name} went out", "going-out", ("out",), name=name)
    text = "Left in both hands of {who}: {count}"
    yield gain(1 - side, deal.count, text, "scoring", ("count",), count=deal.count)
    others = table.name_of(1 - side)
    yield say("{name} went out; {others} {count}", name=name, others=others, count=deal.count)


def notable(deal: Deal, table: Table) -> Moments:
    """Yield a side caught with very much."""
    if deal.count >= MANY:
        side, text = 1 - table.roster.side_of(deal.out), "{name} were caught with {count}"
        yield side_moment(table, side, "caught", text, count=deal.count)


def label(table: Table) -> Phrase:
    """Return how many cards, and the contract."""
    deal = min(table.rounds, len(CONTRACTS) - 1)
    contract = Phrase(CONTRACTS[deal].lower())
    return Phrase("{cards} cards, {contract}", {"cards": FIRST + deal, "contract": contract})


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: the values of cards, and the options agreed on."""
    lines = [
        "Joker and two 25 (wild), ace 20, king to ten 10, nine to three 5.",
        "Only the side that did not go out counts: both hands.",
    ]
    return [*lines, "A set holds each suit once."] if options.one_of_each_suit else lines


def deals(*results: tuple[int, int]) -> list[dict[str, int]]:
    return [{"out": out, "count": count} for out, count in results]


GAME = table_game(
    slug="push",
    name="Push",
    source="Metzker p. 8",
    about="Rummy for partners with five contracts: push the card you do not want. Lowest wins.",
    needs=decks(2, jokers=True),
    minutes=60,
    aliases=("Push Rummy",),
    options=Options,
    cards=CardRules(
        VALUES,
        MeldRules(wild_ranks=TWOS, least_naturals=0),  # the book sets no limit on wild cards
        contracts(*CONTRACTS),
        DECK,
    ),
    plays=Rounds(
        players=(4, 4),
        sides=2,
        asks=Deal,
        score=score,
        label=label,
        note=lambda table: listed(eldest(table)),
        ends=after(len(CONTRACTS)),
        wins="low",
        sheet_columns=(SheetColumn("went out", "out"),),
        how=how,
        notable=notable,
        rarities={"caught": "caught with very much"},
    ),
    examples=(
        example(
            "The worked example, all five deals.",
            *deals((0, 45), (3, 110), (2, 10), (1, 60), (1, 85)),
            gives=(255, 55),
        ),
        example("One card each.", *deals((1, 10)), gives=(10, 0)),
        example("The partner’s cards do not count.", *deals((2, 95)), gives=(0, 95)),
        example("Two full hands of wild cards.", *deals((0, 550)), gives=(0, 550), round=5),
        example("All five for one side.", *deals(*[(0, 50)] * 5), gives=(0, 250)),
        example("The last deal.", *deals((3, 200)), gives=(200, 0), round=5),
        example("Harder sets.", *deals((3, 75)), gives=(75, 0), one_of_each_suit=True),
    ),
)
