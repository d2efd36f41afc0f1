"""The faces that cards count as in a stepping game, and groups that are laid together: chains of
one number, and staircases of one suit.

Numbers run in a circle, such as ace to king and round again; a deck may leave some out. Jack 11,
queen 12, king 13, ace 1; called as their number they do not act ("JH=11"). A joker is the card that
it is called. In a Five Crowns deck one number may also be played as an ace ("7H=A"), or as a plain
one ("7H=1").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.cards.deck import Card
from rulesets.referee.position import PlayedCard, card_called

if TYPE_CHECKING:
    from rulesets.referee.position import Setting


# --- cards that are laid together -----------------------------------------------------------------


FEWEST = 3  # cards of a chain or a staircase
CHAIN, STAIRCASE, SINGLE = "chain", "staircase", "single"


class CardFace(NamedTuple):
    """A laid card as it counts: its number and suit, the card itself, the rank whose power it uses
    (0: none), and whether it is a plain card without a call."""

    value: int
    suit: int
    card: Card
    acts: int = 0
    plain: bool = True


@dataclass(frozen=True, slots=True)
class NumberCircle:
    """The numbers of a deck, in their order."""

    values: tuple[int, ...]

    def step(self, value: int, other: int) -> int | None:
        """Return 1 for one up, -1 for one down, 0 for the same, None for anything else."""
        if value == other:
            return 0
        if value not in self.values or other not in self.values:
            return None
        apart = (self.values.index(other) - self.values.index(value)) % len(self.values)
        return {1: 1, len(self.values) - 1: -1}.get(apart)

    def near(self, value: int) -> tuple[int, ...]:
        """Return the numbers one down, the same, one up."""
        place = self.values.index(value)
        count = len(self.values)
        return self.values[place - 1], value, self.values[(place + 1) % count]

    def beyond(self, value: int, way: int) -> int:
        """Return the number one further on."""
        return self.values[(self.values.index(value) + way) % len(self.values)]

    def kind(self, faces: Sequence[CardFace]) -> str | None:
        """Return the kind of group that these cards make; None if they are no group."""
        if len(faces) == 1:
            return SINGLE
        if len(faces) < FEWEST:
            return None
        if len({face.value for face in faces}) == 1:
            return CHAIN
        ways = {self.step(face.value, other.value) for face, other in pairwise(faces)}
        once = len({face.value for face in faces}) == len(faces)
        if len({face.suit for face in faces}) == 1 and ways in ({1}, {-1}) and once:
            return STAIRCASE
        return None


def chains(
    held: Counter[PlayedCard], values: dict[PlayedCard, int], value: int
) -> Iterator[tuple[PlayedCard, ...]]:
    """Yield every chain of a number that a hand holds, its cards in the order of their texts."""
    laid = sorted((card for card in held if values[card] == value), key=lambda card: card.text)
    for counts in product(*(range(held[card] + 1) for card in laid)):
        if sum(counts) >= FEWEST:
            pairs = zip(laid, counts, strict=True)
            yield tuple(card for card, count in pairs for _ in range(count))


def staircases(
    held: Counter[PlayedCard],
    values: dict[PlayedCard, int],
    circle: NumberCircle,
    first: PlayedCard,
) -> Iterator[tuple[PlayedCard, ...]]:
    """Yield every staircase that a hand holds from a first card on, as it is laid."""
    by_value: dict[int, list[PlayedCard]] = {}
    for card in held:
        if card.card.suit == first.card.suit:
            by_value.setdefault(values[card], []).append(card)
    for way in (1, -1):
        yield from _longer((first,), by_value, values, circle, way)


def _longer(
    laid: tuple[PlayedCard, ...],
    by_value: dict[int, list[PlayedCard]],
    values: dict[PlayedCard, int],
    circle: NumberCircle,
    way: int,
) -> Iterator[tuple[PlayedCard, ...]]:
    if len(laid) >= FEWEST:
        yield laid
    if len(laid) == len(circle.values):
        return
    for card in by_value.get(circle.beyond(values[laid[-1]], way), ()):
        if all(card.card != other.card for other in laid):
            yield from _longer((*laid, card), by_value, values, circle, way)


# --- what a card counts as ------------------------------------------------------------------------


FIVE = "five-crowns"
ACE_NUMBERS = range(3, 11)  # which of them can be the ace there
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
FIGURES = (JACK, QUEEN, KING, ACE)  # from the lowest to the highest
STANDARD = NumberCircle(tuple(range(1, 14)))
CROWNS = NumberCircle((ACE, *range(3, 14)))


def circle_of(options: Any) -> NumberCircle:
    """Return the numbers of the deck that is used."""
    return CROWNS if options.deck == FIVE else STANDARD


def read_face(laid: PlayedCard, setting: Setting) -> CardFace | None:
    """Return the face that a card counts as; None if its call is missing or cannot be read."""
    card, calls, options = laid.card, laid.calls, setting.options
    plain = not calls and not card.is_joker
    if card.is_joker:
        called = card_called(calls[0], setting.deck.suits) if calls else None
        if called is None or not setting.deck.copies(called):
            return None
        card, calls = called, calls[1:]
    value, suit = card.rank, card.suit
    if len(calls) > 1:
        return None
    if value in FIGURES:
        if not calls:
            return CardFace(value, suit, laid.card, value, plain=False)
        return CardFace(value, suit, laid.card, plain=False) if calls[0] == str(value) else None
    if not calls:
        return CardFace(value, suit, laid.card, plain=plain)
    if options.deck != FIVE or value != options.ace or calls[0] not in ("A", "1"):
        return None
    return CardFace(ACE, suit, laid.card, ACE if calls[0] == "A" else 0, plain=False)


def list_calls(card: Card, options: Any) -> Iterator[PlayedCard]:
    """Yield the ways in which a card is listed: bare, and as what else it may be called."""
    yield PlayedCard(card)
    if card.rank in FIGURES:
        yield PlayedCard(card, (str(card.rank),))
    elif options.deck == FIVE and card.rank == options.ace:
        yield PlayedCard(card, ("A",))
        yield PlayedCard(card, ("1",))


def acting_in_staircase(faces: Sequence[CardFace], options: Any) -> CardFace | None:
    """Return the one face card of a staircase that may act: the last one laid, or the highest."""
    figures = [face for face in faces if face.value in FIGURES]
    if not figures:
        return None
    if options.staircase_face == "highest":
        return max(figures, key=lambda face: FIGURES.index(face.value))
    return figures[-1]


def acting_faces(kind: str | None, faces: Sequence[CardFace], options: Any) -> list[CardFace]:
    """Return the face cards of a play that act: of a chain all that add up, or one; of a staircase
    one."""
    if kind == "staircase":
        chosen = acting_in_staircase(faces, options)
        return [chosen] if chosen is not None and chosen.acts else []
    acting = [face for face in faces if face.acts]
    return acting if not acting or acting[0].acts in (JACK, KING) else acting[:1]
