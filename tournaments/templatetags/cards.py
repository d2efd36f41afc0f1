"""Tags that draw suits, trumps and playing cards, with names for screen readers and shapes that
differ without colour."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from rulesets.cards.deck import (
    ALL_RANKS,
    ALL_SUITS,
    DRAW,
    FRENCH,
    JANKEN,
    REVERSE,
    SKIP,
    SPECIAL_RANKS,
    STARS,
    SUITS,
    Card,
)
from rulesets.cards.picker import CardCount, CardGroup
from rulesets.drawing.suits import FIVE_SUIT_OUTLINES, OUTLINES
from rulesets.drawing.vectors import Segment
from rulesets.engine.text import signed
from tournaments.web.svg import svg
from tournaments.web.wording import translate

register = template.Library()

FIELD = 24


def path_of(outline: tuple[Segment, ...]) -> str:
    """Return an outline in a square of side 1 as an SVG path on the field."""
    steps = ((step, (f"{at * FIELD:.4g}" for at in points)) for step, points in outline)
    return "".join(step + " ".join(points) for step, points in steps)


PATHS = {letter: path_of(outline) for letter, outline in OUTLINES.items()}
"""One path per suit on a square field."""
NAMES = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
NO_TRUMP = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2.5a6.5 6.5 0 0 1 3.9 1.3L6.8 15.9A6.5 6.5 0 0 1 12 5.5zm0 13a6.5 6.5 0 0 1-3.9-1.3l9.1-9.1A6.5 6.5 0 0 1 12 18.5z"  # noqa: E501
TURNED_UP = "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm.5 2.5v15h11v-15zM12 7a3 3 0 0 1 3 3c0 1.9-2 2.3-2 4h-2c0-2.6 2-2.9 2-4a1 1 0 0 0-2 0H9a3 3 0 0 1 3-3zm-1 8.2h2v2h-2z"  # noqa: E501


@cache
def drawing(path: str, kind: str) -> SafeString:
    """Draw one icon, hidden from screen readers; `kind` sets its colour."""
    return format_html(
        '<svg class="suit suit-{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        '<path fill-rule="{}" d="{}"/></svg>',
        kind,
        # The leaves of a club overlap; the other marks have holes.
        "nonzero" if kind in "shdc" else "evenodd",
        path,
    )


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Draw the suit S, H, D or C, followed by its name for screen readers."""
    icon = drawing(PATHS[letter], letter.lower())
    return format_html('{}<span class="visually-hidden">{}</span>', icon, NAMES[letter])


SUITS_IN_KEYS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SIGNS_OF_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
BLANK_CARD = "M8 3h8a2.5 2.5 0 0 1 2.5 2.5v13A2.5 2.5 0 0 1 16 21H8a2.5 2.5 0 0 1-2.5-2.5v-13A2.5 2.5 0 0 1 8 3z"  # noqa: E501


@register.simple_tag
def pip(sign: str) -> SafeString:
    """Draw the suit of `sign`; a blank card for other signs."""
    letter = SIGNS_OF_SUITS.get(sign)
    return drawing(PATHS[letter], letter.lower()) if letter else drawing(BLANK_CARD, "n")


@register.simple_tag
def game_sign(key: str) -> SafeString:
    """Draw the suit beside a game to choose: the one it is called after, or one that is always the
    same for the game."""
    named = next((letter for letter, name in SUITS_IN_KEYS.items() if name in key), None)
    letter = named or "SHDC"[len(key) % 4]
    return drawing(PATHS[letter], letter.lower())


@register.simple_tag
def trump(key: str, label: str = "") -> SafeString:
    """Draw how trump is decided, with its label in words.

    `key`: one of a stage's `trumps`: a suit's letter, "named-" and a letter (the holder of that
    king names trump), "turned" (the last card is turned up) or "none". Another key shows the label
    alone.
    """
    king: str | SafeString = ""
    if key in PATHS:
        icon = drawing(PATHS[key], key.lower())
    elif key.startswith("named-") and key[6:] in PATHS:
        king = format_html('<b aria-hidden="true">{}</b>', gettext("K"))
        icon = drawing(PATHS[key[6:]], key[6:].lower())
    elif key == "turned":
        icon = drawing(TURNED_UP, "n")
    elif key in ("none", "N"):
        icon = drawing(NO_TRUMP, "n")
    else:
        icon = mark_safe("")
    words = format_html("<span>{}</span>", gettext(label)) if label else ""
    return format_html('<span class="trump">{}{}{}</span>', king, icon, words)


@register.filter
def parts(summary: str) -> SafeString:
    """Write a report in words ("7 : 6, lady 3 : 2") with line breaks only after its commas."""
    lines = [part.strip() for part in summary.split(",")]
    return format_html_join(
        " ",
        '<span class="nowrap">{}{}</span>',
        ((part, "," if place < len(lines) else "") for place, part in enumerate(lines, 1)),
    )


register.simple_tag(svg, name="drawing")


RANK_NAMES = {
    1: gettext_lazy("ace"),
    11: gettext_lazy("jack"),
    12: gettext_lazy("queen"),
    13: gettext_lazy("king"),
    DRAW: gettext_lazy("draw"),
    REVERSE: gettext_lazy("reverse"),
    SKIP: gettext_lazy("skip"),
}
SUIT_NAMES = {
    **{suit: NAMES[letter] for suit, letter in zip(FRENCH, SUITS, strict=True)},
    5: gettext_lazy("rock"),
    6: gettext_lazy("paper"),
    7: gettext_lazy("scissors"),
    8: gettext_lazy("lizard"),
    9: gettext_lazy("water"),
    STARS: gettext_lazy("stars"),
}
STAR = "M12 1.8l3 6.6 7.2.8-5.4 4.8 1.5 7.1L12 17.5l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z"
# The suit of stars has a smaller one cut out of it, so that it is no joker.
STAR_IN_STAR = (
    "M12 .8 15.4 8.9 24 9.6 17.4 15.3 19.4 23.8 12 19.2 4.6 23.8 6.6 15.3 0 9.6 8.6 8.9z"
    "M12 7.2 10.2 11.4 5.7 11.8 9.1 14.8 8.1 19.2 12 16.8z"
)
SIGNS = {
    **{suit: PATHS[letter] for suit, letter in zip(FRENCH, SUITS, strict=True)},
    STARS: STAR_IN_STAR,
    **{suit: path_of(outline) for suit, outline in FIVE_SUIT_OUTLINES.items()},
}

# Two cards with a plus, two arrows that turn, a circle that is crossed out.
SPECIAL_FACES = {
    DRAW: "M9 1.5h10A2.5 2.5 0 0 1 21.5 4v13a2.5 2.5 0 0 1-2.5 2.5h-.8v-2.2h.8c.2 0 .3-.1.3-.3V4"
    "c0-.2-.1-.3-.3-.3H9c-.2 0-.3.1-.3.3v.3H6.5V4A2.5 2.5 0 0 1 9 1.5z"
    "M4.5 6H14a2 2 0 0 1 2 2v12.5a2 2 0 0 1-2 2H4.5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z"
    "M8.2 10v3.2H5v2.1h3.2v3.2h2.1v-3.2h3.2v-2.1h-3.2V10z",
    REVERSE: "M2.5 9.8V6.6h12V2.8l7 5.4-7 5.4V9.8zM21.5 17.6v-3.2h-12v-3.8l-7 5.4 7 5.4v-3.8z",
    SKIP: "M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4z"
    "M12 4.7c1.6 0 3.1.5 4.3 1.4L6.1 16.3A7.3 7.3 0 0 1 12 4.7z"
    "M12 19.3c-1.6 0-3.1-.5-4.3-1.4L17.9 7.7A7.3 7.3 0 0 1 12 19.3z",
}


@register.filter
def card_name(card: Card) -> str:
    """Return a card's name: "queen of hearts"; "joker"."""
    if card.is_joker:
        return _("joker")
    return _("%(rank)s of %(suit)s") % {
        "rank": RANK_NAMES.get(card.rank, card.rank),
        "suit": SUIT_NAMES[card.suit],
    }


@register.simple_tag
def playing_card(card: Card) -> SafeString:
    """Draw a card's rank and suit, followed by its name for screen readers."""
    return format_html(
        '<span class="playing-card"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        face(card),
        card_name(card),
    )


def face(card: Card) -> SafeString:
    """Draw a card's rank and suit, without words."""
    return format_html("{}{}", corner(card), suit_sign(card.suit))


@register.simple_tag
def suits_to_pick() -> list[dict[str, object]]:
    """Return every suit with its letter and name, for the picker."""
    return [
        {"suit": suit, "letter": ALL_SUITS[suit].letter, "name": SUIT_NAMES[suit]}
        for suit in (*FRENCH, STARS, *JANKEN)
    ]


@register.simple_tag
def ranks_to_pick() -> str:
    """Return the names of the ranks, ace to king and the three special ones, for the picker."""
    return " ".join(str(RANK_NAMES.get(rank, rank)) for rank in range(1, len(ALL_RANKS) + 1))


@register.simple_tag
def special_faces() -> list[tuple[str, SafeString]]:
    """Return the typed text and the drawing of Draw, Reverse and Skip."""
    drawings = (drawing(SPECIAL_FACES[rank], "n") for rank in (DRAW, REVERSE, SKIP))
    return list(zip(SPECIAL_RANKS, drawings, strict=True))


@register.simple_tag
def suit_sign(suit: int) -> SafeString:
    """Draw a suit without words; a star for the joker, which has no suit."""
    if suit not in SIGNS:
        return drawing(STAR, "n")
    return drawing(SIGNS[suit], SUITS[suit].lower() if suit in FRENCH else "n")


@register.filter
def suit_name(suit: int) -> str:
    return str(SUIT_NAMES[suit])


@register.filter
def corner(card: Card) -> str:
    """Return the text of a card's corner; a drawing for Draw, Reverse and Skip."""
    if card.is_special:
        return drawing(SPECIAL_FACES[card.rank], "n")
    return _("Jk") if card.is_joker else ALL_RANKS[card.rank - 1]


@register.filter
def in_words(item: CardGroup | CardCount) -> str:
    """Return the words of a group or a count in the reader's language."""
    params = {
        name: signed(value) if isinstance(value, int) else value
        for name, value in item.words.params.items()
    }
    return translate(replace(item.words, params=params))
