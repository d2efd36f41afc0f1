"""Poker with the Extended Deck: jokers are cards that the hand has not; chips go to the best."""

from collections.abc import Sequence
from typing import Any

from rulesets.cards.deck import Card
from rulesets.cards.poker import COMMON, OWN, PokerHand, best_of_two_own, best_with_jokers
from rulesets.engine.game import example, option, table_game
from rulesets.engine.scoring import Events, Phrase, Problems, Table, error, pay, refusal, say
from rulesets.families import extended, pots
from rulesets.referee.extended.betting import BettingGame
from rulesets.rounds import POT, Hand, PerPlayer, Players, Rounds, SheetColumn, ask, declared

FIVE, MOST_CARDS, MOST_PUT, USUAL = 5, 14, 1_000_000, (1, 20)
cards, common = (extended.open_hand_counter("poker", least, MOST_CARDS) for least in (2, 3))
# At Omaha four of one's own and five common ones are dealt; each of the pack's Draws adds one.
MOST_OWN, MOST_COMMON = 8, 9


@declared
class Options(extended.ExtendedOptions):
    own_cards: str = option(
        "Your own cards in a hand",
        default="any",
        choices=(("any", "as many as you like"), ("two", "exactly two (Omaha)")),
        help="Of Stud and Hold’em any, of Omaha two, with three common cards.",
    )


def is_omaha(table: Table) -> bool:
    """Return whether a hand is two of one's own cards and three common ones."""
    return bool(table.options.own_cards == "two")


@declared
class Deal:
    put: PerPlayer[int] = ask(
        "Chips put in", "By each player in the whole hand.", high=MOST_PUT, usual=USUAL
    )
    winners: Players | None = ask(
        "Who won the pot?", "Several can share it. Choose nobody if you enter the cards below."
    )
    side: int | None = ask("Side pot", "Its chips, if others won them.", high=MOST_PUT, rare=True)
    side_winners: Players | None = ask("Who won the side pot?", "Several share it.", rare=True)
    second: int | None = ask("Second side pot", "Its chips.", high=MOST_PUT, rare=True)
    second_winners: Players | None = ask("Who won it?", "Several share it.", rare=True)
    board: Hand | None = ask("Common cards", "As they lie at the end.", cards=common, rare=True)
    hands: PerPlayer[Hand | None] | None = ask(
        "Hands that were shown", "Each player’s own cards, after redealing.", cards=cards, rare=True
    )


def best(deal: Deal, table: Table) -> dict[int, PokerHand]:
    """Return the best five of everybody who showed a hand, with the common cards."""
    board = extended.read_cards(deal.board)
    hands = {who: extended.read_cards(hand) for who, hand in enumerate(deal.hands or ()) if hand}
    if is_omaha(table):
        return {who: best_of_two_own(hand, board) for who, hand in hands.items()}
    return {who: best_with_jokers((*hand, *board)) for who, hand in hands.items()}


def hands_problems(deal: Deal, table: Table) -> Problems:
    """Report hands that are no five cards, or more than can have been dealt."""
    board = extended.read_cards(deal.board)
    for who, hand in enumerate(deal.hands or ()):
        own, name = extended.read_cards(hand), table.names[who]
        if not own:
            continue
        if not is_omaha(table):
            if _faces((*own, *board)) < FIVE:
                text = "{name} needs five different cards, with the common ones."
                yield refusal("hands.few", text, ("hands", who), name=name)
        elif _faces(own) < OWN or _faces(board) < COMMON or _faces((*own, *board)) < FIVE:
            text = "{name} needs two cards of their own and three common ones, all different."
            yield refusal("hands.few", text, ("hands", who), name=name)
        elif len(own) > MOST_OWN or len(board) > MOST_COMMON:
            text = "At Omaha nobody has more than {own} cards, and {common} lie in common."
            params: Any = {"own": MOST_OWN, "common": MOST_COMMON}
            yield refusal("hands.many", text, ("hands", who), **params)


class Pots:
    """A check that somebody wins every chip that was put in; hands that were entered are
    compared."""

    def __call__(self, deal: Deal, table: Table) -> Problems:
        unfit = list(hands_problems(deal, table))
        yield from unfit
        has_hands = any(deal.hands or ())
        if not deal.winners and not has_hands:
            yield refusal("winners.missing", "Who won the pot? Nobody is named.", ("winners",))
        if has_hands and deal.winners and not unfit:
            strengths = {who: hand.strength for who, hand in best(deal, table).items()}
            best_hands = pots.split_by_hands(deal.put, strengths)[0][1]
            if set(best_hands) != set(deal.winners):
                text = "By the cards {names} won the pot."
                names = pots.join_names(best_hands, table)
                yield error("winners.cards", text, ("winners",), names=names)
        beside = (deal.side or 0) + (deal.second or 0)
        if beside > sum(deal.put):
            text = "Side pots come to {sum}; only {all} were put in."
            yield error("pots.sum", text, ("side",), sum=beside, all=sum(deal.put))
        for key, amount in (("side", deal.side), ("second", deal.second)):
            if amount and not getattr(deal, f"{key}_winners"):
                yield error("pots.winners", "Who won this pot?", (f"{key}_winners",))

    def mend(self, report: dict[str, Any], table: Table, chance: Any) -> None:
        """Name a winner."""
        report["winners"] = sorted(chance.sample(table.players, chance.choice((1, 1, 2))))


def _faces(cards: Sequence[Card]) -> int:
    """Return how many different cards these can be."""
    return len({card for card in cards if not card.is_joker}) + sum(c.is_joker for c in cards)


def find_pots(deal: Deal, table: Table) -> list[tuple[int, tuple[int, ...]]]:
    """Return every pot with its winners: by the cards, or as reported."""
    if any(deal.hands or ()):
        return pots.split_by_hands(
            deal.put, {who: hand.strength for who, hand in best(deal, table).items()}
        )
    side_pots = (
        (deal.side or 0, deal.side_winners or deal.winners or ()),
        (deal.second or 0, deal.second_winners or deal.winners or ()),
    )
    return pots.split_side_pots(sum(deal.put), deal.winners or (), side_pots)


def score(deal: Deal, table: Table) -> Events:
    """Yield the chips that everybody put in; then each pot to its winners, odd chips from the
    dealer’s left."""
    for who, amount in enumerate(deal.put):
        if amount:
            yield pay(amount, who, POT, "{who} puts in {count}", "pots", ("put", who), count=amount)
    hands = best(deal, table)
    for amount, winners in find_pots(deal, table):
        for who, share in pots.share_chips(amount, winners, table):
            what = hands[who].words if who in hands else Phrase("the best hand, or the only one")
            text = "{who} wins: {hand}" if len(winners) == 1 else "{who} shares: {hand}"
            yield pay(share, POT, who, text, "winners" if len(winners) == 1 else "odd-chips",
                      ("winners",), hand=what)  # fmt: skip
        names = pots.join_names(winners, table)
        if amount:
            yield say("{amount} to {names}", amount=amount, names=names)


def deal_with_cards(put: list[int], board: str, *hands: str) -> dict[str, Any]:
    cards = [hand.split() or None for hand in hands]
    return {"put": put, "board": board.split(), "hands": cards}


def how(options: Options) -> list[str]:
    """Return the lines of the sheet: jokers and special cards, and which cards make a hand."""
    return [
        "A joker is a card that its hand does not hold: no five of a kind.",
        "Special cards are redealt before hands are shown: a Draw is two cards.",
        "Omaha: two of your own cards and three common ones."
        if options.own_cards == "two"
        else "The best five of your own and the common cards.",
        "An odd chip goes to the first winner from the dealer’s left.",
    ]


ALL_IN = deal_with_cards([10, 40, 40], "KS QS JS 4D 2C", "10S JK", "KD KC", "QD QC")
OMAHA = deal_with_cards([10, 10], "2S 7S 9D JH KC", "AS QS 8S 3S", "KD KS 4C 5C")
GAME = table_game(
    slug="extended-poker",
    name="Poker with the Extended Deck",
    source=extended.SOURCE,
    sheet=extended.SHEET,
    pictures=extended.PICTURES,
    about="The usual hands; no joker repeats a card of its hand, common specials act on all.",
    family="stakes",
    needs=extended.needs("chips"),
    minutes=90,
    aliases=("Texas Hold’em", "Extended Poker"),
    options=Options,
    plays=Rounds(
        players=(2, 10),
        asks=Deal,
        score=score,
        checks=(extended.CardsFromDeck(("board", "hands")), Pots()),
        unit="chips",
        seats_matter=True,
        sheet_columns=(SheetColumn("put in", "put"),),
        how=how,
    ),
    referee=BettingGame("check", "call", "bet", "raise", "fold"),
    examples=(
        example(
            "The joker is the ace: a royal flush takes the main pot, three kings the rest.",
            ALL_IN,
            gives=(20, 20, -40),
        ),
        example("All others folded.", {"put": [5, 20, 20], "winners": [2]}, gives=(-5, -20, 25)),
        example(
            "Two share 25 chips; Ann deals, so the odd one is Bo’s.",
            {"put": [5, 10, 10], "winners": [1, 2]},
            gives=(-5, 3, 2),
            first=0,
        ),
        example(
            "The royal flush in words.",
            {"put": [10, 40, 40], "winners": [0], "side": 60, "side_winners": [1]},
            gives=(20, 20, -40),
        ),
        example(
            "At Omaha four spades in one’s own hand are two, and make no flush.",
            OMAHA,
            gives=(-10, 10),
            own_cards="two",
        ),
        example(
            "Two come to the very same hand.",
            deal_with_cards([8, 8], "KS QS JS 10S 3D", "JK 2H", "AS 2D"),
            gives=(0, 0),
        ),
    ),
)
