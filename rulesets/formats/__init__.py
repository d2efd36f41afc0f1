"""How a game fills a room: who sits where, which group keeps a board, what a sit-out gets."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulesets.formats.court_whist import CourtWhistFormat
from rulesets.formats.format import Format
from rulesets.formats.individual import IndividualFormat
from rulesets.formats.progressive import ProgressiveFormat
from rulesets.formats.table import TableFormat
from rulesets.formats.team_line import TeamLineFormat

if TYPE_CHECKING:
    from rulesets.engine.game import Game

KEPT = 1024  # games, each with its options, of which the format is kept
FORMATS: dict[str, type[Format]] = {
    kind.slug: kind
    for kind in (
        TableFormat,
        CourtWhistFormat,
        TeamLineFormat,
        ProgressiveFormat,
        IndividualFormat,
    )
}
__all__ = ["FORMATS", "Format", "format_of"]


@lru_cache(KEPT)
def format_of(game: Game, slug: str = "", options: Any = None) -> Format:
    """A game in one of its formats, the usual one where none is named.

    `options` is an instance of the game's options; without it they stand at their defaults.

    Raises LookupError for a format that the game cannot be played in.
    """
    if slug and slug not in game.formats:
        raise LookupError(f"{game.name} is not played in the format “{slug}”")
    return FORMATS[slug or game.formats[0]](game, options)
