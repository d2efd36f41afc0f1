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
from rulesets.show.five_suits import OUTLINES
from rulesets.words import signed
from tournaments.templatetags.cards import NAMES, PATHS, drawing, path_of
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


SIGNS = {
    **{suit: PATHS[letter] for suit, letter in zip(FRENCH, SUITS, strict=True)},
    **{suit: path_of(outline) for suit, outline in OUTLINES.items()},
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
def suit_name(suit: int) -> str:
    """What a suit is called."""
    return str(SUIT_NAMES[suit])


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
