"""What all trick games have alike: suits are followed, the highest card takes the trick, and its
player leads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulesets.equipment.cards import ACE, ALL_SUITS, FRENCH, Card
from rulesets.problems import error
from rulesets.referee.because import Reason
from rulesets.referee.laid import Laid, suit_called
from rulesets.referee.naming import either, named
from rulesets.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.problems import At, Problem
    from rulesets.referee.going import Going
    from rulesets.referee.position import Position
    from rulesets.referee.turns import Opening

Play = tuple[int, Laid]  # a seat, and what was laid from it
SuitOf = Callable[[Card], int | None]
NO_TRUMP = "NT"
HIGH_ACE = 14
# By suit; a card that counts as another suit (a bower, a joker) is meant where it counts.
NONE_OF = (
    "Allowed if {name} holds no spade.",
    "Allowed if {name} holds no heart.",
    "Allowed if {name} holds no diamond.",
    "Allowed if {name} holds no club.",
)


def height(card: Card) -> int:
    """How high a card ranks in its suit, 2 to 14; 0 for one without a rank in the order."""
    if card.is_special:
        return 0
    return HIGH_ACE if card.rank == ACE else card.rank


class Standing(NamedTuple):
    """How a card stands in a trick: the suit that it counts as, and how high it is there."""

    suit: int
    height: int


def judge_following(going: Going, laid: Laid, led: int | None, suit_of: SuitOf, at: At) -> None:
    """Whoever holds a card of the suit `led` follows it (None: nothing is to be followed); where a
    hand is not known whole, the verdict is on condition. `suit_of` is the suit that a card counts
    as, None for one that may always be played and never has to be."""
    if led is None or suit_of(laid.card) in (led, None):
        return
    hand = going.hands[going.seat]
    held = sorted({card for card in hand.known if suit_of(card) == led})
    if not held and not hand.is_whole:
        name = going.names[going.seat]
        going.suppose("follow.suit", NONE_OF[led], name=name)
    elif held:
        going.note(
            "follow.suit",
            "{name} has to follow suit: play the {cards}, not the {card}.",
            at,
            name=going.names[going.seat],
            cards=either([named(card) for card in held]),
            card=named(laid.card),
        )


def highest(cards: Iterable[Standing], trump: int | None, led: int) -> int:
    """The place of the card that takes a trick: the highest trump, else the highest of the suit
    led; of two that are alike, the first."""
    ranked = [(2 if one.suit == trump else int(one.suit == led), one.height) for one in cards]
    return ranked.index(max(ranked))


def tell_taken(going: Going, winner: int, laid: Laid) -> None:
    """Who takes the trick, and with what."""
    text = "{name} takes the trick with the {card}."
    going.tell("trick", text, winner, 1, card=named(laid.card))


def leads(position: Position, seat: int, text: str) -> Reason:
    """Why somebody leads a trick."""
    setting = position.setting
    words = Words(text, {"name": setting.names[seat]})
    return Reason(words, setting.referee.anchor("effect.next"), seat)


def trump_problems(opening: Opening) -> Iterator[Problem]:
    """Where trump is told, and is neither a suit nor none."""
    told = opening.trump
    if told is not None and not _is_none(told) and suit_called(told.upper(), FRENCH) is None:
        text = "“{call}” is no suit; write S, H, D or C, or NT for no trump."
        yield error("call.wrong", text, ("start", "trump"), call=told[:20])


def trump_of(opening: Opening) -> int | None:
    """The trump that was told; None for none."""
    told = opening.trump
    return None if told is None or _is_none(told) else suit_called(told.upper(), FRENCH)


def _is_none(told: str) -> bool:
    return told.upper() in (NO_TRUMP, "N", "")


def told_of_tricks(
    names: Sequence[str],
    trump: int | None,
    plays: Sequence[Play],
    taken: Sequence[int],
    nobody: int = 0,
) -> dict[str, Any]:
    """How a hand of tricks stands, as it is printed: trump, the trick that lies there, the tricks
    by seat and those that nobody took."""
    return {
        "trump": None if trump is None else ALL_SUITS[trump].letter,
        "trick": [{"player": names[seat], "card": laid.text} for seat, laid in plays],
        "tricks": dict(zip(names, taken, strict=True)),
        "nobody": nobody,
    }
