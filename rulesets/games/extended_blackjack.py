"""Blackjack with the Extended Deck: nearest to 21 without going over; a joker helps as it can."""

from typing import Any

from rulesets.cards.totals import MOST as FULL
from rulesets.cards.totals import HandTotal, nearest_21
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import (
    Events,
    Moments,
    Problems,
    Table,
    error,
    gain,
    moment,
    refusal,
    say,
)
from rulesets.families import extended
from rulesets.referee.extended.betting import BettingGame
from rulesets.rounds import Hand, PerPlayer, Rounds, SheetColumn, ask, declared

STANDS = 17  # the dealer draws below it
MOST_CARDS, FEW, MOST_BET, USUAL = 12, 3, 100_000, (2, 50)
cards = extended.open_hand_counter("21", 2, MOST_CARDS)


@declared
class Options(extended.ExtendedOptions):
    push: str = option(
        "Level hands",
        default="back",
        choices=(("back", "give the bet back"), ("dealer", "are the dealer’s")),
        help="The rule sheet suggests the second to give the dealer an edge again.",
    )


@declared
class Deal:
    dealer: Hand = ask("The dealer’s hand", "All its cards at the end.", cards=cards)
    hands: PerPlayer[Hand | None] = ask("Hands", "All cards at the end.", cards=cards)
    bets: PerPlayer[int | None] = ask(
        "Bets", "Chips, after doubling; nothing if you sit out.",
        high=MOST_BET, usual=USUAL,
    )  # fmt: skip
    dealer_skipped: bool = ask("Was the dealer skipped?", "A Skip makes the dealer stand.")


def total(hand: Any) -> HandTotal:
    return nearest_21(extended.read_cards(hand))


class Bets:
    """Whoever bets has a hand, and a dealer who stands low had a reason."""

    def __call__(self, deal: Deal, table: Table) -> Problems:
        for who, name in enumerate(table.names):
            if bool(deal.hands[who]) != bool(deal.bets[who]):
                text = "{name} bets: which cards?" if deal.bets[who] else "{name}: how many chips?"
                yield refusal("bets.missing", text, ("bets", who), name=name)
        dealer = total(deal.dealer).points
        hands = [total(hand) for hand in deal.hands if hand]
        alone = all(hand.natural or hand.over for hand in hands)
        if dealer < STANDS and not (deal.dealer_skipped or alone):
            text = "The dealer stands on {count}? Only a Skip lets it stand below {stands}."
            yield error("dealer.low", text, ("dealer",), count=dealer, stands=STANDS)

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Give everybody a hand and a bet, and skip the dealer if the cards ask for it."""
        report["bets"] = [chance.randint(*USUAL) for _ in table.names]
        report["hands"] = [["AS"] for _ in table.names]
        extended.CardsFromDeck(("dealer", "hands")).mend(report, table, chance)
        report["dealer_skipped"] = total(report["dealer"]).points < STANDS


def points_of(table: Table, who: int) -> int | None:
    """Return the points of a player's hand in the last deal."""
    cards = table.last.report.hands[who] if table.last is not None else None
    return total(cards).points if cards else None


def result(hand: HandTotal, dealer: HandTotal, *, level_loses: bool) -> tuple[float, str, str]:
    """Return the gain for each chip of a bet, the reason, and the rule."""
    if hand.over:
        return -1, "{who} has {count}, too many", "over"
    if hand.natural and not dealer.natural:
        return 1.5, "{who} has a natural", "natural"
    if dealer.natural and not hand.natural:
        return -1, "The dealer has a natural", "natural"
    if dealer.over or hand.points > dealer.points:
        return 1, "{who} has {count}, the dealer {dealer}", "scoring"
    if hand.points == dealer.points and not level_loses:
        return 0, "{who} is level with the dealer at {count}", "push"
    return -1, "{who} has {count}, the dealer {dealer}", "scoring"


def score(deal: Deal, table: Table) -> Events:
    """Yield each hand against the dealer’s."""
    dealer = total(deal.dealer)
    for who, (cards, bet) in enumerate(zip(deal.hands, deal.bets, strict=True)):
        if not cards or not bet:
            continue
        hand = total(cards)
        each, text, rule = result(hand, dealer, level_loses=table.options.push == "dealer")
        params: dict[str, Any] = {"count": hand.points, "dealer": dealer.points}
        yield gain(who, int(bet * each // 1), text, rule, ("hands", who), **params)
    yield say("dealer {count}", count=dealer.points)


def notable(deal: Deal, table: Table) -> Moments:
    """Yield a joker where only it would do."""
    for who, cards in enumerate(deal.hands):
        if cards and "JK" in cards and len(cards) >= FEW and total(cards).points == FULL:
            yield moment(table, who, "joker", "{name}: a joker made it 21")


def deal(dealer: str, *hands: tuple[str, int] | None, **more: bool) -> dict[str, Any]:
    held = [hand and hand[0].split() for hand in hands]
    return {"dealer": dealer.split(), "hands": held, "bets": [h and h[1] for h in hands], **more}


LEVEL = deal("10S 8D", ("9S 9H", 10), ("JK KD QC AH", 10))
GAME = table_game(
    slug="extended-blackjack",
    name="Blackjack with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="Come nearest to 21; a joker is whatever helps most, a Skip makes you stand.",
    family="stakes",
    needs=extended.needs("chips"),
    minutes=30,
    aliases=("Twenty-One", "Extended Blackjack"),
    options=Options,
    plays=Rounds(
        players=(2, 7),
        asks=Deal,
        score=score,
        checks=(extended.CardsFromDeck(("dealer", "hands")), Bets()),
        deals="none",
        unit="chips",
        sheet_columns=(
            SheetColumn("dealer", value=lambda table, _who: total(table.last.report.dealer).points),
            SheetColumn("hand", per="player", value=points_of),
            SheetColumn("bet", "bets"),
        ),
        how=(
            "Ace 1 or 11, faces 10. The dealer draws to 16 and stands on 17.",
            "A joker brings its hand as near to 21 as it can; above 21 it counts least.",
            "Redealt as your turn begins: a Draw is two cards, a Skip makes you stand.",
            "A natural pays 3 : 2.",
        ),
        notable=notable,
        rarities={"joker": "21 by a joker"},
        joins=False,
    ),
    referee=BettingGame("hit", "stand", "double", once=False),
    examples=(
        example(
            "A joker with a king is a natural: 3 : 2, rounded down.",
            deal("10S 8D", ("JK KD", 5), ("9S 8H", 10)),
            gives=(7, -10),
        ),
        example("Level gives the bet back; 22 is too many.", LEVEL, gives=(0, -10)),
        example("Level hands are the dealer’s.", LEVEL, gives=(-10, -10), push="dealer"),
        example(
            "The dealer was skipped on 12.",
            deal("10S 2D", ("JK 5H", 4), None, dealer_skipped=True),
            gives=(4, 0),
        ),
        example(
            "A dealer’s natural beats another 21.",
            deal("AS JK", ("7S 7H 7D", 6), ("AD KH", 6)),
            gives=(-6, 0),
        ),
    ),
)
