"""Who takes a trick with the Extended Deck: the winning suit, and what its jokers stand for.

A joker is what its player last called it, unless that card lies in the trick: then it falls to the
next lower one that is free. One that nobody has called is the best card for its player.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.equipment.cards import ACE, FRENCH, QUEEN, Card, card_of
from rulesets.referee.laid import Laid, card_called
from rulesets.referee.taking import HIGH_ACE, Play, Standing, height, highest

SPADES = 0


def of_height(value: int, suit: int) -> Card:
    """The card of a suit that ranks so high."""
    return card_of(ACE if value == HIGH_ACE else value, suit)


def suit_led(plays: Sequence[Play]) -> int | None:
    """The suit that has to be followed; a joker led is named for it."""
    if not plays:
        return None
    card = named_as(plays[0][1])
    return None if card is None else card.suit


def named_as(laid: Laid) -> Card | None:
    """What a card counts as by what was said: itself, or what a joker was called last."""
    if not laid.card.is_joker:
        return laid.card
    return card_called(laid.calls[-1], FRENCH) if laid.calls else None


def taker(plays: Sequence[Play], trump: int | None, *, avoided: bool = False) -> int | None:
    """The seat that takes a trick; None for nobody. `avoided`: tricks are better not taken (there
    a joker is low, and never above a queen of spades)."""
    led = suit_led(plays)
    if led is None:
        return None
    faces = resolved(plays, led, trump, avoided=avoided)
    stand = [Standing(card.suit, height(card)) for card in faces]
    won = highest(stand, trump, led)
    alone = sum(one.suit == stand[won].suit for one in stand) == 1
    return plays[won][0] if alone or stand[won].height else None


def resolved(
    plays: Sequence[Play], led: int, trump: int | None, *, avoided: bool
) -> tuple[Card, ...]:
    """The cards of a trick with what each joker stands for."""
    lying = {laid.card for _, laid in plays if not laid.card.is_joker}
    faces: list[Card] = []
    for _seat, laid in plays:
        card = laid.card
        if laid.card.is_joker:
            called = named_as(laid)
            if called is None:
                called = of_height(2, led) if avoided else of_height(HIGH_ACE, _best(trump, led))
            card = _free(called, lying, up_first=avoided and not laid.calls, avoided=avoided)
            lying.add(card)
        faces.append(card)
    return tuple(faces)


def _best(trump: int | None, led: int) -> int:
    return led if trump is None else trump


def _free(wanted: Card, lying: set[Card], *, up_first: bool, avoided: bool) -> Card:
    """The card itself or the next lower one that is free; the next higher one where there is no
    lower, or where the lowest is wanted."""
    suit, value = wanted.suit, height(wanted)
    queen = card_of(QUEEN, SPADES)
    if avoided and suit == SPADES and queen in lying and value > QUEEN:
        value = QUEEN
    down, up = range(value, 1, -1), range(value + 1, HIGH_ACE + 1)
    order = [*range(value, HIGH_ACE + 1)] if up_first else [*down, *up]
    for height_of in order:
        card = of_height(height_of, suit)
        if card not in lying:
            return card
    return wanted
