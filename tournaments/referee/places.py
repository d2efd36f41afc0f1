"""Where the referee is asked: at a table of an evening, or at none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.urls import reverse

from tournaments.games import game_called, known_game_of, options_of
from tournaments.scoring.pads import pad_at
from tournaments.scoring.rule_addresses import rules_address, rules_of_game
from tournaments.scoring.table_page import current_table, table_page

if TYPE_CHECKING:
    from rulesets.game import Game
    from rulesets.referee import Referee
    from tournaments.actors import EventRequest
    from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Place:
    """A game with what was agreed on, and who plays it where (nobody: the page asks).

    `options` are as they are stored, `agreed` as the game reads them. `address` is that of the
    page, `rules` that of the game's rule text, `back` where one came from.
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


def at_table(request: EventRequest, token: str) -> Place:
    """The table of a phone, with the people who sit there now. Raises Http404 where its game has
    no referee."""
    event = request.event
    game = known_game_of(event)
    if game is None or game.referee is None:
        raise Http404
    return Place(
        game,
        game.referee,
        dict(event.options or {}),
        options_of(event),
        event.edition,
        _seated(request),
        reverse("table_settle", args=(token,)),
        rules_address(event),
        reverse("table", args=(token,)),
    )


def anywhere(slug: str) -> Place:
    """A game that is played anywhere, with its usual rules. Raises Http404."""
    game = game_called(slug)
    if game is None or game.referee is None:
        raise Http404
    rules = rules_of_game(game)
    address = reverse("settle", args=(slug,))
    return Place(game, game.referee, {}, game.options(), game.edition, (), address, rules, rules)


def _seated(request: EventRequest) -> tuple[str, ...]:
    """The names at a phone's table, clockwise; nobody before the first seats."""
    number = request.actor.table_number or 0
    pad = pad_at(request.event, number) if request.event.game else None
    if pad is not None:
        return pad.names
    page = table_page(request.event, number)
    return tuple(chair.name for chair in page.chairs) if page is not None else ()


def table_of(request: EventRequest) -> Table | None:
    """The table that an objection from this phone is about."""
    return current_table(request.event, request.actor.table_number or 0)
