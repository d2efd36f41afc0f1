"""A family's own games and house rules for pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404

from tournaments.models import Event, HouseEdition, HouseGame, HouseRules
from tournaments.models.event_games import find_declared_game, rules_of_the_house

if TYPE_CHECKING:
    from rulesets.engine.game import Game
    from tournaments.models.event_games import Choice


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A line of the list of the family's own games; `played`: number of evenings."""

    slug: str
    game: Game
    away: bool
    played: int


def own_game(family: int, slug: str) -> HouseGame:
    """Return a game of the family's own. Raises Http404 for any other."""
    game = HouseGame.objects.filter(family_id=family, slug=slug).first()
    if game is None:
        raise Http404
    return game


def own_rules(family: int, rules_id: int) -> HouseRules:
    """Return house rules of the family. Raises Http404 for any other."""
    rules = HouseRules.objects.filter(family_id=family, pk=rules_id).first()
    if rules is None:
        raise Http404
    return rules


def newest(game: HouseGame) -> HouseEdition:
    return game.editions.order_by("number").last() or HouseEdition(game=game, number=0)


def edition_of(game: HouseGame, number: int) -> HouseEdition:
    """Return the edition with that number. Raises Http404 if there is none."""
    edition = game.editions.filter(number=number).first()
    if edition is None:
        raise Http404
    return edition


def built(edition: HouseEdition) -> Game:
    """Return the game of an edition. Raises Http404 if this version cannot read it."""
    game = _game_of(edition)
    if game is None:
        raise Http404
    return game


def _game_of(edition: HouseEdition) -> Game | None:
    return find_declared_game(edition.declared, edition.game.slug, edition.number)


def declaration(edition: HouseEdition) -> dict[str, Any]:
    """Return the declaration of an edition as JSON. Raises Http404 as `built` does."""
    return dict(built(edition).declaration or {})


def was_played(edition: HouseEdition) -> bool:
    """Whether an evening of the edition exists; then the edition is never changed."""
    evenings = Event.objects.filter(family_id=edition.game.owner_id, game=edition.game.slug)
    return evenings.filter(edition=edition.number).exists()


def own_games_of(family: int) -> list[OwnGame]:
    """Return all games of the family's own by name, those put away last. Two queries."""
    rows = HouseEdition.objects.filter(game__family_id=family).select_related("game")
    latest = {edition.game_id: edition for edition in rows.order_by("number")}
    slugs = [edition.game.slug for edition in latest.values()]
    games = Event.objects.filter(family_id=family, game__in=slugs).values_list("game", flat=True)
    played = list(games)
    own_games = [
        OwnGame(edition.game.slug, game, edition.game.away, played.count(edition.game.slug))
        for edition in latest.values()
        if (game := _game_of(edition)) is not None
    ]
    return sorted(own_games, key=lambda row: (row.away, row.game.name.casefold()))


def house_rules(family: int) -> tuple[Choice, ...]:
    return rules_of_the_house(family)
