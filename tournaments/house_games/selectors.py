"""A family's own games and house rules, read as pages show them."""

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
    """A game of the family's own as the list shows it; `played` are evenings of it."""

    slug: str
    game: Game
    away: bool
    played: int


def own_game(family: int, slug: str) -> HouseGame:
    """A game of the family's own. Raises Http404 for any other."""
    found = HouseGame.objects.filter(family_id=family, slug=slug).first()
    if found is None:
        raise Http404
    return found


def own_rules(family: int, rules_id: int) -> HouseRules:
    """House rules of the family. Raises Http404 for any other."""
    found = HouseRules.objects.filter(family_id=family, pk=rules_id).first()
    if found is None:
        raise Http404
    return found


def newest(game: HouseGame) -> HouseEdition:
    """The edition that is played now."""
    return game.editions.order_by("number").last() or HouseEdition(game=game, number=0)


def edition_of(game: HouseGame, number: int) -> HouseEdition:
    """A certain edition. Raises Http404 where there is none."""
    found = game.editions.filter(number=number).first()
    if found is None:
        raise Http404
    return found


def built(edition: HouseEdition) -> Game:
    """The game of an edition. Raises Http404 where this version does not understand it."""
    found = _game_of(edition)
    if found is None:
        raise Http404
    return found


def _game_of(edition: HouseEdition) -> Game | None:
    return find_declared_game(edition.declared, edition.game.slug, edition.number)


def declaration(edition: HouseEdition) -> dict[str, Any]:
    """What an edition declares, as JSON. Raises Http404 as `built` does."""
    return dict(built(edition).declaration or {})


def was_played(edition: HouseEdition) -> bool:
    """Whether an evening of an edition was made: from then on it stays as it is."""
    made = Event.objects.filter(family_id=edition.game.owner_id, game=edition.game.slug)
    return made.filter(edition=edition.number).exists()


def own_games_of(family: int) -> list[OwnGame]:
    """All games of the family's own by name, those put away last. Two queries."""
    rows = HouseEdition.objects.filter(game__family_id=family).select_related("game")
    latest = {one.game_id: one for one in rows.order_by("number")}
    slugs = [one.game.slug for one in latest.values()]
    games = Event.objects.filter(family_id=family, game__in=slugs).values_list("game", flat=True)
    played = list(games)
    found = [
        OwnGame(one.game.slug, game, one.game.away, played.count(one.game.slug))
        for one in latest.values()
        if (game := _game_of(one)) is not None
    ]
    return sorted(found, key=lambda one: (one.away, one.game.name.casefold()))


def house_rules(family: int) -> tuple[Choice, ...]:
    """All house rules of the family, by name, with the games that they are of."""
    return rules_of_the_house(family)
