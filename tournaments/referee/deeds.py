"""What a tap on the page does to the game that a phone carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from rulesets.cards.deck import JOKER, RANKS
from rulesets.referee import list_plays
from rulesets.referee.played_card import parse_played_card
from tournaments.errors import Refused
from tournaments.referee.carried import Carried
from tournaments.referee.forms import HandForm, StepForm, words_of
from tournaments.referee.ruling import ruled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.cards.deck import Card
    from tournaments.referee.page import Page
    from tournaments.referee.ruling import Ruling

STEPS = ("play", "draw", "pass", "reveal", "meld")
LONGEST_CALL = 8
NUMBERS = {"A": "1", "J": "11", "Q": "12", "K": "13"}


def begin(page: Page, data: Mapping[str, str]) -> None:
    """The game as it lies, so that the first turn can be told."""
    form = page.start_form(data)
    page.start = form
    if not form.is_valid():
        return
    carried = Carried(page.players, form.told())
    try:
        page.ruling = ruled(carried, page.place)
    except Refused as refused:
        page.complain(form, refused)


def go_on(page: Page, carried: Carried, data: Mapping[str, str]) -> None:
    """A tap in a game that has begun: `do` says which, with a word behind a colon."""
    ruling = ruled(carried.dropped(), page.place)
    page.ruling = ruling
    deed, _colon, word = data.get("do", "").partition(":")
    if deed in STEPS or deed == "act":
        _step(page, ruling, data, deed, word)
    elif deed == "hand":
        _hand(page, ruling, data)
    elif deed == "back":
        page.ruling = ruled(carried.back(), page.place, after=ruling)
    else:
        changed = _told(page, carried, ruling, data, deed, word)
        page.ruling = ruled(changed, page.place, after=ruling, answered=deed == "keep")


def _told(
    page: Page, carried: Carried, ruling: Ruling, data: Mapping[str, str], deed: str, word: str
) -> Carried:
    """The game with what was tapped in it."""
    if deed == "end":
        return ruling.carried.ending(page.mover, _one_of(data.get("then", ""), page.players))
    if deed == "round":
        first = _one_of(data.get("first", ""), page.players) or page.players[0]
        return ruling.carried.beginning(first, words_of(data.get("common", "")))
    if carried.tried is None:
        return ruling.carried
    if deed == "stand":
        return carried.standing(_("The table let it stand."))
    if deed == "call" and 0 < len(word) <= LONGEST_CALL:
        place = data.get("place", "0")
        return carried.saying(int(place) if place.isdecimal() and len(place) < 4 else 0, word)
    offered = RANKS if deed == "claim" else page.players
    if deed in ("to", "last_to_slap", "claim") and word in offered:
        return carried.naming(deed, word)
    return carried if deed == "keep" else ruling.carried


def _one_of(name: str, names: tuple[str, ...]) -> str:
    return name if name in names else ""


def _step(page: Page, ruling: Ruling, data: Mapping[str, str], verb: str, word: str) -> None:
    form = StepForm(data, names=page.players, mover=page.mover)
    page.step, page.verb = form, verb
    if not form.is_valid():
        return
    step: dict[str, Any] | None = {"act": word} if verb == "act" else form.step(verb)
    if step is not None and "play" in step and data.get("numbers"):
        step = as_numbers(step)
    if step is None:
        return
    try:
        tried = ruling.carried.trying(form.player(), step)
        page.ruling = ruled(tried, page.place, after=ruling)
    except Refused as refused:
        page.complain(form, refused, "cards")
    else:
        page.step, page.verb = None, ""


def as_numbers(step: dict[str, Any]) -> dict[str, Any]:
    """A play whose cards are all called as plain numbers; a joker has none of its own."""
    return {"play": [as_number(card) for card in step["play"]]}


def as_number(card: str) -> str:
    """A card with its number called behind it, where it has another name."""
    number = NUMBERS.get(card[:1].upper())
    return card if number is None or card.upper() == JOKER.text else f"{card}={number}"


def _hand(page: Page, ruling: Ruling, data: Mapping[str, str]) -> None:
    """What could be played from a hand. It is answered and forgotten."""
    page.hand = form = HandForm(data)
    if not form.is_valid():
        return
    deck = ruling.position.setting.deck
    try:
        held = tuple(_held(text, deck) for text in words_of(form.cleaned_data["hand"]))
    except ValueError as wrong:
        form.add_error("hand", str(wrong))
        return
    found = list_plays(ruling.position, held) or []
    page.found = [[parse_played_card(text, deck.suits) for text in play] for play in found]


def _held(text: str, deck: Any) -> Card:
    """A card of a hand. Raises ValueError with what is wrong."""
    card = parse_played_card(text, deck.suits).card
    if not deck.copies(card):
        raise ValueError(_("The deck has no %(card)s.") % {"card": card.symbol})
    return card
