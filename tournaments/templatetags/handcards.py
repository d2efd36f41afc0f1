"""Playing cards as small drawings with their names, for hands that are counted."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.cards import CARDS, RANKS, SUITS, Card
from rulesets.counting.picker import Counted, Group
from rulesets.runchart import signed
from tournaments.forms_answers import words
from tournaments.templatetags.cards import NAMES, PATHS, drawing

register = template.Library()

RANK_NAMES = {
    1: gettext_lazy("ace"),
    11: gettext_lazy("jack"),
    12: gettext_lazy("queen"),
    13: gettext_lazy("king"),
}
STAR = "M12 1.8l3 6.6 7.2.8-5.4 4.8 1.5 7.1L12 17.5l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z"


@register.filter
def card_name(card: Card) -> str:
    """ "queen of hearts"; "joker"."""
    if card.is_joker:
        return _("joker")
    rank = RANK_NAMES.get(card.rank, card.rank)
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": NAMES[SUITS[card.suit]]}


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
    return format_html("{}{}", corner(card), suit_sign("" if card.is_joker else SUITS[card.suit]))


@register.simple_tag
def deck_of_cards() -> list[dict[str, object]]:
    """The suits with their cards, and the joker, for the picker."""
    suits: list[dict[str, object]] = [
        {"letter": letter, "name": NAMES[letter], "cards": CARDS[13 * suit : 13 * suit + 13]}
        for suit, letter in enumerate(SUITS)
    ]
    return [*suits, {"letter": "", "name": _("joker"), "cards": CARDS[52:]}]


@register.simple_tag
def suit_sign(letter: str) -> SafeString:
    """The suit drawn, without words; a star for the joker, which has none."""
    return drawing(PATHS[letter], letter.lower()) if letter else drawing(STAR, "n")


@register.filter
def corner(card: Card) -> str:
    """What stands on the card's corner."""
    return _("Jk") if card.is_joker else RANKS[card.rank - 1]


@register.filter
def in_words(found: Group | Counted) -> str:
    """A template of the engine with its params (a group, an answer) in the reader's language."""
    params = {
        name: signed(value) if isinstance(value, int) else value
        for name, value in found.params.items()
    }
    return words(found.template).format(**params)
