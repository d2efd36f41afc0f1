"""The one door to the game of an event: its declaration, its options, and what it is.

Everything else asks here, so that an event plays the edition that it was begun with, and can one
day be of a game of the family's own. The pages that list all games to choose from are the only
others that know the shelf.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulesets import formats, games
from rulesets.formats import Format
from rulesets.formats.court_whist import CourtWhistFormat
from rulesets.game import Game
from rulesets.options import parse_options

if TYPE_CHECKING:
    from tournaments.models import Event

DRIVE = "court_whist"  # the format in which everybody carries a score of their own from set to set
Drive = CourtWhistFormat
SOME = 256  # sets of options that are kept parsed
_in_order = json.JSONEncoder(sort_keys=True).encode


def game_of(event: Event) -> Game:
    """The game that an event is of. Raises LookupError for one that is not known any more."""
    return games.load(event.game, event.edition)


def options_of(event: Event) -> Any:
    """The options that an event is played with; what is wrong with them is left at its default."""
    return _parsed(event.game, event.edition, _in_order(event.options) if event.options else "{}")


def game_called(slug: str, edition: int | None = None) -> Game | None:
    """The game of that slug, for events that are still to be made, or were long ago."""
    try:
        return games.load(slug, edition)
    except LookupError:
        return None


def game_name(slug: str) -> str:
    """The game's name; its slug if this version does not know the game any more."""
    game = game_called(slug)
    return game.name if game is not None else slug.replace("-", " ").title()


def every_game() -> tuple[Game, ...]:
    """All games, in the order of their slugs."""
    return tuple(games.load(slug) for slug in games.slugs())


def format_of(event: Event | Game | Format) -> Format:
    """The format that an event is played in, with its options: what chairs and roles there are,
    who keeps a board, who moves. Of a game, its usual format."""
    if isinstance(event, Format):
        return event
    if isinstance(event, Game):
        return formats.format_of(event)
    return formats.format_of(game_of(event), event.format, options_of(event))


def formats_of(game: Game) -> tuple[Format, ...]:
    """All formats that a game may be played in, the usual one first."""
    return tuple(formats.format_of(game, slug) for slug in game.formats)


def usual_roles() -> tuple[str, ...]:
    """The roles that people are entered as in any game, and that stay with them."""
    forms = (form for game in every_game() for form in formats_of(game))
    return next((form.roles for form in forms if form.roles and not form.lasts), ())


def drive_of(game: Format | Game) -> CourtWhistFormat:
    """The format of a game that is played as a drive. Raises LookupError for any other."""
    form = game if isinstance(game, Format) else formats.format_of(game, DRIVE)
    assert isinstance(form, CourtWhistFormat)  # noqa: S101 - for the type checker
    return form


def drive_in(event: Event) -> CourtWhistFormat:
    """The format of an event that is played as a drive. Raises LookupError for any other."""
    form = format_of(event)
    if form.lasts:
        raise LookupError(f"{event} is no drive")
    assert isinstance(form, CourtWhistFormat)  # noqa: S101 - for the type checker
    return form


@lru_cache(SOME)
def _parsed(slug: str, edition: int, options: str) -> Any:
    return parse_options(games.load(slug, edition).options, json.loads(options))[0]
