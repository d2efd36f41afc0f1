"""What a card counts as in a stepping game: its number, and whether it acts.

Jack 11, queen 12, king 13, ace 1; called as their number they do not act ("JH=11"). A joker is the
card that it is called. In a Five Crowns deck one number may also be played as an ace ("7H=A"), or
as a plain one ("7H=1").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.referee.groups import Circle, Face
from rulesets.referee.laid import Laid, card_called

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.equipment.cards import Card
    from rulesets.referee.turns import Setting

FIVE = "five-crowns"
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
FIGURES = (JACK, QUEEN, KING, ACE)  # from the lowest to the highest
STANDARD = Circle(tuple(range(1, 14)))
CROWNS = Circle((ACE, *range(3, 14)))


def circle_of(options: Any) -> Circle:
    """The numbers of the deck that is used."""
    return CROWNS if options.deck == FIVE else STANDARD


def read_face(laid: Laid, setting: Setting) -> Face | None:
    """What a card counts as; None where its call is missing or cannot be read."""
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
            return Face(value, suit, laid.card, value, plain=False)
        return Face(value, suit, laid.card, plain=False) if calls[0] == str(value) else None
    if not calls:
        return Face(value, suit, laid.card, plain=plain)
    if options.deck != FIVE or value != options.ace or calls[0] not in ("A", "1"):
        return None
    return Face(ACE, suit, laid.card, ACE if calls[0] == "A" else 0, plain=False)


def ways(card: Card, options: Any) -> Iterator[Laid]:
    """The ways in which a card is listed: bare, and as what else it may be called."""
    yield Laid(card)
    if card.rank in FIGURES:
        yield Laid(card, (str(card.rank),))
    elif options.deck == FIVE and card.rank == options.ace:
        yield Laid(card, ("A",))
        yield Laid(card, ("1",))


def in_staircase(faces: Sequence[Face], options: Any) -> Face | None:
    """The one face card of a staircase that may act: the last one laid, or the highest."""
    figures = [face for face in faces if face.value in FIGURES]
    if not figures:
        return None
    if options.staircase_face == "highest":
        return max(figures, key=lambda face: FIGURES.index(face.value))
    return figures[-1]


def acting(kind: str | None, faces: Sequence[Face], options: Any) -> list[Face]:
    """The face cards of a play that act: of a chain all that add up, or one; of a staircase one."""
    if kind == "staircase":
        chosen = in_staircase(faces, options)
        return [chosen] if chosen is not None and chosen.acts else []
    found = [face for face in faces if face.acts]
    return found if not found or found[0].acts in (JACK, KING) else found[:1]
