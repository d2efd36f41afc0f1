"""Playing cards as small drawings with their names, for hands that are counted."""

from __future__ import annotations

from dataclasses import replace

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.counting.picker import Counted, Group
from rulesets.equipment.cards import ALL_SUITS, FRENCH, JANKEN, RANKS, SUITS, Card
from rulesets.words import signed
from tournaments.templatetags.cards import NAMES, PATHS, drawing
from tournaments.words import said

register = template.Library()

RANK_NAMES = {
    1: gettext_lazy("ace"),
    11: gettext_lazy("jack"),
    12: gettext_lazy("queen"),
    13: gettext_lazy("king"),
}
SUIT_NAMES = {
    **{suit: NAMES[letter] for suit, letter in zip(FRENCH, SUITS, strict=True)},
    5: gettext_lazy("rock"),
    6: gettext_lazy("paper"),
    7: gettext_lazy("scissors"),
    8: gettext_lazy("lizard"),
    9: gettext_lazy("water"),
}
STAR = "M12 1.8l3 6.6 7.2.8-5.4 4.8 1.5 7.1L12 17.5l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z"


# A stone with a crack, a written sheet, open blades with two rings, a lizard from above, a drop.
SIGNS = {
    **{suit: PATHS[letter] for suit, letter in zip(FRENCH, SUITS, strict=True)},
    5: "M7.2 3.8 14.8 2.6 21.4 8.4 22.2 15.4 17.4 20.8 7 21.2 1.8 15.6 3 8.2z"
    "M9.4 6.2 12.2 10.4 10 13.6 13.4 18 14.6 17.2 12.2 13.6 14.4 10.2 11 5.4z",
    6: "M4.5 1.5h10l5 5v16h-15z"
    "M7.5 9v1.7h9V9zM7.5 13v1.7h9V13zM7.5 17v1.7h5.5V17zM13.6 3.2v4.2h4.2z",
    7: "M3.9 2 6.2 1.4 13.3 13.2a4.6 4.6 0 1 1-2.2 2.6z"
    "M20.1 2 17.8 1.4 10.7 13.2a4.6 4.6 0 1 0 2.2 2.6z"
    "M16.6 15.6a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 1 0 0-4.4z"
    "M7.4 15.6a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 1 0 0-4.4z",
    8: "M12 .8c1.7 0 3 1.4 3 3.1 0 1-.4 1.8-1 2.4.6.5 1 1.2 1.3 2l2.6-1 .9-2.7 1.7.5-1.2 3.7"
    "-3.6 1.5c.1 1.2 0 2.4-.3 3.5l3 1.2 1.6 3.4-1.6.8-1.3-2.8-2.5-1c-.5 1-1 1.7-1 2.6 0 1.6"
    " 1.3 2.6 3.4 2.9l-.3 2c-3.4-.4-5.4-2.2-5.4-4.8 0-.9.1-1.8 0-2.6l-2.6 1-1.3 2.8-1.6-.8"
    " 1.6-3.4 3-1.2c-.4-1.2-.5-2.4-.4-3.6L6 8.9 4.8 5.1l1.7-.5.9 2.7 2.5 1c.3-.8.7-1.5"
    " 1.2-2-.6-.6-1.1-1.4-1.1-2.4 0-1.6 1.3-3 3-3z",
    9: "M12 1.5c3.6 5.2 7 8.9 7 13.3a7 7 0 0 1-14 0c0-4.4 3.4-8.1 7-13.3z"
    "M8 14.6a4.2 4.2 0 0 0 4 4.4v-1.8a2.4 2.4 0 0 1-2.3-2.6z",
}


@register.filter
def card_name(card: Card) -> str:
    """ "queen of hearts"; "joker"."""
    if card.is_joker:
        return _("joker")
    return _("%(rank)s of %(suit)s") % {
        "rank": RANK_NAMES.get(card.rank, card.rank),
        "suit": SUIT_NAMES[card.suit],
    }


@register.simple_tag
def playing_card(card: Card) -> SafeString:
    """The card with rank and suit drawn, and its name for those who hear the page."""
    return format_html(
        '<span class="playing-card"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        face(card),
        card_name(card),
    )


def face(card: Card) -> SafeString:
    """Rank and suit, without words."""
    return format_html("{}{}", corner(card), suit_sign(card.suit))


@register.simple_tag
def suits_to_pick() -> list[dict[str, object]]:
    """Every suit with its letter and name, for the picker."""
    return [
        {"suit": suit, "letter": ALL_SUITS[suit].letter, "name": SUIT_NAMES[suit]}
        for suit in (*FRENCH, *JANKEN)
    ]


@register.simple_tag
def ranks_to_pick() -> str:
    """What the ranks are called, ace to king, for the picker."""
    return " ".join(str(RANK_NAMES.get(rank, rank)) for rank in range(1, 14))


@register.simple_tag
def suit_sign(suit: int) -> SafeString:
    """The suit drawn, without words; a star for the joker, which has none."""
    if suit not in SIGNS:
        return drawing(STAR, "n")
    return drawing(SIGNS[suit], SUITS[suit].lower() if suit in FRENCH else "n")


@register.filter
def corner(card: Card) -> str:
    """What stands on the card's corner."""
    return _("Jk") if card.is_joker else RANKS[card.rank - 1]


@register.filter
def in_words(found: Group | Counted) -> str:
    """What is found (a group, an answer) in the reader's language."""
    params = {
        name: signed(value) if isinstance(value, int) else value
        for name, value in found.words.params.items()
    }
    return said(replace(found.words, params=params))
