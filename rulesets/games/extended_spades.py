"""Spades with the Extended Deck: partners bid and take thirteen tricks, some of them nobody's."""

from typing import Any

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
    moment,
)
from rulesets.families import extended
from rulesets.referee.extended.tricks import SPADES, TrickGame
from rulesets.rounds import PerPlayer, Rounds, SheetColumn, afterwards, ask, declared, reach

TEN, BAGS, OFF = 10, "bags", 100
NILS = {"nil": 100, "blind nil": 200}
BIDS = (
    ("nil", "Nil"),
    ("blind nil", "Blind nil"),
    *((str(bid), str(bid)) for bid in range(1, extended.TRICKS + 1)),
)


@declared
class Options(extended.TrickOptions):
    target: int = goal(500, low=100, high=2000)
    held_cards_as_bags: bool = option(
        "Cards held after the last trick are bags",
        default=False,
        help="A suggestion of the rule sheet: each is a bag and a point.",
    )


def asks_held(table: Table) -> bool:
    """Return whether cards that are left matter."""
    return bool(table.options.held_cards_as_bags)


@declared
class Hand:
    bids: PerPlayer[str] = ask("Bids", "Tricks, nil or blind nil.", choices=BIDS, before=True)
    tricks: PerPlayer[int] = ask("Tricks", "What each player took.", high=extended.TRICKS)
    nobody: int = extended.nobody()
    held: PerPlayer[int | None] | None = ask(
        "Cards left", "Still held after the thirteenth trick.", high=20, usual=(0, 3), blank=0,
        only=asks_held,
    )  # fmt: skip


def score(hand: Hand, table: Table) -> Events:
    """Yield the bid and tricks of each side; nils; bags and the cost of ten of them."""
    for side, members in enumerate(table.sides):
        bid = sum(int(hand.bids[who]) for who in members if hand.bids[who] not in NILS)
        took = sum(hand.tricks[who] for who in members if hand.bids[who] not in NILS)
        bags = sum(hand.tricks[who] for who in members if hand.bids[who] in NILS)
        params: dict[str, Any] = {"bid": bid, "took": took, "at": ("bids", members[0])}
        if bid > took:
            yield gain(side, -TEN * bid, "{who} bid {bid} and took {took}", "set", **params)
        else:
            bags += took - bid
            if bid:
                yield gain(side, TEN * bid, "{who} bid {bid} and made it", "made", **params)
        yield from nils(hand, side, table)
        left = sum((hand.held[who] or 0) for who in members) if hand.held else 0
        yield from in_bags(side, bags, left if asks_held(table) else 0, table)


def nils(hand: Hand, side: int, table: Table) -> Events:
    """Yield the points of each nil, kept or not."""
    for who in table.sides[side]:
        if worth := NILS.get(hand.bids[who]):
            succeeded = not hand.tricks[who]
            text = (
                "{name} bid {bid} and kept it" if succeeded else "{name} bid {bid} and took {took}"
            )
            params: dict[str, Any] = {"name": table.names[who], "took": hand.tricks[who]}
            bid = Phrase("nil" if hand.bids[who] == "nil" else "blind nil")
            yield gain(
                side, worth if succeeded else -worth, text, "nil", ("bids", who), bid=bid, **params
            )


def in_bags(side: int, bags: int, left: int, table: Table) -> Events:
    """Yield a point for each bag; each tenth costs a hundred."""
    at = ("tricks", table.sides[side][0])
    for count, text in ((bags, "Bags: {count}"), (left, "Cards held: {count}")):
        if count:
            yield gain(side, count, text, BAGS, at, count=count)
            yield gain(side, count, text, BAGS, at, BAGS, count=count)
    before = table.holds(side, BAGS)
    tens = (before + bags + left) // TEN - before // TEN
    if tens:
        yield gain(side, -OFF * tens, "{who} has ten bags more", BAGS, at)


class Bids:
    """Bids of both sides above thirteen are bold, not wrong; nil tells itself."""

    def __call__(self, hand: Hand, table: Table) -> Problems:
        for side, members in enumerate(table.sides):
            bid = sum(int(hand.bids[who]) for who in members if hand.bids[who] not in NILS)
            if bid > extended.TRICKS:
                text = "{name} bid {bid} together; there are {all} tricks."
                params: dict[str, Any] = {"bid": bid, "all": extended.TRICKS}
                at = ("bids", members[0])
                yield error("bids.sum", text, at, name=table.roster.side_names[side], **params)

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Make bids as people do: mostly a little less than they take."""
        extended.Thirteen().mend(report, table, chance)
        likely = [max(took - chance.choice((-1, 0, 0, 1)), 0) for took in report["tricks"]]
        report["bids"] = [str(bid) if bid else "nil" for bid in likely]


def notable(hand: Hand, table: Table) -> Moments:
    """Yield each blind nil that was kept."""
    for who, bid in enumerate(hand.bids):
        if bid == "blind nil" and not hand.tricks[who]:
            yield moment(table, who, "blind-nil", "{name} kept a blind nil")


def note(table: Table) -> Phrase:
    """Return the note: who bids first, and the bags."""
    parts = list(eldest(table, "{name} bids first, and leads"))
    for side, name in enumerate(table.roster.side_names):
        if bags := table.holds(side, BAGS) % TEN:
            parts.append(Phrase("{name}: bags {bags}", {"name": name, "bags": bags}))
    return listed(parts, "; ") if parts else Phrase("52 cards are dealt")


def hand(bids: str, *tricks: int, **more: Any) -> dict[str, Any]:
    """Return a hand of the examples; "b" is a blind nil."""
    named = {"n": "nil", "b": "blind nil"}
    return {"bids": [named.get(bid, bid) for bid in bids.split()], "tricks": [*tricks], **more}


NIL, BAGGED = hand("4 n 3 5", 4, 0, 4, 5), hand("2 2 2 2", 6, 1, 5, 1)
GAME = table_game(
    slug="extended-spades",
    name="Spades with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Partners bid and take tricks, spades are trumps; a lone special card can take one.",
    family="tricks",
    needs=extended.NEEDS,
    minutes=60,
    aliases=("Extended Spades",),
    options=Options,
    plays=Rounds(
        players=(4, 4),
        sides=2,
        asks=Hand,
        score=score,
        checks=(Bids(), afterwards(extended.Thirteen())),
        note=note,
        ends=reach("target"),
        sheet_columns=(
            SheetColumn("bid", "bids"),
            SheetColumn("took", "tricks"),
            SheetColumn("bags", per="side", value=lambda table, side: table.holds(side, BAGS)),
        ),
        how=(
            "Made: 10 for each trick bid, 1 for each above it, a bag. Set: 10 less for each bid.",
            "Each tenth bag costs 100. Nil 100 either way, blind nil 200.",
            "A trick that nobody won counts for nobody.",
        ),
        notable=notable,
        rarities={"blind-nil": "kept a blind nil"},
    ),
    referee=TrickGame(SPADES),
    examples=(
        example("A nil that is kept, and a bag.", NIL, gives=(71, 150)),
        example(
            "A nil that is not kept: its trick is a bag.",
            hand("4 n 3 5", 4, 1, 3, 4, nobody=1),
            gives=(70, -50 - 100 + 1),
        ),
        example(
            "A blind nil, and the others are set.",
            hand("b 4 4 4", 0, 4, 6, 3),
            gives=(200 + 40 + 2, -80),
        ),
        example(
            "Fourteen bags: the tenth costs 100.", BAGGED, BAGGED, gives=(2 * (40 + 7) - 100, -80)
        ),
        example(
            "Two cards held are bags.",
            hand("3 3 3 3", 3, 3, 3, 4, held=[2, 0, 0, 0]),
            gives=(62, 61),
            held_cards_as_bags=True,
        ),
        example("To 200.", NIL, NIL, gives=(142, 300), target=200),
    ),
)
