"""How a game fills a room: who sits where, which group keeps a board, what a sit-out scores."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulesets.engine.game import read_options as read_plain
from rulesets.formats.format import Format, FormatKind, option_type_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.engine.game import Game
    from rulesets.engine.problems import Problem

EVENING = 300  # minutes that people stay at most
CACHE_SIZE = 1024  # games, each with its options, of which the format is kept


class Catalogue(MutableMapping[str, FormatKind]):
    """Formats by slug, in the order in which they are offered. Each is in a module of that name,
    which is loaded on first use."""

    def __init__(self, *slugs: str) -> None:
        self._kinds: dict[str, FormatKind | None] = dict.fromkeys(slugs)

    def __getitem__(self, slug: str) -> FormatKind:
        kind = self._kinds[slug]
        if kind is None:
            kind = self._kinds[slug] = import_module(f"{__name__}.{slug}").KIND
        return kind

    def __setitem__(self, slug: str, kind: FormatKind) -> None:
        self._kinds[slug] = kind

    def __delitem__(self, slug: str) -> None:
        del self._kinds[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __contains__(self, slug: object) -> bool:
        return slug in self._kinds


FORMATS = Catalogue(
    "table",
    "court_whist",
    "team_line",
    "progressive",
    "individual",
    "mixed",
    "meetings",
    "pairs",
    "swiss",
    "knockout",
)
__all__ = [
    "FORMATS",
    "Format",
    "format_of",
    "is_one_table",
    "propose_format",
    "rank_formats",
    "read_options",
]


@lru_cache(CACHE_SIZE)
def format_of(game: Game, slug: str = "", options: object = None, people: int = 0) -> Format:
    """A game in one of its formats; in its default format if no slug is given.

    `options` is an instance of the game's options; without it the defaults apply. `people` is how
    many began (0: nobody yet).

    Raises LookupError for a format that the game cannot be played in.
    """
    if slug and slug not in game.formats:
        raise LookupError(f"{game.name} is not played in the format “{slug}”")
    return FORMATS[slug or game.formats[0]].of(game, options, people)


def read_options(format: Format, values: object) -> tuple[Any, tuple[Problem, ...]]:
    """The options of a format from plain values, and their problems, one by one or together. Each
    problem is at ("options", name)."""
    options, problems = read_plain(format.game, values, option_type_of(format))
    if problems:
        return options, problems
    return options, format_of(format.game, format.kind.slug, options).agreement.problems()


def propose_format(format: Format, people: int) -> Format:
    """A format with the options of its own that it proposes for this many people."""
    proposed = format.offer.propose(people)
    if not proposed:
        return format
    return format_of(format.game, format.kind.slug, replace(format.agreed, **proposed))


def is_one_table(format: Format, people: int) -> bool:
    """Whether this many (0: any number) are one table, which plays without a desk."""
    return not format.keeping.moves and people <= format.game.plays.players[1]


def rank_formats(
    forms: Iterable[Format], people: int, *, pairs: bool = False
) -> tuple[Format, ...]:
    """Those of the formats that fit this many people, the best first. `pairs`: they come as pairs,
    so that formats in which pairs stay together come before the others.

    If one table takes them all, the game itself comes first, and at several tables what is
    customary for the game. Then come formats that end in one evening, are apt for the number, let
    the most people play, together rather than at separate tables, without pairs or roles that
    somebody has to say first, and with all seats known in advance. If `people` is 0, all formats
    are returned as they stand.
    """
    if not people:
        return tuple(forms)

    def order(format: Format) -> tuple[bool | int, ...]:
        alone, together = (
            is_one_table(format, people),
            format.keeping.moves or format.facts.final_table,
        )
        custom = format.kind.slug == format.game.club_format and format.tables.count(people) > 1
        facts = format.facts
        last = not together, bool(facts.roles.names), facts.fixed_pairs, not format.kind.ahead
        long = format.for_people(people).offer.minutes() > EVENING
        apt = not format.offer.is_apt(people), format.tables.spare(people)
        return pairs and not facts.fixed_pairs, not alone, long, not custom, *apt, *last

    return tuple(sorted((format for format in forms if format.tables.fits(people)), key=order))
