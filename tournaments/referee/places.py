"""Where the referee is asked: at a table of an evening, or at none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.urls import reverse

from rulesets.cards.deck import SUITS
from rulesets.referee.tricks import NO_TRUMP
from tournaments.games import format_of, game_called, known_game_of, options_of
from tournaments.scoring.pads import pad_at
from tournaments.scoring.rule_addresses import rules_address, rules_of_game
from tournaments.scoring.table_page import current_table, table_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.engine.game import Game
    from rulesets.referee import Referee
    from tournaments.actors import EventRequest
    from tournaments.models import Event, Table


# The signs of a drive's hands as the referee has them; others are named in play.
TRUMPS = {"none": NO_TRUMP, **{letter: letter for letter in SUITS}}


@dataclass(frozen=True, slots=True)
class Place:
    """A game with what was agreed on, and who plays it where (nobody: the page asks).

    `options` are as they are stored, `agreed` as the game reads them. `address` is that of the
    page, `rules` that of the game's rule text, `back` where one came from. `usual` is what the
    table need not be asked: who leads to the hand that it plays now, and its trump.
    """

    game: Game
    referee: Referee
    options: dict[str, Any]
    agreed: Any
    edition: int
    players: tuple[str, ...]
    address: str
    rules: str
    back: str
    usual: Mapping[str, str]


def at_table(request: EventRequest, token: str) -> Place:
    """The table of a phone, with the people who sit there now. Raises Http404 where its game has
    no referee."""
    event = request.event
    game = known_game_of(event)
    if game is None or game.referee is None:
        raise Http404
    players, usual = _seated(event, request.actor.table_number or 0)
    return Place(
        game,
        game.referee,
        dict(event.options or {}),
        options_of(event),
        event.edition,
        players,
        reverse("table_settle", args=(token,)),
        rules_address(event),
        reverse("table", args=(token,)),
        usual,
    )


def anywhere(slug: str) -> Place:
    """A game that is played anywhere, with its usual rules. Raises Http404."""
    game = game_called(slug)
    if game is None or game.referee is None:
        raise Http404
    rules = rules_of_game(game)
    address = reverse("settle", args=(slug,))
    return Place(
        game, game.referee, {}, game.options(), game.edition, (), address, rules, rules, {}
    )


def _seated(event: Event, number: int) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names at a table, clockwise, and what is known of the hand that is played there; nobody
    before the first seats."""
    if not format_of(event).apart:
        pad = pad_at(event, number)
        return ((), {}) if pad is None else (pad.names, {})
    page = table_page(event, number)
    if page is None:
        return (), {}
    names, hand = tuple(chair.name for chair in page.chairs), page.hand
    if hand is None:
        return names, {}
    known = {} if hand.leader is None else {"first": names[hand.leader]}
    trump = TRUMPS.get(hand.trump_key)
    return names, known | ({"trump": trump} if trump else {})


def table_of(request: EventRequest) -> Table | None:
    """The table that an objection from this phone is about."""
    return current_table(request.event, request.actor.table_number or 0)
