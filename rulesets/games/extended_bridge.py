"""Four-deal Bridge (Chicago) with the Extended Deck: thirteen tricks, some of them nobody's."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from rulesets.engine.game import Game, example, option
from rulesets.engine.scoring import (
    Events,
    Moments,
    Phrase,
    Table,
    as_is,
    eldest,
    gain,
    listed,
    say,
    side_moment,
)
from rulesets.families import extended, tricks
from rulesets.families.tricks import BridgeContract
from rulesets.referee.extended.tricks import TrickGame
from rulesets.rounds import Keep, PerSide, Player, Rounds, SheetColumn, ask, declared, when

DEALS, FOUR = 4, 4
HUNDRED, FOURTH, FIFTY = 100, 100, 50
PART = "part scores"
STRAINS = (("S", "♠"), ("H", "♥"), ("D", "♦"), ("C", "♣"), ("NT", "No trump"))
SMALL, GRAND = 6, 7
PLAYED: Any = ("passed", (False,))


@declared
class Options(extended.TrickOptions):
    part_scores: str = option(
        "Part scores",
        default="carry",
        choices=(("carry", "carry to a game"), ("fifty", "bring 50 each")),
        help="In the fourth deal, a part score that carries brings 100.",
    )


@declared
class Deal:
    passed: bool = ask("Did all pass?", "Then the same dealer deals again.")
    declarer: Player = ask("Who played it?", "The declarer.", when=PLAYED)
    level: int = ask("Level", "Tricks above six.", low=1, high=GRAND, when=PLAYED)
    trump: str = ask("Trump", "Or no trump.", choices=STRAINS, when=PLAYED)
    doubled: int = ask(
        "Doubled", "1 for doubled, 2 for redoubled.", high=2, usual=(0, 1), when=PLAYED
    )
    tricks: PerSide[int] = ask("Tricks", "What each side took.", high=extended.TRICKS, when=PLAYED)
    nobody: int = extended.nobody(when=PLAYED)


def deal_of(table: Table) -> int:
    """Return which of the four deals comes: passed ones do not count."""
    return table.number - (table.memory or 0)


def dealer_of(table: Table) -> int:
    """Return the dealer; if none was entered, the first player dealt the first deal, and the dealer
    of a deal that all passed deals again."""
    return (deal_of(table) - 1) % FOUR if table.dealer is None else table.dealer


def former_dealer_of(table: Table) -> int:
    """Return the dealer as in the first edition: if none was entered, a passed deal moved the deal
    on."""
    return table.rounds % FOUR if table.dealer is None else table.dealer


Dealer = Callable[[Table], int]


def vulnerable(table: Table, dealer: Dealer) -> tuple[int, ...]:
    """Return the sides that are: none, twice the dealer's, both."""
    if deal_of(table) in (1, DEALS):
        return () if deal_of(table) == 1 else (0, 1)
    return (table.roster.side_of(dealer(table)),)


def declared_tricks(table: Table, _who: int) -> int | None:
    """Return the tricks of the side that played the contract."""
    deal = table.last.report if table.last is not None else None
    if deal is None or deal.passed:
        return None
    tricks: int = deal.tricks[table.roster.side_of(deal.declarer)]
    return tricks


def label(table: Table, dealer: Dealer = dealer_of) -> Phrase:
    """Return the note of who is vulnerable."""
    sides = vulnerable(table, dealer)
    if len(sides) == 1:
        return Phrase("{name} vulnerable", {"name": table.name_of(sides[0])})
    return Phrase("all vulnerable" if sides else "nobody vulnerable")


def score(deal: Deal, table: Table, dealer: Dealer = dealer_of) -> Events:
    """Yield the contract, or the penalty for going down; part scores on the way to a game."""
    if deal.passed:
        yield Keep((table.memory or 0) + 1)
        yield say("passed out")
        return
    side = table.roster.side_of(deal.declarer)
    bid = BridgeContract(deal.level, deal.trump, deal.doubled, side in vulnerable(table, dealer))
    over = deal.tricks[side] - bid.needed
    called: dict[str, Any] = {"bid": bid.words, "at": ("level",)}
    if over < 0:
        text = "{name} went down by {down} in {bid}"
        params = {"name": table.name_of(side), "down": -over, **called}
        yield gain(1 - side, bid.penalty(-over), text, "down", **params)
        yield say("{bid} by {name}: down {down}", name=table.names[deal.declarer],
                  down=-over, bid=bid.words)  # fmt: skip
        return
    yield gain(side, bid.points, "{who} made {bid}", "contract", **called)
    if over:
        text = "Tricks above the contract: {over}"
        yield gain(side, bid.overtricks(over), text, "overtricks", ("tricks", side), over=over)
    if bid.insult:
        yield gain(side, bid.insult, "Made although doubled", "doubled", ("doubled",))
    if bid.slam:
        yield gain(side, bid.slam, "{who} made a slam", "slam", ("level",))
    yield from game_or_part(side, bid, table)
    taken = deal.tricks[side]
    yield say("{bid} by {name}: {taken}", name=table.names[deal.declarer], taken=taken,
              bid=bid.words)  # fmt: skip


def game_or_part(side: int, bid: BridgeContract, table: Table) -> Events:
    """Yield the bonus for a game, by what was carried to it; or a part score."""
    at = ("level",)
    if table.holds(side, PART) + bid.points >= HUNDRED:
        yield gain(side, bid.game, "{who} made a game", "game", at)
        for holder in (0, 1):
            if carried := table.holds(holder, PART):
                yield gain(holder, -carried, "A game ends part scores", "part-scores", at, PART)
    elif table.options.part_scores == "fifty":
        yield gain(side, FIFTY, "A part score", "part-scores", at)
    else:
        yield gain(side, bid.points, "{who} carries {points}", "part-scores", at, PART,
                   points=bid.points)  # fmt: skip
        if deal_of(table) == DEALS:
            yield gain(side, FOURTH, "A part score in the fourth deal", "part-scores", at)


def next_dealer(deal: Deal, table: Table) -> int | None:
    """Return the next one, or the same after a deal that was passed out."""
    if table.dealer is None:
        return None
    return table.dealer if deal.passed else table.left_of(table.dealer)


def finished(table: Table) -> tuple[int, ...] | None:
    """Return the better side, or both, once four deals are played."""
    if deal_of(table) <= DEALS:
        return None
    return tuple(side for side, total in enumerate(table.totals) if total == max(table.totals))


def note(table: Table) -> Phrase:
    """Return the note: who deals and bids first, and the part scores."""
    parts = list(eldest(table, "{name} sits on the dealer’s left"))
    for side in (0, 1):
        if carried := table.holds(side, PART):
            text = "{name}: {points} carried"
            parts.append(Phrase(text, {"name": table.name_of(side), "points": carried}))
    return listed(parts, "; ") if parts else as_is("")


def notable(deal: Deal, table: Table) -> Moments:
    """Yield a slam that is bid and made."""
    if deal.passed:
        return
    side = table.roster.side_of(deal.declarer)
    if deal.level >= SMALL and deal.tricks[side] >= deal.level + tricks.BOOK:
        text = "{name} made a grand slam" if deal.level == GRAND else "{name} made a small slam"
        yield side_moment(table, side, "slam", text)


def played(declarer: int, bid: str, tricks: list[int], **more: int) -> dict[str, Any]:
    """Return a deal of the examples."""
    contract = {"declarer": declarer, "level": int(bid[0]), "trump": bid[1:], "doubled": 0}
    return {"passed": False, **contract, "tricks": tricks, **more}


FOUR_DEALS = (
    played(0, "2S", [8, 5]),
    played(2, "1NT", [7, 6]),
    played(1, "4H", [3, 10], doubled=1),
    played(0, "3C", [9, 4]),
)
PLAYS = Rounds(
    players=(4, 4),
    sides=2,
    asks=Deal,
    score=score,
    checks=(extended.Thirteen(),),
    label=label,
    note=note,
    deals=next_dealer,
    ends=when(finished, "Play four deals.", "All four deals are played"),
    goal="The highest total after four deals",
    sheet_columns=(
        SheetColumn("declarer", "declarer"),
        SheetColumn("level", "level"),
        SheetColumn("trump", "trump"),
        SheetColumn("doubled", "doubled"),
        SheetColumn("took", value=declared_tricks),
    ),
    how=(
        "♣ ♦ 20 a trick, ♥ ♠ 30, no trump 40 and 30. Game from 100: 300, vulnerable 500.",
        "Slam 500 or 750, grand slam 1,000 or 1,500. Part scores carry to a game.",
        "Down 50 or 100 a trick; doubled 100, 200, 200, 300 or 200, 300, 300.",
        "A trick that nobody won counts for neither side.",
    ),
    notable=notable,
    rarities={"slam": "a slam, bid and made"},
)
FORMER = replace(
    PLAYS,
    label=partial(label, dealer=former_dealer_of),
    score=partial(score, dealer=former_dealer_of),
)
GAME = Game(
    slug="extended-bridge",
    name="Bridge with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Four deals of contract bridge; a trick of unranked cards can fall to nobody.",
    family="tricks",
    needs=extended.NEEDS,
    minutes=40,
    aliases=("Contract Bridge", "Chicago Bridge", "Four-deal Bridge"),
    options=Options,
    plays=PLAYS,
    edition=2,
    former={1: {"plays": FORMER}},
    referee=TrickGame(),
    examples=(
        example(
            "Part scores make a game; a doubled game; a part score at the end.",
            *FOUR_DEALS,
            gives=(60 + 40 + 300 + 60 + 100, 240 + 50 + 300),
            first=0,
        ),
        example(
            "Part scores that bring 50 each.",
            *FOUR_DEALS[:2],
            gives=(60 + 50 + 40 + 50, 0),
            first=0,
            part_scores="fifty",
        ),
        example(
            "Down two, one trick was nobody’s.",
            played(3, "3NT", [6, 7 - 1], nobody=1),
            gives=(150, 0),
            first=0,
        ),
        example(
            "Passed out: the same dealer deals again.",
            {"passed": True},
            FOUR_DEALS[0],
            gives=(60, 0),
            first=0,
        ),
        example(
            "A small slam in the fourth deal, vulnerable.",
            played(1, "6S", [1, 12]),
            gives=(0, 180 + 500 + 750),
            round=4,
        ),
    ),
)
