"""The common parts of games with the Extended Deck: the deck, its options, checks of cards.

The deck has 52 cards, two jokers (or four), and a Draw, a Reverse and a Skip in each suit. Whatever
a game is otherwise, its options begin with `ExtendedOptions` (with `PackOptions`, where no pile is
ever shuffled), and it has the cheat sheet `SHEET`.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rulesets.cards.card_rules import CardValues
from rulesets.cards.deck import (
    DRAW,
    EXTENDED,
    FRENCH,
    SKIP,
    Card,
    Deck,
    Needs,
    card_of,
    decks,
    parse_card,
)
from rulesets.drawing.seat_pictures import turn_order
from rulesets.engine.checks import Problems, error, refusal
from rulesets.engine.fields import Counter
from rulesets.engine.game import option
from rulesets.engine.problems import At
from rulesets.engine.questions import ask, declared
from rulesets.engine.table import Table

if TYPE_CHECKING:
    from random import Random

SOURCE = "Rules for the Extended Deck, revision 1.0.0"
SHEET = "extended_sheet"
PICTURES = {"turns": turn_order}
NEEDS = decks(1, pack="the Extended Deck: 66 cards")
TWO, FOUR = 2, 4  # jokers
SUITED = 16  # cards of a suit
TRICKS = 13
SPECIALS = frozenset(card_of(rank, suit) for rank in range(DRAW, SKIP + 1) for suit in FRENCH)
Kind = Literal["nine", "21", "poker", "cards"]
Counts = Callable[[Table], Counter]


@declared
class PackOptions:
    jokers: int = option(
        "Jokers in a pack",
        default=TWO,
        choices=((TWO, "two: 66 cards"), (FOUR, "four: 68 cards")),
        help="The Extended Deck is sold with two or with four.",
    )
    packs: int = option("Packs", default=1, low=1, high=4, help="Shuffled together.")


@declared
class ExtendedOptions(PackOptions):
    reshuffle: bool = option(
        "Shuffle the pile into a new stock", default=False, help="When there is nothing to draw."
    )


@declared
class TrickOptions(PackOptions):
    # Tricks that were taken are never drawn from.
    RETIRED: ClassVar = ("reshuffle",)
    last_card: str = option(
        "A special card played last in a trick",
        default="next_leader",
        choices=(("next_leader", "acts on the next leader"), ("lapses", "acts on nobody")),
        help="Nobody is left in the trick for it to act on.",
    )


def needs(*also: str) -> Needs:
    """Return the Extended Deck, and what else there has to be."""
    return decks(1, 1, *also, pack="the Extended Deck: 66 cards") if also else NEEDS


def deck(options: Any) -> Deck:
    return Deck(options.packs, options.jokers * options.packs, suits=EXTENDED)


# --- counting -------------------------------------------------------------------------------------


@cache
def _counter(
    kind: Kind, packs: int, jokers: int, least: int, most: int, values: CardValues | None
) -> Counter:
    without = SPECIALS if values is None else frozenset[Card]()
    most = most or (SUITED * len(FRENCH) + jokers) * packs
    return Counter(
        kind,
        most,
        least,
        packs=packs,
        jokers=jokers * packs,
        suits=EXTENDED,
        without=without,
        values=values,
    )


def open_hand_counter(kind: Kind, least: int, most: int) -> Counts:
    """Return how a hand is picked that lies open at the end: 52 cards and jokers, since Draws,
    Reverses and Skips have been redealt."""
    return lambda table: _counter(
        kind, table.options.packs, table.options.jokers, least, most, None
    )


def count_left(values: CardValues | Callable[[Any], CardValues]) -> Counts:
    """Return how the cards left in a hand are counted; `values`, or what it makes of the
    options."""

    def count_cards(table: Table) -> Counter:
        worth = values(table.options) if callable(values) else values
        return _counter("cards", table.options.packs, table.options.jokers, 1, 0, worth)

    return count_cards


# --- cards that are told --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardsFromDeck:
    """Cards in the answers to `keys` come from the deck, and none of them is a Draw, a Reverse or a
    Skip. `least` and `most` cards are dealt to a made-up hand."""

    keys: tuple[str, ...]
    least: int = 2
    most: int = 3

    def __call__(self, report: Any, table: Table) -> Problems:
        seen: Tally[Card] = Tally()
        whole = deck(table.options)
        for at, card in cards_of(report, self.keys):
            if card.is_special:
                text = (
                    "The {card} is redealt before hands are compared. Enter the card that "
                    "replaced it."
                )
                yield refusal("card.special", text, at, card=card.symbol)
                continue
            seen[card] += 1
            held = whole.copies(card)
            if seen[card] > held:
                text = "{card} is here {times} times, but the pack has {held}."
                params: dict[str, Any] = {"card": card.symbol, "times": seen[card], "held": held}
                yield error("card.copies", text, at, **params)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Deal hands from one deck."""
        cards = [card.text for card in deck(table.options).cards() if not card.is_special]
        chance.shuffle(cards)

        def hand() -> list[str]:
            return [cards.pop() for _ in range(chance.randint(self.least, self.most))]

        for key in self.keys:
            value = report.get(key)
            if not value:
                continue
            several = any(answer is None or not isinstance(answer, str) for answer in value)
            report[key] = [answer and hand() for answer in value] if several else hand()


def cards_of(report: Any, keys: Sequence[str]) -> Iterator[tuple[At, Card]]:
    for key in keys:
        value = getattr(report, key) or ()
        for place, answer in enumerate(value):
            if isinstance(answer, str):
                yield (key, place), parse_card(answer, suits=EXTENDED)
                continue
            for number, text in enumerate(answer or ()):
                yield (key, place, number), parse_card(text, suits=EXTENDED)


def read_cards(texts: Sequence[str] | None) -> tuple[Card, ...]:
    """Return the cards of one answer."""
    return tuple(parse_card(text, suits=EXTENDED) for text in texts or ())


# --- thirteen tricks ------------------------------------------------------------------------------


def nobody(**more: Any) -> Any:
    """Return the question of how many tricks fell to nobody."""
    help_text = "Several cards of the winning suit, none of them with a rank."
    return ask("Tricks that nobody won", help_text, high=TRICKS, rare=True, default=0, **more)


@dataclass(frozen=True, slots=True)
class Thirteen:
    """All tricks together, with those that fell to nobody, are thirteen."""

    def __call__(self, hand: Any, table: Table) -> Problems:
        taken = sum(count or 0 for count in hand.tricks)
        if taken + hand.nobody != TRICKS and not getattr(hand, "passed", False):
            text = "Tricks add up to {sum}, with {nobody} that nobody won, but {all} are played."
            params = {"sum": taken, "nobody": hand.nobody, "all": TRICKS}
            yield error("tricks.sum", text, ("tricks",), **params)

    def mend(self, report: dict[str, Any], table: Table, chance: Random) -> None:
        """Share out thirteen tricks, unless they are."""
        taken = sum(count or 0 for count in report.get("tricks") or ())
        if taken + report.get("nobody", 0) == TRICKS:
            return
        if "tricks" not in report:
            return
        shares = [0] * len(report["tricks"])
        lost = report["nobody"] = chance.choice((0, 0, 0, 1))
        for _ in range(TRICKS - lost):
            shares[chance.randrange(len(shares))] += 1
        report["tricks"] = shares
